"""`python -m envs pages`: the pages of the games, `envs/games/<game>.md` with a picture beside each, and their index.

They are written from what they describe: the rules' docstrings, options, actions and layouts, the registry, and golden deals
in `tests/golden`, so this needs a clone of the repository. A test says when one of them is stale.
"""

import argparse
import importlib
import inspect
import json
import textwrap
import typing
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

from envs import notation
from envs.core.options import (
    Choice,
    OptionError,
    Subset,
    describe_options,
    from_plain,
    option_names,
    possible_values,
    text_of,
    to_plain,
)
from envs.registration import load_game
from envs.registry import GAMES, list_games

FOLDER = Path(__file__).resolve().parents[1] / "games"
GOLDEN = FOLDER.parents[1] / "tests" / "golden"
NOTE = "<!-- Written by `make docs` from the sources. Do not edit it here. -->"
PICTURE_SIZE = (800, 600)
LARGEST_NUMBER = 200
"""Up to which numbers are tried as values of an option."""
WIDTH = 100


def add_to(commands: argparse._SubParsersAction) -> None:  # type: ignore[type-arg]
    """Add the command."""
    command = commands.add_parser("pages", help="write the pages of the games again, in a clone of the repository")
    command.set_defaults(run=write_all)


def write_all(_args: argparse.Namespace) -> int:
    """Write them all.

    Raises:
        FileNotFoundError: this is no clone of the repository.
    """
    if not GOLDEN.is_dir():
        raise FileNotFoundError(f"{GOLDEN} is missing: pages are written in a clone of the repository")
    for path, text in pages().items():
        path.write_text(text, encoding="utf-8")
        print(path)
    for name in GAMES:
        picture_path(name).write_bytes(picture(name))
        print(picture_path(name))
    return 0


def pages() -> dict[Path, str]:
    """Every page by its file."""
    return {FOLDER / "README.md": index(), **{FOLDER / f"{name}.md": page(name) for name in GAMES}}


def picture_path(name: str) -> Path:
    """Where the picture of a game lies."""
    return FOLDER / f"{name}.png"


# --- The index ---


def index() -> str:
    """The list of games."""
    rows = []
    for name, registered in GAMES.items():
        ids = variants(name)
        players = sorted({load_game(game_id).num_players for game_id in ids})
        shown = f"{players[0]}" if len(players) == 1 else f"{players[0]} to {players[-1]}"
        rows.append(f"| [{name}]({name}.md) | {registered.title} | {shown} | {len(ids)} |")
    return document(
        "# The games",
        NOTE,
        "What each game is, where its rules come from, and its options, actions and observations.",
        "\n".join(["| game | | players | variants |", "|---|---|---|---:|", *rows]),
        "`python -m envs show ID` prints the options, actions and observation of a variant; `python -m envs play ID` plays it.",
        "[TUTORIAL.md](../../TUTORIAL.md): the first ten minutes. [CONTRIBUTING.md](../../CONTRIBUTING.md): how to add a game.",
    )


# --- A page ---


def page(name: str) -> str:
    """All there is to say about a game."""
    registered = GAMES[name]
    rules = importlib.import_module(registered.module)
    told = docstring_parts(rules)
    return document(
        f"# {registered.title}",
        NOTE,
        *told["text"],
        f"![A table of {name}, seen from one seat]({name}.png)",
        "## Sources",
        *told["sources"],
        *published(name),
        "## Variants",
        variant_table(name),
        "## Options",
        "A variant is a set of options. Pass others when you load a game; impossible ones are refused with the reason.",
        f'```python\ngame = envs.load_game("{variants(name)[0]}", {example_option(rules)})\n```',
        option_table(rules),
        "## Actions",
        f"{len(rules.ACTIONS)} actions, the same in every variant.",
        *told["actions"],
        details("Every action by its number", f"```text\n{action_list(rules.ACTIONS.names)}\n```"),
        "## Observation",
        *observation_tables(name),
        "## Returns",
        *told["returns"],
        "## A deal",
        *golden_deal(name),
        "## Version history",
        "\n".join(f"- **v{version}**: {change}" for version, change in enumerate(registered.history)),
    )


