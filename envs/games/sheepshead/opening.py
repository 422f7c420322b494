"""The deal, and what is asked before the blind or the first lead (rules, sections 3.2, 3.3, 3.9, 5.12).

Where the rules ask only those who hold certain cards (a redeal claim, a blitz, the exchange of `p6_4`, the extra calls of
`p8_2`, calling up a jack), everybody is asked in order, and whoever does not hold them has one answer: so that being asked
shows nothing.
"""

import numpy as np

from envs.core.jit import kernel, large_kernel
from envs.core.tricks import TRUMP
from envs.games.sheepshead.actions import Action, Call, Kind, Phase
from envs.games.sheepshead.cards import BLACK_QUEENS, CARDS_OF_SUIT, CATCHERS, NO_CLAIM_CARDS, NONE, NUM_CARDS, RED_QUEENS, Card
from envs.games.sheepshead.designated import set_holders, without_picker
from envs.games.sheepshead.pot import decide_pot
from envs.games.sheepshead.state import ORDER_SIZE, allow, end_hand, give_turn, num_players, remember, throw_in, trumps_at_first
from envs.games.sheepshead.variants import BLIND_SIZE, HAND_SIZE, MAX_PLAYERS, PACK_OF, SIDES, Sides, Variant

# --- Deal (3.2) ---------------------------------------------------------------------------------------------------------------


@large_kernel
def deal(state: np.record, options: np.record, deck: np.ndarray) -> None:
    """Deal, skipping cards that the variant has not, and go to the first decision; after a sitting decide about the pot."""
    remember(state)
    _clear(state, options)
    if state.showdown != 0:
        decide_pot(state, options, deck)
        return
    variant = options.variant
    pack = int(PACK_OF[variant])
    sides = SIDES[variant]
    size = 16 if sides in (Sides.BATTERY, Sides.STACKS) else int(HAND_SIZE[variant])
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
    state.die = die_of(deck) if sides == Sides.DIE else 0
    _start(state, options)


@kernel
def die_of(deck: np.ndarray) -> int:
    """The die that is rolled in this deal: where the two sixes, which are not dealt, lie in the shuffle decides it.

    Every pair of places has a number, and as many of these numbers leave each rest.
    """
    first, second = 0, 0
    for i in range(NUM_CARDS):
        if deck[i] == Card.SIX_C:
            first = i
        elif deck[i] == Card.SIX_S:
            second = i
    return 1 + (first * (NUM_CARDS - 1) + second - int(second > first)) % 6


@kernel
def _deal_two(state: np.record, sides: int, place: int, card: int) -> None:
    """Deal one card of a two-player game: piles down, piles up, and in the battery game the hands (6.1)."""
    piles = 4 if sides == Sides.BATTERY else 8
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
    """Nobody holds, has won or has said anything yet."""
    _clear_cards(state)
    _clear_decisions(state)
    state.trumps = trumps_at_first(options)


@kernel
def _clear_cards(state: np.record) -> None:
    for position in range(MAX_PLAYERS):
        state.hands[position] = state.taken[position] = state.buried[position] = state.played[position] = 0
        state.won[position] = state.tricks_won[position] = state.card_points[position] = 0
        state.scores[position] = state.claim_at[position] = 0
        state.gave[position] = state.returned[position] = NONE
    for i in range(ORDER_SIZE):
        state.below[i] = NONE
        state.pile[i] = state.order[i] = 0
    for i in range(4):
        state.deck_blind[i] = NONE
    for i in range(16):
        state.deck_down[i] = NONE
    state.table[0] = state.table[1] = 0
    state.blind = state.auto_bury = state.shown = state.revealing = 0
    state.trick = state.trick_points = state.trick_size = state.num_tricks = 0


@kernel
def _clear_decisions(state: np.record) -> None:
    state.kind = Kind.UNDECIDED
    state.call = Call.NONE
    state.picker = state.other = state.called_suit = state.called_card = state.under = state.under_winner = NONE
    state.passed = state.pick_action = state.die = state.to_bury = state.under_order = state.is_opened = 0
    state.cracked = state.extra_caller = state.top = state.first = state.second = NONE
    state.recracked = state.blitz_black = state.blitz_red = state.claimed = state.side = state.revealed = 0
    state.extra_index = state.extra_called = state.extra_joined = state.named_trick = 0
    state.blind_to = state.offender = state.led = state.best = NONE
    state.turn = state.leader = state.winner = state.place = state.lead_place = state.best_place = 0


