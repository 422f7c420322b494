"""The deal, and what is asked before the blind or the first lead (rules, sections 3.2, 3.3, 3.9, 5.12).

Where the rules ask only those who hold certain cards (a redeal claim, a blitz, the exchange of `p6_4`, the extra calls of
`p8_2`, calling up a jack), everybody is asked in order, and whoever does not hold them has one answer: so that being asked
shows nothing.
"""

import numpy as np

from envs.core.jit import kernel, large_kernel
from envs.games.sheepshead.actions import (
    AUTO_BUCK,
    BID,
    BLITZ,
    BLITZ_BLACK,
    BLITZ_RED,
    CLAIM_REDEAL,
    EXTRA_CALL,
    GIVE,
    NO_BLITZ,
    NO_CALL,
    NO_CLAIM,
    PICK,
    REDEAL_CLAIM,
    SHOW_BUCK,
    UNDECIDED,
)
from envs.games.sheepshead.cards import (
    BLACK_QUEENS,
    CARDS_OF_SUIT,
    CATCHERS,
    NO_CLAIM_CARDS,
    NONE,
    NUM_CARDS,
    RED_QUEENS,
    SIX_C,
    SIX_S,
    SPITZ_SECOND,
    TRUMP,
)
from envs.games.sheepshead.designated import set_holders, without_picker
from envs.games.sheepshead.pot import decide_pot
from envs.games.sheepshead.state import ORDER_SIZE, end_hand, give_turn, num_players, remember, throw_in
from envs.games.sheepshead.variants import (
    BATTERY,
    BIDDER,
    BLIND_SIZE,
    DIE,
    HAND_SIZE,
    MAX_PLAYERS,
    P6_4,
    P8_2,
    PACK_OF,
    SIDES,
    STACKS,
    TEAMS,
    TRUMPS_OF,
)

# --- Deal (3.2) ---------------------------------------------------------------------------------------------------------------


@large_kernel
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
    size = 16 if sides in (BATTERY, STACKS) else int(HAND_SIZE[variant])
    dealt = num_players(options) * size
    place = 0
    position, held = 0, 0
    for i in range(NUM_CARDS):
        card = int(deck[i])
        if pack >> card & 1:
            if size == 16:
                _deal_two(state, sides, place, card)
            elif place < dealt:
                held |= 1 << card
                if place == size * (position + 1) - 1:
                    state.hands[position] = held
                    position, held = position + 1, 0
            else:
                state.deck_blind[place - dealt] = card
                state.blind = int(state.blind) | 1 << card
            place += 1
    state.die = die_of(deck) if sides == DIE else 0
    _start(state, options)


@kernel
def die_of(deck: np.ndarray) -> int:
    """The die that is rolled in this deal: where the two sixes, which are not dealt, lie in the shuffle decides it.

    Every pair of places has a number, and as many of these numbers leave each rest.
    """
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
    _clear_cards(state)
    _clear_decisions(state)
    _clear_play(state)
    state.trumps = int(options.trump_order) if TRUMPS_OF[options.variant] <= SPITZ_SECOND else int(TRUMPS_OF[options.variant])


@kernel
def _clear_cards(state: np.record) -> None:
    """Nobody holds, has buried or has won a card, and none lies on the table."""
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


@kernel
def _clear_decisions(state: np.record) -> None:
    """Nothing has been said yet."""
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
    state.side = 0
    state.top = NONE
    state.cracked = NONE
    state.recracked = 0
    state.blitz_black = 0
    state.blitz_red = 0
    state.named_trick = 0
    state.extra_caller = NONE
    state.extra_chain = 0
    state.extra_index = 0
    state.extra_called = 0
    state.extra_joined = 0


@kernel
def _clear_play(state: np.record) -> None:
    """No card has been played yet."""
    state.turn = 0
    state.under_order = 0
    state.under_winner = NONE
    state.is_opened = 0
    state.revealed = 0
    state.first = NONE
    state.second = NONE
    state.claimed = 0
    state.blind_to = NONE
    state.offender = NONE
    state.num_tricks = 0
    state.trick = 0
    state.trick_points = 0
    state.trick_size = 0
    state.leader = 0
    state.led = NONE
    state.best = NONE
    state.winner = 0
    state.place = 0
    state.lead_place = 0
    state.best_place = 0


# --- Redeal claim, blitz, automatic buck (3.3, 3.9, 5.12) ---------------------------------------------------------------------


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
def may_claim_redeal(state: np.record) -> bool:
    """Whether the hand of the player to move holds nothing but low fail cards."""
    low = NO_CLAIM_CARDS & ~int(CARDS_OF_SUIT[state.trumps, TRUMP])
    return bool(int(state.hands[int(state.turn)]) & ~low == 0)


@kernel
def _step_redeal_claim(state: np.record, options: np.record, action: int) -> None:
    """Deal again, or ask the next player."""
    if action == CLAIM_REDEAL:
        throw_in(state)
    elif state.turn < num_players(options) - 1:
        give_turn(state, options, REDEAL_CLAIM, int(state.turn) + 1)
    else:
        _after_claims(state, options)


@kernel
def _after_claims(state: np.record, options: np.record) -> None:
    if options.blitz != 0:
        give_turn(state, options, BLITZ, 0)
    else:
        _after_blitz(state, options)


@kernel
def _legal_blitz(state: np.record, mask: np.ndarray) -> int:
    """Mark the blitzes that the player to move can show."""
    position = int(state.turn)
    hand = int(state.hands[position])
    is_first = (int(state.blitz_black) | int(state.blitz_red)) >> position & 1 == 0
    mask[NO_BLITZ] = 1
    mask[BLITZ_BLACK] = int(is_first and hand & BLACK_QUEENS == BLACK_QUEENS)
    mask[BLITZ_RED] = int(hand & RED_QUEENS == RED_QUEENS)
    return 1 + int(mask[BLITZ_BLACK]) + int(mask[BLITZ_RED])


@kernel
def _step_blitz(state: np.record, options: np.record, action: int) -> None:
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
        set_holders(state, options)
        give_turn(state, options, EXTRA_CALL, 0)
    else:
        without_picker(state, options)


@large_kernel
def legal_opening(state: np.record, mask: np.ndarray) -> int:
    """Mark what may be done before the pick."""
    phase = state.phase
    if phase == REDEAL_CLAIM:
        mask[NO_CLAIM] = 1
        mask[CLAIM_REDEAL] = int(may_claim_redeal(state))
        return 1 + int(mask[CLAIM_REDEAL])
    if phase == BLITZ:
        return _legal_blitz(state, mask)
    if phase == AUTO_BUCK:
        mask[SHOW_BUCK] = 1
        return 1
    return 0


@large_kernel
def step_opening(state: np.record, options: np.record, action: int) -> None:
    """Take an action before the pick."""
    phase = state.phase
    if phase == REDEAL_CLAIM:
        _step_redeal_claim(state, options, action)
    elif phase == BLITZ:
        _step_blitz(state, options, action)
    else:
        end_hand(state)
