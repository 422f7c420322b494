"""The Stable-Baselines3 environment."""

import numpy as np
import pytest
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported

import envs
from envs.sb3 import SB3VecEnv

GAME = "ramsch/schieberamsch-v0"


def environment(rows: int = 8) -> SB3VecEnv:
    return SB3VecEnv(envs.make_vec(GAME, rows, learner="rotate", opponents=["random"]))


def test_masks_come_as_one_array() -> None:
    env = environment()
    env.reset()
    assert is_masking_supported(env)
    masks = get_action_masks(env)
    assert masks.shape == (8, env.action_space.n)
    np.testing.assert_array_equal(masks, env.vector.action_masks())


def test_indices_are_obeyed() -> None:
    env = environment()
    env.reset()
    np.testing.assert_array_equal(env.env_method("action_masks", indices=[5, 2]), env.action_masks()[[5, 2]])
    assert len(env.env_method("get_state")) == 8
    for ask in (lambda: env.env_method("get_state", indices=[0]), lambda: env.set_attr("keeps_final_states", True, indices=3)):
        with pytest.raises(ValueError, match="is one for all 8 rows"):
            ask()
    env.set_attr("keeps_final_states", True)
    assert env.get_attr("keeps_final_states", indices=[1, 2]) == [True, True]


def test_an_environment_without_a_learner_is_refused() -> None:
    with pytest.raises(ValueError, match="learner"):
        SB3VecEnv(envs.make_vec(GAME, 2))


def test_ends_bring_the_terminal_observation_the_episode_and_the_returns() -> None:
    env = environment()
    env.seed(3)
    env.reset()
    totals, lengths, ends = np.zeros(8), np.zeros(8, int), 0
    for _ in range(60):
        env.step_async(get_action_masks(env).argmax(axis=1))
        observations, rewards, dones, infos = env.step_wait()
        assert rewards.dtype == np.float32
        totals += rewards
        lengths += 1
        for row in np.flatnonzero(dones):
            info = infos[row]
            assert info["episode"] == {"r": totals[row], "l": lengths[row]}
            assert info["returns"][info["seat"]] == pytest.approx(totals[row])
            assert not info["TimeLimit.truncated"]
            assert (info["terminal_observation"] != observations[row]).any()
            totals[row], lengths[row] = 0, 0
            ends += 1
        assert not any(infos[row] for row in np.flatnonzero(~dones))
    assert ends > 20


def test_the_seed_is_the_streams_and_rows_share_no_deals() -> None:
    env = environment()
    env.seed(5)
    first = env.reset()
    decks = {deck.tobytes() for deck in env.vector.tables.states["deck"]}
    assert len(decks) == 8
    second = env.reset()
    assert (first != second).any()
    env.seed(5)
    np.testing.assert_array_equal(env.reset(), first)
