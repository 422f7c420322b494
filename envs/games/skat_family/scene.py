"""What people see of a table of Skat or Ramsch: the scene, and why an action is not possible.

Plain Python, for people. The functions take any object that has the fields of the family (`skat_family`).
"""

from collections.abc import Callable, Mapping, Sequence
from types import SimpleNamespace
from typing import Any

from envs.core.cards import members
from envs.core.jit import plain
from envs.core.options import Episode
from envs.core.scene import Cards, Scene, Seat, face_down, in_order, split_tricks
from envs.games.skat_family import (
    CARD_POINTS,
    GRAND,
    NULL,
    NUM_ACTIVE,
    NUM_CARDS,
    NUM_TRICKS,
    PACK,
    POWER,
    SUIT_OF,
    TRUMP,
    PassRule,
    phases,
)
from envs.games.skat_family import match as score_list

POSITIONS = ("forehand", "middlehand", "rearhand")
SUIT_NAMES = ("clubs", "spades", "hearts", "diamonds", "trumps")
KONTRA_WORDS = ("", "Kontra", "Re", "Supra", "Hirsch")

QUESTIONS = {
    phases.ASK_GRAND_HAND: "declare a Grand Hand instead of the Ramsch, or not",
    phases.DECLARE: "declare the game",
    phases.KONTRA: "say Kontra, or not",
    phases.RAISE: "double once more, or not",
    phases.SCHIEBEN: "take the skat, or push it on",
    phases.PASS_ON: "pass on a card",
    phases.JUNGFRAU: "announce to win no trick, or not",
    phases.PLAY: "play a card",
}
"""What the player to move decides, by phase."""

_SUIT_ORDER = (TRUMP, 0, 2, 1, 3)
"""Trumps first, then the suits with their colours in turn."""


def sorted_cards(cards: int, game: int) -> Cards:
    """A set of cards as a player sorts it: trumps from the highest down, then the suits."""
    numbers = sorted(members(cards), key=lambda card: (_SUIT_ORDER.index(SUIT_OF[game, card]), -int(POWER[game, card])))
    return tuple(PACK.format(card) for card in numbers)


def seat_at(state: Any, options: Any, position: int) -> int:
    """Seat of forehand, middlehand or rearhand."""
    return int((int(state.dealer) + 1 + position) % options.players)


# --- The scene -------------------------------------------------------------------------------------------------------------


def table_scene(
    state: Any,
    options: Any,
    player: int | None,
    *,
    phase: str,
    game: int,
    contract: str,
    headline: str,
    question: str,
    said: Sequence[Sequence[str]],
) -> Scene:
    """The scene of a table.

    Args:
        state: any object with the fields of the family.
        options: of the table.
        player: seat; None shows all cards.
        phase: its name.
        game: kind of game by which hands are sorted.
        contract: what is being played.
        headline: the same in a few words.
        question: what the player to move decides.
        said: by position: what is to be noted of it; it is completed here with what a Ramsch and Kontra add.
    """
    active = [seat_at(state, options, position) for position in range(NUM_ACTIVE)]
    seats = {
        seat: _seat(state, options, player, position, game, [*said[position], *_ramsch_notes(state, position)])
        for position, seat in enumerate(active)
    }
    for seat in range(options.players):
        if seat not in seats:
            seats[seat] = Seat(seat, (), ("dealer", "sits out"), "sitting out", team=seat, **_scores(state, options, seat))
    players = [next((seat for k, seat in enumerate(active) if int(state.played[k]) >> c & 1), -1) for c in range(NUM_CARDS)]
    plays = in_order(state.order, players, PACK.cards)
    trick, last = split_tricks(plays, int(state.trick_size), NUM_ACTIVE)
    winner = next((seat for k, seat in enumerate(active) if last and state.last_win[k] == state.num_tricks), -1)
    skat = sorted_cards(int(state.skat), game)
    return Scene(
        phase=phase,
        headline=headline,
        seats=tuple(seats[seat] for seat in range(options.players)),
        to_move=int(state.player),
        viewer=player,
        question=question if state.player >= 0 else "",
        trick=trick,
        last_trick=last,
        last_winner=winner,
        piles=(("skat", skat if player is None else face_down(len(skat))),) if skat else (),
        contract=contract,
        marks=_marks(state, game) if state.player < 0 else (),
        facts=_facts(state, options),
    )


def _seat(state: Any, options: Any, player: int | None, position: int, game: int, notes: Sequence[str]) -> Seat:
    """One of the three who play."""
    seat = seat_at(state, options, position)
    hand = int(state.hands[position])
    is_own = player in (None, seat)
    is_shown = is_own or (state.is_open and state.declarer == position)
    roles = [POSITIONS[position]]
    if seat == state.dealer:
        roles.append("dealer")
    if state.declarer == position:
        roles.append("declarer")
    return Seat(
        player=seat,
        hand=sorted_cards(hand, game) if is_shown else face_down(hand.bit_count()),
        roles=tuple(roles),
        part="player" if state.declarer < 0 else "declarer" if state.declarer == position else "defender",
        notes=tuple(notes),
        put_away=sorted_cards(int(state.put_away[position]), game) if is_own else (),
        tricks=int(state.tricks_won[position]),
        card_points=int(state.card_points[position]),
        team=seat,
        **_scores(state, options, seat),
    )


