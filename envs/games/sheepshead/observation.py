"""What a seat sees, written as the pieces of its observation (rules, section 3.13)."""

import numpy as np

from envs.core.cards import copy_words, lowest, write_cards
from envs.core.jit import kernel, large_kernel
from envs.core.state import write_number
from envs.games.sheepshead.actions import Action, Call, Kind, Phase
from envs.games.sheepshead.cards import BLACK_QUEENS, CARD_BYTES, CARD_POINTS, NUM_CARDS, RED_QUEENS, Card, Order
from envs.games.sheepshead.layout import (
    AT,
    FLAG_BYTES,
    NUM_FLAGS_OF_TWO,
    SHOWN_CALL_OF,
    First,
    Flag,
    FlagOfTwo,
    Seen,
    has_match_pieces,
)
from envs.games.sheepshead.state import num_players, position_of
from envs.games.sheepshead.variants import PACK_OF, Variant


@kernel
def seen_from(bits: int, position: int, players: int) -> int:
    """Bits by position, turned so that this position comes first."""
    return (bits >> position | bits << (players - position)) & ((1 << players) - 1)


@kernel
def _bit(position: int) -> int:
    return 1 << position if position >= 0 else 0


@kernel
def _bytes_between(variant: int, piece: int, following: int) -> int:
    """Eights that hold what stands from one piece to another."""
    return int(AT[variant, following] - AT[variant, piece] + 7) >> 3


@large_kernel
def observe(state: np.record, options: np.record, player: int, out: np.ndarray) -> None:
    """Write all that a seat knows, itself first; in the order of the pieces, for what is written in eights reaches beyond."""
    v = options.variant
    players = num_players(options)
    me = position_of(state, options, player)
    out[First.DECISIONS] = state.log_length
    out[First.VARIANT] = v
    out[First.TRUMPS] = state.trumps
    write_cards(out, AT[v, Seen.HAND], int(state.hands[me]), CARD_BYTES)
    secret = 0
    if players == 2:
        _observe_piles(state, options, me, out)
    else:
        secret = _observe_aside(state, options, me, out)
    write_cards(out, AT[v, Seen.TRICK], int(state.trick) & ~secret, CARD_BYTES)
    copy_words(out, AT[v, Seen.ORDER], state.order, CARD_BYTES)
    if secret != 0:
        out[AT[v, Seen.ORDER] + int(state.under)] = 0
    if players > 2:
        _observe_shown(state, options, me, out)
    for k in range(players):
        position = me + k if me + k < players else me + k - players
        write_cards(out, AT[v, Seen.PLAYED] + NUM_CARDS * k, int(state.played[position]) & ~secret, CARD_BYTES)
    if players == 2:
        _observe_flags_of_two(state, options, me, out)
    else:
        _observe_flags(state, options, me, out)
        _observe_numbers(state, options, me, out)
    for k in range(players):
        position = me + k if me + k < players else me + k - players
        out[AT[v, Seen.TRICKS_WON] + k] = state.tricks_won[position]
        out[AT[v, Seen.CARD_POINTS] + k] = state.card_points[position]
    if secret != 0 and state.under_winner >= 0:
        out[AT[v, Seen.CARD_POINTS] + (int(state.under_winner) - me + players) % players] -= CARD_POINTS[int(state.under)]
    if has_match_pieces(options):
        _observe_match(state, options, player, out)


@kernel
def _observe_aside(state: np.record, options: np.record, me: int, out: np.ndarray) -> int:
    """Write what the observer took, buried or laid face down; returns the under card as a set if it is hidden from them."""
    v = options.variant
    write_cards(out, AT[v, Seen.TAKEN], int(state.taken[me]), CARD_BYTES)
    is_nuclear = state.pick_action == Action.NUCLEAR and me == state.picker
    write_cards(out, AT[v, Seen.BURIED], int(state.auto_bury) if is_nuclear else int(state.buried[me]), CARD_BYTES)
    under = _bit(int(state.under))
    is_known = me in (state.picker, state.under_winner)
    write_cards(out, AT[v, Seen.UNDER], under if is_known else 0, CARD_BYTES)
    return 0 if is_known else under


@kernel
def _observe_shown(state: np.record, options: np.record, me: int, out: np.ndarray) -> None:
    """Write who showed a card, until it is played openly: what becomes of it unseen, nobody else is told (3.13)."""
    start = int(AT[options.variant, Seen.SHOWN])
    players = num_players(options)
    write_cards(out, start, 0, CARD_BYTES)
    if state.shown != 0:
        known = int(state.hands[me]) | int(state.buried[me])
        for position in range(players):
            known |= int(state.played[position])
        if state.under >= 0 and me not in (state.picker, state.under_winner):
            known &= ~_bit(int(state.under))
        _put_cards(out, start, int(state.hands[me]) & int(state.shown), 1)
        for k in range(1, players):
            _put_cards(out, start, _shown_by(state, (me + k) % players) & ~known, k + 1)


