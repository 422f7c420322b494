"""The rules of thumb for Ramsch, one by one (rules, 9.1 to 9.4), and what they are worth against random players."""

import pickle
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from agents import make
from agents.heuristic.skat_family.hands import card_to_pass, grand_strength, unsafe_cards
from agents.heuristic.skat_family.play import (
    follow_as_declarer,
    follow_as_defender,
    follow_in_ramsch,
    lead_as_declarer,
    lead_as_defender,
    unseen_cards,
)
from envs.agent import NoLegalActionError
from envs.core.rng import make_streams
from envs.games.ramsch.observation import At
from envs.games.skat_family.cards import ALL_CARDS, CARD_POINTS, JACKS, PACK, Kind
from envs.games.skat_family.state import Phase
from ramsch_deals import dealt
from ramsch_table import legal, played, table
from sizes import sized

SCHIEBER = {"grand_hand_rule": "off", "jungfrau_announce": False}
PLAIN = {"ramsch_style": "plain", **SCHIEBER}
GRAND_HAND = {"jungfrau_announce": False}
EVERYWHERE = [
    {},
    {"ramsch_style": "plain"},
    {"pass_jacks": True, "pass_rule": "none_taken"},
    {"pass_rule": "not_same_two", "grand_hand_rule": "off"},
    {"grand_hand_rule": "unlimited", "grand_hand_announcements": True, "kontra_levels": 4},
    {"grand_hand_rule": "unlimited", "kontra_levels": 4, "kontra_timing": "before_own_first_card"},
    {"episode": "match", "rounds": 1},
]
"""Tables that between them have every phase."""
RNG = np.zeros(1, np.uint64)

cards, card, text = PACK.parse_set, PACK.parse, PACK.format


def choice(game: Any, state: Any) -> str:
    """What the heuristic does in a state, by name."""
    observation = game.observe(state, game.current_player(state))
    return game.actions.name(make("heuristic", game).act(observation, game.action_mask(state), RNG))


def chosen(deck: str, actions: list[str] | tuple[str, ...] = (), **options: Any) -> str:
    """What the heuristic does after these actions."""
    game = table(**options)
    return choice(game, played(game, deck, actions))


def card_played(hand: str, trick: str = "", declarer: str = "", second: str = "") -> str:
    """The card played from ten cards to the first trick.

    Args:
        hand: the ten cards.
        trick: what was played before; the first of the two by forehand.
        declarer: F, M or R declared a Grand Hand; nobody: it is a Ramsch.
        second: further cards of middlehand where they matter (he may hold no card of the suit that he does not follow).
    """
    before = trick.split()
    hands = [before[0] if before else "", " ".join([*before[1:2], second]), ""]
    hands[len(before)] = hand
    if not declarer:
        return chosen(dealt(*hands), before, **PLAIN)
    said = ["no_grand_hand"] * "FMR".index(declarer) + ["grand_hand"]
    return chosen(dealt(*hands), [*said, *before], **GRAND_HAND)


# --- What a hand is worth (9.1) --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("holding", "unsafe"),
    [
        ("7C 8C 9C", ""),
        ("7C 9C KC AC", ""),
        ("8C", "8C"),
        ("7C QC", "QC"),
        ("7C 9C TC", "TC"),
        ("8C KC AC", "8C KC AC"),
        ("7C AS 8H TH", "AS 8H TH"),
        ("JC JD", ""),
        ("7C JC 9C JS KC", ""),
    ],
)
def test_the_kth_card_of_a_suit_is_unsafe_if_its_rank_in_ramsch_exceeds_2k(holding, unsafe):
    """9.1: 7 8 9 Q K T A are 0 to 6; jacks do not count."""
    assert unsafe_cards(Kind.GRAND, cards(holding)) == cards(unsafe)


