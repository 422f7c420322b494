"""What an observation tells about the places of cards that its seat cannot see."""

from enum import IntEnum

import numpy as np

from envs.core.cards import num_cards
from envs.core.hands import cards_in_order
from envs.core.jit import kernel, large_kernel
from envs.games.sheepshead.actions import Action, Call, Phase
from envs.games.sheepshead.blind import num_taken
from envs.games.sheepshead.cards import (
    ACE_OF,
    CALLED_JACKS,
    CARDS_OF_SUIT,
    CHAIN_E,
    CHAIN_J,
    FAIL_ACES,
    NONE,
    NUM_CARDS,
    SUIT_OF,
    Card,
)
from envs.games.sheepshead.history import Memo, one_of, read_group
from envs.games.sheepshead.layout import Seen, at, bits_of, cards_of
from envs.games.sheepshead.options import UnknownTest
from envs.games.sheepshead.state import has_jack_partner, num_players
from envs.games.sheepshead.variants import BLIND_SIZE, HAND_SIZE, MAX_PLAYERS, SIDES, Sides, Variant

NUM_PLACES = MAX_PLAYERS + 5
"""Where an unseen card can be: the hand of a position, or a `Place`."""


class Place(IntEnum):
    """Where an unseen card can be beside the hands."""

    BURY_OF_PICKER, BURY_OF_OTHER, UNDER_CARD, BLIND, AUTO_BURY = range(MAX_PLAYERS, NUM_PLACES)


# --- Cards whose place is known -----------------------------------------------------------------------------------------------


@kernel
def taken_by(state: np.record, options: np.record, position: int) -> int:
    """Number of blind cards that a position took."""
    if state.picker < 0 or BLIND_SIZE[options.variant] == 0:
        return 0
    own, others = num_taken(options, int(state.pick_action))
    if position == state.picker:
        return own
    return others if position == state.other else 0


@kernel
def _buried_by(state: np.record, options: np.record, position: int) -> int:
    """Number of cards that a position has buried."""
    taken = taken_by(state, options, position)
    if state.pick_action == Action.NUCLEAR:
        return 0
    if state.phase != Phase.BURY:
        return taken
    if position == state.turn:
        return taken - int(state.to_bury)
    return taken if position == state.picker else 0


@kernel
def _is_laid(state: np.record) -> bool:
    """Whether an under card has been laid down."""
    return bool(state.call == Call.UNKNOWN and state.phase != Phase.UNDER)


@large_kernel
def write_known(
    state: np.record, options: np.record, observation: np.ndarray, me: int, memo: np.ndarray, room: np.ndarray
) -> int:
    """Note the cards that the observer knows, and how many each place still lacks; returns the cards whose place is known.

    Writes `hands`, `played`, `buried`, `taken`, `under` and `auto_bury` of the notebook, `room` (int64 [NUM_PLACES]), and to
    the memo the cards in playing order from Memo.PLAYED on, -1 for an unseen under card.
    """
    for place in range(NUM_PLACES):
        room[place] = 0
    state.under = one_of(bits_of(observation, Seen.UNDER))
    known = _read_played(state, options, observation, me, room)
    if state.phase == Phase.RETURN:
        room[state.turn] += 1
        room[(state.turn + num_players(options) - 1) % num_players(options)] -= 1
    known |= _read_own(state, observation, me, room)
    if _is_laid(state):
        if state.under >= 0:
            known |= 1 << int(state.under)
        else:
            room[Place.UNDER_CARD] = 1
    _make_room_aside(state, options, me, room)
    read_order(observation, memo)
    return known


@kernel
def _read_played(state: np.record, options: np.record, observation: np.ndarray, me: int, room: np.ndarray) -> int:
    """Note the cards played, and how many each hand still has; returns them all."""
    players = num_players(options)
    under = int(state.under)
    all_played = 0
    for k in range(players):
        position = (me + k) % players
        played = cards_of(observation, Seen.PLAYED, k)
        from_hand = played & ~(1 << under) if under >= 0 else played
        is_picker = position == state.picker
        size = 0 if state.pick_action == Action.NUCLEAR and is_picker else int(HAND_SIZE[options.variant])
        size += taken_by(state, options, position) - _buried_by(state, options, position)
        room[position] = size - num_cards(from_hand) - int(is_picker and _is_laid(state))
        state.played[position] = played
        state.hands[position] = 0
        state.buried[position] = 0
        state.taken[position] = 0
        all_played |= played
    return all_played


