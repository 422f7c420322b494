"""Files of hand records, one deal a line: written, read and played again.

A hand record is what `Game.to_text` writes; in a file it may also say who played (`agents`). "Hand records" in CONTRIBUTING.md
lists the keys. A file is only ever appended to, a line at a time, so that a program that is killed leaves whole deals.

    envs.notation.append("deals.jsonl", [envs.notation.to_line(game, state, ["heuristic", "random", "random"])])
    for record in envs.notation.read("deals.jsonl", agent="heuristic"):
        print(record.where, record.scores)
"""

import importlib
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from pettingzoo.utils.wrappers import BaseWrapper

from envs.core.archived import Archived
from envs.core.files import naming
from envs.core.rng import make_streams
from envs.core.state import NOBODY
from envs.core.text import read_json
from envs.game import RECORD_VERSION, Game, RecordError, State
from envs.registration import load_game
from envs.registry import ARCHIVES

MOST_BYTES = 2**20
"""Of a line; the longest deals have some thousand."""


@dataclass(frozen=True)
class HandRecord:
    """One line of a file.

    Attributes:
        file: where it stands.
        line: number of the line, from 1; also the number of the deal.
        text: the hand record.
        fields: the same, read.
        archived: what else the line says, if it comes from a public archive.
        part: which of several deals on one line, from 1; 0 where there is only one.
    """

    file: Path
    line: int
    text: str
    fields: dict[str, Any]
    archived: Archived | None = None
    part: int = 0

    @property
    def where(self) -> str:
        """File and line, for messages."""
        return _where(self.file, self.line, self.part)

    @property
    def game_id(self) -> str:
        """Full id of the game."""
        return str(self.fields["game"])

    @property
    def agents(self) -> tuple[str | None, ...]:
        """Spec of the agent in each seat, None for a person; empty if the record does not say."""
        return tuple(self.fields.get("agents", ()))

    @property
    def scores(self) -> tuple[float, ...]:
        """Score of each seat, in a match the sums so far; empty if the deal was not played to its end."""
        return tuple(self.fields.get("scores", ()))

    def load_game(self, **options: Any) -> Game:
        """The rules that it was played by, with other options if any are given; raises RecordError where there are none."""
        try:
            return load_game(self.game_id, **{**self.fields.get("options", {}), **options})
        except (TypeError, ValueError) as error:
            raise RecordError(f"{self.where}: {error}") from None

    def replay(self) -> "Replay":
        """Play it again.

        Raises:
            RecordError: a damaged record, an illegal action, or scores that are not those of the actions; of an archive, also
                an action out of turn, or other tricks and card points.
        """
        game = self.load_game()
        try:
            if self.archived is not None:
                self._check_movers(game, self.archived.movers)
            game.from_text(self.text)
            if not set(self.agents) <= {None} and len(self.agents) != game.num_players:
                raise RecordError(f"'agents' names {len(self.agents)} agents; the table has {game.num_players} seats")
            # As a deal of its own: in a match the cards of the next deal would lie there before anybody saw the scores.
            deal_game = self.load_game(episode="deal")
            opening = {**self.fields, "options": {**self.fields.get("options", {}), "episode": "deal"}, "actions": []}
            opening.pop("scores", None)
            state = deal_game.from_text(json.dumps(opening))
            states, actions = [state.copy()], [game.actions.number(name) for name in self.fields["actions"]]
            for action in actions:
                deal_game.step(state, action)
                states.append(state.copy())
            if self.archived is not None:
                _check_result(deal_game, state, self.archived)
        except ValueError as error:
            raise RecordError(f"{self.where}: {error}") from None
        ending = "" if self.archived is None else self.archived.ending
        if self.archived is not None and not ending and not deal_game.is_terminal(state):
            ending = "no more is recorded"
        is_thrown_in = bool(actions) and int(state.deals) != int(states[0].deals)
        if is_thrown_in:
            states.pop()
        return Replay(self, game, deal_game, tuple(states), tuple(actions), is_thrown_in, ending)

    def _check_movers(self, game: Game, movers: Sequence[int]) -> None:
        """Raise ValueError where somebody acts whose turn it is not."""
        state = game.from_text(json.dumps({**self.fields, "actions": []}))
        for seat, name in zip(movers, self.fields["actions"], strict=True):
            turn = game.current_player(state)
            if turn not in (NOBODY, seat):
                raise RecordError(f"player_{seat} takes {name!r}, but player_{turn} is to move")
            game.step(state, game.actions.number(name))


