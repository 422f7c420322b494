"""Reads games of the Skat server (ISS) as public archives hold them: SGF, mostly a game a line.

A game names the players (`P0` forehand, `P1` middlehand, `P2` rearhand), lists what happened (`MV`) and the result (`R`). `MV`
begins with `w` and the 32 cards (ten of each player, then the skat); then come pairs of who and what:

| what | meaning |
|---|---|
| `18`, `y`, `p` | a value called, held, passed |
| `s`, then `w SJ.D9` | the skat is taken; its cards |
| `G.HK.HQ` | contract and discards; after an ouvert contract cards of the hand follow them |
| `G`, then `HK.HQ` | the same as two pairs |
| `CHS`, `GO` | contract from the hand: kind of game and `H` hand, `S` schneider, `Z` schwarz, `O` ouvert, which implies `H` |
| `HJ` | a card played, suit first |
| `RE` | resigned: ends the game when the declarer does, or both defenders |
| `SC` | cards are shown; the game goes on |
| `TI.1`, `LE.1` | player 1 ran out of time, left the table: the game ends |
| `??` | in place of a card: hidden; the line is read up to there |

Read into the actions of `skat/isko-v0`, with forehand at seat 0. That table plays to the last card, so a game that ended early
is read up to there, and only a whole one can be compared with its result.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from envs.core.archived import Archived
from envs.games.skat.actions import BIDS, CONTRACTS
from envs.games.skat_family.cards import PACK

GAME_ID = "skat/isko-v0"
DEALER = 2
HIDDEN = "??"
_KINDS = "CSHDGN"
_PLAYERS = ("0", "1", "2")
_PIPS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
_ENDINGS = {"TI": "ran out of time", "LE": "left the table"}


class SgfError(ValueError):
    """A line that is no game of the Skat server, or a damaged one."""


class SgfResult(NamedTuple):
    """What a line says about the end of its game."""

    declarer: int
    """Position; -1: passed in."""
    is_won: bool
    value: int
    """What the game counted: negative when lost."""
    card_points: int
    """Of the declarer, discards or skat included."""
    tricks: int
    """Won by the declarer."""


class SgfGame(NamedTuple):
    """One game, as the engine takes it: `game.deal(deck=..., dealer=DEALER)`, then `game.play(state, actions)`."""

    players: tuple[str, str, str]
    """Names of forehand, middlehand and rearhand."""
    deck: list[str]
    actions: list[str]
    movers: list[int]
    """Position of the player who takes each action, as the line has it."""
    put_away: list[str]
    """The two cards that count for the declarer beside the tricks: discards, or the skat in a hand game."""
    contract: str
    """Code of the contract; empty if none was declared."""
    ending: str
    """What broke the game off, in words; empty if nothing did."""
    result: SgfResult | None
    """None where the line has no complete result."""


def games_of(line: str) -> list[str]:
    """The games of a line, each as `read` takes it; none if it is no SGF."""
    return [text for text in re.split(r"(?=\(;GM\[)", line.strip()) if text] if line.lstrip().startswith("(;") else []


def read(text: str) -> Archived:
    """A game, as it can be played again and compared.

    Raises:
        SgfError: it is damaged; says where.
    """
    game = read_sgf(text)
    record = {"game": GAME_ID, "dealer": DEALER, "deck": " ".join(game.deck), "actions": game.actions}
    if game.result is None:
        return Archived(record, tuple(game.movers), game.ending)
    tricks, card_points = {}, {}
    if game.result.declarer >= 0:
        tricks[game.result.declarer] = game.result.tricks
        if game.contract[:1] != "N":  # nobody counts card points in a Null
            card_points[game.result.declarer] = game.result.card_points - sum(_PIPS.get(card[0], 0) for card in game.put_away)
    return Archived(record, tuple(game.movers), game.ending, _scores(game.result), tricks, card_points)


def read_sgf(text: str) -> SgfGame:
    """Read one game.

    Raises:
        SgfError: it is damaged; says where.
    """
    found = re.findall(r"([A-Z][A-Z0-9]*)\[((?:\\.|[^\]\\])*)\]", text)
    fields = dict(found)
    if fields.get("GM") != "Skat":
        raise SgfError("not a game of the Skat server: GM[Skat] is missing")
    if "MV" not in fields:
        raise SgfError("the moves MV[...] are missing")
    if sum(name in ("GM", "MV", "R") for name, _ in found) > len({"GM", "MV", "R"} & set(fields)):
        raise SgfError("GM, MV or R stands twice")
    words = fields["MV"].split()
    if len(words) < 2 or len(words) % 2:
        raise SgfError(f"MV has {len(words)} words; pairs of who and what are needed")
    moves = _Moves(words[0], words[1])
    moves.read(zip(words[2::2], words[3::2], strict=True))
    players = (fields.get("P0", ""), fields.get("P1", ""), fields.get("P2", ""))
    result = _result(fields.get("R", ""))
    return SgfGame(players, moves.deck, moves.actions, moves.movers, moves.put_away, moves.contract, moves.ending, result)


def _scores(result: SgfResult) -> tuple[float, ...]:
    """What the result is worth in the tournament (rules, 5.4)."""
    scores = [0.0 if result.is_won or result.declarer < 0 else 40.0] * 3
    if result.declarer >= 0:
        scores[result.declarer] = float(result.value + (50 if result.is_won else -50))
    return tuple(scores)


def _card(text: str) -> str:
    """A card of the line, suit first, as the engine writes it."""
    card = text[::-1]
    if card not in PACK.cards:
        raise SgfError(f"{text!r} is no card")
    return card


class _Moves:
    """What happened in a game, read move by move.

    Attributes:
        deck: the shuffled pack that deals the hands of the line.
        actions: by name.
        movers: position of the player who takes each action.
        put_away: the skat, and from when they are known the discards.
        contract: code of the contract; empty until it is declared.
        ending: what broke the game off, in words.
    """

    def __init__(self, who: str, dealt: str) -> None:
        """Deal the cards."""
        cards = [_card(text) for text in dealt.split(".")] if who == "w" else []
        if sorted(cards) != sorted(PACK.cards):
            raise SgfError(f"the deal has {len(set(cards))} different cards, not {len(PACK)}")
        self._hands, self.put_away = [set(cards[start : start + 10]) for start in (0, 10, 20)], cards[30:]
        self.deck = [card for start in (0, 10, 20) for card in cards[start : start + 3]] + cards[30:]
        self.deck += [card for start in (3, 13, 23) for card in cards[start : start + 4]]
        self.deck += [card for start in (7, 17, 27) for card in cards[start : start + 3]]
        self.actions: list[str] = []
        self.movers: list[int] = []
        self.contract = self.ending = ""
        self._took = self._was_shown = False
        self._declarer = -1
        self._undiscarded = ""
        self._resigned: set[int] = set()

    def read(self, pairs: Iterator[tuple[str, str]]) -> None:
        """Read moves up to the last, or to the one that ends the game."""
        for who, what in pairs:
            if who != "w" and who not in _PLAYERS:
                raise SgfError(f"{who!r} is no player; possible: 0, 1, 2, w")
            self._move(who, what)
            if self.ending:
                return
        if self._undiscarded:
            self._say_no_discards()

    def _move(self, who: str, what: str) -> None:
        word, _, rest = what.partition(".")
        if word in _ENDINGS:
            self.ending = f"{_player(rest or who)} {_ENDINGS[word]}"
        elif who == "w":
            self._show_skat(what)
        elif word == "SC":
            self._check_shown(rest)
        elif what == "RE":
            self._resign(int(who))
        elif HIDDEN in what.split("."):
            self.ending = f"{_player(who)} makes a hidden move"
        else:
            self._act(int(who), what)

    def _act(self, player: int, what: str) -> None:
        if self._undiscarded:
            self._declare(player, f"{self._undiscarded}.{what}")
        elif what in ("p", "y"):
            self._add(player, "pass" if what == "p" else "hold")
        elif what == "s":
            self._took = True
            self._add(player, "take")
        elif what[::-1] in PACK.cards:
            self._add(player, _card(what))
        elif what.isdecimal():
            if what not in map(str, BIDS):
                raise SgfError(f"{what} is no value that can be bid")
            self._add(player, f"bid_{what}")
        elif self._took and what[:1] in _KINDS and "." not in what:
            self._contract_of(what)
            self._undiscarded = what
        else:
            self._declare(player, what)

    def _add(self, player: int, *actions: str) -> None:
        self.actions += actions
        self.movers += [player] * len(actions)

    def _show_skat(self, what: str) -> None:
        if not self._took or self._was_shown:
            raise SgfError(f"w {what}: only the skat that was taken is shown")
        cards = what.split(".")
        if cards != [HIDDEN] * 2 and {_card(text) for text in cards} != set(self.put_away):
            raise SgfError(f"the skat taken is {what}, dealt were {' '.join(self.put_away)}")
        self._was_shown = True

    def _check_shown(self, cards: str) -> None:
        for text in cards.split(".") if cards else ():
            if text != HIDDEN:
                _card(text)

    def _resign(self, player: int) -> None:
        if self._declarer < 0:
            raise SgfError(f"{_player(str(player))} resigns before a contract is declared")
        self._resigned.add(player)
        if self._declarer in self._resigned:
            self.ending = f"{_player(str(player))} resigned"
        elif len(self._resigned) == len(_PLAYERS) - 1:
            self.ending = " and ".join(_player(str(each)) for each in sorted(self._resigned)) + " resigned"

    def _declare(self, player: int, text: str) -> None:
        """Discards and contract, or the word for a hand game and the contract; what else is named lies open in the hand."""
        code, *named = text.split(".")
        contract = self._contract_of(code)
        cards = [_card(card) for card in named]
        if self._took and len(cards) < 2:
            self._say_no_discards(text)
        discards, shown = (cards[:2], cards[2:]) if self._took else ([], cards)
        if shown and "O" not in contract:
            raise SgfError(f"contract {text!r} names {len(cards)} cards; {'2 are discarded' if self._took else 'none is open'}")
        held = self._hands[player] | set(self.put_away if self._took else ())
        if len(set(cards)) < len(cards) or not held.issuperset(cards):
            raise SgfError(f"contract {text!r} names cards that player_{player} does not hold, or one twice")
        self._add(player, *(discards if self._took else ["hand"]), f"declare_{contract}")
        self.put_away = discards or self.put_away
        self.contract, self._declarer, self._undiscarded = contract, player, ""

    def _contract_of(self, code: str) -> str:
        """The contract as the engine writes it."""
        kind, modifiers = code[:1], set(code[1:])
        is_hand = "H" in modifiers or ("O" in modifiers and not self._took)
        if self._took == is_hand:
            raise SgfError(f"contract {code!r}: the skat was {'' if self._took else 'not '}taken")
        if kind == "N":
            contract = "N" + ("O" if "O" in modifiers else "") + ("H" if is_hand else "")
        else:
            announced = next((letter for letter in "OZS" if letter in modifiers), "")
            contract = kind + ("H" + announced if is_hand else announced)
        if contract not in CONTRACTS or modifiers - set("HSZO") or (kind == "N" and modifiers & set("SZ")):
            raise SgfError(f"contract {code!r} is unknown")
        return contract

    def _say_no_discards(self, text: str = "") -> None:
        raise SgfError(f"contract {text or self._undiscarded!r} names no two discards")


def _player(number: str) -> str:
    if number not in _PLAYERS:
        raise SgfError(f"{number!r} is no player; possible: 0, 1, 2")
    return f"player_{number}"


def _result(text: str) -> SgfResult | None:
    numbers = dict(re.findall(r"\b([a-z]+):(-?[0-9]{1,6})\b", text))
    words = text.split()
    if "passed" in words:
        return SgfResult(-1, False, 0, 0, 0)
    if not {"d", "v", "p", "t"} <= set(numbers) or not {"win", "loss"} & set(words):
        return None
    declarer, *rest = (int(numbers[key]) for key in "dvpt")
    if not 0 <= declarer < len(_PLAYERS):
        raise SgfError(f"the result names player {declarer} as the declarer; possible: 0, 1, 2")
    return SgfResult(declarer, "win" in words, *rest)
