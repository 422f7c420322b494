"""What people see of a table of Skat or Ramsch: the scene, and why an action is not possible.

Plain Python. The functions take any object that has the fields of the family.
"""

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

from envs.core.cards import members
from envs.core.jit import plain
from envs.core.options import Episode
from envs.core.scene import Scene, Seat, face_down, in_order, split_tricks
from envs.games.skat_family.cards import (
    CARD_POINTS,
    NUM_ACTIVE,
    NUM_CARDS,
    NUM_TRICKS,
    PACK,
    RANKINGS,
    SKAT_SIZE,
    SUIT_OF,
    Kind,
)
from envs.games.skat_family.match import is_bock, is_compulsory, total_score
from envs.games.skat_family.options import PassRule
from envs.games.skat_family.state import PHASES, Phase, seat_of

POSITIONS = ("forehand", "middlehand", "rearhand")
SUIT_NAMES = ("clubs", "spades", "hearts", "diamonds", "trumps")
KIND_NAMES = ("clubs", "spades", "hearts", "diamonds", "Grand", "Null")
KONTRA_WORDS = ("", "Kontra", "Re", "Supra", "Hirsch")

QUESTIONS = {
    Phase.GRAND_HAND: "declare a Grand Hand instead of the Ramsch, or not",
    Phase.DECLARE: "declare the game",
    Phase.KONTRA: "say Kontra, or not",
    Phase.RAISE: "double once more, or not",
    Phase.SCHIEBEN: "take the skat, or push it on",
    Phase.PASS_ON: "pass on a card",
    Phase.JUNGFRAU: "announce to win no trick, or not",
    Phase.PLAY: "play a card",
    Phase.CALL: "call a value, or pass",
    Phase.ANSWER: "hold the value called, or pass",
    Phase.OPEN: "bid 18 after all others have passed, or pass too",
    Phase.HAND: "take the skat, or play from the hand",
    Phase.DISCARD: "discard a card",
}
"""What the player to move decides."""


def seat_at(state: Any, options: Any, position: int) -> int:
    """Seat of forehand, middlehand or rearhand."""
    return int(plain(seat_of)(state, options, position))


# --- The scene -------------------------------------------------------------------------------------------------------------


def table_scene(
    state: Any,
    options: Any,
    player: int | None,
    *,
    kind: int,
    contract: str,
    headline: str,
    said: Sequence[Sequence[str]] = ((), (), ()),
) -> Scene:
    """The scene of a table.

    Hands are sorted as for a kind of game; `contract` and `headline` are those of the scene; `said` is, by position, what was
    said in bidding.
    """
    active = [seat_at(state, options, position) for position in range(NUM_ACTIVE)]
    seats = {
        seat: _seat(state, options, player, position, kind, [*said[position], *_notes(state, position)])
        for position, seat in enumerate(active)
    }
    for seat in range(options.players):
        if seat not in seats:
            seats[seat] = Seat(seat, (), ("dealer", "sits out"), "sitting out", team=seat, **_scores(state, options, seat))
    players = [next((seat for k, seat in enumerate(active) if int(state.played[k]) >> c & 1), -1) for c in range(NUM_CARDS)]
    plays = in_order(state.order, players, PACK.cards)
    trick, last = split_tricks(plays, int(state.trick_size), NUM_ACTIVE)
    winner = next((seat for k, seat in enumerate(active) if last and state.last_win[k] == state.num_tricks), -1)
    skat = RANKINGS[kind].sort(int(state.skat))
    is_moving = state.player >= 0
    return Scene(
        phase=PHASES[state.phase],
        headline=headline,
        seats=tuple(seats[seat] for seat in range(options.players)),
        to_move=int(state.player),
        viewer=player,
        question=_question(state) if is_moving else "",
        trick=trick,
        last_trick=last,
        last_winner=winner,
        piles=(("skat", skat if player is None else face_down(len(skat))),) if skat else (),
        contract=contract,
        marks=() if is_moving else _marks(state, kind),
        facts=_facts(state, options),
    )