@kernel
def _read_own(state: np.record, observation: np.ndarray, me: int, room: np.ndarray) -> int:
    """Note the observer's own cards; returns those in hand and buried."""
    state.hands[me] = bits_of(observation, Seen.HAND)
    state.buried[me] = bits_of(observation, Seen.BURIED)
    state.taken[me] = bits_of(observation, Seen.TAKEN)
    state.auto_bury = 0
    if state.pick_action == Action.NUCLEAR and state.picker == me:
        state.auto_bury = state.buried[me]
        state.buried[me] = 0
    room[me] = 0
    return int(state.hands[me]) | int(state.buried[me]) | int(state.auto_bury)


@kernel
def _make_room_aside(state: np.record, options: np.record, me: int, room: np.ndarray) -> None:
    """Count the unseen cards of the blind, and of what others buried."""
    room[Place.BLIND] = int(BLIND_SIZE[options.variant])
    if state.picker < 0 or BLIND_SIZE[options.variant] == 0:
        return
    picker, other = int(state.picker), int(state.other)
    room[Place.BLIND] -= taken_by(state, options, picker)
    if picker != me:
        room[Place.BURY_OF_PICKER] = _buried_by(state, options, picker)
        if state.pick_action == Action.NUCLEAR:
            room[Place.AUTO_BURY] = int(HAND_SIZE[options.variant])
    if other >= 0:
        room[Place.BLIND] -= taken_by(state, options, other)
        if other != me:
            room[Place.BURY_OF_OTHER] = _buried_by(state, options, other)


@kernel
def read_order(observation: np.ndarray, memo: np.ndarray) -> None:
    """Note the cards in the order in which they were played; NONE where an under card is unseen, and after the last."""
    for i in range(NUM_CARDS + 1):
        memo[Memo.PLAYED + i] = NONE
    start = at(observation, Seen.ORDER)
    cards_in_order(observation[start : start + NUM_CARDS], memo[Memo.PLAYED + 1 :])


# --- Where the others can be --------------------------------------------------------------------------------------------------


@kernel
def _player_of(state: np.record, card: int, players: int) -> int:
    """Position that played a card; an unseen under card is the picker's."""
    for position in range(players):
        if card >= 0 and state.played[position] >> card & 1:
            return position
    return int(state.picker)


@large_kernel
def _forbid(barred: np.ndarray, cards: int, places: int) -> None:
    """None of the cards is at one of the places."""
    for place in range(NUM_PLACES):
        if places >> place & 1:
            barred[place] |= cards


@kernel
def _only(barred: np.ndarray, cards: int, places: int) -> None:
    """All of the cards are at some of the places."""
    _forbid(barred, cards, ~places)


@kernel
def _write_voids(state: np.record, players: int, num_played: int, memo: np.ndarray, barred: np.ndarray) -> None:
    """Whoever did not follow suit has none of it, and who has played in the trick that opens the called suit no called card."""
    led = NONE
    for number in range(1, num_played + 1):
        card = int(memo[Memo.PLAYED + number])
        is_under = number == state.under_order
        position = int(state.picker) if is_under else _player_of(state, card, players)
        suit = int(state.called_suit) if is_under else int(SUIT_OF[state.trumps, card])
        if (number - 1) % players == 0:
            led = suit
        elif suit != led:
            barred[position] |= int(CARDS_OF_SUIT[state.trumps, led])
        is_opening = state.called_suit >= 0 and state.is_opened == 0 and led == state.called_suit
        if is_opening and state.called_card >= 0 and position != state.picker:
            barred[position] |= 1 << int(state.called_card)


