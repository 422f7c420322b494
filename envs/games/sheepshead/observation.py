"""What a seat sees: named pieces of a vector, the observer first (rules, section 3.13).

There is one layout for two players and one for each larger table; `p6_4` and `p8_2` add what only they have, and matches and
tables with a pot add what stands from hand to hand.
"""

import numpy as np

from envs.core.cards import copy_words, lowest, write_cards
from envs.core.jit import kernel, large_kernel
from envs.core.layout import Layout, Piece
from envs.core.options import Episode
from envs.core.state import write_number
from envs.games.sheepshead.actions import BURY, MAX_DECISIONS, MOSTER, NO_CALL, NORMAL, NUCLEAR, PHASES, PICK_0, SIDE, UP
from envs.games.sheepshead.cards import CARD_BYTES, CARD_POINTS, CARDS, INDIANA_C, JH, NUM_CARDS
from envs.games.sheepshead.options import Options
from envs.games.sheepshead.state import MAX_DOUBLERS, num_players, position_of
from envs.games.sheepshead.variants import P6_4, P8_2, PLAYERS, ROWS

# --- Pieces ----------------------------------------------------------------------------------------------------------------

SEAT_NAMES = ("own", "left", "2nd", "3rd", "4th", "5th", "6th", "7th")
SHOWN_PHASES = PHASES[2:]
SHOWN_CALLS = ("ace", "ten", "unknown", "alone", "jack", "silent", "best", "side", "billy")
CALL_BIT = np.array([-1, 0, 1, 2, 0, 3, 4, 5, 6, 7, 8], np.int64)
"""By `state.call`: an own ace is announced like any ace."""


_FIRST = [
    Piece("decisions", 1, "decisions taken in this deal", MAX_DECISIONS),
    Piece("variant", 1, "number of the variant, in the order of the table of variants, from 0", len(ROWS) - 1),
    Piece("trumps", 1, "trump order: 0 standard, 1 and 2 with 7D first and second, 3 of 24 cards, 4 to 7 indiana C S H D", 7),
]


def _cards(name: str, meaning: str) -> Piece:
    return Piece(name, NUM_CARDS, meaning, entries=CARDS)


def _numbers(name: str, meaning: str, high: int) -> Piece:
    return Piece(name, NUM_CARDS, meaning, high, entries=CARDS)


def _played(players: int) -> Piece:
    names = tuple(f"{seat} {card}" for seat in SEAT_NAMES[:players] for card in CARDS)
    return Piece(
        "played", players * NUM_CARDS, "cards played by each player, but for an under card nobody else saw", entries=names
    )