def document(*parts: str) -> str:
    """Paragraphs with an empty line between them."""
    return "\n\n".join(part for part in parts if part) + "\n"


def details(summary: str, text: str) -> str:
    """A text that is folded away."""
    return f"<details>\n<summary>{summary}</summary>\n\n{text}\n\n</details>"


def docstring_parts(rules: ModuleType) -> dict[str, list[str]]:
    """The paragraphs of the rules' docstring, by where on the page they go.

    Raises:
        ValueError: there is none about returns, or none with the source.
    """
    parts: dict[str, list[str]] = {"text": [], "sources": [], "actions": [], "returns": []}
    for paragraph in inspect.cleandoc(rules.__doc__ or "").split("\n\n"):
        is_table = paragraph.startswith("| actions")
        kind = "returns" if paragraph.startswith("Returns") else "sources" if paragraph.startswith("Source") else "text"
        parts["actions" if is_table else kind].append(paragraph)
    missing = [kind for kind in parts if not parts[kind]]
    if missing:
        raise ValueError(f"the docstring of {rules.__name__} says nothing about: {', '.join(missing)}")
    return parts


def published(name: str) -> list[str]:
    """The rule book and what it rests on."""
    book = f"[The rules]({GAMES[name].rulebook}) are this project's own wording. They rest on these published sources:"
    return [book, "\n".join(f"- {source}" for source in GAMES[name].sources)]


def variants(name: str) -> list[str]:
    """The ids of a game."""
    return [game_id for game_id in list_games() if game_id.partition("/")[0] == name]


def variant_table(name: str) -> str:
    """Ids, players, and in what options they differ from the defaults."""
    rows = ["| id | players | options other than the defaults |", "|---|---:|---|"]
    for game_id in variants(name):
        game = load_game(game_id)
        default, own = to_plain(type(game.options)()), to_plain(game.options)
        changes = ", ".join(f"`{option}={json.dumps(value)}`" for option, value in own.items() if value != default[option])
        rows.append(f"| `{game_id}` | {game.num_players} | {changes or 'none'} |")
    return "\n".join(rows)


# --- Options ---


