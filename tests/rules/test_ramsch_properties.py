"""Laws of Ramsch that hold in every deal, tried on deals that Hypothesis makes up.

Sections of the rules are cited by number.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from envs.registration import load_game
from oracle_ramsch import PACK, card_points, effective_suit, winning_card
from ramsch_deals import cards_of
from sizes import sized

ALL_CARDS = 2**32 - 1
PLAIN_CARDS = [card for card in PACK if card[0] != "J"]

decks = st.permutations(range(32))
dealers = st.integers(0, 2)
choices = st.lists(st.floats(0, 1, exclude_max=True), min_size=60, max_size=60)
"""Where among the legal actions each decision falls."""
tables = st.fixed_dictionaries(
    {},
    optional={
        "ramsch_style": st.sampled_from(["schieber", "plain"]),
        "ramsch_skat_to": st.sampled_from(["last_trick", "loser", "nobody"]),
        "ramsch_multiplier": st.sampled_from(["multiplicative", "additive"]),
        "ramsch_tie": st.sampled_from(["both_lose", "split", "last_trick"]),
        "ramsch_three_way": st.sampled_from(["zero", "all_lose"]),
        "pass_jacks": st.booleans(),
        "pass_rule": st.sampled_from(["any_two", "not_same_two", "none_taken"]),
        "jungfrau_announce": st.booleans(),
        "grand_hand_rule": st.sampled_from(["off", "unlimited"]),
        "grand_hand_announcements": st.booleans(),
        "kontra_levels": st.integers(0, 4),
        "kontra_timing": st.sampled_from(["before_first_lead", "before_own_first_card"]),
    },
)
law = settings(max_examples=sized(400), deadline=None, derandomize=True, database=None)


def table(**options: Any) -> Any:
    """The game; here nobody declares a Grand Hand unless it is asked for."""
    return load_game("ramsch/schieberamsch-v0", **{"grand_hand_rule": "off", **options})


def play(game: Any, state: Any, places: list[float]) -> Iterator[Any]:
    """Play to the end and yield the state at every ply, the last one included."""
    for place in places:
        yield state
        legal = game.legal_actions(state)
        if not legal:
            return
        game.step(state, legal[int(place * len(legal))])
    raise AssertionError("a deal has at most 52 decisions")


def end_of(game: Any, deck: list[int], dealer: int, places: list[float]) -> Any:
    """The state at the end of the deal."""
    *_, state = play(game, game.deal(deck=deck, dealer=dealer), places)
    return state


def follow(game: Any, deck: list[int], dealer: int, names: list[str]) -> Any:
    """The state after these decisions."""
    state = game.deal(deck=deck, dealer=dealer)
    game.play(state, names)
    return state


def names_of(game: Any, state: Any) -> list[str]:
    """The decisions taken."""
    return [game.actions[action] for action in state.log[: state.log_length]]


def plays_of(state: Any) -> list[str]:
    """The cards played, in order."""
    order = {int(number): PACK[card] for card, number in enumerate(state.order) if number}
    return [order[number] for number in sorted(order)]


# --- Cards ---


@law
@given(decks, dealers, choices, tables)
def test_every_card_is_in_one_place_at_every_ply(deck, dealer, places, options):
    """In a hand, played, or in the skat (2, 3.6, 3.7)."""
    game = table(**options)
    for state in play(game, game.deal(deck=deck, dealer=dealer), places):
        sets = [*state.hands.tolist(), *state.played.tolist(), int(state.skat)]
        assert sum(cards.bit_count() for cards in sets) == 32
        assert sum(sets) == ALL_CARDS


@law
@given(decks, dealers, choices, tables)
def test_all_play_equally_many_cards_ten_when_nobody_stops_the_play(deck, dealer, places, options):
    """A failed Jungfrau stops it (3.6)."""
    state = end_of(table(**options), deck, dealer, places)
    failed = [p for p in range(3) if int(state.jungfrau) >> p & 1 and state.tricks_won[p]]
    numbers = {cards.bit_count() for cards in state.played.tolist()}
    assert numbers == {int(state.num_tricks)}
    assert (state.num_tricks == 10) or failed
    assert state.tricks_won.sum() == state.num_tricks


@law
@given(decks, dealers, choices, tables)
def test_card_points_of_tricks_and_skat_are_120(deck, dealer, places, options):
    """In every deal played to the end (5.6)."""
    state = end_of(table(**options), deck, dealer, places)
    left = [card for hand in state.hands.tolist() for card in cards_of(hand)]
    skat = list(cards_of(int(state.skat)))
    assert state.card_points.sum() + card_points(skat) + card_points(left) == 120
    assert state.card_points.sum() == card_points(plays_of(state))


@law
@given(decks, dealers, choices, tables)
def test_the_winner_of_a_trick_leads_the_next_and_has_its_points(deck, dealer, places, options):
    """Played out again with the referee's trick winner (2)."""
    state = end_of(table(**options), deck, dealer, places)
    plays = plays_of(state)
    who = {card: position for position in range(3) for card in cards_of(int(state.played[position]))}
    leader, points = 0, [0, 0, 0]
    for start in range(0, len(plays), 3):
        trick = plays[start : start + 3]
        assert [who[card] for card in trick] == [(leader + place) % 3 for place in range(3)]
        leader = who[winning_card(trick)]
        points[leader] += card_points(trick)
    assert state.card_points.tolist() == points


