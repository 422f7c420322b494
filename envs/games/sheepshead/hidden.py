"""Drawing what a seat cannot see: every shuffle and hidden choice that fits what it saw, each with the same chance.

`guess` proposes, uniformly over all ways to hand out the unseen cards that agree with hand sizes, suits that players could not
follow, and single cards that are known to be somewhere or not (a called ace, a jack called up, cards shown); it counts these ways
exactly. Then it plays the history on the proposed deal and keeps it only if every decision is legal and the seat sees just what
it saw; if not, it proposes again. So what is kept is uniform over all that fits, whatever the rules of a table say about it.
"""

import numpy as np

from envs.core.cards import lowest, nth_card, num_cards
from envs.core.jit import kernel
from envs.core.rng import next_below
from envs.games.sheepshead import observation as seen
from envs.games.sheepshead.counting import NUM_PLACES, count_ways, group_cards, hand_out, pick_some
from envs.games.sheepshead.history import (
    BURIED_MEMO,
    GAVE_MEMO,
    PLAYED_MEMO,
    RETURNED_MEMO,
    UNDER_MEMO,
    fits,
    note_events,
    num_decisions,
    one_of,
    read_bits,
    read_events,
    read_group,
    read_match,
)
from envs.games.sheepshead.options import UnknownTest
from envs.games.sheepshead.state import calls_a_card, has_jack_partner, num_players
from envs.games.sheepshead.tables import (
    ACE,
    ACE_OF,
    ALONE,
    BATTERY,
    BLIND_SIZE,
    BOTH_PARTNERS,
    BURY,
    CALLED_JACKS,
    CARDS_OF_SUIT,
    CHAIN_E,
    CHAIN_J,
    DESIGNATED,
    FAIL_ACES,
    HAND_SIZE,
    JD,
    MAX_PLAYERS,
    NONE,
    NUCLEAR,
    NUM_ACTIONS,
    NUM_CARDS,
    OTHER_TAKES,
    P6_4,
    P7_5,
    P8_2,
    PACK_OF,
    PICK_0,
    PICK_4,
    PICKER_TAKES,
    QC,
    RETURN,
    SEVEN_D,
    SIDES,
    SIX_C,
    SIX_S,
    SUIT_OF,
    TEN,
    UNDER,
    UNKNOWN,
    UP,
)

BURY_OF_PICKER, BURY_OF_OTHER, UNDER_CARD, BLIND, AUTO = range(MAX_PLAYERS, NUM_PLACES)
"""Places other than hands."""
MAX_TRIES = 1_000_000

# --- What is known of the cards -----------------------------------------------------------------------------------------------


@kernel
def _taken_by(state: np.record, options: np.record, position: int) -> int:
    """Number of blind cards that a position took."""
    variant = options.variant
    if state.picker < 0 or BLIND_SIZE[variant] == 0:
        return 0
    action = int(state.pick_action)
    own, others = int(PICKER_TAKES[variant]), int(OTHER_TAKES[variant])
    if action in (NUCLEAR, PICK_4):
        own, others = 4, 0
    elif variant == P7_5:
        own = action - PICK_0
        others = 2 - own
    if position == state.picker:
        return own
    return others if position == state.other else 0


@kernel
def _buried_by(state: np.record, options: np.record, position: int) -> int:
    """Number of cards that a position has buried."""
    taken = _taken_by(state, options, position)
    if state.pick_action == NUCLEAR:
        return 0
    if state.phase != BURY:
        return taken
    if position == state.turn:
        return taken - int(state.to_bury)
    return taken if position == state.picker else 0


@kernel
def _is_laid(state: np.record) -> bool:
    """Whether an under card has been laid down."""
    return bool(state.call == UNKNOWN and state.phase != UNDER)


