"""What people see of a table of Sheepshead: the scene, and why an action is not possible. Plain Python, for people."""

from collections.abc import Iterator
from typing import Any

from envs.core.cards import members
from envs.core.options import Episode
from envs.core.scene import FACE_DOWN, Cards, Scene, Seat, Trick, face_down, in_order, split_tricks
from envs.games.sheepshead.actions import (
    ACE,
    ACTIONS,
    ALONE,
    AUTO_BUCK,
    BEST,
    BID,
    BILLY,
    BLITZ,
    BURY,
    CALL,
    CALL_ACE,
    CALL_SELF,
    CRACK,
    DOUBLER,
    EXTRA_CALL,
    GIVE,
    LEASTER,
    MOSTER,
    NAME_TRICK,
    NORMAL,
    NUCLEAR,
    PHASES,
    PICK,
    PLAY,
    RECRACK,
    REDEAL_CLAIM,
    RETURN,
    SCHWANZER,
    SELF,
    SIDE,
    SILENCE,
    TEN,
    UNDER,
    UNKNOWN,
    UP,
)
from envs.games.sheepshead.cards import CARD_POINTS, INDIANA_C, NUM_CARDS, PACK, POWER, SUIT_OF, TRUMP
from envs.games.sheepshead.options import BuryCredit, Options, PartnerMethod
from envs.games.sheepshead.variants import (
    BATTERY,
    BIDDER,
    CUTTHROAT,
    DIE,
    FIRST_PLAYED,
    HOLDERS,
    JACK_PARTNER,
    NEIGHBOUR,
    NUM_TRICKS,
    ONE_PARTNER,
    PLAYERS,
    SIDES,
    STACKS,
    TEAMS,
)

SUIT_NAMES = ("clubs", "spades", "hearts", "diamonds", "trumps")
QUESTIONS = {
    REDEAL_CLAIM: "claim a new deal for a hand of nothing, or not",
    BLITZ: "show two queens of a colour to double, or not",
    AUTO_BUCK: "show who holds the six fox catchers",
    PICK: "pick the blind, or pass",
    BID: "bid, or pass",
    GIVE: "give a card to the left neighbour, or keep all",
    RETURN: "choose the card that goes back",
    EXTRA_CALL: "call one more partner, or stop",
    BURY: "bury a card",
    CALL: "call a partner, or play alone",
    UNDER: "choose the card that lies face down for the called suit",
    CRACK: "double, or not",
    RECRACK: "double again, or not",
    NAME_TRICK: "name the trick whose winner gets the blind",
    PLAY: "play a card",
}
"""What the player to move decides, by phase."""

_KIND_NAMES = {LEASTER: "leaster", MOSTER: "moster", SCHWANZER: "schwanzer", DOUBLER: "doubler"}
_SIDES_NAMES = {
    BATTERY: "batteries",
    STACKS: "stacks",
    CUTTHROAT: "picker against all",
    JACK_PARTNER: "jack of diamonds",
    NEIGHBOUR: "neighbour",
    DIE: "die",
    HOLDERS: "holders of the partner cards",
    FIRST_PLAYED: "first to play the partner cards",
    TEAMS: "teams",
}
_CALL_NAMES = {
    ACE: "called ace",
    TEN: "called ten",
    UNKNOWN: "unknown card",
    SELF: "own ace called",
    ALONE: "alone",
    UP: "jack called up",
    SILENCE: "jack of diamonds",
    BEST: "best",
    SIDE: "side solo",
    BILLY: "billy",
}
_SUIT_ORDER = (TRUMP, 0, 2, 1, 3)
"""Trumps first, then the suits with their colours in turn."""


def sorted_cards(cards: int, trumps: int) -> Cards:
    """A set of cards as a player sorts it: trumps from the highest down, then the suits."""
    numbers = sorted(members(cards), key=lambda card: (_SUIT_ORDER.index(SUIT_OF[trumps, card]), -int(POWER[trumps, card])))
    return tuple(PACK.format(card) for card in numbers)


# --- The scene -------------------------------------------------------------------------------------------------------------


def scene(state: Any, options: Options, player: int | None = None) -> Scene:
    """What one seat sees of a table, or everything.

    Args:
        state: any object with the fields of STATE.
        options: of the table.
        player: seat; None shows all cards.
    """
    players = int(PLAYERS[options.variant])
    viewer = None if player is None else (player - int(state.dealer) - 1) % players
    seats = [_seat(state, options, position, viewer) for position in range(players)]
    size = 4 if SIDES[options.variant] == BATTERY else players
    trick, last = split_tricks(_plays(state, players, viewer), int(state.trick_size), size)
    winner = int(state.leader if state.trick_size else state.winner)
    return Scene(
        phase=PHASES[state.phase],
        headline=_headline(state, options, viewer),
        seats=tuple(sorted(seats, key=lambda seat: seat.player)),
        to_move=int(state.player),
        viewer=player,
        question=QUESTIONS.get(int(state.phase), "") if state.player >= 0 else "",
        trick=trick,
        last_trick=last,
        last_winner=_seat_of(state, players, winner) if last else -1,
        piles=_piles(state, viewer),
        contract=_contract(state, options, viewer),
        marks=tuple(_marks(state, options)) if state.player < 0 else (),
        facts=tuple(_facts(state, options)),
    )


