"""train.py from end to end, on tiny runs."""

import csv
import errno
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

import agents
import envs
from agents.cli import train
from agents.learning.config import read_config
from agents.learning.folder import RunFolderError, find_run, new_run
from agents.policy.tensors import read_tensors
from envs import notation
from learning_runs import LEAGUE, TINY, TINY_SELFPLAY

ROOT = Path(__file__).parents[2]


def start(*arguments):
    environment = {**os.environ, "PYTHONHASHSEED": "random"}
    return subprocess.Popen(
        [sys.executable, ROOT / "train.py", *arguments],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def wait(process):
    out, err = process.communicate(timeout=240)
    return process.returncode, out, err


def in_process(*arguments):
    """The command in this process: a subprocess would only import torch again."""
    return train.main(list(map(str, arguments)))


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    """A finished run: folder of runs, and what it printed."""
    runs = tmp_path_factory.mktemp("runs")
    code, out, err = wait(start(*TINY, *LEAGUE, f"folder={runs}", "name=straight"))
    assert code == 0, err
    return runs, out, err


def test_a_run_leaves_config_metrics_policy_and_reports(finished):
    runs, out, err = finished
    folder = runs / "straight"
    assert {path.name for path in folder.iterdir()} == {
        "config.yaml",
        "metrics.csv",
        "checkpoints",
        "tensorboard",
        "policy.safetensors",
        "maskable_ppo.zip",
        "deals.jsonl",
        "report.json",
        "report.html",
    }
    assert "step          0 of 1,536" in err
    assert "evaluation among heuristic agents: 20 deals ..." in err
    assert "final match among random agents: 20 deals ..." in err
    assert err.count("evaluation among") == 1
    for words in ("random", "heuristic", "95 % interval", "report.html", "python evaluate.py"):
        assert words in out
    report = json.loads((folder / "report.json").read_text())
    assert set(report["scores"]) == {"random", "heuristic"}
    assert {"score", "difference", "ci_low", "ci_high", "win_rate", "deals"} == set(report["scores"]["random"])
    assert report["config"]["seed"] == 1
    assert {"python", "numpy", "numba", "torch", "stable-baselines3", "stichwerk"} <= set(report["versions"])
    assert [step for step, _ in report["curves"]["eval/difference"]] == [0, 512, 1024, 1536]


def test_the_report_is_one_page_that_loads_nothing(finished):
    page = (finished[0] / "straight" / "report.html").read_text()
    assert page.startswith("<!doctype html>")
    assert page.count("<svg") >= 7
    assert not re.search(r"(src|href)\s*=|url\(|@import|<script", page)
    assert "prefers-color-scheme: dark" in page


def test_the_saved_policy_plays(finished):
    game = envs.load_game("ramsch/schieberamsch-v0")
    agent = agents.make(f"policy:{finished[0] / 'straight' / 'policy.safetensors'}", game)
    state = game.deal(seed=1)
    action = agent.act(game.observe(state, state.player), game.action_mask(state), np.zeros(1, np.uint64))
    assert action in game.legal_actions(state)


def test_deals_to_look_at_are_written_with_the_policy_in_each_seat(finished):
    folder = finished[0] / "straight"
    policy = f"policy:{folder / 'policy.safetensors'}"
    found = list(notation.read(folder / "deals.jsonl"))
    assert len(found) == 20
    assert [record.agents.index(policy) for record in found] == [number % 3 for number in range(20)]
    assert {name for record in found for name in record.agents} == {policy, "heuristic"}
    for record in found:
        deal = record.replay()
        assert deal.deal_game.is_terminal(deal.states[-1])


def test_killed_at_any_moment_and_resumed_a_run_ends_the_same(finished, tmp_path):
    straight = finished[0] / "straight"
    process = start(*TINY, *LEAGUE, f"folder={tmp_path}", "name=killed")
    folder = tmp_path / "killed"
    while process.poll() is None and not list(folder.glob("checkpoints/*.safetensors")):
        time.sleep(0.005)
    delay = random.random() * 0.3
    time.sleep(delay)
    process.kill()
    wait(process)
    code, _, err = wait(start("--resume", str(folder)))
    assert code == 0, err
    assert "Going on at step" in err
    assert (folder / "metrics.csv").read_text() == (straight / "metrics.csv").read_text(), f"killed after {delay}"
    resumed, expected = (read_tensors(run / "policy.safetensors")[0] for run in (folder, straight))
    for name in expected:
        assert np.array_equal(resumed[name], expected[name]), f"{name}, killed after {delay}"


def test_killed_again_and_again_a_run_by_self_play_ends_the_same(tmp_path):
    arguments = (*TINY_SELFPLAY, *LEAGUE, f"folder={tmp_path}", "total_steps=6000")
    code, _, err = wait(start(*arguments, "name=straight"))
    assert code == 0, err
    folder, process, delays = tmp_path / "killed", start(*arguments, "name=killed"), []
    newest = ""
    for _ in range(3):
        while (
            process.poll() is None
            and max((path.stem for path in folder.glob("checkpoints/*.safetensors")), default="") <= newest
        ):
            time.sleep(0.005)
        delays.append(random.random() * 0.1)
        time.sleep(delays[-1])
        process.kill()
        wait(process)
        newest = max(path.stem for path in folder.glob("checkpoints/*.safetensors"))
        process = start("--resume", str(folder))
    code, _, err = wait(process)
    assert code == 0, err
    assert (folder / "metrics.csv").read_text() == (tmp_path / "straight" / "metrics.csv").read_text(), f"killed after {delays}"
    resumed, expected = (read_tensors(tmp_path / name / "policy.safetensors")[0] for name in ("killed", "straight"))
    assert all(np.array_equal(resumed[name], expected[name]) for name in expected), f"killed after {delays}"


def test_ctrl_c_finishes_the_update_and_says_how_to_go_on_and_nobody_else_trains_there(tmp_path, capsys):
    process = start(*TINY, f"folder={tmp_path}", "name=long", "total_steps=100000000")
    while process.poll() is None and not list(tmp_path.glob("long/checkpoints/*.safetensors")):
        time.sleep(0.01)
    assert in_process("--resume", tmp_path / "long") == 2
    assert "another program trains there" in capsys.readouterr().err
    process.send_signal(signal.SIGINT)
    code, _, err = wait(process)
    assert code == 130
    assert err.strip().splitlines()[-1] == f"Stopped. Go on with: python train.py --resume {tmp_path / 'long'}"
    assert "Traceback" not in err
    with (tmp_path / "long" / "metrics.csv").open() as stream:
        last = list(csv.DictReader(stream))[-1]
    newest = max((tmp_path / "long" / "checkpoints").glob("*.safetensors"))
    assert int(newest.stem) == int(last["step"])


def test_an_agent_of_a_file_is_opponent_teacher_and_baseline(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own.py").write_text("from agents.random import RandomAgent\n\n\nclass Own(RandomAgent):\n    pass\n")
    own = ["opponents=[{spec: own.py:Own}]", "imitation={teacher: own.py:Own, steps: 256}", "evaluation.baseline=own.py:Own"]
    assert in_process(*TINY, *own, "total_steps=512", "name=own") == 0
    assert "own.py:Own" in capsys.readouterr().out
    report = json.loads((tmp_path / "runs" / "own" / "report.json").read_text())
    assert set(report["scores"]) == {"random", "heuristic", "own.py:Own"}
    assert report["curves"]["train/imitation_loss"]
    assert in_process("--resume", "runs/own") == 0


def test_seeds_side_by_side_are_runs_of_their_own_and_come_together_in_one_report(finished, tmp_path):
    code, out, err = wait(start(*TINY, *LEAGUE, f"folder={tmp_path}", "name=many", "seeds=2"))
    assert code == 0, err
    first, alone = (
        read_tensors(run / "policy.safetensors")[0] for run in (tmp_path / "many" / "seed-1", finished[0] / "straight")
    )
    assert all(np.array_equal(array, alone[name]) for name, array in first.items())
    report = json.loads((tmp_path / "many" / "report.json").read_text())
    found = [report["scores"][name]["random"]["difference"] for name in ("seed-1", "seed-2")]
    together = report["differences"]["random"]
    assert together["mean"] == pytest.approx(np.mean(found))
    assert together["spread"] == pytest.approx(np.std(found, ddof=1))
    assert "mean and spread" in out
    assert "step      1,536 of 1,536" in (tmp_path / "many" / "seed-2.log").read_text()


def test_seeds_that_are_stopped_go_on_together(tmp_path):
    process = start(*TINY, f"folder={tmp_path}", "name=many", "seeds=2", "total_steps=100000000")
    runs = [tmp_path / "many" / name for name in ("seed-1", "seed-2")]
    while process.poll() is None and not all(list(run.glob("checkpoints/*.safetensors")) for run in runs):
        time.sleep(0.01)
    process.terminate()
    code, _, err = wait(process)
    assert code == 130, err
    assert err.strip().splitlines()[-1].endswith(f"--resume {tmp_path / 'many'}")
    stopped = max(int(path.stem) for path in (runs[1] / "checkpoints").iterdir())
    code, _, err = wait(start("--resume", str(tmp_path / "many"), f"total_steps={stopped + 512}"))
    assert code == 0, err
    assert f"Going on at step {stopped:,}" in (tmp_path / "many" / "seed-2.log").read_text()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["method.n_step=3"], "command line: method: unknown key 'n_step' (did you mean 'n_steps'?)"),
        (["seed=x"], "command line: seed: 'x' is impossible"),
        (["game=ramsch/schieberamsh-v0"], "game: unknown game 'ramsch/schieberamsh-v0' (did you mean"),
        (["options.reward=points"], "options: ramsch/schieberamsch-v0: option reward='points' is impossible; possible:"),
        (["options.rewart=score"], "unknown option 'rewart' (did you mean 'reward'?)"),
        (["opponents=[{spec: randon}]"], "opponents: unknown agent 'randon'"),
        (["opponents=[{spec: 'policy:none'}]"], "opponents: policy file none cannot be read"),
        (["evaluation.baseline=heuristics"], "evaluation.baseline: unknown agent 'heuristics'"),
        (["imitation.teacher=heuristics", "imitation.steps=1"], "imitation.teacher: unknown agent 'heuristics'"),
        (["record.file=../policy.safetensors"], "record.file: '../policy.safetensors' is impossible: expected text matching"),
        (["device=tpu"], "device: 'tpu' is impossible: possible: cpu, cuda"),
        (["--config", "none.yaml"], "none.yaml: cannot be read: No such file"),
        (["--resume", "nowhere"], "nowhere holds no run: there is no config.yaml in it"),
    ],
)
def test_a_mistake_is_one_line_and_status_2_and_makes_no_folder(tmp_path, capsys, arguments, said):
    own = [] if "--resume" in arguments else [f"folder={tmp_path / 'runs'}"]
    assert in_process(*arguments, *own) == 2
    err = capsys.readouterr().err
    assert said in err
    assert err.count("\n") == 1
    assert err.startswith("train.py: ")
    assert not (tmp_path / "runs").exists()


