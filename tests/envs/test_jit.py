"""Kernels are compiled once for each content of the sources and loaded afterwards; the package itself is light to import.

Most tests run a small package of their own, a copy of `envs.core` with two tiny games, in fresh processes.
"""

import enum
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest

import envs
import signatures
from envs.core import jit, kernel_cache
from sizes import IS_LONG

ENVS = Path(envs.__file__).parent
LIBRARIES = ("torch", "matplotlib", "pygame", "stable_baselines3", "sb3_contrib", "tensorboard", "ray", "agents")

TABLE = "OFFSET = 100\n"
GAME = """
from envs.core.jit import kernel
from envs.games.table import OFFSET

@kernel
def step(x):
    return FACTOR * x + OFFSET
"""
LOOPS = """
game = None

def once(x):
    return game.step(x)

def twice(x):
    return once(once(x))
"""
USE = """
import json, os
{first}
from envs.core import jit
from envs.core.kernel_cache import cache_folder
from envs.games import loops, two, three

bound = [jit.bind((loops.once, loops.twice), {{"game": game}}) for game in (two, three)]
jit.prepare("the rules of two", lambda: [kernels.twice(1) for kernels in bound])
used = [two.step, bound[0].twice, bound[1].twice]
print(json.dumps({{
    "results": [two.step(5), bound[0].twice(1), bound[1].twice(1)],
    "folder": str(cache_folder(jit._ENVS / "games")),
    "hits": [] if jit.PLAIN else [sum(k.stats.cache_hits.values()) for k in used],
    "misses": [] if jit.PLAIN else [sum(k.stats.cache_misses.values()) for k in used],
}}))
"""
RESULTS = [110, 2 * 102 + 100, 3 * 103 + 100]
"""Once of 5, and twice of 1 with each factor."""
FIND = """
import json
from envs.core import jit, kernel_cache
print(json.dumps(str(kernel_cache.cache_folder(jit._ENVS / "games"))))
"""
READ_ONLY = "import os; os.access = lambda path, mode: False"
NO_TEMPORARY = "import tempfile; tempfile.tempdir = '/proc/none'"


def small_package(folder: Path) -> Path:
    """Write a small package `envs` into a folder."""
    shutil.copytree(ENVS / "core", folder / "envs" / "core", ignore=shutil.ignore_patterns("__pycache__"))
    games = folder / "envs" / "games"
    games.mkdir()
    for package in (games.parent, games):
        (package / "__init__.py").touch()
    (games / "table.py").write_text(TABLE)
    (games / "two.py").write_text("FACTOR = 2\n" + GAME)
    (games / "three.py").write_text("FACTOR = 3\n" + GAME)
    (games / "loops.py").write_text(LOOPS)
    return folder


def run(package: Path, code: str, settings: dict[str, str]) -> tuple[Any, str]:
    """Run code with the small package in a fresh process: what it prints, as JSON, and what it says on the screen."""
    env = {key: value for key, value in os.environ.items() if not key.startswith("NUMBA_")}
    env |= {"PYTHONPATH": str(package), "XDG_CACHE_HOME": str(package / "user"), **settings}
    command = [sys.executable, "-W", "error", "-c", code]
    done = subprocess.run(command, env=env, cwd=package, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout), done.stderr


def use(package: Path, first: str = "", **settings: str) -> dict[str, Any]:
    """Call the kernels of the small package; `first` is code that runs before it is imported."""
    result, said = run(package, USE.format(first=first), settings)
    return {**result, "said": said}


def folder_of(package: Path, **settings: str) -> str:
    """The folder in which a fresh process would keep its kernels."""
    return str(run(package, FIND, settings)[0])


@pytest.fixture
def package(tmp_path):
    """A small package whose kernels were never compiled."""
    return small_package(tmp_path)


@pytest.fixture(scope="module")
def used(tmp_path_factory):
    """A small package, and what two processes, one after the other, told of its use."""
    package = small_package(tmp_path_factory.mktemp("used"))
    return package, use(package), use(package)


# --- Compiled once ---


def test_a_second_process_loads_what_the_first_has_compiled(used):
    _, first, second = used
    assert first["results"] == second["results"] == RESULTS
    assert (first["hits"], first["misses"]) == ([0] * 3, [1] * 3)
    assert (second["hits"], second["misses"]) == ([1] * 3, [0] * 3)
    assert first["folder"] == second["folder"]