@pytest.mark.parametrize(("holding", "unsafe"), [("7C 9C JC KC", ""), ("7C TC", "TC"), ("JC", "JC"), ("7S 8S AS", "AS")])
def test_in_null_jacks_count_among_their_suit(holding, unsafe):
    """9.1: 7 8 9 T J Q K A are 0 to 7."""
    assert unsafe_cards(Kind.NULL, cards(holding)) == cards(unsafe)


@pytest.mark.parametrize(
    ("hand", "strength"),
    [
        ("JC AC TC AS TS AH TH AD TD KD", -9),
        ("JS JH 7C 8C 9C 7S 8S 9S 7H 8H", 2),
        ("JC JS 7C 8C 9C 7S 8S 9S 7H 8H", 2.5),
        ("JC JS JH JD AC TC TS KS TH QD", 4 + 0.5 + 1.75 + 0.5),
        ("JC JS AC TC AS TS AH 7H TD KD", 2.5 + 1.75 + 1.75 + 1 + 0.5),
    ],
)
def test_a_grand_hand_needs_two_jacks_and_counts_jacks_aces_and_tens(hand, strength):
    """9.4-1."""
    assert grand_strength(cards(hand)) == 4 * strength


# --- Before play (9.1, 9.4) ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "call"),
    [
        ("JC JS AC TC TS KS KH 7H 8H 9D", "grand_hand"),  # 4.75
        ("JC JS AC TC QS KS KH 7H 8H 9D", "no_grand_hand"),  # 4.25
        ("JS JH JD AC TC QS KH 7H 8H 9D", "grand_hand"),  # 4.75: a third jack is worth as much as an ace
        ("JC AC TC AS TS AH TH AD TD KD", "no_grand_hand"),  # one jack
    ],
)
def test_a_grand_hand_is_declared_from_strength_4_75_with_jacks_at_1(hand, call):
    """9.4-1."""
    assert chosen(dealt(hand)) == call


def test_nothing_is_announced_with_a_grand_hand():
    """9.1-2."""
    deck = dealt("JC JS JH JD AC TC AS TS AH TH")
    assert chosen(deck, ["grand_hand"], grand_hand_announcements=True) == "declare_GH"


@pytest.mark.parametrize(
    ("hand", "call"),
    [
        ("JH JD AC 7S 8S 9S 7H 8H 9H 7D", "kontra"),
        ("JC JS JH AC AS 9S 7H 8H 9H 7D", "kontra"),
        ("JH AC AS TS 8S 9S 7H 8H 9H 7D", "no_kontra"),
        ("JC JS TC KC 8S 9S 7H 8H 9H 7D", "no_kontra"),
    ],
)
@pytest.mark.parametrize("timing", ["before_first_lead", "before_own_first_card"])
def test_kontra_is_said_with_two_jacks_and_an_ace(hand, call, timing):
    """9.1-4."""
    options = {"kontra_levels": 1, "kontra_timing": timing}
    game = table(**options)
    state = played(game, dealt("", hand), ["grand_hand"])
    if timing == "before_own_first_card":
        game.play(state, [min(legal(game, state))])
    assert choice(game, state) == call


def test_nobody_raises():
    """9.1-4: Re never."""
    assert chosen(dealt("JC JS JH JD AC TC AS TS AH TH"), ["grand_hand", "kontra"], kontra_levels=2) == "no_raise"


@pytest.mark.parametrize(
    ("hand", "call"),
    [
        ("7C 8C 9C 7S 8S 9S 7H 8H 9H 7D", "push"),
        ("7C 8C 9C 7S 8S 9S 7H 8H 9H AD", "push"),  # one unsafe card
        ("7C 8C 9C 7S 8S 9S 7H 8H TH AD", "take"),  # two
        ("7C 8C 9C 7S 8S 9S 7H 8H JC 7D", "push"),  # a high jack counts as one
        ("7C 8C 9C 7S 8S 9S 7H 8H JC AD", "take"),
        ("7C 8C 9C 7S 8S 9S 7H 8H JC JS", "take"),
        ("7C 8C 9C 7S 8S 9S 7H AD JH JD", "push"),  # low ones do not
        ("7C 8C 9C 7S 8S 9S 7H JS JH JD", "take"),  # but there may be only two
    ],
)
def test_the_skat_is_pushed_with_hardly_an_unsafe_card_and_at_most_two_jacks(hand, call):
    """9.4-2."""
    assert chosen(dealt(hand), **SCHIEBER) == call


