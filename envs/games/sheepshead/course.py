"""The course of a hand up to the first lead (rules, sections 3.2 to 3.9 and 6.3 to 6.8).

Where the rules ask only those who hold certain cards (a redeal claim, a blitz, the exchange of `p6_4`, the extra calls of
`p8_2`, calling up a jack), everybody is asked in order, and whoever does not hold them has one answer: so that being asked
shows nothing.
"""

import numpy as np

from envs.core.cards import num_cards
from envs.core.jit import kernel
from envs.games.sheepshead.options import (
    Behind,
    CallUp,
    DealerAfterDoubler,
    DealerChoice,
    IndianaAllPass,
    LeasterBlind,
    NoPick,
    UnknownTest,
)
from envs.games.sheepshead.play import name_trick, to_play
from envs.games.sheepshead.scoring import add_to_totals, ante, finish_automatic_buck, finish_schwanzer
from envs.games.sheepshead.showdown import decide_pot
from envs.games.sheepshead.state import (
    MAX_DOUBLERS,
    ORDER_SIZE,
    calls_a_card,
    give_turn,
    has_jack_partner,
    num_players,
    remember,
    throw_in,
)
from envs.games.sheepshead.tables import (
    ACE,
    ACE_OF,
    ALONE,
    AUTO_BUCK,
    BATTERY,
    BEST,
    BID,
    BIDDER,
    BILLY,
    BLACK_QUEENS,
    BLIND_SIZE,
    BLITZ,
    BLITZ_BLACK,
    BLITZ_RED,
    BOTH_PARTNERS,
    BURY,
    CALL,
    CALLED_JACKS,
    CALL_ACE,
    CALL_SELF,
    CALL_TEN,
    CALL_UNKNOWN,
    CALL_UP,
    CARDS_OF_SUIT,
    CATCHERS,
    CHAIN_E,
    CHAIN_J,
    CLAIM_REDEAL,
    CRACK,
    DESIGNATED,
    DIE,
    DOUBLER,
    EXTRA_CALL,
    FAIL_ACES,
    GIVE,
    HAND_SIZE,
    HOLDERS,
    INDIANA_C,
    JACK_PARTNER,
    JD,
    KEEP,
    LEASTER,
    MAX_PLAYERS,
    MOSTER,
    NAME_FIRST,
    NAME_TRICK,
    NEIGHBOUR,
    NONE,
    NORMAL,
    NO_BLITZ,
    NO_CALL,
    NO_CLAIM_CARDS,
    NO_CRACK,
    NUCLEAR,
    NUM_CARDS,
    NUM_FAIL,
    OTHER_TAKES,
    P6_4,
    P7_5,
    P7_6,
    P8_2,
    PACK_OF,
    PASS,
    PICK,
    PICKER_TAKES,
    PICK_0,
    PICK_1,
    PICK_2,
    PICK_4,
    PICK_IT,
    QC,
    RECRACK,
    REDEAL_CLAIM,
    RED_QUEENS,
    RETURN,
    SAY_ALONE,
    SAY_CRACK,
    SAY_DOUBLER,
    SAY_LEASTER,
    SAY_RECRACK,
    SAY_SCHWANZER,
    SELF,
    SEVEN_D,
    SIDE,
    SIDES,
    SILENCE,
    SILENT,
    SIX_C,
    SIX_S,
    SOLO_BEST,
    SOLO_BILLY,
    SOLO_SIDE,
    SOLO_SUITS,
    SPITZ_SECOND,
    STACKS,
    STOP,
    TEAMS,
    TEN,
    TEN_OF,
    TRUMP,
    TRUMPS_OF,
    UNDECIDED,
    UNDER,
    UNKNOWN,
    UP,
)

# --- Deal (3.2) ------------------------------------------------------------------------------------------------------------


