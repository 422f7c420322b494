"""The whole hands of section 8.14: every card legal, every trick's winner and card points, and what the hand pays."""

import pytest

from envs.games.sheepshead.cards import CARD_POINTS, COUNTERS, PACK
from sheepshead_replays import REPLAYS
from sheepshead_table import cards_of, deck_of, said, started, table


@pytest.mark.parametrize("name", REPLAYS)
def test_a_whole_hand_goes_as_written(name):
    replay = REPLAYS[name]
    game = table(replay.variant, **replay.options)
    state = started(game, deck_of(replay), said(replay.said))
    for number, trick in enumerate(replay.tricks):
        before = state.tricks_won.copy(), state.card_points.copy(), state.won.copy()
        for word, action in zip(trick.split(), cards_of(trick), strict=False):
            assert word[0] == str(game.current_player(state)), (number, trick)
            game.play(state, [action])
        _, (winner, points) = trick.split(" > ")[0], trick.split(" > ")[1].split()
        seat = int(winner[0])
        assert state.tricks_won[seat] == before[0][seat] + 1, trick
        if replay.variant == "sh24":
            assert int(state.won[seat] & ~before[2][seat] & COUNTERS).bit_count() == int(points)
        else:
            assert state.card_points[seat] - before[1][seat] == int(points), trick
    assert game.is_terminal(state)
    assert list(game.returns(state)) == replay.scores
    if replay.side:
        assert [seat for seat in range(game.num_players) if state.side >> seat & 1] == [int(s) for s in replay.side.split()]


@pytest.mark.parametrize("name", REPLAYS)
def test_the_cards_of_the_tricks_are_worth_what_is_said(name):
    replay = REPLAYS[name]
    if replay.variant == "sh24":
        return
    for trick in replay.tricks:
        cards = [word.partition(":")[2].rstrip("*") for word in trick.partition(" >")[0].split()]
        assert sum(int(CARD_POINTS[PACK.parse(card)]) for card in cards) == int(trick.split()[-1])