@kernel
def _shown_by(state: np.record, position: int) -> int:
    """Cards that a position has shown and, as far as all others know, may still hold, or has played."""
    if state.claimed >> position & 1 or state.kind == Kind.SCHWANZER:
        return int(state.hands[position]) & int(state.shown)
    black = BLACK_QUEENS if state.blitz_black >> position & 1 else 0
    return black | (RED_QUEENS if state.blitz_red >> position & 1 else 0)


@kernel
def _put_cards(out: np.ndarray, at: int, cards: int, value: int) -> None:
    while cards != 0:
        out[at + lowest(cards)] = value
        cards &= cards - 1


@kernel
def _observe_flags(state: np.record, options: np.record, me: int, out: np.ndarray) -> None:
    """Write all that is zero or one beside the cards."""
    v = options.variant
    write_cards(out, AT[v, Seen.TURN], _groups(state, options, me), _bytes_between(v, Seen.TURN, Seen.PHASE))
    write_cards(out, AT[v, Seen.PHASE], _flags(state, me), FLAG_BYTES)
    rare = _rare_groups(state, options, me)
    write_cards(out, AT[v, Seen.BLITZ_BLACK], rare, _bytes_between(v, Seen.BLITZ_BLACK, Seen.TRICKS_WON))


@kernel
def _groups(state: np.record, options: np.record, me: int) -> int:
    """Flags of the players, as bits from Seen.TURN on."""
    v = options.variant
    players = num_players(options)
    turn = int(AT[v, Seen.TURN])
    bits = 1 << (int(AT[v, Seen.POSITION]) - turn + me)
    if state.player >= 0:
        bits |= seen_from(1 << int(state.turn), me, players)
    bits |= seen_from(_bit(int(state.picker)), me, players) << (int(AT[v, Seen.PICKER]) - turn)
    bits |= seen_from(int(state.passed), me, players) << (int(AT[v, Seen.PASSED]) - turn)
    bits |= seen_from(int(state.revealed), me, players) << (int(AT[v, Seen.REVEALED]) - turn)
    bits |= seen_from(_bit(int(state.other)), me, players) << (int(AT[v, Seen.OTHER]) - turn)
    return bits | seen_from(_bit(int(state.cracked)), me, players) << (int(AT[v, Seen.CRACKED]) - turn)


@kernel
def _flags(state: np.record, me: int) -> int:
    """Single flags, as bits by `Flag`."""
    bits = (int(state.side) >> me & 1) << Flag.OWN_SIDE
    if state.player >= 0:
        bits |= 1 << (Flag.PHASE + int(state.phase) - Phase.REDEAL_CLAIM)
    if state.kind >= Kind.NORMAL and state.kind <= Kind.MOSTER:
        bits |= 1 << (Flag.KIND + int(state.kind) - Kind.NORMAL)
    if state.led >= 0:
        bits |= 1 << (Flag.LED_SUIT + int(state.led))
    return bits | _call_flags(state) if state.picker >= 0 else bits


@kernel
def _call_flags(state: np.record) -> int:
    """Single flags about what the picker did."""
    bits = int(state.is_opened) << Flag.OPENED | int(state.recracked) << Flag.RECRACKED
    if state.pick_action >= Action.PICK_0 and state.pick_action <= Action.NUCLEAR:
        bits |= 1 << (Flag.PICKED + int(state.pick_action) - Action.PICK_0)
    if state.die > 0 and state.other >= 0:
        bits |= 1 << (Flag.DIE + int(state.die) - 1)
    if state.call == Call.NONE:
        return bits
    bits |= 1 << (Flag.CALL + int(SHOWN_CALL_OF[state.call]))
    if state.call == Call.UP:
        bits |= 1 << (Flag.CALLED_JACK + Card.JH - int(state.called_card))
    elif state.call == Call.SIDE:
        bits |= 1 << (Flag.CALLED_SUIT + int(state.trumps) - Order.INDIANA_C)
    elif state.called_suit >= 0:
        bits |= 1 << (Flag.CALLED_SUIT + int(state.called_suit))
    return bits


@kernel
def _rare_groups(state: np.record, options: np.record, me: int) -> int:
    """Flags of the players that few hands have, as bits from Seen.BLITZ_BLACK on."""
    v = options.variant
    players = num_players(options)
    black = int(AT[v, Seen.BLITZ_BLACK])
    bits = 0
    if options.blitz != 0:
        bits |= seen_from(int(state.blitz_black), me, players)
        bits |= seen_from(int(state.blitz_red), me, players) << (int(AT[v, Seen.BLITZ_RED]) - black)
    if state.claimed != 0:
        bits |= seen_from(int(state.claimed), me, players) << (int(AT[v, Seen.CLAIMED]) - black)
    if v == Variant.P6_4:
        gave = 0
        for position in range(players):
            gave |= int(state.gave[position] >= 0) << position
        bits |= seen_from(gave, me, players) << (int(AT[v, Seen.GAVE]) - black)
    if state.extra_caller >= 0:
        bits |= seen_from(1 << int(state.extra_caller), me, players) << (int(AT[v, Seen.EXTRA_CALLER]) - black)
    return bits