def _table_pieces(players: int) -> list[Piece]:
    """Pieces of three players and more."""
    seats = SEAT_NAMES[:players]
    at_positions = tuple(f"after {n}" for n in range(players))
    suits = ("clubs", "spades", "hearts", "diamonds")

    def each(name: str, meaning: str, high: int = 1) -> Piece:
        return Piece(name, players, meaning, high, entries=seats)

    return [
        *_FIRST,
        _cards("hand", "cards in the own hand, an under card apart"),
        _cards("taken", "cards the observer took from the blind"),
        _cards("buried", "cards the observer buried"),
        _cards("under", "the face-down card, if the observer knows it"),
        _cards("trick", "cards of the present trick"),
        _numbers("order", "when each card was played: players * (trick - 1) + place, from 1; 0: not yet", 32),
        _numbers(
            "shown", "who holds a card that has been shown to all: 1 the observer, 2 the left neighbour, ...; 0 nobody", 8
        ),
        _played(players),
        each("turn", "who is to decide"),
        Piece("position", players, "the observer acts so many players after forehand", entries=at_positions),
        each("picker", "who picked or bid"),
        each("passed", "who passed"),
        each("revealed", "who has shown to be on the picker's side, or to be designated"),
        each("other", "who shares the blind or is partner by position"),
        each("cracked", "who cracked"),
        Piece("phase", len(SHOWN_PHASES), "what is to be decided; all zero at the end", entries=SHOWN_PHASES),
        Piece("own_side", 1, "the observer is on the P-side, or on forehand's team", entries=("P-side",)),
        Piece("kind", 3, "how the hand is played", entries=("with sides", "leaster", "moster")),
        Piece("picked", 5, "how the picker picked", entries=("pick 0", "pick 1", "pick 2", "pick 4", "nuclear")),
        Piece("die", 6, "the die", entries=tuple("123456")),
        Piece("call", len(SHOWN_CALLS), "what the picker announced or bid", entries=SHOWN_CALLS),
        Piece("called_suit", 4, "the called suit, or the suit of a side solo", entries=suits),
        Piece("called_jack", 3, "the jack called up", entries=("JH", "JS", "JC")),
        Piece("opened", 1, "the called suit has been led", entries=("opened",)),
        Piece("led_suit", 5, "suit of the present trick", entries=(*suits, "trump")),
        Piece("recracked", 1, "the picker doubled again", entries=("recracked",)),
        each("blitz_black", "who showed the black queens"),
        each("blitz_red", "who showed the red queens"),
        each("claimed", "who claimed the rest"),
        each("gave", "who gave a card to the left neighbour and got one back"),
        each("extra_caller", "who called extra partners"),
        each("tricks_won", "tricks of each player", 10),
        each("card_points", "card points in the tricks of each player, as far as the observer saw them", 120),
        each("claim_at", "which card was to be led when a player claimed the rest, from 1", 32),
        Piece("under_order", 1, "when the under card was played, as in `order`", 32),
        Piece("named_trick", 1, "number of the trick whose winner gets the blind", 10),
        Piece("doublers", 1, "doublers that count for this hand", MAX_DOUBLERS),
        Piece("to_bury", 1, "cards the player to move has still to bury", 4),
    ]


_EXCHANGE_PIECES = [
    _cards("given", "the card the observer gave to the left neighbour"),
    _cards("got_back", "the card that came back for it"),
    _cards("received", "the card the observer got from the right neighbour"),
    _cards("sent_back", "the card that went back for it"),
]
_EXTRA_PIECES = [_numbers("extra", "extra cards called: 1 somebody joined, 2 it was a partner's already", 2)]


def _match_pieces(players: int) -> list[Piece]:
    return [
        Piece("totals", 5 * players, "units won so far by each player, five base-100 digits each", 99, -99),
        Piece("shares", 4, "shares of the pot, four base-100 digits", 99),
        Piece("hands_done", 2, "hands of the match, two base-100 digits", 99),
        Piece("deals", 2, "decks dealt in the match, two base-100 digits", 99),
    ]


def _two_player_pieces() -> list[Piece]:
    both = SEAT_NAMES[:2]
    up = tuple(f"{seat} {card}" for seat in both for card in CARDS)
    piles = tuple(f"{seat} pile {n}" for seat in both for n in range(1, 9))
    return [
        *_FIRST,
        _cards("own_hand", "cards in the own hand, the battery apart"),
        Piece("up", 2 * NUM_CARDS, "cards of each player that lie face up", entries=up),
        _numbers("pile", "pile of a card that lay on the table: 1 to 8 own, 9 to 16 the other player's", 16),
        _cards("trick", "cards of the present trick"),
        _numbers("order", "when each card was played, from 1; 0: not yet", 32),
        _played(2),
        Piece("face_down", 16, "piles with a card face down", entries=piles),
        Piece("turn", 2, "who is to decide", entries=both),
        Piece("position", 2, "the observer acts so many players after forehand", entries=("after 0", "after 1")),
        Piece("phase", len(SHOWN_PHASES), "what is to be decided; all zero at the end", entries=SHOWN_PHASES),
        Piece("led_suit", 5, "suit of the present trick", entries=("clubs", "spades", "hearts", "diamonds", "trump")),
        Piece("place", 2, "what the player to move plays from", entries=("hand", "table")),
        Piece("tricks_won", 2, "tricks of each player", 16, entries=both),
        Piece("card_points", 2, "card points in the tricks of each player", 120, entries=both),
    ]


