"""What a training run can be told, and how it is read: YAML 1.2 from a file, `key=value` from the command line.

Every key has its type, its default and its line of help in the classes here and nowhere else.
"""

import io
import itertools
import math
import re
import typing
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct, field
from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError

from agents.learning.ppo.method import MaskablePPO
from agents.learning.selfplay.method import SelfPlayPPO
from agents.learning.trainer import Method
from envs.core.files import read_bounded, reason
from envs.core.options import unknown

SNAPSHOTS = "snapshots"
"""Opponent spec: the learner's own earlier policies."""
COMMAND_LINE = "command line"
MOST_BYTES, MOST_VALUES, MOST_NESTED = 2**16, 10_000, 50
"""Of a config; one with all its keys has two kilobytes and a hundred values."""
_IMPOSSIBLE = frozenset(map(chr, (0, *range(0xD800, 0xE000))))

Methods = MaskablePPO | SelfPlayPPO
"""What `method:` can be, by its `name`; another one is added with `|`, and its keys show in the help."""


class ConfigError(ValueError):
    """A config that cannot be read or is impossible; one line with the file, the key and what is allowed."""


class Opponent(Struct, frozen=True, forbid_unknown_fields=True):
    """One kind of opponent and how often it is met."""

    spec: Annotated[
        str, Meta(description="an agent's spec (heuristic, random, policy:PATH), or snapshots: own earlier policies")
    ]
    weight: Annotated[float, Meta(ge=0, description="its share, relative to the other opponents'")] = 1.0


class Snapshots(Struct, frozen=True, forbid_unknown_fields=True):
    """Earlier policies of the learner that it plays against, if `snapshots` is one of the opponents."""

    keep: Annotated[int, Meta(ge=1, le=100, description="number of earlier policies kept; the oldest makes room")] = 4
    every: Annotated[int, Meta(ge=1, description="updates between one snapshot and the next")] = 10


class Imitation(Struct, frozen=True, forbid_unknown_fields=True):
    """A teacher for the beginning: the learner plays, and learns what the teacher would have done in its place."""

    teacher: Annotated[str, Meta(description="spec of the agent that is imitated")] = "heuristic"
    steps: Annotated[int, Meta(ge=0, description="how many of `total_steps` are learned from the teacher; 0: no teacher")] = 0


class Evaluation(Struct, frozen=True, forbid_unknown_fields=True):
    """Matches against a baseline during and after training."""

    baseline: Annotated[str, Meta(description="spec of the agent the learner is compared with")] = "heuristic"
    every: Annotated[int, Meta(ge=1, description="updates between one evaluation and the next")] = 10
    deals: Annotated[int, Meta(ge=2, description="deals of each evaluation; always the same ones")] = 500
    final_deals: Annotated[int, Meta(ge=2, description="deals of each match at the end; others than during training")] = 4000


class Recording(Struct, frozen=True, forbid_unknown_fields=True):
    """Hand records of deals that the learned policy plays at the end, to look at with `python -m envs view`."""

    file: Annotated[
        str, Meta(pattern=r"^[\w-][\w.-]*\.jsonl$", description="file in the run's folder for deals to look at: NAME.jsonl")
    ] = "deals.jsonl"
    deals: Annotated[
        int, Meta(ge=0, description="number of deals recorded: the first of the final matches against the baseline")
    ] = 20


def methods() -> tuple[type[Method], ...]:
    """Every class that `method:` can be."""
    return typing.get_args(Methods) or (Methods,)


def tag_of(method: type[Method]) -> str:
    """The name of a method in a config."""
    return str(method.__struct_config__.tag)


