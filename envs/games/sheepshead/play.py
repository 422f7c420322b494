"""Tricks: what may be played, who wins, the duties of picker and called partner (rules, sections 2.5, 3.8, 3.10)."""

import numpy as np

from envs.core.cards import lowest, num_cards
from envs.core.jit import kernel, large_kernel
from envs.core.tricks import TRUMP, beats, sum_of
from envs.games.sheepshead.actions import UNDER_BIT, Action, Call, Kind, Phase
from envs.games.sheepshead.cards import ABOVE, ACE_OF, BEATEN_BY, CARD_POINTS, CARDS_OF_SUIT, NONE, RANK_SETS, SUIT_OF
from envs.games.sheepshead.options import CalledCardSlough, FirstLead, Renege
from envs.games.sheepshead.state import allow, allow_cards, end_hand, give_turn, num_players
from envs.games.sheepshead.variants import DESIGNATED, NUM_TRICKS, SIDES, Sides, Variant


@kernel
def to_play(state: np.record, options: np.record) -> None:
    """Let the first player lead (3.10)."""
    state.leader = 0
    if state.picker >= 0 and options.first_lead == FirstLead.PICKER_LEFT:
        state.leader = (int(state.picker) + 1) % num_players(options)
    state.winner = state.leader
    give_turn(state, options, Phase.PLAY, int(state.leader))


# --- Legal cards -----------------------------------------------------------------------------------------------------------


@kernel
def cards_at_hand(state: np.record, options: np.record) -> int:
    """Cards that the unit to move holds: a hand, or in two-player games perhaps the face-up cards of a player."""
    position = int(state.turn)
    if state.place == 1:
        return int(state.table[position])
    return int(state.hands[position])


@kernel
def holds_under(state: np.record) -> bool:
    """Whether the player to move is the picker and still has the under card."""
    return bool(state.under >= 0 and state.under_order == 0 and state.turn == state.picker)


@kernel
def playable(state: np.record, options: np.record) -> int:
    """Cards that may be played, and the under card as UNDER_BIT if that may be.

    Rule:
        Follow the effective suit led if able (2.5), narrowed by the duties of a called card until its suit has been led (3.8).
        An under card belongs to the called suit.
    """
    hand = cards_at_hand(state, options)
    has_under = holds_under(state)
    led = int(state.led)
    cards = hand
    is_following = False
    if led >= 0:
        following = hand & int(CARDS_OF_SUIT[state.trumps, led])
        is_following = following != 0 or (has_under and led == state.called_suit)
        if is_following:
            cards = following
    if state.called_suit < 0 or state.is_opened != 0:
        return cards
    if has_under and (not is_following or led == state.called_suit):
        cards |= 1 << UNDER_BIT
    return _keep_duties(state, options, hand, cards, is_following)


@kernel
def _keep_duties(state: np.record, options: np.record, hand: int, cards: int, is_following: bool) -> int:
    """Remove what the picker or the called partner may not play before the called suit is opened, unless nothing is left."""
    led = int(state.led)
    suit = int(state.called_suit)
    in_suit = hand & int(CARDS_OF_SUIT[state.trumps, suit])
    called = 1 << int(state.called_card)
    call = int(state.call)
    keep = 0
    if state.turn != state.picker:
        if hand & called == 0:
            return cards
        keep = called
        if led >= 0 and led != suit and options.called_card_slough == CalledCardSlough.ALLOWED:
            return cards
    elif call in (Call.TEN, Call.SELF):
        keep = 1 << int(ACE_OF[suit])
    elif call == Call.UNKNOWN:
        keep = 1 << UNDER_BIT
        if led < 0:
            return cards
    elif led >= 0 and led != suit and not is_following and num_cards(in_suit) == 1:
        left = cards & ~in_suit
        return left if left != 0 else cards
    else:
        return cards
    if led == suit:
        left = cards & keep
    elif led < 0:
        left = cards & ~(in_suit & ~keep)
    else:
        left = cards & ~keep
    return left if left != 0 else cards