def has_match_pieces_of(options: Options) -> bool:
    """Whether something stands from hand to hand."""
    return options.episode == Episode.MATCH or options.pot


def observation_layout(options: Options) -> Layout:
    """The pieces of an observation at this table."""
    players = int(PLAYERS[options.variant])
    pieces = _two_player_pieces() if players == 2 else _table_pieces(players)
    if options.variant == P6_4:
        pieces = pieces + _EXCHANGE_PIECES
    if options.variant == P8_2:
        pieces = pieces + _EXTRA_PIECES
    if has_match_pieces_of(options):
        pieces = pieces + _match_pieces(players)
    return Layout(pieces)


# --- Where they stand ------------------------------------------------------------------------------------------------------

DECISIONS_AT, VARIANT_AT, TRUMPS_AT, FIRST_CARD_AT = range(4)
HAND_AT, TAKEN_AT, BURIED_AT, UNDER_AT, TRICK_AT, ORDER_AT, SHOWN_AT, PLAYED_AT = (
    FIRST_CARD_AT + NUM_CARDS * i for i in range(8)
)
# Groups of one flag a player, which follow the cards played, by number.
TURN_GROUP, POSITION_GROUP, PICKER_GROUP, PASSED_GROUP, REVEALED_GROUP, OTHER_GROUP, CRACKED_GROUP = range(7)
NUM_GROUPS = 7
# Flags that follow them.
PHASE_BIT = 0
SIDE_BIT = PHASE_BIT + len(SHOWN_PHASES)
KIND_BIT = SIDE_BIT + 1
PICKED_BIT = KIND_BIT + 3
DIE_BIT = PICKED_BIT + 5
CALL_BITS = DIE_BIT + 6
SUIT_BIT = CALL_BITS + len(SHOWN_CALLS)
JACK_BIT = SUIT_BIT + 4
OPENED_BIT = JACK_BIT + 3
LED_BIT = OPENED_BIT + 1
RECRACKED_BIT = LED_BIT + 5
NUM_FLAGS = RECRACKED_BIT + 1
# Rarer groups.
BLACK_GROUP, RED_GROUP, CLAIMED_GROUP, GAVE_GROUP, CALLER_GROUP = range(5)
NUM_RARE_GROUPS = 5
# Numbers: three of each player, then four more.
UNDER_ORDER, NAMED_TRICK, DOUBLERS, TO_BURY = range(4)
NUM_NUMBERS = 4
# Two players.
UP_AT, PILE_AT, TRICK2_AT, ORDER2_AT, PLAYED2_AT = (FIRST_CARD_AT + NUM_CARDS * i for i in (1, 3, 4, 5, 6))
DOWN_AT = PLAYED2_AT + 2 * NUM_CARDS
DOWN_BITS, TURN2_BIT, POSITION2_BIT, PHASE2_BIT = 0, 16, 18, 20
LED2_BIT = PHASE2_BIT + len(SHOWN_PHASES)
PLACE_BIT = LED2_BIT + 5
NUM_FLAGS2 = PLACE_BIT + 2
NUMBERS2_AT = DOWN_AT + NUM_FLAGS2
SIZE2 = NUMBERS2_AT + 4
EXTRA_SIZE = np.array([4 * NUM_CARDS if v == P6_4 else NUM_CARDS if v == P8_2 else 0 for v in range(len(ROWS))], np.int64)


@kernel
def groups_at(players: int) -> int:
    """Where the groups of flags begin."""
    return PLAYED_AT + NUM_CARDS * players


@kernel
def flags_at(players: int) -> int:
    """Where the single flags begin."""
    return groups_at(players) + NUM_GROUPS * players


