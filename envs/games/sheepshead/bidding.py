"""Picking the blind, and the bids of southern Indiana (rules, sections 3.4 and 6.3)."""

import numpy as np

from envs.core.jit import kernel, large_kernel
from envs.games.sheepshead.actions import SOLO_SUITS, Action, Call, Kind, Phase
from envs.games.sheepshead.blind import take_blind
from envs.games.sheepshead.calling import call_card, set_sides
from envs.games.sheepshead.cards import ACE_OF, CARDS_OF_SUIT, Order
from envs.games.sheepshead.match import add_to_totals
from envs.games.sheepshead.options import DealerAfterDoubler, DealerChoice, IndianaAllPass, LeasterBlind, NoPick
from envs.games.sheepshead.play import to_play
from envs.games.sheepshead.pot import ante
from envs.games.sheepshead.state import MAX_DOUBLERS, allow, end_hand, give_turn, num_players, throw_in
from envs.games.sheepshead.variants import MAX_PLAYERS, NUM_TRICKS, Variant

_KIND_BY_NO_PICK = np.array([Kind.__members__.get(no_pick.name, Kind.LEASTER) for no_pick in NoPick])
_KIND_BY_CHOICE = np.array([Kind.LEASTER, Kind.DOUBLER, Kind.SCHWANZER])
"""What a dealer may choose, from Action.LEASTER on."""

# --- Pick (3.4) ---------------------------------------------------------------------------------------------------------------


@kernel
def legal_pick(state: np.record, options: np.record, mask: np.ndarray) -> int:
    """Mark the ways to pick, to pass, and what a dealer may choose when all others passed."""
    is_dealer = state.turn == num_players(options) - 1
    if options.variant == Variant.P7_5:
        mask[Action.PICK_0] = mask[Action.PICK_1] = mask[Action.PICK_2] = 1
        mask[Action.NUCLEAR] = int(is_dealer)
    elif options.variant == Variant.P7_6:
        mask[Action.PICK_2] = mask[Action.PICK_4] = 1
    else:
        mask[Action.PICK] = 1
    if is_dealer and options.no_pick == NoPick.DEALER_CHOICE:
        offered = int(options.dealer_choice_set)
        mask[Action.LEASTER] = int(offered & DealerChoice.LEASTER != 0)
        mask[Action.DOUBLER] = int(offered & DealerChoice.DOUBLER != 0)
        mask[Action.SCHWANZER] = int(offered & DealerChoice.SCHWANZER != 0)
    elif not (is_dealer and options.no_pick == NoPick.FORCED_PICK):
        mask[Action.PASS] = 1
    count = 0
    for action in range(Action.PASS, Action.SCHWANZER + 1):
        count += int(mask[action])
    return count


@large_kernel
def step_pick(state: np.record, options: np.record, action: int) -> None:
    """Ask the next player, give the blind to the picker, or do what happens when nobody picks."""
    position = int(state.turn)
    kind = int(Kind.NORMAL)
    if action == Action.PASS:
        state.passed |= 1 << position
        if position < num_players(options) - 1:
            give_turn(state, options, Phase.PICK, position + 1)
            return
        kind = int(_KIND_BY_NO_PICK[options.no_pick])
    elif action >= Action.LEASTER:
        kind = int(_KIND_BY_CHOICE[action - Action.LEASTER])
    if kind == Kind.NORMAL:
        take_blind(state, options, action)
    elif kind == Kind.DOUBLER:
        _double(state, options)
    elif kind == Kind.SCHWANZER:
        _show_hands(state)
    else:
        _start_leaster(state, options, kind)


@kernel
def _start_leaster(state: np.record, options: np.record, kind: int) -> None:
    """Settle which trick gets the blind, and lead (3.11)."""
    state.kind = kind
    if options.leaster_blind == LeasterBlind.LAST_TRICK:
        state.named_trick = NUM_TRICKS[options.variant]
    elif options.leaster_blind == LeasterBlind.FIRST_TRICK:
        state.named_trick = 1
    if options.leaster_blind == LeasterBlind.DEALER_NAMES:
        give_turn(state, options, Phase.NAME_TRICK, num_players(options) - 1)
    else:
        to_play(state, options)


@kernel
def _show_hands(state: np.record) -> None:
    """Lay all hands open: the strongest one pays (5.6)."""
    state.kind = Kind.SCHWANZER
    for position in range(MAX_PLAYERS):
        state.shown = int(state.shown) | int(state.hands[position])
    end_hand(state)


@kernel
def _double(state: np.record, options: np.record) -> None:
    """Throw the hand in; the next one counts double (3.12)."""
    state.kind = Kind.DOUBLER
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
    count = allow(mask, Action.PASS, True)
    for action in range(Action.SOLO_BEST, Action.SOLO_BILLY + 1):
        count += allow(mask, action, True)
    for suit in SOLO_SUITS:
        in_suit = hand & int(CARDS_OF_SUIT[state.trumps, suit])
        count += allow(mask, Action.CALL_ACE + suit, in_suit != 0 and hand >> int(ACE_OF[suit]) & 1 == 0)
    return count


@kernel
def step_bid(state: np.record, options: np.record, action: int) -> None:
    """The first bid that is no pass ends the round."""
    position = int(state.turn)
    if action == Action.PASS:
        state.passed |= 1 << position
        if position < num_players(options) - 1:
            give_turn(state, options, Phase.BID, position + 1)
            return
        if options.indiana_all_pass == IndianaAllPass.NEXT_DEALER:
            state.next_dealer = (int(state.dealer) + 1) % num_players(options)
        throw_in(state)
        return
    state.picker = position
    state.pick_action = action
    state.kind = Kind.NORMAL
    if action == Action.SOLO_BEST:
        state.call = Call.BEST
    elif action == Action.SOLO_BILLY:
        state.call = Call.BILLY
    elif action >= Action.SOLO_SIDE:
        state.call = Call.SIDE
        state.trumps = Order.INDIANA_C + int(SOLO_SUITS[action - Action.SOLO_SIDE])
    else:
        call_card(state, Call.ACE, action - Action.CALL_ACE)
    set_sides(state, options)
    to_play(state, options)