@kernel
def _write_calls(state: np.record, options: np.record, barred: np.ndarray) -> None:
    """What the call tells about single cards; what it tells besides is left to the check."""
    picker = int(state.picker)
    call = int(state.call)
    hand = 1 << picker
    buried = 1 << Place.BURY_OF_PICKER
    aside = 1 << Place.UNDER_CARD | buried | 1 << Place.BLIND | 1 << Place.AUTO_BURY
    called = 1 << int(state.called_card) if state.called_card >= 0 else 0
    if call == Call.ACE:
        _forbid(barred, called, aside if options.call_own_ace != 0 and BLIND_SIZE[options.variant] > 0 else aside | hand)
    elif call == Call.TEN:
        _forbid(barred, called, aside | hand)
        _only(barred, FAIL_ACES, hand | buried)
        if state.is_opened == 0:
            _only(barred, 1 << int(ACE_OF[state.called_suit]), hand)
    elif call == Call.UNKNOWN:
        _forbid(barred, called, aside | hand)
        in_suit = int(CARDS_OF_SUIT[state.trumps, state.called_suit])
        is_tested_before = options.unknown_test == UnknownTest.BEFORE_BURY
        _forbid(barred, in_suit, hand | 1 << Place.UNDER_CARD | (buried if is_tested_before else 0))
    elif call == Call.UP:
        _forbid(barred, called, hand | buried | 1 << Place.BLIND)
        _only(barred, 1 << Card.JD | _jacks_before(int(state.called_card)), hand | buried)
    elif call == Call.ALONE and options.alone_allowed == 0 and options.unknown_allowed != 0:
        _only(barred, FAIL_ACES, hand | buried)


@kernel
def _jacks_before(called: int) -> int:
    """Card set of the jacks that would have been called up rather than this one, had the picker not seen them."""
    jacks = 0
    for jack in CALLED_JACKS:
        if jack == called:
            break
        jacks |= 1 << jack
    return jacks


@kernel
def _write_crack(state: np.record, options: np.record, barred: np.ndarray) -> None:
    """Whoever cracked is no partner of the picker, and so holds no card that would make them one."""
    cards = 1 << int(state.called_card) if state.called_card >= 0 else 0
    is_jack_partner = has_jack_partner(options) and cards == 0
    if state.call != Call.ALONE and (is_jack_partner or SIDES[options.variant] == Sides.BOTH_PARTNERS):
        cards |= 1 << Card.JD
    _forbid(barred, cards, 1 << int(state.cracked))


@kernel
def _write_extra_calls(state: np.record, options: np.record, observation: np.ndarray, barred: np.ndarray) -> None:
    """What the extra calls of `p8_2` tell about the caller's hand."""
    called = bits_of(observation, Seen.EXTRA)
    caller = 1 << int(state.extra_caller)
    _forbid(barred, called, caller)
    uses_e, uses_j = False, False
    for card in CHAIN_E:
        uses_e = uses_e or called >> card & 1 == 1
    for card in CHAIN_J:
        uses_j = uses_j or called >> card & 1 == 1
    if uses_e:
        _only(barred, 1 << Card.SEVEN_D, caller)
    if uses_j:
        _only(barred, 1 << Card.QC | 1 << Card.JD, caller)
    if uses_j and not uses_e:
        _forbid(barred, 1 << Card.SEVEN_D, caller)


@kernel
def _write_shown(state: np.record, options: np.record, observation: np.ndarray, barred: np.ndarray) -> None:
    """Cards that were shown and not played openly are with who showed them, or where these may have put them unseen (3.13)."""
    players = num_players(options)
    me = one_of(bits_of(observation, Seen.POSITION))
    gave = read_group(observation, Seen.GAVE, players, me) if options.variant == Variant.P6_4 else 0
    for card in range(NUM_CARDS):
        holder = int(observation[at(observation, Seen.SHOWN) + card])
        if holder > 1:
            position = (me + holder - 1) % players
            before = (position + players - 1) % players
            places = 1 << position
            if position == state.picker:
                places |= 1 << Place.BURY_OF_PICKER | 1 << Place.UNDER_CARD | 1 << Place.AUTO_BURY
            elif position == state.other:
                places |= 1 << Place.BURY_OF_OTHER
            if gave >> position & 1:
                places |= 1 << (position + 1) % players
            if gave >> before & 1:
                places |= 1 << before
            _only(barred, 1 << card, places)


@large_kernel
def write_barred(state: np.record, options: np.record, observation: np.ndarray, memo: np.ndarray, barred: np.ndarray) -> None:
    """Note which cards are not at a place, as far as suits not followed and single cards that were spoken of tell it.

    `barred`: int64 [NUM_PLACES], card sets; added to.
    """
    num_played = 0
    for number in range(1, NUM_CARDS + 1):
        if memo[Memo.PLAYED + number] >= 0 or number == state.under_order:
            num_played = number
    _write_voids(state, num_players(options), num_played, memo, barred)
    _write_shown(state, options, observation, barred)
    if state.picker >= 0:
        _write_calls(state, options, barred)
    if state.cracked >= 0:
        _write_crack(state, options, barred)
    if options.variant == Variant.P8_2 and state.extra_caller >= 0:
        _write_extra_calls(state, options, observation, barred)
