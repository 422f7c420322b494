"""Options of Sheepshead: what may differ from table to table (rules, section 4)."""

from dataclasses import dataclass, replace
from typing import Any

from envs.core.options import Choice, Episode, Reward, Subset
from envs.games.sheepshead.cards import RANKS
from envs.games.sheepshead.variants import ROWS, SIDES, Sides, Variant


class TrumpOrder(Choice):
    """Where the seven of diamonds ranks (2.3)."""

    STANDARD, SPITZ_TOP, SPITZ_SECOND = range(3)


class FirstLead(Choice):
    """Who leads after a pick (3.10)."""

    DEALER_LEFT, PICKER_LEFT = range(2)


class NoPick(Choice):
    """What happens when nobody picks (3.4)."""

    LEASTER, FORCED_PICK, DOUBLER, SCHWANZER, DEALER_CHOICE, MOSTER = range(6)


class DealerChoice(Subset):
    """What a dealer may choose instead of picking (3.4)."""

    LEASTER = 1
    DOUBLER = 2
    SCHWANZER = 4


class DoublerStack(Choice):
    """What several doublers in a row do (3.12)."""

    MULTIPLY, SINGLE = range(2)


class DealerAfterDoubler(Choice):
    """Who deals after a doubler (3.12)."""

    SAME, NEXT = range(2)


class LeasterBlind(Choice):
    """Who gets the blind's card points in a leaster or moster (3.11)."""

    LAST_TRICK, FIRST_TRICK, DEALER_NAMES, SET_ASIDE = range(4)


class LeasterTie(Choice):
    """Who wins a leaster with equal card points (3.11)."""

    WASH, FEWEST_TRICKS = range(2)


class LeasterBonus(Choice):
    """What makes a leaster pay threefold: all tricks, or no card points (5.4)."""

    NONE, SWEEP, ZERO_TRICK, BOTH = range(4)


class PartnerMethod(Choice):
    """How the picker finds a partner (3.6, 3.7)."""

    CALLED_ACE, JACK_OF_DIAMONDS = range(2)


class UnknownTest(Choice):
    """Which hand decides whether an unknown may be called (3.6)."""

    BEFORE_BURY, AFTER_BURY = range(2)


class CalledCardSlough(Choice):
    """Whether the partner may throw the called card away (3.8)."""

    FORBIDDEN, ALLOWED = range(2)


class CallUp(Choice):
    """When a picker with the jack of diamonds may call a higher jack (3.7)."""

    NEVER, BLIND_ONLY, ALWAYS = range(3)


AgreedRank = Choice("AgreedRank", {rank: number for number, rank in enumerate(RANKS)})  # type: ignore[call-arg]


class Behind(Choice):
    """Which neighbour is behind the picker (A-10)."""

    LEFT, RIGHT = range(2)


class BuryCredit(Choice):
    """Who must have taken a trick for the buried cards to count (5.2)."""

    SIDE, PICKER = range(2)


class NoPickerSplit(Choice):
    """How the P-side shares where nobody picked (5.3)."""

    EQUAL_THEN_TOP, PICKER_FORMULA = range(2)


class PotAnte(Choice):
    """Who pays into the pot, and when (5.8)."""

    LEASTER_LOSERS, ALL_PLAYERS = range(2)


class PotSplit(Choice):
    """How picker and partners divide what the pot gives or takes (5.8)."""

    TWO_TO_ONE, EVEN = range(2)


class PotTake(Choice):
    """How much of the pot a hand is about (5.8)."""

    ALL, ONE_SHARE = range(2)


class PotOnLoss(Choice):
    """What a lost hand pays into the pot (5.8)."""

    MATCH, DOUBLE, ADD_SHARE = range(3)


class PotSettlement(Choice):
    """What becomes of the pot at the end of a sitting (5.8)."""

    DIVIDE, POKER_ALL, POKER_ONE_SHARE = range(3)


class PokerDeck(Choice):
    """The pack of the final showdown (5.8)."""

    PLAY_DECK, FULL52 = range(2)


class PotNewPlayer(Choice):
    """How somebody who joins a table with a pot buys in (5.8)."""

    ADD_PER_SHARE, DIVIDE = range(2)


class Renege(Choice):
    """Whether illegal cards are masked, or may be played and forfeit the hand (3.10)."""

    MASK, FORFEIT = range(2)


class IndianaBestFail(Choice):
    """What a failed best costs (5.11)."""

    SIX, MATCH_LOST = range(2)


class IndianaAllPass(Choice):
    """Who deals after everybody passed (6.3)."""

    NEXT_DEALER, SAME_DEALER = range(2)


