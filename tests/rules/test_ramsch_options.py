"""Every option of Ramsch on one deal in which it changes what happens (rules, 4)."""

import numpy as np
import pytest

import envs
from envs.core.options import option_names
from ramsch_deals import (
    GRAND_PLAYS,
    GRAND_WITH_2,
    LOSER_55,
    M_DURCHMARSCH,
    M_JUNGFRAU,
    M_WINS_TRICK_3,
    PACK,
    SKAT_DECIDES,
    TIE_40_40_40,
    TIE_50_50,
    cards,
)
from ramsch_table import announce, finish_deal, legal, next_deal, played, ramsch_actions, ramsch_scores, table

OFF = {"grand_hand_rule": "off"}


def ramsch(deal, pushes=0, announcers="", **base):
    """What F, M and R get for the Ramsch, as a function of one more option."""
    return lambda **option: ramsch_scores(deal, pushes, announcers, **base, **option)


def grand_hand(points, *said, **base):
    """What F, M and R get for forehand's Grand Hand."""

    def pay(**option):
        game = table(**base, **option)
        state = played(game, GRAND_WITH_2, ["grand_hand", *said, *GRAND_PLAYS[points].split()])
        return list(game.returns(state))

    return pay


def choices(actions, deck=GRAND_WITH_2, **base):
    """Names of the legal actions after the actions."""

    def look(**option):
        game = table(**base, **option)
        return legal(game, played(game, deck, actions))

    return look


def carried(field, points, *said, before=None, **base):
    """A field of the record after forehand's Grand Hand in a match; of a list, forehand's."""

    def look(**option):
        game = table(episode="match", **base, **option)
        actions = ["grand_hand", *said, *GRAND_PLAYS[points].split()]
        state = next_deal(game, GRAND_WITH_2, actions, **(before or {}))
        return np.atleast_1d(getattr(state, field))[0]

    return look


def is_over_after_a_ramsch(**option):
    """Whether the episode ends with its first deal."""
    game = table(**OFF, **option)
    state = played(game, LOSER_55.deck, ramsch_actions(LOSER_55, 0))
    return game.is_terminal(state)


def failed_jungfrau(**option):
    """What the Ramsch pays in which middlehand announces and wins trick 3."""
    game = table(**OFF, **option)
    tricks = M_WINS_TRICK_3.plays.split()[:9]
    state = played(game, M_WINS_TRICK_3.deck, ["push"] * 3 + announce("M") + tricks)
    return list(game.returns(state))


def num_deals(**option):
    """Deals of a list that begins with four Bock deals to come."""
    game = table(episode="match", **{"rounds": 1, "max_deals": 0, **option})
    state = game.deal(deck=PACK, dealer=0, carry={"bock_left": 4})
    while not game.is_terminal(state):
        finish_deal(game, state)
    return int(state.deals)


def asked_after_a_grand_hand(**option):
    """Who is asked first in the deal after the Grand Hand of seat 0."""
    game = table(episode="match", **option)
    state = next_deal(game, GRAND_WITH_2, ["grand_hand", *GRAND_PLAYS[70].split()])
    return int(game.current_player(state))


BOCK = {"bock_rounds": True}
FIXED = {"ramsch_value": "fixed"}
FOREHAND = cards("JC JS AC TC AS TS AH KH AD 9D")
FOREHAND_12 = {*FOREHAND, "KC", "8H"}
PLAIN_CARDS = {"AC", "TC", "AS", "TS", "AH", "KH", "AD", "9D"}
GRAND_OR_NOT = {"grand_hand", "no_grand_hand"}
GRANDS = {"declare_GH", "declare_GHS", "declare_GHZ", "declare_GHO"}