def test_compiling_is_announced_and_loading_is_not(used):
    _, first, second = used
    assert "Compiling the rules of two" in first["said"]
    assert second["said"] == ""


def test_kernels_are_kept_beside_the_package_and_nowhere_else(used):
    package, first, _ = used
    folder = Path(first["folder"])
    assert folder.parent == package / "envs" / "__pycache__"
    assert folder.name.startswith("kernels-")
    files = list(package.rglob("*.nb?"))
    assert files
    assert all(folder in file.parents for file in files)
    assert not (package / "user").exists()


def test_an_edit_in_a_module_that_a_kernel_imports_is_noticed_and_so_is_its_return(used):
    """Numba itself would go on with the old number."""
    package, before, _ = used
    table = package / "envs" / "games" / "table.py"
    table.write_text("OFFSET = 200\n")
    edited = use(package)
    table.write_text(TABLE)
    assert edited["results"][0] == 210
    assert edited["misses"] == [1] * 3
    assert edited["folder"] != before["folder"] == folder_of(package)


@pytest.mark.parametrize("file", ["envs/core/rng.py", "envs/games/three.py", "envs/games/deep/rules.py"])
def test_any_edit_of_a_source_gives_another_folder(package, file):
    before = folder_of(package)
    path = package / file
    path.parent.mkdir(exist_ok=True)
    path.write_text((path.read_text() if path.exists() else "") + "\n# edited\n")
    assert folder_of(package) != before


def test_numba_settings_have_folders_of_their_own(package):
    """Code with checks of bounds must not be taken for code without; where it is kept does not matter."""
    usual, checked, unchecked = (folder_of(package, **s) for s in ({}, {"NUMBA_BOUNDSCHECK": "1"}, {"NUMBA_BOUNDSCHECK": "0"}))
    assert len({usual, checked, unchecked}) == 3
    elsewhere = folder_of(package, NUMBA_CACHE_DIR=str(package / "elsewhere"), OTHER_SETTING="1")
    assert Path(elsewhere) == package / "elsewhere" / Path(usual).name


def test_without_machine_code_kernels_are_the_functions_themselves(package):
    plain = use(package, NUMBA_DISABLE_JIT="1")
    assert plain["results"] == RESULTS
    assert plain["said"] == ""
    assert not list(package.rglob("*.nb?"))


# --- Places that cannot be written ---


def kernel_files(folder):
    return sorted(folder.rglob("*.nbk"))


def test_kernels_are_kept_where_numbas_setting_says(package):
    elsewhere = package / "elsewhere"
    first, second = (use(package, NUMBA_CACHE_DIR=str(elsewhere)) for _ in range(2))
    assert Path(first["folder"]).parent == elsewhere
    assert kernel_files(package) == kernel_files(elsewhere) != []
    assert second["hits"] == [1] * 3


def test_kernels_are_kept_in_the_users_cache_when_the_package_cannot_be_written(package):
    own = repr(str(package / "envs"))
    locked = f"import os; may = os.access; os.access = lambda path, mode: {own} not in str(path) and may(path, mode)"
    first, second = use(package, locked), use(package, locked)
    assert Path(first["folder"]).parent == package / "user" / "stichwerk"
    assert "only this once" in first["said"]
    assert first["results"] == second["results"] == RESULTS
    assert (second["hits"], second["misses"]) == ([1] * 3, [0] * 3)


def test_the_users_cache_is_in_the_home_folder_when_nothing_else_is_said(monkeypatch):
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    assert kernel_cache._bases()[-1] == Path.home() / ".cache" / "stichwerk"


def test_a_package_folder_that_does_not_allow_a_new_folder_counts_as_not_writable(tmp_path):
    (tmp_path / "file").touch()
    assert not kernel_cache._can_be_written(tmp_path / "file" / "kernels")
    assert kernel_cache._can_be_written(tmp_path / "none" / "kernels")


def test_what_was_installed_compiled_is_loaded_where_nothing_can_be_written(used):
    """Every user of a machine plays with the kernels that its administrator has compiled."""
    package, _, _ = used
    files = kernel_files(package)
    loaded = use(package, READ_ONLY)
    assert (loaded["hits"], loaded["misses"], loaded["said"]) == ([1] * 3, [0] * 3, "")
    assert kernel_files(package) == files


