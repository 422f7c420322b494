"""Reading what happened from an observation, and playing it again on a proposed deal."""

from enum import IntEnum

import numpy as np

from envs.core.cards import lowest, num_cards
from envs.core.jit import kernel, large_kernel, part_kernel
from envs.core.state import NOBODY, read_number
from envs.games.sheepshead.actions import NUM_ACTIONS, Action, Call, Phase
from envs.games.sheepshead.cards import ACE_OF, NONE, NUM_CARDS, TEN_OF, Card, Order
from envs.games.sheepshead.layout import CALL_OF_SHOWN, First, Seen, at, bits_of
from envs.games.sheepshead.observation import observe
from envs.games.sheepshead.options import NoPick
from envs.games.sheepshead.state import num_players, trumps_at_first
from envs.games.sheepshead.turns import legal_actions
from envs.games.sheepshead.variants import MAX_PLAYERS, SIDES, Sides, Variant


class Memo(IntEnum):
    """Where the scratch of `guess` and `recall` holds what: hidden choices of the proposal, what was played, public events."""

    BURIED = 0
    """By position, as GAVE and RETURNED."""
    UNDER = MAX_PLAYERS
    GAVE = UNDER + 1
    RETURNED = GAVE + MAX_PLAYERS
    PLAYED = RETURNED + MAX_PLAYERS
    """The cards in the order in which they were played, from the next entry on."""
    PICKER = PLAYED + NUM_CARDS + 1
    PICK, CALL, SUIT, CRACKED, RECRACKED, NAMED = range(PICKER + 1, PICKER + 7)
    BLACK, RED, UNDER_ORDER, CALLER, NUM_EXTRA, CLAIMED, CLAIM_AT = range(PICKER + 7, PICKER + 14)
    MASK = CLAIM_AT + MAX_PLAYERS
    """A mask of legal actions."""


MEMO_SIZE = Memo.MASK + (NUM_ACTIONS + 7) // 8

# --- Reading an observation ---------------------------------------------------------------------------------------------------


@kernel
def read_group(observation: np.ndarray, piece: int, players: int, me: int) -> int:
    """Bits by position of a piece with a flag for each player, the observer first."""
    bits = bits_of(observation, piece)
    return (bits << me | bits >> (players - me)) & ((1 << players) - 1)


@kernel
def one_of(bits: int) -> int:
    """The lowest bit set, or NONE."""
    return lowest(bits) if bits != 0 else NONE


@kernel
def num_decisions(observation: np.ndarray) -> int:
    """Decisions taken in the deal that an observation shows."""
    return int(observation[First.DECISIONS])


@large_kernel
def read_events(state: np.record, options: np.record, observation: np.ndarray) -> int:
    """Write into the record what the observation says about public events; returns the observer's position.

    The record is only a notebook here: it is dealt anew before the history is played.
    """
    players = num_players(options)
    me = one_of(bits_of(observation, Seen.POSITION))
    state.dealer = players - 1 - me
    state.picker = one_of(read_group(observation, Seen.PICKER, players, me))
    state.other = one_of(read_group(observation, Seen.OTHER, players, me))
    state.cracked = one_of(read_group(observation, Seen.CRACKED, players, me))
    state.turn = one_of(read_group(observation, Seen.TURN, players, me))
    state.phase = 2 + one_of(bits_of(observation, Seen.PHASE))
    state.kind = 1 + one_of(bits_of(observation, Seen.KIND))
    picked = one_of(bits_of(observation, Seen.PICKED))
    state.pick_action = Action.PICK if picked < 0 else Action.PICK_0 + picked
    state.die = 1 + one_of(bits_of(observation, Seen.DIE))
    called = one_of(bits_of(observation, Seen.CALL))
    state.call = Call.NONE if called < 0 else CALL_OF_SHOWN[called]
    state.called_suit = one_of(bits_of(observation, Seen.CALLED_SUIT))
    state.trumps = trumps_at_first(options)
    if state.call == Call.SIDE:
        state.trumps = Order.INDIANA_C + int(state.called_suit)
    state.called_card = NONE
    if state.call == Call.UP:
        state.called_card = Card.JH - one_of(bits_of(observation, Seen.CALLED_JACK))
    elif state.call == Call.TEN:
        state.called_card = TEN_OF[state.called_suit]
    elif state.call in (Call.ACE, Call.UNKNOWN):
        state.called_card = ACE_OF[state.called_suit]
    state.is_opened = observation[at(observation, Seen.OPENED)]
    state.blitz_black = read_group(observation, Seen.BLITZ_BLACK, players, me)
    state.blitz_red = read_group(observation, Seen.BLITZ_RED, players, me)
    state.claimed = read_group(observation, Seen.CLAIMED, players, me)
    state.recracked = observation[at(observation, Seen.RECRACKED)]
    state.extra_caller = one_of(read_group(observation, Seen.EXTRA_CALLER, players, me))
    for k in range(players):
        state.claim_at[(me + k) % players] = observation[at(observation, Seen.CLAIM_AT) + k]
    state.under_order = observation[at(observation, Seen.UNDER_ORDER)]
    state.named_trick = observation[at(observation, Seen.NAMED_TRICK)]
    state.doublers = observation[at(observation, Seen.DOUBLERS)]
    state.to_bury = observation[at(observation, Seen.TO_BURY)]
    return me