@kernel
def deal(state: np.record, options: np.record, deck: np.ndarray) -> None:
    """Deal the cards and go to the first decision; or, after a sitting, decide about the pot.

    Args:
        state: STATE record with dealer and what stands from deal to deal; the rest is written.
        options: of the table.
        deck: int8 [34], a permutation; cards that the variant has not are skipped.
    """
    remember(state)
    _clear(state, options)
    if state.showdown != 0:
        decide_pot(state, options, deck)
        return
    variant = options.variant
    pack = int(PACK_OF[variant])
    sides = SIDES[variant]
    size = 16 if sides == BATTERY or sides == STACKS else int(HAND_SIZE[variant])
    dealt = num_players(options) * size
    place = 0
    for i in range(NUM_CARDS):
        card = int(deck[i])
        if pack >> card & 1:
            if size == 16:
                _deal_two(state, sides, place, card)
            elif place < dealt:
                position = place // size
                state.hands[position] = int(state.hands[position]) | 1 << card
            else:
                state.deck_blind[place - dealt] = card
                state.blind = int(state.blind) | 1 << card
            place += 1
    state.die = _die_of(deck) if sides == DIE else 0
    _start(state, options)


@kernel
def _die_of(deck: np.ndarray) -> int:
    """The die that is rolled in this deal: where the two cards that are not dealt lie in the shuffle decides it, all equally."""
    first, second = 0, 0
    for i in range(NUM_CARDS):
        if deck[i] == SIX_C:
            first = i
        elif deck[i] == SIX_S:
            second = i
    return 1 + (first * (NUM_CARDS - 1) + second - int(second > first)) % 6


@kernel
def _deal_two(state: np.record, sides: int, place: int, card: int) -> None:
    """Deal one card of a two-player game: piles down, piles up, and in the battery game the hands (6.1)."""
    piles = 4 if sides == BATTERY else 8
    round_of_deal, pile = place // piles, place % piles
    owner = round_of_deal & 1
    if round_of_deal >= 4:
        position = (place - 16) // 8
        state.hands[position] = int(state.hands[position]) | 1 << card
    elif round_of_deal < 2:
        state.deck_down[owner * 8 + pile] = card
    else:
        state.table[owner] = int(state.table[owner]) | 1 << card
        state.below[card] = state.deck_down[owner * 8 + pile]
        state.pile[card] = 8 * owner + pile + 1


@kernel
def _clear(state: np.record, options: np.record) -> None:
    """Clear all that belongs to one deal."""
    for position in range(MAX_PLAYERS):
        state.hands[position] = 0
        state.taken[position] = 0
        state.buried[position] = 0
        state.played[position] = 0
        state.won[position] = 0
        state.scores[position] = 0
        state.card_points[position] = 0
        state.gave[position] = NONE
        state.returned[position] = NONE
        state.tricks_won[position] = 0
        state.claim_at[position] = 0
    for i in range(ORDER_SIZE):
        state.below[i] = NONE
        state.pile[i] = 0
        state.order[i] = 0
    for i in range(4):
        state.deck_blind[i] = NONE
    for i in range(16):
        state.deck_down[i] = NONE
    state.table[0] = 0
    state.table[1] = 0
    state.blind = 0
    state.auto_bury = 0
    state.shown = 0
    state.revealing = 0
    state.trick = 0
    state.extra_called = 0
    state.extra_joined = 0
    state.trick_points = 0
    state.trumps = int(options.trump_order) if TRUMPS_OF[options.variant] <= SPITZ_SECOND else int(TRUMPS_OF[options.variant])
    state.kind = UNDECIDED
    state.passed = 0
    state.picker = NONE
    state.pick_action = 0
    state.other = NONE
    state.die = 0
    state.to_bury = 0
    state.call = NO_CALL
    state.called_suit = NONE
    state.called_card = NONE
    state.under = NONE
    state.under_order = 0
    state.under_winner = NONE
    state.is_opened = 0
    state.side = 0
    state.revealed = 0
    state.first = NONE
    state.second = NONE
    state.top = NONE
    state.cracked = NONE
    state.recracked = 0
    state.blitz_black = 0
    state.blitz_red = 0
    state.claimed = 0
    state.named_trick = 0
    state.blind_to = NONE
    state.extra_caller = NONE
    state.extra_chain = 0
    state.extra_index = 0
    state.offender = NONE
    state.num_tricks = 0
    state.trick_size = 0
    state.leader = 0
    state.led = NONE
    state.best = NONE
    state.winner = 0
    state.place = 0
    state.lead_place = 0
    state.best_place = 0


