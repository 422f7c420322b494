"""Drawing what a seat cannot see: every shuffle and hidden choice that fits what it saw, each with the same chance.

`guess` proposes, uniformly over all ways to hand out the unseen cards that agree with hand sizes, suits that players could not
follow, and single cards that are known to be somewhere or not (a called ace, a jack called up, cards shown); it counts these ways
exactly. Then it plays the history on the proposed deal and keeps it only if every decision is legal and the seat sees just what
it saw; if not, it proposes again. So what is kept is uniform over all that fits, whatever the rules of a table say about it.
"""

import numpy as np

from envs.core.cards import lowest, nth_card, num_cards, read_cards
from envs.core.jit import kernel
from envs.core.record import NOBODY, read_number
from envs.core.rng import next_below, next_uniform
from envs.games.sheepshead import observe as seen
from envs.games.sheepshead.course import deal
from envs.games.sheepshead.options import Behind, DealerChoice, NoPick, UnknownTest
from envs.games.sheepshead.state import calls_a_card, has_jack_partner, num_players
from envs.games.sheepshead.tables import (
    ACE,
    ACE_OF,
    ALONE,
    AUTO_BUCK,
    BATTERY,
    BEST,
    BID,
    BILLY,
    BLIND_SIZE,
    BLITZ,
    BLITZ_BLACK,
    BLITZ_RED,
    BOTH_PARTNERS,
    BURY,
    CALL,
    CALLED_JACKS,
    CALL_ACE,
    CALL_EXTRA,
    CALL_SELF,
    CALL_TEN,
    CALL_UNKNOWN,
    CALL_UP,
    CARDS_OF_SUIT,
    CHAIN_E,
    CHAIN_J,
    CLAIM_REST,
    CRACK,
    DESIGNATED,
    EXTRA_CALL,
    FAIL_ACES,
    GIVE,
    HAND_SIZE,
    INDIANA_C,
    JD,
    JH,
    KEEP,
    MAX_DECISIONS,
    MAX_PLAYERS,
    NAME_FIRST,
    NONE,
    NO_BLITZ,
    NO_CALL,
    NO_CLAIM,
    NO_CRACK,
    NO_RECRACK,
    NUCLEAR,
    NUM_ACTIONS,
    NUM_CARDS,
    OTHER_TAKES,
    P6_4,
    P7_5,
    P8_2,
    PACK_OF,
    PASS,
    PHASES,
    PICK,
    PICKER_TAKES,
    PICK_0,
    PICK_4,
    PICK_IT,
    PLAY,
    PLAY_UNDER,
    QC,
    RECRACK,
    REDEAL_CLAIM,
    RETURN,
    SAY_ALONE,
    SAY_CRACK,
    SAY_LEASTER,
    SAY_RECRACK,
    SEVEN_D,
    SHOW_BUCK,
    SIDE,
    SIDES,
    SILENCE,
    SILENT,
    SIX_C,
    SIX_S,
    SOLO_BEST,
    SOLO_BILLY,
    SOLO_SIDE,
    SPITZ_SECOND,
    STOP,
    SUIT_OF,
    TEN,
    TEN_OF,
    TRUMPS_OF,
    UNDER,
    UNKNOWN,
    UP,
)
from envs.games.sheepshead.turns import legal_actions, step

# Where an unseen card can be: in the hand of a position, or elsewhere.
BURY_OF_PICKER, BURY_OF_OTHER, UNDER_CARD, BLIND, AUTO = range(MAX_PLAYERS, MAX_PLAYERS + 5)
NUM_PLACES = MAX_PLAYERS + 5
CALL_OF_SHOWN = np.array([ACE, TEN, UNKNOWN, ALONE, UP, SILENCE, BEST, SIDE, BILLY], np.int64)
FACTORIAL = np.array([float(np.prod(np.arange(1, n + 1, dtype=np.float64))) for n in range(NUM_CARDS + 1)])
MAX_TRIES = 1_000_000

# Scratch: the decisions taken, then what the proposal says about hidden choices, then the cards in the order they were played.
BURIED_MEMO = MAX_DECISIONS
UNDER_MEMO = BURIED_MEMO + MAX_PLAYERS
GAVE_MEMO = UNDER_MEMO + 1
RETURNED_MEMO = GAVE_MEMO + MAX_PLAYERS
PLAYED_MEMO = RETURNED_MEMO + MAX_PLAYERS


