"""What every environment of every registered game keeps to: PettingZoo, gymnasium and Stable-Baselines3, and ours."""

import copy
import pickle
import re
from collections.abc import Callable, Iterator
from typing import Any

import gymnasium
import numpy as np
import pettingzoo
import pytest
from gymnasium.utils.env_checker import check_env as gymnasium_check_env
from pettingzoo.test import api_test, render_test, seed_test
from stable_baselines3.common.env_checker import check_env as sb3_check_env

import envs
from scripted import Hashed, LastLegal
from sizes import sized

IDS = envs.list_games()
FIRST_IDS = {game_id.partition("/")[0]: game_id for game_id in reversed(IDS)}.values()
"""One of each game: what takes long and is a matter of the kernels, which its variants share, is done in full with these."""
every_game = pytest.mark.parametrize("game_id", IDS)


def play(env: Any, choose: Callable[[np.ndarray], int] = lambda mask: int(mask.argmax())) -> dict[str, float]:
    """Play an AEC environment to its end; returns what each agent was paid through `last`."""
    paid = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        paid[agent] += reward
        env.step(None if terminated or truncated else choose(observation["action_mask"]))
    return paid


def is_over(env: Any) -> bool:
    """Whether the episode of an AEC environment has ended, or was cut off: who always passes may be dealt to for ever."""
    return any(env.terminations.values()) or any(env.truncations.values())


# --- PettingZoo ------------------------------------------------------------------------------------------------------------


@every_game
@pytest.mark.parametrize("illegal_action", ["raise", "lose", "random"])
@pytest.mark.filterwarnings("ignore:Observation :UserWarning")  # dict observations: its white list has names only
def test_passes_pettingzoo_api_test(game_id: str, illegal_action: str) -> None:
    api_test(envs.make(game_id, illegal_action=illegal_action), num_cycles=300)


@every_game
def test_passes_pettingzoo_seed_test(game_id: str) -> None:
    seed_test(lambda: envs.make(game_id), num_cycles=100)


