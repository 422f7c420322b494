"""The arena: the same deals with every seating, differences per deal, and numbers that can be checked by hand."""

from pathlib import Path

import numpy as np
import pytest

import envs
from agents import make
from agents.evaluation.arena import BLOCK, Extras, compare, tournament
from agents.evaluation.results import Results, estimate
from agents.evaluation.statistics import CONTRACT, PART, PLACE
from envs.tables import Tables
from scripted import Hashed, LastLegal

GAME = "ramsch/schieberamsch-v0"


@pytest.fixture(scope="module")
def game() -> envs.Game:
    return envs.load_game(GAME)


def play_by_hand(game: envs.Game, seating: list, deal: int, seed: int) -> np.ndarray:
    """One deal, step by step, with deterministic agents."""
    state = game.deal(seed=seed, row=deal)
    while not game.is_terminal(state):
        seat = game.current_player(state)
        seen, mask = game.observe(state, seat), game.action_mask(state)
        game.step(state, int(seating[seat].act_many(seen[None], mask[None], np.zeros(1, np.uint64))[0]))
    return game.returns(state)


def test_differences_are_those_of_the_same_deals_played_by_hand(game: envs.Game) -> None:
    a, b = Hashed(), LastLegal()
    differences, scores, wins = [], [], []
    for deal in range(6):
        pure = play_by_hand(game, [b, b, b], deal, seed=4)
        for seat in range(3):
            seating = [b, b, b]
            seating[seat] = a
            returns = play_by_hand(game, seating, deal, seed=4)
            scores.append(returns[seat])
            differences.append(returns[seat] - pure[seat])
            wins.append(0.5 + 0.5 * np.sign(returns[seat] - returns.mean()))
    found = compare(game, a, b, deals=6, seed=4)
    assert found.deals == 6
    assert found.difference == pytest.approx(np.mean(differences))
    assert found.score == pytest.approx(np.mean(scores))
    assert found.win_rate == pytest.approx(np.mean(wins))
    per_deal = np.array(differences).reshape(6, 3).mean(axis=1)
    half = 1.959964 * per_deal.std(ddof=1) / 6**0.5
    assert found.ci95 == pytest.approx((per_deal.mean() - half, per_deal.mean() + half))


def test_an_agent_differs_from_itself_by_nothing(game: envs.Game) -> None:
    found = compare(game, make("heuristic", game), make("heuristic", game), deals=50, seed=1)
    assert found.difference == 0
    assert found.ci95 == (0, 0)


def test_results_do_not_depend_on_the_number_of_processes_or_deals_played_before(game: envs.Game) -> None:
    specs, deals = ("random", "heuristic"), BLOCK + 40
    one = tournament(game, specs, deals, seed=3)
    two = tournament(game, specs, deals, seed=3, processes=2)
    first = tournament(game, specs, 30, seed=3)
    for name in ("pure", "among", "wins"):
        np.testing.assert_array_equal(getattr(one, name), getattr(two, name))
    np.testing.assert_array_equal(one.pure[:, :30], first.pure)
    np.testing.assert_array_equal(one.among[..., :30, :], first.among)


def test_ratings_add_up_to_nothing_and_put_the_better_agent_first(game: envs.Game) -> None:
    results = tournament(game, ("random", "heuristic"), 200, seed=1)
    assert results.rating(0).mean + results.rating(1).mean == pytest.approx(0)
    assert results.rating(1).ci95[0] > 0
    assert results.difference(1, 0).ci95[0] > 0
    assert results.difference(0, 1).ci95[1] < 0
    assert results.decisions.min() > 1000


def test_ratings_are_the_strengths_behind_exact_differences() -> None:
    strengths = np.array([3.0, -1.0, -2.0])
    deals, noise = 50, np.random.default_rng(1).normal(size=(3, 50, 1))
    pure = np.zeros((3, deals, 1)) + noise
    among = pure[None] + (strengths[:, None] - strengths[None])[:, :, None, None]
    nothing = np.zeros((3, 4), np.int64)
    results = Results("g", ("a", "b", "c"), pure, among, None, np.zeros((3, 3, deals)), nothing, nothing, np.zeros(3), (), ())
    assert [results.rating(a).mean for a in range(3)] == pytest.approx(strengths)
    assert results.lead(0, 2).mean == pytest.approx(5)
    assert results.rating(1).stderr == pytest.approx(0, abs=1e-12)


def test_ratings_are_the_least_squares_over_all_pairs(game: envs.Game) -> None:
    """Against a general solver, on scores that no strengths explain."""
    among = np.random.default_rng(2).normal(size=(4, 4, 30, 3))
    pure = np.random.default_rng(3).normal(size=(4, 30, 3))
    nothing = np.zeros((4, 4), np.int64)
    results = Results("g", tuple("abcd"), pure, among, None, np.zeros((4, 4, 30)), nothing, nothing, np.zeros(4), (), ())
    pairs = results.ordered_pairs()
    signs = np.array([np.eye(4)[a] - np.eye(4)[b] for a, b in pairs])
    found = np.linalg.lstsq(signs, [results.difference(a, b).mean for a, b in pairs])[0]
    assert [results.rating(a).mean for a in range(4)] == pytest.approx(found - found.mean())


