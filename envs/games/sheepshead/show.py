"""A table of Sheepshead as text, for people."""

from typing import Any

from envs.core.options import text_of
from envs.games.sheepshead.observation import SHOWN_CALLS
from envs.games.sheepshead.options import Options
from envs.games.sheepshead.tables import ACE, DOUBLER, LEASTER, MOSTER, NUM_CARDS, PACK, PHASES, PLAYERS, SCHWANZER, SELF

KINDS = ("", "", "leaster", "moster", "schwanzer", "doubler")
CALL_NAMES = ("", "called ace", "called ten", "unknown", "own ace", "alone", "called up", "silent", *SHOWN_CALLS[6:])


def describe(state: Any, options: Options, player: int | None = None) -> str:
    """A table as text: what one seat sees, or everything.

    Args:
        state: any object with the fields of STATE.
        options: of the table.
        player: seat; None shows all cards.
    """
    players = int(PLAYERS[options.variant])
    to_move = f", player_{state.player} to move" if state.player >= 0 else ""
    lines = [f"{text_of(options.variant)} {PHASES[state.phase]}: player_{state.dealer} dealt{to_move}"]
    for position in range(players):
        seat = (int(state.dealer) + 1 + position) % players
        lines.append(_line(state, position, seat, is_open=player in (None, seat)))
    if player is None and state.blind:
        lines.append(f"blind {PACK.format_set(int(state.blind))}")
    if state.trick:
        in_order = sorted((int(state.order[c]), c) for c in range(NUM_CARDS) if int(state.trick) >> c & 1)
        names = ["??" if c == state.under and player is not None else PACK.format(c) for _, c in in_order]
        lines.append("trick " + " ".join(names))
    if state.kind in (LEASTER, MOSTER, SCHWANZER, DOUBLER):
        lines.append(KINDS[state.kind])
    if state.player < 0:
        lines.append("scores " + " ".join(str(score) for score in state.scores[:players]))
    return "\n".join(lines)


def _line(state: Any, position: int, seat: int, *, is_open: bool) -> str:
    """One player."""
    hand, shown = int(state.hands[position]), int(state.shown)
    cards = PACK.format_set(hand if is_open else hand & shown).split()
    cards += ["??"] * (0 if is_open else (hand & ~shown).bit_count())
    if position < len(state.table) and state.table[position]:
        cards += ["|", *PACK.format_set(int(state.table[position])).split()]
    notes = _notes(state, position, is_open=is_open)
    tricks = f"{state.tricks_won[position]} tricks"
    return f"player_{seat}  {tricks:10} {' '.join(cards)}{'  (' + ', '.join(notes) + ')' if notes else ''}"


def _notes(state: Any, position: int, *, is_open: bool) -> list[str]:
    """What is known, and if everything is shown also what is not."""
    notes = []
    if state.picker == position:
        notes.append("picker")
        call = int(state.call)
        if call:
            card = f" {PACK.format(int(state.called_card))}" if state.called_card >= 0 else ""
            notes.append(CALL_NAMES[ACE if call == SELF and not is_open else call] + card)
        if state.under >= 0 and state.under_order == 0:
            notes.append(f"under {PACK.format(int(state.under)) if is_open else '??'}")
    if is_open and state.buried[position]:
        notes.append(f"buried {PACK.format_set(int(state.buried[position]))}")
    if (int(state.revealed) >> position & 1 or (is_open and int(state.side) >> position & 1)) and state.picker != position:
        notes.append("partner")
    if state.cracked == position:
        notes.append("cracked")
    return notes
