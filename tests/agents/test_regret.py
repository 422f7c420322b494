"""What agents give away against play that sees all cards."""

import numpy as np
import pytest

import envs
from agents.evaluation.regret import find_regret
from agents.search.solver import NoSolverError, Solver
from envs.core.position import Unit
from envs.game import State
from open_cards import states_in_play

GAMES = {"skat/isko-v0": 5, "sheepshead/p5-v0": 4, "sheepshead/p4_5-v0": 5, "ramsch/schieberamsch-v0": 4}


@pytest.mark.parametrize("game_id", GAMES)
def test_a_card_gives_away_what_the_deal_is_worth_less_after_it(game_id: str) -> None:
    """Seen from the seat that plays; where everybody plays for themselves, the same seat is looked at after the card."""
    solver = Solver(envs.load_game(game_id))
    game, seen = solver.game, 0
    for states in np.split(states_in_play(game, GAMES[game_id], 40), 40):
        state = State(states.copy())
        position, placed = solver.find_positions(states)
        legal = game.legal_actions(state)
        if not placed[0] or position["unit"][0] != Unit.CARD_POINTS or len(legal) < 2:
            continue
        many = np.repeat(states, len(legal))
        lost = solver.regret(many, np.array(legal))
        assert lost.min() == 0
        before = solver.exact(state)
        for action, less in zip(legal, lost, strict=True):
            after = State(states.copy())
            game.step(after, action)
            if game.rules.PHASES[int(after.phase)] == "play" and solver.find_positions(after.array)[1][0]:
                seat = seat_looked_at(position, state)
                assert abs(solver.exact(after, seat=seat) - before) == less, game.actions.name(action)
                seen += 1
    assert seen > 20


def seat_looked_at(position: np.ndarray, state: State) -> int:
    """Who is counted where there are more than two sides: the one to move."""
    is_alone = int(position["counted"][0]).bit_count() == 1
    return int(position["counted"][0]).bit_length() - 1 if is_alone else -1


def test_a_null_has_no_card_points_to_give_away() -> None:
    game = envs.load_game("skat/isko-v0")
    solver, states = Solver(game), states_in_play(game, 5, 200)
    is_null = solver.find_positions(states)[0]["unit"] == Unit.TRICKS
    assert 0 < is_null.sum() < len(states)
    actions = np.array([game.legal_actions(State(states[row : row + 1]))[0] for row in range(len(states))])
    assert np.array_equal(np.isnan(solver.regret(states, actions)), is_null)


def test_the_heuristic_gives_away_less_than_random_play_with_any_number_of_processes() -> None:
    game = envs.load_game("sheepshead/p5-v0")
    told: list[int] = []
    alone = find_regret(game, ["heuristic", "random"], 40, 3, progress=told.append)
    assert sum(told) == 40
    assert alone == find_regret(game, ["heuristic", "random"], 40, 3, processes=2)
    assert 0 < alone[0].mean < alone[1].mean


@pytest.mark.parametrize(
    ("game_id", "changes", "message"),
    [("sheepshead/p2_1-v0", {}, "no open-card solver"), ("schmier/standard-v0", {"episode": "match"}, "not of matches")],
)
def test_where_it_cannot_be_told_it_says_so(game_id: str, changes: dict[str, str], message: str) -> None:
    with pytest.raises(NoSolverError, match=message):
        find_regret(envs.load_game(game_id, **changes), ["random"], 2, 1)