@dataclass(frozen=True)
class Replay:
    """A deal that was played again.

    Attributes:
        record: where it comes from.
        game: the rules it was played by.
        deal_game: the same for a single deal.
        states: before each action and at the end; the last one is left out if the cards were thrown in and dealt anew.
        actions: by number.
        is_thrown_in: whether the last action led to another shuffle.
        ending: of an archive, what broke the deal off, in words; empty for one that was played to its end.
    """

    record: HandRecord
    game: Game
    deal_game: Game
    states: tuple[State, ...]
    actions: tuple[int, ...]
    is_thrown_in: bool
    ending: str = ""


def to_line(game: Game, state: State, agents: Sequence[str | None] = ()) -> str:
    """The hand record of a deal, with the spec of the agent in each seat, None for a person.

    While a match runs it does not tell the seed, from which the next deck could be shuffled.
    """
    fields = json.loads(game.to_text(state))
    if game.is_match and not game.is_terminal(state):
        fields.pop("seed")
    return json.dumps(fields | _agents(game, agents))


def play(game: Game, agents: Sequence[Any], seed: int, row: int = 0) -> Iterator[str]:
    """Play an episode with an agent for each seat, and give the hand record of each of its deals when it is over."""
    names = [agent.spec for agent in agents]
    state, streams = game.deal(seed=seed, row=row), make_streams(1, seed, row)
    while not game.is_terminal(state):
        seat = game.current_player(state)
        before = state.copy()
        game.step(state, agents[seat].act(game.observe(state, seat), game.action_mask(state), streams))
        if _is_over(game, before, state):
            yield _finished_line(game, before, state, names)


def append(file: str | Path, lines: Iterable[str]) -> None:
    """Write hand records, a line each, at the end of a file, which is made if it is not there."""
    with naming(Path(file)), Path(file).open("ab+") as stream:
        if stream.tell():
            stream.seek(-1, 2)
            if stream.read(1) != b"\n":  # the program that wrote the last line was stopped within it
                stream.write(b"\n")
        stream.writelines(f"{line}\n".encode() for line in lines)


def read(
    file: str | Path,
    *,
    deal: int | None = None,
    game: str | None = None,
    agent: str | None = None,
    skip: Callable[[RecordError], None] | None = None,
) -> Iterator[HandRecord]:
    """The deals of a file, read as they are asked for; empty lines are passed over.

    Lines of the public archives that some games have readers for are turned into hand records; several deals may share one.

    Args:
        file: of records.
        deal: only this one, by the number of its line, from 1.
        game: only those of this id, or of this game in all its variants.
        agent: only those in which the agent with this spec plays.
        skip: called for each deal that is no hand record, which is then passed over; None: the error is raised.

    Raises:
        RecordError: a line that is no hand record, by file and number; one without an end; or no such deal.
    """
    file, line = Path(file), 0
    with file.open("rb") as stream:
        for line, data in enumerate(iter(lambda: stream.readline(MOST_BYTES + 1), b""), start=1):
            if len(data) > MOST_BYTES:
                raise RecordError(f"{file}, line {line}: not a hand record: more than {MOST_BYTES:,} bytes")
            if data.strip() and deal in (None, line):
                for record in _parse(file, line, data, skip or _raise):
                    is_game = game is None or game in (record.game_id, record.game_id.partition("/")[0])
                    if is_game and (agent is None or agent in record.agents):
                        yield record
                if deal == line:
                    return
    if deal is not None:
        raise RecordError(f"{file} has no deal {deal}; possible: the lines 1 to {line} that are not empty")


def _raise(error: RecordError) -> None:
    raise error


def _where(file: Path, line: int, part: int) -> str:
    return f"{file}, line {line}" + (f", deal {part}" if part else "")


def _parse(file: Path, line: int, data: bytes, skip: Callable[[RecordError], None]) -> Iterator[HandRecord]:
    """The deals of one line; what stands in them is played later, so only what finding them needs is checked."""
    try:
        text = data.decode().strip()
    except UnicodeDecodeError:
        skip(RecordError(f"{_where(file, line, 0)}: not a hand record: no text in UTF-8"))
        return
    for name in ARCHIVES:
        archive = importlib.import_module(name)
        games = archive.games_of(text)
        for number, game in enumerate(games, start=1):
            part = number if len(games) > 1 else 0
            try:
                archived = archive.read(game)
            except ValueError as error:
                skip(RecordError(f"{_where(file, line, part)}: {error}"))
                continue
            fields = {"record": RECORD_VERSION, **archived.record}
            yield HandRecord(file, line, json.dumps(fields), fields, archived, part)
        if games:
            return
    try:
        yield _record(file, line, text)
    except RecordError as error:
        skip(error)