@kernel
def rare_at(players: int) -> int:
    """Where the rarer groups begin."""
    return flags_at(players) + NUM_FLAGS


@kernel
def numbers_at(players: int) -> int:
    """Where the numbers begin: tricks, card points, claims of each player, then the others."""
    return rare_at(players) + NUM_RARE_GROUPS * players


@kernel
def extra_at(players: int) -> int:
    """Where the pieces of one variant begin."""
    return numbers_at(players) + 3 * players + NUM_NUMBERS


@kernel
def match_at(options: np.record) -> int:
    """Where the pieces of a match begin."""
    players = num_players(options)
    return SIZE2 if players == 2 else extra_at(players) + int(EXTRA_SIZE[options.variant])


@kernel
def has_match_pieces(options: np.record) -> bool:
    """Whether something stands from hand to hand."""
    return bool(options.episode == Episode.MATCH or options.pot != 0)


# --- Writing ---------------------------------------------------------------------------------------------------------------


@kernel
def seen_from(bits: int, position: int, players: int) -> int:
    """Bits by position, turned so that this position comes first."""
    return (bits >> position | bits << (players - position)) & ((1 << players) - 1)


@kernel
def _bit(position: int) -> int:
    return 1 << position if position >= 0 else 0


@large_kernel
def observe(state: np.record, options: np.record, player: int, out: np.ndarray) -> None:
    """Write all that a seat knows, itself first.

    Args:
        state: STATE record.
        options: of the table.
        player: seat.
        out: int8 [observation_layout(options).size]; written.
    """
    players = num_players(options)
    me = position_of(state, options, player)
    out[DECISIONS_AT] = state.log_length
    out[VARIANT_AT] = options.variant
    out[TRUMPS_AT] = state.trumps
    if players == 2:
        _observe_two(state, me, out)
    else:
        _observe_cards(state, me, players, out)
        write_cards(out, groups_at(players), _groups(state, options, me, players), NUM_GROUPS * players + 7 >> 3)
        write_cards(out, flags_at(players), _flags(state, me), NUM_FLAGS + 7 >> 3)
        write_cards(out, rare_at(players), _rare_groups(state, options, me, players), NUM_RARE_GROUPS * players + 7 >> 3)
        _observe_numbers(state, me, players, out)
        if EXTRA_SIZE[options.variant] > 0:
            _observe_extra(state, options, me, players, out)
    if has_match_pieces(options):
        _observe_match(state, options, player, out)


@kernel
def _knows_under(state: np.record, me: int) -> bool:
    """Whether a position knows the under card: who laid it, and who won it."""
    return bool(me in (state.picker, state.under_winner))


@kernel
def _observe_cards(state: np.record, me: int, players: int, out: np.ndarray) -> None:
    secret = 0
    write_cards(out, HAND_AT, int(state.hands[me]), CARD_BYTES)
    write_cards(out, TAKEN_AT, int(state.taken[me]), CARD_BYTES)
    buried = int(state.buried[me])
    if state.pick_action == NUCLEAR and me == state.picker:
        buried = int(state.auto_bury)
    write_cards(out, BURIED_AT, buried, CARD_BYTES)
    known_under = 0
    if state.under >= 0:
        if _knows_under(state, me):
            known_under = 1 << int(state.under)
        else:
            secret = 1 << int(state.under)
    write_cards(out, UNDER_AT, known_under, CARD_BYTES)
    write_cards(out, TRICK_AT, int(state.trick) & ~secret, CARD_BYTES)
    copy_words(out, ORDER_AT, state.order, CARD_BYTES)
    if secret != 0:
        out[ORDER_AT + int(state.under)] = 0
    write_cards(out, SHOWN_AT, 0, CARD_BYTES)
    if state.shown != 0:
        for k in range(players):
            cards = int(state.hands[(me + k) % players]) & int(state.shown)
            while cards != 0:
                out[SHOWN_AT + lowest(cards)] = k + 1
                cards &= cards - 1
    for k in range(players):
        position = me + k if me + k < players else me + k - players
        write_cards(out, PLAYED_AT + NUM_CARDS * k, int(state.played[position]) & ~secret, CARD_BYTES)


