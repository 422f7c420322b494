"""The skat goes round in Schieberamsch: take it and pass two cards on, or push (rules, 3.7)."""

from itertools import combinations

import pytest

from ramsch_deals import F_JUNGFRAU, LOSER_55, cards_of, dealt
from ramsch_table import legal, played, ramsch_scores, table

FOREHAND = "9S 8H KD TD KC 7H JC AD TH AC"
E38_DECK = dealt(FOREHAND, "", "", "JS JH")


def shoving(**options):
    """The game that begins with SCHIEBEN."""
    return table(grand_hand_rule="off", **options)


def pairs_passed_on(game, state):
    """All pairs of cards that the player who has just taken may pass on."""
    pairs = set()
    for first in legal(game, state):
        after = state.copy()
        game.play(after, [first])
        pairs |= {frozenset((first, second)) for second in legal(game, after)}
    return pairs


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, "9S 8H KD TD KC 7H AD TH AC"),
        ({"pass_jacks": True}, "9S 8H KD TD KC 7H JC AD TH AC JS JH"),
        ({"pass_rule": "none_taken"}, "9S 8H KD TD KC 7H AD TH AC"),
        ({"pass_rule": "not_same_two"}, "9S 8H KD TD KC 7H AD TH AC"),
        ({"pass_rule": "none_taken", "pass_jacks": True}, "9S 8H KD TD KC 7H JC AD TH AC"),
    ],
    ids=["E38", "E38_pass_jacks", "E38_none_taken", "not_same_two", "none_taken_pass_jacks"],
)
def test_a_taker_passes_on_two_of_twelve_cards_but_no_jacks(options, expected):
    """E38; the order of the two does not matter."""
    game = shoving(**options)
    state = played(game, E38_DECK, ["take"])
    names = set(expected.split())
    assert legal(game, state) == names
    assert pairs_passed_on(game, state) == {frozenset(pair) for pair in combinations(names, 2)}


def test_not_same_two_forbids_exactly_the_pair_taken():
    """3.7, with both jacks allowed to go on."""
    game = shoving(pass_rule="not_same_two", pass_jacks=True)
    state = played(game, E38_DECK, ["take"])
    taken = frozenset(("JS", "JH"))
    twelve = {*FOREHAND.split(), *taken}
    assert pairs_passed_on(game, state) == {frozenset(pair) for pair in combinations(twelve, 2) if frozenset(pair) != taken}


@pytest.mark.parametrize(
    ("rule", "first", "allowed", "forbidden"),
    [
        ("any_two", None, "AC AD 7S", ""),
        ("any_two", "AC", "AD 7S", "AC"),
        ("not_same_two", None, "AC AD 7S", ""),
        ("not_same_two", "AC", "7S", "AD"),
        ("not_same_two", "7S", "AC AD", "7S"),
        ("none_taken", None, "7S", "AC AD"),
        ("none_taken", "7S", "QS", "AC AD"),
    ],
)
def test_cards_just_taken_may_go_on_by_the_rule_of_the_table(rule, first, allowed, forbidden):
    """E39: middlehand takes AC AD from forehand."""
    game = shoving(pass_rule=rule)
    deck = dealt(FOREHAND, "7S QS TC 7C QD 8D 8S JD 9D 7D", "", "JS JH")
    state = played(game, deck, ["take", "AC", "AD", "take"])
    if first is not None:
        game.play(state, [first])
    names = legal(game, state)
    assert set(allowed.split()) <= names
    assert not set(forbidden.split()) & names


def test_a_taker_sees_what_the_nearest_taker_before_him_passed_on():
    """3.7: a push in between changes nothing."""
    game = shoving()
    state = played(game, E38_DECK, ["take", "AC", "AD", "push", "take"])
    assert {"AC", "AD"} <= cards_of(state.hands[2])
    assert cards_of(state.skat) == set()
    game.play(state, ["AD", "AC"])
    assert cards_of(state.skat) == {"AC", "AD"}


def test_forehand_middlehand_and_rearhand_decide_once_each():
    """3.7."""
    game = shoving()
    state = played(game, E38_DECK, [])
    movers = []
    for action in ["take", "AC", "AD", "push", "take", "AC", "AD"]:
        movers.append(game.current_player(state))
        game.play(state, [action])
    assert movers == [0, 0, 0, 1, 2, 2, 2]
    assert legal(game, state) == {"announce_jungfrau", "no_announce"}


@pytest.mark.parametrize(("multiplier", "factor"), [("multiplicative", 8), ("additive", 4)], ids=["E40", "E40_additive"])
def test_three_pushes_leave_the_dealt_skat_where_it_is(multiplier, factor):
    """E40."""
    options = {"ramsch_multiplier": multiplier}
    game = shoving(**options)
    state = played(game, LOSER_55.deck, ["push"] * 3)
    assert cards_of(state.skat) == set(LOSER_55.skat.split())
    assert ramsch_scores(LOSER_55, 3, **options) == [0, 0, -55 * factor]


def test_nobody_sees_a_skat_that_is_pushed():
    """3.9, E40: no observation changes when the skat and cards that others hold change places."""
    game = shoving()
    hands = LOSER_55[:3]
    for seat in range(3):
        other = (seat + 1) % 3
        exchanged = list(hands)
        exchanged[other] = " ".join([*LOSER_55.skat.split(), *hands[other].split()[2:]])
        skat = " ".join(hands[other].split()[:2])
        before = played(game, LOSER_55.deck, ["push"] * 3)
        after = played(game, dealt(*exchanged, skat), ["push"] * 3)
        assert (game.observe(before, seat) == game.observe(after, seat)).all()


def test_a_jack_dealt_into_the_skat_travels_on_with_pushes():
    """3.7, A9."""
    state = played(shoving(), F_JUNGFRAU.deck, ["push"] * 3)
    assert "JC" in cards_of(state.skat)


def test_a_taker_keeps_the_jacks_he_takes():
    """A9."""
    game = shoving()
    state = played(game, E38_DECK, ["take"])
    assert not {"JC", "JS", "JH"} & legal(game, state)
    game.play(state, ["AC"])
    assert not {"JC", "JS", "JH"} & legal(game, state)


def test_plain_ramsch_leaves_the_skat_alone():
    """3.1, 3.7: no SCHIEBEN."""
    game = table(ramsch_style="plain", grand_hand_rule="off")
    state = played(game, E38_DECK, [])
    assert legal(game, state) == {"announce_jungfrau", "no_announce"}
    assert cards_of(state.skat) == {"JS", "JH"}