def passed_on(deck: str, **options: Any) -> set[str]:
    """The two cards that forehand passes on when he takes the skat."""
    game = table(**SCHIEBER, **options)
    state = played(game, deck, ["take"])
    pair = []
    for _ in range(2):
        pair.append(choice(game, state))
        game.play(state, pair[-1:])
    return set(pair)


def test_bare_high_cards_are_passed_on():
    """9.4-3: the ace of hearts and the ten of diamonds are all that is unsafe."""
    assert passed_on(dealt("7C 8C 9C 7S 8S 9S 7H 8H AH TD", "", "", "JC 7D")) == {"AH", "TD"}


def test_without_unsafe_cards_points_are_passed_on():
    """9.4-3: ace and king of clubs are safe, and it stays so without them."""
    assert passed_on(dealt("7C 9C KC AC 7S 8S 9S 7H 8H 9H", "", "", "JC 7D")) == {"AC", "KC"}


def test_jacks_are_kept_even_where_they_may_be_passed_on():
    """9.4-3: of all pairs of non-jacks."""
    deck = dealt("JC JS JH JD 7C 8C 9C 7S 8S 9S", "", "", "7H 8H")
    assert not passed_on(deck, pass_jacks=True) & {"JC", "JS", "JH", "JD"}


@pytest.mark.parametrize(
    ("hand", "skat", "passed"),
    [
        ("TC KC 7S 9S TS 8H 9H QH 7D 8D", "JC 7H", {"TC", "KC"}),  # a suit of high cards is emptied
        ("7C 8C AC 7S 8S TS 7H 9H KH QD", "JC AD", {"QD", "AD"}),  # rather than the safe aces and tens above low cards go
    ],
)
def test_a_suit_without_low_cards_is_emptied(hand, skat, passed):
    """9.4-3."""
    assert passed_on(dealt(hand, "", "", skat)) == passed


def danger(hand: tuple[int, ...]) -> int:
    """What the suits of a hand cost, in tenths: 9.4-3, word by word."""
    total = 0
    for suit in range(4):
        ranks = sorted("789QKTA".index(text(c)[0]) for c in hand if c // 8 == suit and text(c)[0] != "J")
        total += sum([-150, -50, 10, 75, 120, 155, 155][rank] for rank in ranks[:1])
        total += sum([0, -180, -130, -70, -15, 15, 15][rank] for rank in ranks[1:2])
    return total


def test_of_all_pairs_the_best_is_passed_on():
    """9.4-3, all 66 pairs tried; of equals the first."""
    for seed in range(sized(300)):
        twelve = np.sort(np.random.default_rng(seed).permutation(32)[:12]).tolist()
        pairs = list(combinations([c for c in twelve if not JACKS >> c & 1], 2))
        worth = [sum(int(CARD_POINTS[c]) for c in pair) - danger(tuple(set(twelve) - set(pair))) for pair in pairs]
        best = pairs[int(np.argmax(worth))]
        hand = sum(1 << c for c in twelve)
        assert card_to_pass(hand, hand, False) == best[0]
        left = hand & ~(1 << best[0])
        assert card_to_pass(left, left, True) == best[1]


@pytest.mark.parametrize(
    ("hand", "call"),
    [
        ("7C 8C 9C 7S 8S 9S 7H 8H 9H 7D", "announce_jungfrau"),
        ("7C 8C 9C 7S 8S 9S 7H 8H 9H AD", "no_announce"),
        ("7C 8C 9C 7S 8S 9S 7H 8H 9H JD", "no_announce"),
    ],
)
def test_a_jungfrau_is_announced_without_unsafe_card_and_jack(hand, call):
    """9.4-4."""
    assert chosen(dealt(hand), ramsch_style="plain", grand_hand_rule="off") == call


# --- Play of a Ramsch (9.4) ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "lead"),
    [
        # 7S is beaten by five unseen cards; so is 8S, which is higher; 7C by one; 8H by four, but it beats 7H.
        ("7C 9C KC TC AC 7S 8S 8H 9H JC", "7S"),
        # QC is beaten by two and beats nobody (its lower cards are here), 7H by two as well: fewer points.
        ("7C 8C 9C QC 7H 8H KH QH 9H JC", "7C"),
        # JD is beaten by three jacks, 8C by five and beats 7C: 3 against 3.5.
        ("JD 8C TS KS QS AS AH TH AD TD", "8C"),
        # 8C is beaten by four and beats 7C: 3 against 2.5.
        ("JD 8C AC KS QS AS TS AH TH AD", "JD"),
        # The jacks are beaten by JC, the hearts by AH, and neither beats anything: fewest points.
        ("JS JH JD 7H 8H 9H QH KH TH AC", "7H"),
    ],
)
def test_the_lead_is_a_card_that_many_unseen_cards_beat_and_that_beats_few(hand, lead):
    """9.4-6."""
    assert card_played(hand) == lead