@kernel
def _write_known(
    state: np.record, options: np.record, observation: np.ndarray, me: int, memo: np.ndarray, room: np.ndarray
) -> int:
    """Note the cards that the observer knows, and how many each place still lacks.

    Args:
        state: notebook; `hands`, `played`, `buried`, `taken`, `under` and `auto_bury` are written.
        options: of the table.
        observation: int8.
        me: position of the observer.
        memo: scratch; the cards in playing order are written from PLAYED_MEMO on, -1 for an unseen under card.
        room: int64 [NUM_PLACES]; written.

    Returns:
        The set of cards whose place is known.
    """
    variant = options.variant
    players = num_players(options)
    known = 0
    under = one_of(read_bits(observation, seen.UNDER_AT, NUM_CARDS))
    state.under = under
    for place in range(NUM_PLACES):
        room[place] = 0
    for k in range(players):
        position = (me + k) % players
        played = read_bits(observation, seen.PLAYED_AT + NUM_CARDS * k, NUM_CARDS)
        state.played[position] = played
        from_hand = played & ~(1 << under) if under >= 0 else played
        taken = _taken_by(state, options, position)
        size = (0 if state.pick_action == NUCLEAR and position == state.picker else int(HAND_SIZE[variant])) + taken
        size -= _buried_by(state, options, position) + num_cards(from_hand)
        if position == state.picker and _is_laid(state):
            size -= 1
        room[position] = size
        state.hands[position] = 0
        state.buried[position] = 0
        state.taken[position] = 0
        known |= played
    if state.phase == RETURN:
        room[state.turn] += 1
        room[(state.turn + players - 1) % players] -= 1
    state.hands[me] = read_bits(observation, seen.HAND_AT, NUM_CARDS)
    state.buried[me] = read_bits(observation, seen.BURIED_AT, NUM_CARDS)
    state.taken[me] = read_bits(observation, seen.TAKEN_AT, NUM_CARDS)
    state.auto_bury = 0
    if state.pick_action == NUCLEAR:
        if state.picker == me:
            state.auto_bury = state.buried[me]
            state.buried[me] = 0
        else:
            room[AUTO] = 4
    known |= int(state.hands[me]) | int(state.buried[me]) | int(state.auto_bury)
    room[me] = 0
    if _is_laid(state):
        if under >= 0:
            known |= 1 << under
        else:
            room[UNDER_CARD] = 1
    room[BLIND] = int(BLIND_SIZE[variant])
    if state.picker >= 0 and BLIND_SIZE[variant] > 0:
        picker, other = int(state.picker), int(state.other)
        room[BLIND] -= _taken_by(state, options, picker)
        if picker != me:
            room[BURY_OF_PICKER] = _buried_by(state, options, picker)
        if other >= 0:
            room[BLIND] -= _taken_by(state, options, other)
            if other != me:
                room[BURY_OF_OTHER] = _buried_by(state, options, other)
    for card in range(NUM_CARDS):
        holder = int(observation[seen.SHOWN_AT + card])
        if holder > 1:
            position = (me + holder - 1) % players
            state.hands[position] = int(state.hands[position]) | 1 << card
            room[position] -= 1
            known |= 1 << card
    for i in range(NUM_CARDS + 1):
        memo[PLAYED_MEMO + i] = NONE
    for card in range(NUM_CARDS):
        if observation[seen.ORDER_AT + card] > 0:
            memo[PLAYED_MEMO + int(observation[seen.ORDER_AT + card])] = card
    return known


@kernel
def _player_of(state: np.record, card: int, players: int) -> int:
    """Position that played a card; an unseen under card is the picker's."""
    for position in range(players):
        if card >= 0 and state.played[position] >> card & 1:
            return position
    return int(state.picker)


@kernel
def _forbid(allowed: np.ndarray, cards: int, places: int) -> None:
    """None of the cards is at one of the places."""
    while cards != 0:
        card = lowest(cards)
        allowed[card] &= ~places
        cards &= cards - 1


@kernel
def _only(allowed: np.ndarray, cards: int, places: int) -> None:
    """All of the cards are at some of the places."""
    while cards != 0:
        card = lowest(cards)
        allowed[card] &= places
        cards &= cards - 1


@kernel
def _write_voids(state: np.record, players: int, num_played: int, memo: np.ndarray, allowed: np.ndarray) -> None:
    """Whoever did not follow suit has none of it, and who has played in the trick that opens the called suit no called card."""
    led = NONE
    for number in range(1, num_played + 1):
        card = int(memo[PLAYED_MEMO + number])
        is_under = number == state.under_order
        position = int(state.picker) if is_under else _player_of(state, card, players)
        suit = int(state.called_suit) if is_under else int(SUIT_OF[state.trumps, card])
        if (number - 1) % players == 0:
            led = suit
        elif suit != led:
            _forbid(allowed, int(CARDS_OF_SUIT[state.trumps, led]), 1 << position)
        is_opening = state.called_suit >= 0 and state.is_opened == 0 and led == state.called_suit
        if is_opening and state.called_card >= 0 and position != state.picker:
            _forbid(allowed, 1 << int(state.called_card), 1 << position)