@every_game
def test_passes_pettingzoo_render_test(game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    text = {"ansi": lambda result: isinstance(result, str) and "player_0" in result}
    render_test(lambda render_mode: envs.make(game_id, render_mode=render_mode, render_size=(480, 360)), custom_tests=text)


@every_game
def test_is_registered_with_pettingzoo_and_gymnasium(game_id: str) -> None:
    assert pettingzoo.make("aec", game_id).id == game_id
    assert gymnasium.make(game_id).unwrapped.game.id == game_id
    assert gymnasium.make_vec(game_id, num_envs=3).num_envs == 3
    spec = gymnasium.envs.registration.EnvSpec.from_json(gymnasium.spec(game_id).to_json())
    assert gymnasium.make(spec).unwrapped.game.id == game_id


def test_what_gymnasium_makes_has_a_learner() -> None:
    """And so a batch pays what a single environment pays; envs.make_vec leaves every seat to the caller."""
    game_id = IDS[0]
    vector = gymnasium.make_vec(game_id, num_envs=3, opponents=[LastLegal()])
    assert vector.learner == gymnasium.make(game_id).unwrapped._vector.learner == "rotate"
    assert envs.make_vec(game_id).learner is None
    with pytest.raises(ValueError, match="not shown"):
        gymnasium.make_vec(game_id, render_mode="ansi")
    for how in ({}, {"learner": None}):
        vector = gymnasium.make_vec(game_id, num_envs=3, max_episode_steps=2, **how)
        _, infos = vector.reset(seed=1)
        for step in range(1, 7):
            _, _, terminated, truncated, infos = vector.step(infos["action_mask"].argmax(axis=1))
            assert truncated.tolist() == [step % 2 == 0] * 3
            assert not terminated.any()
        assert infos["_final_obs"].all()


@pytest.mark.parametrize("function", [envs.make, envs.make_vec, envs.make_single])
def test_an_unknown_keyword_is_a_type_error_that_knows_the_functions_own(function: Callable[..., Any]) -> None:
    with pytest.raises(TypeError, match="did you mean 'illegal_action'"):
        function(IDS[0], illegal_actions="raise")
    with pytest.raises(envs.OptionError, match="did you mean 'episode'"):
        function(IDS[0], episodes="deal")


@every_game
@pytest.mark.parametrize("options", [{}, {"episode": "match"}, {"reward": "zero_sum"}], ids=["deal", "match", "zero_sum"])
def test_rewards_through_last_add_up_to_the_score_of_every_seat(game_id: str, options: dict[str, str]) -> None:
    env = envs.make(game_id, **options)
    rng = np.random.default_rng(1)
    for seed in range(sized(30) if options.get("episode") != "match" else 1):
        env.reset(seed=seed)
        final: dict[str, Any] = {}
        paid = dict.fromkeys(env.possible_agents, 0.0)
        for agent in env.agent_iter():
            observation, reward, terminated, truncated, info = env.last()
            paid[agent] += reward
            if terminated or truncated:
                final[agent] = info["score"]
                env.step(None)
            else:
                env.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
        assert paid == pytest.approx(final)
        assert not env.agents


@every_game
def test_masks_are_int8_and_belong_to_the_mover_alone(game_id: str) -> None:
    env = envs.make(game_id)
    env.reset(seed=5)
    while not is_over(env):
        for agent in env.agents:
            mask = env.observe(agent)["action_mask"]
            assert mask.dtype == np.int8
            assert mask.any() == (agent == env.agent_selection)
            if mask.any():
                assert mask[env.action_space(agent).sample(mask)]
        env.step(int(env.observe(env.agent_selection)["action_mask"].argmax()))
    assert not any(env.observe(agent)["action_mask"].any() for agent in env.possible_agents)


@every_game
def test_arrays_handed_out_are_never_written_again(game_id: str) -> None:
    env = envs.make(game_id)
    env.reset(seed=2)
    kept = []
    while not is_over(env):
        for agent in env.agents:
            seen = env.observe(agent)
            kept.append((seen, copy.deepcopy(seen)))
        env.step(int(env.observe(env.agent_selection)["action_mask"].argmax()))
    for seen, at_once in kept:
        np.testing.assert_equal(seen, at_once)


@every_game
@pytest.mark.parametrize("clone", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["deepcopy", "pickle"])
def test_a_copy_taken_at_any_ply_plays_on_the_same(game_id: str, clone: Callable[[Any], Any]) -> None:
    env = envs.make(game_id)
    env.reset(seed=4)
    ply = 0
    while not is_over(env):
        if ply % 5 == 0:
            twin, rest = clone(env), clone(env)
            assert play(twin) == play(rest)
            again = clone(env)
            assert again.agent_selection == env.agent_selection
            np.testing.assert_equal(again.last(), env.last())
        env.step(int(env.observe(env.agent_selection)["action_mask"].argmax()))
        ply += 1


@every_game
def test_an_illegal_action_raises_and_changes_nothing(game_id: str) -> None:
    env = envs.make(game_id)
    env.reset(seed=1)
    before = env.game_state
    for action in np.flatnonzero(env.observe(env.agent_selection)["action_mask"] == 0):
        with pytest.raises(envs.IllegalActionError, match="Legal: "):
            env.step(int(action))
    for action in (-1, 10_000):
        with pytest.raises(envs.IllegalActionError):
            env.step(action)
    assert env.game_state == before


class Tensor:
    """What torch's tensors of one whole number have."""

    shape = (1,)

    def __init__(self, number: int) -> None:
        self.number = number

    def item(self) -> int:
        return self.number


@pytest.mark.parametrize("policy", ["raise", "lose", "random"])
def test_an_action_is_any_whole_number_and_nothing_else(policy: str) -> None:
    """As arrays of one element too, which is what `MaskablePPO.predict` gives."""
    game_id = IDS[0]
    for kind in (int, np.int8, np.uint64, np.array, lambda n: np.array([n]), Tensor):
        env, single = envs.make(game_id, illegal_action=policy), envs.make_single(game_id, illegal_action=policy, learner=0)
        env.reset(seed=1)
        single.reset(seed=1)
        legal = np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[-1]
        env.step(kind(legal))
        assert env.game_state.log[0] == legal
        single.step(kind(int(np.flatnonzero(single.action_masks())[-1])))
    vector = envs.make_vec(game_id, 2, illegal_action=policy)
    vector.reset(seed=1)
    for nothing in (None, 1.0, np.array(2.0), "3", np.array([1, 2]), [4]):
        for take in (env.step, single.step, lambda action: env.game.step(env.game_state, action)):
            before = env.game_state
            with pytest.raises(TypeError, match=re.escape(repr(nothing))):
                take(nothing)
            assert env.game_state == before
    with pytest.raises(TypeError, match="float64"):
        vector.step(np.zeros(2))


def test_a_given_deal_is_played() -> None:
    game_id = IDS[0]
    game = envs.load_game(game_id)
    wanted = game.deal(seed=77, dealer=1)
    given = {"deck": wanted.deck.tolist(), "dealer": 1}
    env, vector, single = envs.make(game_id), envs.make_vec(game_id, 3), envs.make_single(game_id, learner=0)
    env.reset(seed=1, options=given)
    vector.reset(seed=1, options=given)
    single.reset(seed=1, options=given)
    for deck in (env.game_state.deck, *vector.tables.states["deck"]):
        np.testing.assert_array_equal(deck, wanted.deck)
    np.testing.assert_array_equal(single.reset(options=given)[0], single.reset(seed=5, options=given)[0])
    np.testing.assert_array_equal(env.observe("player_0")["observation"], game.observe(wanted, 0))
    env.reset()
    assert (env.game_state.deck != wanted.deck).any()
    for each in (env, vector, single):
        with pytest.raises(ValueError, match=r"deck, dealer, carry.*not 'reset_mask'"):
            each.reset(options={"reset_mask": [True]})
        with pytest.raises(ValueError, match="dealer 9"):
            each.reset(options={"dealer": 9})


def test_what_is_asked_before_the_first_deal_says_so() -> None:
    env = envs.make(IDS[0])
    for ask in (lambda: env.observe("player_0"), env.state, lambda: env.game_state, env.last, env.render, lambda: env.step(0)):
        with pytest.raises(RuntimeError, match=r"call reset\(\)"):
            ask()
    with pytest.raises(AttributeError, match=r"no rewards yet.*call reset\(\)"):
        env.rewards  # noqa: B018
    assert not hasattr(env, "rewards")
    with pytest.raises(RuntimeError, match=r"call reset\(\)"):
        envs.make_vec(IDS[0], 2).step(np.zeros(2, int))
    with pytest.raises(RuntimeError, match=r"call reset\(\)"):
        envs.make_vec(IDS[0], 2).get_state()
    env.reset(seed=1)
    with pytest.raises(ValueError, match="'nobody' is no agent of this table; possible: player_0, "):
        env.observe("nobody")


def test_names_can_be_files_and_no_two_seats_share_a_space() -> None:
    env = envs.make(IDS[0])
    assert str(env) == env.metadata["name"] == IDS[0].replace("/", "_")
    spaces = [env.observation_space(agent) for agent in env.possible_agents]
    assert len({id(part) for space in spaces for part in (space, *space.spaces.values())}) == 3 * len(spaces)


def arrays_in(found: Any) -> Iterator[np.ndarray]:
    """Every array of numbers in what an environment handed out."""
    if isinstance(found, np.ndarray) and found.dtype != object:
        yield found
    elif found is not None:
        for part in found.values() if isinstance(found, dict) else found:
            yield from arrays_in(part)


def spoil(found: Any) -> None:
    """Write into every one of them."""
    for array in arrays_in(found):
        array[...] = 1


@every_game
@pytest.mark.parametrize("how", [{}, {"learner": "rotate", "opponents": ["random"]}], ids=["no learner", "rotating"])
def test_arrays_handed_out_are_not_touched_again_in_either_direction(game_id: str, how: dict[str, Any]) -> None:
    kept, spoilt = (envs.make_vec(game_id, 5, illegal_action="lose", **how) for _ in range(2))
    held = []
    for step in range(40):
        if step % 20 == 0:
            kept.reset(seed=step)
            spoil(spoilt.reset(seed=step))
        elif step % 11 == 0:
            kept.set_state(kept.get_state())
            spoilt.set_state(spoilt.get_state())
        masks = kept.action_masks()
        actions = masks.argmax(axis=1)
        if step % 7 == 6:
            actions[step % 5] = masks[step % 5].argmin()
        found, other = kept.step(actions), spoilt.step(actions)
        assert [array.tobytes() for array in arrays_in(other)] == [array.tobytes() for array in arrays_in(found)]
        held += [(array, array.copy()) for array in arrays_in(found)]
        spoil(other)
    for array, was in held:
        np.testing.assert_array_equal(array, was)


@every_game
def test_losing_by_an_illegal_action_is_zero_sum_and_ends_the_episode_for_all(game_id: str) -> None:
    env = envs.make(game_id, illegal_action="lose")
    env.reset(seed=1)
    agent = env.agent_selection
    env.step(int((env.observe(agent)["action_mask"] == 0).argmax()))
    assert all(env.terminations.values())
    assert sum(env.rewards.values()) == pytest.approx(0)
    assert env.rewards[agent] < 0
    assert not env.observe(agent)["action_mask"].any()


@every_game
def test_no_seed_deals_anew_and_the_same_seed_the_same(game_id: str) -> None:
    def decks(env: Any, first: int | None) -> list[bytes]:
        found = []
        for seed in (first, None, None):
            env.reset(seed=seed)
            found.append(env.game_state.deck.tobytes())
        return found

    for seed in (0, 1):
        assert decks(envs.make(game_id), seed) == decks(envs.make(game_id), seed)
    assert len(set(decks(envs.make(game_id), 0)) | set(decks(envs.make(game_id), 1))) == 6
    assert decks(envs.make(game_id), None) != decks(envs.make(game_id), None)


@every_game
def test_playing_leaves_global_random_states_alone(game_id: str) -> None:
    import random

    numpy_state, python_state = np.random.get_state()[1].copy(), random.getstate()  # noqa: NPY002 (that is the point)
    env = envs.make(game_id)
    env.reset()
    play(env)
    assert (np.random.get_state()[1] == numpy_state).all()  # noqa: NPY002
    assert random.getstate() == python_state


@every_game
def test_masks_and_observations_do_not_depend_on_what_is_hidden(game_id: str) -> None:
    """Re-deal what a seat cannot see: everything it is shown stays the same."""
    game = envs.load_game(game_id)
    env = envs.make(game_id)
    rng = np.random.default_rng(3)
    for seed in range(sized(20)):
        env.reset(seed=seed)
        while not is_over(env):
            mover = env.agent_selection
            for seat, agent in enumerate(env.agents):
                seen = env.observe(agent)
                world = game.determinize(seen["observation"], int(rng.integers(2**40)))
                np.testing.assert_array_equal(game.observe(world, 0), seen["observation"])
                if agent == mover:
                    np.testing.assert_array_equal(game.action_mask(world), seen["action_mask"])
                else:
                    assert game.current_player(world) == (int(mover[-1]) - seat) % game.num_players
            mask = env.observe(mover)["action_mask"]
            env.step(int(rng.choice(np.flatnonzero(mask))))


@every_game
def test_state_is_every_seats_view_and_the_cards_nobody_sees(game_id: str) -> None:
    env = envs.make(game_id)
    env.reset(seed=9)
    game, state = env.game, env.state()
    assert env.state_space.contains(state)
    for seat in range(game.num_players):
        view = state[seat * game.observation_size : (seat + 1) * game.observation_size]
        np.testing.assert_array_equal(view, env.observe(f"player_{seat}")["observation"])
    assert len(state) == game.num_players * game.observation_size + game.num_cards


@every_game
def test_calls_out_of_order_are_refused(game_id: str) -> None:
    env = envs.make(game_id)
    for call in (lambda: env.step(0), env.last):
        with pytest.raises(RuntimeError, match="reset"):
            call()


# --- one seat --------------------------------------------------------------------------------------------------------------


@every_game
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_one_seat_passes_the_checkers_of_gymnasium_and_stable_baselines3(game_id: str) -> None:
    env = envs.make_single(game_id, illegal_action="random")
    gymnasium_check_env(env, skip_render_check=True)
    sb3_check_env(envs.make_single(game_id, illegal_action="random"))


@every_game
def test_one_seat_is_paid_the_score_of_its_seat(game_id: str) -> None:
    env = envs.make_single(game_id, opponents=[Hashed()])
    seats = set()
    env.reset(seed=1)
    for _ in range(max(sized(60), 10 * env.game.num_players)):
        observation, info = env.reset()
        earned, over = 0.0, False
        while not over:
            assert info["action_mask"].any()
            np.testing.assert_array_equal(env.action_masks(), info["action_mask"])
            observation, reward, terminated, truncated, info = env.step(int(info["action_mask"].argmax()))
            assert env.observation_space.contains(observation)
            earned += reward
            over = terminated or truncated
        assert earned == pytest.approx(info["returns"][info["seat"]])
        assert not env.action_masks().any()
        seats.add(info["seat"])
    assert seats == set(range(env.game.num_players))


# --- batches ---------------------------------------------------------------------------------------------------------------


def trajectory(game_id: str, num_envs: int, steps: int, **how: Any) -> list[np.ndarray]:
    """What the first seven tables show, step after step."""
    vector = envs.make_vec(game_id, num_envs, **how)
    observations, infos = vector.reset(seed=11)
    shown = [observations[:7].copy(), infos["action_mask"][:7].copy()]
    for _ in range(steps):
        actions = Hashed().act_many(observations, infos["action_mask"], np.zeros(0))
        observations, rewards, terminations, _, infos = vector.step(actions)
        shown += [observations[:7], rewards[:7], terminations[:7], infos["seat"][:7]]
    return shown


@every_game
@pytest.mark.parametrize(
    "how", [{}, {"learner": "rotate", "opponents": ["random", Hashed()]}, {"learner": 0, "opponents": [LastLegal()]}],
    ids=["no learner", "rotating", "seat 0"],
)  # fmt: skip
def test_trajectories_do_not_depend_on_the_number_of_tables_or_threads(game_id: str, how: dict[str, Any]) -> None:
    expected = trajectory(game_id, 7, 60, **how)
    many = 1024 if game_id in FIRST_IDS else 64
    for num_envs, threads in {(64, 1), (many, 1), (many, 2)}:
        found = trajectory(game_id, num_envs, 60, threads=threads, **how)
        for left, right in zip(expected, found, strict=True):
            np.testing.assert_array_equal(left, right)
    alone = trajectory(game_id, 1, 60, **how)
    for left, right in zip(expected, alone, strict=True):
        np.testing.assert_array_equal(left[:1], right)


@every_game
def test_a_batch_plays_the_same_deals_as_the_aec_environment(game_id: str) -> None:
    env = envs.make(game_id)
    vector = envs.make_vec(game_id, 1)
    observations, infos = vector.reset(seed=3)
    env.reset(seed=3)
    for _ in range(3):
        over = False
        while not over:
            shown = env.observe(env.agent_selection)
            assert env.agent_selection == f"player_{infos['seat'][0]}"
            np.testing.assert_array_equal(observations[0], shown["observation"])
            np.testing.assert_array_equal(infos["action_mask"][0], shown["action_mask"])
            actions = Hashed().act_many(observations, infos["action_mask"], np.zeros(0))
            actor = env.agent_selection
            observations, rewards, terminations, _, infos = vector.step(actions)
            env.step(int(actions[0]))
            over = bool(terminations[0])
            assert rewards[0] == env.rewards[actor]
        np.testing.assert_array_equal(infos["returns"][0], [env.infos[agent]["score"] for agent in env.possible_agents])
        np.testing.assert_array_equal(infos["final_obs"][0], env.observe(actor)["observation"])
        env.reset()


@every_game
@pytest.mark.parametrize("episode", ["deal", "match"])
def test_a_learner_is_paid_the_score_of_its_seat_and_of_no_other(game_id: str, episode: str) -> None:
    vector = envs.make_vec(game_id, 16, learner="rotate", opponents=[Hashed(), LastLegal()], episode=episode)
    _, infos = vector.reset(seed=8)
    earned, seats, ends = np.zeros(16), set(), 0
    rounds = 0
    while ends < sized(400) and rounds < 5000:
        rounds += 1
        assert (infos["seat"] == vector.tables.paid).all()
        assert infos["action_mask"].any(axis=1).all()
        _, rewards, terminations, truncations, infos = vector.step(infos["action_mask"].argmax(axis=1))
        earned += rewards
        for row in np.flatnonzero(terminations | truncations):
            seat = infos["final_seat"][row]
            assert earned[row] == pytest.approx(infos["returns"][row, seat])
            assert infos["final_obs"][row] is not None
            earned[row] = 0.0
            seats.add(int(seat))
            ends += 1
        if episode == "match" and ends:
            break
    assert ends
    assert episode == "match" or seats == set(range(vector.game.num_players))


@every_game
def test_a_vector_environment_goes_on_from_a_saved_state(game_id: str) -> None:
    def environment() -> Any:
        return envs.make_vec(game_id, 5, learner="rotate", opponents=["random", Hashed()])

    vector, other = environment(), environment()
    _, infos = vector.reset(seed=1)
    for _ in range(25):
        infos = vector.step(infos["action_mask"].argmax(axis=1))[4]
    other.reset(seed=2)
    other.set_state(vector.get_state())
    np.testing.assert_array_equal(other.action_masks(), vector.action_masks())
    for _ in range(60):
        actions = vector.action_masks().argmax(axis=1)
        left, right = vector.step(actions), other.step(actions)
        for k in range(4):
            np.testing.assert_array_equal(left[k], right[k])


@every_game
@pytest.mark.parametrize("learner", [None, "rotate"])
def test_illegal_actions_in_a_batch(game_id: str, learner: str | None) -> None:
    def environment(policy: str) -> tuple[Any, np.ndarray]:
        vector = envs.make_vec(game_id, 4, learner=learner, opponents=["random"] if learner else [], illegal_action=policy)
        _, infos = vector.reset(seed=1)
        actions = infos["action_mask"].argmax(axis=1)
        actions[2] = infos["action_mask"][2].argmin()
        return vector, actions

    vector, actions = environment("raise")
    before = vector.tables.states.tobytes()
    with pytest.raises(envs.IllegalActionError, match="table 2"):
        vector.step(actions)
    assert vector.tables.states.tobytes() == before

    vector, actions = environment("raise")
    ended_else = vector.step(vector.action_masks().argmax(axis=1))[2].tolist()

    vector, actions = environment("lose")
    _, rewards, terminations, _, infos = vector.step(actions)
    assert terminations.tolist() == [*ended_else[:2], True, *ended_else[3:]]
    assert rewards[2] < 0
    assert infos["returns"][2].sum() == pytest.approx(0)
    assert infos["action_mask"].any(axis=1).all()

    vector, actions = environment("random")
    terminations = vector.step(actions)[2].tolist()
    assert terminations == [*ended_else[:2], False, *ended_else[3:]]
