"""Drawing what a seat cannot see: every shuffle and hidden choice that fits what it saw, each with the same chance.

`guess` proposes, uniformly over all ways to hand out the unseen cards that agree with hand sizes, suits that players could not
follow, and single cards that are known to be somewhere or not (a called ace, a jack called up, cards shown); it counts these
ways exactly. Then the history is played on the proposed deal, which is kept only if every decision is legal (`recall`) and the
seat sees just what it saw (`fits`); if not, another one is proposed. So what is kept is uniform over all that fits, whatever
the rules of a table say about it.

In all kernels `state` is a notebook of what the observer knows until the deal is replayed, `me` is the observer's position,
`memo` is scratch (int64 [MEMO_SIZE]), and streams[i] (uint64) is advanced.
"""

import numpy as np

from envs.core.cards import lowest, num_cards
from envs.core.hands import count_ways, draw_hands, pick, pick_card, plan_hands, write_packet, write_shuffled
from envs.core.jit import kernel, large_kernel, part_kernel
from envs.games.sheepshead.actions import Action, Phase
from envs.games.sheepshead.cards import CARDS_OF_SUIT, NONE, NUM_CARDS, SUIT_OF
from envs.games.sheepshead.history import Memo, note_events, one_of, read_events, read_group, read_match
from envs.games.sheepshead.knowledge import NUM_PLACES, Place, read_order, taken_by, write_barred, write_known
from envs.games.sheepshead.layout import Seen, at, bits_of, cards_of, has_match_pieces
from envs.games.sheepshead.opening import die_of
from envs.games.sheepshead.state import num_players
from envs.games.sheepshead.variants import DESIGNATED, HAND_SIZE, MAX_PLAYERS, PACK_OF, SIDES, Sides, Variant

MAX_EXCHANGES = 100
"""Tries at the exchange of `p6_4` before a guess is given up."""

# --- From hands to the deck ---------------------------------------------------------------------------------------------------


@kernel
def _undo_exchange(
    options: np.record, observation: np.ndarray, state: np.record, me: int, whole: np.ndarray, memo: np.ndarray,
    streams: np.ndarray, i: int,
) -> bool:  # fmt: skip
    """Give back what was given and returned in `p6_4`, drawing what the observer did not see; False if that cannot be.

    `whole`: int64 [MAX_PLAYERS], cards of each position after the exchange; becomes those before.
    """
    players = num_players(options)
    gave = read_group(observation, Seen.GAVE, players, me)
    for giver in range(players - 1, -1, -1):
        memo[Memo.GAVE + giver] = NONE
        memo[Memo.RETURNED + giver] = NONE
        if gave >> giver & 1 == 0:
            continue
        neighbour = (giver + 1) % players
        is_pending = state.phase == Phase.RETURN and state.turn == neighbour
        given, returned = NONE, NONE
        if giver == me:
            given = one_of(bits_of(observation, Seen.GIVEN))
            returned = one_of(bits_of(observation, Seen.GOT_BACK))
        elif neighbour == me:
            given = one_of(bits_of(observation, Seen.RECEIVED))
            returned = one_of(bits_of(observation, Seen.SENT_BACK))
        else:
            given = pick_card(int(DESIGNATED[Variant.P6_4]), streams, i)
            if not is_pending:
                returned = pick_card(int(whole[giver]), streams, i)
        if whole[neighbour] >> given & 1 == 0 or (returned >= 0 and whole[giver] >> returned & 1 == 0):
            return False
        whole[neighbour] = int(whole[neighbour]) & ~(1 << given)
        whole[giver] = int(whole[giver]) | 1 << given
        if returned >= 0:
            whole[giver] = int(whole[giver]) & ~(1 << returned)
            whole[neighbour] = int(whole[neighbour]) | 1 << returned
        memo[Memo.GAVE + giver] = given
        memo[Memo.RETURNED + giver] = returned
    return True


