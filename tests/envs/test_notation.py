"""Files of hand records."""

import json
import warnings

import numpy as np
import pytest

import envs
from envs import notation
from envs.agent import as_agent
from envs.cli import main

RAMSCH = "ramsch/schieberamsch-v0"


def played(game, seed=3):
    state = game.deal(seed=seed)
    while not game.is_terminal(state):
        game.step(state, game.legal_actions(state)[-1])
    return state


@pytest.fixture(scope="module")
def game():
    return envs.load_game(RAMSCH)


@pytest.fixture
def file(tmp_path, game):
    """Three deals with an empty line between them; the second says who played."""
    path = tmp_path / "deals.jsonl"
    notation.append(path, [notation.to_line(game, played(game, 1))])
    notation.append(path, ["", notation.to_line(game, played(game, 2), ["heuristic", None, "random"])])
    notation.append(path, [notation.to_line(game, played(game, 3))])
    return path


def test_deals_are_read_as_they_were_written(file, game):
    found = list(notation.read(file))
    assert [record.line for record in found] == [1, 3, 4]
    for record, seed in zip(found, (1, 2, 3), strict=True):
        assert record.replay().states[-1] == played(game, seed)
        assert record.scores == tuple(game.returns(played(game, seed)))
    assert found[1].agents == ("heuristic", None, "random")


def test_the_game_ignores_who_played(file, game):
    """`from_text` takes a line of a file."""
    [record] = notation.read(file, deal=3)
    assert game.from_text(record.text) == played(game, 2)


def test_replay_has_the_state_before_each_action_and_the_end(file, game):
    deal = next(notation.read(file)).replay()
    for before, action, after in zip(deal.states[:-1], deal.actions, deal.states[1:], strict=True):
        state = before.copy()
        game.step(state, action)
        assert state == after
    assert game.is_terminal(deal.states[-1])
    assert not deal.is_thrown_in


@pytest.mark.parametrize(
    ("chosen", "lines"),
    [
        ({"deal": 3}, [3]),
        ({"game": RAMSCH}, [1, 3, 4]),
        ({"game": "ramsch"}, [1, 3, 4]),
        ({"game": "skat"}, []),
        ({"agent": "heuristic"}, [3]),
        ({"agent": "policy:x"}, []),
        ({"deal": 1, "agent": "heuristic"}, []),
    ],
    ids=str,
)
def test_deals_are_chosen_by_number_game_and_agent(file, chosen, lines):
    assert [record.line for record in notation.read(file, **chosen)] == lines


@pytest.mark.parametrize("deal", [0, 2, 5])
def test_a_deal_that_is_not_there_is_an_error(file, deal):
    with pytest.raises(envs.RecordError, match=f"has no deal {deal}; possible: the lines 1 to 4"):
        list(notation.read(file, deal=deal))


def test_a_file_is_read_as_far_as_it_is_asked_for(file):
    notation.append(file, ["damaged"])
    deals = notation.read(file)
    assert [next(deals).line for _ in range(3)] == [1, 3, 4]
    with pytest.raises(envs.RecordError, match="line 5: not a hand record"):
        next(deals)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{", "line 2: not a hand record: Expecting"),
        ("[]", "line 2: not a hand record: an object of JSON with the key 'game'"),
        ('{"game": "ramsch/schieberamsch-v0", "agents": "heuristic"}', "line 2: damaged hand record: 'agents'"),
        ('{"game": "ramsch/schieberamsch-v0", "options": 3}', "line 2: damaged hand record: 'options'"),
        ('{"game": "ramsch/none-v0"}', "line 2: unknown game"),
        ('{"game": "ramsch/schieberamsch-v0", "options": {"a": 1}}', "unknown option 'a'"),
        ('{"game": "ramsch/schieberamsch-v0"}', "line 2: not a hand record: 'record' is missing"),
        ("(;GM[Skat]PC[x];)", "line 2: the moves MV"),
        ("\xff", "line 2: not a hand record: no text in UTF-8"),
        ("[" * 100_000, "line 2: not a hand record: JSON nested too deep"),
        ('{"dealer": ' + "1" * 100_000 + "}", "line 2: not a hand record: a number with too many digits"),
        ("x" * (2**20 + 1), "line 2: not a hand record: more than 1,048,576 bytes"),
        ('{"game": "ramsch/schieberamsch-v0\\u0000"}', "line 2: unknown game 'ramsch/schieberamsch-v0\\x00'"),
    ],
    ids=str.split("{ list agents options game option record sgf bytes nested digits long null"),
)
def test_a_damaged_line_is_named_by_file_and_number(tmp_path, game, line, said):
    path = tmp_path / "deals.jsonl"
    path.write_bytes(f"{notation.to_line(game, played(game))}\n{line}\n".encode("latin-1"))
    with pytest.raises(envs.RecordError) as caught:
        [record.replay() for record in notation.read(path)]
    assert str(path) in str(caught.value)
    assert said in str(caught.value)


