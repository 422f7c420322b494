"""What people see of a table of Sheepshead: the scene, and why an action is not possible. Plain Python, for people."""

from collections.abc import Iterator
from typing import Any

from envs.core.cards import members
from envs.core.options import Episode, text_of
from envs.core.scene import FACE_DOWN, Cards, Scene, Seat, Trick, face_down, in_order, split_tricks
from envs.games.sheepshead.actions import ACTIONS, PHASES, SOLO_SUITS, Action, Call, Kind, Phase
from envs.games.sheepshead.cards import ACE_OF, CARD_POINTS, NUM_CARDS, PACK, RANKINGS, SUIT_OF, Order
from envs.games.sheepshead.options import BuryCredit, Options, PartnerMethod, team_of
from envs.games.sheepshead.variants import DESIGNATED, NUM_TRICKS, PLAYERS, SIDES, Sides, Variant

SUIT_NAMES = ("clubs", "spades", "hearts", "diamonds", "trumps")
QUESTIONS: dict[int, str] = {
    Phase.REDEAL_CLAIM: "claim a new deal for a hand of nothing, or not",
    Phase.BLITZ: "show two queens of a colour to double, or not",
    Phase.AUTO_BUCK: "show who holds the six fox catchers",
    Phase.PICK: "pick the blind, or pass",
    Phase.BID: "bid, or pass",
    Phase.GIVE: "give a card to the left neighbour, or keep all",
    Phase.RETURN: "choose the card that goes back",
    Phase.EXTRA_CALL: "call one more partner, or stop",
    Phase.BURY: "bury a card",
    Phase.CALL: "call a partner, or play alone",
    Phase.UNDER: "choose the card that lies face down for the called suit",
    Phase.CRACK: "double, or not",
    Phase.RECRACK: "double again, or not",
    Phase.NAME_TRICK: "name the trick whose winner gets the blind",
    Phase.PLAY: "play a card",
}
"""What the player to move decides, by phase."""

_KIND_NAMES: dict[int, str] = {
    Kind.LEASTER: "leaster",
    Kind.MOSTER: "moster",
    Kind.SCHWANZER: "schwanzer",
    Kind.DOUBLER: "doubler",
}
_SIDES_NAMES: dict[int, str] = {
    Sides.BATTERY: "batteries",
    Sides.STACKS: "stacks",
    Sides.CUTTHROAT: "picker against all",
    Sides.JACK_PARTNER: "jack of diamonds",
    Sides.NEIGHBOUR: "neighbour",
    Sides.DIE: "die",
    Sides.HOLDERS: "holders of the partner cards",
    Sides.FIRST_PLAYED: "first to play the partner cards",
    Sides.TEAMS: "teams",
}
_CALL_NAMES: dict[int, str] = {
    Call.ACE: "called ace",
    Call.TEN: "called ten",
    Call.UNKNOWN: "unknown card",
    Call.SELF: "own ace called",
    Call.ALONE: "alone",
    Call.UP: "jack called up",
    Call.SILENT: "jack of diamonds",
    Call.BEST: "best",
    Call.SIDE: "side solo",
    Call.BILLY: "billy",
}
_FAIL_SUITS = SUIT_NAMES[:3]
_WORDS: dict[int, tuple[str, ...]] = {
    **{Action.CALL_ACE + suit: (f"ace of {name}", name) for suit, name in enumerate(SUIT_NAMES[:4])},
    **{Action.CALL_TEN + suit: (f"ten of {name}",) for suit, name in enumerate(_FAIL_SUITS)},
    **{Action.CALL_UNKNOWN + suit: (f"{name}, with a card face down", name) for suit, name in enumerate(_FAIL_SUITS)},
    **{Action.CALL_SELF + suit: (f"own ace of {name}",) for suit, name in enumerate(_FAIL_SUITS)},
    **{Action.SOLO_SIDE + place: (f"{SUIT_NAMES[suit]} solo", SUIT_NAMES[suit]) for place, suit in enumerate(SOLO_SUITS)},
    Action.SOLO_BILLY: ("win no trick",),
}


# --- The scene -------------------------------------------------------------------------------------------------------------


def scene(state: Any, options: Options, player: int | None = None) -> Scene:
    """What one seat sees of a table, or everything; `state` is any object with the fields of STATE."""
    players = int(PLAYERS[options.variant])
    viewer = None if player is None else (player - int(state.dealer) - 1) % players
    seats = [_seat(state, options, position, viewer) for position in range(players)]
    size = 4 if SIDES[options.variant] == Sides.BATTERY else players
    trick, last = split_tricks(_plays(state, players, viewer), int(state.trick_size), size)
    winner = int(state.leader if state.trick_size else state.winner)
    return Scene(
        phase=PHASES[state.phase],
        headline=_headline(state, options, viewer),
        seats=tuple(sorted(seats, key=lambda seat: seat.player)),
        to_move=int(state.player),
        viewer=player,
        question=_question(state) if state.player >= 0 else "",
        trick=trick,
        last_trick=last,
        last_winner=_seat_of(state, players, winner) if last else -1,
        piles=_piles(state, viewer),
        contract=_contract(state, options, viewer),
        marks=tuple(_marks(state, options)) if state.player < 0 else (),
        facts=tuple(_facts(state, options)),
    )


