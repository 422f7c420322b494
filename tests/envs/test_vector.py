"""The batched environment: arguments, resets, and what it says about ends."""

import copy
import multiprocessing
import pickle
import warnings

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import envs
from scripted import Hashed

GAME = "ramsch/schieberamsch-v0"


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ({"num_envs": 0}, "at least one table"),
        ({"learner": 3, "opponents": ["random"]}, "possible: None, 'rotate', or a seat from 0 to 2"),
        ({"learner": "left", "opponents": ["random"]}, "possible"),
        ({"learner": 0}, "opponents"),
        ({"illegal_action": "ignore"}, "raise, lose, random"),
        ({"learner": 0, "opponents": ["random"], "opponent_weights": [1, 2]}, "as many weights"),
        ({"learner": 0, "opponents": ["random"], "opponent_weights": [-1]}, "none negative"),
        ({"learner": 0, "opponents": ["randm"]}, "random"),
    ],
    ids=str,
)
def test_impossible_arguments_are_named(how: dict, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        envs.make_vec(GAME, **{"num_envs": 2, **how})


def test_a_batch_takes_one_seed_and_actions_for_every_table() -> None:
    vector = envs.make_vec(GAME, 2)
    with pytest.raises(ValueError, match="one seed"):
        vector.reset(seed=[1, 2])
    vector.reset(seed=1)
    with pytest.raises(ValueError, match=r"\(2,\)"):
        vector.step(np.zeros(3, int))


def test_a_reset_without_a_seed_goes_on_in_the_stream() -> None:
    vector = envs.make_vec(GAME, 3)
    vector.reset(seed=0)
    first = vector.tables.states["deck"].copy()
    vector.reset()
    assert (vector.tables.states["number"] == 1).all()
    assert (vector.tables.states["deck"] != first).any()
    vector.reset(seed=0)
    np.testing.assert_array_equal(vector.tables.states["deck"], first)


def test_rows_play_addressable_deals() -> None:
    vector = envs.make_vec(GAME, 4)
    _, infos = vector.reset(seed=6)
    for _ in range(150):
        infos = vector.step(infos["action_mask"].argmax(axis=1))[4]
    for row, number in enumerate(vector.tables.states["number"]):
        assert number > 1
        deal = vector.game.deal(seed=6, row=row, number=int(number))
        np.testing.assert_array_equal(deal.deck, vector.tables.states["deck"][row])


def test_seeds_that_follow_each_other_share_no_deal() -> None:
    def decks(seed: int) -> set[bytes]:
        vector = envs.make_vec(GAME, 64)
        vector.reset(seed=seed)
        return {deck.tobytes() for deck in vector.tables.states["deck"]}

    assert len(decks(1) | decks(2)) == 128


def test_opponents_are_drawn_by_their_weights_and_may_change_between_deals() -> None:
    vector = envs.make_vec(GAME, 2000, learner=0, opponents=["random", Hashed()], opponent_weights=[3, 1])
    vector.reset(seed=1)
    share = (vector.tables.seats[:, 1:] == 1).mean()
    assert abs(share - 0.25) < 4 * (0.25 * 0.75 / 4000) ** 0.5
    assert (vector.tables.seats[:, 0] == -1).all()
    vector.set_opponents([Hashed()])
    vector.reset()
    assert (vector.tables.seats[:, 1:] == 0).all()


def test_autoreset_is_announced_and_final_observations_survive_it() -> None:
    vector = envs.make_vec(GAME, 8)
    assert vector.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    _, infos = vector.reset(seed=3)
    for _ in range(80):
        observations, _, terminations, _, infos = vector.step(infos["action_mask"].argmax(axis=1))
        for row in np.flatnonzero(terminations):
            final = infos["final_obs"][row]
            assert not final[vector.game.layout["phase"]].any()
            assert observations[row][vector.game.layout["phase"]].any()
        if terminations.any():
            assert (infos["_final_obs"] == terminations).all()


def test_observations_stay_in_their_space() -> None:
    vector = envs.make_vec(GAME, 16, episode="match", kontra_levels=4, grand_hand_announcements=True)
    observations, infos = vector.reset(seed=3)
    for _ in range(300):
        actions = Hashed().act_many(observations, infos["action_mask"], np.zeros(0))
        observations, *_, infos = vector.step(actions)
        assert vector.observation_space.contains(observations)


def test_a_batch_with_threads_is_copied_pickled_and_used_after_a_fork() -> None:
    vector = envs.make_vec(GAME, 1024, threads=2)
    actions = vector.reset(seed=1)[1]["action_mask"].argmax(axis=1)
    vector.step(actions)
    twins = [copy.deepcopy(vector), pickle.loads(pickle.dumps(vector))]
    actions = vector.action_masks().argmax(axis=1)
    with warnings.catch_warnings(), multiprocessing.get_context("fork").Pool(1) as pool:
        warnings.simplefilter("ignore", DeprecationWarning)  # forking beside threads is what is tested
        seen = pool.apply_async(vector.step, (actions,)).get(timeout=60)
    for each in (vector, *twins):
        np.testing.assert_array_equal(each.step(actions)[0], seen[0])
