"""Configs: defaults, YAML 1.2, key=value, and one line for every mistake."""

import time
from pathlib import Path

import pytest

import envs
from agents.learning.config import Config, ConfigError, read_config, to_yaml
from agents.learning.config_help import help_text

CONFIGS = Path(__file__).parents[2] / "configs"


def test_the_defaults_are_a_config():
    assert read_config(None) == Config()


def test_a_written_config_reads_as_itself(tmp_path):
    config = read_config(
        None, ["opponents=[{spec: random}, {spec: snapshots, weight: 2}]", "options={reward: zero_sum}", "method.net=[8]"]
    )
    path = tmp_path / "config.yaml"
    path.write_text(to_yaml(config))
    assert read_config(path) == config


@pytest.mark.parametrize("path", sorted(CONFIGS.glob("*.yaml")), ids=lambda path: path.name)
def test_every_config_that_comes_with_the_project_is_possible(path):
    config = read_config(path)
    envs.load_game(config.game, **config.options)


def test_the_command_line_overrides_the_file_and_dots_reach_inner_keys(tmp_path):
    path = tmp_path / "a.yaml"
    path.write_text("seed: 4\nevaluation: {deals: 30}\n")
    config = read_config(path, ["seed=5", "evaluation.every=7", "options.reward=zero_sum", "method.learning_rate=1e-4"])
    assert (config.seed, config.evaluation.deals, config.evaluation.every) == (5, 30, 7)
    assert config.options == {"reward": "zero_sum"}
    assert config.method.learning_rate == 0.0001


def test_values_are_yaml_1_2_in_which_off_is_a_word():
    typed = ["options.a=off", "options.b=1e-3", "options.c=[1, x]", "options.d.e=true", "options.f="]
    assert read_config(None, typed).options == {
        "a": "off",
        "b": 0.001,
        "c": [1, "x"],
        "d": {"e": True},
        "f": None,
    }


def test_help_lists_every_key_with_its_default_and_a_line():
    lines = help_text().splitlines()
    keys = [line.split("=")[0].strip() for line in lines]
    inner = {
        "snapshots": ("keep", "every"),
        "imitation": ("teacher", "steps"),
        "evaluation": ("baseline", "every", "deals", "final_deals"),
        "record": ("file", "deals"),
        "method": ("name", *Config().method.__struct_fields__),
    }
    for name in Config.__struct_fields__:
        for key in [f"{name}.{part}" for part in inner[name]] if name in inner else [name]:
            assert key in keys
    assert all(len(line.split("  ")[-1].strip()) > 10 for line in lines)
    assert set(Config().__struct_fields__) == {key.partition(".")[0] for key in keys}


@pytest.mark.parametrize(
    ("assignment", "said"),
    [
        ("sed=3", "unknown key 'sed' (did you mean 'seed'?); known: name, folder,"),
        ("method.n_step=3", "method: unknown key 'n_step' (did you mean 'n_steps'?); known: n_steps, batch_size"),
        ("n_steps=3", "n_steps: belongs to the method: method.n_steps=..., in a file method: {n_steps: ...}"),
        ("method.name=maskable", "method.name: 'maskable' is impossible: possible: maskable_ppo"),
        ("method=maskable_ppo", "method: 'maskable_ppo' is impossible: expected keys with values"),
        (
            "evaluation.evry=3",
            "evaluation: unknown key 'evry' (did you mean 'every'?); known: baseline, every, deals, final_deals",
        ),
        (
            "opponents=[{spec: random, wait: 1}]",
            "opponents.0: unknown key 'wait' (did you mean 'weight'?); known: spec, weight",
        ),
        ("method.n_steps=x", "method.n_steps: 'x' is impossible: expected whole number, got text (decisions at each table"),
        ("method.n_steps=0", "method.n_steps: 0 is impossible: expected whole number >= 1"),
        ("seeds=0", "seeds: 0 is impossible: expected whole number >= 1"),
        ("seed=true", "seed: True is impossible: expected whole number, got bool"),
        ("method.gamma=1.5", "method.gamma: 1.5 is impossible: expected number <= 1.0"),
        ("method.gamma=.nan", "method.gamma: nan is impossible"),
        ("method.learning_rate=.inf", "method.learning_rate: inf is impossible: a finite number is needed"),
        ("method.activation=relux", "method.activation: 'relux' is impossible: possible: relu, tanh"),
        ("method.net=[16, 0]", "method.net.1: 0 is impossible: expected whole number >= 1"),
        ("method.net=[9999999999]", "method.net.0: 9999999999 is impossible: expected whole number <= 8192"),
        ("num_envs=999999999999", "num_envs * method.n_steps: 31999999999968 decisions of an update are impossible"),
        ("evaluation=3", "evaluation: 3 is impossible: expected keys with values"),
        ("method.n_steps.x=3", "method.n_steps: {'x': 3} is impossible: expected whole number"),
        ("opponents=[]", "opponents: [] is impossible: expected list of length >= 1"),
        ("opponents=[{weight: 1}]", "missing required field spec"),
        ("opponents=[{spec: snapshots}]", "opponents: one that is not `snapshots` needs a weight above 0"),
        ("opponents=[{spec: random}, {spec: random}]", "opponents: the same spec stands there twice"),
        ("method.batch_size=7", "method.batch_size: 7 does not divide the 8192 decisions of an update"),
        ("name=a/b", "name: 'a/b' cannot name a folder"),
        ("options={1: 2}", "a key that is not text"),
        ("seed", "'seed' is not key=value"),
        ("seed=[", "seed=[: line 1, column 2: not YAML"),
    ],
)
def test_a_mistake_is_one_line_with_the_key_and_what_is_possible(assignment, said):
    with pytest.raises(ConfigError) as caught:
        read_config(None, [assignment])
    assert str(caught.value).startswith("command line: ")
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