@law
@given(decks, dealers, choices, tables)
def test_whoever_does_not_follow_suit_had_none(deck, dealer, places, options):
    """And plays none afterwards (2)."""
    state = end_of(table(**options), deck, dealer, places)
    plays = plays_of(state)
    who = {card: position for position in range(3) for card in cards_of(int(state.played[position]))}
    for number, card in enumerate(plays):
        led = effective_suit(plays[number - number % 3])
        if effective_suit(card) != led:
            later = [c for c in plays[number:] if who[c] == who[card]] + list(cards_of(int(state.hands[who[card]])))
            assert led not in {effective_suit(c) for c in later}


@law
@given(decks, dealers, choices, st.sampled_from(["any_two", "not_same_two", "none_taken"]), st.booleans())
def test_the_skat_after_pushing_is_what_the_last_taker_passed_on(deck, dealer, places, pass_rule, pass_jacks):
    """Without jacks unless they may be passed on, and as the rule of passing on says (3.7)."""
    state = end_of(table(pass_rule=pass_rule, pass_jacks=pass_jacks), deck, dealer, places)
    takers = [position for position in range(3) if int(state.took) >> position & 1]
    assert int(state.took) | int(state.pushed) == 0b111
    assert int(state.took) & int(state.pushed) == 0
    on_table = {PACK[card] for card in deck[9:11]}
    for taker in takers:
        assert cards_of(int(state.taken[taker])) == on_table
        passed_on = cards_of(int(state.put_away[taker]))
        assert len(passed_on) == 2
        assert pass_jacks or not any(card[0] == "J" for card in passed_on)
        assert pass_rule != "none_taken" or not passed_on & on_table
        assert pass_rule != "not_same_two" or passed_on != on_table
        on_table = passed_on
    assert cards_of(int(state.skat)) == on_table


# --- Scores ---


@law
@given(decks, dealers, choices, tables, st.integers(1, 2), st.lists(st.integers(-500, 500), min_size=3, max_size=3))
def test_turning_the_table_turns_the_scores(deck, dealer, places, options, turn, totals):
    """Who sits where does not matter, also with list points from before (1.1)."""
    game = table(**options)
    by_turn = []
    for turned in (0, turn):
        carry = {"list_scores": np.roll(totals, turned).tolist()}
        state = game.deal(deck=deck, dealer=(dealer + turned) % 3, carry=carry)
        *_, state = play(game, state, places)
        by_turn.append(game.returns(state))
    assert np.roll(by_turn[0], turn).tolist() == by_turn[1].tolist()


def totals(state: Any, game: Any) -> list[int]:
    """Card points by position, with the skat where the loser is found with it (5.5)."""
    skat = card_points(list(cards_of(int(state.skat)))) if game.options.ramsch_skat_to.name == "LAST_TRICK" else 0
    return [int(points) + (skat if state.winner == position else 0) for position, points in enumerate(state.card_points)]


