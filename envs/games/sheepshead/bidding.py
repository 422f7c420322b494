"""Picking the blind, and the bids of southern Indiana (rules, sections 3.4 and 6.3)."""

import numpy as np

from envs.core.jit import kernel, large_kernel
from envs.games.sheepshead.actions import (
    ACE,
    BEST,
    BID,
    BILLY,
    CALL_ACE,
    DOUBLER,
    LEASTER,
    MOSTER,
    NAME_TRICK,
    NORMAL,
    NUCLEAR,
    PASS,
    PICK,
    PICK_0,
    PICK_1,
    PICK_2,
    PICK_4,
    PICK_IT,
    SAY_DOUBLER,
    SAY_LEASTER,
    SAY_SCHWANZER,
    SCHWANZER,
    SIDE,
    SOLO_BEST,
    SOLO_BILLY,
    SOLO_SIDE,
    SOLO_SUITS,
)
from envs.games.sheepshead.blind import take_blind
from envs.games.sheepshead.calling import call_card, set_sides
from envs.games.sheepshead.cards import ACE_OF, CARDS_OF_SUIT, INDIANA_C
from envs.games.sheepshead.match import add_to_totals
from envs.games.sheepshead.options import DealerAfterDoubler, DealerChoice, IndianaAllPass, LeasterBlind, NoPick
from envs.games.sheepshead.play import to_play
from envs.games.sheepshead.pot import ante
from envs.games.sheepshead.state import MAX_DOUBLERS, end_hand, give_turn, num_players, throw_in
from envs.games.sheepshead.variants import MAX_PLAYERS, NUM_TRICKS, P7_5, P7_6

# --- Pick (3.4) ---------------------------------------------------------------------------------------------------------------


@kernel
def legal_pick(state: np.record, options: np.record, mask: np.ndarray) -> int:
    """Mark the ways to pick, to pass, and what a dealer may choose when all others passed."""
    is_dealer = state.turn == num_players(options) - 1
    if options.variant == P7_5:
        mask[PICK_0] = 1
        mask[PICK_1] = 1
        mask[PICK_2] = 1
        mask[NUCLEAR] = int(is_dealer)
    elif options.variant == P7_6:
        mask[PICK_2] = 1
        mask[PICK_4] = 1
    else:
        mask[PICK_IT] = 1
    if is_dealer and options.no_pick == NoPick.DEALER_CHOICE:
        offered = int(options.dealer_choice_set)
        mask[SAY_LEASTER] = int(offered & DealerChoice.LEASTER != 0)
        mask[SAY_DOUBLER] = int(offered & DealerChoice.DOUBLER != 0)
        mask[SAY_SCHWANZER] = int(offered & DealerChoice.SCHWANZER != 0)
    elif not (is_dealer and options.no_pick == NoPick.FORCED_PICK):
        mask[PASS] = 1
    count = 0
    for action in range(PASS, SAY_SCHWANZER + 1):
        count += int(mask[action])
    return count


@large_kernel
def step_pick(state: np.record, options: np.record, action: int) -> None:
    """Ask the next player, give the blind to the picker, or do what happens when nobody picks."""
    position = int(state.turn)
    if action == PASS:
        state.passed |= 1 << position
        if position < num_players(options) - 1:
            give_turn(state, options, PICK, position + 1)
        elif options.no_pick == NoPick.MOSTER:
            _start_leaster(state, options, MOSTER)
        elif options.no_pick == NoPick.DOUBLER:
            _double(state, options)
        elif options.no_pick == NoPick.SCHWANZER:
            _show_hands(state)
        else:
            _start_leaster(state, options, LEASTER)
    elif action == SAY_LEASTER:
        _start_leaster(state, options, LEASTER)
    elif action == SAY_DOUBLER:
        _double(state, options)
    elif action == SAY_SCHWANZER:
        _show_hands(state)
    else:
        take_blind(state, options, action)


@kernel
def _start_leaster(state: np.record, options: np.record, kind: int) -> None:
    state.kind = kind
    name_trick(state, options)
    if options.leaster_blind == LeasterBlind.DEALER_NAMES:
        give_turn(state, options, NAME_TRICK, num_players(options) - 1)
    else:
        to_play(state, options)


@kernel
def name_trick(state: np.record, options: np.record) -> None:
    """Settle which trick gets the blind, where nobody names it (3.11)."""
    if options.leaster_blind == LeasterBlind.LAST_TRICK:
        state.named_trick = NUM_TRICKS[options.variant]
    elif options.leaster_blind == LeasterBlind.FIRST_TRICK:
        state.named_trick = 1


@kernel
def _show_hands(state: np.record) -> None:
    """Lay all hands open: the strongest one pays (5.6)."""
    state.kind = SCHWANZER
    for position in range(MAX_PLAYERS):
        state.shown = int(state.shown) | int(state.hands[position])
    end_hand(state)


@kernel
def _double(state: np.record, options: np.record) -> None:
    """Throw the hand in; the next one counts double (3.12)."""
    state.kind = DOUBLER
    state.doublers = min(int(state.doublers) + 1, MAX_DOUBLERS)
    if options.dealer_after_doubler == DealerAfterDoubler.NEXT:
        state.next_dealer = (int(state.dealer) + 1) % num_players(options)
    ante(state, options)
    add_to_totals(state, options)
    throw_in(state)


# --- Southern Indiana (6.3) ---------------------------------------------------------------------------------------------------


@kernel
def legal_bid(state: np.record, mask: np.ndarray) -> int:
    """Mark the bids: a call needs a card of the suit, and not its ace."""
    hand = int(state.hands[int(state.turn)])
    mask[PASS] = 1
    for action in range(SOLO_BEST, SOLO_BILLY + 1):
        mask[action] = 1
    count = 2 + SOLO_BILLY - SOLO_BEST
    for suit in SOLO_SUITS:
        if hand & int(CARDS_OF_SUIT[state.trumps, suit]) and hand >> int(ACE_OF[suit]) & 1 == 0:
            mask[CALL_ACE + suit] = 1
            count += 1
    return count


@kernel
def step_bid(state: np.record, options: np.record, action: int) -> None:
    """The first bid that is no pass ends the round."""
    position = int(state.turn)
    if action == PASS:
        state.passed |= 1 << position
        if position < num_players(options) - 1:
            give_turn(state, options, BID, position + 1)
            return
        if options.indiana_all_pass == IndianaAllPass.NEXT_DEALER:
            state.next_dealer = (int(state.dealer) + 1) % num_players(options)
        throw_in(state)
        return
    state.picker = position
    state.pick_action = action
    state.kind = NORMAL
    if action == SOLO_BEST:
        state.call = BEST
    elif action == SOLO_BILLY:
        state.call = BILLY
    elif action >= SOLO_SIDE:
        state.call = SIDE
        state.trumps = INDIANA_C + int(SOLO_SUITS[action - SOLO_SIDE])
    else:
        call_card(state, ACE, action - CALL_ACE)
    set_sides(state, options)
    to_play(state, options)
