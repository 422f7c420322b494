"""The command `stichwerk`: in a clone, and as pip installs it."""

import argparse
import json
import os
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from agents import cli
from agents.learning.config import ConfigError, find_config, our_configs, read_config
from agents.learning.config_help import help_text
from documents import ROOT
from learning_runs import TINY
from sizes import IS_LONG

GAME = "ramsch/schieberamsch-v0"
COMMANDS = ("list", "show", "play", "replay", "view", "train", "evaluate")


def run(*command, folder=None, path=(ROOT,), **more):
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, path)), **more.pop("env", {})}
    return subprocess.run(
        list(map(str, command)), cwd=folder, env=environment, capture_output=True, text=True, check=False, **more
    )


def test_the_help_lists_every_command():
    done = run(sys.executable, "-m", "stichwerk", "--help")
    words = {line.split()[0] for line in done.stdout.splitlines() if line.startswith("    ") and line[4] != " "}
    assert words == set(COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_a_help(command):
    done = run(sys.executable, "-m", "stichwerk", command, "--help")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(f"usage: stichwerk {command}")


def test_a_command_says_how_it_is_called(tmp_path):
    done = run(sys.executable, "-m", "stichwerk", "train", "--resume", tmp_path)
    assert done.stderr == f"stichwerk train: {tmp_path} holds no run: there is no config.yaml in it\n"
    done = run(sys.executable, ROOT / "train.py", "--resume", tmp_path)
    assert done.stderr == f"train.py: {tmp_path} holds no run: there is no config.yaml in it\n"


@pytest.mark.parametrize("name", ["envs", "agents"])
def test_a_folder_that_hides_ours_is_named(name, tmp_path):
    (tmp_path / name).mkdir()
    (tmp_path / name / "__init__.py").touch()
    done = run(sys.executable, "-m", "stichwerk", "list", folder=tmp_path)
    assert done.returncode == 2
    assert f"stichwerk: another {name} hides the one of Stichwerk: {tmp_path / name}. Start in another folder" in done.stderr


def test_without_the_extra_it_says_what_to_install():
    hide = "import sys; sys.modules['tqdm'] = None; sys.argv[0] = 'stichwerk'; import stichwerk; "
    done = run(sys.executable, "-c", f"{hide}sys.exit(stichwerk.main(['evaluate', '--help']))")
    assert done.stderr == "stichwerk evaluate: tqdm is missing: pip install 'stichwerk[train]'\n"
    assert run(sys.executable, "-c", f"{hide}sys.exit(stichwerk.main(['list']))").returncode == 0


def test_configs_are_found_by_their_names(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert read_config(find_config("schieberamsch_ppo")).game == GAME
    assert set(our_configs()) == {path.stem for path in (ROOT / "configs").glob("*.yaml")}
    (tmp_path / "mine").write_text("seed: 3")
    assert read_config(find_config("mine")).seed == 3
    with pytest.raises(ConfigError, match=r"unknown config 'schieberamsch' \(did you mean 'schieberamsch_ppo'\?\); known: "):
        find_config("schieberamsch")


@pytest.mark.skipif(not IS_LONG, reason="builds a wheel, and compiles the kernels once more")
def test_the_wheel_works_in_an_environment_of_its_own(tmp_path):
    """Only what it depends on is borrowed, from the environment of the tests, where it stands after its own packages."""
    dist, venv, work = (tmp_path / name for name in ("dist", "venv", "work"))
    work.mkdir()
    done = run(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", dist, ROOT, path=())
    assert done.returncode == 0, done.stderr
    [wheel] = dist.glob("*.whl")
    run(sys.executable, "-m", "venv", venv, path=())
    [packages] = venv.glob("lib/python*/site-packages")
    done = run(venv / "bin" / "python", "-m", "pip", "install", "--quiet", "--no-deps", wheel, path=())
    assert done.returncode == 0, done.stderr
    (packages / "borrowed.pth").write_text(sysconfig.get_path("purelib"))  # its own .pth files are not read

    def stichwerk(*words, **more):
        done = run(venv / "bin" / "stichwerk", *words, folder=work, path=(), **more)
        assert done.returncode == 0, f"{words}: {done.stderr}"
        return done.stdout

    where = run(
        venv / "bin" / "python", "-c", "import agents, envs; print(envs.__file__, agents.__file__)", folder=work, path=()
    )
    assert all(Path(file).is_relative_to(packages) for file in where.stdout.split())
    assert GAME in stichwerk("list")
    assert "# ramsch/" in stichwerk("show", GAME)
    played = stichwerk("play", GAME, "--record", "mine.jsonl", input="1\n" * 100)
    assert "scores" in played
    assert "Scores: " in stichwerk("replay", "mine.jsonl")
    assert "mine.html" in stichwerk("view", "mine.jsonl")
    trained = stichwerk("train", "--config", "schieberamsch_ppo", *TINY, "opponents=[{spec: heuristic}]", "name=first")
    assert "Play on: stichwerk evaluate --game" in trained
    stichwerk("view", "runs/first/deals.jsonl")
    policy = "policy:runs/first/policy.safetensors"
    command = ("--game", GAME, "--agents", policy, "random", "--deals", "300", "--processes", "2", "--json", "out.json")
    assert "rating" in stichwerk("evaluate", *command, "--report", "out.html")
    assert [agent["spec"] for agent in json.loads((work / "out.json").read_text())["agents"]] == [policy, "random"]


def test_every_argument_of_every_command_has_a_help(monkeypatch, capsys):
    """In words that can be understood without the option's name."""
    shown = []
    monkeypatch.setattr(argparse.ArgumentParser, "print_help", lambda parser, file=None: shown.append(parser))
    for command in COMMANDS:
        with pytest.raises(SystemExit):
            cli.main([command, "--help"])
    assert len(shown) == len(COMMANDS)
    helps = [(parser.prog, action.dest, action.help or "") for parser in shown for action in parser._actions]
    assert [found for found in helps if len(found[2].split()) < 3] == []


def test_no_line_about_a_key_begins_in_the_middle_of_a_sentence():
    begins = [line.split("  ")[-1].strip() for line in help_text().splitlines()]
    assert [text for text in begins if text.split()[0] in {"of", "that", "between", "what", "where", "with"}] == []
