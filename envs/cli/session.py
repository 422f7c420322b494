"""A person at the terminal plays one seat against agents, for a deal or a whole match."""

import itertools
import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from envs.agent import Agent
from envs.cli.answers import Answers
from envs.core.rng import make_streams
from envs.core.scene import Scene
from envs.game import Game, State
from envs.narration import reckon
from envs.render.text import PLAIN, Style, describe, number, trick_text

HELP = """\
  a number, a card (QC), a name (pass)   what to do; the beginning of a name is enough, in any case
  ?           what you are asked, and why your other cards cannot be chosen
  ? QC        why this cannot be chosen
  hint        what the agents would do in your place
  undo        back to your last decision in this deal
  table       show the table again
  rules       what the rules are, and what the actions mean
  help        this list
  q           stop"""
RESERVED = frozenset({"hint", "undo", "table", "rules", "help", "q", "quit", "exit"})
"""What is typed to the terminal itself; no action is called so."""
_MOST_NAMED = 12
"""Values of one action, such as bids, that are listed before the middle is left out."""
_LEAST_SHOWN = 0.005
"""Smallest probability that a hint names."""


@dataclass(frozen=True)
class Terminal:
    """How to talk with the person."""

    ask: Callable[[str], str]
    """Reads an answer to a prompt, as `input` does; raises EOFError when there are no more."""
    say: Callable[[str], None]
    """Writes a line."""
    style: Style = PLAIN
    """How cards are written."""
    record: Callable[[str], None] | None = None
    """Gets the hand record of each finished deal."""


class _Stop(Exception):  # noqa: N818 (no error: the player has had enough)
    """The person wants to stop."""


