"""Which action an answer typed at the terminal means: the one that it names, or all that it may mean."""

from collections.abc import Callable, Iterable

from envs.core.rules import Rules
from envs.render.text import SYMBOL_BY_SUIT


def plain_text(text: str) -> str:
    """A text without case, with letters for suits, blanks for underscores, and T for a ten.

    >>> plain_text("call_A♣"), plain_text(" 10h ")
    ('call ac', 'th')
    """
    for suit, symbol in SYMBOL_BY_SUIT.items():
        text = text.replace(symbol, suit)
    text = " ".join(text.lower().replace("_", " ").replace(",", " ").split())
    return f"t{text[2]}" if len(text) == 3 and text[:2] == "10" and text[2] in "cshd" else text


class Answers:
    """What can be typed for the actions of a game."""

    def __init__(self, rules: Rules) -> None:
        """Take the names of the actions, and what else some are called."""
        self._names = [plain_text(name) for name in rules.ACTIONS]
        self._calls = [(name, *map(plain_text, rules.in_words(action))) for action, name in enumerate(self._names)]

    def named(self, answer: str) -> int | None:
        """The action whose whole name was typed, whether it is possible now or not."""
        text = plain_text(answer)
        return self._names.index(text) if text in self._names else None

    def meant(self, answer: str, actions: Iterable[int]) -> list[int]:
        """Those of the actions that an answer may mean, by the best of these kinds of match.

        A whole name; another thing that an action is called; the beginning of a name; the last word of a name, which is what
        the action names ("AC" of "call_AC"), but never that of a refusal ("announce" is not "no_announce"); the beginning of
        another call. Numbers are whole.
        """
        text, actions = plain_text(answer), list(actions)
        kinds: list[Callable[[int], bool]] = [
            lambda action: text == self._names[action],
            lambda action: text in self._calls[action],
            lambda action: _begins(self._names[action], text),
            lambda action: not self._names[action].startswith("no ") and self._names[action].rpartition(" ")[2] == text,
            lambda action: any(_begins(call, text) for call in self._calls[action]),
        ]
        matches = ([action for action in actions if fits(action)] for fits in kinds) if text else iter(())
        return next(filter(None, matches), [])


def _begins(call: str, text: str) -> bool:
    """Whether what an action is called begins with a text; a number at its end stands for itself, not for a longer one."""
    return call.startswith(text) and (not text[-1].isdecimal() or call[len(text) :][:1] in ("", " "))