def test_without_a_place_of_its_own_it_uses_a_folder_for_temporary_files_and_says_so(package):
    (package / "temporary").mkdir()
    first, second = (use(package, READ_ONLY, TMPDIR=str(package / "temporary")) for _ in range(2))
    base = package / "temporary" / f"stichwerk-{os.getuid()}"
    assert Path(first["folder"]).parent == base
    assert base.stat().st_mode & 0o777 == 0o700
    assert f"kept in {base}" in first["said"]
    assert first["results"] == second["results"] == RESULTS
    assert second["hits"] == [1] * 3


def test_a_folder_for_temporary_files_that_others_can_write_is_left_alone(package):
    """They could put kernels of theirs into it."""
    base = package / "temporary" / f"stichwerk-{os.getuid()}"
    base.mkdir(parents=True)
    base.chmod(0o777)
    assert use(package, READ_ONLY, TMPDIR=str(package / "temporary"))["folder"] == "None"


def test_where_nothing_can_be_written_kernels_are_compiled_in_memory_and_it_says_so(package):
    done = use(package, f"{READ_ONLY}; {NO_TEMPORARY}")
    assert done["folder"] == "None"
    assert done["results"] == RESULTS
    assert "NUMBA_CACHE_DIR" in done["said"]
    assert done["said"].count("\n") == 1
    assert kernel_files(package) == []


def test_a_user_without_a_home_can_import_it(package):
    """Such as a service: nobody knows where its home is."""
    (package / "temporary").mkdir()
    first = f"""
{READ_ONLY}
import pathlib
def home():
    raise RuntimeError("Could not determine home directory.")
pathlib.Path.home = home
"""
    done = use(package, first, XDG_CACHE_HOME="", TMPDIR=str(package / "temporary"))
    assert Path(done["folder"]).parent.parent == package / "temporary"


# --- Files that are not as they should be ---