@kernel
def _groups(state: np.record, options: np.record, me: int, players: int) -> int:
    """Flags of the players, seven groups one after the other."""
    bits = 1 << (POSITION_GROUP * players + me)
    if state.player >= 0:
        bits |= seen_from(1 << int(state.turn), me, players)
    bits |= seen_from(_bit(int(state.picker)), me, players) << (PICKER_GROUP * players)
    bits |= seen_from(int(state.passed), me, players) << (PASSED_GROUP * players)
    bits |= seen_from(int(state.revealed), me, players) << (REVEALED_GROUP * players)
    bits |= seen_from(_bit(int(state.other)), me, players) << (OTHER_GROUP * players)
    return bits | seen_from(_bit(int(state.cracked)), me, players) << (CRACKED_GROUP * players)


@kernel
def _flags(state: np.record, me: int) -> int:
    """Single flags."""
    bits = int(state.side) >> me & 1
    bits <<= SIDE_BIT
    if state.player >= 0:
        bits |= 1 << (PHASE_BIT + int(state.phase) - 2)
    if state.kind >= NORMAL and state.kind <= MOSTER:
        bits |= 1 << (KIND_BIT + int(state.kind) - 1)
    if state.led >= 0:
        bits |= 1 << (LED_BIT + int(state.led))
    return bits | _call_flags(state) if state.picker >= 0 else bits


@kernel
def _call_flags(state: np.record) -> int:
    """Single flags about what the picker did."""
    bits = int(state.is_opened) << OPENED_BIT | int(state.recracked) << RECRACKED_BIT
    if state.pick_action >= PICK_0 and state.pick_action <= NUCLEAR:
        bits |= 1 << (PICKED_BIT + int(state.pick_action) - PICK_0)
    if state.die > 0 and state.other >= 0:
        bits |= 1 << (DIE_BIT + int(state.die) - 1)
    if state.call == NO_CALL:
        return bits
    bits |= 1 << (CALL_BITS + int(CALL_BIT[state.call]))
    if state.call == UP:
        bits |= 1 << (JACK_BIT + JH - int(state.called_card))
    elif state.call == SIDE:
        bits |= 1 << (SUIT_BIT + int(state.trumps) - INDIANA_C)
    elif state.called_suit >= 0:
        bits |= 1 << (SUIT_BIT + int(state.called_suit))
    return bits


@kernel
def _rare_groups(state: np.record, options: np.record, me: int, players: int) -> int:
    """Flags of the players that few hands have, five groups one after the other."""
    bits = 0
    if options.blitz != 0:
        bits |= seen_from(int(state.blitz_black), me, players)
        bits |= seen_from(int(state.blitz_red), me, players) << (RED_GROUP * players)
    if state.claimed != 0:
        bits |= seen_from(int(state.claimed), me, players) << (CLAIMED_GROUP * players)
    if options.variant == P6_4:
        gave = 0
        for position in range(players):
            gave |= int(state.gave[position] >= 0) << position
        bits |= seen_from(gave, me, players) << (GAVE_GROUP * players)
    if state.extra_caller >= 0:
        bits |= seen_from(1 << int(state.extra_caller), me, players) << (CALLER_GROUP * players)
    return bits


@kernel
def _observe_numbers(state: np.record, me: int, players: int, out: np.ndarray) -> None:
    at = numbers_at(players)
    for k in range(players):
        out[at + 2 * players + k] = 0
    if state.claimed != 0:
        for k in range(players):
            out[at + 2 * players + k] = state.claim_at[(me + k) % players]
    for k in range(players):
        position = me + k if me + k < players else me + k - players
        out[at + k] = state.tricks_won[position]
        out[at + players + k] = state.card_points[position]
    if state.under_winner >= 0 and not _knows_under(state, me):
        out[at + players + (int(state.under_winner) - me + players) % players] -= CARD_POINTS[int(state.under)]
    at += 3 * players
    out[at + UNDER_ORDER] = state.under_order
    out[at + NAMED_TRICK] = state.named_trick
    out[at + DOUBLERS] = state.doublers
    out[at + TO_BURY] = state.to_bury if state.phase == BURY else 0