@kernel
def num_decisions(observation: np.ndarray) -> int:
    """Decisions taken in the deal that an observation shows."""
    return int(observation[seen.DECISIONS_AT])


@kernel
def recall(state: np.record, options: np.record, observation: np.ndarray, memo: np.ndarray) -> int:
    """The action that the observed history shows next, as `guess` left it."""
    return int(memo[int(state.log_length)])


# --- Reading an observation ------------------------------------------------------------------------------------------------


@kernel
def _bits(observation: np.ndarray, at: int, count: int) -> int:
    return read_cards(observation, at, count)


@kernel
def _group(observation: np.ndarray, at: int, players: int, me: int) -> int:
    """Bits by position of a group of flags that stands at `at`, the observer first."""
    bits = _bits(observation, at, players)
    return (bits << me | bits >> (players - me)) & ((1 << players) - 1)


@kernel
def _one_of(bits: int) -> int:
    return lowest(bits) if bits != 0 else NONE


@kernel
def _read(state: np.record, options: np.record, observation: np.ndarray) -> int:
    """Write into the record what the observation says about public events; returns the observer's position.

    The record is only a notebook here: it is dealt anew before the history is played.
    """
    players = num_players(options)
    groups = seen.groups_at(players)
    me = _one_of(_bits(observation, groups + seen.POSITION_GROUP * players, players))
    state.dealer = players - 1 - me
    state.picker = _one_of(_group(observation, groups + seen.PICKER_GROUP * players, players, me))
    state.other = _one_of(_group(observation, groups + seen.OTHER_GROUP * players, players, me))
    state.cracked = _one_of(_group(observation, groups + seen.CRACKED_GROUP * players, players, me))
    state.turn = _one_of(_group(observation, groups + seen.TURN_GROUP * players, players, me))
    flags = seen.flags_at(players)
    state.phase = 2 + _one_of(_bits(observation, flags + seen.PHASE_BIT, len(PHASES) - 2))
    state.kind = 1 + _one_of(_bits(observation, flags + seen.KIND_BIT, 3))
    picked = _one_of(_bits(observation, flags + seen.PICKED_BIT, 5))
    state.pick_action = PICK_IT if picked < 0 else PICK_0 + picked
    state.die = 1 + _one_of(_bits(observation, flags + seen.DIE_BIT, 6))
    called = _one_of(_bits(observation, flags + seen.CALL_BITS, len(seen.SHOWN_CALLS)))
    state.call = NO_CALL if called < 0 else CALL_OF_SHOWN[called]
    state.called_suit = _one_of(_bits(observation, flags + seen.SUIT_BIT, 4))
    state.trumps = int(options.trump_order) if TRUMPS_OF[options.variant] <= SPITZ_SECOND else int(TRUMPS_OF[options.variant])
    if state.call == SIDE:
        state.trumps = INDIANA_C + int(state.called_suit)
    state.called_card = NONE
    if state.call == UP:
        state.called_card = JH - _one_of(_bits(observation, flags + seen.JACK_BIT, 3))
    elif state.call == TEN:
        state.called_card = TEN_OF[state.called_suit]
    elif state.call == ACE or state.call == UNKNOWN:
        state.called_card = ACE_OF[state.called_suit]
    state.is_opened = observation[flags + seen.OPENED_BIT]
    rare = seen.rare_at(players)
    state.blitz_black = _group(observation, rare, players, me)
    state.blitz_red = _group(observation, rare + seen.RED_GROUP * players, players, me)
    state.claimed = _group(observation, rare + seen.CLAIMED_GROUP * players, players, me)
    state.recracked = observation[flags + seen.RECRACKED_BIT]
    state.extra_caller = _one_of(_group(observation, rare + seen.CALLER_GROUP * players, players, me))
    numbers = seen.numbers_at(players)
    for k in range(players):
        state.claim_at[(me + k) % players] = observation[numbers + 2 * players + k]
    numbers += 3 * players
    state.under_order = observation[numbers + seen.UNDER_ORDER]
    state.named_trick = observation[numbers + seen.NAMED_TRICK]
    state.doublers = observation[numbers + seen.DOUBLERS]
    state.to_bury = observation[numbers + seen.TO_BURY]
    return me


@kernel
def _read_match(state: np.record, options: np.record, observation: np.ndarray) -> None:
    """Read what stands from hand to hand; it is public."""
    players = num_players(options)
    at = seen.match_at(options)
    for seat in range(players):
        state.totals[seat] = read_number(observation, at + 5 * seat, 5)
    at += 5 * players
    state.shares = read_number(observation, at, 4)
    state.hands_done = read_number(observation, at + 4, 2)
    state.deals = read_number(observation, at + 6, 2)