@kernel
def _start(state: np.record, options: np.record) -> None:
    """Go to the first phase that this table has."""
    sides = SIDES[options.variant]
    if sides == TEAMS:
        state.side = 0b0101
        holder = _bucker(state, options)
        if holder >= 0:
            give_turn(state, options, AUTO_BUCK, holder)
            return
    if options.redeal_claim != 0:
        give_turn(state, options, REDEAL_CLAIM, 0)
    else:
        _after_claims(state, options)


@kernel
def _bucker(state: np.record, options: np.record) -> int:
    """Position of a player, or the first of a team, who was dealt all fox catchers; or -1 (5.12)."""
    for position in range(4):
        cards = int(state.hands[position])
        if options.auto_buck_scope != 0 and position < 2:
            cards |= int(state.hands[position + 2])
        if cards & CATCHERS == CATCHERS:
            return position
    return NONE


@kernel
def _after_claims(state: np.record, options: np.record) -> None:
    if options.blitz != 0:
        give_turn(state, options, BLITZ, 0)
    else:
        _after_blitz(state, options)


@kernel
def _after_blitz(state: np.record, options: np.record) -> None:
    variant = options.variant
    sides = SIDES[variant]
    if BLIND_SIZE[variant] > 0:
        give_turn(state, options, PICK, 0)
    elif sides == BIDDER:
        give_turn(state, options, BID, 0)
    elif variant == P6_4 and options.pass_option != 0:
        give_turn(state, options, GIVE, 0)
    elif variant == P8_2 and options.extra_call != 0:
        _set_holders(state, options)
        give_turn(state, options, EXTRA_CALL, 0)
    else:
        _without_picker(state, options)


@kernel
def _without_picker(state: np.record, options: np.record) -> None:
    """Go to the first lead of a game that has no picker."""
    state.kind = NORMAL
    if SIDES[options.variant] == HOLDERS:
        _set_holders(state, options)
    if SIDES[options.variant] == STACKS:
        state.place = 1
        state.lead_place = 1
    to_play(state, options)


@kernel
def _set_holders(state: np.record, options: np.record) -> None:
    """The P-side are the holders of the designated cards, and who was called besides (6.3, 6.6, 6.8)."""
    designated = int(DESIGNATED[options.variant])
    state.revealing = int(state.revealing) | designated
    for position in range(num_players(options)):
        hand = int(state.hands[position])
        if hand & designated:
            state.side |= 1 << position
        if hand >> QC & 1:
            state.top = position


# --- Redeal claim, blitz, automatic buck (3.3, 3.9, 5.12) ------------------------------------------------------------------


@kernel
def may_claim_redeal(state: np.record) -> bool:
    """Whether the hand of the player to move holds nothing but low fail cards."""
    low = NO_CLAIM_CARDS & ~int(CARDS_OF_SUIT[state.trumps, TRUMP])
    return bool(int(state.hands[int(state.turn)]) & ~low == 0)


@kernel
def step_redeal_claim(state: np.record, options: np.record, action: int) -> None:
    """Deal again, or ask the next player."""
    if action == CLAIM_REDEAL:
        throw_in(state)
    elif state.turn < num_players(options) - 1:
        give_turn(state, options, REDEAL_CLAIM, int(state.turn) + 1)
    else:
        _after_claims(state, options)


@kernel
def legal_blitz(state: np.record, mask: np.ndarray) -> int:
    """Mark the blitzes that the player to move can show."""
    position = int(state.turn)
    hand = int(state.hands[position])
    is_first = (int(state.blitz_black) | int(state.blitz_red)) >> position & 1 == 0
    mask[NO_BLITZ] = 1
    mask[BLITZ_BLACK] = int(is_first and hand & BLACK_QUEENS == BLACK_QUEENS)
    mask[BLITZ_RED] = int(hand & RED_QUEENS == RED_QUEENS)
    return 1 + int(mask[BLITZ_BLACK]) + int(mask[BLITZ_RED])


