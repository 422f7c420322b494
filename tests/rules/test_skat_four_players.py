"""Four at the table: the dealer sits out (1.1, 3.9, 5.3, 5.4, A25)."""

import numpy as np
import pytest

import envs
from ramsch_deals import PACK
from random_play import walk
from skat_table import ALL_PASS, match, played, table

PUBLIC = ("open_hand", "played", "trick", "order", "phase", "turn", "calls", "reached", "bid", "declarer", "game", "passed")


def test_the_dealer_is_never_to_move():
    game = table(players=4)
    for seed in range(20):
        for state in walk(game, seed):
            assert state.player != state.dealer


def test_the_dealer_sees_what_is_public_in_the_order_of_play():
    """What all three players agree on, forehand first; no hand."""
    game = table(players=4, kontra_levels=2)
    for seed in range(5):
        for state in walk(game, seed):
            dealer = int(state.dealer)
            seen = game.observe(state, dealer)
            forehand = game.observe(state, (dealer + 1) % 4)
            for name in PUBLIC:
                assert (seen[game.layout[name]] == forehand[game.layout[name]]).all(), name
            for name in ("hand", "taken", "put_away"):
                assert not seen[game.layout[name]].any()
            assert seen[game.layout["position"]].tolist() == [0, 0, 0, 1]


def test_the_dealer_does_not_see_what_is_hidden():
    """Two deals that differ in hidden cards look the same to him."""
    game = table(players=4)
    other = [*PACK[3:6], *PACK[:3], *PACK[6:]]
    said = ["bid_18", "pass", "pass", "take"]
    views = []
    for deck in (PACK, other):
        state = played(game, deck, said)
        for _ in range(2):
            game.step(state, game.legal_actions(state)[-1])
        game.play(state, ["declare_G"])
        views.append(game.observe(state, 3))
    assert (views[0] == views[1]).all()


def test_every_seat_sits_out_in_turn():
    game = match(players=4, rounds=1, all_pass="pass_in")
    state = game.deal(seed=1, dealer=0)
    for dealer in range(4):
        assert state.dealer == dealer
        assert not game.observe(state, dealer)[game.layout["hand"]].any()
        game.play(state, ALL_PASS)
    assert game.is_terminal(state)


def test_drawn_worlds_of_the_dealer_show_him_what_he_saw():
    game = table(players=4, preset="isko", kontra_levels=4)
    for seed in range(8):
        for ply, state in enumerate(walk(game, seed)):
            if game.is_terminal(state) or ply % 4:
                continue
            observation = game.observe(state, int(state.dealer))
            world = game.determinize(observation, ply)
            assert world.dealer == 0
            assert (game.observe(world, 0) == observation).all()


@pytest.mark.parametrize("game_id", ["skat/isko-v0", "skat/schieber_ramsch-v0"])
def test_the_environment_pays_the_dealer_and_never_selects_him(game_id):
    """He stays in the agents with an empty mask, and gets what the rules give him (5.4: 30 when a declarer loses)."""
    paid = set()
    for seed in range(30):
        env = envs.make(game_id, players=4)
        env.reset(seed=seed)
        dealer = f"player_{env.game_state.dealer}"
        chance = np.random.default_rng(seed)
        while True:
            agent = env.agent_selection
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                break
            assert agent != dealer
            assert not env.observe(dealer)["action_mask"].any()
            legal = np.flatnonzero(observation["action_mask"])
            passes = env.game.actions.number("pass")
            env.step(passes if seed % 2 and passes in legal else int(chance.choice(legal)))
        paid.add(env.infos[dealer]["score"])
    assert paid <= ({0.0, 30.0} if "isko" in game_id else {0.0})
    assert len(paid) == (2 if "isko" in game_id else 1)


@pytest.mark.filterwarnings("ignore:Observation :UserWarning")  # dict observations: its white list has names only
def test_the_environment_of_four_passes_the_api_test():
    from pettingzoo.test import api_test

    for game_id in ("skat/isko-v0", "skat/schieber_ramsch-v0"):
        api_test(envs.make(game_id, players=4), num_cycles=200)
