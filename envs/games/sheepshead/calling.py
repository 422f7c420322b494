"""Between the bury and the first lead: the call, the under card, cracks (rules, sections 3.6 to 3.9 and 3.11)."""

import numpy as np

from envs.core.cards import num_cards
from envs.core.jit import kernel, large_kernel
from envs.games.sheepshead.actions import Action, Call, Phase
from envs.games.sheepshead.cards import ACE_OF, CALLED_JACKS, CARDS_OF_SUIT, FAIL_ACES, NONE, NUM_FAIL, SUITS, TEN_OF, Card
from envs.games.sheepshead.options import CallUp, UnknownTest
from envs.games.sheepshead.play import to_play
from envs.games.sheepshead.state import allow, allow_cards, calls_a_card, give_turn, has_jack_partner, num_players
from envs.games.sheepshead.variants import NUM_TRICKS, SIDES, Sides

_CALLS = np.array(
    [
        *((Call.ACE, suit) for suit in range(len(SUITS))),
        *((call, suit) for call in (Call.TEN, Call.UNKNOWN, Call.SELF) for suit in range(NUM_FAIL)),
        *((call, NONE) for call in (Call.ALONE, Call.UP, Call.SILENT)),
    ],
    np.int64,
)
"""Call and suit of the actions from CALL_ACE on."""

# --- Call (3.6, 3.7) ----------------------------------------------------------------------------------------------------------


@kernel
def card_calls(state: np.record, options: np.record, hand: int, seen: int) -> int:
    """Calls of an ace, a ten or an unknown as bits from CALL_ACE on; `hand` is after the bury, `seen` before it."""
    calls = 0
    has_all_aces = seen & FAIL_ACES == FAIL_ACES
    unknown = 1 << Action.CALL_UNKNOWN - Action.CALL_ACE if _may_call_unknown(state, options, hand, seen) else 0
    for suit in range(NUM_FAIL):
        if seen >> int(ACE_OF[suit]) & 1 == 0:
            calls |= unknown << suit
            if hand & int(CARDS_OF_SUIT[state.trumps, suit]):
                calls |= 1 << suit
        elif hand >> int(ACE_OF[suit]) & 1:
            if options.called_ten != 0 and has_all_aces and seen >> int(TEN_OF[suit]) & 1 == 0:
                calls |= 1 << Action.CALL_TEN - Action.CALL_ACE + suit
            if options.call_own_ace != 0:
                calls |= 1 << Action.CALL_SELF - Action.CALL_ACE + suit
    return calls


@kernel
def _may_call_unknown(state: np.record, options: np.record, hand: int, seen: int) -> bool:
    """Whether an unknown may be called: no suit whose ace is elsewhere is at hand, though one ace at least is elsewhere."""
    tested = seen if options.unknown_test == UnknownTest.BEFORE_BURY else hand
    for suit in range(NUM_FAIL):
        if seen >> int(ACE_OF[suit]) & 1 == 0 and tested & int(CARDS_OF_SUIT[state.trumps, suit]):
            return False
    return bool(options.unknown_allowed != 0 and seen & FAIL_ACES != FAIL_ACES)


@kernel
def jack_to_call(state: np.record, options: np.record) -> int:
    """The jack that the picker may call up, or NONE (3.7)."""
    picker = int(state.picker)
    seen = int(state.hands[picker]) | int(state.buried[picker])
    source = seen if options.jd_call_up == CallUp.ALWAYS else seen & int(state.taken[picker])
    if options.jd_call_up == CallUp.NEVER or source >> Card.JD & 1 == 0:
        return NONE
    for jack in CALLED_JACKS:
        if seen >> jack & 1 == 0:
            return int(jack)
    return NONE


@large_kernel
def legal_call(state: np.record, options: np.record, mask: np.ndarray) -> int:
    """Mark what the picker may announce; playing alone is left when nothing else is."""
    picker = int(state.picker)
    hand = int(state.hands[picker])
    calls = 0
    if calls_a_card(options):
        calls = card_calls(state, options, hand, hand | int(state.buried[picker]))
    else:
        calls = 1 << (Action.SILENT - Action.CALL_ACE)
        if jack_to_call(state, options) >= 0:
            calls |= 1 << (Action.CALL_UP - Action.CALL_ACE)
    if options.alone_allowed != 0 or calls == 0:
        calls |= 1 << (Action.ALONE - Action.CALL_ACE)
    for action in range(Action.CALL_ACE, Action.SILENT + 1):
        mask[action] = calls >> (action - Action.CALL_ACE) & 1
    return int(num_cards(calls))