CASES = [
    ("rounds", num_deals, {1: 3, 2: 6}),
    ("max_deals", num_deals, {0: 3, 2: 2}),
    ("unfinished_rounds", num_deals, {"lapse": 3, "play_out": 4}),
    ("lost_hand_factor", grand_hand(58), {2: [-192, 0, 0], 1: [-96, 0, 0]}),
    ("kontra_levels", choices(["grand_hand"]), {0: FOREHAND, 1: {"kontra", "no_kontra"}}),
    (
        "kontra_timing",
        choices(["grand_hand"], kontra_levels=1),
        {"before_first_lead": {"kontra", "no_kontra"}, "before_own_first_card": FOREHAND},
    ),
    ("bock_rounds", carried("bock_left", 60), {False: 0, True: 3}),
    ("bock_triggers", carried("bock_left", 60, **BOCK), {("lost_60",): 3, ("kontra_lost",): 0}),
    ("bock_includes_trigger", carried("list_scores", 60, **BOCK), {False: -192, True: -384}),
    (
        "bock_event_count",
        carried("bock_left", 60, bock_triggers=["lost_60", "grand_lost"], **BOCK),
        {"one_per_deal": 3, "per_event": 6},
    ),
    (
        "ramsch_round_after",
        carried("ramsch_left", 70, before={"bock_left": 1}, grand_hand_redeal="next_dealer"),
        {(): 0, ("bock_round",): 3},
    ),
    ("scoring", grand_hand(58), {"classic": [-192, 0, 0], "seeger_fabian": [-242, 40, 40]}),
    (
        "ramsch_style",
        choices([], **OFF),
        {"schieber": {"take", "push"}, "plain": {"announce_jungfrau", "no_announce"}},
    ),
    (
        "ramsch_skat_to",
        ramsch(SKAT_DECIDES),
        {"last_trick": [0, 0, -45], "loser": [-54, 0, 0], "nobody": [-40, 0, 0]},
    ),
    ("ramsch_value", ramsch(LOSER_55), {"points": [0, 0, -55], "fixed": [0, 0, -10]}),
    (
        "ramsch_fixed",
        ramsch(M_JUNGFRAU, **FIXED),
        {(10, 15, 20): [-15, 0, 0], (10, 16, 20): [-16, 0, 0]},
    ),
    (
        "ramsch_multiplier",
        ramsch(LOSER_55, 2),
        {"multiplicative": [0, 0, -220], "additive": [0, 0, -165]},
    ),
    (
        "ramsch_tie",
        ramsch(TIE_50_50),
        {"both_lose": [-50, -50, 0], "split": [-25, -25, 0], "last_trick": [0, -50, 0]},
    ),
    ("ramsch_three_way", ramsch(TIE_40_40_40), {"zero": [0, 0, 0], "all_lose": [-40, -40, -40]}),
    ("durchmarsch_value", ramsch(M_DURCHMARSCH), {120: [0, 120, 0], 100: [0, 100, 0]}),
    ("durchmarsch_doubles", ramsch(M_DURCHMARSCH, 1), {True: [0, 240, 0], False: [0, 120, 0]}),
    (
        "durchmarsch_fixed",
        ramsch(M_DURCHMARSCH, **FIXED),
        {"penalty": [0, -20, 0], "bonus": [0, 120, 0]},
    ),
    (
        "pass_jacks",
        choices(["take"], **OFF),
        {False: {*PLAIN_CARDS, "KC", "8H"}, True: FOREHAND_12},
    ),
    (
        "pass_rule",
        choices(["take", "KC"], **OFF),
        {"any_two": {*PLAIN_CARDS, "8H"}, "not_same_two": PLAIN_CARDS},
    ),
    ("pass_rule", choices(["take"], **OFF), {"none_taken": PLAIN_CARDS}),
    (
        "jungfrau_announce",
        choices(["push"] * 3, **OFF),
        {True: {"announce_jungfrau", "no_announce"}, False: FOREHAND},
    ),
    ("jungfrau_fail", failed_jungfrau, {120: [0, -120, 0], 60: [0, -60, 0]}),
    ("grand_hand_rule", choices([]), {"once_per_round": GRAND_OR_NOT, "off": {"take", "push"}}),
    (
        "grand_hand_rule",
        asked_after_a_grand_hand,
        {"once_per_round": 1, "max_three_running": 0, "unlimited": 0},
    ),
    ("grand_hand_announcements", choices(["grand_hand"]), {False: FOREHAND, True: GRANDS}),
    ("grand_hand_redeal", carried("dealer", 70), {"same_dealer": 2, "next_dealer": 0}),
    ("episode", is_over_after_a_ramsch, {"deal": True, "match": False}),
    ("reward", ramsch(LOSER_55), {"score": [0, 0, -55], "zero_sum": [55, 55, -110]}),
]
ROWS = [
    pytest.param(name, act, value, result, id=f"{name}={value}")
    for name, act, results in CASES
    for value, result in results.items()
]


@pytest.mark.parametrize(("name", "act", "value", "result"), ROWS)
def test_the_option_changes_the_outcome(name, act, value, result):
    """4: one deal, and what it comes to under each value."""
    assert act(**{name: list(value) if isinstance(value, tuple) else value}) == result


def test_every_option_has_a_case():
    """An option that nothing depends on is a mistake; `players` can only be 3."""
    tested = {name for name, _, _ in CASES} | {"players"}
    assert tested == set(option_names(table().options))


def test_ramsch_is_for_three_players():
    """1.5."""
    assert table(players=3).num_players == 3
    with pytest.raises(ValueError, match="players"):
        envs.load_game("ramsch/schieberamsch-v0", players=4)


@pytest.mark.parametrize(
    ("variant", "option", "value"),
    [
        ("schieberamsch", "ramsch_style", "schieber"),
        ("ramsch", "ramsch_style", "plain"),
        ("augenramsch", "ramsch_multiplier", "additive"),
    ],
)
def test_presets_differ_from_schieberamsch_in_one_option(variant, option, value):
    """4: the preset `schieberamsch_game`, and the two made from it."""
    options = vars(envs.load_game(f"ramsch/{variant}-v0").options)
    base = vars(envs.load_game("ramsch/schieberamsch-v0").options)
    assert options[option].name.lower() == value
    assert {name for name in base if base[name] != options[name]} <= {option}


@pytest.mark.parametrize(
    "options",
    [
        {"rounds": 0},
        {"kontra_levels": 5},
        {"kontra_levels": -1},
        {"lost_hand_factor": 3},
        {"ramsch_tie": "all_lose"},
        {"ramsch_fixed": [10, 15]},
        {"bock_triggers": ["lost_61"]},
        {"ramsch_round_after": ["grand_hand"]},
        {"durchmarsch_fixed": "bonus"},
        {"max_deals": -1},
        {"kontra_needs_bid": True},
        {"game_mode": "skat"},
    ],
    ids=lambda options: next(iter(options)),
)
def test_impossible_options_are_refused_by_name(options):
    """4."""
    (name,) = options
    with pytest.raises(ValueError, match=name):
        envs.load_game("ramsch/schieberamsch-v0", **options)
