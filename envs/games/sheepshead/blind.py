"""The blind: picking, burying, calling a partner, cracking (rules, sections 3.4 to 3.9 and 6.7)."""

import numpy as np

from envs.core.cards import num_cards
from envs.core.jit import kernel, large_kernel
from envs.games.sheepshead.options import Behind, CallUp, DealerAfterDoubler, DealerChoice, LeasterBlind, NoPick, UnknownTest
from envs.games.sheepshead.play import name_trick, to_play
from envs.games.sheepshead.scoring import add_to_totals, ante
from envs.games.sheepshead.state import (
    MAX_DOUBLERS,
    allow_cards,
    calls_a_card,
    end_hand,
    give_turn,
    has_jack_partner,
    num_players,
    throw_in,
)
from envs.games.sheepshead.tables import (
    ACE,
    ACE_OF,
    ALONE,
    BOTH_PARTNERS,
    BURY,
    CALL,
    CALL_ACE,
    CALL_SELF,
    CALL_TEN,
    CALL_UNKNOWN,
    CALL_UP,
    CALLED_JACKS,
    CARDS_OF_SUIT,
    CRACK,
    DIE,
    DOUBLER,
    FAIL_ACES,
    JACK_PARTNER,
    JD,
    LEASTER,
    MAX_PLAYERS,
    MOSTER,
    NAME_FIRST,
    NAME_TRICK,
    NEIGHBOUR,
    NO_CRACK,
    NO_RECRACK,
    NONE,
    NORMAL,
    NUCLEAR,
    NUM_CARDS,
    NUM_FAIL,
    NUM_TRICKS,
    OTHER_TAKES,
    P7_5,
    P7_6,
    PASS,
    PICK,
    PICK_0,
    PICK_1,
    PICK_2,
    PICK_4,
    PICK_IT,
    PICKER_TAKES,
    RECRACK,
    SAY_ALONE,
    SAY_CRACK,
    SAY_DOUBLER,
    SAY_LEASTER,
    SAY_RECRACK,
    SAY_SCHWANZER,
    SCHWANZER,
    SELF,
    SIDES,
    SILENCE,
    SILENT,
    TEN,
    TEN_OF,
    UNDER,
    UNKNOWN,
    UP,
)

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
        _take_blind(state, options, action)


@kernel
def _start_leaster(state: np.record, options: np.record, kind: int) -> None:
    state.kind = kind
    name_trick(state, options)
    if options.leaster_blind == LeasterBlind.DEALER_NAMES:
        give_turn(state, options, NAME_TRICK, num_players(options) - 1)
    else:
        to_play(state, options)


@kernel
def _step_name_trick(state: np.record, options: np.record, action: int) -> None:
    """The dealer names the trick whose winner gets the blind (3.11)."""
    state.named_trick = action - NAME_FIRST + 1
    to_play(state, options)


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


# --- Taking the blind and burying (3.5, 6.7) ----------------------------------------------------------------------------------


@large_kernel
def _take_blind(state: np.record, options: np.record, action: int) -> None:
    """Hand out the blind, and settle who is partner by position."""
    picker = int(state.turn)
    state.kind = NORMAL
    state.picker = picker
    state.pick_action = action
    own, others = num_taken(options, action)
    state.other = _second_taker(state, options, action, others)
    if action == NUCLEAR:
        state.auto_bury = state.hands[picker]
        state.hands[picker] = 0
    for i in range(own):
        _take(state, picker, i)
    for i in range(own, own + others):
        _take(state, int(state.other), i)
    if options.variant == P7_5:
        state.auto_bury = int(state.auto_bury) | int(state.blind)
        state.blind = 0
    if action == NUCLEAR:
        _after_bury(state, options)
    else:
        _ask_bury(state, options, picker)


@kernel
def num_taken(options: np.record, action: int) -> tuple[int, int]:
    """How many blind cards the picker takes who picked with this action, and how many the other player (6.7)."""
    if action in (NUCLEAR, PICK_4):
        return 4, 0
    if options.variant == P7_5:
        return action - PICK_0, PICK_2 - action
    return int(PICKER_TAKES[options.variant]), int(OTHER_TAKES[options.variant])


@kernel
def _second_taker(state: np.record, options: np.record, action: int, others: int) -> int:
    """Position that shares the blind or is partner by position, or NONE (6.7)."""
    sides = SIDES[options.variant]
    players = num_players(options)
    if sides == NEIGHBOUR or (sides == JACK_PARTNER and others > 0):
        return (int(state.picker) + (1 if options.behind == Behind.LEFT else players - 1)) % players
    if sides == DIE and action != PICK_4:
        return (int(state.picker) + int(state.die)) % players
    return NONE