def test_in_a_team_game_an_agent_also_sits_alone_with_partners_of_the_other_kind() -> None:
    game = envs.load_game("schmier/standard-v0")
    results = tournament(game, ("heuristic", "random"), 40, seed=2)
    heuristic, random = (make(spec, game) for spec in results.specs)
    assert results.alone is not None
    for deal in range(3):
        for seat in range(6):
            table = Tables(game, 1)
            table.begin(2, first_row=deal)
            table.seats[:] = 1
            table.seats[:, seat] = 0
            table.let_agents_act(table.all_rows, [heuristic, random])
            assert results.alone[0, 1, deal, seat] == table.running[0, seat]
    team, one = results.difference(0, 1), results.difference_alone(0, 1)
    assert team.ci95[0] > one.mean > 0


def test_without_teams_an_agent_among_others_is_always_alone(game: envs.Game) -> None:
    results = tournament(game, ("heuristic", "random"), 20, seed=2)
    assert results.alone is None
    assert results.difference_alone(0, 1) == results.difference(0, 1)


def test_every_decision_is_counted_by_its_action(game: envs.Game) -> None:
    results = tournament(game, ("heuristic", "random"), 30, seed=2)
    taken, offered = results.taken, results.offered
    assert (taken.sum(axis=1) == results.decisions).all()
    push, take = game.actions.number("push"), game.actions.number("take")
    assert (offered[:, push] == offered[:, take]).all()
    assert (taken[:, push] + taken[:, take] == offered[:, push]).all()
    assert (offered[:, : game.num_cards] == 0).all()


def test_actions_of_one_word_are_offered_together() -> None:
    """A bidder may say one of many values; what counts is whether he could bid at all."""
    game = envs.load_game("schmier/standard-v0")
    results = tournament(game, ("heuristic",), 30, seed=2)
    bids = [game.actions.number(f"bid_{bid}") for bid in range(3, 7)]
    assert len(set(results.offered[0, bids])) == 1
    assert 0 < results.taken[0, bids].sum() < results.offered[0, bids[0]] < results.decisions[0]


def test_statistics_count_every_deal_once_for_each_kind(game: envs.Game) -> None:
    results = tournament(game, ("heuristic", "random"), 40, seed=2, extras=Extras(statistics=True))
    for a in range(2):
        for kind in (PART, PLACE, CONTRACT):
            entries = [entry for (other, _), entry in results.counts[a].items() if other == kind]
            deals, total, squares, won = np.sum(entries, axis=0)
            assert deals == 40 * 3
            assert total == pytest.approx(results.scores_of(a).sum())
            assert squares == pytest.approx((results.scores_of(a) ** 2).sum())
            assert won / deals == pytest.approx(results.win_rate(a))
    counts = results.counts[1]
    grands = [entry[0] for (kind, name), entry in counts.items() if kind == CONTRACT and name.endswith(", declarer")]
    assert sum(grands) == counts[PART, "declarer"][0]


def test_recorded_deals_are_those_that_were_scored(game: envs.Game) -> None:
    results = tournament(game, ("heuristic", "random"), 5, seed=2, extras=Extras(record=2))
    assert len(results.recorded) == 2 * (2 + 2 * 3)
    for state, specs in results.recorded:
        kinds = [results.specs.index(spec) for spec in specs]
        deal = int(state.row)
        if len(set(kinds)) == 1:
            np.testing.assert_array_equal(game.returns(state), results.pure[kinds[0], deal])
        else:
            seat = kinds.index(0 if kinds.count(0) == 1 else 1)
            other = 1 - kinds[seat]
            assert game.returns(state)[seat] == results.among[kinds[seat], other, deal, seat]


def test_progress_counts_every_deal(game: envs.Game) -> None:
    told: list[int] = []
    tournament(game, ("random",), 40, seed=1, progress=told.append)
    assert told == [16, 16, 8]


@pytest.mark.parametrize("processes", [1, 2])
@pytest.mark.parametrize("game_id", ["ramsch/ramsch-v0", "schmier/standard-v0"])
def test_progress_is_told_while_a_block_is_played_and_adds_up(game_id: str, processes: int) -> None:
    told: list[int] = []
    tournament(envs.load_game(game_id), ("random", "heuristic"), 40, seed=1, processes=processes, progress=told.append)
    assert sum(told) == 40
    assert len(told) > 6
    told.clear()
    game = envs.load_game(game_id)
    compare(game, make("random", game), make("heuristic", game), 40, 1, told.append)
    assert sum(told) == 40


def test_what_an_agent_raises_in_a_process_ends_the_tournament(tmp_path: Path) -> None:
    lines = ("from agents.random import RandomAgent", "class Bad(RandomAgent):", "    def act_many(self, *_):", "        1 / 0")
    (tmp_path / "own.py").write_text("\n".join(lines))
    with pytest.raises(ZeroDivisionError):
        tournament(envs.load_game("ramsch/ramsch-v0"), [f"{tmp_path}/own.py:Bad"], 40, seed=1, processes=2)


def test_an_estimate_is_the_mean_with_its_standard_error() -> None:
    found = estimate(np.array([1.0, 2.0, 3.0, 6.0]))
    assert found.mean == 3
    assert found.stderr == pytest.approx(np.std([1, 2, 3, 6], ddof=1) / 2)
    assert estimate(np.array([5.0])).deals == 1


def test_a_bad_spec_is_named_before_anything_is_played(game: envs.Game) -> None:
    with pytest.raises(ValueError, match="heuristc"):
        tournament(game, ("random", "heuristc"), 10**9, seed=1)