def test_as_many_agents_as_seats(tmp_path, game):
    with pytest.raises(ValueError, match=r"2 agents; .* has 3 seats"):
        notation.to_line(game, played(game), ["random", "random"])
    path = tmp_path / "deals.jsonl"
    notation.append(path, [json.dumps(json.loads(game.to_text(played(game))) | {"agents": ["random"]})])
    with pytest.raises(envs.RecordError, match="line 1: 'agents' names 1 agents; the table has 3 seats"):
        next(notation.read(path)).replay()


def test_a_line_that_was_cut_off_does_not_spoil_the_next(file, game):
    """The program that wrote it was killed."""
    file.write_bytes(file.read_bytes() + b'{"record": 1')
    notation.append(file, [notation.to_line(game, played(game))])
    assert [line for line in range(1, 7) if line != 2 and _is_whole(file, line)] == [1, 3, 4, 6]


def test_old_records_whose_actions_have_blanks_are_read():
    game = envs.load_game("skat/isko-v0")
    state = game.deal(seed=1)
    game.play(state, ["bid_18", "hold", "bid_20"])
    text = game.to_text(state)
    old = text.replace("bid_18", "bid 18").replace("bid_20", "bid 20")
    assert old != text
    assert game.from_text(old) == state


def _is_whole(file, line):
    try:
        return next(notation.read(file, deal=line)).replay() is not None
    except envs.RecordError:
        return False


# --- from an environment ---


def play_recorded(env, episodes, choose):
    """Play, and return the last seat's score of each episode."""
    scores = []
    for episode in range(episodes):
        env.reset(seed=5 if episode == 0 else None)
        for agent in env.agent_iter():
            observation, _, terminated, truncated, info = env.last()
            if terminated or truncated:
                if agent == env.possible_agents[-1]:
                    scores.append(info["score"])
                env.step(None)
            else:
                env.step(choose(observation["action_mask"]))
    return scores


def last_legal(mask):
    return int(np.flatnonzero(mask)[-1])


def test_an_environment_writes_its_deals(tmp_path):
    path = tmp_path / "deals.jsonl"
    env = envs.RecordDeals(envs.make(RAMSCH), path, ["random", None, "heuristic"])
    scores = play_recorded(env, 3, last_legal)
    found = list(notation.read(path))
    assert [record.fields["seed"] for record in found] == [[5, 0, number] for number in range(3)]
    assert [record.scores[-1] for record in found] == scores
    assert {record.agents for record in found} == {("random", None, "heuristic")}
    for record in found:
        record.replay()


