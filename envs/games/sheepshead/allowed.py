"""Where an option may differ from its default (rules, section 4)."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from envs.core.options import Choice, OptionError, text_of
from envs.games.sheepshead.options import VARIANTS, DealerChoice, NoPick, Options, PartnerMethod, PotAnte, PotSettlement
from envs.games.sheepshead.variants import (
    BIDDER,
    BLIND_SIZE,
    BOTH_PARTNERS,
    FIRST_PLAYED,
    HOLDERS,
    JACK_PARTNER,
    ONE_PARTNER,
    P2_1,
    P2_2,
    ROWS,
    TEAMS,
)


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
