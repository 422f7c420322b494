"""Search agents: what they count, that they know no more than their seat, and that it pays."""

import time
from typing import Any

import numpy as np
import pytest

import envs
from agents import AgentSpecError, make
from agents.evaluation.arena import compare
from agents.search.pimc import Lead
from agents.search.tree import NO_NODE, add_child, child_of, enter, next_action
from agents.search.worlds import Tree, Worlds
from envs.core.options import Reward
from envs.core.rng import make_streams
from envs.game import State
from random_play import walk
from sizes import sized

GAMES = ["ramsch/schieberamsch-v0", "skat/isko-v0", "schmier/standard-v0", "sheepshead/p5-v0", "sheepshead/p4_5-v0"]
SPECS = ["pimc:worlds=2", "pimc:worlds=2,belief=heuristic", "ismcts:iterations=6"]


def decisions(game: Any, seed: int, every: int = 3) -> list[State]:
    """Some states of a deal in which there is something to choose."""
    states = [state.copy() for state in walk(game, seed) if len(game.legal_actions(state)) > 1]
    return states[::every]


def seen(game: Any, state: State) -> tuple[np.ndarray, np.ndarray]:
    return game.observe(state, game.current_player(state)), game.action_mask(state)


# --- Worlds ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game_id", GAMES)
def test_a_play_out_is_the_deal_as_the_heuristic_plays_it(game_id: str) -> None:
    game = envs.load_game(game_id)
    worlds, heuristic = Worlds(game), make("heuristic", game)
    scored = envs.load_game(game_id, reward="zero_sum") if game_id in {GAMES[2], GAMES[4]} else game
    for seed in range(sized(30)):
        for state in decisions(game, seed, every=7):
            observation, mask = seen(game, state)
            drawn = worlds.draw(observation, 2, make_streams(1, seed))
            candidates = np.flatnonzero(mask)[:6]
            values = worlds.play_out(drawn, candidates)
            assert np.allclose(values, worlds.play_out_by(heuristic, drawn, candidates, make_streams(1, seed)))
            after = State(drawn[1:].copy())
            game.step(after, int(candidates[-1]))
            while not game.is_terminal(after) and after.deals == state.deals:
                game.step(after, heuristic.act(*seen(game, after), make_streams(1, 0)))
            assert np.isclose(values[1, -1], scored.returns(after)[0])


@pytest.mark.parametrize("game_id", GAMES)
def test_a_surprise_is_what_the_heuristic_would_not_have_done(game_id: str) -> None:
    game = envs.load_game(game_id)
    worlds, heuristic = Worlds(game), make("heuristic", game)
    counts = []
    for seed in range(sized(30)):
        for state in decisions(game, seed, every=9):
            (world,) = (worlds.draw(seen(game, state)[0], 1, make_streams(1, seed)).copy(),)
            again, expected = game.from_text(game.to_text(State(world))), 0
            log = world["log"][0, : world["log_length"][0]]
            replayed = game.deal(seed=0, deck=world["deck"][0], dealer=int(world["dealer"][0]))
            assert again.deals == replayed.deals
            for action in log:
                if game.current_player(replayed) != 0 and len(game.legal_actions(replayed)) > 1:
                    expected += heuristic.act(*seen(game, replayed), make_streams(1, 0)) != action
                game.step(replayed, int(action))
            counts.append(expected)
            assert worlds.count_surprises(world)[0] == expected
    assert max(counts) > 0


def test_of_a_ladder_of_bids_only_the_lowest_and_the_choice_are_worth_a_look() -> None:
    game = envs.load_game("skat/isko-v0")
    state = game.deal(seed=1)
    choice = game.actions.number("bid_33")
    names = [game.actions[a] for a in Worlds(game).candidates(game.action_mask(state), choice)]
    assert sorted(names) == ["bid_18", "bid_33", "pass"]


def test_every_bid_of_schmier_is_worth_a_look() -> None:
    game = envs.load_game("schmier/standard-v0")
    mask = game.action_mask(game.deal(seed=1))
    assert len(Worlds(game).candidates(mask, 59)) == mask.sum() > 4


def test_races_are_planned_for_the_lead() -> None:
    """In southern Indiana a failed bid costs the bidder nothing, so that the own score would always bid (5.11)."""
    for game_id, reward in zip(
        GAMES, [Reward.SCORE, Reward.SCORE, Reward.ZERO_SUM, Reward.SCORE, Reward.ZERO_SUM], strict=True
    ):
        game = envs.load_game(game_id)
        assert game.rules.for_planning(game.options).reward == reward, game_id