# --- Redeal claim, blitz, automatic buck (3.3, 3.9, 5.12) ---------------------------------------------------------------------


@kernel
def _start(state: np.record, options: np.record) -> None:
    """Go to the first phase that this table has."""
    sides = SIDES[options.variant]
    if sides == Sides.TEAMS:
        state.side = 0b0101
        holder = _bucker(state, options)
        if holder >= 0:
            give_turn(state, options, Phase.AUTO_BUCK, holder)
            return
    if options.redeal_claim != 0:
        give_turn(state, options, Phase.REDEAL_CLAIM, 0)
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
    if action == Action.CLAIM_REDEAL:
        throw_in(state)
    elif state.turn < num_players(options) - 1:
        give_turn(state, options, Phase.REDEAL_CLAIM, int(state.turn) + 1)
    else:
        _after_claims(state, options)


@kernel
def _after_claims(state: np.record, options: np.record) -> None:
    if options.blitz != 0:
        give_turn(state, options, Phase.BLITZ, 0)
    else:
        _after_blitz(state, options)


@kernel
def _legal_blitz(state: np.record, mask: np.ndarray) -> int:
    """Mark the blitzes that the player to move can show."""
    position = int(state.turn)
    hand = int(state.hands[position])
    is_first = (int(state.blitz_black) | int(state.blitz_red)) >> position & 1 == 0
    count = allow(mask, Action.NO_BLITZ, True)
    count += allow(mask, Action.BLITZ_BLACK, is_first and hand & BLACK_QUEENS == BLACK_QUEENS)
    return count + allow(mask, Action.BLITZ_RED, hand & RED_QUEENS == RED_QUEENS)


@kernel
def _step_blitz(state: np.record, options: np.record, action: int) -> None:
    """Show two queens; after the black ones the same player is asked for the red ones too."""
    position = int(state.turn)
    if action == Action.BLITZ_BLACK:
        state.blitz_black |= 1 << position
        state.shown = int(state.shown) | BLACK_QUEENS
        return
    if action == Action.BLITZ_RED:
        state.blitz_red |= 1 << position
        state.shown = int(state.shown) | RED_QUEENS
    if position < num_players(options) - 1:
        give_turn(state, options, Phase.BLITZ, position + 1)
    else:
        _after_blitz(state, options)


@kernel
def _after_blitz(state: np.record, options: np.record) -> None:
    variant = options.variant
    sides = SIDES[variant]
    if BLIND_SIZE[variant] > 0:
        give_turn(state, options, Phase.PICK, 0)
    elif sides == Sides.BIDDER:
        give_turn(state, options, Phase.BID, 0)
    elif variant == Variant.P6_4 and options.pass_option != 0:
        give_turn(state, options, Phase.GIVE, 0)
    elif variant == Variant.P8_2 and options.extra_call != 0:
        set_holders(state, options)
        give_turn(state, options, Phase.EXTRA_CALL, 0)
    else:
        without_picker(state, options)


@large_kernel
def legal_opening(state: np.record, mask: np.ndarray) -> int:
    """Mark what may be done before the pick."""
    phase = state.phase
    if phase == Phase.REDEAL_CLAIM:
        return allow(mask, Action.NO_CLAIM, True) + allow(mask, Action.CLAIM_REDEAL, may_claim_redeal(state))
    if phase == Phase.BLITZ:
        return _legal_blitz(state, mask)
    return allow(mask, Action.AUTO_BUCK, phase == Phase.AUTO_BUCK)


@large_kernel
def step_opening(state: np.record, options: np.record, action: int) -> None:
    """Take an action before the pick."""
    phase = state.phase
    if phase == Phase.REDEAL_CLAIM:
        _step_redeal_claim(state, options, action)
    elif phase == Phase.BLITZ:
        _step_blitz(state, options, action)
    else:
        end_hand(state)
