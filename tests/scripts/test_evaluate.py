"""evaluate.py from the command line to its files."""

import errno
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from agents.cli import evaluate
from agents.learning.folder import write_json
from envs import notation

GAME = "ramsch/schieberamsch-v0"
ROOT = Path(__file__).resolve().parents[2]


def test_prints_a_table_and_writes_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "out.json"
    command = ["--game", GAME, "--agents", "heuristic", "random", "--deals", "60", "--seed", "5", "--processes", "1"]
    assert evaluate.main([*command, "--json", str(file), "--options", "ramsch_skat_to=loser"]) == 0
    printed = capsys.readouterr().out
    assert "score/deal" in printed
    assert "heuristic" in printed
    results = json.loads(file.read_text())
    assert results["game"] == GAME
    assert results["options"]["ramsch_skat_to"] == "loser"
    assert (results["deals"], results["seed"]) == (60, 5)
    assert [agent["spec"] for agent in results["agents"]] == ["heuristic", "random"]
    for agent in results["agents"]:
        low, high = agent["ci95"]
        assert low <= agent["score_per_deal"] <= high
        assert 0 <= agent["win_rate"] <= 1
        assert agent["deals"] == 60
    assert {(pair["a"], pair["b"]) for pair in results["pairs"]} == {("heuristic", "random"), ("random", "heuristic")}
    assert results["agents"][1]["stderr"] > 0
    assert results["pairs"][0]["ci95"][0] > 0
    assert set(results["versions"]) >= {"stichwerk", "numpy", "numba", "python"}


def test_writes_a_page_pictures_and_records(tmp_path: Path) -> None:
    command = ["--game", GAME, "--agents", "heuristic", "random", "--deals", "30", "--processes", "1", "--quiet"]
    outputs = ["--report", f"{tmp_path}/out.html", "--plots", f"{tmp_path}/plots", "--record", f"{tmp_path}/deals.jsonl"]
    assert evaluate.main([*command, *outputs, "--record-deals", "2"]) == 0
    page = (tmp_path / "out.html").read_text(encoding="utf-8")
    for text in ("Ranking", "Who beats whom", "What they choose", "By part in the deal", "By contract", "Grand Hand, declarer"):
        assert text in page
    assert "http" not in page.replace("http-equiv", "")
    assert page.count("<table") == page.count("</table>")
    for name in ("ranking", "pairs", "scores"):
        assert (tmp_path / "plots" / f"{name}.png").read_bytes().startswith(b"\x89PNG")
    recorded = list(notation.read(tmp_path / "deals.jsonl"))
    assert len(recorded) == 2 * (2 + 2 * 3)
    assert all(set(record.agents) <= {"heuristic", "random"} for record in recorded)
    assert all(record.replay().states for record in recorded)