@law
@given(decks, dealers, choices, tables)
def test_in_a_ramsch_somebody_loses_or_wins_all_tricks_or_all_have_the_same(deck, dealer, places, options):
    """Nobody gains but by a Durchmarsch; nobody scores but at 40-40-40 (5.5)."""
    game = table(**{**options, "grand_hand_rule": "off"})
    state = end_of(game, deck, dealer, places)
    scores = sorted(game.returns(state))
    if scores[2] > 0:
        assert scores[:2] == [0, 0]
        assert sorted(state.tricks_won.tolist()) == [0, 0, 10]
        assert scores[2] % 120 == 0
    elif scores[0] == 0:
        assert len(set(totals(state, game))) == 1
        assert options.get("ramsch_three_way", "zero") == "zero"
        assert options.get("ramsch_tie") != "last_trick"


@law
@given(decks, dealers, choices, tables)
def test_only_those_with_the_most_card_points_lose(deck, dealer, places, options):
    """Their own card points or a multiple, unless they share (5.5)."""
    game = table(**{**options, "grand_hand_rule": "off", "jungfrau_announce": False})
    state = end_of(game, deck, dealer, places)
    points = totals(state, game)
    for position in range(3):
        score = int(state.scores[(dealer + 1 + position) % 3])
        if score < 0:
            assert points[position] == max(points)
            if options.get("ramsch_tie") != "split" and options.get("ramsch_skat_to") != "loser":
                assert score % points[position] == 0


@law
@given(decks, dealers, choices, st.integers(0, 3))
def test_each_push_doubles_the_score(deck, dealer, places, pushes):
    """The same cards played after takers who pass on what they took, or after pushes; additive adds one each (5.5)."""
    plain = table(ramsch_style="plain", jungfrau_announce=False)
    played = end_of(plain, deck, dealer, places)
    skat = [PACK[card] for card in deck[9:11]]
    takes = 3 - pushes if not any(card[0] == "J" for card in skat) else 0
    ways = ["take", *skat] * takes + ["push"] * (3 - takes)
    for multiplier, factor in (("multiplicative", 2 ** (3 - takes)), ("additive", 1 + 3 - takes)):
        game = table(jungfrau_announce=False, ramsch_multiplier=multiplier)
        state = follow(game, deck, dealer, ways + names_of(plain, played))
        is_jungfrau = sorted(played.tricks_won.tolist())[:2] != [0, 0] and 0 in played.tricks_won
        expected = plain.returns(played) * factor
        if is_jungfrau and multiplier == "additive":
            expected = plain.returns(played) / 2 * (factor + 1)
        assert game.returns(state).tolist() == expected.tolist()


@law
@given(decks, dealers, choices, st.permutations("CSHD"))
def test_the_plain_suits_are_alike(deck, dealer, places, suits):
    """Renaming them, the jacks apart, changes no score (2)."""
    game = table(pass_jacks=True)
    state = end_of(game, deck, dealer, places)
    renamed = {card: card[0] + suits["CSHD".index(card[1])] if card in PLAIN_CARDS else card for card in PACK}
    other_deck = [PACK.index(renamed[PACK[card]]) for card in deck]
    other = follow(game, other_deck, dealer, [renamed.get(name, name) for name in names_of(game, state)])
    assert game.is_terminal(other)
    assert game.returns(other).tolist() == game.returns(state).tolist()


@law
@given(decks, dealers, choices, tables)
def test_zero_sum_returns_settle_each_pair(deck, dealer, places, options):
    """Three times the own score minus the table's (5.6)."""
    game = table(**options)
    state = end_of(game, deck, dealer, places)
    settled = table(**options, reward="zero_sum")
    scores = game.returns(state)
    assert settled.returns(state).tolist() == (3 * scores - scores.sum()).tolist()


@pytest.mark.parametrize("rule", ["off", "unlimited"])
def test_a_deal_of_a_match_pays_what_it_pays_alone(rule):
    """Outside Bock rounds (6.1, 6.3)."""

    @law
    @given(st.integers(0, 2**31), choices, choices)
    def check(seed, first, second):
        match = table(episode="match", grand_hand_rule=rule)
        alone = table(grand_hand_rule=rule)
        state = match.deal(seed=seed)
        total = np.zeros(3)
        for places in (first, second):
            deck, dealer, number = state.deck.tolist(), int(state.dealer), int(state.deals)
            names = []
            for place in places:
                legal = match.legal_actions(state)
                names.append(match.actions[legal[int(place * len(legal))]])
                match.play(state, names[-1:])
                if state.deals != number:
                    break
            total += alone.returns(follow(alone, deck, dealer, names))
            assert match.returns(state).tolist() == total.tolist()

    check()