class Config(Struct, frozen=True, forbid_unknown_fields=True):
    """One training run."""

    name: Annotated[str | None, Meta(description="folder of the run in `folder`; null: from the game, with a number")] = None
    folder: Annotated[str, Meta(min_length=1, description="folder that holds the folders of runs")] = "runs"
    game: Annotated[str, Meta(description="id of the game; `python -m envs list` shows all")] = "ramsch/schieberamsch-v0"
    options: Annotated[
        dict[str, Any], Meta(description="options of the game that differ from the id's; `python -m envs show ID` lists them")
    ] = field(default_factory=dict)
    seed: Annotated[int, Meta(ge=0, le=2**32 - 1, description="random seed of the run")] = 1
    seeds: Annotated[
        int, Meta(ge=1, le=64, description="number of runs of this config side by side, each with its own seed, from `seed` on")
    ] = 1
    total_steps: Annotated[int, Meta(ge=1, description="decisions of the learner to train on, rounded up to whole updates")] = (
        1_000_000
    )
    method: Methods = MaskablePPO()
    num_envs: Annotated[int, Meta(ge=1, description="number of tables played side by side")] = 256
    opponents: Annotated[
        tuple[Opponent, ...], Meta(min_length=1, description="who plays the other seats, drawn anew for each seat and deal")
    ] = (Opponent("heuristic"),)
    snapshots: Snapshots = Snapshots()
    imitation: Imitation = Imitation()
    evaluation: Evaluation = Evaluation()
    record: Recording = Recording()
    checkpoint_every: Annotated[int, Meta(ge=1, description="updates between one checkpoint and the next")] = 10
    threads: Annotated[int, Meta(ge=1, le=256, description="number of processor threads for the network and the tables")] = 2
    device: Annotated[
        Literal["cpu", "cuda"], Meta(description="device on which the network learns; small networks are fastest on cpu")
    ] = "cpu"

    @property
    def whole_steps(self) -> int:
        """Steps of the run in whole updates."""
        of_update = self.method.steps_per_update(self.num_envs)
        return -(-self.total_steps // of_update) * of_update

    @property
    def keeps_snapshots(self) -> bool:
        """Whether earlier policies are among the opponents."""
        return any(opponent.spec == SNAPSHOTS for opponent in self.opponents)


DEFAULT_METHOD = tag_of(type(Config().method))


def find_conflict(config: Config) -> str | None:
    """What does not fit together in a config, as one line; None if all does."""
    conflict = config.method.find_conflict(config.num_envs, config.device)
    if conflict:
        return conflict
    if config.seed + config.seeds > 2**32:
        return f"seeds: {config.seeds} from {config.seed} on are impossible; the last possible one is {2**32 - 1}"
    specs = [opponent.spec for opponent in config.opponents]
    if len(set(specs)) < len(specs):
        return "opponents: the same spec stands there twice; give it one weight"
    if not math.isfinite(sum(opponent.weight for opponent in config.opponents)):
        return "opponents: finite weights are needed"
    if not any(opponent.weight > 0 for opponent in config.opponents if opponent.spec != SNAPSHOTS):
        return "opponents: one that is not `snapshots` needs a weight above 0, for there is no snapshot at the start"
    name = config.name
    if name is not None and (
        "/" in name or name.startswith(".") or not 0 < len(name.encode()) <= 200 or not name.isprintable()
    ):
        return f"name: {name!r} cannot name a folder; allowed: text without '/' that does not start with '.', or null"
    if not config.folder.isprintable():
        return f"folder: {config.folder!r} cannot name a folder"
    return None


def our_configs() -> dict[str, Path]:
    """The configs that come with Stichwerk, by name: beside the packages in a clone, inside when pip installed them."""
    installed = Path(__file__).with_name("configs")
    folder = installed if installed.is_dir() else Path(__file__).parents[2] / "configs"
    return {file.stem: file for file in sorted(folder.glob("*.yaml"))}


def find_config(name: str) -> Path:
    """The file of a config: its path, or the name of one of ours.

    Raises:
        ConfigError: no file, and none of ours.
    """
    ours = our_configs()
    if Path(name).is_file() or Path(name).suffix or len(Path(name).parts) > 1:
        return Path(name)
    if name not in ours:
        raise ConfigError(f"{COMMAND_LINE}: {unknown('config', name, list(ours))}, or the path of a file")
    return ours[name]


def read_config(path: Path | None, overrides: Sequence[str] = ()) -> Config:
    """Read a config.

    Args:
        path: YAML file; None: defaults only.
        overrides: `key=value` texts that override the file; dots reach inner keys, values are YAML.

    Raises:
        ConfigError: see there.
    """
    values = {} if path is None else _read_yaml_file(path)
    config = to_config(values, str(path)) if values else Config()
    for text in overrides:
        _assign(values, text)
        config = to_config(values, COMMAND_LINE)
    conflict = find_conflict(config)
    if conflict:
        raise ConfigError(f"{path or COMMAND_LINE}: {conflict}")
    return config


def to_config(values: dict[str, Any], source: str) -> Config:
    """Check plain values against the classes; `source` says where they come from, for messages."""
    for key in values:
        if key not in Config.__struct_fields__ and any(key in method.__struct_fields__ for method in methods()):
            raise ConfigError(f"{source}: {key}: belongs to the method: method.{key}=..., in a file method: {{{key}: ...}}")
    method = values.get("method", {})
    if isinstance(method, dict):
        values = {**values, "method": {"name": DEFAULT_METHOD, **method}}
    try:
        return msgspec.convert(values, Config)
    except msgspec.ValidationError as error:
        raise ConfigError(f"{source}: {_explain(str(error), values)}") from None


def to_yaml(config: Config) -> str:
    """The whole config, defaults included, as YAML."""
    stream = io.StringIO()
    yaml = YAML(pure=True)
    yaml.default_flow_style = False
    yaml.dump(msgspec.to_builtins(config), stream)
    return stream.getvalue()


def _read_yaml_file(path: Path) -> dict[str, Any]:
    try:
        text = read_bounded(path, MOST_BYTES).decode()
    except UnicodeDecodeError:
        raise ConfigError(f"{path}: is not text in UTF-8") from None
    except (OSError, ValueError) as error:
        raise ConfigError(f"{path}: cannot be read: {reason(error)}") from None
    values = _parse(text, str(path))
    if values is None:
        return {}
    if not isinstance(values, dict):
        raise ConfigError(
            f"{path}: a config is a list of `key: value` lines; known keys: {', '.join(Config.__struct_fields__)}"
        )
    return values


def _parse(text: str, source: str) -> Any:
    depths = itertools.accumulate((letter in "[{") - (letter in "]}") for letter in text)
    if max(depths, default=0) > MOST_NESTED:  # the parser would take minutes to find out
        raise ConfigError(f"{source}: not a config: nested too deep")
    try:
        values = YAML(typ="safe", pure=True).load(text)
    except RecursionError:
        raise ConfigError(f"{source}: not a config: nested too deep") from None
    except YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        where = f"line {mark.line + 1}, column {mark.column + 1}: " if mark else ""
        problem = getattr(error, "problem", None) or str(error)
        raise ConfigError(f"{source}: {where}not YAML: {' '.join(problem.split())}") from None
    except ValueError as error:  # ruamel lets some of Python's own through, e.g. for the 31st of February
        raise ConfigError(f"{source}: not YAML: {error}") from None
    _check_values(values, source)
    return values


def _check_values(values: Any, source: str) -> None:
    """Refuse what a few lines of YAML can blow up to by aliases, and text that no file or path can hold."""
    waiting, count = [values], 0
    while waiting:
        value, count = waiting.pop(), count + 1
        if count > MOST_VALUES:
            raise ConfigError(f"{source}: not a config: more than {MOST_VALUES:,} values")
        if isinstance(value, dict):
            waiting += [*value, *value.values()]
        elif isinstance(value, list):
            waiting += value
        elif isinstance(value, str) and not set(value).isdisjoint(_IMPOSSIBLE):
            raise ConfigError(f"{source}: {value!r} is impossible: text has no NUL and whole letters only")


def _assign(values: dict[str, Any], text: str) -> None:
    """Put `key.inner=value` into plain values."""
    key, equals, value = text.partition("=")
    path = key.split(".")
    if not equals or not all(path):
        raise ConfigError(f"{COMMAND_LINE}: {text!r} is not key=value")
    inner = values
    for part in path[:-1]:
        if not isinstance(inner.get(part, {}), dict):
            raise ConfigError(f"{COMMAND_LINE}: {text}: {part!r} has no inner keys")
        inner = inner.setdefault(part, {})
    inner[path[-1]] = _parse(value, f"{COMMAND_LINE}: {text}")


def _explain(message: str, values: dict[str, Any]) -> str:
    """One line for people from a message of msgspec's: which key, what is wrong, what is allowed."""
    problem, _, path = message.partition(" - at `")
    if path.startswith("key"):
        return "a key that is not text; keys are words"
    keys = [key for key in re.split(r"[.\[\]]+", path.strip("$`")) if key]
    kind = _kind_at(keys, values)
    found = re.fullmatch(r"Object contains unknown field `(.*)`", problem)
    if found:
        return ": ".join([*filter(None, [".".join(keys)]), unknown("key", found[1], _bare(kind).__struct_fields__)])
    got = values
    for key in keys:
        got = got[int(key)] if isinstance(got, list) else got[key]
    choices = typing.get_args(_bare(kind)) if typing.get_origin(_bare(kind)) is typing.Literal else ()
    if keys == ["method", "name"]:
        choices = tuple(map(tag_of, methods()))
    expected = f"possible: {', '.join(choices)}" if choices else problem[0].lower() + problem[1:].replace("`", "")
    for word, plain in {
        "object": "keys with values",
        "array": "list",
        "str": "text",
        "int": "whole number",
        "float": "number",
    }.items():
        expected = re.sub(rf"\b{word}\b", plain, expected)
    help_line = meta_of(kind).description
    return f"{'.'.join(keys)}: {got!r} is impossible: {expected}" + (f" ({help_line})" if help_line else "")


def _kind_at(keys: Sequence[str], values: dict[str, Any]) -> Any:
    """The type of an inner key, as it is annotated."""
    kind: Any = Config
    for key in keys:
        bare = _bare(kind)
        if isinstance(bare, type) and issubclass(bare, Struct):
            kind = typing.get_type_hints(bare, include_extras=True).get(key, str)  # a tag has no annotation
        else:
            kind = typing.get_args(bare)[0]
        if key == "method":
            name = values["method"].get("name") if isinstance(values["method"], dict) else DEFAULT_METHOD
            kind = next((method for method in methods() if tag_of(method) == name), methods()[0])
    return kind


def _bare(kind: Any) -> Any:
    return typing.get_args(kind)[0] if typing.get_origin(kind) is typing.Annotated else kind


def meta_of(kind: Any) -> Meta:
    """What is written beside a type: its help and limits."""
    found = [item for item in getattr(kind, "__metadata__", ()) if isinstance(item, Meta)]
    return found[0] if found else Meta()