def option_table(rules: ModuleType) -> str:
    """Name, default, possible values, where it can be changed, meaning."""
    default = to_plain(rules.Options())
    rows = []
    for name, kind, meaning in describe_options(rules.Options):
        allowed = [variant for variant, preset in rules.VARIANTS.items() if changeable(rules, preset, name, kind)]
        values = possible(rules, name, kind)
        where = "" if values.isdecimal() else places(allowed, list(rules.VARIANTS))
        rows.append((f"`{name}`", json.dumps(default[name]), values, where, meaning.replace("|", "\\|")))
    headings = ("option", "default", "possible", "where", "meaning")
    columns = [column for column in range(len(headings)) if headings[column] != "where" or any(row[column] for row in rows)]
    lines = [[headings[column] for column in columns], ["---"] * len(columns)]
    lines += [[row[column] for column in columns] for row in rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def places(allowed: list[str], variants_of_game: list[str]) -> str:
    """Where an option can be changed; empty for everywhere."""
    missing = [variant for variant in variants_of_game if variant not in allowed]
    if not allowed:
        return "with other options"
    if not missing:
        return ""
    return f"all but {', '.join(missing)}" if len(missing) < len(allowed) else ", ".join(allowed)


def candidates(kind: Any, value: Any) -> Iterator[Any]:
    """Other values to try: what the option may be, single members of a list, small numbers."""
    if kind is bool:
        yield not value
    elif kind is float:
        yield from (number for number in (0.5, 1.0, 2.0) if number != value)
    elif kind is int:
        yield from (number for number in range(LARGEST_NUMBER + 1) if number != value)
    elif not typing.get_args(kind) and issubclass(kind, (Choice, Subset)):
        yield from ([text_of(m)] if issubclass(kind, Subset) else text_of(m) for m in kind if text_of(m) != value)


def accepts(rules: ModuleType, preset: Any, name: str, value: Any) -> bool:
    """Whether a variant can be played with an option changed."""
    try:
        rules.validate(from_plain(preset, {name: value}))
    except OptionError:
        return False
    return True


def changeable(rules: ModuleType, preset: Any, name: str, kind: Any) -> bool:
    """Whether an option has another possible value in a variant; lists of numbers count as such."""
    if typing.get_args(kind):
        return True
    value = to_plain(preset)[name]
    return any(accepts(rules, preset, name, other) for other in candidates(kind, value))


def possible(rules: ModuleType, name: str, kind: Any) -> str:
    """What an option may be; of whole numbers, those that some variant takes."""
    if kind is not int:
        return possible_values(kind)
    presets = rules.VARIANTS.values()
    numbers = [n for n in range(-1, LARGEST_NUMBER + 1) if any(accepts(rules, preset, name, n) for preset in presets)]
    if len(numbers) == 1:
        return str(numbers[0])
    if numbers and numbers == list(range(numbers[0], numbers[-1] + 1)):
        return f"from {numbers[0]} on" if numbers[-1] == LARGEST_NUMBER else f"{numbers[0]} to {numbers[-1]}"
    return ", ".join(map(str, numbers)) if 0 < len(numbers) < 20 else possible_values(kind)


def example_option(rules: ModuleType) -> str:
    """One option with a value that is not its default, as an argument.

    Not a number, which would say little, and rather none by which the variants differ.
    """
    presets = list(rules.VARIANTS.values())
    preset = presets[0]
    distinct = {
        name for name in option_names(preset) if any(getattr(other, name) != getattr(preset, name) for other in presets)
    }
    options = sorted(describe_options(rules.Options), key=lambda option: (option[1] in (int, float), option[0] in distinct))
    for name, kind, _ in options:
        for other in candidates(kind, to_plain(preset)[name]):
            if accepts(rules, preset, name, other):
                return f"{name}={other!r}".replace("'", '"')
    raise ValueError(f"{rules.__name__} has no option that can be changed")


# --- Actions and observations ---


def action_list(names: Iterable[str]) -> str:
    """Number and name of each, in lines."""
    words = [f"{number} {name}".replace(" ", "\u00a0") for number, name in enumerate(names)]
    return textwrap.fill("  ".join(words), WIDTH).replace("\u00a0", " ")


def observation_tables(name: str) -> list[str]:
    """The layout of the first variant; those of the others where they differ."""
    by_hash: dict[str, list[str]] = {}
    for game_id in variants(name):
        by_hash.setdefault(load_game(game_id).layout.hash, []).append(game_id)
    first, *others = by_hash.values()
    layout = load_game(first[0]).layout
    names = f"{', '.join(f'`{game_id}`' for game_id in first)}: " if others else ""
    parts = [f"{names}int8 [{layout.size}]; `game.layout` has the same as slices by name.", layout.table()]
    for ids in others:
        layout = load_game(ids[0]).layout
        parts.append(details(f"{', '.join(ids)}: int8 [{layout.size}]", layout.table()))
    return parts


# --- A golden deal ---


def golden_files(name: str) -> list[Path]:
    """The golden deals of a game, that of its first variant first."""
    first = variants(name)[0].replace("/", "_").rpartition("-v")[0]
    return sorted(GOLDEN.glob(f"{name}_*.txt"), key=lambda path: (path.stem != first, path.stem))


def golden_deal(name: str) -> list[str]:
    """As text, with the others named."""
    first, *others = golden_files(name)
    text = first.read_text(encoding="utf-8").strip().rpartition("\n")[0].strip()
    links = ", ".join(f"[{file.stem}](../../tests/golden/{file.name})" for file in others)
    return [f"```text\n{text}\n```", f"More deals: {links}." if links else ""]


def picture(name: str) -> bytes:
    """A PNG of the golden deal, shortly before a trick is complete, as the player to move sees it."""
    from envs.render.picture import draw, small_png

    file = golden_files(name)[0]
    deal = next(notation.read(file, deal=len(file.read_text(encoding="utf-8").splitlines()))).replay()
    for number, state in enumerate(deal.states):
        scene = deal.deal_game.scene(state, deal.deal_game.current_player(state))
        if 2 * number >= len(deal.actions) and len(scene.trick) >= 2:
            break
    return small_png(draw(scene, *PICTURE_SIZE))