def test_the_lead_of_unbeatable_cards_is_the_cheapest():
    """9.4-6: no unseen card beats any of these."""
    assert card_played("JC JS JH JD AC TC KC AS TS KS") == "KC"  # a jack counts as 5
    assert card_played("JC JS JH AC TC KC QC 9C 8C 7C") == "7C"


@pytest.mark.parametrize(
    ("calls", "lead"),
    [
        ("push push", "8S"),  # AC and TC lie in the skat, so nothing beats a club
        ("take 7D 8D push", "7C"),  # middlehand may hold them
        ("push take 7H 8H", "7C"),  # or rearhand
    ],
)
def test_cards_passed_on_are_seen_until_somebody_takes_them_up(calls, lead):
    """9: the last player who took knows the skat."""
    deck = dealt("7C 8C 9C QC KC 8S 9S QS KS TS", "7D 8D", "7H 8H", "AC TC")
    assert chosen(deck, ["take", "AC", "TC", *calls.split()], **SCHIEBER) == lead


@pytest.mark.parametrize(
    ("hand", "trick", "second", "follow"),
    [
        ("7C 9C KC AC 7S 8S 9S 7H 8H 9H", "TC", "", "KC"),  # the highest below the ten
        ("7C 9C KC AC 7S 8S 9S 7H 8H 9H", "QC TC", "", "KC"),
        ("7C 9C KC AC 7S 8S 9S 7H 8H 9H", "8C JD", "7D 8D 9D QD KD TD AD QS KS", "AC"),  # trumped: anything stays below
        ("JS JD 7C 8C 9C 7S 8S 9S 7H 8H", "JH", "", "JD"),
    ],
)
def test_who_follows_suit_plays_the_highest_card_below_the_winner(hand, trick, second, follow):
    """9.4-7."""
    assert card_played(hand, trick, second=second) == follow


@pytest.mark.parametrize(
    ("trick", "follow"),
    [
        ("7C", "9C"),  # hoping to be overtaken
        ("7C 8C", "AC"),  # the trick is mine anyway: with the most dangerous card
    ],
)
def test_who_must_go_above_takes_the_trick_only_when_last_with_the_highest_card(trick, follow):
    """9.4-7."""
    assert card_played("9C KC AC 7S 8S 9S 7H 8H 9H 7D", trick) == follow


