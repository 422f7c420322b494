"""Options of Sheepshead: what may differ from table to table, and in which variants (rules, section 4)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from envs.core.options import Choice, Episode, OptionError, Reward, Subset, text_of
from envs.games.sheepshead.tables import (
    BIDDER,
    BLIND_SIZE,
    BOTH_PARTNERS,
    FIRST_PLAYED,
    HOLDERS,
    JACK_PARTNER,
    ONE_PARTNER,
    P2_1,
    P2_2,
    RANKS,
    ROWS,
    TEAMS,
    Variant,
)


class TrumpOrder(Choice):
    """Where the seven of diamonds ranks (2.3)."""

    STANDARD = 0
    SPITZ_TOP = 1
    SPITZ_SECOND = 2


class FirstLead(Choice):
    """Who leads after a pick (3.10)."""

    DEALER_LEFT = 0
    PICKER_LEFT = 1


class NoPick(Choice):
    """What happens when nobody picks (3.4)."""

    LEASTER = 0
    FORCED_PICK = 1
    DOUBLER = 2
    SCHWANZER = 3
    DEALER_CHOICE = 4
    MOSTER = 5


class DealerChoice(Subset):
    """What a dealer may choose instead of picking (3.4)."""

    LEASTER = 1
    DOUBLER = 2
    SCHWANZER = 4


class DoublerStack(Choice):
    """What several doublers in a row do (3.12)."""

    MULTIPLY = 0
    SINGLE = 1


class DealerAfterDoubler(Choice):
    """Who deals after a doubler (3.12)."""

    SAME = 0
    NEXT = 1


class LeasterBlind(Choice):
    """Who gets the blind's card points in a leaster or moster (3.11)."""

    LAST_TRICK = 0
    FIRST_TRICK = 1
    DEALER_NAMES = 2
    SET_ASIDE = 3


class LeasterTie(Choice):
    """Who wins a leaster with equal card points (3.11)."""

    WASH = 0
    FEWEST_TRICKS = 1


class LeasterBonus(Choice):
    """What a leaster must be won by to be paid threefold (4); a bit for each way."""

    NONE = 0
    SWEEP = 1
    ZERO_TRICK = 2
    BOTH = 3


class PartnerMethod(Choice):
    """How the picker finds a partner (3.6, 3.7)."""

    CALLED_ACE = 0
    JACK_OF_DIAMONDS = 1


class UnknownTest(Choice):
    """Which hand decides whether an unknown may be called (3.6)."""

    BEFORE_BURY = 0
    AFTER_BURY = 1


class CalledCardSlough(Choice):
    """Whether the partner may throw the called card away (3.8)."""

    FORBIDDEN = 0
    ALLOWED = 1


class CallUp(Choice):
    """When a picker with the jack of diamonds may call a higher jack (3.7)."""

    NEVER = 0
    BLIND_ONLY = 1
    ALWAYS = 2


AgreedRank = Choice("AgreedRank", {rank: number for number, rank in enumerate(RANKS)})  # type: ignore[call-arg]


class Behind(Choice):
    """Which neighbour is behind the picker (A-10)."""

    LEFT = 0
    RIGHT = 1


class BuryCredit(Choice):
    """Who must have taken a trick for the buried cards to count (5.2)."""

    SIDE = 0
    PICKER = 1


class NoPickerSplit(Choice):
    """How the P-side shares where nobody picked (5.3)."""

    EQUAL_THEN_TOP = 0
    PICKER_FORMULA = 1


class PotAnte(Choice):
    """Who pays into the pot, and when (5.8)."""

    LEASTER_LOSERS = 0
    ALL_PLAYERS = 1


class PotSplit(Choice):
    """How picker and partners divide what the pot gives or takes (5.8)."""

    TWO_TO_ONE = 0
    EVEN = 1


class PotTake(Choice):
    """How much of the pot a hand is about (5.8)."""

    ALL = 0
    ONE_SHARE = 1


class PotOnLoss(Choice):
    """What a lost hand pays into the pot (5.8)."""

    MATCH = 0
    DOUBLE = 1
    ADD_SHARE = 2


class PotSettlement(Choice):
    """What becomes of the pot at the end of a sitting (5.8)."""

    DIVIDE = 0
    POKER_ALL = 1
    POKER_ONE_SHARE = 2


class PokerDeck(Choice):
    """The pack of the final showdown (5.8)."""

    PLAY_DECK = 0
    FULL52 = 1


class PotNewPlayer(Choice):
    """How somebody who joins a table with a pot buys in (5.8)."""

    ADD_PER_SHARE = 0
    DIVIDE = 1