# --- Agents ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize("spec", SPECS)
def test_redealing_the_hidden_cards_changes_no_choice(game_id: str, spec: str) -> None:
    game = envs.load_game(game_id)
    agent = make(spec, game)
    for seed in range(sized(20)):
        for state in decisions(game, seed, every=5):
            observation, mask = seen(game, state)
            other = game.determinize(observation, seed)
            again, again_mask = seen(game, other)
            assert not np.array_equal(other.deck, state.deck)
            chosen = agent.act(observation, mask, make_streams(1, seed))
            assert mask[chosen]
            assert agent.act(again, again_mask, make_streams(1, seed)) == chosen


@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize("spec", SPECS)
def test_a_row_is_decided_as_if_it_were_alone(game_id: str, spec: str) -> None:
    game = envs.load_game(game_id)
    agent = make(spec, game)
    states = [state for seed in range(sized(20)) for state in decisions(game, seed, every=6)]
    observations, masks = map(np.stack, zip(*(seen(game, state) for state in states), strict=True))
    together, alone = make_streams(len(states), 5), make_streams(len(states), 5)
    actions = agent.act_many(observations, masks, together)
    assert [agent.act(observations[i], masks[i], alone[i : i + 1]) for i in range(len(states))] == actions.tolist()
    assert np.array_equal(together, alone)


@pytest.mark.parametrize("spec", ["pimc:worlds=4,budget_ms=30", "ismcts:iterations=4,budget_ms=30"])
def test_a_budget_is_used_up(spec: str) -> None:
    game = envs.load_game(GAMES[0])
    agent, state = make(spec, game), game.deal(seed=1)
    agent.act(*seen(game, state), make_streams(1, 0))
    started = time.perf_counter()
    agent.act(*seen(game, state), make_streams(1, 0))
    assert time.perf_counter() - started >= 0.03
    assert agent.spec == spec


def test_a_world_can_be_played_on_by_any_agent_or_solved() -> None:
    game = envs.load_game("skat/isko-v0")
    states = [state for seed in range(4) for state in decisions(game, seed, 1) if game.rules.PHASES[state.phase] == "play"][-9:]
    for rollout in ("random", "solver"):
        agent = make(f"pimc:worlds=2,rollout={rollout}", game)
        for state in states:
            assert agent.act(*seen(game, state), make_streams(1, 1)) in game.legal_actions(state)


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("pimc:worlds=0", "worlds='0' is impossible"),
        ("pimc:belief=random", "belief=random is impossible; possible: none, heuristic"),
        ("pimc:rollout=solver", "rollout=solver is impossible: .* has no open-card solver"),
        ("pimc:rollout=nobody", "unknown agent 'nobody'"),
        ("ismcts:worlds=5", "agent 'ismcts' has no parameter 'worlds'; its parameters: iterations=500, budget_ms=0"),
    ],
)
def test_what_a_search_cannot_do_is_said(spec: str, message: str) -> None:
    with pytest.raises(AgentSpecError, match=message):
        make(spec, envs.load_game("sheepshead/p2_1-v0"))


@pytest.mark.parametrize(("spec", "least"), [("pimc:worlds=16", 8.0), ("ismcts:iterations=100", 5.0)])
def test_search_beats_the_heuristic(spec: str, least: float) -> None:
    game = envs.load_game(GAMES[0])
    found = compare(game, make(spec, game), make("heuristic", game), deals=512, seed=20)
    assert found.ci95[0] > least


# --- What they count -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("leads", "weights", "best"),
    [
        ([[0, 2, 1], [0, 2, 1]], [1, 1], 1),  # always better by the same
        ([[0, 5, 1], [0, -3, 1]], [1, 1], 2),  # a lead of 1 by chance is none; 1 for sure is
        ([[0, 5], [0, -3]], [1, 0], 1),  # worlds without weight do not count
        ([[0, -1], [0, -1]], [1, 1], -1),
        ([[0, 0], [0, 0]], [1, 1], -1),
    ],
)
def test_a_candidate_must_lead_by_more_than_chance(leads: list[list[int]], weights: list[int], best: int) -> None:
    lead = Lead(len(leads[0]))
    for row, weight in zip(leads, weights, strict=True):
        lead.add(np.array([row], float), np.array([weight], float))
    assert lead.worlds == len(leads)
    assert lead.best() == best


def test_a_tree_goes_back_to_what_paid_the_seat_that_chooses() -> None:
    tree = Tree(8)
    mask = np.array([1, 0, 1, 1], np.int8)
    path, seats = np.zeros(2, np.int64), np.array([1, 0])
    for _ in range(60):
        action = next_action(tree.nodes, 0, mask.copy(), 3, 1.0)
        path[0] = child_of(tree.nodes, 0, action)
        if path[0] == NO_NODE:
            path[0], tree.size = add_child(tree.nodes, tree.size, 0, action), tree.size + 1
        enter(tree.nodes, path, seats, 1, np.array([9.0, 1.0 if action == 2 else 0.0]))
    visits = tree.visits(np.arange(4))
    assert visits.sum() == 60
    assert visits[1] == 0
    assert visits[2] > 40
