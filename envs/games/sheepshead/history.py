"""Reading what happened from an observation, and playing it again on a proposed deal."""

import numpy as np

from envs.core.cards import lowest, num_cards, read_cards
from envs.core.jit import kernel, large_kernel, part_kernel
from envs.core.state import NOBODY, read_number
from envs.games.sheepshead.actions import (
    ACE,
    ALONE,
    AUTO_BUCK,
    BEST,
    BID,
    BILLY,
    BLITZ,
    BLITZ_BLACK,
    BLITZ_RED,
    BURY,
    CALL,
    CALL_ACE,
    CALL_EXTRA,
    CALL_SELF,
    CALL_TEN,
    CALL_UNKNOWN,
    CALL_UP,
    CLAIM_REST,
    CRACK,
    EXTRA_CALL,
    GIVE,
    KEEP,
    NAME_FIRST,
    NO_BLITZ,
    NO_CALL,
    NO_CLAIM,
    NO_CRACK,
    NO_RECRACK,
    NUM_ACTIONS,
    PASS,
    PHASES,
    PICK,
    PICK_0,
    PICK_IT,
    PLAY,
    PLAY_UNDER,
    RECRACK,
    REDEAL_CLAIM,
    RETURN,
    SAY_ALONE,
    SAY_CRACK,
    SAY_LEASTER,
    SAY_RECRACK,
    SHOW_BUCK,
    SIDE,
    SILENCE,
    SILENT,
    SOLO_BEST,
    SOLO_BILLY,
    SOLO_SIDE,
    STOP,
    TEN,
    UNDER,
    UNKNOWN,
    UP,
)
from envs.games.sheepshead.cards import ACE_OF, INDIANA_C, JH, NONE, NUM_CARDS, SPITZ_SECOND, TEN_OF
from envs.games.sheepshead.observation import (
    CALL_BITS,
    CALLER_GROUP,
    CLAIMED_GROUP,
    CRACKED_GROUP,
    DECISIONS_AT,
    DIE_BIT,
    DOUBLERS,
    JACK_BIT,
    KIND_BIT,
    NAMED_TRICK,
    OPENED_BIT,
    OTHER_GROUP,
    PHASE_BIT,
    PICKED_BIT,
    PICKER_GROUP,
    POSITION_GROUP,
    RECRACKED_BIT,
    RED_GROUP,
    SHOWN_CALLS,
    SUIT_BIT,
    TO_BURY,
    TURN_GROUP,
    UNDER_ORDER,
    extra_at,
    flags_at,
    groups_at,
    match_at,
    numbers_at,
    observe,
    rare_at,
)
from envs.games.sheepshead.options import NoPick
from envs.games.sheepshead.state import num_players
from envs.games.sheepshead.turns import legal_actions
from envs.games.sheepshead.variants import BATTERY, MAX_PLAYERS, P8_2, SIDES, TRUMPS_OF

CALL_OF_SHOWN = np.array([ACE, TEN, UNKNOWN, ALONE, UP, SILENCE, BEST, SIDE, BILLY], np.int64)
# Scratch: what the proposal says about hidden choices, then the cards in the order they were played, then public events,
# then a mask of legal actions.
BURIED_MEMO = 0
UNDER_MEMO = BURIED_MEMO + MAX_PLAYERS
GAVE_MEMO = UNDER_MEMO + 1
RETURNED_MEMO = GAVE_MEMO + MAX_PLAYERS
PLAYED_MEMO = RETURNED_MEMO + MAX_PLAYERS
_NOTES = PLAYED_MEMO + NUM_CARDS + 1
NOTE_PICKER, NOTE_PICK, NOTE_CALL, NOTE_SUIT, NOTE_CRACKED, NOTE_RECRACKED, NOTE_NAMED = range(_NOTES, _NOTES + 7)
NOTE_BLACK, NOTE_RED, NOTE_UNDER_ORDER, NOTE_CALLER, NOTE_NUM_EXTRA, NOTE_CLAIMED, NOTE_CLAIM_AT = range(
    _NOTES + 7, _NOTES + 14
)
MASK_MEMO = NOTE_CLAIM_AT + MAX_PLAYERS
MEMO_SIZE = MASK_MEMO + (NUM_ACTIONS + 7) // 8

# --- Reading an observation ---------------------------------------------------------------------------------------------------


@kernel
def read_bits(observation: np.ndarray, at: int, count: int) -> int:
    """The entries from `at` on that are not zero, as bits."""
    return read_cards(observation, at, count)


@kernel
def read_group(observation: np.ndarray, at: int, players: int, me: int) -> int:
    """Bits by position of a group of flags that stands at `at`, the observer first."""
    bits = read_bits(observation, at, players)
    return (bits << me | bits >> (players - me)) & ((1 << players) - 1)