class Renege(Choice):
    """Whether illegal cards are masked, or may be played and forfeit the hand (3.10)."""

    MASK = 0
    FORFEIT = 1


class IndianaBestFail(Choice):
    """What a failed best costs (5.11)."""

    SIX = 0
    MATCH_LOST = 1


class IndianaAllPass(Choice):
    """Who deals after everybody passed (6.3)."""

    NEXT_DEALER = 0
    SAME_DEALER = 1


class AutoBuckScope(Choice):
    """Whose hands must hold the six fox catchers (5.12)."""

    PLAYER = 0
    TEAM = 1


@dataclass(frozen=True)
class Options:
    """The rules of one table (4); where each may differ from its default is in `ALLOWED`."""

    variant: Variant = Variant.P5  # type: ignore[attr-defined, valid-type]
    """Which game; the id says it, and it cannot be changed (6)."""
    base_unit: float = 1.0
    """What one unit is worth (5.3)."""
    trump_order: TrumpOrder = TrumpOrder.STANDARD
    """Where 7D ranks (2.3)."""
    redeal_claim: bool = False
    """Whether a hand of nothing may claim a new deal (3.3)."""
    first_lead: FirstLead = FirstLead.DEALER_LEFT
    """Who leads after a pick (3.10)."""
    no_pick: NoPick = NoPick.LEASTER
    """What happens when nobody picks (3.4)."""
    dealer_choice_set: DealerChoice = DealerChoice.LEASTER | DealerChoice.DOUBLER
    """What the dealer may choose from (3.4)."""
    forced_pick_no_punish: bool = False
    """No double on the bump for a dealer who had to pick (5.3)."""
    doubler_stack: DoublerStack = DoublerStack.MULTIPLY
    """What several doublers in a row do (3.12)."""
    dealer_after_doubler: DealerAfterDoubler = DealerAfterDoubler.SAME
    """Who deals after a doubler (3.12)."""
    leaster_blind: LeasterBlind = LeasterBlind.LAST_TRICK
    """Who gets the blind in a leaster or moster (3.11)."""
    leaster_requires_trick: bool = True
    """Whether the winner of a leaster needs a trick (3.11)."""
    leaster_tie: LeasterTie = LeasterTie.WASH
    """Who wins a leaster with equal card points (3.11)."""
    leaster_bonus: LeasterBonus = LeasterBonus.NONE
    """What makes a leaster pay threefold: all tricks, or no card points (5.4)."""
    leaster_no_trick_double: bool = False
    """A leaster won without a trick pays double (5.4)."""
    partner_method: PartnerMethod = PartnerMethod.CALLED_ACE
    """How the partner is found (3.6, 3.7)."""
    alone_allowed: bool = True
    """Whether playing alone may be declared; by default in games with a called ace, not in jack games (3.6)."""
    called_ten: bool = True
    """Whether a ten may be called by a picker with all aces (3.6)."""
    called_ten_beats_ace: bool = True
    """Whether a called ten beats its ace in the first trick of the suit (2.5)."""
    unknown_allowed: bool = True
    """Whether a face-down card may stand for the called suit (3.6)."""
    unknown_test: UnknownTest = UnknownTest.BEFORE_BURY
    """Which hand decides about it (3.6)."""
    call_own_ace: bool = False
    """Whether the picker may call an own ace and play alone in secret (3.6)."""
    called_card_slough: CalledCardSlough = CalledCardSlough.FORBIDDEN
    """Whether the partner may throw the called card away (3.8)."""
    jd_call_up: CallUp = CallUp.NEVER
    """When a picker with JD may call a higher jack (3.7)."""
    agreed_rank: AgreedRank = AgreedRank.J  # type: ignore[attr-defined, valid-type]
    """The rank of `p4_3c` (6.3)."""
    behind: Behind = Behind.LEFT
    """Which neighbour shares the blind (6.7)."""
    pass_option: bool = True
    """Whether `p6_4` has the exchange (6.6)."""
    extra_call: bool = True
    """Whether `p8_2` has extra calls (6.8)."""
    double_on_bump: bool = False
    """Whether a losing P-side pays double (5.3)."""
    bury_credit: BuryCredit = BuryCredit.SIDE
    """Who must have taken a trick for the buried cards to count (5.2)."""
    no_trick_picker_pays_all: bool = False
    """Whether the picker pays for the partners too after no trick at all (5.3)."""
    no_picker_split: NoPickerSplit = NoPickerSplit.EQUAL_THEN_TOP
    """How the P-side shares where nobody picked (5.3)."""
    two_player_levels: bool = True
    """Whether the two-player games pay more for 91 and for all tricks (5.10)."""
    crack: bool = False
    """Whether those who could not pick may double (3.9)."""
    recrack: bool = False
    """Whether the picker may double again (3.9)."""
    blitz: bool = False
    """Whether two queens of a colour may be shown to double (3.9)."""
    multiplier_cap: int = 0
    """Limit of all doublings together; 0: none (5.3)."""
    pot: bool = False
    """Whether there is a pot (5.8)."""
    pot_ante: PotAnte = PotAnte.LEASTER_LOSERS
    """Who pays into it (5.8)."""
    pot_split: PotSplit = PotSplit.TWO_TO_ONE
    """How picker and partners divide it (5.8)."""
    pot_take: PotTake = PotTake.ALL
    """How much of it a hand is about (5.8)."""
    pot_on_loss: PotOnLoss = PotOnLoss.MATCH
    """What a lost hand pays (5.8)."""
    pot_settlement: PotSettlement = PotSettlement.DIVIDE
    """What becomes of it at the end of a sitting (5.8)."""
    poker_deck: PokerDeck = PokerDeck.PLAY_DECK
    """The pack of the showdown for it (5.8)."""
    pot_new_player: PotNewPlayer = PotNewPlayer.ADD_PER_SHARE
    """How a newcomer buys in; read by `join_pot` (5.8)."""
    claim_rest: bool = False
    """Whether the rest may be claimed (3.10)."""
    renege: Renege = Renege.MASK
    """Whether illegal cards are masked or forfeit the hand (3.10)."""
    indiana_target: int = 24
    """Match points that end a match of `p4_5` (5.11)."""
    indiana_billy_score: int = 18
    """What a billy earns (5.11)."""
    indiana_best_fail: IndianaBestFail = IndianaBestFail.SIX
    """What a failed best costs (5.11)."""
    indiana_all_pass: IndianaAllPass = IndianaAllPass.NEXT_DEALER
    """Who deals after everybody passed (6.3)."""
    sheephead_target: int = 21
    """Match points that end a match of `sh24`: 21 or 42 (5.12)."""
    auto_buck_scope: AutoBuckScope = AutoBuckScope.PLAYER
    """Whose hands must hold the six fox catchers (5.12)."""
    hands_per_sitting: int = 12
    """Hands of a match, thrown-in deals not counted (3.1)."""
    episode: Episode = Episode.DEAL
    """Whether an episode is one scored deal or a match."""
    reward: Reward = Reward.SCORE
    """Whether returns are scores or scores minus the table's mean (5.12)."""