@kernel
def _take(state: np.record, position: int, i: int) -> None:
    bit = 1 << int(state.deck_blind[i])
    state.blind = int(state.blind) & ~bit
    state.taken[position] = int(state.taken[position]) | bit
    state.hands[position] = int(state.hands[position]) | bit


@kernel
def _ask_bury(state: np.record, options: np.record, position: int) -> None:
    """Ask a player to bury as many cards as he took; if the picker took none, the other taker; then go on."""
    taker = position
    if state.taken[position] == 0 and position == state.picker and state.other >= 0:
        taker = int(state.other)
    state.to_bury = num_cards(int(state.taken[taker]))
    if state.to_bury > 0:
        give_turn(state, options, BURY, taker)
    else:
        _after_bury(state, options)


@large_kernel
def may_bury(state: np.record, options: np.record) -> int:
    """Cards that the player to move may bury.

    Rule:
        Any; but if playing alone is not allowed and some bury leaves a legal call, only such a bury (3.5).
    """
    hand = int(state.hands[int(state.turn)])
    if options.alone_allowed != 0 or not calls_a_card(options):
        return hand
    good = 0
    buried = int(state.buried[int(state.turn)])
    for card in range(NUM_CARDS):
        if hand >> card & 1 and _leaves_call(state, options, hand & ~(1 << card), buried | 1 << card):
            good |= 1 << card
    return good if good != 0 else hand


@kernel
def _leaves_call(state: np.record, options: np.record, hand: int, buried: int) -> bool:
    """Whether a call can be made after this bury, or after one more card."""
    if num_cards(buried) == num_cards(int(state.taken[int(state.turn)])):
        return _card_calls(state, options, hand, hand | buried) != 0
    for card in range(NUM_CARDS):
        if hand >> card & 1 and _card_calls(state, options, hand & ~(1 << card), hand | buried) != 0:
            return True
    return False


@large_kernel
def step_bury(state: np.record, options: np.record, card: int) -> None:
    """Lay a card away."""
    position = int(state.turn)
    state.hands[position] = int(state.hands[position]) & ~(1 << card)
    state.buried[position] = int(state.buried[position]) | 1 << card
    state.to_bury -= 1
    if state.to_bury > 0:
        return
    if position == state.picker and state.other >= 0:
        _ask_bury(state, options, int(state.other))
    else:
        _after_bury(state, options)


@kernel
def _after_bury(state: np.record, options: np.record) -> None:
    if calls_a_card(options) or (
        has_jack_partner(options) and (options.alone_allowed != 0 or options.jd_call_up != CallUp.NEVER)
    ):
        give_turn(state, options, CALL, int(state.picker))
    else:
        _after_call(state, options)


# --- Call (3.6, 3.7) ----------------------------------------------------------------------------------------------------------


@kernel
def _card_calls(state: np.record, options: np.record, hand: int, seen: int) -> int:
    """Calls of an ace, a ten or an unknown, as bits from CALL_ACE on.

    Args:
        state: STATE record.
        options: of the table.
        hand: after the bury.
        seen: before the bury.
    """
    calls = 0
    has_all_aces = seen & FAIL_ACES == FAIL_ACES
    unknown = 1 << CALL_UNKNOWN - CALL_ACE if _may_call_unknown(state, options, hand, seen) else 0
    for suit in range(NUM_FAIL):
        if seen >> int(ACE_OF[suit]) & 1 == 0:
            calls |= unknown << suit
            if hand & int(CARDS_OF_SUIT[state.trumps, suit]):
                calls |= 1 << suit
        elif hand >> int(ACE_OF[suit]) & 1:
            if options.called_ten != 0 and has_all_aces and seen >> int(TEN_OF[suit]) & 1 == 0:
                calls |= 1 << CALL_TEN - CALL_ACE + suit
            if options.call_own_ace != 0:
                calls |= 1 << CALL_SELF - CALL_ACE + suit
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
    if options.jd_call_up == CallUp.NEVER or source >> JD & 1 == 0:
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
        calls = _card_calls(state, options, hand, hand | int(state.buried[picker]))
    else:
        calls = 1 << (SILENT - CALL_ACE)
        if jack_to_call(state, options) >= 0:
            calls |= 1 << (CALL_UP - CALL_ACE)
    if options.alone_allowed != 0 or calls == 0:
        calls |= 1 << (SAY_ALONE - CALL_ACE)
    for action in range(CALL_ACE, SILENT + 1):
        mask[action] = calls >> (action - CALL_ACE) & 1
    return int(num_cards(calls))


