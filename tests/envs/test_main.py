"""The commands of `python -m envs`."""

import json
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
    assert printed.count("scores") == 2


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