_CHANGED: dict[str, dict[str, Any]] = {
    "p6_1": {"jd_call_up": CallUp.BLIND_ONLY, "alone_allowed": False},
    "p6_4": {"trump_order": TrumpOrder.SPITZ_TOP, "double_on_bump": True},
    "p7_1": {"jd_call_up": CallUp.ALWAYS, "alone_allowed": False},
    "p7_3": {"alone_allowed": False},
}
_NUMBERED = zip(ROWS, Variant, strict=True)  # type: ignore[call-overload]
VARIANTS = {name: Options(variant=variant, **_CHANGED.get(name, {})) for name, variant in _NUMBERED}


def preset_for(preset: Options, changes: Mapping[str, Any]) -> Options:
    """The variant's options where a default depends on what else is asked for: a jack game has no declaring alone (A-40).

    Args:
        preset: of the variant.
        changes: what is asked for, by option, as text or as a value.

    Raises:
        OptionError: another variant is asked for: the id says which it is.
    """
    if "variant" in changes and changes["variant"] not in (preset.variant, text_of(preset.variant)):
        raise OptionError(f"option variant={changes['variant']} is impossible: the id says {text_of(preset.variant)}")
    jack = PartnerMethod.JACK_OF_DIAMONDS
    if preset.variant in _of(ONE_PARTNER) and changes.get("partner_method") in (jack, text_of(jack)):
        return replace(preset, alone_allowed=False)
    return preset


# --- Where an option may differ from its default (4) -----------------------------------------------------------------------


def _of(*sides: int) -> list[int]:
    return [number for number, row in enumerate(ROWS.values()) if row.sides in sides]


_PICK = [number for number in range(len(ROWS)) if BLIND_SIZE[number]]
_NO_PICKER = _of(HOLDERS, FIRST_PLAYED)
_ZERO_SUM = [number for number in range(len(ROWS)) if number not in _of(BIDDER, TEAMS)]
_TWO = [P2_1, P2_2]