@kernel
def read_match(state: np.record, options: np.record, observation: np.ndarray) -> None:
    """Read what is carried over from hand to hand; it is public."""
    players = num_players(options)
    for seat in range(players):
        state.totals[seat] = read_number(observation, at(observation, Seen.TOTALS) + 5 * seat, 5)
    state.shares = read_number(observation, at(observation, Seen.SHARES), 4)
    state.hands_done = read_number(observation, at(observation, Seen.HANDS_DONE), 2)
    state.deals = read_number(observation, at(observation, Seen.DEALS), 2)


# --- Playing the history again ------------------------------------------------------------------------------------------------


@large_kernel
def note_events(state: np.record, options: np.record, observation: np.ndarray, memo: np.ndarray) -> None:
    """Keep the public events of the notebook, whose record is dealt anew for the check."""
    memo[Memo.PICKER] = state.picker
    memo[Memo.PICK] = state.pick_action
    memo[Memo.CALL] = state.call
    memo[Memo.SUIT] = state.called_suit
    memo[Memo.CRACKED] = state.cracked
    memo[Memo.RECRACKED] = state.recracked
    memo[Memo.NAMED] = state.named_trick
    memo[Memo.BLACK] = state.blitz_black
    memo[Memo.RED] = state.blitz_red
    memo[Memo.UNDER_ORDER] = state.under_order
    memo[Memo.CALLER] = state.extra_caller
    memo[Memo.NUM_EXTRA] = 0
    memo[Memo.CLAIMED] = state.claimed
    for position in range(MAX_PLAYERS):
        memo[Memo.CLAIM_AT + position] = state.claim_at[position]
    if options.variant == Variant.P8_2:
        called = bits_of(observation, Seen.EXTRA)
        memo[Memo.NUM_EXTRA] = num_cards(called)


@large_kernel
def _next_action(state: np.record, options: np.record, memo: np.ndarray) -> int:
    """The action that the observed history shows next."""
    phase = state.phase
    turn = int(state.turn)
    if phase == Phase.PLAY:
        return _next_card(state, options, memo)
    if phase == Phase.PICK:
        if memo[Memo.PICKER] == turn:
            return int(memo[Memo.PICK])
        is_choice = options.no_pick == NoPick.DEALER_CHOICE and turn == num_players(options) - 1
        return Action.LEASTER if is_choice else Action.PASS
    if phase == Phase.BURY:
        left = int(memo[Memo.BURIED + turn]) & ~int(state.buried[turn])
        return lowest(left) if left != 0 else NONE
    if phase == Phase.CALL:
        return _next_call(state, memo)
    if phase == Phase.UNDER:
        return int(memo[Memo.UNDER])
    if phase == Phase.GIVE:
        return int(memo[Memo.GAVE + turn]) if memo[Memo.GAVE + turn] >= 0 else Action.KEEP
    if phase == Phase.RETURN:
        return int(memo[Memo.RETURNED + (turn + num_players(options) - 1) % num_players(options)])
    return _next_rare(state, options, memo)