@kernel
def step_blitz(state: np.record, options: np.record, action: int) -> None:
    """Show two queens; after the black ones the same player is asked for the red ones too."""
    position = int(state.turn)
    if action == BLITZ_BLACK:
        state.blitz_black |= 1 << position
        state.shown = int(state.shown) | BLACK_QUEENS
        return
    if action == BLITZ_RED:
        state.blitz_red |= 1 << position
        state.shown = int(state.shown) | RED_QUEENS
    if position < num_players(options) - 1:
        give_turn(state, options, BLITZ, position + 1)
    else:
        _after_blitz(state, options)


@kernel
def step_auto_buck(state: np.record, options: np.record) -> None:
    """Score the automatic buck."""
    finish_automatic_buck(state, options)


# --- Pick (3.4) ------------------------------------------------------------------------------------------------------------


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
        mask[SAY_LEASTER] = int(offered & DealerChoice.LEASTER.value != 0)
        mask[SAY_DOUBLER] = int(offered & DealerChoice.DOUBLER.value != 0)
        mask[SAY_SCHWANZER] = int(offered & DealerChoice.SCHWANZER.value != 0)
    elif not (is_dealer and options.no_pick == NoPick.FORCED_PICK):
        mask[PASS] = 1
    count = 0
    for action in range(PASS, SAY_SCHWANZER + 1):
        count += int(mask[action])
    return count


@kernel
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
            finish_schwanzer(state, options)
        else:
            _start_leaster(state, options, LEASTER)
    elif action == SAY_LEASTER:
        _start_leaster(state, options, LEASTER)
    elif action == SAY_DOUBLER:
        _double(state, options)
    elif action == SAY_SCHWANZER:
        finish_schwanzer(state, options)
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
def _double(state: np.record, options: np.record) -> None:
    """Throw the hand in; the next one counts double (3.12)."""
    state.kind = DOUBLER
    state.doublers = min(int(state.doublers) + 1, MAX_DOUBLERS)
    if options.dealer_after_doubler == DealerAfterDoubler.NEXT:
        state.next_dealer = (int(state.dealer) + 1) % num_players(options)
    ante(state, options)
    add_to_totals(state, options)
    throw_in(state)


# --- Taking the blind and burying (3.5, 6.7) -------------------------------------------------------------------------------


@kernel
def _take_blind(state: np.record, options: np.record, action: int) -> None:
    """Hand out the blind, and settle who is partner by position."""
    variant = options.variant
    sides = SIDES[variant]
    players = num_players(options)
    picker = int(state.turn)
    state.kind = NORMAL
    state.picker = picker
    state.pick_action = action
    own, others = int(PICKER_TAKES[variant]), int(OTHER_TAKES[variant])
    if variant == P7_5:
        own = 0 if action == NUCLEAR else action - PICK_0
        others = 0 if action == NUCLEAR else 2 - own
    if action == PICK_4:
        own, others = 4, 0
    if sides == NEIGHBOUR or sides == JACK_PARTNER:
        state.other = (picker + (1 if options.behind == Behind.LEFT else players - 1)) % players
    elif sides == DIE and action != PICK_4:
        state.other = (picker + int(state.die)) % players
    if sides == JACK_PARTNER and others == 0:
        state.other = NONE
    if action == NUCLEAR:
        state.auto_bury = state.hands[picker]
        state.hands[picker] = 0
        own = 4
    for i in range(own):
        _take(state, picker, i)
    for i in range(own, own + others):
        _take(state, int(state.other), i)
    if variant == P7_5:
        state.auto_bury = int(state.auto_bury) | int(state.blind)
        state.blind = 0
    if action == NUCLEAR:
        _after_bury(state, options)
    else:
        _ask_bury(state, options, picker)


@kernel
def _take(state: np.record, position: int, i: int) -> None:
    bit = 1 << int(state.deck_blind[i])
    state.blind = int(state.blind) & ~bit
    state.taken[position] = int(state.taken[position]) | bit
    state.hands[position] = int(state.hands[position]) | bit


@kernel
def _ask_bury(state: np.record, options: np.record, position: int) -> None:
    """Ask a player to bury as many cards as he took; then the other taker; then go on."""
    state.to_bury = num_cards(int(state.taken[position]))
    if state.to_bury > 0:
        give_turn(state, options, BURY, position)
    elif position == state.picker and state.other >= 0:
        _ask_bury(state, options, int(state.other))
    else:
        _after_bury(state, options)