@kernel
def may_claim(state: np.record, options: np.record) -> bool:
    """Whether the player to move may claim the rest (3.10)."""
    return bool(
        options.claim_rest != 0
        and state.trick_size == 0
        and state.kind not in (Kind.LEASTER, Kind.MOSTER)
        and state.call != Call.BILLY
        and state.claimed >> int(state.turn) & 1 == 0
        and (SIDES[options.variant] != Sides.FIRST_PLAYED or state.second >= 0)
    )


@kernel
def legal_play(state: np.record, options: np.record, mask: np.ndarray) -> int:
    """Mark the cards that may be played; with `renege=forfeit` all that are held."""
    cards = playable(state, options)
    if options.renege == Renege.FORFEIT:
        cards = cards_at_hand(state, options)
        if holds_under(state):
            cards |= 1 << UNDER_BIT
    count = allow_cards(mask, cards & ~(1 << UNDER_BIT))
    count += allow(mask, Action.PLAY_UNDER, cards >> UNDER_BIT & 1 == 1)
    return count + allow(mask, Action.CLAIM_REST, may_claim(state, options))


# --- Playing ---------------------------------------------------------------------------------------------------------------


@kernel
def takes_lead(state: np.record, options: np.record, card: int) -> bool:
    """Whether a card beats the best one of the trick so far; an under card is neither (2.5)."""
    best = int(state.best)
    if best < 0:
        return bool(SUIT_OF[state.trumps, card] == state.led or SUIT_OF[state.trumps, card] == TRUMP)
    if state.call == Call.TEN and state.is_opened == 0 and options.called_ten_beats_ace != 0:
        suit = int(CARDS_OF_SUIT[state.trumps, state.called_suit])
        if suit >> card & suit >> best & 1:
            if card == state.called_card:
                return True
            if best == state.called_card:
                return False
    return beats(BEATEN_BY, int(state.trumps), card, best)


@kernel
def step_play(state: np.record, options: np.record, action: int) -> None:
    """Play a card, the under card, or claim the rest."""
    if action == Action.CLAIM_REST:
        _claim(state, options)
        return
    bit = UNDER_BIT if action == Action.PLAY_UNDER else action
    if options.renege == Renege.FORFEIT and playable(state, options) >> bit & 1 == 0:
        state.offender = state.turn
        end_hand(state)
        return
    position = int(state.turn)
    is_under = action == Action.PLAY_UNDER
    card = int(state.under) if is_under else action
    _lay_down(state, options, position, card, is_under)
    if not is_under:
        if takes_lead(state, options, card):
            state.best = card
            state.winner = position
            state.best_place = state.place
        _notice(state, options, position, card)
    _pass_on_turn(state, options)


@kernel
def _lay_down(state: np.record, options: np.record, position: int, card: int, is_under: bool) -> None:
    """Move a card from its player to the trick."""
    units = 2 * num_players(options) if SIDES[options.variant] == Sides.BATTERY else num_players(options)
    now = units * int(state.num_tricks) + int(state.trick_size) + 1
    if is_under:
        state.under_order = now
    elif state.place == 1:
        state.table[position] = int(state.table[position]) & ~(1 << card)
    else:
        state.hands[position] = int(state.hands[position]) & ~(1 << card)
    state.played[position] = int(state.played[position]) | (1 << card)
    state.order[card] = now
    if state.trick_size == 0:
        state.led = state.called_suit if is_under else SUIT_OF[state.trumps, card]
    state.trick = int(state.trick) | (1 << card)
    state.trick_points += CARD_POINTS[card]
    state.trick_size += 1


@kernel
def _notice(state: np.record, options: np.record, position: int, card: int) -> None:
    """Note what a played card tells about the sides."""
    if state.revealing >> card & 1:
        state.revealed |= 1 << position
    if SIDES[options.variant] == Sides.FIRST_PLAYED and state.second < 0:
        variant = options.variant
        designated = RANK_SETS[options.agreed_rank] if variant == Variant.P4_3C else DESIGNATED[variant]
        if designated >> card & 1:
            state.revealed |= 1 << position
            if state.first < 0:
                state.first = position
                state.top = position
            else:
                state.second = position
                state.side = state.revealed


