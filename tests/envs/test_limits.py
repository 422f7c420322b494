"""Nothing runs for ever: too many deals cut an episode off as it stands."""

import numpy as np
import pytest

import envs
from envs.core import driver

GAME = "ramsch/schieberamsch-v0"


def test_a_match_of_too_many_deals_is_truncated_in_the_aec_environment() -> None:
    env = envs.make(GAME, episode="match")
    env.reset(seed=1)
    env._states["deals"] = driver.MAX_DEALS - 1
    deals_seen = set()
    while not any(env.truncations.values()):
        deals_seen.add(int(env.game_state.deals))
        env.step(int(env.observe(env.agent_selection)["action_mask"].argmax()))
    assert deals_seen == {driver.MAX_DEALS - 1, driver.MAX_DEALS}
    assert all(env.truncations.values())
    assert not any(env.terminations.values())
    scores = [env.infos[agent]["score"] for agent in env.possible_agents]
    assert scores == list(env.game.returns(env.game_state))
    assert any(scores)


def test_a_match_of_too_many_deals_is_truncated_in_a_batch() -> None:
    vector = envs.make_vec(GAME, 2, episode="match")
    _, infos = vector.reset(seed=1)
    vector.tables.states["deals"][1] = driver.MAX_DEALS
    cut = np.zeros(2, bool)
    for _ in range(60):
        _, _, terminations, truncations, infos = vector.step(infos["action_mask"].argmax(axis=1))
        assert not terminations.any()
        cut |= truncations
        if cut.any():
            break
    assert cut.tolist() == [False, True]
    assert vector.tables.states["deals"].tolist()[1] == 1


def test_deals_thrown_in_for_ever_are_cut_off() -> None:
    game = envs.load_game(GAME, episode="match")
    state = game.deal(seed=1)
    state.array["thrown_in"] = driver.MAX_THROWN_IN
    while not game.is_terminal(state):
        game.step(state, game.legal_actions(state)[0])
    assert state.truncated == 1
    assert state.deals == 1


@pytest.mark.parametrize("name", ["ramsch_v0"])
def test_pettingzoos_habit_of_importing_a_module_works(name: str) -> None:
    module = getattr(envs, name)
    assert module.env(variant="augenramsch", rounds=3).options.rounds == 3
    assert module.raw_env().id == GAME
    with pytest.raises(AttributeError):
        getattr(envs, name + "1")
