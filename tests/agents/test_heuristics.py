"""What holds for the heuristic of every game."""

import numpy as np
import pytest

import agents
import envs
from sizes import sized


@pytest.mark.parametrize("game_id", envs.list_games())
def test_a_heuristic_names_a_legal_action_wherever_play_that_is_not_its_own_has_led(game_id):
    """As for a hint, or for a learner whose teacher it is."""
    game = envs.load_game(game_id)
    heuristic, anybody = agents.make("heuristic", game), agents.make("random", game)
    states = game.deal_many(sized(2000), seed=3)
    streams = envs.make_streams(len(states), 3)
    masks = np.zeros((len(states), game.num_actions), np.int8)
    observations = np.zeros((len(states), game.observation_size), np.int8)
    while len(rows := np.flatnonzero(states["player"] >= 0)):
        game.action_mask_many(states, masks)
        game.observe_many(states, observations)
        chosen = heuristic.act_many(observations[rows], masks[rows], streams[rows])
        illegal = masks[rows, chosen] == 0
        assert [game.actions[action] for action in chosen[illegal]] == []
        actions, drawn = np.zeros(len(states), np.int64), streams[rows]
        actions[rows] = anybody.act_many(observations[rows], masks[rows], drawn)
        streams[rows] = drawn
        game.step_many(states, actions)