@kernel
def _add_spare_cards(deck: np.ndarray, options: np.record, die: int, streams: np.ndarray, i: int) -> None:
    """Put the cards that are not dealt anywhere among the others; where the die is known, so that it falls like that."""
    spare = ((1 << NUM_CARDS) - 1) & ~int(PACK_OF[options.variant])
    size = NUM_CARDS - num_cards(spare)
    dealt = deck[:size].copy()
    while spare != 0:
        where = pick((1 << NUM_CARDS) - 1, NUM_CARDS - size, streams, i)
        rest = spare
        next_dealt = 0
        for place in range(NUM_CARDS):
            if where >> place & 1:
                card = pick_card(rest, streams, i)
                rest &= ~(1 << card)
                deck[place] = card
            else:
                deck[place] = dealt[next_dealt]
                next_dealt += 1
        if die == 0 or die_of(deck) == die:
            return


@large_kernel
def _write_deck(
    state: np.record, options: np.record, observation: np.ndarray, me: int, got: np.ndarray, memo: np.ndarray,
    streams: np.ndarray, i: int,
) -> bool:  # fmt: skip
    """Write the deck from which the proposed hands came, and note the hidden choices; False if there is none.

    `got`: int64 [NUM_PLACES], unseen cards drawn for each place.
    """
    whole = np.zeros(MAX_PLAYERS, np.int64)
    _put_together(state, options, got, memo, whole)
    if options.variant == Variant.P6_4 and not _undo_exchange(options, observation, state, me, whole, memo, streams, i):
        return False
    first_taken = _take_back(state, options, int(state.picker), me, whole, streams, i)
    other_taken = _take_back(state, options, int(state.other), me, whole, streams, i)
    if state.pick_action == Action.NUCLEAR:
        whole[state.picker] = int(state.auto_bury) | int(got[Place.AUTO_BURY])
    size = int(HAND_SIZE[options.variant])
    for position in range(num_players(options)):
        write_packet(state.deck, size * position, size, int(whole[position]))
    at = size * num_players(options)
    for cards in (first_taken, other_taken, int(got[Place.BLIND])):
        write_shuffled(state.deck, at, 1, cards, streams, i)
        at += num_cards(cards)
    _add_spare_cards(state.deck, options, int(state.die), streams, i)
    return True


@kernel
def _put_together(state: np.record, options: np.record, got: np.ndarray, memo: np.ndarray, whole: np.ndarray) -> None:
    """Write all cards that each position has had in hand, and note what was buried and laid down in this proposal."""
    under = int(state.under)
    if got[Place.UNDER_CARD] != 0:
        under = lowest(int(got[Place.UNDER_CARD]))
    memo[Memo.UNDER] = under
    for position in range(num_players(options)):
        buried = int(state.buried[position])
        if position == state.picker:
            buried |= int(got[Place.BURY_OF_PICKER])
        elif position == state.other:
            buried |= int(got[Place.BURY_OF_OTHER])
        memo[Memo.BURIED + position] = buried
        whole[position] = int(state.hands[position]) | int(state.played[position]) | int(got[position]) | buried
        if position == state.picker and under >= 0:
            whole[position] = int(whole[position]) | 1 << under


@kernel
def _take_back(
    state: np.record, options: np.record, position: int, me: int, whole: np.ndarray, streams: np.ndarray, i: int
) -> int:
    """Draw which of a player's cards came from the blind, unless the observer saw it; they are taken out of `whole`."""
    if position < 0:
        return 0
    count = taken_by(state, options, position)
    taken = int(state.taken[position])
    if position != me:
        taken = pick(int(whole[position]), count, streams, i)
    whole[position] = int(whole[position]) & ~taken
    return taken


# --- Guessing -----------------------------------------------------------------------------------------------------------------


@part_kernel
def guess(state: np.record, options: np.record, observation: np.ndarray, memo: np.ndarray, streams: np.ndarray, i: int) -> None:
    """Draw one of the shuffles and hidden choices that fit an observation, each with the same chance."""
    if num_players(options) == 2:
        _guess_two(state, options, observation, memo, streams, i)
        if has_match_pieces(options):
            read_match(state, options, observation)
        return
    room = np.zeros(NUM_PLACES, np.int64)
    barred = np.zeros(NUM_PLACES, np.int64)
    got = np.zeros(NUM_PLACES, np.int64)
    me = read_events(state, options, observation)
    unseen = int(PACK_OF[options.variant]) & ~write_known(state, options, observation, me, memo, room)
    note_events(state, options, observation, memo)
    if has_match_pieces(options):
        read_match(state, options, observation)
    write_barred(state, options, observation, memo, barred)
    plan, ways = plan_hands(unseen, 0, room, barred, 0, 0)
    count_ways(plan, ways, 0, len(ways) - 1)
    for _ in range(MAX_EXCHANGES):
        draw_hands(plan, ways, unseen, room, got, streams, i)
        if _write_deck(state, options, observation, me, got, memo, streams, i):
            return