@pytest.mark.parametrize(
    ("hand", "thrown"),
    [
        ("JC JS 7S 9S AS 7H 8H TH 7D AD", "AS"),  # AS and AD are equal, TH is 10 + 2.5 + 5
        ("7S 9S AS 7H 8H 9H KD 7D 8D 9D", "AS"),  # 11 + 3 + 5
        ("7S 9S KS AS 7H 8H TH 7D 8D 9D", "TH"),  # unsafe: 10 + 2.5 + 5 against the safe ace's 11 + 3
        ("JC JS JH JD 7S 8S 9S 7H 8H 9H", "9S"),  # no jack goes in
    ],
)
def test_who_is_void_throws_the_card_with_points_and_rank_and_danger(hand, thrown):
    """9.4-8; clubs are led."""
    assert card_played(hand, "KC") == thrown


def test_a_jack_under_a_higher_jack_may_be_thrown():
    """9.4-8: JD does not beat JH; 2 points and the ninth rank are more than a 9."""
    second = "7S 8S 9S QS KS TS AS QD KD"
    assert card_played("JS JD 7H 8H 9H 7D 8D 9D QH KH", "KC JH", second=second) == "KH"
    assert follow_in_ramsch(cards("JS JD 7H 8H 9H"), card("KC"), card("JH"), True) == card("JD")


@pytest.mark.parametrize(("is_last", "follow"), [(True, "JS"), (False, "JD")])
def test_who_has_only_winning_jacks_takes_the_trick_with_the_highest_when_last(is_last, follow):
    """9.4-8."""
    assert follow_in_ramsch(cards("JS JH JD"), card("KC"), card("KC"), is_last) == card(follow)


# --- Declarer of a Grand Hand (9.2) ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "lead"),
    [
        ("JC JD AC TC AS TS AH 7H 8H 9H", "JC"),  # a boss trump, and others have trumps
        ("JS JH 7C TC AS TS AH 7H 8H 9H", "AS"),  # JC is out: the unbeaten card with most points
        ("JC JS JH JD AC TC 7S KH 8H 9H", "AC"),  # nobody else has a trump
        ("JS JH KC QC KS QS KH 8H 9H 7D", "7D"),  # nothing unbeaten: fewest points, lowest
    ],
)
def test_the_declarer_draws_trumps_then_plays_what_is_unbeaten(hand, lead):
    """9.2, lead 1, 3 and 5."""
    assert card_played(hand, declarer="F") == lead


def test_the_declarer_with_trumps_only_leads_the_highest():
    """9.2, lead 4."""
    assert lead_as_declarer(Kind.GRAND, cards("JH JD"), cards("JC 7C 8C")) == card("JH")


@pytest.mark.parametrize(
    ("hand", "lead"),
    [
        ("JS AH TH KH 9H 7C", "9H"),
        ("JS KH 9H 7C AS", "AS"),  # too few trumps
        ("JC AH TH KH 7C", "JC"),  # boss
    ],
)
def test_the_declarer_of_a_suit_game_forces_out_trumps_with_a_low_one_of_four(hand, lead):
    """9.2, lead 2; hearts are trumps."""
    assert lead_as_declarer(Kind.HEARTS, cards(hand), ALL_CARDS & ~cards(hand)) == card(lead)


@pytest.mark.parametrize(
    ("hand", "trick", "follow"),
    [
        ("AC TC KC JC 7S 8S 9S 7H 8H 9H", "9C 8C", "AC"),  # most points, not the cheapest winner
        ("JC JD 7S 8S 9S 7H 8H 9H AD KD", "9C 7C", "7S"),  # nothing is not worth a trump
        ("JC JD 7S 8S 9S 7H 8H 9H AD KD", "QC 7C", "JD"),  # 3 points are worth one
        ("JC JH 7S 8S 9S 7H 8H 9H AD KD", "JD JS", "JC"),
        ("JH 7S 8S 9S 7H 8H 9H AD KD QD", "JD JS", "JH"),  # cannot win, must follow
    ],
)
def test_the_declarer_in_third_seat_wins_with_points_or_a_low_trump(hand, trick, follow):
    """9.2, follow 1."""
    assert card_played(hand, trick, declarer="R") == follow