# --- What is known of the cards --------------------------------------------------------------------------------------------


@kernel
def _taken_by(state: np.record, options: np.record, position: int) -> int:
    """Number of blind cards that a position took."""
    variant = options.variant
    if state.picker < 0 or BLIND_SIZE[variant] == 0:
        return 0
    action = int(state.pick_action)
    own, others = int(PICKER_TAKES[variant]), int(OTHER_TAKES[variant])
    if action == NUCLEAR or action == PICK_4:
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
def _write_known(state: np.record, options: np.record, observation: np.ndarray, me: int, memo: np.ndarray, room: np.ndarray) -> int:
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
    under = _one_of(_bits(observation, seen.UNDER_AT, NUM_CARDS))
    state.under = under
    for place in range(NUM_PLACES):
        room[place] = 0
    for k in range(players):
        position = (me + k) % players
        played = _bits(observation, seen.PLAYED_AT + NUM_CARDS * k, NUM_CARDS)
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
    state.hands[me] = _bits(observation, seen.HAND_AT, NUM_CARDS)
    state.buried[me] = _bits(observation, seen.BURIED_AT, NUM_CARDS)
    state.taken[me] = _bits(observation, seen.TAKEN_AT, NUM_CARDS)
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
    called = _bits(observation, at, NUM_CARDS)
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


# --- Counting and drawing --------------------------------------------------------------------------------------------------


@kernel
def _group_cards(unseen: int, allowed: np.ndarray, all_places: int, groups: np.ndarray, places: np.ndarray) -> int:
    """Sort the unseen cards that cannot be everywhere into groups of equals.

    Args:
        unseen: card set.
        allowed: int64 [NUM_CARDS], place set of each card.
        all_places: places with room.
        groups: int64 [NUM_CARDS]; card set of each group, written.
        places: int64 [NUM_CARDS]; where its cards can be, written.

    Returns:
        Number of groups.
    """
    count = 0
    while unseen != 0:
        card = lowest(unseen)
        unseen &= unseen - 1
        where = int(allowed[card]) & all_places
        if where == all_places:
            continue
        found = False
        for group in range(count):
            if places[group] == where:
                groups[group] |= 1 << card
                found = True
                break
        if not found:
            groups[count] = 1 << card
            places[count] = where
            count += 1
    return count


@kernel
def _fill_shares(
    place: int, room: int, num_groups: int, places: np.ndarray, sizes: np.ndarray, steps: np.ndarray, free: int,
    after: np.ndarray, here: np.ndarray, counts: np.ndarray, taken: np.ndarray,
) -> None:  # fmt: skip
    """Count the ways to fill this place and those after it, for every number of cards that each group may have left.

    Args:
        place: number of the place.
        room: cards it takes.
        num_groups: groups.
        places: int64 [groups], where a group's cards can be.
        sizes: int64 [groups].
        steps: int64 [groups], what one card of a group adds to an index.
        free: cards of no group, which can be everywhere.
        after: float64 [indices], the ways of the places after this one.
        here: float64 [indices]; written.
        counts: int64 [groups], scratch.
        taken: int64 [groups], scratch.
    """
    for index in range(len(here)):
        here[index] = 0.0
        rest = index
        for group in range(num_groups - 1, -1, -1):
            counts[group] = rest // steps[group]
            rest -= counts[group] * steps[group]
            taken[group] = 0
        used, target, weight = 0, index, 1.0
        while True:
            if room - used <= free and after[target] > 0.0:
                here[index] += weight * after[target] / FACTORIAL[room - used]
            group = 0
            while group < num_groups:
                can = places[group] >> place & 1 == 1 and taken[group] < counts[group] and used < room
                if can:
                    taken[group] += 1
                    used += 1
                    target -= steps[group]
                    weight /= taken[group]
                    break
                used -= taken[group]
                target += taken[group] * steps[group]
                weight *= FACTORIAL[taken[group]]
                taken[group] = 0
                group += 1
            if group == num_groups:
                break


