"""The open-card solver, against the rules themselves and against the plainest search."""

from functools import cache, partial
from typing import Any

import numpy as np
import pytest

import envs
from agents.search.solver import ALL, NO_VALUE, OWN, NoSolverError, Solver, Unit, Uses
from envs.core.tricks import sum_of
from envs.game import State
from envs.games.sheepshead.scoring import side_points
from envs.games.skat_family.cards import CARD_POINTS
from envs.games.skat_family.scoring import declarer_points
from open_cards import by_rules, endings_of, plain_values, solvable, states_in_play, turn
from sizes import sized

CARDS = {
    "skat/isko-v0": 4,
    "ramsch/schieberamsch-v0": 4,
    "sheepshead/p5-v0": 3,
    "sheepshead/p3_1-v0": 4,
    "sheepshead/p4_2_8-v0": 4,
    "sheepshead/p4_5-v0": 4,
    "sheepshead/sh24-v0": 4,
    "sheepshead/p6_2-v0": 3,
    "sheepshead/p8_2-v0": 2,
    "schmier/standard-v0": 2,
}
"""Ids with the cards in each hand from which a plain search is quick."""
SWITCHES = [0, *(int(ALL & ~use) for use in Uses)]


@cache
def solver_of(game_id: str, uses: int = ALL) -> Solver:
    return Solver(envs.load_game(game_id), uses)


def cards_left(values: np.ndarray) -> int:
    return int((values != NO_VALUE).sum())


def states_of(game_id: str, cards: int, count: int) -> list[State]:
    """States in play that can be solved."""
    game = envs.load_game(game_id)
    states = states_in_play(game, cards, count)
    return [State(states[i : i + 1].copy()) for i in range(len(states)) if len(solvable(game, states[i : i + 1]))]


# --- Right -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game_id", CARDS)
def test_every_card_is_worth_what_a_plain_search_says(game_id: str) -> None:
    positions = endings_of(game_id, CARDS[game_id], sized(2000))
    for unit in Unit:
        values = solver_of(game_id).value_many(positions, None, unit)
        assert np.array_equal(values, plain_values(positions, unit)), unit


@pytest.mark.parametrize("game_id", CARDS)
def test_no_reduction_changes_a_value(game_id: str) -> None:
    positions = endings_of(game_id, CARDS[game_id] + 1, sized(400))
    for unit in Unit:
        values = solver_of(game_id).value_many(positions, None, unit)
        for uses in SWITCHES[1:]:
            assert np.array_equal(solver_of(game_id, uses).value_many(positions, None, unit), values), (unit, uses)
    few = endings_of(game_id, CARDS[game_id], sized(400))
    assert np.array_equal(solver_of(game_id, 0).value_many(few), solver_of(game_id).value_many(few))


def points_of_side(game: Any, state: Any) -> int:
    return int(side_points(state, game.options_array[0]))


def points_of_declarer(_game: Any, state: Any) -> int:
    return int(declarer_points(state))


BY_RULES = {
    "skat/isko-v0": points_of_declarer,
    "sheepshead/p3_1-v0": points_of_side,
    "sheepshead/p5-v0": points_of_side,
    "sheepshead/p4_2_8-v0": points_of_side,
    "sheepshead/p6_2-v0": points_of_side,
}


@pytest.mark.parametrize("game_id", BY_RULES)
def test_the_rules_themselves_come_to_the_same_card_points(game_id: str) -> None:
    solver = solver_of(game_id)
    game = solver.game
    for state in states_of(game_id, 3, sized(150)):
        position = solver.position(state)
        if position["counted"] == position["raisers"] and position["unit"] == Unit.CARD_POINTS:
            raisers = int(position["raisers"][0])
            wanted = by_rules(game, state, raisers, lambda end: BY_RULES[game_id](game, end.array[0]))
            assert solver.exact(state) == wanted


def test_ramsch_counts_one_seat_against_all_others() -> None:
    solver = solver_of("ramsch/schieberamsch-v0")
    for state in states_of("ramsch/schieberamsch-v0", 3, sized(200)):
        if state.declarer < 0:
            seat = int(state.turn)
            others = 0b111 & ~(1 << seat)
            wanted = by_rules(solver.game, state, others, partial(points_in_ramsch, solver.game, seat))
            assert solver.exact(state) == wanted