def test_a_name_that_exists_is_refused(finished, capsys):
    assert in_process(*TINY, f"folder={finished[0]}", "name=straight") == 2
    assert "straight exists already: go on with --resume" in capsys.readouterr().err


def test_runs_without_a_name_are_numbered(tmp_path):
    config = read_config(None, [f"folder={tmp_path}"])
    names = [new_run(config)[0].name for _ in range(3)]
    assert names == ["ramsch-schieberamsch-1", "ramsch-schieberamsch-2", "ramsch-schieberamsch-3"]


@pytest.mark.parametrize("moment", ["agents.learning.folder.write_whole", "pathlib.Path.rename"])
def test_killed_while_its_folder_is_made_a_run_of_that_name_begins_afresh(tmp_path, monkeypatch, moment):
    """A folder with the name of a run always holds its config."""

    class Killed(BaseException):
        pass

    def kill(*arguments):
        raise Killed

    config = read_config(None, [f"folder={tmp_path}", "name=a"])
    with monkeypatch.context() as patch:
        patch.setattr(moment, kill)
        with pytest.raises(Killed):
            new_run(config)
    assert not (tmp_path / "a").exists()
    _, folder = new_run(config)
    assert read_config(find_run(folder)) == config


def test_an_empty_folder_becomes_a_run_and_one_with_something_else_does_not(tmp_path):
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "mine").touch()
    assert find_run(new_run(read_config(None, [f"folder={tmp_path}", "name=a"]))[1]).is_file()
    with pytest.raises(RunFolderError, match="b exists already and holds no run"):
        new_run(read_config(None, [f"folder={tmp_path}", "name=b"]))
    assert [path.name for path in (tmp_path / "b").iterdir()] == ["mine"]