def _is_called(o: Options) -> bool:
    return o.variant in _of(BOTH_PARTNERS) or (o.variant in _of(ONE_PARTNER) and o.partner_method == PartnerMethod.CALLED_ACE)


def _is_jack(o: Options) -> bool:
    return o.variant in _of(JACK_PARTNER) or (
        o.variant in _of(ONE_PARTNER) and o.partner_method == PartnerMethod.JACK_OF_DIAMONDS
    )


def _has_leaster(o: Options) -> bool:
    return o.variant in _PICK and (
        o.no_pick == NoPick.LEASTER or (o.no_pick == NoPick.DEALER_CHOICE and bool(o.dealer_choice_set & DealerChoice.LEASTER))
    )


def _has_doubler(o: Options) -> bool:
    return o.variant in _PICK and o.no_pick in (NoPick.DOUBLER, NoPick.DEALER_CHOICE)


def _named(*names: str) -> Callable[[Options], bool]:
    numbers = [list(ROWS).index(name) for name in names]
    return lambda o: o.variant in numbers


def _has_poker(o: Options) -> bool:
    return o.pot and o.pot_settlement != PotSettlement.DIVIDE


_is_pick: Callable[[Options], bool] = lambda o: o.variant in _PICK  # noqa: E731
_in_pot: Callable[[Options], bool] = lambda o: o.pot  # noqa: E731
_REDEALS = [v for v in ROWS if v[:2] in ("p4", "p5", "p6", "p7", "p8")]
_WITH_PARTNER = [v for v, row in ROWS.items() if row.blind and v not in ("p3_1", "p3_2", "p3_3", "p4_1")]

ALLOWED: dict[str, tuple[Callable[[Options], bool], str]] = {
    "base_unit": (lambda o: o.variant in _ZERO_SUM, "every variant but p4_5 and sh24"),
    "trump_order": (lambda o: o.variant in _ZERO_SUM, "every variant but p4_5 and sh24"),
    "redeal_claim": (_named(*_REDEALS), "variants of four to eight players, sh24 apart"),
    "first_lead": (_is_pick, "variants with a blind"),
    "no_pick": (_is_pick, "variants with a blind"),
    "dealer_choice_set": (lambda o: o.variant in _PICK and o.no_pick == NoPick.DEALER_CHOICE, "no_pick=dealer_choice"),
    "forced_pick_no_punish": (lambda o: o.variant in _PICK and o.no_pick == NoPick.FORCED_PICK, "no_pick=forced_pick"),
    "doubler_stack": (_has_doubler, "no_pick=doubler or dealer_choice"),
    "dealer_after_doubler": (_has_doubler, "no_pick=doubler or dealer_choice"),
    "leaster_blind": (lambda o: _has_leaster(o) or (o.variant in _PICK and o.no_pick == NoPick.MOSTER), "a leaster or moster"),
    "leaster_requires_trick": (_has_leaster, "a leaster"),
    "leaster_tie": (_has_leaster, "a leaster"),
    "leaster_bonus": (_has_leaster, "a leaster"),
    "leaster_no_trick_double": (
        lambda o: _has_leaster(o) and _named("p3_1", "p3_2", "p3_3")(o) and not o.leaster_requires_trick,
        "p3_1, p3_2 and p3_3 with a leaster and leaster_requires_trick=false",
    ),
    "partner_method": (_named("p4_2_7", "p4_2_8", "p5"), "p4_2_7, p4_2_8 and p5"),
    "alone_allowed": (lambda o: _is_called(o) or _is_jack(o), "games with a called ace or a jack partner"),
    "called_ten": (_is_called, "games with a called ace"),
    "called_ten_beats_ace": (_is_called, "games with a called ace"),
    "unknown_allowed": (_is_called, "games with a called ace"),
    "unknown_test": (_is_called, "games with a called ace"),
    "call_own_ace": (_is_called, "games with a called ace"),
    "called_card_slough": (lambda o: _is_called(o) or _named("p4_5")(o), "games with a called ace, and p4_5"),
    "jd_call_up": (_is_jack, "games with a jack partner"),
    "agreed_rank": (_named("p4_3c"), "p4_3c"),
    "behind": (_named("p7_2", "p7_3", "p7_5"), "p7_2, p7_3 and p7_5"),
    "pass_option": (_named("p6_4"), "p6_4"),
    "extra_call": (_named("p8_2"), "p8_2"),
    "double_on_bump": (lambda o: o.variant in [*_PICK, *_NO_PICKER], "games with a P-side"),
    "bury_credit": (_is_pick, "variants with a blind"),
    "no_trick_picker_pays_all": (_named(*_WITH_PARTNER), "variants with a blind and a partner"),
    "no_picker_split": (lambda o: o.variant in _NO_PICKER, "variants without a blind whose sides are designated by cards"),
    "two_player_levels": (lambda o: o.variant in _TWO, "p2_1 and p2_2"),
    "crack": (_is_pick, "variants with a blind"),
    "recrack": (lambda o: o.variant in _PICK and o.crack, "crack=true"),
    "blitz": (lambda o: o.variant in [*_PICK, *_NO_PICKER], "variants with a blind, or with sides designated by cards"),
    "multiplier_cap": (lambda o: o.variant in _ZERO_SUM, "every variant but p4_5 and sh24"),
    "pot": (
        lambda o: (
            o.variant in _PICK and (o.pot_ante == PotAnte.ALL_PLAYERS or o.no_pick in (NoPick.LEASTER, NoPick.DEALER_CHOICE))
        ),
        "variants with a blind, with no_pick=leaster or dealer_choice, or pot_ante=all_players",
    ),
    **dict.fromkeys(
        ("pot_ante", "pot_split", "pot_take", "pot_on_loss", "pot_settlement", "pot_new_player"), (_in_pot, "pot=true")
    ),
    "poker_deck": (_has_poker, "pot=true with pot_settlement=poker_all or poker_one_share"),
    "claim_rest": (lambda o: o.variant not in _TWO, "every variant but p2_1 and p2_2"),
    "renege": (lambda o: o.variant in _ZERO_SUM, "every variant but p4_5 and sh24"),
    "indiana_target": (_named("p4_5"), "p4_5"),
    "indiana_billy_score": (_named("p4_5"), "p4_5"),
    "indiana_best_fail": (_named("p4_5"), "p4_5"),
    "indiana_all_pass": (_named("p4_5"), "p4_5"),
    "sheephead_target": (_named("sh24"), "sh24"),
    "auto_buck_scope": (_named("sh24"), "sh24"),
    "hands_per_sitting": (lambda o: o.variant in _ZERO_SUM, "every variant but p4_5 and sh24"),
}
_RANGES = {
    "multiplier_cap": (0, 1000),
    "indiana_target": (1, 1000),
    "indiana_billy_score": (1, 1000),
    "hands_per_sitting": (1, 900),
}