def _seat_of(state: Any, players: int, position: int) -> int:
    return (int(state.dealer) + 1 + position) % players


def _knows_under(state: Any, viewer: int | None) -> bool:
    """Whether a position sees the card that lies face down for the called suit."""
    return viewer is None or viewer in (state.picker, state.under_winner)


def _plays(state: Any, players: int, viewer: int | None) -> Trick:
    """All cards played, in order; a card that lies face down stays hidden."""
    owners = [
        next((_seat_of(state, players, p) for p in range(players) if int(state.played[p]) >> card & 1), -1)
        for card in range(NUM_CARDS)
    ]
    names = [
        FACE_DOWN if card == state.under and not _knows_under(state, viewer) else name for card, name in enumerate(PACK.cards)
    ]
    return in_order(state.order, owners, names)


def _seat(state: Any, options: Options, position: int, viewer: int | None) -> Seat:
    players = int(PLAYERS[options.variant])
    seat = _seat_of(state, players, position)
    trumps = int(state.trumps)
    hand, shown = int(state.hands[position]), int(state.shown)
    is_own = viewer in (None, position)
    seen = hand if is_own else hand & shown
    under_in_hand = state.under >= 0 and state.under_order == 0 and position == state.picker
    put_away = int(state.buried[position])
    if state.pick_action == NUCLEAR and position == state.picker:
        put_away = int(state.auto_bury)
    points = int(state.card_points[position])
    if state.under_winner == position and not _knows_under(state, viewer):
        points -= int(CARD_POINTS[state.under])
    return Seat(
        player=seat,
        hand=(*sorted_cards(seen, trumps), *face_down((hand & ~seen).bit_count())),
        roles=tuple(_roles(state, players, position, viewer)),
        part=_part(state, options, position, viewer),
        notes=tuple(_notes(state, position)),
        open_cards=_open_cards(state, position, trumps) + (_under(state, is_own) if under_in_hand else ()),
        put_away=sorted_cards(put_away, trumps) if is_own else (),
        tricks=int(state.tricks_won[position]),
        card_points=points,
        team=seat % 2 if SIDES[options.variant] == TEAMS else seat,
        total=float(state.totals[seat]) * options.base_unit if options.episode == Episode.MATCH else None,
        score=float(state.scores[seat]) * options.base_unit if state.player < 0 else None,
    )


def _open_cards(state: Any, position: int, trumps: int) -> Cards:
    """Cards that lie before one of two players, and those below them that nobody sees."""
    if position >= len(state.table):
        return ()
    covered = sum(state.below[card] >= 0 for card in members(int(state.table[position])))
    return (*sorted_cards(int(state.table[position]), trumps), *face_down(covered))


def _under(state: Any, is_own: bool) -> Cards:
    return (PACK.format(int(state.under)),) if is_own else (FACE_DOWN,)


def _is_on_side(state: Any, position: int, viewer: int | None) -> bool:
    """Whether it is known to the viewer that a position is on the picker's side, or on that of the partner cards."""
    known = int(state.side) if viewer is None else int(state.revealed) | (int(state.side) & 1 << viewer)
    return bool(known >> position & 1)


def _roles(state: Any, players: int, position: int, viewer: int | None) -> Iterator[str]:
    if position == players - 1:
        yield "dealer"
    if position == state.picker:
        yield "picker"
    elif _is_on_side(state, position, viewer):
        yield "partner"


def _part(state: Any, options: Options, position: int, viewer: int | None) -> str:
    if state.kind != NORMAL or SIDES[options.variant] in (BATTERY, STACKS, TEAMS):
        return "player"
    if position == state.picker:
        return "picker"
    if _is_on_side(state, position, viewer):
        return "partner"
    return "opponent" if viewer is None else ""


def _notes(state: Any, position: int) -> Iterator[str]:
    said = {
        "passed": state.passed,
        "black queens shown": state.blitz_black,
        "red queens shown": state.blitz_red,
        "claims the rest": state.claimed,
    }
    yield from (note for note, bits in said.items() if int(bits) >> position & 1)
    if state.picker == position and state.pick_action:
        name = ACTIONS[int(state.pick_action)]
        if name not in ("pick", "pass"):
            yield name.replace("_", " ")
    if state.cracked == position:
        yield "cracked"
    if state.picker == position and state.recracked:
        yield "re-cracked"