# --- Two players --------------------------------------------------------------------------------------------------------------


@kernel
def _void_suits(options: np.record, observation: np.ndarray, memo: np.ndarray, theirs: int) -> int:
    """Cards that the other player's hand cannot hold, because it did not follow suit (6.1)."""
    order = int(options.trump_order)
    units = 4 if SIDES[options.variant] == Sides.BATTERY else 2
    led = NONE
    void = 0
    for number in range(1, NUM_CARDS + 1):
        card = int(memo[Memo.PLAYED + number])
        if card < 0:
            break
        if (number - 1) % units == 0:
            led = int(SUIT_OF[order, card])
        elif theirs >> card & 1 and observation[at(observation, Seen.PILE) + card] == 0 and SUIT_OF[order, card] != led:
            void |= int(CARDS_OF_SUIT[order, led])
    return void


@large_kernel
def _guess_two(
    state: np.record, options: np.record, observation: np.ndarray, memo: np.ndarray, streams: np.ndarray, i: int
) -> None:
    """`guess` for two players: what did not follow suit from the hand lies face down, everything else is alike."""
    me = 1 if observation[at(observation, Seen.POSITION) + 1] != 0 else 0
    state.dealer = 1 - me
    hands = np.zeros(2, np.int64)
    known = _read_two(observation, me, memo, hands)
    unseen = int(PACK_OF[options.variant]) & ~known
    held = 0
    piles = 8
    if SIDES[options.variant] == Sides.BATTERY:
        piles = 4
        theirs = cards_of(observation, Seen.PLAYED, 1)
        void = _void_suits(options, observation, memo, theirs)
        held = pick(unseen & ~void, int(HAND_SIZE[options.variant]) - num_cards(int(hands[1 - me])), streams, i)
        hands[1 - me] |= held
        for position in range(2):
            write_packet(state.deck, 16 + 8 * position, 8, int(hands[position]))
    down = unseen & ~held
    for relative in range(16):
        pile = relative % 8
        if pile >= piles:
            continue
        owner = (relative // 8) ^ me
        first, second = _cards_of_pile(observation, relative + 1)
        if second < 0:
            second = pick_card(down, streams, i)
            down &= ~(1 << second)
        state.deck[owner * piles + pile] = second
        state.deck[(2 + owner) * piles + pile] = first
    _add_spare_cards(state.deck, options, 0, streams, i)
    memo[Memo.CLAIMED] = 0
    memo[Memo.UNDER_ORDER] = 0


@kernel
def _read_two(observation: np.ndarray, me: int, memo: np.ndarray, hands: np.ndarray) -> int:
    """Read the cards of two players; returns those whose place is known.

    `hands`: int64 [2]; written: cards that were dealt to each hand, as far as the observer knows.
    """
    mine = cards_of(observation, Seen.PLAYED, 0)
    theirs = cards_of(observation, Seen.PLAYED, 1)
    hands[me] = bits_of(observation, Seen.HAND)
    known = int(hands[me]) | mine | theirs
    known |= cards_of(observation, Seen.UP, 0) | cards_of(observation, Seen.UP, 1)
    read_order(observation, memo)
    for card in range(NUM_CARDS):
        is_from_hand = observation[at(observation, Seen.PILE) + card] == 0
        if is_from_hand and observation[at(observation, Seen.ORDER) + card] > 0:
            hands[me if mine >> card & 1 else 1 - me] |= 1 << card
    return known


@kernel
def _cards_of_pile(observation: np.ndarray, pile: int) -> tuple[int, int]:
    """The card that lay face up on a pile, and the one turned up since, or NONE."""
    first, second = NONE, NONE
    for card in range(NUM_CARDS):
        if observation[at(observation, Seen.PILE) + card] == pile:
            if first < 0:
                first = card
            else:
                second = card
    if second >= 0:
        order = int(observation[at(observation, Seen.ORDER) + first])
        if order == 0 or 0 < observation[at(observation, Seen.ORDER) + second] < order:
            first, second = second, first
    return first, second
