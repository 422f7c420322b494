"""What people see of a table: complete, and nothing that is hidden from them."""

import numpy as np
import pytest

import envs
from envs.core.scene import FACE_DOWN, face_down, in_order, split_tricks
from envs.render.text import describe
from sizes import sized
from tables_for_eyes import dealt_anew, heard_so_far

every_game = pytest.mark.parametrize("game_id", envs.list_games())


def test_cards_are_brought_into_the_order_in_which_they_were_played():
    assert in_order([2, 0, 1, 3], [5, -1, 4, 4], ("7C", "8C", "9C", "TC")) == ((4, "9C"), (5, "7C"), (4, "TC"))


def test_the_trick_before_is_whole_and_empty_at_first():
    plays = ((0, "7C"), (1, "8C"), (1, "AS"), (0, "KS"))
    assert split_tricks(plays, 0, 2) == ((), ((1, "AS"), (0, "KS")))
    assert split_tricks(plays[:1], 1, 2) == (plays[:1], ())


@every_game
def test_a_seat_is_shown_nothing_that_it_cannot_know(game_id):
    """Deal anew what a seat cannot see: its scene, its text and what it has heard stay the same."""
    game, rng = envs.load_game(game_id), np.random.default_rng(3)
    compared = 0
    for seed in range(sized(5)):
        state = game.deal(seed=seed)
        while not game.is_terminal(state):
            if rng.random() < 0.1:
                seat = int(rng.integers(game.num_players))
                again = dealt_anew(game, state, seat, rng)
                assert game.scene(again, seat) == game.scene(state, seat)
                assert game.describe(again, seat) == game.describe(state, seat)
                assert heard_so_far(game, again, seat) == heard_so_far(game, state, seat)
                compared += again != state
            game.step(state, int(rng.choice(game.legal_actions(state))))
    assert compared


@every_game
def test_an_open_scene_shows_every_card_and_a_seat_counts_those_it_does_not_see(game_id):
    game, rng = envs.load_game(game_id), np.random.default_rng(4)
    state = game.deal(seed=2)
    while not game.is_terminal(state):
        scene = game.scene(state)
        assert scene.viewer is None
        assert scene.to_move == game.current_player(state)
        assert scene.question
        lying = [card for _, card in scene.trick] + [card for _, cards in scene.piles for card in cards]
        shown = [*lying, *(card for seat in scene.seats for card in seat.hand)]
        assert FACE_DOWN not in shown
        assert len(set(shown)) == len(shown)
        for viewer in range(game.num_players):
            own = game.scene(state, viewer)
            assert [seat.hand for seat in own.seats][viewer] == scene.seats[viewer].hand
            assert own.trick == scene.trick
            assert own.last_trick == scene.last_trick
        game.step(state, int(rng.choice(game.legal_actions(state))))
    scores = [seat.score for seat in game.scene(state).seats]
    assert scores == list(game.returns(state))


@every_game
def test_a_match_shows_running_totals(game_id):
    game, rng = envs.load_game(game_id, episode="match"), np.random.default_rng(5)
    state = game.deal(seed=2)
    while state.deals < 4:
        game.step(state, int(rng.choice(game.legal_actions(state))))
    assert [seat.total for seat in game.scene(state, 0).seats] == list(game.returns(state))


@every_game
def test_every_illegal_action_has_a_reason(game_id):
    game, rng = envs.load_game(game_id), np.random.default_rng(6)
    for seed in range(sized(5)):
        state = game.deal(seed=seed)
        while not game.is_terminal(state):
            legal = game.legal_actions(state)
            assert game.why_illegal(state, legal[0]) == ""
            action = int(rng.integers(game.num_actions))
            if action not in legal:
                reason = game.why_illegal(state, action)
                assert reason
                with pytest.raises(envs.IllegalActionError) as error:
                    game.step(state, action)
                assert f": {reason}. Legal: " in str(error.value)
            game.step(state, int(rng.choice(legal)))
        assert game.why_illegal(state, 0) == ""


def test_a_dealer_who_sits_out_holds_nothing_and_says_so():
    game = envs.load_game("skat/isko-v0", players=4)
    state = game.deal(seed=1, dealer=2)
    seat = game.scene(state, 2).seats[2]
    assert seat.hand == ()
    assert seat.roles == ("dealer", "sits out")
    assert [len(other.hand) for other in game.scene(state, 2).seats] == [10, 10, 0, 10]


SKAT_DECK = "QC AH TH 7S 7D 9H 9S KD QS 8D QH TC 8S 9D JH 8H AS AD 7C QD TD 7H AC JD 9C 8C KH KC JC JS TS KS"


@pytest.mark.parametrize(
    ("declared", "hand"),
    [
        ([], "JH JD TC QC 9C 8C AH TH 8S 9D"),
        (["declare_HH"], "JH JD AH TH TC QC 9C 8C 8S 9D"),
        (["declare_NH"], "QC TC 9C 8C AH JH TH 8S JD 9D"),
    ],
    ids=["before a game is declared, as for Grand", "trumps first", "Null ranks the ten below the jack"],
)
def test_hands_are_sorted_as_the_game_ranks(declared: list[str], hand: str) -> None:
    game = envs.load_game("skat/isko-v0")
    state = game.deal(deck=SKAT_DECK.split(), dealer=2)
    game.play(state, ["bid_18", "hold", "pass", "pass", "hand", *declared])
    assert " ".join(game.scene(state).seats[0].hand) == hand


def test_text_can_be_made_of_every_scene():
    game = envs.load_game("schmier/standard-v0")
    state = game.deal(seed=1)
    text = describe(game.scene(state, 3))
    assert text.startswith("bid: bidding")
    assert text.count("6 cards") == 5
    assert "stock  17 cards" in text
    assert face_down(17) == game.scene(state, 3).piles[0][1]