@kernel
def _draw_counts(
    place: int, room: int, num_groups: int, places: np.ndarray, steps: np.ndarray, free: int, after: np.ndarray, index: int,
    point: float, counts: np.ndarray, taken: np.ndarray,
) -> int:  # fmt: skip
    """Draw how many cards of each group a place gets, each with its share of the ways; returns the index that is left.

    Args:
        place: number of the place.
        room: cards it takes.
        num_groups: groups.
        places: as for `_fill_shares`.
        steps: likewise.
        free: likewise.
        after: likewise.
        index: cards that each group has left.
        point: uniform in the ways of this place and index.
        counts: int64 [groups], scratch.
        taken: int64 [groups]; written.
    """
    rest = index
    for group in range(num_groups - 1, -1, -1):
        counts[group] = rest // steps[group]
        rest -= counts[group] * steps[group]
        taken[group] = 0
    used, target, weight = 0, index, 1.0
    last = index
    best = np.zeros(num_groups, np.int64)
    while True:
        if room - used <= free and after[target] > 0.0:
            point -= weight * after[target] / FACTORIAL[room - used]
            last = target
            for group in range(num_groups):
                best[group] = taken[group]
            if point < 0.0:
                break
        group = 0
        while group < num_groups:
            can = places[group] >> place & 1 == 1 and taken[group] < counts[group] and used < room
            if can:
                taken[group] += 1
                used += 1
                target -= steps[group]
                weight /= taken[group]
                break
            used -= taken[group]
            target += taken[group] * steps[group]
            weight *= FACTORIAL[taken[group]]
            taken[group] = 0
            group += 1
        if group == num_groups:
            break
    for group in range(num_groups):
        taken[group] = best[group]
    return last


@kernel
def _pick_some(cards: int, count: int, streams: np.ndarray, i: int) -> int:
    """A random subset of this many cards."""
    picked = 0
    for _ in range(count):
        rest = cards & ~picked
        picked |= 1 << nth_card(rest, next_below(streams, i, num_cards(rest)))
    return picked


@kernel
def _hand_out(
    room: np.ndarray, num_groups: int, groups: np.ndarray, places: np.ndarray, steps: np.ndarray, free: int, ways: np.ndarray,
    index: int, got: np.ndarray, streams: np.ndarray, i: int,
) -> None:  # fmt: skip
    """Draw what every place gets.

    Args:
        room: int64 [NUM_PLACES].
        num_groups: groups of cards that cannot be everywhere.
        groups: int64 [NUM_CARDS], their card sets.
        places: int64 [NUM_CARDS].
        steps: int64 [NUM_CARDS].
        free: card set of those that can be everywhere.
        ways: float64 [NUM_PLACES + 1, indices], by `_fill_shares`.
        index: of all cards.
        got: int64 [NUM_PLACES], card sets; written.
        streams: uint64; streams[i] is advanced.
        i: which stream.
    """
    left = groups[:num_groups].copy()
    counts = np.zeros(num_groups, np.int64)
    taken = np.zeros(num_groups, np.int64)
    num_free = num_cards(free)
    for place in range(NUM_PLACES):
        got[place] = 0
        if room[place] == 0:
            continue
        size = int(room[place])
        point = next_uniform(streams, i) * ways[place, index]
        index = _draw_counts(
            place, size, num_groups, places, steps, num_free, ways[place + 1], index, point, counts, taken
        )
        for group in range(num_groups):
            some = _pick_some(int(left[group]), int(taken[group]), streams, i)
            left[group] &= ~some
            got[place] |= some
        some = _pick_some(free, size - num_cards(int(got[place])), streams, i)
        free &= ~some
        got[place] |= some


# --- From hands to the deck ------------------------------------------------------------------------------------------------


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
    gave = _group(observation, seen.rare_at(players) + seen.GAVE_GROUP * players, players, me)
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
            given = _one_of(_bits(observation, at, NUM_CARDS))
            returned = _one_of(_bits(observation, at + NUM_CARDS, NUM_CARDS))
        elif neighbour == me:
            given = _one_of(_bits(observation, at + 2 * NUM_CARDS, NUM_CARDS))
            returned = _one_of(_bits(observation, at + 3 * NUM_CARDS, NUM_CARDS))
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
        where = _pick_some((1 << NUM_CARDS) - 1, NUM_CARDS - size, streams, i)
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
        taken = int(state.taken[position]) if position == me else _pick_some(int(whole[position]), count, streams, i)
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


# --- Playing the history ---------------------------------------------------------------------------------------------------