def _scores(state: Any, options: Any, seat: int) -> dict[str, float | None]:
    """What the deal paid, once it is over, and in a match the total; with the tournament's bonuses where they are on."""
    total_of = plain(score_list.total_score)
    total = total_of(state, options, seat)
    before = SimpleNamespace(list_scores=state.before[:4], games_won=state.before[4:8], games_lost=state.before[8:12])
    return {
        "total": total if options.episode == Episode.MATCH else None,
        "score": total - total_of(before, options, seat) if state.player < 0 else None,
    }


def _marks(state: Any, game: int) -> tuple[str, ...]:
    """What was special about the end of a deal; nothing is where it ended early."""
    tricks = [int(won) for won in state.tricks_won]
    if sum(tricks) < NUM_TRICKS or game == NULL:
        return ()
    if state.declarer < 0:
        return ("Durchmarsch",) if NUM_TRICKS in tricks else ("Jungfrau",) if 0 in tricks else ()
    if tricks[state.declarer] in (0, NUM_TRICKS):
        return ("Schneider", "Schwarz")
    points = int(state.card_points[state.declarer]) + sum(int(CARD_POINTS[card]) for card in members(int(state.skat)))
    return ("Schneider",) if points >= 90 or points <= 30 else ()


def _facts(state: Any, options: Any) -> tuple[tuple[str, str], ...]:
    facts = []
    if options.episode == Episode.MATCH:
        number = int(state.deals_done) + int(state.player >= 0)  # at its end a deal is counted
        facts.append(("deal", f"{number} of {options.rounds * options.players}"))
    if plain(score_list.is_compulsory)(state):
        facts.append(("compulsory Ramsch, deals left", str(state.ramsch_left)))
    elif plain(score_list.is_bock)(state):
        facts.append(("Bock, deals left", str(state.bock_left)))
    return tuple(facts)


def _ramsch_notes(state: Any, position: int) -> list[str]:
    flags = (("took the skat", state.took), ("pushed", state.pushed), ("wants no trick", state.jungfrau))
    notes = [name for name, bits in flags if state.declarer < 0 and bits >> position & 1]
    return notes + (["Kontra"] if state.kontra_by == position else [])


def ramsch_headline(state: Any, options: Any, name: str) -> str:
    """What a Ramsch is called, and what it counts by now."""
    exponent = int(state.pushed).bit_count() + int(state.jungfrau).bit_count()
    factor = 1 + exponent if options.ramsch_multiplier else 1 << exponent
    return f"{name}, times {factor}" if factor > 1 else name


# --- Why not ---------------------------------------------------------------------------------------------------------------


def why_no_card(state: Any, options: Any, game: int, card: int) -> str:
    """Why the player to move cannot take a card; only in phases in which a card is chosen.

    Args:
        state: any object with the fields of the family.
        options: of the table.
        game: kind of game by which cards rank.
        card: its number; illegal.
    """
    position = int(state.turn)
    name = PACK.format(card)
    if int(state.hands[position]) >> card & 1 == 0:
        return f"{name} is not in the hand"
    if state.phase == phases.PLAY:
        leader = (position - int(state.trick_size)) % NUM_ACTIVE
        led = int(state.trick_cards[leader])
        return f"must follow {SUIT_NAMES[SUIT_OF[game, led]]}: {PACK.format(led)} was led"
    if name[0] == "J" and not options.pass_jacks:
        return "jacks may not be passed on"
    if options.pass_rule == PassRule.NOT_SAME_TWO:
        return "not both of the cards just taken may be passed on"
    return "a card just taken may not be passed on"


def why_illegal(
    state: Any, options: Any, action: int, *, game: int, question: str, others: Mapping[int, Callable[[int], str]]
) -> str:
    """Why the player to move cannot take an action.

    Args:
        state: any object with the fields of the family.
        options: of the table.
        action: illegal.
        game: kind of game by which cards rank.
        question: what is asked for.
        others: by phase: what a game says itself of actions that are no cards.
    """
    phase = int(state.phase)
    chooses_card = question.endswith("card")
    if action < NUM_CARDS and chooses_card:
        return why_no_card(state, options, game, action)
    reason = others[phase](action) if phase in others and action >= NUM_CARDS else ""
    return reason or f"the player has to {question}"


def heard(state: Any, options: Any, player: int, name: str) -> str:
    """What a seat notices of an action taken in this state: a card that goes to the skat lies face down."""
    return name if state.player == player or name not in PACK.cards or state.phase == phases.PLAY else "a card"


UNDECLARED_GAME = GRAND
"""Before a game is declared, hands are sorted as for Grand."""