def _question(state: Any) -> str:
    """What is to be decided; of two cards that leave the hand, which."""
    question = QUESTIONS[Phase(state.phase)]
    if state.phase not in (Phase.DISCARD, Phase.PASS_ON):
        return question
    return f"{question} ({int(state.put_away[state.turn]).bit_count() + 1} of {SKAT_SIZE})"


def _seat(state: Any, options: Any, player: int | None, position: int, kind: int, notes: Sequence[str]) -> Seat:
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
        hand=RANKINGS[kind].sort(hand) if is_shown else face_down(hand.bit_count()),
        roles=tuple(roles),
        part="player" if state.declarer < 0 else "declarer" if state.declarer == position else "defender",
        notes=tuple(notes),
        put_away=RANKINGS[kind].sort(int(state.put_away[position])) if is_own else (),
        tricks=int(state.tricks_won[position]),
        card_points=int(state.card_points[position]),
        team=seat,
        **_scores(state, options, seat),
    )


def _scores(state: Any, options: Any, seat: int) -> dict[str, float | None]:
    """What the deal paid, once it is over, and in a match the total; with the tournament's bonuses where they are on."""
    total_of = plain(total_score)
    total = total_of(state, options, seat)
    before = SimpleNamespace(list_scores=state.before[:4], games_won=state.before[4:8], games_lost=state.before[8:12])
    return {
        "total": total if options.episode == Episode.MATCH else None,
        "score": total - total_of(before, options, seat) if state.player < 0 else None,
    }


def _marks(state: Any, kind: int) -> tuple[str, ...]:
    """What was special about the end of a deal; nothing is where it ended early."""
    tricks = [int(won) for won in state.tricks_won]
    if sum(tricks) < NUM_TRICKS or kind == Kind.NULL:
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
    if plain(is_compulsory)(state):
        facts.append(("compulsory Ramsch, deals left", str(state.ramsch_left)))
    elif plain(is_bock)(state):
        facts.append(("Bock, deals left", str(state.bock_left)))
    return tuple(facts)


def _notes(state: Any, position: int) -> list[str]:
    """What a player has done before a Ramsch, and who said Kontra."""
    flags = (("took the skat", state.took), ("pushed", state.pushed), ("wants no trick", state.jungfrau))
    notes = [name for name, bits in flags if state.declarer < 0 and bits >> position & 1]
    return notes + (["Kontra"] if state.kontra_by == position else [])


def ramsch_headline(state: Any, options: Any, name: str) -> str:
    """What a Ramsch is called, and what it counts by now."""
    exponent = int(state.pushed).bit_count() + int(state.jungfrau).bit_count()
    factor = 1 + exponent if options.ramsch_multiplier else 1 << exponent
    return f"{name}, times {factor}" if factor > 1 else name


# --- Why not, and what others notice ---------------------------------------------------------------------------------------


def why_not(state: Any, options: Any, action: int, kind: int, reason: str = "") -> str:
    """Why the player to move cannot take an action; `reason` is what the game itself says about it, where it says anything."""
    question = QUESTIONS[Phase(state.phase)]
    if action < NUM_CARDS and question.endswith("card"):
        return _why_no_card(state, options, action, kind)
    return reason or f"the player has to {question}"


def _why_no_card(state: Any, options: Any, card: int, kind: int) -> str:
    """Why the player to move, who is to choose a card, cannot choose this one."""
    position = int(state.turn)
    name = PACK.format(card)
    if int(state.hands[position]) >> card & 1 == 0:
        return f"{name} is not in the hand"
    if state.phase == Phase.PLAY:
        leader = (position - int(state.trick_size)) % NUM_ACTIVE
        led = int(state.trick_cards[leader])
        return f"must follow {SUIT_NAMES[SUIT_OF[kind, led]]}: {PACK.format(led)} was led"
    if name[0] == "J" and not options.pass_jacks:
        return "jacks may not be passed on"
    if options.pass_rule == PassRule.NOT_SAME_TWO:
        return "not both of the cards just taken may be passed on"
    return "a card just taken may not be passed on"


def noticed(state: Any, player: int, name: str) -> str:
    """What a seat notices of an action taken in this state: a card that goes to the skat lies face down."""
    return name if state.player == player or name not in PACK.cards or state.phase == Phase.PLAY else "a card"