(
    NOTE_PICKER, NOTE_PICK, NOTE_CALL, NOTE_SUIT, NOTE_CRACKED, NOTE_RECRACKED, NOTE_NAMED, NOTE_BLACK, NOTE_RED, NOTE_UNDER_ORDER,
    NOTE_KIND, NOTE_CALLER, NOTE_NUM_EXTRA, NOTE_CLAIMED, NOTE_CLAIM_AT,
) = range(PLAYED_MEMO + NUM_CARDS + 1, PLAYED_MEMO + NUM_CARDS + 16)  # fmt: skip
MEMO_SIZE = NOTE_CLAIM_AT + MAX_PLAYERS


@kernel
def _note_events(state: np.record, options: np.record, observation: np.ndarray, memo: np.ndarray) -> None:
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
    memo[NOTE_KIND] = state.kind
    memo[NOTE_CALLER] = state.extra_caller
    memo[NOTE_NUM_EXTRA] = 0
    memo[NOTE_CLAIMED] = state.claimed
    for position in range(MAX_PLAYERS):
        memo[NOTE_CLAIM_AT + position] = state.claim_at[position]
    if options.variant == P8_2:
        called = _bits(observation, seen.extra_at(num_players(options)), NUM_CARDS)
        memo[NOTE_NUM_EXTRA] = num_cards(called)


@kernel
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


@kernel
def _fits(state: np.record, options: np.record, observation: np.ndarray, memo: np.ndarray, mask: np.ndarray, view: np.ndarray) -> bool:
    """Play the history on the proposed deal: whether every decision is legal and seat 0 then sees what was observed.

    Args:
        state: with deck and dealer; dealt and played on.
        options: of the table.
        observation: int8.
        memo: scratch; the decisions are written from 0 on.
        mask: int8 [NUM_ACTIONS], scratch.
        view: int8 [like the observation], scratch.
    """
    deal(state, options, state.deck)
    decisions = num_decisions(observation)
    for number in range(decisions):
        if state.player == NOBODY:
            return False
        action = _next_action(state, options, memo)
        mask[:] = 0
        legal_actions(state, options, mask)
        if action < 0 or mask[action] == 0:
            return False
        memo[number] = action
        step(state, options, action)
    if state.player == NOBODY:
        return False
    state.log_length = decisions
    seen.observe(state, options, 0, view)
    for i in range(len(view)):
        if view[i] != observation[i]:
            return False
    return True


# --- Guessing --------------------------------------------------------------------------------------------------------------


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
        _read_match(state, options, observation)


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
    me = _read(state, options, observation)
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
    num_groups = _group_cards(unseen, allowed, all_places, groups, places)
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
    _count_ways(room, num_groups, places, sizes, steps, num_cards(free), ways)
    got = np.zeros(NUM_PLACES, np.int64)
    _note_events(state, options, observation, memo)
    for attempt in range(MAX_TRIES):
        if attempt > 0:
            _read(state, options, observation)
            _write_known(state, options, observation, me, memo, room)
        if seen.has_match_pieces(options):
            _read_match(state, options, observation)
        _hand_out(room, num_groups, groups, places, steps, free, ways, size - 1, got, streams, i)
        if _write_deck(state, options, observation, me, got, memo, streams, i) and _fits(
            state, options, observation, memo, mask, view
        ):
            return


@kernel
def _count_ways(
    room: np.ndarray, num_groups: int, places: np.ndarray, sizes: np.ndarray, steps: np.ndarray, num_free: int, ways: np.ndarray
) -> None:
    """Write for every place how many ways there are to fill it and those after it (see `_fill_shares`)."""
    counts = np.zeros(num_groups, np.int64)
    taken = np.zeros(num_groups, np.int64)
    ways[NUM_PLACES, 0] = 1.0
    for place in range(NUM_PLACES - 1, -1, -1):
        if room[place] == 0:
            ways[place] = ways[place + 1]
        else:
            _fill_shares(
                place, int(room[place]), num_groups, places, sizes, steps, num_free, ways[place + 1], ways[place], counts, taken
            )


# --- Two players -----------------------------------------------------------------------------------------------------------


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
    own = _bits(observation, seen.HAND_AT, NUM_CARDS)
    theirs = _bits(observation, seen.PLAYED2_AT + NUM_CARDS, NUM_CARDS)
    mine = _bits(observation, seen.PLAYED2_AT, NUM_CARDS)
    known = own | theirs | mine | _bits(observation, seen.UP_AT, NUM_CARDS) | _bits(observation, seen.UP_AT + NUM_CARDS, NUM_CARDS)
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
        held = _pick_some(unseen & ~void, 8 - num_cards(int(hands[1 - me])), streams, i)
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