def validate(options: Options) -> None:
    """Raise OptionError for values and combinations that the rules do not know."""
    name = text_of(options.variant)
    preset = preset_for(VARIANTS[name], vars(options))
    for option, (is_allowed, where) in ALLOWED.items():
        value = getattr(options, option)
        if value != getattr(preset, option) and not is_allowed(options):
            shown = text_of(value) if isinstance(value, Choice) else value
            raise OptionError(f"option {option}={shown} is impossible in {name}: it belongs to {where}")
    for option, (low, high) in _RANGES.items():
        if not low <= getattr(options, option) <= high:
            raise OptionError(f"option {option}={getattr(options, option)} is impossible; possible: {low} to {high}")
    if not 0 < options.base_unit <= 1e6:
        raise OptionError(f"option base_unit={options.base_unit} is impossible; possible: a positive number up to 1e6")
    if options.sheephead_target not in (21, 42):
        raise OptionError(f"option sheephead_target={options.sheephead_target} is impossible; possible: 21, 42")
    if not options.dealer_choice_set:
        raise OptionError("option dealer_choice_set is empty; possible: some of leaster, doubler, schwanzer")


def team_of(seat: int, options: Options) -> int:
    """Number of the team that a seat always plays for: the player across in `sh24`, elsewhere everybody for himself."""
    return seat % 2 if options.variant in _of(TEAMS) else seat


def join_pot(options: Options, shares: int, num_players: int) -> tuple[int, float, list[int]]:
    """What happens to a pot when a player joins the table (5.8, `pot_new_player`).

    >>> join_pot(Options(pot=True), shares=2, num_players=5)
    (-2, 0.0, [5, 5])

    Args:
        options: of the table.
        shares: in the pot.
        num_players: before the newcomer.

    Returns:
        What the newcomer gets (he pays, so it is not positive), what each of the others gets, and the shares then, in units.
    """
    size = num_players - (options.pot_ante == PotAnte.LEASTER_LOSERS)
    if options.pot_new_player == PotNewPlayer.ADD_PER_SHARE:
        return -shares, 0.0, [size + 1] * shares
    return 0, shares * size / num_players, []