@kernel
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


@kernel
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
    if calls_a_card(options):
        give_turn(state, options, CALL, int(state.picker))
    elif has_jack_partner(options) and (options.alone_allowed != 0 or options.jd_call_up != CallUp.NEVER):
        give_turn(state, options, CALL, int(state.picker))
    else:
        _after_call(state, options)


# --- Call (3.6, 3.7) -------------------------------------------------------------------------------------------------------


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
    tested = seen if options.unknown_test == UnknownTest.BEFORE_BURY else hand
    may_be_unknown = options.unknown_allowed != 0 and not has_all_aces
    for suit in range(NUM_FAIL):
        in_suit = int(CARDS_OF_SUIT[state.trumps, suit])
        ace, ten = int(ACE_OF[suit]), int(TEN_OF[suit])
        if seen >> ace & 1 == 0:
            if hand & in_suit:
                calls |= 1 << suit
            if tested & in_suit:
                may_be_unknown = False
        elif hand >> ace & 1:
            if options.called_ten != 0 and has_all_aces and seen >> ten & 1 == 0:
                calls |= 1 << (CALL_TEN - CALL_ACE + suit)
            if options.call_own_ace != 0:
                calls |= 1 << (CALL_SELF - CALL_ACE + suit)
    if may_be_unknown:
        for suit in range(NUM_FAIL):
            if seen >> int(ACE_OF[suit]) & 1 == 0:
                calls |= 1 << (CALL_UNKNOWN - CALL_ACE + suit)
    return calls


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


@kernel
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


@kernel
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
        _call_card(state, SELF, action - CALL_SELF)
    elif action >= CALL_UNKNOWN:
        _call_card(state, UNKNOWN, action - CALL_UNKNOWN)
        give_turn(state, options, UNDER, int(state.picker))
        return
    elif action >= CALL_TEN:
        _call_card(state, TEN, action - CALL_TEN)
    else:
        _call_card(state, ACE, action - CALL_ACE)
    _after_call(state, options)


@kernel
def _call_card(state: np.record, call: int, suit: int) -> None:
    state.call = call
    state.called_suit = suit
    state.called_card = TEN_OF[suit] if call == TEN else ACE_OF[suit]


@kernel
def step_under(state: np.record, options: np.record, card: int) -> None:
    """Lay a card face down for the called suit."""
    picker = int(state.picker)
    state.under = card
    state.hands[picker] = int(state.hands[picker]) & ~(1 << card)
    _after_call(state, options)


@kernel
def _after_call(state: np.record, options: np.record) -> None:
    _set_sides(state, options)
    if options.crack != 0 and state.picker < num_players(options) - 1:
        give_turn(state, options, CRACK, int(state.picker) + 1)
    else:
        to_play(state, options)


@kernel
def _set_sides(state: np.record, options: np.record) -> None:
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


# --- Crack (3.9) -----------------------------------------------------------------------------------------------------------


@kernel
def legal_crack(state: np.record, mask: np.ndarray) -> int:
    """Mark the answers; who belongs to the picker has only one."""
    mask[NO_CRACK] = 1
    mask[SAY_CRACK] = 1 - (int(state.side) >> int(state.turn) & 1)
    return 1 + int(mask[SAY_CRACK])


@kernel
def step_crack(state: np.record, options: np.record, action: int) -> None:
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
def step_recrack(state: np.record, options: np.record, action: int) -> None:
    """Double again, or not."""
    state.recracked = int(action == SAY_RECRACK)
    to_play(state, options)


@kernel
def step_name_trick(state: np.record, options: np.record, action: int) -> None:
    """The dealer names the trick whose winner gets the blind (3.11)."""
    state.named_trick = action - NAME_FIRST + 1
    to_play(state, options)


# --- Southern Indiana (6.3) ------------------------------------------------------------------------------------------------


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
        _call_card(state, ACE, action - CALL_ACE)
    _set_sides(state, options)
    to_play(state, options)


