"""Reads games of the Skat server (ISS) as public archives hold them: one SGF line each.

A line names the players (`P0` forehand, `P1` middlehand, `P2` rearhand), lists what happened (`MV`) and the result (`R`). `MV`
begins with `w` and the 32 cards (ten of each player, then the skat); then come pairs of who and what:

| what | meaning |
|---|---|
| `18`, `y`, `p` | a value called, held, passed |
| `s`, then `w SJ.D9` | the skat is taken; its cards |
| `G.HK.HQ` | contract and discards; an ouvert hand follows them |
| `CHS` | contract from the hand: a kind of game and of `H` hand, `S` schneider, `Z` schwarz, `O` ouvert |
| `HJ` | a card played, suit first |
| `RE`, `SC`, `TI.1`, `LE.1` | resigned, cards shown, time over, left the table: the game ends early |

Read into the actions of `skat/isko-v0`, with forehand at seat 0. That table plays to the last card, so a game that ended early
is read up to there, and only a whole one can be compared with its result.
"""

import re
from typing import Any, NamedTuple

from envs.games.skat.actions import CONTRACTS
from envs.games.skat_family.cards import PACK

GAME_ID = "skat/isko-v0"
DEALER = 2
_ENDS_EARLY = {"RE", "SC", "TI", "LE"}


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
    """One line, as the engine takes it: `game.deal(deck=..., dealer=DEALER)`, then `game.play(state, actions)`."""

    players: tuple[str, str, str]
    """Names of forehand, middlehand and rearhand."""
    deck: list[str]
    actions: list[str]
    ended_early: bool
    """Somebody resigned, left, or showed their cards: the play stops before the last card."""
    result: SgfResult | None
    """None where the line has no complete result."""


def read_sgf(line: str) -> SgfGame:
    """Read one line.

    Raises:
        SgfError: it is damaged; says where.
    """
    fields = dict(re.findall(r"([A-Z][A-Z0-9]*)\[([^\]]*)\]", line))
    if fields.get("GM") != "Skat":
        raise SgfError("not a game of the Skat server: GM[Skat] is missing")
    if "MV" not in fields:
        raise SgfError("the moves MV[...] are missing")
    words = fields["MV"].split()
    if len(words) < 2 or len(words) % 2:
        raise SgfError(f"MV has {len(words)} words; pairs of who and what are needed")
    deck, hands, skat = _deal(words[0], words[1])
    actions, ended_early = _actions(words[2:], hands, skat)
    players = (fields.get("P0", ""), fields.get("P1", ""), fields.get("P2", ""))
    return SgfGame(players, deck, actions, ended_early, _result(fields.get("R", "")))


def read(line: str) -> dict[str, Any] | None:
    """What our hand record says of the game in a line; None for a line that is no SGF.

    Scores stand in it when the game was played to the end, so that whoever reads the record compares them.

    Raises:
        SgfError: it is damaged; says where.
    """
    if not line.lstrip().startswith("(;"):
        return None
    game = read_sgf(line)
    record = {"game": GAME_ID, "dealer": DEALER, "deck": " ".join(game.deck), "actions": game.actions}
    if game.result is not None and not game.ended_early:
        record["scores"] = _scores(game.result)
    return record


def _scores(result: SgfResult) -> list[float]:
    """What the result is worth in the tournament (rules, 5.4)."""
    scores = [0.0 if result.is_won or result.declarer < 0 else 40.0] * 3
    if result.declarer >= 0:
        scores[result.declarer] = float(result.value + (50 if result.is_won else -50))
    return scores


def _card(text: str) -> str:
    """A card of the line, suit first, as the engine writes it."""
    card = text[::-1]
    if card not in PACK.cards:
        raise SgfError(f"{text!r} is no card")
    return card


def _deal(who: str, dealt: str) -> tuple[list[str], list[list[str]], list[str]]:
    """The shuffled pack that deals the hands of a line, the hands and the skat."""
    cards = [_card(text) for text in dealt.split(".")] if who == "w" else []
    if sorted(cards) != sorted(PACK.cards):
        raise SgfError(f"the deal has {len(set(cards))} different cards, not {len(PACK)}")
    hands, skat = [cards[0:10], cards[10:20], cards[20:30]], cards[30:]
    deck = [card for hand in hands for card in hand[:3]] + skat
    deck += [card for hand in hands for card in hand[3:7]] + [card for hand in hands for card in hand[7:]]
    return deck, hands, skat


def _actions(words: list[str], hands: list[list[str]], skat: list[str]) -> tuple[list[str], bool]:
    """Names of the actions, and whether the game ended early."""
    actions: list[str] = []
    took = False
    for who, what in zip(words[::2], words[1::2], strict=True):
        if what.split(".")[0] in _ENDS_EARLY:
            return actions, True
        if who == "w":
            if took and {_card(text) for text in what.split(".")} != set(skat):
                raise SgfError(f"the skat taken is {what}, dealt were {' '.join(skat)}")
            continue
        if who not in ("0", "1", "2"):
            raise SgfError(f"{who!r} is no player; possible: 0, 1, 2, w")
        if what in ("p", "y"):
            actions.append("pass" if what == "p" else "hold")
        elif what.isdecimal():
            actions.append(f"bid_{what}")
        elif what == "s":
            took = True
            actions.append("take")
        elif what[::-1] in PACK.cards:
            actions.append(_card(what))
        else:
            actions += _declaration(what, took=took)
    return actions, False


def _declaration(text: str, *, took: bool) -> list[str]:
    """Discards and contract, or the word for a hand game and the contract."""
    code, *cards = text.split(".")
    kind, modifiers = code[:1], set(code[1:])
    if took == ("H" in modifiers):
        raise SgfError(f"contract {code!r}: the skat was {'' if took else 'not '}taken")
    if kind == "N":
        contract = "N" + ("O" if "O" in modifiers else "") + ("H" if "H" in modifiers else "")
    else:
        announced = next((letter for letter in "OZS" if letter in modifiers), "")
        contract = kind + ("H" + announced if "H" in modifiers else announced)
    if contract not in CONTRACTS or modifiers - set("HSZO"):
        raise SgfError(f"contract {code!r} is unknown")
    if not took:
        return ["hand", f"declare_{contract}"]
    if len(cards) < 2:  # the discards
        raise SgfError(f"contract {text!r} names no two discards")
    return [*(_card(card) for card in cards[:2]), f"declare_{contract}"]


def _result(text: str) -> SgfResult | None:
    numbers = dict(re.findall(r"\b([a-z]+):(-?\d+)", text))
    if "passed" in text or numbers.get("d") == "-1":
        return SgfResult(-1, False, 0, 0, 0)
    if not {"d", "v", "p", "t"} <= set(numbers):
        return None
    return SgfResult(int(numbers["d"]), " win " in text, int(numbers["v"]), int(numbers["p"]), int(numbers["t"]))