@kernel
def _write_calls(state: np.record, options: np.record, allowed: np.ndarray) -> None:
    """What the call tells about single cards; what it tells besides is left to the check."""
    picker = int(state.picker)
    call = int(state.call)
    hand = 1 << picker
    under = 1 << UNDER_CARD
    buried = 1 << BURY_OF_PICKER
    aside = under | buried | 1 << BLIND | 1 << AUTO
    called = 1 << int(state.called_card) if state.called_card >= 0 else 0
    if call == ACE:
        _forbid(allowed, called, aside if options.call_own_ace != 0 and BLIND_SIZE[options.variant] > 0 else aside | hand)
    elif call == TEN:
        _forbid(allowed, called, aside | hand)
        _only(allowed, FAIL_ACES, hand | buried)
        if state.is_opened == 0:
            _only(allowed, 1 << int(ACE_OF[state.called_suit]), hand)
    elif call == UNKNOWN:
        _forbid(allowed, called, aside | hand)
        in_suit = int(CARDS_OF_SUIT[state.trumps, state.called_suit])
        _forbid(allowed, in_suit, hand | under | (buried if options.unknown_test == UnknownTest.BEFORE_BURY else 0))
    elif call == UP:
        _forbid(allowed, called, hand | buried | 1 << BLIND)
        _only(allowed, 1 << JD, hand | buried)
        for jack in CALLED_JACKS:
            if jack == state.called_card:
                break
            _only(allowed, 1 << jack, hand | buried)
    elif call == ALONE and options.alone_allowed == 0 and options.unknown_allowed != 0:
        _only(allowed, FAIL_ACES, hand | buried)
    if state.cracked >= 0:
        _forbid(allowed, called, 1 << int(state.cracked))
        if has_jack_partner(options) and called == 0 and call != ALONE:
            _forbid(allowed, 1 << JD, 1 << int(state.cracked))
        if call != ALONE and calls_a_card(options) and SIDES[options.variant] == BOTH_PARTNERS:
            _forbid(allowed, 1 << JD, 1 << int(state.cracked))


@kernel
def _write_extra_calls(state: np.record, options: np.record, observation: np.ndarray, allowed: np.ndarray) -> None:
    """What the extra calls of `p8_2` tell about the caller's hand."""
    at = seen.extra_at(num_players(options))
    called = read_bits(observation, at, NUM_CARDS)
    caller = 1 << int(state.extra_caller)
    _forbid(allowed, called, caller)
    uses_e, uses_j = False, False
    for card in CHAIN_E:
        uses_e = uses_e or called >> card & 1 == 1
    for card in CHAIN_J:
        uses_j = uses_j or called >> card & 1 == 1
    if uses_e:
        _only(allowed, 1 << SEVEN_D, caller)
    if uses_j:
        _only(allowed, 1 << QC | 1 << JD, caller)
    if uses_j and not uses_e:
        _forbid(allowed, 1 << SEVEN_D, caller)


# --- From hands to the deck ---------------------------------------------------------------------------------------------------


@kernel
def _undo_exchange(
    options: np.record, observation: np.ndarray, state: np.record, me: int, whole: np.ndarray, memo: np.ndarray,
    streams: np.ndarray, i: int,
) -> bool:  # fmt: skip
    """Give back what was given and returned in `p6_4`, drawing what the observer did not see; False if that cannot be.

    Args:
        options: of the table.
        observation: int8.
        state: notebook.
        me: position of the observer.
        whole: int64 [MAX_PLAYERS], cards of each position after the exchange; becomes those before.
        memo: scratch; the cards are noted.
        streams: uint64; streams[i] is advanced.
        i: which stream.
    """
    players = num_players(options)
    gave = read_group(observation, seen.rare_at(players) + seen.GAVE_GROUP * players, players, me)
    at = seen.extra_at(players)
    for giver in range(players - 1, -1, -1):
        memo[GAVE_MEMO + giver] = NONE
        memo[RETURNED_MEMO + giver] = NONE
        if gave >> giver & 1 == 0:
            continue
        neighbour = (giver + 1) % players
        is_pending = state.phase == RETURN and state.turn == neighbour
        given, returned = NONE, NONE
        if giver == me:
            given = one_of(read_bits(observation, at, NUM_CARDS))
            returned = one_of(read_bits(observation, at + NUM_CARDS, NUM_CARDS))
        elif neighbour == me:
            given = one_of(read_bits(observation, at + 2 * NUM_CARDS, NUM_CARDS))
            returned = one_of(read_bits(observation, at + 3 * NUM_CARDS, NUM_CARDS))
        else:
            given = nth_card(int(DESIGNATED[P6_4]), next_below(streams, i, 3))
            if not is_pending:
                returned = nth_card(int(whole[giver]), next_below(streams, i, int(HAND_SIZE[P6_4])))
        if whole[neighbour] >> given & 1 == 0 or (returned >= 0 and whole[giver] >> returned & 1 == 0):
            return False
        whole[neighbour] = int(whole[neighbour]) & ~(1 << given)
        whole[giver] = int(whole[giver]) | 1 << given
        if returned >= 0:
            whole[giver] = int(whole[giver]) & ~(1 << returned)
            whole[neighbour] = int(whole[neighbour]) | 1 << returned
        memo[GAVE_MEMO + giver] = given
        memo[RETURNED_MEMO + giver] = returned
    return True


