"""The commands of `python -m envs`."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

import envs
from envs.cli import main
from envs.core.options import option_names

GAME = "ramsch/schieberamsch-v0"


def record() -> str:
    game = envs.load_game(GAME)
    state = game.deal(seed=3)
    while not game.is_terminal(state):
        game.step(state, game.legal_actions(state)[-1])
    return game.to_text(state)


def test_list_names_every_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list"]) == 0
    printed = capsys.readouterr().out
    assert all(game_id in printed for game_id in envs.list_games())


@pytest.mark.parametrize("game_id", envs.list_games())
def test_show_explains_every_option_and_piece(game_id: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", game_id]) == 0
    printed = capsys.readouterr().out
    game = envs.load_game(game_id)
    for name in option_names(game.options):
        row = next(line for line in printed.splitlines() if line.startswith(f"| `{name}` |"))
        assert row.rstrip(" |").split("|")[-1].strip(), name
    assert all(f"`{piece}`" in printed for piece in game.layout)


def test_replay_prints_decisions_and_scores(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "deals.jsonl"
    file.write_text(f"{record()}\n\n{record()}\n")
    assert main(["replay", str(file)]) == 0
    printed = capsys.readouterr().out
    assert "deal 1: " in printed
    assert "deal 3: " in printed
    assert printed.count("player_0 holds ") == printed.count("Scores: ") == 2


def test_replay_lists_the_decisions_step_by_step(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "deals.jsonl"
    file.write_text(record())
    assert main(["replay", str(file), "--steps"]) == 0
    printed = capsys.readouterr().out
    assert "  player_0: no_grand_hand\n" in printed
    assert "scores  player_0" in printed


def test_an_agent_of_a_file_plays_at_the_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "own.py").write_text("from agents.random import RandomAgent\n\n\nclass Own(RandomAgent):\n    pass\n")
    file = tmp_path / "deals.jsonl"
    monkeypatch.setattr("builtins.input", lambda _prompt: "1")
    command = ["play", GAME, "--seat", "1", "--seed", "3", "--agents", f"{tmp_path}/own.py:Own", "--record", str(file)]
    assert main(command) == 0
    assert json.loads(file.read_text())["agents"] == [f"{tmp_path}/own.py:Own", None, f"{tmp_path}/own.py:Own"]


def test_the_commands_need_no_extras() -> None:
    """Without pillow, pages and pictures fail, and nothing else."""
    command = "import sys; sys.modules['PIL'] = None; from envs.cli import main; sys.exit(main(['list']))"
    subprocess.run([sys.executable, "-c", command], check=True, capture_output=True)


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda line: line[:40], "line 1"),
        (lambda line: json.dumps(json.loads(line) | {"dealer": 7}), "dealer 7"),
        (lambda line: json.dumps(json.loads(line) | {"actions": ["QC"]}), "Legal: "),
        (lambda line: json.dumps(json.loads(line) | {"game": "ramsch/none-v0"}), "known"),
        (lambda line: json.dumps(json.loads(line) | {"scores": [1, 2, 3]}), "scores"),
    ],
    ids=["cut off", "dealer", "illegal action", "game", "scores"],
)
def test_a_damaged_record_is_one_clear_error(damage, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "deals.jsonl"
    file.write_text(damage(record()))
    assert main(["replay", str(file)]) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1


@pytest.mark.parametrize("command", [["show", "skt/isko-v0"], ["replay", "no such file"]])
def test_bad_arguments_are_one_clear_error(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(command) == 2
    assert capsys.readouterr().err.startswith("envs: ")
