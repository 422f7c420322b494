"""What README.md shows is true: its Python blocks run, one after the other, and print what stands below them."""

import re
import subprocess
import sys

import pytest

import envs
from agents.learning import metrics
from agents.learning.ppo import trainer as ppo
from agents.learning.selfplay import trainer as selfplay
from documents import BLOCK, ROOT, run_blocks

README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_python_blocks_run_and_print_what_is_shown(tmp_path, monkeypatch):
    """They share their names, as in one session."""
    monkeypatch.chdir(tmp_path)
    assert run_blocks(ROOT / "README.md", ("python",)) >= 6


def test_the_deal_shown_is_a_golden_deal():
    """Word for word."""
    [name] = re.findall(r"`tests/golden/(\w+)\.txt`", README)
    shown = next(block[2] for block in BLOCK.finditer(README) if block[1] == "text")
    assert shown in (ROOT / "tests" / "golden" / f"{name}.txt").read_text(encoding="utf-8")


def test_every_registered_id_stands_in_the_table_of_games():
    """The table is complete, and names nothing else."""
    assert set(re.findall(r"`(\w+/\w+-v\d+)`", README.partition("## Games")[2].partition("\n## ")[0])) == set(envs.list_games())


def test_every_make_command_exists():
    """Commands in README.md and CONTRIBUTING.md are targets of the Makefile."""
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    texts = README + (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    commands = set(re.findall(r"(?:^|`)make ([a-z-]+)", texts, re.MULTILINE))
    assert {"train", "test"} <= commands <= targets


def test_every_logged_number_is_explained():
    """Each column of `metrics.csv` has its line."""
    explained = set(re.findall(r"`([\w/]+)`", README.partition("### Training: `metrics.csv`")[2].partition("\n##")[0]))
    assert {*metrics.METRICS, *ppo.METRICS, *selfplay.METRICS} <= explained


def test_every_file_and_terminal_command_exists():
    """Configs that are named, and what comes after `python -m envs`."""
    texts = README + (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert [path for path in re.findall(r"configs/\w+\.yaml", texts) if not (ROOT / path).exists()] == []
    helped = subprocess.run(
        [sys.executable, "-m", "envs", "--help"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    assert set(re.findall(r"python -m envs (\w+)", texts)) <= set(re.findall(r"^    (\w+)  ", helped, re.MULTILINE))


@pytest.mark.parametrize("script", ["train.py", "evaluate.py"])
def test_the_options_shown_are_options_of_the_script(script):
    """Each `--option` on a command line of README.md is one that the script's help lists."""
    lines = "\n".join(block[2] for block in BLOCK.finditer(README) if block[1] == "sh").replace("\\\n", " ").splitlines()
    shown = {word for line in lines if f" {script}" in line for word in re.findall(r"--[a-z-]+", line)}
    helped = subprocess.run([sys.executable, script, "--help"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert shown <= set(re.findall(r"--[a-z-]+", helped))