def test_killed_before_its_first_checkpoint_a_run_is_resumed_from_the_beginning(finished, tmp_path):
    _, folder = new_run(read_config(None, [*TINY, *LEAGUE, f"folder={tmp_path}", "name=a"]))
    assert in_process("--resume", folder) == 0
    assert (folder / "metrics.csv").read_text() == (finished[0] / "straight" / "metrics.csv").read_text()


def full_disk(*arguments):
    raise OSError(errno.ENOSPC, "No space left on device", "somewhere")


def test_a_full_disk_while_it_learns_is_one_line_that_says_how_to_go_on(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("agents.learning.run.save_checkpoint", full_disk)
    assert in_process(*TINY, f"folder={tmp_path}", "name=full") == 2
    *_, wrong, advice = capsys.readouterr().err.splitlines()
    assert wrong == "train.py: somewhere: No space left on device"
    assert advice == f"What was saved so far stands. Go on with: python train.py --resume {tmp_path / 'full'}"


@pytest.mark.parametrize("part", ["write_policy", "write_json", "write_whole"])
def test_a_failure_at_the_end_loses_neither_the_scores_nor_the_other_files(finished, tmp_path, monkeypatch, capsys, part):
    folder = tmp_path / "copy"
    shutil.copytree(finished[0] / "straight", folder)
    outputs = ["policy.safetensors", "report.json", "report.html", "deals.jsonl"]
    for name in outputs:
        (folder / name).unlink()
    monkeypatch.setattr(train, part, full_disk)
    assert in_process("--resume", folder) == 2
    printed = capsys.readouterr()
    assert "95 % interval" in printed.out
    assert "somewhere: No space left on device" in printed.err
    assert f"Write it again with: python train.py --resume {folder}" in printed.err
    lost = {"write_policy": outputs[:1], "write_json": outputs[1:3], "write_whole": outputs[2:]}[part]
    assert [name for name in outputs if not (folder / name).exists()] == lost


def test_a_lost_metrics_file_is_said_on_resume(finished, tmp_path, capsys):
    folder = tmp_path / "copy"
    shutil.copytree(finished[0] / "straight", folder)
    (folder / "metrics.csv").unlink()
    assert in_process("--resume", folder) == 0
    assert f"{folder / 'metrics.csv'} is missing: it begins anew after update 6\n" in capsys.readouterr().err


def test_a_finished_run_resumed_writes_its_report_again(finished):
    folder = finished[0] / "straight"
    before = (folder / "metrics.csv").read_text()
    deals = (folder / "deals.jsonl").read_text()
    (folder / "report.html").unlink()
    code, _, err = wait(start("--resume", str(folder)))
    assert code == 0, err
    assert (folder / "report.html").exists()
    assert (folder / "metrics.csv").read_text() == before
    assert (folder / "deals.jsonl").read_text() == deals


def test_a_resumed_run_takes_no_other_keys(finished, capsys):
    with pytest.raises(SystemExit) as caught:
        in_process("--resume", finished[0] / "straight", "seed=3")
    assert caught.value.code == 2
    assert "only total_steps=N can be given" in capsys.readouterr().err


def test_help_lists_the_keys(capsys):
    with pytest.raises(SystemExit) as caught:
        in_process("--help")
    assert caught.value.code == 0
    out = capsys.readouterr().out
    assert "evaluation.baseline=heuristic" in out
    assert "divided by this for learning" in out