def test_tells_what_agents_give_away(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, page = tmp_path / "out.json", tmp_path / "out.html"
    command = ["--game", "sheepshead/p5-v0", "--agents", "heuristic", "random", "--deals", "20", "--processes", "1"]
    assert evaluate.main([*command, "--regret", "10", "--json", str(file), "--report", str(page)]) == 0
    assert "card points given away" in capsys.readouterr().out
    assert "Card points given away" in page.read_text(encoding="utf-8")
    for agent in json.loads(file.read_text())["agents"]:
        assert agent["regret_ci95"][0] < agent["regret"] < agent["regret_ci95"][1]
        assert agent["regret_deals"] == 10
    assert evaluate.main([*command, "--regret", "10", "--options", "episode=match"]) == 2
    assert "not of matches" in capsys.readouterr().err


def test_a_team_game_is_also_evaluated_with_mixed_partners(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "out.json"
    command = ["--game", "schmier/standard-v0", "--agents", "heuristic", "random", "--deals", "40", "--processes", "1"]
    assert evaluate.main([*command, "--json", str(file)]) == 0
    assert "partners" in capsys.readouterr().out
    pair = json.loads(file.read_text())["pairs"][0]
    assert pair["difference"] > pair["alone"]["difference"] > 0


def test_agents_of_a_file_and_of_another_package_play_in_every_process(tmp_path: Path) -> None:
    """Two blocks of deals, a process each; the package is installed as pip would leave it."""
    own = "import agents.random as r\nclass Chance(r.RandomAgent):\n    spec = 'chance'\n"
    (tmp_path / "own.py").write_text(own)
    (tmp_path / "other_package.py").write_text(own)
    package = tmp_path / "other_package-1.dist-info"
    package.mkdir()
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: other_package\nVersion: 1\n")
    (package / "entry_points.txt").write_text("[stichwerk.agents]\nchance = other_package:Chance\n")
    command = ["--game", GAME, "--agents", "own.py:Chance", "chance", "--deals", "300", "--processes", "2", "--quiet"]
    done = subprocess.run(
        [sys.executable, ROOT / "evaluate.py", *command, "--json", "out.json"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(tmp_path)])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found = json.loads((tmp_path / "out.json").read_text())["agents"]
    assert [agent["spec"] for agent in found] == ["own.py:Chance", "chance"]
    assert all(agent["deals"] == 300 for agent in found)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--game", "ramsch/none-v0", "--agents", "random"], "ramsch/schieberamsch-v0"),
        (["--game", GAME, "--agents", "randm"], "random"),
        (["--game", GAME, "--agents", "policy:nowhere.safetensors"], "nowhere.safetensors"),
        (["--game", GAME, "--agents", "random", "--options", "pass_jack=true"], "pass_jacks"),
        (["--game", GAME, "--agents", "random", "--options", "pass_jacks"], "'pass_jacks' is not KEY=VALUE"),
        (["--game", GAME, "--agents", "random", "--seed", "-1"], "seed -1"),
        (["--game", GAME, "--agents", "random", "--json", "no/such/folder/x.json"], "no/such/folder"),
        (["--game", GAME, "--agents", "random", "--report", "no/such/folder/x.html"], "no/such/folder"),
        (["--game", GAME, "--agents", "random", "--plots", __file__], "is no folder"),
    ],
    ids=["game", "agent", "policy", "option", "no value", "seed", "folder", "report's folder", "plots' folder"],
)
def test_bad_input_is_one_clear_error(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert evaluate.main([*arguments, "--deals", "4", "--processes", "1", "--quiet"]) == 2
    error = capsys.readouterr().err.splitlines()[-1]
    assert error.startswith("evaluate.py: ")
    assert message in error


@pytest.mark.parametrize("deals", ["0", "1", "-3", "many"])
def test_an_interval_needs_two_deals_at_least(deals: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        evaluate.main(["--game", GAME, "--agents", "random", "--deals", deals])
    assert "whole number from 2 up" in capsys.readouterr().err


SMALL = ["--game", GAME, "--agents", "random", "--deals", "4", "--processes", "1", "--quiet"]


def test_results_replace_a_file_only_by_force_and_records_are_appended(tmp_path, capsys):
    file, deals = tmp_path / "out.json", tmp_path / "deals.jsonl"
    outputs = ["--json", str(file), "--record", str(deals), "--record-deals", "2", "--plots", str(tmp_path)]
    assert evaluate.main([*SMALL, *outputs]) == 0
    before = file.read_text()
    assert evaluate.main([*SMALL, *outputs]) == 2
    assert f"{file} is there already: --force replaces it" in capsys.readouterr().err
    assert evaluate.main([*SMALL, *outputs[2:]]) == 2
    assert "ranking.png is there already" in capsys.readouterr().err
    assert file.read_text() == before
    assert evaluate.main([*SMALL, *outputs, "--force", "--seed", "2"]) == 0
    assert json.loads(file.read_text())["seed"] == 2
    assert len(list(notation.read(deals))) == 4


def test_an_output_is_never_the_policy_that_is_evaluated(tmp_path, capsys):
    policy = tmp_path / "policy.safetensors"
    policy.write_bytes(b"weights")
    for name in ("--json", "--report", "--record"):
        command = ["--game", GAME, "--agents", f"policy:{policy}", name, f"{tmp_path}/./policy.safetensors", "--force"]
        assert evaluate.main(command) == 2
        assert "it is read by the same command" in capsys.readouterr().err
    assert policy.read_bytes() == b"weights"


def test_an_output_that_fails_at_the_end_loses_no_other(tmp_path, monkeypatch, capsys):
    def full_disk(*arguments):
        raise OSError(errno.ENOSPC, "No space left on device", "out.json")

    monkeypatch.setattr(evaluate, "write_json", full_disk)
    names = {"--json": "out.json", "--report": "out.html", "--record": "deals.jsonl"}
    outputs = [word for option, name in names.items() for word in (option, str(tmp_path / name))]
    assert evaluate.main([*SMALL, *outputs]) == 2
    printed = capsys.readouterr()
    assert "score/deal" in printed.out
    assert printed.err.endswith("evaluate.py: out.json: No space left on device\n")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["deals.jsonl", "out.html"]


def test_a_reader_who_has_seen_enough_loses_no_output(tmp_path):
    command = f'"{sys.executable}" evaluate.py {" ".join(SMALL)} --json "{tmp_path}/out.json" | true'
    done = subprocess.run(["/bin/sh", "-c", command], cwd=ROOT, capture_output=True, text=True, check=False)
    assert "Traceback" not in done.stderr
    assert "Errno" not in done.stderr
    assert json.loads((tmp_path / "out.json").read_text())["deals"] == 4


def test_what_is_no_number_is_null_in_json(tmp_path: Path) -> None:
    write_json(tmp_path / "out.json", {"half": float("nan"), "whole": [1.0, float("inf")]})
    assert json.loads((tmp_path / "out.json").read_text(encoding="utf-8")) == {"half": None, "whole": [1.0, None]}