@kernel
def one_of(bits: int) -> int:
    """The lowest bit set, or NONE."""
    return lowest(bits) if bits != 0 else NONE


@kernel
def num_decisions(observation: np.ndarray) -> int:
    """Decisions taken in the deal that an observation shows."""
    return int(observation[DECISIONS_AT])


@large_kernel
def read_events(state: np.record, options: np.record, observation: np.ndarray) -> int:
    """Write into the record what the observation says about public events; returns the observer's position.

    The record is only a notebook here: it is dealt anew before the history is played.
    """
    players = num_players(options)
    groups = groups_at(players)
    me = one_of(read_bits(observation, groups + POSITION_GROUP * players, players))
    state.dealer = players - 1 - me
    state.picker = one_of(read_group(observation, groups + PICKER_GROUP * players, players, me))
    state.other = one_of(read_group(observation, groups + OTHER_GROUP * players, players, me))
    state.cracked = one_of(read_group(observation, groups + CRACKED_GROUP * players, players, me))
    state.turn = one_of(read_group(observation, groups + TURN_GROUP * players, players, me))
    flags = flags_at(players)
    state.phase = 2 + one_of(read_bits(observation, flags + PHASE_BIT, len(PHASES) - 2))
    state.kind = 1 + one_of(read_bits(observation, flags + KIND_BIT, 3))
    picked = one_of(read_bits(observation, flags + PICKED_BIT, 5))
    state.pick_action = PICK_IT if picked < 0 else PICK_0 + picked
    state.die = 1 + one_of(read_bits(observation, flags + DIE_BIT, 6))
    called = one_of(read_bits(observation, flags + CALL_BITS, len(SHOWN_CALLS)))
    state.call = NO_CALL if called < 0 else CALL_OF_SHOWN[called]
    state.called_suit = one_of(read_bits(observation, flags + SUIT_BIT, 4))
    state.trumps = int(options.trump_order) if TRUMPS_OF[options.variant] <= SPITZ_SECOND else int(TRUMPS_OF[options.variant])
    if state.call == SIDE:
        state.trumps = INDIANA_C + int(state.called_suit)
    state.called_card = NONE
    if state.call == UP:
        state.called_card = JH - one_of(read_bits(observation, flags + JACK_BIT, 3))
    elif state.call == TEN:
        state.called_card = TEN_OF[state.called_suit]
    elif state.call in (ACE, UNKNOWN):
        state.called_card = ACE_OF[state.called_suit]
    state.is_opened = observation[flags + OPENED_BIT]
    rare = rare_at(players)
    state.blitz_black = read_group(observation, rare, players, me)
    state.blitz_red = read_group(observation, rare + RED_GROUP * players, players, me)
    state.claimed = read_group(observation, rare + CLAIMED_GROUP * players, players, me)
    state.recracked = observation[flags + RECRACKED_BIT]
    state.extra_caller = one_of(read_group(observation, rare + CALLER_GROUP * players, players, me))
    numbers = numbers_at(players)
    for k in range(players):
        state.claim_at[(me + k) % players] = observation[numbers + 2 * players + k]
    numbers += 3 * players
    state.under_order = observation[numbers + UNDER_ORDER]
    state.named_trick = observation[numbers + NAMED_TRICK]
    state.doublers = observation[numbers + DOUBLERS]
    state.to_bury = observation[numbers + TO_BURY]
    return me


@kernel
def read_match(state: np.record, options: np.record, observation: np.ndarray) -> None:
    """Read what stands from hand to hand; it is public."""
    players = num_players(options)
    at = match_at(options)
    for seat in range(players):
        state.totals[seat] = read_number(observation, at + 5 * seat, 5)
    at += 5 * players
    state.shares = read_number(observation, at, 4)
    state.hands_done = read_number(observation, at + 4, 2)
    state.deals = read_number(observation, at + 6, 2)


# --- Playing the history again ------------------------------------------------------------------------------------------------


@large_kernel
def note_events(state: np.record, options: np.record, observation: np.ndarray, memo: np.ndarray) -> None:
    """Keep the public events of the notebook, whose record is dealt anew for the check."""
    memo[NOTE_PICKER] = state.picker
    memo[NOTE_PICK] = state.pick_action
    memo[NOTE_CALL] = state.call
    memo[NOTE_SUIT] = state.called_suit
    memo[NOTE_CRACKED] = state.cracked
    memo[NOTE_RECRACKED] = state.recracked
    memo[NOTE_NAMED] = state.named_trick
    memo[NOTE_BLACK] = state.blitz_black
    memo[NOTE_RED] = state.blitz_red
    memo[NOTE_UNDER_ORDER] = state.under_order
    memo[NOTE_CALLER] = state.extra_caller
    memo[NOTE_NUM_EXTRA] = 0
    memo[NOTE_CLAIMED] = state.claimed
    for position in range(MAX_PLAYERS):
        memo[NOTE_CLAIM_AT + position] = state.claim_at[position]
    if options.variant == P8_2:
        called = read_bits(observation, extra_at(num_players(options)), NUM_CARDS)
        memo[NOTE_NUM_EXTRA] = num_cards(called)