# --- Exchange and extra calls (6.6, 6.8) -----------------------------------------------------------------------------------


@kernel
def legal_give(state: np.record, options: np.record, mask: np.ndarray) -> int:
    """Mark the designated cards that the player to move may give away: he needs two of them."""
    cards = int(state.hands[int(state.turn)]) & int(DESIGNATED[options.variant])
    mask[KEEP] = 1
    if num_cards(cards) < 2:
        return 1
    for card in range(NUM_CARDS):
        if cards >> card & 1:
            mask[card] = 1
    return 1 + int(num_cards(cards))


@kernel
def _move_card(state: np.record, card: int, source: int, target: int) -> None:
    state.hands[source] = int(state.hands[source]) & ~(1 << card)
    state.hands[target] = int(state.hands[target]) | 1 << card


@kernel
def step_give(state: np.record, options: np.record, action: int) -> None:
    """Give a card to the left neighbour, who answers at once; or keep them."""
    position = int(state.turn)
    if action == KEEP:
        _ask_next_give(state, options, position)
        return
    neighbour = (position + 1) % num_players(options)
    state.gave[position] = action
    _move_card(state, action, position, neighbour)
    give_turn(state, options, RETURN, neighbour)


@kernel
def giver_of(state: np.record, options: np.record) -> int:
    """Position that gave a card to the player who is to return one."""
    return (int(state.turn) + num_players(options) - 1) % num_players(options)


@kernel
def step_return(state: np.record, options: np.record, card: int) -> None:
    """Return a card."""
    giver = giver_of(state, options)
    state.returned[giver] = card
    _move_card(state, card, int(state.turn), giver)
    _ask_next_give(state, options, giver)


@kernel
def _ask_next_give(state: np.record, options: np.record, position: int) -> None:
    if position < num_players(options) - 1:
        give_turn(state, options, GIVE, position + 1)
    else:
        _without_picker(state, options)


@kernel
def extra_card(state: np.record, options: np.record) -> int:
    """The card that the player to move may call next, or NONE (6.8)."""
    position = int(state.turn)
    start = int(state.hands[position])
    if num_cards(start & int(DESIGNATED[options.variant])) < 2 or num_cards(int(state.side)) >= 3:
        return NONE
    chain, index = int(state.extra_chain), int(state.extra_index)
    if state.extra_caller < 0 and start >> SEVEN_D & 1 == 0:
        chain = 1
    if chain == 0:
        for i in range(index, len(CHAIN_E)):
            if start >> CHAIN_E[i] & 1 == 0:
                return int(CHAIN_E[i])
        if num_cards(start & int(DESIGNATED[options.variant])) < 3:
            return NONE
        index = 0
    for i in range(index, len(CHAIN_J)):
        if start >> CHAIN_J[i] & 1 == 0:
            return int(CHAIN_J[i])
    return NONE


@kernel
def _place_in_chains(card: int) -> tuple[int, int]:
    for i in range(len(CHAIN_E)):
        if CHAIN_E[i] == card:
            return 0, i
    for i in range(len(CHAIN_J)):
        if CHAIN_J[i] == card:
            return 1, i
    return 0, 0


@kernel
def step_extra_call(state: np.record, options: np.record, action: int) -> None:
    """Call one more partner, or stop; the answer "already a partner's" lets the caller go on."""
    position = int(state.turn)
    if action == STOP:
        if state.extra_caller < 0 and position < num_players(options) - 1:
            give_turn(state, options, EXTRA_CALL, position + 1)
        else:
            _without_picker(state, options)
        return
    card = extra_card(state, options)
    chain, index = _place_in_chains(card)
    state.extra_caller = position
    state.extra_called = int(state.extra_called) | 1 << card
    state.revealing = int(state.revealing) | 1 << card
    state.extra_chain = chain
    state.extra_index = index + 1
    for other in range(num_players(options)):
        if int(state.hands[other]) >> card & 1 and state.side >> other & 1 == 0:
            state.side |= 1 << other
            state.extra_joined = int(state.extra_joined) | 1 << card
            if chain == 0:
                state.extra_chain = 1
                state.extra_index = 0
    if extra_card(state, options) < 0:
        _without_picker(state, options)