class AutoBuckScope(Choice):
    """Whose hands must hold the six fox catchers (5.12)."""

    PLAYER, TEAM = range(2)


@dataclass(frozen=True)
class Options:
    """The rules of one table (4); where each may differ from its default is in `ALLOWED`."""

    variant: Variant = Variant.P5
    """Which game; the id says it, and it cannot be changed (6)."""
    base_unit: float = 1.0
    """What one unit is worth (5.3)."""
    trump_order: TrumpOrder = TrumpOrder.STANDARD
    redeal_claim: bool = False
    """Whether a hand of nothing may claim a new deal (3.3)."""
    first_lead: FirstLead = FirstLead.DEALER_LEFT
    no_pick: NoPick = NoPick.LEASTER
    dealer_choice_set: DealerChoice = DealerChoice.LEASTER | DealerChoice.DOUBLER
    forced_pick_no_punish: bool = False
    """No double on the bump for a dealer who had to pick (5.3)."""
    doubler_stack: DoublerStack = DoublerStack.MULTIPLY
    dealer_after_doubler: DealerAfterDoubler = DealerAfterDoubler.SAME
    leaster_blind: LeasterBlind = LeasterBlind.LAST_TRICK
    leaster_requires_trick: bool = True
    """Whether the winner of a leaster needs a trick (3.11)."""
    leaster_tie: LeasterTie = LeasterTie.WASH
    leaster_bonus: LeasterBonus = LeasterBonus.NONE
    leaster_no_trick_double: bool = False
    """A leaster won without a trick pays double (5.4)."""
    partner_method: PartnerMethod = PartnerMethod.CALLED_ACE
    alone_allowed: bool = True
    """Whether playing alone may be declared; by default in games with a called ace, not in jack games (3.6)."""
    called_ten: bool = True
    """Whether a ten may be called by a picker with all aces (3.6)."""
    called_ten_beats_ace: bool = True
    """Whether a called ten beats its ace in the first trick of the suit (2.5)."""
    unknown_allowed: bool = True
    """Whether a face-down card may stand for the called suit (3.6)."""
    unknown_test: UnknownTest = UnknownTest.BEFORE_BURY
    call_own_ace: bool = False
    """Whether the picker may call an own ace and play alone in secret (3.6)."""
    called_card_slough: CalledCardSlough = CalledCardSlough.FORBIDDEN
    jd_call_up: CallUp = CallUp.NEVER
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
    no_trick_picker_pays_all: bool = False
    """Whether the picker pays for the partners too after no trick at all (5.3)."""
    no_picker_split: NoPickerSplit = NoPickerSplit.EQUAL_THEN_TOP
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
    pot_split: PotSplit = PotSplit.TWO_TO_ONE
    pot_take: PotTake = PotTake.ALL
    pot_on_loss: PotOnLoss = PotOnLoss.MATCH
    pot_settlement: PotSettlement = PotSettlement.DIVIDE
    poker_deck: PokerDeck = PokerDeck.PLAY_DECK
    pot_new_player: PotNewPlayer = PotNewPlayer.ADD_PER_SHARE
    """How a newcomer buys in; read by `join_pot` (5.8)."""
    claim_rest: bool = False
    """Whether the rest may be claimed (3.10)."""
    renege: Renege = Renege.MASK
    indiana_target: int = 24
    """Match points that end a match of `p4_5` (5.11)."""
    indiana_billy_score: int = 18
    """What a billy earns (5.11)."""
    indiana_best_fail: IndianaBestFail = IndianaBestFail.SIX
    indiana_all_pass: IndianaAllPass = IndianaAllPass.NEXT_DEALER
    sheephead_target: int = 21
    """Match points that end a match of `sh24`: 21 or 42 (5.12)."""
    auto_buck_scope: AutoBuckScope = AutoBuckScope.PLAYER
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

VARIANTS = {name: Options(variant=variant, **_CHANGED.get(name, {})) for name, variant in zip(ROWS, Variant, strict=True)}


def team_of(seat: int, options: Options) -> int:
    """Number of the team that a seat always plays for: the player across in `sh24`, elsewhere everybody plays alone."""
    return seat % 2 if SIDES[options.variant] == Sides.TEAMS else seat


def for_planning(options: Options) -> Options:
    """The lead over the others in the races of `p4_5`, where a failed bid costs the bidder nothing, and `sh24` (5.12)."""
    is_race = SIDES[options.variant] in {Sides.BIDDER, Sides.TEAMS}
    return replace(options, reward=Reward.ZERO_SUM) if is_race else options