@kernel
def _write_cards_to(deck: np.ndarray, at: int, cards: int) -> int:
    while cards != 0:
        deck[at] = lowest(cards)
        cards &= cards - 1
        at += 1
    return at


@kernel
def _write_mixed(deck: np.ndarray, at: int, cards: int, streams: np.ndarray, i: int) -> int:
    """Write cards in random order."""
    while cards != 0:
        card = nth_card(cards, next_below(streams, i, num_cards(cards)))
        deck[at] = card
        cards &= ~(1 << card)
        at += 1
    return at


@kernel
def _add_spare_cards(deck: np.ndarray, options: np.record, die: int, streams: np.ndarray, i: int) -> None:
    """Put the cards that are not dealt anywhere among the others; where the die is known, so that it falls like that."""
    spare = ((1 << NUM_CARDS) - 1) & ~int(PACK_OF[options.variant])
    size = NUM_CARDS - num_cards(spare)
    if spare == 0:
        return
    dealt = deck[:size].copy()
    while True:
        where = pick_some((1 << NUM_CARDS) - 1, NUM_CARDS - size, streams, i)
        rest = spare
        card_number = 0
        first, second = 0, 0
        for place in range(NUM_CARDS):
            if where >> place & 1:
                card = nth_card(rest, next_below(streams, i, num_cards(rest)))
                rest &= ~(1 << card)
                deck[place] = card
                if card == SIX_C:
                    first = place
                elif card == SIX_S:
                    second = place
            else:
                deck[place] = dealt[card_number]
                card_number += 1
        if die == 0 or 1 + (first * (NUM_CARDS - 1) + second - int(second > first)) % 6 == die:
            return


@kernel
def _write_deck(
    state: np.record, options: np.record, observation: np.ndarray, me: int, got: np.ndarray, memo: np.ndarray,
    streams: np.ndarray, i: int,
) -> bool:  # fmt: skip
    """Write the deck from which the proposed hands came, and note the hidden choices; False if there is none.

    Args:
        state: notebook with what is known; `deck` is written.
        options: of the table.
        observation: int8.
        me: position of the observer.
        got: int64 [NUM_PLACES], unseen cards drawn for each place.
        memo: scratch.
        streams: uint64; streams[i] is advanced.
        i: which stream.
    """
    players = num_players(options)
    whole = np.zeros(MAX_PLAYERS, np.int64)
    under = int(state.under)
    if got[UNDER_CARD] != 0:
        under = lowest(int(got[UNDER_CARD]))
    memo[UNDER_MEMO] = under
    for position in range(players):
        buried = int(state.buried[position])
        if position == state.picker:
            buried |= int(got[BURY_OF_PICKER])
        elif position == state.other:
            buried |= int(got[BURY_OF_OTHER])
        memo[BURIED_MEMO + position] = buried
        whole[position] = int(state.hands[position]) | int(state.played[position]) | int(got[position]) | buried
        if position == state.picker and under >= 0:
            whole[position] = int(whole[position]) | 1 << under
    if options.variant == P6_4 and not _undo_exchange(options, observation, state, me, whole, memo, streams, i):
        return False
    first_taken, other_taken = 0, 0
    for position in range(players):
        count = _taken_by(state, options, position)
        taken = int(state.taken[position]) if position == me else pick_some(int(whole[position]), count, streams, i)
        if count > 0:
            if position == state.picker:
                first_taken = taken
            else:
                other_taken = taken
            whole[position] = int(whole[position]) & ~taken
        if state.pick_action == NUCLEAR and position == state.picker:
            whole[position] = int(state.auto_bury) | int(got[AUTO])
    at = 0
    for position in range(players):
        at = _write_cards_to(state.deck, at, int(whole[position]))
    at = _write_mixed(state.deck, at, first_taken, streams, i)
    at = _write_mixed(state.deck, at, other_taken, streams, i)
    _write_mixed(state.deck, at, int(got[BLIND]), streams, i)
    _add_spare_cards(state.deck, options, int(state.die), streams, i)
    return True