BOMB = "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}' if n else 'x'] * 10)}]\n  " for n in range(9))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("options: " + "[" * 5000, "nested too deep"),
        ("options: " + "{a: " * 5000, "nested too deep"),
        ("- " * 5000, "nested too deep"),
        (f"options:\n  {BOMB}reward: *a8", "more than 10,000 values"),
        ("options: &a\n  reward: *a", "more than 10,000 values"),
        ("seed: " + "1" * 50_000, "not YAML: Exceeds the limit"),
        ('name: "a\\0b"', "'a\\x00b' is impossible"),
        ('opponents: [{spec: "policy:a\\0b"}]', "'policy:a\\x00b' is impossible"),
        ('name: "\\ud800"', "'\\ud800' is impossible"),
        ('name: "\\e[2J"', "name: '\\x1b[2J' cannot name a folder"),
        ('folder: "a\\nb"', "folder: 'a\\nb' cannot name a folder"),
        ("name: " + "x" * 300, "cannot name a folder"),
        ("# " + "x" * 2**16, "cannot be read: more than 65,536 bytes"),
    ],
    ids=str.split("lists keys blocks aliases circle digits null spec half-letter escape line-break long large"),
)
def test_a_file_that_goes_beyond_all_bounds_is_one_line_at_once(tmp_path, text, said):
    path = tmp_path / "a.yaml"
    path.write_text(text)
    started = time.monotonic()
    with pytest.raises(ConfigError) as caught:
        read_config(path)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)
    assert time.monotonic() - started < 3


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("seed: 1\nseed: 2\n", 'line 2, column 1: not YAML: found duplicate key "seed"'),
        ("seed: [", "not YAML: expected the node content"),
        ("\tseed: 1", "line 1, column 1: not YAML"),
        ("- 1", "a config is a list of `key: value` lines"),
        ("net: [8]", "net: belongs to the method: method.net=..., in a file method: {net: ...}"),
        ("seeed: 1", "unknown key 'seeed' (did you mean 'seed'?)"),
        ("seed: 2001-02-31", "not YAML"),
        ("seed: !!python/name:os.system x", "not YAML: could not determine a constructor"),
        ("method: {batch_size: 1000}", "method.batch_size: 1000 does not divide"),
    ],
)
def test_a_mistake_in_a_file_names_the_file(tmp_path, text, said):
    path = tmp_path / "wrong.yaml"
    path.write_text(text)
    with pytest.raises(ConfigError) as caught:
        read_config(path)
    assert str(caught.value).startswith(f"{path}: ")
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_file_that_is_missing_or_no_text_is_said_to_be_so(tmp_path):
    with pytest.raises(ConfigError, match=r"none\.yaml: cannot be read: No such file"):
        read_config(tmp_path / "none.yaml")
    (tmp_path / "binary.yaml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ConfigError, match=r"binary\.yaml: is not text in UTF-8"):
        read_config(tmp_path / "binary.yaml")


def test_an_empty_file_is_the_defaults(tmp_path):
    path = tmp_path / "empty.yaml"
    path.write_text("# nothing\n")
    assert read_config(path) == Config()


def test_a_config_cannot_be_changed():
    with pytest.raises(AttributeError):
        Config().seed = 2
