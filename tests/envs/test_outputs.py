"""What commands write, and what becomes of it when that fails."""

import errno
import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

import envs
from envs import notation
from envs.cli import main
from envs.cli.outputs import OutputError, Outputs
from envs.cli.program import run
from envs.core.files import write_whole

GAME = "ramsch/ramsch-v0"
ROOT = Path(envs.__file__).resolve().parents[1]


@pytest.fixture
def deals(tmp_path):
    """A file with one deal, and its line."""
    game = envs.load_game(GAME)
    path = tmp_path / "deals.jsonl"
    notation.append(path, [notation.to_line(game, game.deal(seed=1))])
    return path


def names_in(folder):
    return sorted(path.name for path in folder.iterdir())


def in_shell(line, tmp_path):
    """Status, output and messages of a line of a shell, in which `envs` is the program."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": ""}
    command = ["bash", "-o", "pipefail", "-c", f'envs() {{ "{sys.executable}" -m envs "$@"; }}; {line}']
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False, timeout=100)
    return done.returncode, done.stdout, done.stderr


# --- What may be written ---


def test_a_file_that_is_there_is_replaced_only_by_force(deals, capsys):
    page = deals.with_suffix(".html")
    page.write_text("mine")
    assert main(["view", str(deals)]) == 2
    assert capsys.readouterr().err == f"envs: {page} is there already: --force replaces it, or choose another name\n"
    assert page.read_text() == "mine"
    assert main(["view", str(deals), "--force"]) == 0
    assert page.read_text().startswith("<!doctype html>")


@pytest.mark.parametrize("name", ["deals.jsonl", "./deals.jsonl", "link", "hard"])
def test_an_output_is_never_an_input_under_whatever_name(deals, monkeypatch, capsys, name):
    monkeypatch.chdir(deals.parent)
    Path("link").symlink_to("deals.jsonl")
    Path("hard").hardlink_to("deals.jsonl")
    before = deals.read_bytes()
    assert main(["view", str(deals), "--output", name, "--force"]) == 2
    assert "it is read by the same command" in capsys.readouterr().err
    assert deals.read_bytes() == before


def test_two_outputs_are_two_files(tmp_path):
    outputs = Outputs("test")
    outputs.add(tmp_path / "a")
    with pytest.raises(OutputError, match="it is written by the same command"):
        outputs.add(tmp_path / "b" / ".." / "a")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("none/a.html", "there is no folder"),
        ("folder", "it is a folder"),
        ("deals.jsonl/a.html", "there is no folder"),
        ("/dev/full", "it is no regular file"),
        ("/proc/none", "cannot be written"),
        ("x" * 300, "File name too long"),
    ],
)
def test_an_output_is_tried_before_the_work(deals, monkeypatch, capsys, name, said):
    (deals.parent / "folder").mkdir()
    monkeypatch.chdir(deals.parent)
    monkeypatch.setattr("envs.cli.view.page_data", lambda *arguments: pytest.fail("it worked first"))
    for more in ([], ["--force"]):
        assert main(["view", str(deals), "--output", name, *more]) == 2
        message = capsys.readouterr().err
        assert said in message
        assert message.count("\n") == 1


def test_what_is_tried_leaves_nothing(tmp_path):
    outputs = Outputs("test")
    outputs.add(tmp_path / "a")
    outputs.add_records(tmp_path / "b")
    (tmp_path / "link").symlink_to(tmp_path / "c")
    outputs.add_records(tmp_path / "link")
    outputs.add_folder(tmp_path / "d", ["e"])
    assert names_in(tmp_path) == ["link"]


@pytest.mark.parametrize(
    "content",
    [b"notes\n", b'{\n "a": 1\n}\n', b'{"a": 1}\n', bytes(range(256)), b"[" * 10_000],
    ids=str.split("text json object bytes lists"),
)
def test_deals_are_appended_to_hand_records_only(tmp_path, content):
    path = tmp_path / "other"
    path.write_bytes(content)
    with pytest.raises(OutputError, match="holds something else than hand records"):
        Outputs("test").add_records(path)
    assert path.read_bytes() == content


def test_deals_are_appended_to_a_file_whose_writer_was_killed(deals):
    whole = deals.read_bytes()
    for content in (b"", whole, whole[:40], b"\n" + whole):
        deals.write_bytes(content)
        Outputs("test").add_records(deals)
        assert deals.read_bytes() == content


def test_the_files_of_agents_are_inputs(tmp_path, capsys):
    own = tmp_path / "own.py"
    own.write_text("from agents.random import RandomAgent as Own\n")
    assert main(["play", GAME, "--agents", f"{own}:Own", "--record", str(own)]) == 2
    assert "it is read by the same command" in capsys.readouterr().err


# --- Failures at the end ---


def test_a_failure_loses_no_other_output(tmp_path, capsys):
    outputs = Outputs("test")

    def fail():
        raise OSError(errno.ENOSPC, "No space left on device", "b")

    for write in ((tmp_path / "a").touch, fail, (tmp_path / "c").touch):
        outputs.write(write)
    assert outputs.status == 2
    assert names_in(tmp_path) == ["a", "c"]
    assert capsys.readouterr().err == "test: b: No space left on device\n"


def test_a_file_that_cannot_be_written_whole_stays_as_it_was(tmp_path):
    """Here there is no room for more than a thousand bytes, as by `ulimit -f`."""
    path = tmp_path / "a"
    path.write_text("before")
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, limits[1]))
    try:
        with pytest.raises(OSError, match="File too large"):
            write_whole(path, bytes(5000))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert path.read_text() == "before"
    assert names_in(tmp_path) == ["a"]


def test_what_a_link_names_is_written(tmp_path):
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to("folder/a")
    write_whole(tmp_path / "link", b"x")
    assert (tmp_path / "folder" / "a").read_bytes() == b"x"


def test_a_file_size_limit_is_one_line(deals):
    """The page has some hundred kilobytes."""
    status, out, err = in_shell("ulimit -f 4; envs view deals.jsonl", deals.parent)
    assert (status, out) == (2, "")
    assert err == "envs: deals.html: File too large\n"
    assert names_in(deals.parent) == ["deals.jsonl"]


def test_a_full_disk_does_not_end_a_session(deals, tmp_path):
    """What cannot be recorded is told; the match goes on."""
    line = f"(ulimit -f 0; yes 1 | head -n 900 | envs play {GAME} --agents random --seed 1 --record new.jsonl)"
    _, out, err = in_shell(line, tmp_path)
    assert "scores" in out
    assert "new.jsonl: File too large" in err
    assert "Traceback" not in err


# --- Output that nobody reads ---


@pytest.mark.parametrize("command", ["list", "show skat/isko-v0", "replay deals.jsonl"])
def test_a_reader_who_has_seen_enough_ends_it_silently(deals, command):
    assert in_shell(f"envs {command} | true", deals.parent) == (141, "", "")


def test_output_to_a_full_disk_is_one_line(tmp_path):
    assert in_shell("envs list > /dev/full", tmp_path) == (2, "", "envs: output: No space left on device\n")


def test_a_message_is_one_line_that_is_shown_and_not_obeyed(capsys):
    def work():
        raise ValueError("a\n\x1b[2J\ud800")

    assert run("test", work) == 2
    assert capsys.readouterr().err == "test: a\\n\\x1b[2J\\ud800\n"


@pytest.mark.parametrize("command", ["replay", "view"])
@pytest.mark.parametrize("file", [sys.executable, "/dev/zero", ".", "none", "bytes-\udcff"])
def test_a_file_of_another_kind_is_one_line(tmp_path, monkeypatch, capsys, command, file):
    monkeypatch.chdir(tmp_path)
    output = ["--output", "page.html"] if command == "view" else []
    assert main([command, file, *output]) == 2
    message = capsys.readouterr().err
    assert message.startswith("envs: ")
    assert message.count("\n") == 1