(
    NOTE_PICKER, NOTE_PICK, NOTE_CALL, NOTE_SUIT, NOTE_CRACKED, NOTE_RECRACKED, NOTE_NAMED, NOTE_BLACK, NOTE_RED, NOTE_UNDER_ORDER,
    NOTE_KIND, NOTE_CALLER, NOTE_NUM_EXTRA, NOTE_CLAIMED, NOTE_CLAIM_AT,
) = range(PLAYED_MEMO + NUM_CARDS + 1, PLAYED_MEMO + NUM_CARDS + 16)  # fmt: skip
MEMO_SIZE = NOTE_CLAIM_AT + MAX_PLAYERS

# --- Guessing -----------------------------------------------------------------------------------------------------------------


@kernel
def guess(state: np.record, options: np.record, observation: np.ndarray, memo: np.ndarray, streams: np.ndarray, i: int) -> None:
    """Draw one of the shuffles and hidden choices that fit an observation, each with the same chance.

    Args:
        state: STATE record of zeros; `dealer`, `deck` and what stands from deal to deal are what counts afterwards.
        options: of the table.
        observation: int8, of a seat in a deal that is not over; the observer becomes seat 0.
        memo: int64 [MEMO_SIZE]; written, for `recall`.
        streams: uint64; streams[i] is advanced.
        i: which stream.
    """
    if num_players(options) == 2:
        _guess_two(state, options, observation, memo, streams, i)
    else:
        _guess_table(state, options, observation, memo, streams, i)
    if seen.has_match_pieces(options):
        read_match(state, options, observation)


@kernel
def _guess_table(
    state: np.record, options: np.record, observation: np.ndarray, memo: np.ndarray, streams: np.ndarray, i: int
) -> None:
    """`guess` for three players and more."""
    players = num_players(options)
    mask = np.zeros(NUM_ACTIONS, np.int8)
    view = np.zeros(len(observation), np.int8)
    room = np.zeros(NUM_PLACES, np.int64)
    allowed = np.zeros(NUM_CARDS, np.int64)
    me = read_events(state, options, observation)
    unseen = int(PACK_OF[options.variant]) & ~_write_known(state, options, observation, me, memo, room)
    num_played = 0
    for number in range(1, NUM_CARDS + 1):
        if memo[PLAYED_MEMO + number] >= 0 or number == state.under_order:
            num_played = number
    all_places = 0
    for place in range(NUM_PLACES):
        all_places |= 1 << place if room[place] > 0 else 0
    for card in range(NUM_CARDS):
        allowed[card] = all_places
    _write_voids(state, players, num_played, memo, allowed)
    if state.picker >= 0:
        _write_calls(state, options, allowed)
    if options.variant == P8_2 and state.extra_caller >= 0:
        _write_extra_calls(state, options, observation, allowed)
    groups = np.zeros(NUM_CARDS, np.int64)
    places = np.zeros(NUM_CARDS, np.int64)
    num_groups = group_cards(unseen, allowed, all_places, groups, places)
    sizes = np.zeros(num_groups, np.int64)
    steps = np.zeros(num_groups, np.int64)
    size = 1
    free = unseen
    for group in range(num_groups):
        sizes[group] = num_cards(int(groups[group]))
        steps[group] = size
        size *= int(sizes[group]) + 1
        free &= ~int(groups[group])
    ways = np.zeros((NUM_PLACES + 1, size))
    count_ways(room, num_groups, places, sizes, steps, num_cards(free), ways)
    got = np.zeros(NUM_PLACES, np.int64)
    note_events(state, options, observation, memo)
    for attempt in range(MAX_TRIES):
        if attempt > 0:
            read_events(state, options, observation)
            _write_known(state, options, observation, me, memo, room)
        if seen.has_match_pieces(options):
            read_match(state, options, observation)
        hand_out(room, num_groups, groups, places, steps, free, ways, size - 1, got, streams, i)
        if _write_deck(state, options, observation, me, got, memo, streams, i) and fits(
            state, options, observation, memo, mask, view
        ):
            return