def _headline(state: Any, options: Options, viewer: int | None) -> str:
    players = int(PLAYERS[options.variant])
    contract = _contract(state, options, viewer)
    if state.picker < 0:
        return contract or "nobody has picked yet"
    picker = f"player_{_seat_of(state, players, int(state.picker))}"
    card = f" {PACK.format(int(state.called_card))}" if state.called_card >= 0 else ""
    if state.call in (BEST, SIDE, BILLY):
        return f"{picker} plays a {contract}, trumps {SUIT_NAMES[state.trumps - INDIANA_C]}"
    return f"{picker} picked, {contract}{card}" if contract else f"{picker} picked"


def _contract(state: Any, options: Options, viewer: int | None) -> str:
    """What is being played; an own ace that was called looks like any called ace to the others."""
    if state.kind in _KIND_NAMES:
        return _KIND_NAMES[int(state.kind)]
    call = int(state.call)
    if call:
        return _CALL_NAMES[ACE if call == SELF and viewer not in (None, state.picker) else call]
    sides = int(SIDES[options.variant])
    if state.kind != NORMAL and sides not in (BATTERY, STACKS, TEAMS):
        return ""
    if sides == ONE_PARTNER and options.partner_method == PartnerMethod.JACK_OF_DIAMONDS:
        sides = JACK_PARTNER
    return _SIDES_NAMES.get(sides, "")


def _piles(state: Any, viewer: int | None) -> tuple[tuple[str, Cards], ...]:
    blind = sorted_cards(int(state.blind), int(state.trumps))
    return (("blind", blind if viewer is None else face_down(len(blind))),) if blind else ()


def _facts(state: Any, options: Options) -> Iterator[tuple[str, str]]:
    if state.doublers:
        yield "doublers", str(state.doublers)
    if state.die and state.other >= 0:
        yield "die", str(state.die)
    if state.named_trick:
        yield "blind goes to the winner of trick", str(state.named_trick)
    if options.pot:
        yield "shares of the pot", str(state.shares)


def _marks(state: Any, options: Options) -> Iterator[str]:
    """What was special about the end of a hand with sides."""
    if state.kind != NORMAL or SIDES[options.variant] in (BATTERY, STACKS, TEAMS, BIDDER):
        return
    side = members(int(state.side))
    tricks = sum(int(state.tricks_won[position]) for position in side)
    if tricks in (0, NUM_TRICKS[options.variant]):
        yield "no trick for one side"
        return
    points = sum(int(state.card_points[position]) for position in side)
    if options.bury_credit != BuryCredit.PICKER or (state.picker >= 0 and state.tricks_won[state.picker]):
        buried = [card for position in side for card in members(int(state.buried[position]))]
        points += sum(int(CARD_POINTS[card]) for card in buried)
    if points >= 91 or points <= 30:
        yield "schneider"


# --- Why not ---------------------------------------------------------------------------------------------------------------


def why_illegal(state: Any, options: Options, action: int) -> str:
    """Why the player to move cannot take an action, in a few words."""
    phase = int(state.phase)
    if phase == PLAY and action < NUM_CARDS:
        return _why_not_played(state, action)
    if (
        action < NUM_CARDS
        and not (int(state.hands[state.turn]) | int(state.under >= 0) << max(int(state.under), 0)) >> action & 1
    ):
        return f"{PACK.format(action)} is not in the hand"
    if phase == CALL and CALL_ACE <= action < CALL_ACE + 4:
        return f"needs a card of {SUIT_NAMES[action - CALL_ACE]} in the hand, and the ace in another one"
    return f"the player has to {QUESTIONS[phase]}"


def _why_not_played(state: Any, card: int) -> str:
    position = int(state.turn)
    held = int(state.hands[position]) | (int(state.table[position]) if position < len(state.table) else 0)
    if not held >> card & 1:
        return f"{PACK.format(card)} is not in the hand"
    if (
        state.led >= 0
        and SUIT_OF[state.trumps, card] != state.led
        and any(SUIT_OF[state.trumps, other] == state.led for other in members(held))
    ):
        return f"must follow {SUIT_NAMES[state.led]}"
    if state.call:
        return "the duties of the called suit forbid it: the called card is kept for its suit, and the picker keeps one of it"
    return "it cannot be played from there now"


def heard(state: Any, options: Options, player: int, action: int) -> str:
    """What a seat notices of an action that is taken in this state: its name, or less.

    Buried and given cards lie face down, and an own ace is called like any ace.
    """
    name = ACTIONS[action]
    if state.player == player:
        return name
    if CALL_SELF <= action < CALL_SELF + 3:
        return ACTIONS[CALL_ACE + action - CALL_SELF]
    if action >= NUM_CARDS or state.phase == PLAY:
        return name
    players = int(PLAYERS[options.variant])
    partner = {GIVE: 1, RETURN: players - 1}.get(int(state.phase), 0)
    return name if partner and player == (int(state.player) + partner) % players else "a card"