@pytest.mark.parametrize("game_id", envs.list_games())
def test_every_deal_of_a_match_is_written_and_plays_again(game_id, tmp_path):
    """Thrown in ones too; scores are the sums so far, and lead from deal to deal."""
    path = tmp_path / "deals.jsonl"
    env = envs.RecordDeals(envs.make(game_id, episode="match"), path)
    chance = np.random.default_rng(1)
    env.reset(seed=5)
    while not any(env.terminations.values()) and env.game_state.deals < 6:
        env.step(int(chance.choice(np.flatnonzero(env.observe(env.agent_selection)["action_mask"]))))
    found = list(notation.read(path))
    assert len(found) >= 2
    assert [record.fields["match"]["deals"] for record in found] == list(range(len(found)))
    for record in found:
        deal = record.replay()
        assert deal.is_thrown_in or deal.deal_game.is_terminal(deal.states[-1])
        assert tuple(deal.deal_game.returns(deal.states[-1])) == record.scores


def test_a_deal_that_is_thrown_in_is_written(tmp_path):
    """Everybody passes."""
    path = tmp_path / "deals.jsonl"
    env = envs.RecordDeals(envs.make("schmier/standard-v0"), path)
    env.reset(seed=1)
    passing = env.game.actions.number("pass")
    while env.observe(env.agent_selection)["action_mask"][passing] and not path.exists():
        env.step(passing)
    [record] = notation.read(path)
    deal = record.replay()
    assert deal.is_thrown_in
    assert not deal.deal_game.is_terminal(deal.states[-1])


def test_an_illegal_action_that_is_replaced_is_written_as_it_was_played(tmp_path):
    path = tmp_path / "deals.jsonl"
    env = envs.RecordDeals(envs.make(RAMSCH, illegal_action="random"), path)
    play_recorded(env, 1, lambda mask: int(np.flatnonzero(mask == 0)[0]))
    next(notation.read(path)).replay()


def test_a_deal_that_ends_with_a_penalty_is_written_as_far_as_it_went(tmp_path):
    path = tmp_path / "deals.jsonl"
    env = envs.RecordDeals(envs.make(RAMSCH, illegal_action="lose"), path)
    play_recorded(env, 1, lambda mask: int(np.flatnonzero(mask == 0)[0]))
    [record] = notation.read(path)
    assert record.fields["actions"] == []
    assert record.scores == ()


def test_the_wrapper_keeps_pettingzoos_promises(tmp_path):
    from pettingzoo.test import api_test

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(envs.RecordDeals(envs.make(RAMSCH), tmp_path / "deals.jsonl"), num_cycles=200)


# --- at the terminal ---


def test_replay_shows_one_deal_and_who_played(file, capsys):
    assert main(["replay", str(file), "--deal", "3"]) == 0
    printed = capsys.readouterr().out
    assert "deal 3: " in printed
    assert "deal 1: " not in printed
    assert "player_1 is a person" in printed


def test_replay_hides_what_a_seat_does_not_see(file, capsys, game):
    main(["replay", str(file), "--deal", "1"])
    everything = capsys.readouterr().out
    main(["replay", str(file), "--deal", "1", "--seat", "2"])
    assert capsys.readouterr().out != everything
    assert main(["replay", str(file), "--seat", "3"]) == 2
    assert "seat 3; possible: 0 to 2" in capsys.readouterr().err


def test_a_match_that_runs_does_not_tell_the_seed_of_its_next_deck(tmp_path):
    game = envs.load_game(RAMSCH, episode="match", rounds=1)
    state = game.deal(seed=123456789)
    assert "seed" not in json.loads(notation.to_line(game, state))
    assert game.from_text(notation.to_line(game, state)).deck.tolist() == state.deck.tolist()
    lines = list(notation.play(game, [as_agent("random", game)] * 3, seed=5))
    assert ["seed" in json.loads(line) for line in lines] == [False] * (len(lines) - 1) + [True]


@pytest.mark.parametrize("game_id", ["schmier/standard-v0", "sheepshead/p4_5-v0"])
def test_an_episode_that_was_cut_off_comes_back(game_id):
    game = envs.load_game(game_id)
    state = game.deal(seed=1)
    while not game.is_terminal(state):
        game.step(state, game.actions.number("pass"))
    assert state.truncated
    assert game.from_text(game.to_text(state)) == state