def _question(state: Any) -> str:
    """What is to be decided; of several cards to bury, which."""
    question = QUESTIONS[int(state.phase)]
    if state.phase != Phase.BURY:
        return question
    count = int(state.taken[state.turn]).bit_count()
    return f"{question} ({count - int(state.to_bury) + 1} of {count})"


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
    ranking = RANKINGS[state.trumps]
    hand = int(state.hands[position])
    is_own = viewer in (None, position)
    # Queens that were shown before may have been put away since: a note tells of them.
    is_open = state.claimed >> position & 1 or state.kind == Kind.SCHWANZER
    seen = hand if is_own else hand & int(state.shown) if is_open else 0
    under_in_hand = state.under >= 0 and state.under_order == 0 and position == state.picker
    put_away = int(state.buried[position])
    if state.pick_action == Action.NUCLEAR and position == state.picker:
        put_away = int(state.auto_bury)
    points = int(state.card_points[position])
    if state.under_winner == position and not _knows_under(state, viewer):
        points -= int(CARD_POINTS[state.under])
    return Seat(
        player=seat,
        hand=(*ranking.sort(seen), *face_down((hand & ~seen).bit_count())),
        roles=tuple(_roles(state, players, position, viewer)),
        part=_part(state, options, position, viewer),
        notes=tuple(_notes(state, position)),
        open_cards=_open_cards(state, position) + (_under(state, is_own) if under_in_hand else ()),
        put_away=ranking.sort(put_away) if is_own else (),
        tricks=int(state.tricks_won[position]),
        card_points=points,
        team=team_of(seat, options),
        total=float(state.totals[seat]) * options.base_unit if options.episode == Episode.MATCH else None,
        score=float(state.scores[seat]) * options.base_unit if state.player < 0 else None,
    )


def _open_cards(state: Any, position: int) -> Cards:
    """Cards that lie before one of two players, and those below them that nobody sees."""
    if position >= len(state.table):
        return ()
    covered = sum(state.below[card] >= 0 for card in members(int(state.table[position])))
    return (*RANKINGS[state.trumps].sort(int(state.table[position])), *face_down(covered))


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
    if state.kind != Kind.NORMAL or SIDES[options.variant] in (Sides.BATTERY, Sides.STACKS, Sides.TEAMS):
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
    if state.call in (Call.BEST, Call.SIDE, Call.BILLY):
        return f"{picker} plays a {contract}, trumps {SUIT_NAMES[state.trumps - Order.INDIANA_C]}"
    return f"{picker} picked, {contract}{card}" if contract else f"{picker} picked"


def _contract(state: Any, options: Options, viewer: int | None) -> str:
    """What is being played; an own ace that was called looks like any called ace to the others."""
    if state.kind in _KIND_NAMES:
        return _KIND_NAMES[int(state.kind)]
    call = int(state.call)
    if call:
        return _CALL_NAMES[Call.ACE if call == Call.SELF and viewer not in (None, state.picker) else call]
    sides = int(SIDES[options.variant])
    if state.kind != Kind.NORMAL and sides not in (Sides.BATTERY, Sides.STACKS, Sides.TEAMS):
        return ""
    if sides == Sides.ONE_PARTNER and options.partner_method == PartnerMethod.JACK_OF_DIAMONDS:
        sides = Sides.JACK_PARTNER
    return _SIDES_NAMES.get(sides, "")


def _piles(state: Any, viewer: int | None) -> tuple[tuple[str, Cards], ...]:
    blind = RANKINGS[state.trumps].sort(int(state.blind))
    return (("blind", blind if viewer is None else face_down(len(blind))),) if blind else ()


def _facts(state: Any, options: Options) -> Iterator[tuple[str, str]]:
    cards = _partner_cards(options)
    if cards and state.kind in (Kind.UNDECIDED, Kind.NORMAL):
        yield "partner cards" if " " in cards else "partner card", cards
    if state.doublers:
        yield "doublers", str(state.doublers)
    if state.die and state.other >= 0:
        yield "die", str(state.die)
    if state.named_trick:
        yield "blind goes to the winner of trick", str(state.named_trick)
    if options.pot:
        yield "shares of the pot", str(state.shares)


def _partner_cards(options: Options) -> str:
    """The cards that make their holders, or those who play them first, one side."""
    sides = SIDES[options.variant]
    if options.variant == Variant.P4_3C:
        return f"the first two of rank {text_of(options.agreed_rank).upper()}"
    if sides in (Sides.JACK_PARTNER, Sides.BOTH_PARTNERS):
        return "JD"
    if sides == Sides.ONE_PARTNER:
        return "JD" if options.partner_method == PartnerMethod.JACK_OF_DIAMONDS else ""
    cards = PACK.format_set(int(DESIGNATED[options.variant]))
    return f"the first two of {cards}" if cards and sides == Sides.FIRST_PLAYED else cards


