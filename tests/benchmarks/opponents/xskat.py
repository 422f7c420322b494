"""XSkat's own players as an agent of Skat, Ramsch and Schieberamsch for three: an opponent from outside this project.

XSkat keeps the whole deal in global arrays. To stay honest it is given a deal drawn from the observation, in which all that the
seat does not know is made up; the decisions taken so far are told on it, then XSkat is asked for one more.

The agent is named by the spec `tests/benchmarks/opponents/xskat.py:XSkat:PATH_OF_THE_LIBRARY`, or without the path where the
environment variable STICHWERK_XSKAT holds it; README.md tells how the library is built. XSkat says no Kontra here and announces
no Jungfrau.
"""

import ctypes
import os
from pathlib import Path

import numpy as np

from agents.spec import AgentSpecError
from envs.game import Game

LIBRARY_VARIABLE = "STICHWERK_XSKAT"
NULL, GRAND, RAMSCH = -1, 4, 5
ACCEPTS_18 = 17
"""XSkat's highest bid of a player who says 18, but holds nothing."""


class XSkat:
    """An agent that asks XSkat."""

    spec = "xskat"

    def __init__(self, game: Game, library: str = "") -> None:
        """Load the library.

        Raises:
            AgentSpecError: there is no library, or XSkat does not play at this table.
        """
        path = Path(library or os.environ.get(LIBRARY_VARIABLE, ""))
        if not path.is_file():
            raise AgentSpecError(f"agent xskat: there is no library {path}; see tests/benchmarks/opponents/README.md")
        if game.name not in {"skat", "ramsch"} or game.num_players != 3 or game.is_match:
            raise AgentSpecError(f"agent xskat plays single deals of skat and ramsch for three, not {game.id}")
        self._game = game
        self._library = ctypes.CDLL(str(path.resolve()))
        self._library.xs_choose.argtypes = [ctypes.c_int, ctypes.c_long]

    def act(self, observation: np.ndarray, action_mask: np.ndarray, rng: np.ndarray) -> int:
        """Choose a legal action; see `envs.agent.Agent`."""
        return int(self.act_many(observation[None], action_mask[None], rng)[0])

    def act_many(self, observations: np.ndarray, action_masks: np.ndarray, rngs: np.ndarray) -> np.ndarray:
        """Choose a legal action in each row; see `envs.agent.Agent`."""
        worlds = self._game.determinize_many(np.ascontiguousarray(observations, np.int8), rngs)
        actions = np.empty(len(worlds), np.int64)
        for row, (world, mask) in enumerate(zip(worlds, action_masks, strict=True)):
            legal = np.flatnonzero(mask)
            names = [self._game.actions.name(int(action)) for action in legal]
            wish = names[0]
            if len(legal) > 1:
                wish = _Deal(self._library, self._game, world).choose(names, int(rngs[row]) & 0x3FFFFFFF | 1)
            actions[row] = legal[names.index(wish)] if wish in names else legal[0]
        return actions