@large_kernel
def _next_action(state: np.record, options: np.record, memo: np.ndarray) -> int:
    """The action that the observed history shows next."""
    phase = state.phase
    turn = int(state.turn)
    if phase == PLAY:
        return _next_card(state, options, memo)
    if phase == PICK:
        if memo[NOTE_PICKER] == turn:
            return int(memo[NOTE_PICK])
        is_choice = options.no_pick == NoPick.DEALER_CHOICE and turn == num_players(options) - 1
        return SAY_LEASTER if is_choice else PASS
    if phase == BURY:
        left = int(memo[BURIED_MEMO + turn]) & ~int(state.buried[turn])
        return lowest(left) if left != 0 else NONE
    if phase == CALL:
        return _next_call(state, memo)
    if phase == UNDER:
        return int(memo[UNDER_MEMO])
    if phase == GIVE:
        return int(memo[GAVE_MEMO + turn]) if memo[GAVE_MEMO + turn] >= 0 else KEEP
    if phase == RETURN:
        return int(memo[RETURNED_MEMO + (turn + num_players(options) - 1) % num_players(options)])
    return _next_rare(state, options, memo)


@kernel
def _next_card(state: np.record, options: np.record, memo: np.ndarray) -> int:
    units = 4 if SIDES[options.variant] == BATTERY else num_players(options)
    now = units * int(state.num_tricks) + int(state.trick_size) + 1
    turn = int(state.turn)
    is_new = memo[NOTE_CLAIMED] >> turn & 1 == 1 and state.claimed >> turn & 1 == 0
    if state.trick_size == 0 and is_new and memo[NOTE_CLAIM_AT + turn] == now:
        return CLAIM_REST
    return PLAY_UNDER if memo[NOTE_UNDER_ORDER] == now else int(memo[PLAYED_MEMO + now])


@kernel
def _next_call(state: np.record, memo: np.ndarray) -> int:
    call, suit = int(memo[NOTE_CALL]), int(memo[NOTE_SUIT])
    if call == ACE:
        is_own = int(state.hands[int(state.turn)]) >> int(ACE_OF[suit]) & 1
        return CALL_SELF + suit if is_own else CALL_ACE + suit
    if call == TEN:
        return CALL_TEN + suit
    if call == UNKNOWN:
        return CALL_UNKNOWN + suit
    if call == UP:
        return CALL_UP
    return SAY_ALONE if call == ALONE else SILENT


@kernel
def _next_rare(state: np.record, options: np.record, memo: np.ndarray) -> int:
    phase = state.phase
    turn = int(state.turn)
    if phase == REDEAL_CLAIM:
        return NO_CLAIM
    if phase == BLITZ:
        if memo[NOTE_BLACK] >> turn & 1 and state.blitz_black >> turn & 1 == 0:
            return BLITZ_BLACK
        return BLITZ_RED if memo[NOTE_RED] >> turn & 1 else NO_BLITZ
    if phase == AUTO_BUCK:
        return SHOW_BUCK
    if phase == BID:
        return _next_bid(memo, turn)
    if phase == EXTRA_CALL:
        goes_on = memo[NOTE_CALLER] == turn and num_cards(int(state.extra_called)) < memo[NOTE_NUM_EXTRA]
        return CALL_EXTRA if goes_on else STOP
    if phase == CRACK:
        return SAY_CRACK if memo[NOTE_CRACKED] == turn else NO_CRACK
    if phase == RECRACK:
        return SAY_RECRACK if memo[NOTE_RECRACKED] != 0 else NO_RECRACK
    return NAME_FIRST + int(memo[NOTE_NAMED]) - 1


@kernel
def _next_bid(memo: np.ndarray, turn: int) -> int:
    if memo[NOTE_PICKER] != turn:
        return PASS
    call, suit = int(memo[NOTE_CALL]), int(memo[NOTE_SUIT])
    if call == BEST:
        return SOLO_BEST
    if call == BILLY:
        return SOLO_BILLY
    if call == SIDE:
        return SOLO_SIDE + min(suit, 2)
    return CALL_ACE + suit


@part_kernel
def recall(state: np.record, options: np.record, _observation: np.ndarray, memo: np.ndarray) -> int:
    """The action that the observed history shows next, as `guess` noted it, or -1 if it is not legal in the guessed deal."""
    action = _next_action(state, options, memo)
    mask = memo[MASK_MEMO:].view(np.int8)
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