# --- Two players --------------------------------------------------------------------------------------------------------------


@kernel
def _void_suits(options: np.record, observation: np.ndarray, memo: np.ndarray, theirs: int) -> int:
    """Cards that the other player's hand cannot hold, because it did not follow suit (6.1)."""
    order = int(options.trump_order)
    units = 4 if SIDES[options.variant] == BATTERY else 2
    led = NONE
    void = 0
    for number in range(1, NUM_CARDS + 1):
        card = int(memo[PLAYED_MEMO + number])
        if card < 0:
            break
        if (number - 1) % units == 0:
            led = int(SUIT_OF[order, card])
        elif theirs >> card & 1 and observation[seen.PILE_AT + card] == 0 and SUIT_OF[order, card] != led:
            void |= int(CARDS_OF_SUIT[order, led])
    return void


@kernel
def _guess_two(
    state: np.record, options: np.record, observation: np.ndarray, memo: np.ndarray, streams: np.ndarray, i: int
) -> None:
    """`guess` for two players: what did not follow suit from the hand lies face down, everything else is alike."""
    me = 1 if observation[seen.DOWN_AT + seen.POSITION2_BIT + 1] != 0 else 0
    state.dealer = 1 - me
    piles = 4 if SIDES[options.variant] == BATTERY else 8
    own = read_bits(observation, seen.HAND_AT, NUM_CARDS)
    theirs = read_bits(observation, seen.PLAYED2_AT + NUM_CARDS, NUM_CARDS)
    mine = read_bits(observation, seen.PLAYED2_AT, NUM_CARDS)
    known = (
        own
        | theirs
        | mine
        | read_bits(observation, seen.UP_AT, NUM_CARDS)
        | read_bits(observation, seen.UP_AT + NUM_CARDS, NUM_CARDS)
    )
    hands = np.zeros(2, np.int64)
    hands[me] = own
    for k in range(NUM_CARDS + 1):
        memo[PLAYED_MEMO + k] = NONE
    for card in range(NUM_CARDS):
        if observation[seen.ORDER2_AT + card] > 0:
            memo[PLAYED_MEMO + int(observation[seen.ORDER2_AT + card])] = card
            if observation[seen.PILE_AT + card] == 0:
                position = me if mine >> card & 1 else 1 - me
                hands[position] |= 1 << card
    unseen = int(PACK_OF[options.variant]) & ~known
    held = 0
    if piles == 4:
        void = _void_suits(options, observation, memo, theirs)
        held = pick_some(unseen & ~void, 8 - num_cards(int(hands[1 - me])), streams, i)
    hands[1 - me] |= held
    down = unseen & ~held
    for relative in range(16):
        pile = relative % 8
        if pile >= piles:
            continue
        owner = (relative // 8) ^ me
        first, second = _cards_of_pile(observation, relative + 1)
        if second < 0:
            second = nth_card(down, next_below(streams, i, num_cards(down)))
            down &= ~(1 << second)
        state.deck[owner * piles + pile] = second
        state.deck[(2 + owner) * piles + pile] = first
    if piles == 4:
        _write_cards_to(state.deck, _write_cards_to(state.deck, 16, int(hands[0])), int(hands[1]))
    _add_spare_cards(state.deck, options, 0, streams, i)
    for number in range(num_decisions(observation)):
        memo[number] = memo[PLAYED_MEMO + number + 1]


@kernel
def _cards_of_pile(observation: np.ndarray, pile: int) -> tuple[int, int]:
    """The card that lay face up on a pile, and the one turned up since, or NONE."""
    first, second = NONE, NONE
    for card in range(NUM_CARDS):
        if observation[seen.PILE_AT + card] == pile:
            if first < 0:
                first = card
            else:
                second = card
    if second >= 0:
        order = int(observation[seen.ORDER2_AT + first])
        if order == 0 or 0 < observation[seen.ORDER2_AT + second] < order:
            first, second = second, first
    return first, second