def _record(file: Path, line: int, text: str) -> HandRecord:
    """A line of ours."""
    where = _where(file, line, 0)
    try:
        fields = read_json(text)
    except ValueError as error:
        raise RecordError(f"{where}: not a hand record: {error}") from None
    if not isinstance(fields, dict) or not isinstance(fields.get("game"), str):
        raise RecordError(f"{where}: not a hand record: an object of JSON with the key 'game' is needed")
    agents = fields.get("agents", [])
    if not isinstance(agents, list) or not all(name is None or isinstance(name, str) for name in agents):
        raise RecordError(f"{where}: damaged hand record: 'agents' is a list of specs, or null for a person")
    if not isinstance(fields.get("options", {}), dict) or not isinstance(fields.get("scores", []), list):
        raise RecordError(f"{where}: damaged hand record: 'options' is an object and 'scores' is a list")
    return HandRecord(file, line, text, fields)


def _check_result(game: Game, state: State, archived: Archived) -> None:
    """Raise RecordError where a deal that was played to its end ended otherwise than the archive says."""
    if not game.is_terminal(state):
        return
    seats = game.scene(state).seats
    scores = tuple(seat.score for seat in seats)
    if archived.scores and archived.scores != scores:
        raise RecordError(f"the line's scores {list(archived.scores)} are not those of its actions: {list(scores)}")
    for said, own, what in (
        (archived.tricks, [seat.tricks for seat in seats], "tricks"),
        (archived.card_points, [seat.card_points for seat in seats], "card points in tricks"),
    ):
        for seat, number in said.items():
            if number != own[seat]:
                raise RecordError(f"the line gives player_{seat} {number} {what}; by its actions they are {own[seat]}")


def _agents(game: Game, agents: Sequence[str | None]) -> dict[str, Any]:
    if agents and len(agents) != game.num_players:
        raise ValueError(f"{len(agents)} agents; {game.id} has {game.num_players} seats: one for each, None for a person")
    return {"agents": list(agents)} if agents else {}


def _action_between(game: Game, before: State, after: State) -> int:
    """The action that leads from one state to the other."""
    for action in game.legal_actions(before):
        state = before.copy()
        game.step(state, action)
        if state == after:
            return action
    raise ValueError("no legal action leads from one state to the other")


def _is_over(game: Game, before: State, after: State) -> bool:
    """Whether a deal ended between two states."""
    return bool(after.deals != before.deals) or game.is_terminal(after)


def _finished_line(game: Game, before: State, after: State, agents: Sequence[str | None]) -> str:
    """The hand record of the deal that ended between two states, even if the next cards are dealt already."""
    if after.deals == before.deals:
        return to_line(game, after, agents)
    fields = json.loads(to_line(game, before, agents))
    fields["actions"].append(game.actions.name(_action_between(game, before, after)))
    return json.dumps(fields | {"scores": game.returns(after).tolist()})


class RecordDeals(BaseWrapper[str, dict[str, np.ndarray], int]):
    """A PettingZoo wrapper that writes every deal of an environment of ours to a file of hand records.

    A deal is written when it is over, thrown in ones and each deal of a match too. One that `reset` breaks off is left out.
    """

    def __init__(self, env: Any, file: str | Path, agents: Sequence[str | None] = ()) -> None:
        """Wrap what `envs.make` gives; `agents` are specs by seat, None for a person. The file is appended to."""
        super().__init__(env)
        self.file = Path(file)
        self.names = tuple(agents)
        _agents(env.game, self.names)

    def step(self, action: int | None) -> None:
        """Take an action, and write the deal if it is over with it."""
        env = self.env
        is_playing = env.agents and not (env.terminations[env.agent_selection] or env.truncations[env.agent_selection])
        before = env.game_state
        super().step(action)
        if not is_playing:
            return
        after = env.game_state
        is_broken_off = any(env.terminations.values()) or any(env.truncations.values())
        if is_broken_off or _is_over(env.game, before, after):
            append(self.file, [_finished_line(env.game, before, after, self.names)])
