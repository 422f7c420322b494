"""Other suites' environments, played the way ours is: list the legal actions, look at the observation, act."""

import warnings

ACTIONS = 3000


def openspiel_skat() -> int:
    """OpenSpiel's simplified Skat through pyspiel: legal actions and observation tensor at every decision.

    The tensor goes to a numpy array by OpenSpiel's own observer; the deal is drawn by its own evenly weighted chance nodes.
    """
    import random

    import pyspiel
    from open_spiel.python.observation import make_observation

    game = pyspiel.load_game("skat")
    observer = make_observation(game)
    chance = random.Random(1)
    done = 0
    while done < ACTIONS:
        state = game.new_initial_state()
        while not state.is_terminal():
            legal = state.legal_actions()
            if state.is_chance_node():
                state.apply_action(chance.choice(legal))
                continue
            observer.set_from(state, state.current_player())
            state.apply_action(legal[0])
            done += 1
    return done


def pettingzoo_connect_four() -> int:
    """PettingZoo's connect four through its public wrapped form."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pettingzoo.classic import connect_four_v3

        env = connect_four_v3.env()
    env.reset(seed=1)
    done = 0
    while done < ACTIONS:
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.reset()
        else:
            env.step(int(observation["action_mask"].argmax()))
            done += 1
    return done


PEERS = {"OpenSpiel skat (pyspiel)": openspiel_skat, "PettingZoo connect four": pettingzoo_connect_four}