@kernel
def _put_cards(out: np.ndarray, at: int, cards: int, value: int) -> None:
    while cards != 0:
        out[at + lowest(cards)] = value
        cards &= cards - 1


@large_kernel
def _observe_extra(state: np.record, options: np.record, me: int, players: int, out: np.ndarray) -> None:
    """Write what only `p6_4` or `p8_2` has."""
    at = extra_at(players)
    out[at : at + int(EXTRA_SIZE[options.variant])] = 0
    if options.variant == P8_2:
        _put_cards(out, at, int(state.extra_called), 2)
        _put_cards(out, at, int(state.extra_joined), 1)
        return
    right = (me + players - 1) % players
    _put_cards(out, at, _bit(int(state.gave[me])), 1)
    _put_cards(out, at + NUM_CARDS, _bit(int(state.returned[me])), 1)
    _put_cards(out, at + 2 * NUM_CARDS, _bit(int(state.gave[right])), 1)
    _put_cards(out, at + 3 * NUM_CARDS, _bit(int(state.returned[right])), 1)


@large_kernel
def _observe_match(state: np.record, options: np.record, player: int, out: np.ndarray) -> None:
    players = num_players(options)
    at = match_at(options)
    for k in range(players):
        write_number(out, at + 5 * k, 5, int(state.totals[(player + k) % players]))
    at += 5 * players
    write_number(out, at, 4, int(state.shares))
    write_number(out, at + 4, 2, int(state.hands_done))
    write_number(out, at + 6, 2, int(state.deals))


@large_kernel
def _observe_two(state: np.record, me: int, out: np.ndarray) -> None:
    """Write a table of two players."""
    write_cards(out, HAND_AT, int(state.hands[me]), CARD_BYTES)
    write_cards(out, UP_AT, int(state.table[me]), CARD_BYTES)
    write_cards(out, UP_AT + NUM_CARDS, int(state.table[1 - me]), CARD_BYTES)
    copy_words(out, PILE_AT, state.pile, CARD_BYTES)
    down = 0
    for card in range(NUM_CARDS):
        pile = int(state.pile[card])
        if me == 1 and pile > 0:
            pile = pile - 8 if pile > 8 else pile + 8
            out[PILE_AT + card] = pile
        if state.below[card] >= 0:
            down |= 1 << (pile - 1)
    write_cards(out, TRICK2_AT, int(state.trick), CARD_BYTES)
    copy_words(out, ORDER2_AT, state.order, CARD_BYTES)
    write_cards(out, PLAYED2_AT, int(state.played[me]), CARD_BYTES)
    write_cards(out, PLAYED2_AT + NUM_CARDS, int(state.played[1 - me]), CARD_BYTES)
    bits = down | 1 << (POSITION2_BIT + me)
    if state.player >= 0:
        bits |= 1 << (TURN2_BIT + (int(state.turn) ^ me))
        bits |= 1 << (PHASE2_BIT + int(state.phase) - 2)
        bits |= 1 << (PLACE_BIT + int(state.place))
    if state.led >= 0:
        bits |= 1 << (LED2_BIT + int(state.led))
    write_cards(out, DOWN_AT, bits, NUM_FLAGS2 >> 3)
    for i in range(NUM_FLAGS2 & ~7, NUM_FLAGS2):
        out[DOWN_AT + i] = bits >> i & 1
    for k in range(2):
        out[NUMBERS2_AT + k] = state.tricks_won[me ^ k]
        out[NUMBERS2_AT + 2 + k] = state.card_points[me ^ k]