@pytest.mark.parametrize(
    "damage", [lambda data: b"", lambda data: data[: len(data) // 2], lambda data: data[:-9] + b"!" + data[-8:]]
)
def test_a_damaged_file_is_written_again(package, damage):
    """An empty one, a cut one, and one with a wrong byte, which numba would run."""
    use(package)
    for file in kernel_files(package):
        file.write_bytes(damage(file.read_bytes()))
    healed, again = use(package), use(package)
    assert healed["results"] == again["results"] == RESULTS
    assert healed["misses"] == again["hits"] == [1] * 3


def test_a_full_disk_is_one_line(package):
    full = """
import pathlib
def write_bytes(path, data):
    raise OSError(28, "No space left on device")
pathlib.Path.write_bytes = write_bytes
"""
    done = use(package, full)
    assert done["results"] == RESULTS
    assert done["said"].count("No space left on device") == 1
    assert "Traceback" not in done["said"]
    assert "Compiling" in use(package)["said"]


def test_of_several_processes_one_compiles_and_the_others_wait(package):
    """All begin at once; a kernel of the loops is compiled by one of them and loaded by the others."""
    environment = {**os.environ, "PYTHONPATH": str(package)}
    command = [sys.executable, "-c", USE.format(first="")]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    processes = [subprocess.Popen(command, env=environment, cwd=package, text=True, **pipes) for _ in range(3)]
    told = [process.communicate(timeout=120) for process in processes]
    assert sum("Compiling" in err for _, err in told) == 1
    assert sorted(json.loads(out)["misses"][1] for out, _ in told) == [0, 0, 1]


# --- Arguments ---


@jit.kernel
def half(number, shift):
    return number >> shift


@jit.kernel
def first_of(pair):
    return pair[0]


@jit.large_kernel
def sum_of_halves(numbers):
    halves = half(7, 1) + half(numbers[0], 1) + half(len(numbers), shift=numbers[1])
    return halves + first_of((1, 2)) + first_of((numbers[0], 3))


@pytest.mark.skipif(jit.PLAIN, reason="nothing is compiled")
def test_constants_and_numbers_of_every_width_are_one_type_to_a_kernel_that_is_called_by_another():
    for kind in (np.int8, np.int16, np.int64):
        assert sum_of_halves(np.array([9, 1], kind)) == 3 + 4 + 1 + 1 + 9
    assert len(sum_of_halves.signatures) == 3
    sum_of_halves.recompile()  # what was loaded from the cache says nothing of what it calls
    assert {len(half.called.signatures), len(first_of.called.signatures)} == {1}


# --- Other packages ---


class _Move(enum.IntEnum):
    STAY = 0
    GO = 5


@jit.kernel
def _indexes_and_hands_on(values, move):
    steps = values[_Move.GO] + (1 << _Move.GO)
    return steps + int(_doubled(_Move.GO)) if move == _Move.GO else 0


@jit.kernel
def _doubled(move):
    return 2 * move


def test_the_members_of_an_enum_are_plain_numbers_in_a_kernel():
    assert _indexes_and_hands_on(np.arange(6), np.int8(5)) == 5 + 32 + 10
    if not jit.PLAIN:
        _indexes_and_hands_on.recompile()
        assert _doubled.called.signatures == [(numba.types.int64,)]


def test_where_other_packages_keep_their_kernels_is_left_alone():
    assert run_python(
        "import json, numba; before = numba.config.CACHE_DIR; import envs; print(json.dumps(before == numba.config.CACHE_DIR))"
    )


# --- The package itself ---


def run_python(code: str, folder: Path | None = None) -> Any:
    """What a fresh process with the real package prints, as JSON; it may print nothing else, and warnings are errors.

    With the package of another folder it may say that it compiles.
    """
    env = {**os.environ, "PYTHONPATH": str(folder or ENVS.parent)}
    command = [sys.executable, "-W", "error", "-c", code]
    done = subprocess.run(command, env=env, cwd=env["PYTHONPATH"], capture_output=True, text=True, check=False)
    assert (done.returncode, "" if folder and done.stderr.startswith("Compiling") else done.stderr) == (0, "")
    return json.loads(done.stdout)


@pytest.mark.skipif(jit.PLAIN, reason="nothing is compiled")
def test_the_kernels_of_a_game_are_loaded_and_not_compiled_in_a_second_process():
    """Every loop that was compiled here, with the arguments of everyday use."""
    game = envs.load_game(envs.list_games()[0])
    assert game.kernels
    counts = run_python(f"""
import json
import envs, numpy as np
game = envs.load_game({game.id!r})
state = game.from_text(game.to_text(game.deal(seed=1)))
game.step(state, game.legal_actions(state)[0])
game.determinize(game.observe(state, 0), 1), game.returns(state)
states = game.deal_many(3, 1)
game.observe_many(states, np.zeros((3, game.observation_size), np.int8))
kernels = vars(game.kernels).values()
print(json.dumps([sum(sum(getattr(k.stats, name).values()) for k in kernels) for name in ("cache_hits", "cache_misses")]))
""")
    hits, misses = counts
    assert hits >= 8
    assert misses == 0


GAMES = {game_id.partition("/")[0]: game_id for game_id in envs.list_games()}
"""One id of each game."""


@pytest.mark.skipif(jit.PLAIN, reason="nothing is compiled")
@pytest.mark.skipif(not IS_LONG, reason="takes long; before its tests, `make test` looks at what it had to compile")
@pytest.mark.parametrize("name", sorted(GAMES))
def test_every_kernel_of_a_game_is_compiled_for_one_set_of_types(name, tmp_path):
    """A second one is compile time for nothing. All kernels are compiled anew for this, in a copy of the package."""
    shutil.copytree(ENVS, tmp_path / "envs", ignore=shutil.ignore_patterns("__pycache__"))
    several, num_kernels = run_python(
        f"""
import json, sys
import envs
sys.path.append({str(Path(signatures.__file__).parent)!r})
from signatures import compiled_twice, signatures_of
game = envs.load_game({GAMES[name]!r})
game.determinize(game.observe(game.deal(seed=1), 0), 1)
print(json.dumps([compiled_twice(game), sum(map(len, signatures_of(game).values()))]))
""",
        tmp_path,
    )
    assert several == []
    assert num_kernels > 50


def test_importing_the_games_imports_no_learning_library_no_window_and_no_agent():
    loaded = run_python(f"""
import json, sys
import envs
for game_id in envs.list_games():
    envs.load_game(game_id)
print(json.dumps([name for name in {LIBRARIES!r} if name in sys.modules]))
""")
    assert loaded == []