@kernel
def _next_card(state: np.record, options: np.record, memo: np.ndarray) -> int:
    units = 4 if SIDES[options.variant] == Sides.BATTERY else num_players(options)
    now = units * int(state.num_tricks) + int(state.trick_size) + 1
    turn = int(state.turn)
    is_new = memo[Memo.CLAIMED] >> turn & 1 == 1 and state.claimed >> turn & 1 == 0
    if state.trick_size == 0 and is_new and memo[Memo.CLAIM_AT + turn] == now:
        return Action.CLAIM_REST
    return Action.PLAY_UNDER if memo[Memo.UNDER_ORDER] == now else int(memo[Memo.PLAYED + now])


@kernel
def _next_call(state: np.record, memo: np.ndarray) -> int:
    call, suit = int(memo[Memo.CALL]), int(memo[Memo.SUIT])
    if call == Call.ACE:
        is_own = int(state.hands[int(state.turn)]) >> int(ACE_OF[suit]) & 1
        return Action.CALL_SELF + suit if is_own else Action.CALL_ACE + suit
    if call == Call.TEN:
        return Action.CALL_TEN + suit
    if call == Call.UNKNOWN:
        return Action.CALL_UNKNOWN + suit
    if call == Call.UP:
        return Action.CALL_UP
    return Action.ALONE if call == Call.ALONE else Action.SILENT


@kernel
def _next_rare(state: np.record, options: np.record, memo: np.ndarray) -> int:
    phase = state.phase
    turn = int(state.turn)
    if phase == Phase.REDEAL_CLAIM:
        return Action.NO_CLAIM
    if phase == Phase.BLITZ:
        if memo[Memo.BLACK] >> turn & 1 and state.blitz_black >> turn & 1 == 0:
            return Action.BLITZ_BLACK
        return Action.BLITZ_RED if memo[Memo.RED] >> turn & 1 else Action.NO_BLITZ
    if phase == Phase.AUTO_BUCK:
        return Action.AUTO_BUCK
    if phase == Phase.BID:
        return _next_bid(memo, turn)
    if phase == Phase.EXTRA_CALL:
        goes_on = memo[Memo.CALLER] == turn and num_cards(int(state.extra_called)) < memo[Memo.NUM_EXTRA]
        return Action.CALL_EXTRA if goes_on else Action.STOP
    if phase == Phase.CRACK:
        return Action.CRACK if memo[Memo.CRACKED] == turn else Action.NO_CRACK
    if phase == Phase.RECRACK:
        return Action.RECRACK if memo[Memo.RECRACKED] != 0 else Action.NO_RECRACK
    return Action.NAME_TRICK + int(memo[Memo.NAMED]) - 1


@kernel
def _next_bid(memo: np.ndarray, turn: int) -> int:
    if memo[Memo.PICKER] != turn:
        return Action.PASS
    call, suit = int(memo[Memo.CALL]), int(memo[Memo.SUIT])
    if call == Call.BEST:
        return Action.SOLO_BEST
    if call == Call.BILLY:
        return Action.SOLO_BILLY
    if call == Call.SIDE:
        return Action.SOLO_SIDE + min(suit, 2)
    return Action.CALL_ACE + suit


@part_kernel
def recall(state: np.record, options: np.record, _observation: np.ndarray, memo: np.ndarray) -> int:
    """The action that the observed history shows next, as `guess` noted it, or -1 if it is not legal in the guessed deal."""
    action = _next_action(state, options, memo)
    mask = memo[Memo.MASK :].view(np.int8)
    mask[:] = 0
    legal_actions(state, options, mask)
    return action if action >= 0 and mask[action] != 0 else NONE


@part_kernel
def fits(state: np.record, options: np.record, observation: np.ndarray) -> bool:
    """Whether seat 0 sees just what was observed, now that the history has been played on the guessed deal."""
    if state.player == NOBODY:
        return False
    view = np.zeros(len(observation), np.int8)
    observe(state, options, 0, view)
    num_different = 0
    for i in range(len(view)):
        num_different += int(view[i] != observation[i])
    return num_different == 0