class Session:
    """One person at a table, whose present state is `state`."""

    def __init__(
        self,
        game: Game,
        seat: int,
        others: Sequence[Agent],
        *,
        seed: int,
        terminal: Terminal,
        advisers: Mapping[str, Agent] | None = None,
        again: str = "",
    ) -> None:
        """Sit down; `play` begins.

        Args:
            game: of a deal or a match.
            seat: the person's.
            others: who plays the other seats, in turn from the left of the person.
            seed: of the cards and of the agents' randomness.
            terminal: how to talk with the person.
            advisers: who is asked for hints, by name.
            again: a command that deals the same cards.

        Raises:
            ValueError: there is no such seat.
        """
        if seat not in range(game.num_players):
            raise ValueError(f"seat {seat}; possible: 0 to {game.num_players - 1}")
        self.game = game
        self.seat = seat
        self.state = game.deal(seed=seed)
        self._others = list(others)
        self._streams = make_streams(1, seed)
        self._ask, self._write, self._record = terminal.ask, terminal.say, terminal.record
        self._style = Style(symbols=terminal.style.symbols, colours=terminal.style.colours, you=seat)
        self._advisers = dict(advisers or {})
        self._again = again
        self._past: list[tuple[State, np.ndarray]] = []
        self._news: list[tuple[int, str]] = []
        self._answers = Answers(game.rules)
        self._single = Game(game.id, game.rules, game.rules.VARIANTS[_variant(game)], {**game.changes, "episode": "deal"})

    def play(self) -> bool:
        """Play to the end; False when the person stopped before it."""
        self._write(f"{self.game.id}: you are player_{self.seat}. rules tells the rules, help what you can type.")
        try:
            while not self.game.is_terminal(self.state):
                mover = self.game.current_player(self.state)
                action = self._own_action() if mover == self.seat else self._others_action(mover)
                if action is not None:
                    self._take(action)
        except KeyboardInterrupt:
            self._write("")  # after the ^C that the terminal shows
            return self._stop()
        except (_Stop, EOFError):
            return self._stop()
        return True

    def _stop(self) -> bool:
        self._write("Stopped before the end.")
        self._tell_how_to_repeat()
        return False

    def _tell_how_to_repeat(self) -> None:
        if self._again:
            self._write(f"The same cards again: {self._again}")

    def _say(self, text: str) -> None:
        """Write a text in which players and cards stand by their names."""
        self._write(self._style.words(text))

    # --- taking actions ---

    def _others_action(self, mover: int) -> int:
        agent = self._others[(mover - self.seat - 1) % self.game.num_players % len(self._others)]
        return int(agent.act(self.game.observe(self.state, mover), self.game.action_mask(self.state), self._streams))

    def _take(self, action: int) -> None:
        """Take an action and say what the person notices of it."""
        game, before = self.game, self.state.copy()
        mover = game.current_player(before)
        heard = game.heard(before, self.seat, action)
        game.step(self.state, action)
        is_thrown_in = self.state.thrown_in > before.thrown_in
        is_over = game.is_terminal(self.state) or (self.state.deals > before.deals and not is_thrown_in)
        record = self._record_with(before, action) if is_over else {}
        final = self._single.from_text(json.dumps(record)) if is_over else self.state
        was, scene = self._single.scene(before, self.seat), self._single.scene(final, self.seat)
        is_played = (scene.trick or scene.last_trick)[-1:] == ((mover, heard),)
        if heard and mover != self.seat and not is_played:  # the next look at the table shows a card that was played
            self._news.append((mover, heard))
        if was.trick and scene.last_trick and not scene.trick:
            self._tell_news()
            self._say(f"trick: {trick_text(scene.last_trick, self._style)}. player_{scene.last_winner} wins it.")
        if is_over or is_thrown_in:
            self._tell_news()
        else:
            self._tell_cards(was, scene)
        if is_thrown_in:
            self._say("Nobody plays: the cards are thrown in and dealt again.")
        if is_over:
            self._sum_up(final)
        if is_over or is_thrown_in:
            self._past.clear()

    def _tell_cards(self, was: Scene, scene: Scene) -> None:
        """Which cards have come into the person's hand."""
        before, now = was.seats[self.seat], scene.seats[self.seat]
        gained = [card for card in now.hand if card not in (*before.hand, *before.open_cards, *before.put_away)]
        if gained:
            self._tell_news()
            self._say(f"You get {self._style.cards(gained)}.")

    def _tell_news(self) -> None:
        """What the others have done since the person last looked, on one line."""
        parts = []
        for mover, run in itertools.groupby(self._news, key=lambda news: news[0]):
            counts = Counter(heard for _, heard in run)
            words = (self._called(heard) + (f" x{count}" if count > 1 else "") for heard, count in counts.items())
            parts.append(f"player_{mover}: {', '.join(words)}")
        self._news.clear()
        if parts:
            self._say("; ".join(parts))

    def _record_with(self, before: State, action: int) -> dict[str, Any]:
        """The hand record of a deal with its last action, as a deal of its own: a match has gone on to the next one."""
        record: dict[str, Any] = json.loads(self.game.to_text(before))
        record["actions"].append(self.game.actions.name(action))
        if self._record is not None:
            told = {key: value for key, value in record.items() if key != "seed" or not self.game.is_match}
            self._record(json.dumps(told | {"scores": self.game.returns(self.state).tolist()}))
        record["options"]["episode"] = "deal"
        return record

    def _sum_up(self, final: State) -> None:
        """The whole table, the scores, and how to play it again."""
        game, style = self.game, self._style
        self._say(f"\n{describe(self._single.scene(final), style)}\n")
        self._say("\n".join(reckon(self._single, final)))
        if game.is_match:
            totals = ", ".join(f"{style.player(seat)} {number(value)}" for seat, value in enumerate(game.returns(self.state)))
            self._say(style.bold(f"totals  {totals}"))
        if game.is_match and game.is_terminal(self.state):
            winners = " and ".join(map(style.player, game.winners(self.state)))
            self._say(style.bold(f"The match goes to {winners}."))
        self._tell_how_to_repeat()
        self._say("")

    # --- the person's decision ---

    def _own_action(self) -> int | None:
        """Ask until the answer is an action; None when something was taken back."""
        legal = self.game.legal_actions(self.state)
        self._tell_news()
        self._show_table(legal)
        while True:
            answer = " ".join(self._ask("you> ").split())
            word, _, rest = answer.partition(" ")
            if answer.startswith("?"):
                self._explain(answer[1:].strip(), legal)
            elif answer.lower() in ("q", "quit", "exit"):
                raise _Stop
            elif answer.lower() == "undo":
                if self._undo():
                    return None
            elif not rest and word.lower() in self._commands:
                self._commands[word.lower()](self, legal)
            else:
                action = self._chosen(answer, legal)
                if action is not None:
                    self._past.append((self.state.copy(), self._streams.copy()))
                    return action

    def _show_table(self, legal: Sequence[int]) -> None:
        scene = self.game.scene(self.state, self.seat)
        self._say(f"\n{describe(scene, self._style)}")
        self._say(self._choices(scene, legal))

    def _show_help(self, _legal: Sequence[int]) -> None:
        self._say(HELP)

    def _show_rules(self, _legal: Sequence[int]) -> None:
        self._say(str(self.game.rules.__doc__).strip())

    def _undo(self) -> bool:
        """Go back to the person's last decision; False if there is none in this deal."""
        if not self._past:
            self._say("There is nothing to take back in this deal.")
            return False
        self.state, self._streams = self._past.pop()
        self._say("Taken back.")
        return True

    def _hint(self, legal: Sequence[int]) -> None:
        """What the advisers would do."""
        observation, mask = self.game.observe(self.state, self.seat), self.game.action_mask(self.state)
        if not self._advisers:
            self._say("There is nobody to ask.")
        for name, adviser in self._advisers.items():
            probabilities = getattr(adviser, "probabilities", None)
            if probabilities is None:
                action = int(adviser.act(observation.copy(), mask.copy(), self._streams.copy()))
                self._say(f"{name}: {self._name(action)}")
                continue
            shares = probabilities(observation.copy(), mask.copy())
            ranked = sorted(legal, key=lambda action: -shares[action])
            shown = [action for action in ranked if shares[action] >= _LEAST_SHOWN] or ranked[:1]
            self._say(f"{name}: {', '.join(f'{self._name(action)} {shares[action]:.0%}' for action in shown)}")

    _commands: Mapping[str, Callable[["Session", Sequence[int]], None]] = {
        "table": _show_table,
        "help": _show_help,
        "rules": _show_rules,
        "hint": _hint,
    }

    def _explain(self, what: str, legal: Sequence[int]) -> None:
        """Why an action is not possible; without one, what is asked and what of the own cards is not possible."""
        if what:
            found = self._answers.meant(what, range(self.game.num_actions))
            self._say(self._misunderstood(what, found, legal))
            return
        scene = self.game.scene(self.state, self.seat)
        if scene.question:
            self._say(f"You are to {scene.question}.")
        self._say(f"Possible: {', '.join(self._name(action) for action in legal)}")
        hand = [self.game.actions.number(card) for card in scene.seats[self.seat].hand]
        is_card_chosen = any(action in hand for action in legal)
        for action in hand:
            if is_card_chosen and action not in legal:
                self._say(f"{self._name(action)}: {self._reason(action, legal)}")

    def _reason(self, action: int, legal: Sequence[int]) -> str:
        if action in legal:
            return "possible"
        return self._style.words(self.game.why_illegal(self.state, action) or "not possible now")

    # --- what an answer means ---

    def _chosen(self, answer: str, legal: Sequence[int]) -> int | None:
        """The action that an answer names; None after saying what is wrong with it."""
        if not answer:
            if len(legal) == 1:
                return legal[0]
            self._say("Choose one; help lists what you can type.")
            return None
        named = self._answers.named(answer)
        found = [named] if named is not None else self._numbered(answer, legal) or self._answers.meant(answer, legal)
        if len(found) == 1 and found[0] in legal:
            return found[0]
        self._say(self._misunderstood(answer, found or self._answers.meant(answer, range(self.game.num_actions)), legal))
        return None

    def _numbered(self, answer: str, legal: Sequence[int]) -> list[int]:
        """The action with this number in the list of choices, if they are numbered."""
        if not answer.isdecimal() or _numbers(self.game, legal) or not 0 < int(answer) <= len(legal):
            return []
        return [self._listed(self.game.scene(self.state, self.seat), legal)[int(answer) - 1]]

    def _misunderstood(self, answer: str, found: Sequence[int], legal: Sequence[int]) -> str:
        """What is wrong with an answer that fits these actions."""
        if answer.isdecimal() and not _numbers(self.game, legal):
            return f"{answer!r} is not one of the choices, 1 to {len(legal)}"
        if len(found) == 1:
            return f"{self._name(found[0])}: {self._reason(found[0], legal)}"
        if found:
            more = ", ..." if len(found) > _MOST_NAMED else ""
            return f"{answer!r} may be {', '.join(self._name(action) for action in found[:_MOST_NAMED])}{more}"
        return f"{answer!r} is not one of the choices: a number, a card, the name of an action, or help"

    # --- words ---

    def _name(self, action: int) -> str:
        """The name of an action, and what it is called where that is a code."""
        called = self.game.rules.in_words(action)[:1]
        return ": ".join([self._style.words(self.game.actions.name(action)), *called])

    def _called(self, heard: str) -> str:
        """What was heard of an action, with what it is called where it is known."""
        return self._name(self.game.actions.number(heard)) if heard in self.game.actions.names else heard

    def _listed(self, scene: Scene, legal: Sequence[int]) -> list[int]:
        """Legal actions in the order in which they are numbered: cards as they are held, then the others."""
        own = scene.seats[self.seat]
        held = [self.game.actions.number(card) for card in (*own.hand, *own.put_away)]
        cards = [action for action in held if action in legal]
        return [*cards, *(action for action in legal if action not in cards)]

    def _choices(self, scene: Scene, legal: Sequence[int]) -> str:
        """The choices on one line: cards as they are held, those that cannot be chosen in brackets, then the others."""
        listed = self._listed(scene, legal)
        if _numbers(self.game, legal):
            return f"choose: {self._valued(listed)}"
        parts = []
        hand = [self.game.actions.number(card) for card in scene.seats[self.seat].hand]
        is_card_chosen = any(action in hand for action in legal)
        order = [*hand, *(action for action in listed if action not in hand)] if is_card_chosen else listed
        for action in order:
            if action in legal:
                parts.append(f"{self._style.bold(str(listed.index(action) + 1))} {self._name(action)}")
            else:
                parts.append(f"{self._style.dim('(')}{self._name(action)}{self._style.dim(')')}")
        return f"choose: {'  '.join(parts)}"

    def _valued(self, listed: Sequence[int]) -> str:
        """Actions some of which name values: "bid_18, 20, ..., 264, or pass"."""
        values: dict[str, list[str]] = {}
        others = []
        for action in listed:
            first, last = self.game.actions.parts(action)
            if last.isdecimal():
                values.setdefault(first, []).append(last)
            else:
                others.append(self._name(action))
        parts = [f"{first}_{', '.join(_shortened(numbers))}" for first, numbers in values.items()]
        return ", or ".join([*parts, *others])


def _shortened(texts: Sequence[str]) -> list[str]:
    """Many values without the middle."""
    return list(texts) if len(texts) <= _MOST_NAMED else [*texts[: _MOST_NAMED - 2], "...", texts[-1]]


def _numbers(game: Game, legal: Sequence[int]) -> bool:
    """Whether some actions name a value: then a number that is typed means this value, and no place in the list."""
    return any(game.actions.parts(action)[1].isdecimal() for action in legal)


def _variant(game: Game) -> str:
    return game.id.partition("/")[2].rpartition("-v")[0]