@kernel
def _pass_on_turn(state: np.record, options: np.record) -> None:
    """Let the next player play; after the last card of a trick its winner takes it and leads."""
    sides = SIDES[options.variant]
    players = num_players(options)
    if sides == Sides.BATTERY:
        if state.trick_size < 4:
            state.turn = int(state.leader) if state.trick_size & 1 == 0 else 1 - int(state.leader)
            if state.trick_size == 2:
                state.place = 1 - int(state.lead_place)
            give_turn(state, options, Phase.PLAY, int(state.turn))
            return
    elif state.trick_size < players:
        following = int(state.turn) + 1
        give_turn(state, options, Phase.PLAY, following if following < players else 0)
        return
    _take_trick(state)
    if sides in (Sides.BATTERY, Sides.STACKS):
        _uncover(state, int(state.trick))
    if sides == Sides.BATTERY:
        state.place = state.best_place
        state.lead_place = state.best_place
    state.trick = 0
    winner = int(state.winner)
    if state.num_tricks == NUM_TRICKS[options.variant] or (state.call == Call.BILLY and winner == state.picker):
        end_hand(state)
        return
    state.leader = winner
    give_turn(state, options, Phase.PLAY, winner)


@kernel
def _take_trick(state: np.record) -> None:
    winner = int(state.winner)
    state.card_points[winner] += state.trick_points
    state.won[winner] = int(state.won[winner]) | int(state.trick)
    state.tricks_won[winner] += 1
    state.num_tricks += 1
    if state.named_trick == state.num_tricks:
        state.blind_to = winner
    if state.under_winner < 0 and state.under_order > 0:
        state.under_winner = winner
    if state.led == state.called_suit:
        state.is_opened = 1
    state.trick_size = 0
    state.trick_points = 0
    state.led = NONE
    state.best = NONE


@large_kernel
def _uncover(state: np.record, cards: int) -> None:
    """Turn up what lay under the table cards just played (6.1)."""
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        below = int(state.below[card])
        if below >= 0:
            owner = 1 if state.pile[card] > 8 else 0
            state.table[owner] = int(state.table[owner]) | (1 << below)
            state.pile[below] = state.pile[card]
            state.below[card] = NONE


# --- Claiming the rest (3.10) ----------------------------------------------------------------------------------------------


@large_kernel
def _claim(state: np.record, options: np.record) -> None:
    """Lay the hand open; if the claim stands all that is left goes to the claimant, else play goes on."""
    position = int(state.turn)
    state.claimed |= 1 << position
    state.claim_at[position] = 1 + num_players(options) * int(state.num_tricks)
    state.shown = int(state.shown) | int(state.hands[position])
    if not _claim_stands(state, options, position):
        return
    rest = 0
    for other in range(num_players(options)):
        rest |= int(state.hands[other])
        state.played[other] = int(state.played[other]) | int(state.hands[other])
        state.hands[other] = 0
    state.card_points[position] += sum_of(CARD_POINTS, rest)
    state.won[position] = int(state.won[position]) | rest
    state.tricks_won[position] += int(NUM_TRICKS[options.variant]) - int(state.num_tricks)
    state.num_tricks = NUM_TRICKS[options.variant]
    state.winner = position
    end_hand(state)


@kernel
def _claim_stands(state: np.record, options: np.record, position: int) -> bool:
    """Whether the sufficient test of 3.10 holds: (a) top trumps, (b) enough of them, (c) top fail cards, (d) no duty open."""
    if state.called_suit >= 0 and state.is_opened == 0:
        return False
    trumps = int(CARDS_OF_SUIT[state.trumps, TRUMP])
    hand = int(state.hands[position])
    others = 0
    for other in range(num_players(options)):
        if other != position:
            others |= int(state.hands[other])
            if num_cards(int(state.hands[other]) & trumps) > num_cards(hand & trumps):
                return False
    while hand != 0:
        if int(ABOVE[state.trumps, lowest(hand)]) & others:
            return False
        hand &= hand - 1
    return True
