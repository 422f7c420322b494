"""Where an option may differ from its default (rules, section 4)."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from envs.core.options import Choice, OptionError, text_of
from envs.games.sheepshead.options import (
    VARIANTS,
    DealerChoice,
    NoPick,
    Options,
    PartnerMethod,
    PotAnte,
    PotSettlement,
)
from envs.games.sheepshead.variants import BLIND_SIZE, ROWS, SIDES, Sides, Variant


def _is_pick(o: Options) -> bool:
    return bool(BLIND_SIZE[o.variant])


def _is_without_picker(o: Options) -> bool:
    return SIDES[o.variant] in (Sides.HOLDERS, Sides.FIRST_PLAYED)


def _has_p_side(o: Options) -> bool:
    return _is_pick(o) or _is_without_picker(o)


def _is_zero_sum(o: Options) -> bool:
    return SIDES[o.variant] not in (Sides.BIDDER, Sides.TEAMS)


def _is_called(o: Options) -> bool:
    method = PartnerMethod.CALLED_ACE
    return SIDES[o.variant] == Sides.BOTH_PARTNERS or (SIDES[o.variant] == Sides.ONE_PARTNER and o.partner_method == method)


def _is_jack(o: Options) -> bool:
    method = PartnerMethod.JACK_OF_DIAMONDS
    return SIDES[o.variant] == Sides.JACK_PARTNER or (SIDES[o.variant] == Sides.ONE_PARTNER and o.partner_method == method)


def _may_choose(o: Options, choice: DealerChoice) -> bool:
    return o.no_pick == NoPick.DEALER_CHOICE and bool(o.dealer_choice_set & choice)


def _has_leaster(o: Options) -> bool:
    return _is_pick(o) and (o.no_pick == NoPick.LEASTER or _may_choose(o, DealerChoice.LEASTER))


def _named(*variants: Variant) -> tuple[Callable[[Options], bool], str]:
    names = [text_of(variant) for variant in variants]
    return lambda o: o.variant in variants, " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def _when(no_pick: tuple[NoPick, ...], where: str) -> tuple[Callable[[Options], bool], str]:
    return lambda o: _is_pick(o) and o.no_pick in no_pick, where


_PICK = _is_pick, "variants with a blind"
_POT = "variants with a blind, with no_pick=leaster or dealer_choice, or pot_ante=all_players"
_WHERE: list[tuple[str, Callable[[Options], bool], str]] = [
    ("base_unit trump_order multiplier_cap renege hands_per_sitting", _is_zero_sum, "every variant but p4_5 and sh24"),
    (
        "redeal_claim",
        lambda o: ROWS[text_of(o.variant)].players >= 4 and o.variant != Variant.SH24,
        "variants of four to eight players, sh24 apart",
    ),
    ("first_lead no_pick bury_credit crack", *_PICK),
    ("dealer_choice_set", *_when((NoPick.DEALER_CHOICE,), "no_pick=dealer_choice")),
    ("forced_pick_no_punish", *_when((NoPick.FORCED_PICK,), "no_pick=forced_pick")),
    (
        "doubler_stack dealer_after_doubler",
        *_when((NoPick.DOUBLER, NoPick.DEALER_CHOICE), "no_pick=doubler or dealer_choice"),
    ),
    ("leaster_blind", lambda o: _has_leaster(o) or (_is_pick(o) and o.no_pick == NoPick.MOSTER), "a leaster or moster"),
    ("leaster_requires_trick leaster_tie leaster_bonus", _has_leaster, "a leaster"),
    (
        "leaster_no_trick_double",
        lambda o: _has_leaster(o) and ROWS[text_of(o.variant)].players == 3 and not o.leaster_requires_trick,
        "p3_1, p3_2 and p3_3 with a leaster and leaster_requires_trick=false",
    ),
    ("partner_method", *_named(Variant.P4_2_7, Variant.P4_2_8, Variant.P5)),
    ("alone_allowed", lambda o: _is_called(o) or _is_jack(o), "games with a called ace or a jack partner"),
    (
        "called_ten called_ten_beats_ace unknown_allowed unknown_test call_own_ace",
        _is_called,
        "games with a called ace",
    ),
    ("called_card_slough", lambda o: _is_called(o) or o.variant == Variant.P4_5, "games with a called ace, and p4_5"),
    ("jd_call_up", _is_jack, "games with a jack partner"),
    ("agreed_rank", *_named(Variant.P4_3C)),
    ("behind", *_named(Variant.P7_2, Variant.P7_3, Variant.P7_5)),
    ("pass_option", *_named(Variant.P6_4)),
    ("extra_call", *_named(Variant.P8_2)),
    ("double_on_bump", _has_p_side, "games with a P-side"),
    (
        "no_trick_picker_pays_all",
        lambda o: _is_pick(o) and SIDES[o.variant] != Sides.CUTTHROAT,
        "variants with a blind and a partner",
    ),
    ("no_picker_split", _is_without_picker, "variants without a blind whose sides are designated by cards"),
    ("two_player_levels", *_named(Variant.P2_1, Variant.P2_2)),
    ("recrack", lambda o: _is_pick(o) and o.crack, "crack=true"),
    ("blitz", _has_p_side, "variants with a blind, or with sides designated by cards"),
    (
        "pot",
        lambda o: _is_pick(o) and (o.pot_ante == PotAnte.ALL_PLAYERS or o.no_pick in (NoPick.LEASTER, NoPick.DEALER_CHOICE)),
        _POT,
    ),
    ("pot_ante pot_split pot_take pot_on_loss pot_settlement pot_new_player", lambda o: o.pot, "pot=true"),
    (
        "poker_deck",
        lambda o: o.pot and o.pot_settlement != PotSettlement.DIVIDE,
        "pot=true with pot_settlement=poker_all or poker_one_share",
    ),
    ("claim_rest", lambda o: SIDES[o.variant] not in (Sides.BATTERY, Sides.STACKS), "every variant but p2_1 and p2_2"),
    ("indiana_target indiana_billy_score indiana_best_fail indiana_all_pass", *_named(Variant.P4_5)),
    ("sheephead_target auto_buck_scope", *_named(Variant.SH24)),
]
ALLOWED = {name: (is_allowed, where) for names, is_allowed, where in _WHERE for name in names.split()}
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
    for option, value in vars(options).items():
        is_allowed, where = ALLOWED.get(option, (lambda _: True, ""))
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
    if SIDES[preset.variant] == Sides.ONE_PARTNER and changes.get("partner_method") in (jack, text_of(jack)):
        return replace(preset, alone_allowed=False)
    return preset