@pytest.mark.parametrize(
    ("legal_cards", "led", "best", "points", "follow"),
    [
        ("AH KH 9H JC", "TC", "TC", 10, "AH"),  # a trump ace that wins
        ("AH KH 9H JC", "JD", "JD", 2, "JC"),  # trump led: the ace does not win
        ("AH TH 9H 7S", "9C", "9C", 0, "7S"),
    ],
)
def test_the_declarer_of_a_suit_game_brings_home_trump_ace_and_ten(legal_cards, led, best, points, follow):
    """9.2, follow 1; hearts are trumps."""
    unseen = cards("JS")
    answer = follow_as_declarer(Kind.HEARTS, cards(legal_cards), unseen, card(led), card(best), points, True)
    assert answer == card(follow)


@pytest.mark.parametrize(
    ("hand", "trick", "follow"),
    [
        ("AC TC 7C JC 7S 8S 9S 7H 8H 9H", "8C", "AC"),  # a boss
        ("KC 9C 7C JC 7S 8S 9S 7H 8H 9H", "8C", "7C"),  # AC and TC are out
        ("JC JD 7S 8S 9S 7H 8H 9H AD KD", "TC", "JD"),  # 10 points: in a Grand the lowest trump
        ("JC JD 7S 8S 9S 7H 8H 9H AD KD", "KC", "JC"),  # 4 points: the lowest boss trump
        ("JC JS JD 8S 9S 7H 8H 9H AD KD", "KC", "JS"),
        ("JH JD 7S 8S 9S 7H 8H 9H AD KD", "KC", "7S"),  # no boss
        ("JC JD 7S 8S 9S 7H 8H 9H AD KD", "9C", "7S"),  # no points
    ],
)
def test_the_declarer_in_second_seat_plays_a_boss_or_nothing(hand, trick, follow):
    """9.2, follow 2 and 3."""
    assert card_played(hand, trick, declarer="M") == follow


@pytest.mark.parametrize(("hand", "follow"), [("JC KH 9H 7S", "KH"), ("JC JD 7S", "JD"), ("JC AH 7S", "AH")])
def test_the_declarer_of_a_suit_game_trumps_ten_points_high_but_saves_the_jacks(hand, follow):
    """9.2, follow 2."""
    assert follow_as_declarer(Kind.HEARTS, cards(hand), cards("JS"), card("TC"), card("TC"), 10, False) == card(follow)


def test_who_cannot_win_keeps_a_jack_rather_than_a_king():
    """9.2 and 9.3, last rule: a jack counts as 5."""
    assert follow_as_declarer(Kind.HEARTS, cards("JD KH TH"), cards("JS"), card("JC"), card("JC"), 2, False) == card("KH")
    assert follow_as_declarer(Kind.HEARTS, cards("JC JD KH TH"), 0, card("8C"), card("8C"), 0, True) == card("KH")
    assert follow_as_defender(Kind.HEARTS, cards("JD QH"), 0, card("JS"), False, True, True) == card("QH")


# --- Defenders of a Grand Hand (9.3) ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "declarer", "lead"),
    [
        ("AC KC QC 9C 8C AS 7S 8H 9H 7D", "M", "AS"),  # clubs are five: perhaps somebody has none
        ("KC QC 9C 8C 7C KS 9S 8H 9H QH", "M", "7C"),  # the declarer plays second: my longest suit
        ("KC QC 9C 8C 7C KS 9S 8H 9H QH", "R", "9S"),  # he plays last: my shortest
        ("JC JS KC QC 9C KS 9S 8S QH 8D", "R", "QH"),
    ],
)
def test_a_defender_leads_an_unbeaten_card_or_from_the_length_that_suits_the_declarers_seat(hand, declarer, lead):
    """9.3, lead 1 and 2; suits of equal length by their order."""
    assert card_played(hand, declarer=declarer) == lead


def test_a_defender_with_trumps_only_leads_the_lowest():
    """9.3 is silent."""
    assert lead_as_defender(Kind.GRAND, cards("JC JH JD"), cards("JS"), True) == card("JD")