@kernel
def _observe_numbers(state: np.record, options: np.record, me: int, out: np.ndarray) -> None:
    v = options.variant
    players = num_players(options)
    for k in range(players):
        out[AT[v, Seen.CLAIM_AT] + k] = state.claim_at[(me + k) % players] if state.claimed != 0 else 0
    out[AT[v, Seen.UNDER_ORDER]] = state.under_order
    out[AT[v, Seen.NAMED_TRICK]] = state.named_trick
    out[AT[v, Seen.DOUBLERS]] = state.doublers
    out[AT[v, Seen.TO_BURY]] = state.to_bury if state.phase == Phase.BURY else 0
    if v in (Variant.P6_4, Variant.P8_2):
        _observe_extra(state, options, me, out)


@large_kernel
def _observe_extra(state: np.record, options: np.record, me: int, out: np.ndarray) -> None:
    """Write what only `p6_4` or `p8_2` has."""
    v = options.variant
    out[AT[v, Seen.TO_BURY] + 1 : AT[v, Seen.TOTALS]] = 0
    if v == Variant.P8_2:
        _put_cards(out, AT[v, Seen.EXTRA], int(state.extra_called), 2)
        _put_cards(out, AT[v, Seen.EXTRA], int(state.extra_joined), 1)
        return
    right = (me + num_players(options) - 1) % num_players(options)
    _put_cards(out, AT[v, Seen.GIVEN], _bit(int(state.gave[me])), 1)
    _put_cards(out, AT[v, Seen.GOT_BACK], _bit(int(state.returned[me])), 1)
    _put_cards(out, AT[v, Seen.RECEIVED], _bit(int(state.gave[right])), 1)
    _put_cards(out, AT[v, Seen.SENT_BACK], _bit(int(state.returned[right])), 1)


@large_kernel
def _observe_match(state: np.record, options: np.record, player: int, out: np.ndarray) -> None:
    v = options.variant
    players = num_players(options)
    for k in range(players):
        write_number(out, AT[v, Seen.TOTALS] + 5 * k, 5, int(state.totals[(player + k) % players]))
    write_number(out, AT[v, Seen.SHARES], 4, int(state.shares))
    write_number(out, AT[v, Seen.HANDS_DONE], 2, int(state.hands_done))
    write_number(out, AT[v, Seen.DEALS], 2, int(state.deals))


@large_kernel
def _observe_piles(state: np.record, options: np.record, me: int, out: np.ndarray) -> None:
    """Write what lies face up at a table of two players."""
    v = options.variant
    write_cards(out, AT[v, Seen.UP], int(state.table[me]), CARD_BYTES)
    write_cards(out, AT[v, Seen.UP] + NUM_CARDS, int(state.table[1 - me]), CARD_BYTES)
    copy_words(out, AT[v, Seen.PILE], state.pile, CARD_BYTES)
    if me == 1:
        for card in range(NUM_CARDS):
            out[AT[v, Seen.PILE] + card] = _pile_seen(int(state.pile[card]), me)


@kernel
def _pile_seen(pile: int, me: int) -> int:
    """Number of a pile, those of the observer first; 0 stays."""
    if me == 0 or pile == 0:
        return pile
    return pile - 8 if pile > 8 else pile + 8


@large_kernel
def _observe_flags_of_two(state: np.record, options: np.record, me: int, out: np.ndarray) -> None:
    bits = 1 << (FlagOfTwo.POSITION + me)
    for card in range(NUM_CARDS):
        if state.below[card] >= 0:
            bits |= 1 << (FlagOfTwo.FACE_DOWN + _pile_seen(int(state.pile[card]), me) - 1)
    if state.player >= 0:
        bits |= 1 << (FlagOfTwo.TURN + (int(state.turn) ^ me))
        bits |= 1 << (FlagOfTwo.PHASE + int(state.phase) - Phase.REDEAL_CLAIM)
        bits |= 1 << (FlagOfTwo.PLACE + int(state.place))
    if state.led >= 0:
        bits |= 1 << (FlagOfTwo.LED_SUIT + int(state.led))
    start = int(AT[options.variant, Seen.FACE_DOWN])
    write_cards(out, start, bits, NUM_FLAGS_OF_TWO >> 3)
    for i in range(NUM_FLAGS_OF_TWO & ~7, NUM_FLAGS_OF_TWO):
        out[start + i] = bits >> i & 1


@kernel
def hidden_cards(state: np.record, options: np.record) -> int:
    """Card set lying where nobody sees it: the blind, an automatic bury, face-down cards of two players, cards not dealt."""
    cards = int(state.blind) | ((1 << NUM_CARDS) - 1) & ~int(PACK_OF[options.variant])
    if state.pick_action != Action.NUCLEAR:
        cards |= int(state.auto_bury)
    for card in range(NUM_CARDS):
        if state.below[card] >= 0:
            cards |= 1 << int(state.below[card])
    return cards