@large_kernel
def step_call(state: np.record, options: np.record, action: int) -> None:
    """Note what the picker announced."""
    call, suit = int(_CALLS[action - Action.CALL_ACE, 0]), int(_CALLS[action - Action.CALL_ACE, 1])
    state.call = call
    if suit >= 0:
        call_card(state, call, suit)
    elif call == Call.UP:
        state.called_card = jack_to_call(state, options)
    if call == Call.UNKNOWN:
        give_turn(state, options, Phase.UNDER, int(state.picker))
    else:
        after_call(state, options)


@kernel
def call_card(state: np.record, call: int, suit: int) -> None:
    """Note a call and the card that it is about."""
    state.call = call
    state.called_suit = suit
    state.called_card = TEN_OF[suit] if call == Call.TEN else ACE_OF[suit]


@kernel
def step_under(state: np.record, options: np.record, card: int) -> None:
    """Lay a card face down for the called suit."""
    picker = int(state.picker)
    state.under = card
    state.hands[picker] = int(state.hands[picker]) & ~(1 << card)
    after_call(state, options)


@kernel
def after_call(state: np.record, options: np.record) -> None:
    """Settle the sides, and ask who may double before the first lead."""
    set_sides(state, options)
    if options.crack != 0 and state.picker < num_players(options) - 1:
        give_turn(state, options, Phase.CRACK, int(state.picker) + 1)
    else:
        to_play(state, options)


@large_kernel
def set_sides(state: np.record, options: np.record) -> None:
    """Settle the P-side of a hand with a picker (1.3, 3.7, 6)."""
    picker = int(state.picker)
    sides = SIDES[options.variant]
    state.side = 1 << picker
    if sides == Sides.NEIGHBOUR or (sides == Sides.DIE and state.other >= 0):
        state.side |= 1 << int(state.other)
        state.revealed |= 1 << int(state.other)
    if state.called_card >= 0:
        state.revealing = int(state.revealing) | 1 << int(state.called_card)
    elif has_jack_partner(options) and state.call != Call.ALONE:
        state.revealing = 1 << Card.JD
    if sides == Sides.BOTH_PARTNERS and state.call != Call.ALONE:
        state.revealing = int(state.revealing) | 1 << Card.JD
    for position in range(num_players(options)):
        cards = int(state.hands[position])
        if position != picker:
            cards |= int(state.buried[position])
        if cards & int(state.revealing):
            state.side |= 1 << position


# --- Under card, crack, the trick that gets the blind (3.8, 3.9, 3.11) --------------------------------------------------------


@kernel
def _step_crack(state: np.record, options: np.record, action: int) -> None:
    """Double, or ask the next one who could not pick."""
    position = int(state.turn)
    if action == Action.CRACK:
        state.cracked = position
        if options.recrack != 0:
            give_turn(state, options, Phase.RECRACK, int(state.picker))
            return
    elif position < num_players(options) - 1:
        give_turn(state, options, Phase.CRACK, position + 1)
        return
    to_play(state, options)


@large_kernel
def legal_after_call(state: np.record, options: np.record, mask: np.ndarray) -> int:
    """Mark what may be done between the call and the first lead."""
    phase = state.phase
    if phase == Phase.UNDER:
        return allow_cards(mask, int(state.hands[int(state.turn)]))
    if phase == Phase.CRACK:
        is_opponent = int(state.side) >> int(state.turn) & 1 == 0
        return allow(mask, Action.NO_CRACK, True) + allow(mask, Action.CRACK, is_opponent)
    if phase == Phase.RECRACK:
        return allow(mask, Action.RECRACK, True) + allow(mask, Action.NO_RECRACK, True)
    tricks = int(NUM_TRICKS[options.variant])
    for number in range(tricks):
        mask[Action.NAME_TRICK + number] = 1
    return tricks


@large_kernel
def step_after_call(state: np.record, options: np.record, action: int) -> None:
    """Take an action between the call and the first lead."""
    phase = state.phase
    if phase == Phase.UNDER:
        step_under(state, options, action)
    elif phase == Phase.CRACK:
        _step_crack(state, options, action)
    else:
        if phase == Phase.RECRACK:
            state.recracked = int(action == Action.RECRACK)
        else:
            state.named_trick = action - Action.NAME_TRICK + 1
        to_play(state, options)