@pytest.mark.parametrize(
    ("hand", "trick", "declarer", "follow"),
    [
        ("TC 8C JC 7S 8S 9S 7H 8H 9H 7D", "7C KC", "F", "TC"),  # the declarer has played, the partner wins
        ("7C QC JC 7S 8S 9S 7H 8H 9H 7D", "AC", "R", "QC"),  # the partner's ace is a boss
        ("JC 7S 8S AS 7H 8H 9H 7D 8D 9D", "AC", "R", "AS"),
        ("JC JD AS 7S 8S 7H 8H 9H 7D 8D", "JS JH", "M", "JD"),  # jacks must follow: of equal points the lower
    ],
)
def test_a_defender_gives_points_to_the_partners_trick(hand, trick, declarer, follow):
    """9.3, follow 1."""
    assert card_played(hand, trick, declarer=declarer) == follow


def test_a_defender_with_trumps_only_gives_the_lowest_to_the_partner():
    """9.3, follow 1, ties by rank."""
    answer = follow_as_defender(Kind.GRAND, cards("JS JH JD"), cards("8C"), card("AC"), True, True, True)
    assert answer == card("JD")


@pytest.mark.parametrize(
    ("hand", "trick", "declarer", "follow"),
    [
        ("AC TC 8C JC 7S 8S 9S 7H 8H 9H", "KC 7C", "F", "AC"),  # last: ace or ten
        ("JC JD 7S 8S 9S 7H 8H 9H AD KD", "KC 7C", "F", "JD"),  # or else the lowest winner
        ("TC KC 8C JC 7S 8S 9S 7H 8H 9H", "QC", "F", "KC"),  # not last: the lowest, too
        ("JC JD 7S 8S 9S 7H 8H 9H AD KD", "KC", "F", "JD"),
        ("9C 8C JC 7S 8S 9S 7H 8H 9H 7D", "KC 7C", "F", "8C"),  # cannot win: fewest points, lowest
    ],
)
def test_a_defender_beats_the_declarers_card(hand, trick, declarer, follow):
    """9.3, follow 2."""
    assert card_played(hand, trick, declarer=declarer) == follow


@pytest.mark.parametrize(
    ("hand", "trick", "follow"),
    [
        ("AC 9C 8C JC 7S 8S 9S 7H 8H 9H", "KC", "AC"),  # a winning boss: the declarer may have the ten
        ("TC 8C JC 7S 8S 9S 7H 8H 9H 7D", "KC", "8C"),  # the ace is out
    ],
)
def test_a_defender_before_the_declarer_plays_a_winning_boss_or_nothing(hand, trick, follow):
    """9.3, follow 3 and 4; the partner's king can be beaten."""
    assert card_played(hand, trick, declarer="R") == follow


# --- Always ----------------------------------------------------------------------------------------------------------------


def turns(game: Any, deals: int, seed: int, seat: int = 0, states: Any = None) -> Any:
    """Play deals with the heuristic in one seat and random players in the others.

    Yields:
        Before every turn: observations, masks and states of those tables where somebody is to move.
    """
    heuristic_agent, random_agent = make("heuristic", game), make("random", game)
    states = game.deal_many(deals, seed) if states is None else states
    streams = make_streams(deals, seed)
    observations = np.zeros((deals, game.observation_size), np.int8)
    masks = np.zeros((deals, game.num_actions), np.int8)
    actions = np.zeros(deals, np.int64)
    while (states["player"] >= 0).any():
        game.action_mask_many(states, masks)
        game.observe_many(states, observations)
        rows = np.flatnonzero(states["player"] >= 0)
        yield observations[rows], masks[rows], states[rows]
        for agent, is_its_turn in ((heuristic_agent, states["player"] == seat), (random_agent, states["player"] != seat)):
            mine = rows[is_its_turn[rows]]
            drawn = streams[mine]
            actions[mine] = agent.act_many(observations[mine], masks[mine], drawn)
            streams[mine] = drawn
        game.step_many(states, actions)