def _marks(state: Any, options: Options) -> Iterator[str]:
    """What was special about the end of a hand with sides."""
    if state.kind != Kind.NORMAL or SIDES[options.variant] in (Sides.BATTERY, Sides.STACKS, Sides.TEAMS, Sides.BIDDER):
        return
    tricks, points = side_result(state, options)
    if tricks in (0, NUM_TRICKS[options.variant]):
        yield "no trick for one side"
    elif points >= 91 or points <= 30:
        yield "schneider"


def side_result(state: Any, options: Options) -> tuple[int, int]:
    """Tricks and card points of the P-side, with what it buried if that is credited (5.2)."""
    side = members(int(state.side))
    tricks = sum(int(state.tricks_won[position]) for position in side)
    cards = sum(int(state.buried[position]) for position in side)
    is_credited = tricks > 0
    if options.bury_credit == BuryCredit.PICKER and state.picker >= 0:
        is_credited = state.tricks_won[state.picker] > 0
    buried = sum(int(CARD_POINTS[card]) for card in members(cards)) if is_credited else 0
    return tricks, sum(int(state.card_points[position]) for position in side) + buried


# --- Why not ---------------------------------------------------------------------------------------------------------------


def in_words(action: int) -> tuple[str, ...]:
    """What a call or a bid is called whose name is a code."""
    return _WORDS.get(action, ())


def why_illegal(state: Any, options: Options, action: int) -> str:
    """Why the player to move cannot take an action, in a few words."""
    phase = int(state.phase)
    if phase == Phase.PLAY and action < NUM_CARDS:
        return _why_not_played(state, action)
    if (
        action < NUM_CARDS
        and not (int(state.hands[state.turn]) | int(state.under >= 0) << max(int(state.under), 0)) >> action & 1
    ):
        return f"{PACK.format(action)} is not in the hand"
    if phase == Phase.CALL and Action.CALL_ACE <= action < Action.CALL_ACE + 4:
        return f"needs a card of {SUIT_NAMES[action - Action.CALL_ACE]} in the hand, and the ace in another one"
    if phase == Phase.CALL and Action.CALL_TEN <= action < Action.CALL_TEN + 3:
        return "a ten is called by who has all three aces, and not this ten"
    if phase == Phase.CALL and Action.CALL_UNKNOWN <= action < Action.CALL_UNKNOWN + 3:
        return "a card is laid face down only where no ace can be called with a card of its suit"
    if phase == Phase.BURY and action < NUM_CARDS:
        return "with it no call would be left"
    return f"the player has to {QUESTIONS[phase]}"


def _why_not_played(state: Any, card: int) -> str:
    position = int(state.turn)
    held = int(state.hands[position]) | (int(state.table[position]) if position < len(state.table) else 0)
    if not held >> card & 1:
        return f"{PACK.format(card)} is not in the hand"
    led = int(state.led)
    if led >= 0 and SUIT_OF[state.trumps, card] != led and any(SUIT_OF[state.trumps, other] == led for other in members(held)):
        first = int(max(state.order)) - int(state.trick_size) + 1
        cards = [f": {PACK.format(c)} was led" for c in range(NUM_CARDS) if state.order[c] == first]
        return f"must follow {SUIT_NAMES[led]}{''.join(cards)}"
    return _why_duty(state) if state.call and state.called_suit >= 0 else "it cannot be played from there now"


def _why_duty(state: Any) -> str:
    """Which duty of the called suit forbids a card, until a trick has been led in it (3.8)."""
    suit, led = int(state.called_suit), int(state.led)
    kept = PACK.format(int(ACE_OF[suit]))
    if state.turn != state.picker:
        kept = f"the called {PACK.format(int(state.called_card))}"
    elif state.call == Call.UNKNOWN:
        kept = "the face-down card"
    elif state.call == Call.ACE:
        kept = f"the last card of {SUIT_NAMES[suit]}"
    if led == suit:
        return f"{kept} has to be played to the first trick of {SUIT_NAMES[suit]}"
    return f"{SUIT_NAMES[suit]} may be led only with {kept}" if led < 0 else f"{kept} is kept until {SUIT_NAMES[suit]} are led"


def heard(state: Any, options: Options, player: int, action: int) -> str:
    """What a seat notices of an action that is taken in this state: its name, or less.

    Buried and given cards lie face down, and an own ace is called like any ace.
    """
    name = ACTIONS[action]
    if state.player == player:
        return name
    if Action.CALL_SELF <= action < Action.CALL_SELF + 3:
        return ACTIONS[Action.CALL_ACE + action - Action.CALL_SELF]
    if action >= NUM_CARDS or state.phase == Phase.PLAY:
        return name
    players = int(PLAYERS[options.variant])
    partner = 1 if state.phase == Phase.GIVE else players - 1 if state.phase == Phase.RETURN else 0
    return name if partner and player == (int(state.player) + partner) % players else "a card"