def points_in_ramsch(game: Any, seat: int, state: Any) -> int:
    skat = sum_of(CARD_POINTS, int(state.skat))
    goes_to_last = game.options.ramsch_skat_to.name == "LAST_TRICK"
    return int(state.card_points[seat]) + (skat if goes_to_last and state.winner == seat else 0)


# --- Lines, thresholds, batches --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game_id", BY_RULES)
def test_a_principal_line_played_through_the_game_comes_to_its_value(game_id: str) -> None:
    solver = solver_of(game_id)
    for state in states_of(game_id, 6, sized(200)):
        if solver.position(state)["counted"] == solver.position(state)["raisers"]:
            value, card, line = solver.line(state, Unit.CARD_POINTS)
            assert solver.exact(state, Unit.CARD_POINTS) == value
            assert card == line[0]
            for action in line:
                while solver.game.rules.PHASES[int(state.phase)] != "play":
                    solver.game.step(state, solver.game.legal_actions(state)[0])
                solver.game.step(state, action)
            assert solver.game.is_terminal(state)
            assert BY_RULES[game_id](solver.game, state.array[0]) == value


@pytest.mark.parametrize("game_id", CARDS)
def test_a_target_is_reached_exactly_up_to_the_value(game_id: str) -> None:
    solver = solver_of(game_id)
    for state in states_of(game_id, 5, sized(100)):
        value = solver.exact(state, Unit.CARD_POINTS)
        assert solver.reaches(state, value, Unit.CARD_POINTS) or value == 0
        assert not solver.reaches(state, value + 1, Unit.CARD_POINTS)
        exact = solver.values(state, unit=Unit.CARD_POINTS)
        reached = solver.values(state, value + 1, Unit.CARD_POINTS)
        assert {card: int(worth > value) for card, worth in exact.items()} == reached
        assert value in exact.values()


@pytest.mark.parametrize("game_id", CARDS)
def test_a_batch_finds_what_single_calls_find(game_id: str) -> None:
    solver = solver_of(game_id)
    positions = endings_of(game_id, 5, 30)
    for target in (None, OWN):
        together = solver.value_many(positions, target)
        single = [solver.value_many(positions[i : i + 1], target)[0] for i in range(len(positions))]
        assert np.array_equal(together, single)
        alone = [solver.solve_many(positions[i : i + 1], target)[0] for i in range(len(positions))]
        assert np.array_equal(solver.solve_many(positions, target), alone)


def test_max_n_gives_all_that_is_left_to_somebody() -> None:
    solver = solver_of("ramsch/schieberamsch-v0")
    for state in states_of("ramsch/schieberamsch-v0", 3, 30):
        action, won = solver.max_n(state)
        assert action in solver.game.legal_actions(state)
        assert 0 <= won.sum() <= 120


# --- Errors ----------------------------------------------------------------------------------------------------------------


def test_no_solver_before_the_first_card() -> None:
    solver = solver_of("skat/isko-v0")
    with pytest.raises(NoSolverError, match=r"phase call"):
        solver.exact(solver.game.deal(seed=1))


def test_no_solver_with_two_players() -> None:
    with pytest.raises(NoSolverError, match="two players uncover cards"):
        solver_of("sheepshead/p2_2-v0")


def test_no_solver_before_the_sides_are_known() -> None:
    solver = solver_of("sheepshead/p4_3b-v0")
    with pytest.raises(NoSolverError, match="sides that are known"):
        solver.exact(solver.game.deal(seed=1))


def test_a_target_must_be_given_where_the_score_asks_for_none() -> None:
    solver = solver_of("ramsch/schieberamsch-v0")
    state = next(state for state in states_of("ramsch/schieberamsch-v0", 3, 30) if state.declarer < 0)
    with pytest.raises(NoSolverError, match="give one"):
        solver.reaches(state)


def test_turn_is_who_plays_next() -> None:
    solver = solver_of("skat/isko-v0")
    state = states_of("skat/isko-v0", 3, 1)[0]
    assert set(solver.values(state)) == set(solver.game.legal_actions(state))
    assert turn(solver.game, state) == state.turn