def losses(game: Any, deals: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """What the heuristic and each of two random players lose per deal, over the three seats of the heuristic."""
    own, others = np.zeros(deals), np.zeros(deals)
    for seat in range(3):
        states = game.deal_many(deals, seed)
        for _ in turns(game, deals, seed, seat, states):
            pass
        scores = np.zeros((deals, 3))
        game.returns_many(states, scores)
        own -= scores[:, seat] / 3
        others -= (scores.sum(axis=1) - scores[:, seat]) / 6
    return own, others


@pytest.mark.parametrize("options", EVERYWHERE, ids=str)
def test_only_legal_actions_and_each_row_for_itself(options):
    game = table(**options)
    agent = make("heuristic", game)
    for observations, masks, _ in turns(game, sized(300), seed=1):
        actions = agent.act_many(observations, masks, np.zeros(len(masks), np.uint64))
        assert masks[np.arange(len(masks)), actions].all()
        for i in range(0, len(masks), 7):
            assert agent.act(observations[i], masks[i], RNG) == actions[i]


@pytest.mark.parametrize("options", EVERYWHERE, ids=str)
def test_hidden_cards_dealt_anew_change_no_choice(options):
    game = table(**options)
    agent = make("heuristic", game)
    for observations, masks, _ in turns(game, sized(100), seed=2):
        worlds = game.determinize_many(observations, 3)
        again, again_masks = np.zeros_like(observations), np.zeros_like(masks)
        game.observe_many(worlds, again)
        game.action_mask_many(worlds, again_masks)
        rngs = np.zeros(len(masks), np.uint64)
        assert (agent.act_many(again, again_masks, rngs) == agent.act_many(observations, masks, rngs)).all()


def test_unseen_is_what_others_hold_and_the_skat_unless_it_is_known():
    """9, compared with the whole record."""
    for observations, _, states in turns(table(**SCHIEBER), sized(100), seed=4):
        for observation, state in zip(observations, states, strict=True):
            if state["phase"] != Phase.PLAY:
                continue
            me = int(state["turn"])
            hidden = int(state["skat"])
            for other in range(3):
                hidden |= int(state["hands"][other]) if other != me else 0
            if int(state["took"]) >> me == 1:
                hidden &= ~int(state["put_away"][me])
            assert unseen_cards(observation, At.POSITION, At.TOOK) == hidden


def test_nobody_to_move_is_an_error():
    game = table()
    size = (2, game.observation_size)
    with pytest.raises(NoLegalActionError, match="row 0 has no legal action"):
        make("heuristic", game).act_many(
            np.zeros(size, np.int8), np.zeros((2, game.num_actions), np.int8), np.zeros(2, np.uint64)
        )


def test_a_pickled_agent_plays_the_same():
    game = table()
    state = game.deal(seed=5)
    agent = pickle.loads(pickle.dumps(make("heuristic", game)))
    assert game.actions.name(agent.act(game.observe(state, state.player), game.action_mask(state), RNG)) == choice(game, state)


def test_the_heuristic_loses_about_a_tenth_of_what_random_players_lose():
    """9, sanity targets: in Schieberamsch without announcements and Grand Hands, by which a random player mostly beats himself.

    The 95 % interval of the ratio, from deals in which the heuristic sat in each seat, lies between a twelfth and an eighth.
    """
    own, others = losses(table(**SCHIEBER), sized(20000), seed=6)
    ratio = own.mean() / others.mean()
    half = 1.96 * (own - ratio * others).std(ddof=1) / len(own) ** 0.5 / others.mean()
    assert 1 / 12 < ratio - half < ratio + half < 1 / 8


@pytest.mark.parametrize("options", EVERYWHERE, ids=str)
def test_the_heuristic_beats_random_players_at_every_table(options):
    own, others = losses(table(**options), sized(2000), seed=7)
    difference = others - own
    assert difference.mean() > 1.96 * difference.std(ddof=1) / len(difference) ** 0.5