class _Deal:
    """One deal as XSkat sees it. Players are positions, 0 forehand; cards are XSkat's numbers."""

    def __init__(self, library: ctypes.CDLL, game: Game, world: np.void) -> None:
        """Tell the decisions taken so far."""
        self.library = library
        self.me = int(world["turn"])
        self.phase = game.rules.PHASES[world["phase"]]
        self.declarer = int(world["declarer"])
        deck = [_number(game.rules.PACK.format(card)) for card in world["deck"]]
        self.dealt = [deck[3 * p : 3 * p + 3] + deck[11 + 4 * p : 15 + 4 * p] + deck[23 + 3 * p : 26 + 3 * p] for p in range(3)]
        self.found = deck[9:11]
        self.hands = [list(hand) for hand in self.dealt]
        self.skat = list(self.found)
        self.taken: list[int] = []
        self.pushed = [0, 0, 0]
        self.played: list[int] = []
        self.bid, self.contract, self.is_hand = 0, "", False
        self._asked = self._to_put_away = 0
        for action in world["log"][: world["log_length"]]:
            self._tell(game.actions.name(int(action)))

    def _tell(self, name: str) -> None:
        """Take in a decision."""
        if name.startswith("bid_"):
            self.bid = int(name[4:])
        elif name.startswith("declare_"):
            self.contract = name[8:]
        elif name in {"hand", "grand_hand"}:
            self.is_hand = True
            self.contract = "GH"
        elif name == "push":
            self.pushed[self._asked] = 1
            self._asked += 1
        elif name == "take":
            self.taken, self.skat = self.skat, []
            self.hands[self._taker] += self.taken
            self._to_put_away = 2
        elif len(name) == 2:
            self._tell_card(_number(name))

    @property
    def _taker(self) -> int:
        return self._asked if self.declarer < 0 else self.declarer

    def _tell_card(self, card: int) -> None:
        """Take in a card that is put away or played."""
        if not self._to_put_away:
            self.played.append(card)
            return
        self.hands[self._taker].remove(card)
        self.skat.append(card)
        self._to_put_away -= 1
        if not self._to_put_away:
            self._asked += 1

    def choose(self, legal: list[str], random: int) -> str:
        """XSkat's decision, by name; "" where it knows none."""
        if self.phase == "play":
            return self._card(random)
        self.library.xs_deal(_ints(*self.dealt[0], *self.dealt[1], *self.dealt[2]), _ints(*self.found))
        if self.phase in {"call", "answer", "open"}:
            return self._bid(legal)
        if self.phase == "grand_hand":
            return "grand_hand" if self.library.xs_declares_grand_hand(self.me) else "no_grand_hand"
        if self.phase in {"schieben", "pass_on"}:
            return self._push(legal)
        if self.phase in {"hand", "discard", "declare"}:
            return self._plan(legal)
        return next((name for name in legal if name.startswith("no_")), "")

    def _bid(self, legal: list[str]) -> str:
        most = self.library.xs_highest_bid(self.me)
        if self.phase == "answer":
            return "hold" if most >= self.bid else "pass"
        value = min((int(name[4:]) for name in legal if name.startswith("bid_")), default=1000)
        return f"bid_{value}" if most >= value or (most == ACCEPTS_18 and value == 18) else "pass"

    def _plan(self, legal: list[str]) -> str:
        """From the hand or not, what to discard, or what to declare."""
        if self.bid == 0:
            return "declare_GH"
        out = _ints(*[0] * 5)
        self.library.xs_plan(self.me, self.bid, out)
        kind, is_hand, is_ouvert, *discards = out
        if self.phase == "hand":
            return "hand" if is_hand else "take"
        if self.phase == "discard":
            return next((name for name in legal if _number(name) in discards), "")
        return "declare_" + ("N" if kind == NULL else "DHSCG"[kind]) + "H" * bool(is_hand) + "O" * (kind == NULL and is_ouvert)

    def _push(self, legal: list[str]) -> str:
        """Push the skat on, take it, or pass a card on."""
        found = self.taken if self.phase == "pass_on" else self.skat
        hand = self.hands[self.me] + (self.skat if self.phase == "pass_on" else [])
        out = _ints(0, 0)
        hand = [card for card in hand if self.phase == "schieben" or card not in found]
        pushes = self.library.xs_pushes(self.me, _ints(*hand), _ints(*found), _ints(*self.pushed), out)
        if self.phase == "schieben":
            return "push" if pushes else "take"
        return next((name for name in legal if _number(name) in list(out)), "")

    def _card(self, random: int) -> str:
        kind = RAMSCH
        if self.declarer >= 0:
            kind = {"N": NULL, "G": GRAND}.get(self.contract[0], "DHSC".find(self.contract[0]))
        library = self.library
        library.xs_deal(_ints(*self.dealt[0], *self.dealt[1], *self.dealt[2]), _ints(*self.found))
        hands, skat, found = _ints(*self.hands[0], *self.hands[1], *self.hands[2]), _ints(*self.skat), _ints(*self.found)
        library.xs_begin_play(hands, skat, found, self.declarer, self.bid, kind, int(self.is_hand), int("O" in self.contract))
        if not library.xs_play(_ints(*self.played), len(self.played)):
            raise AssertionError("XSkat was told a card that its player does not hold")
        return _name(library.xs_choose(self.me, random))


def _ints(*values: int) -> ctypes.Array[ctypes.c_int]:
    """A C array of ints."""
    return (ctypes.c_int * len(values))(*values)


def _number(card: str) -> int:
    """XSkat's number of a card such as "TC"."""
    return 8 * "DHSC".index(card[1]) + "ATKQJ987".index(card[0])


def _name(number: int) -> str:
    """Card of XSkat's number."""
    return "ATKQJ987"[number % 8] + "DHSC"[number // 8]