@large_kernel
def step_call(state: np.record, options: np.record, action: int) -> None:
    """Note what the picker announced."""
    if action == SAY_ALONE:
        state.call = ALONE
    elif action == SILENT:
        state.call = SILENCE
    elif action == CALL_UP:
        state.call = UP
        state.called_card = jack_to_call(state, options)
    elif action >= CALL_SELF:
        call_card(state, SELF, action - CALL_SELF)
    elif action >= CALL_UNKNOWN:
        call_card(state, UNKNOWN, action - CALL_UNKNOWN)
        give_turn(state, options, UNDER, int(state.picker))
        return
    elif action >= CALL_TEN:
        call_card(state, TEN, action - CALL_TEN)
    else:
        call_card(state, ACE, action - CALL_ACE)
    _after_call(state, options)


@kernel
def call_card(state: np.record, call: int, suit: int) -> None:
    """Note a call and the card that it is about."""
    state.call = call
    state.called_suit = suit
    state.called_card = TEN_OF[suit] if call == TEN else ACE_OF[suit]


@kernel
def _step_under(state: np.record, options: np.record, card: int) -> None:
    """Lay a card face down for the called suit."""
    picker = int(state.picker)
    state.under = card
    state.hands[picker] = int(state.hands[picker]) & ~(1 << card)
    _after_call(state, options)


@kernel
def _after_call(state: np.record, options: np.record) -> None:
    set_sides(state, options)
    if options.crack != 0 and state.picker < num_players(options) - 1:
        give_turn(state, options, CRACK, int(state.picker) + 1)
    else:
        to_play(state, options)


@large_kernel
def set_sides(state: np.record, options: np.record) -> None:
    """Settle the P-side of a hand with a picker (1.3, 3.7, 6)."""
    picker = int(state.picker)
    sides = SIDES[options.variant]
    state.side = 1 << picker
    if sides == NEIGHBOUR or (sides == DIE and state.other >= 0):
        state.side |= 1 << int(state.other)
        state.revealed |= 1 << int(state.other)
    if state.called_card >= 0:
        state.revealing = int(state.revealing) | 1 << int(state.called_card)
    elif has_jack_partner(options) and state.call != ALONE:
        state.revealing = 1 << JD
    if sides == BOTH_PARTNERS and state.call != ALONE:
        state.revealing = int(state.revealing) | 1 << JD
    for position in range(num_players(options)):
        cards = int(state.hands[position])
        if position != picker:
            cards |= int(state.buried[position])
        if cards & int(state.revealing):
            state.side |= 1 << position


# --- Under card, crack, the trick that gets the blind (3.8, 3.9, 3.11) --------------------------------------------------------


@kernel
def _legal_crack(state: np.record, mask: np.ndarray) -> int:
    """Mark the answers; who belongs to the picker has only one."""
    mask[NO_CRACK] = 1
    mask[SAY_CRACK] = 1 - (int(state.side) >> int(state.turn) & 1)
    return 1 + int(mask[SAY_CRACK])


@kernel
def _step_crack(state: np.record, options: np.record, action: int) -> None:
    """Double, or ask the next one who could not pick."""
    position = int(state.turn)
    if action == SAY_CRACK:
        state.cracked = position
        if options.recrack != 0:
            give_turn(state, options, RECRACK, int(state.picker))
            return
    elif position < num_players(options) - 1:
        give_turn(state, options, CRACK, position + 1)
        return
    to_play(state, options)


@kernel
def _step_recrack(state: np.record, options: np.record, action: int) -> None:
    """Double again, or not."""
    state.recracked = int(action == SAY_RECRACK)
    to_play(state, options)


@large_kernel
def legal_after_call(state: np.record, options: np.record, mask: np.ndarray) -> int:
    """Mark what may be done between the call and the first lead."""
    phase = state.phase
    if phase == UNDER:
        return allow_cards(mask, int(state.hands[int(state.turn)]))
    if phase == CRACK:
        return _legal_crack(state, mask)
    if phase == RECRACK:
        mask[SAY_RECRACK] = 1
        mask[NO_RECRACK] = 1
        return 2
    tricks = int(NUM_TRICKS[options.variant])
    for number in range(tricks):
        mask[NAME_FIRST + number] = 1
    return tricks


@large_kernel
def step_after_call(state: np.record, options: np.record, action: int) -> None:
    """Take an action between the call and the first lead."""
    phase = state.phase
    if phase == UNDER:
        _step_under(state, options, action)
    elif phase == CRACK:
        _step_crack(state, options, action)
    elif phase == RECRACK:
        _step_recrack(state, options, action)
    else:
        _step_name_trick(state, options, action)
