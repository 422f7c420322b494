"""What a player at a Skat or Ramsch table cannot see, drawn uniformly among all that fits what they know.

Equally likely is every pair of a shuffle and hidden choices (which cards others put away). Where the skat went round before a
Ramsch, the number of hidden choices depends on which jacks and which of the cards that the observer passed on are
where; that is a weight of the ways to hand the jacks out, for each place of the cards that were passed on (`_num_pasts`).

The *holders* of cards are the positions 0 to 2 and, as number 3, the skat. In all kernels:

- `state`: a record that holds what the observer knows: own cards, those taken and put away, an open hand, `declarer`, who took
  the skat, all that was played.
- `me`: the observer's position; 3 sits out and sees no hand. `passing`: who is putting cards away, or -1.
- `skat_size`: how many cards lie on the table.
- `room`, `barred`, `passed_on`, `jacks`: int64 [4] by holder: how many cards it lacks, which it cannot have, which of those
  that the observer passed on it has taken (played ones with their player), how many jacks.
- `streams`: uint64; streams[i] is advanced.
"""

import numpy as np

from envs.core.cards import lowest, num_cards
from envs.core.hands import (
    Row,
    Size,
    cards_in_order,
    choose,
    count_ways,
    draw_hands,
    draw_index,
    first_state,
    hand_out,
    next_state,
    pick,
    plan_hands,
    state_of,
    write_packet,
)
from envs.core.jit import kernel
from envs.games.skat_family.cards import ALL_CARDS, CARDS_OF_SUIT, JACKS, NUM_ACTIVE, NUM_CARDS, SKAT_SIZE, SUIT_OF, Kind
from envs.games.skat_family.observation import KontraAt
from envs.games.skat_family.options import PassRule
from envs.games.skat_family.state import Phase

SKAT = NUM_ACTIVE
NUM_HOLDERS = NUM_ACTIVE + 1
HAND_SIZE = 10


# --- What the observer knows -----------------------------------------------------------------------------------------------


@kernel
def _look(state: np.record, kind: int, me: int, passing: int, skat_size: int, barred: np.ndarray, room: np.ndarray) -> int:
    """Write what each holder cannot have, and how many cards it lacks; returns the cards that are unseen."""
    unseen = ALL_CARDS
    for position in range(NUM_ACTIVE):
        shown = int(state.hands[position]) | int(state.played[position])
        held = HAND_SIZE + (SKAT_SIZE - skat_size if position == passing else 0)
        room[position] = held - num_cards(shown) if position != me else 0
        unseen &= ~shown
    room[SKAT] = skat_size
    cards = np.zeros(NUM_CARDS, np.int64)
    for i in range(cards_in_order(state.order, cards)):
        led = int(SUIT_OF[kind, cards[i - i % NUM_ACTIVE]])
        if SUIT_OF[kind, cards[i]] != led:
            for position in range(NUM_ACTIVE):
                if int(state.played[position]) >> int(cards[i]) & 1:
                    barred[position] |= int(CARDS_OF_SUIT[kind, led])
    return unseen


@kernel
def _give(state: np.record, got: np.ndarray) -> None:
    """Add what each holder gets: int64 [4], card sets."""
    for position in range(NUM_ACTIVE):
        state.hands[position] = int(state.hands[position]) | int(got[position])
    state.skat = int(state.skat) | int(got[SKAT])


# --- Bidding and games with a declarer -------------------------------------------------------------------------------------


@kernel
def draw_around_declarer(
    state: np.record, kind: int, me: int, passing: int, skat_size: int, streams: np.ndarray, i: int
) -> None:
    """Draw the other hands and the skat, and what the declarer discarded, in bidding or in a game with a declarer.

    Writes `hands`, `skat`, `taken` and `put_away`; `passing` is the declarer while discarding.
    """
    barred = np.zeros(NUM_HOLDERS, np.int64)
    room = np.zeros(NUM_HOLDERS, np.int64)
    got = np.zeros(NUM_HOLDERS, np.int64)
    unseen = _look(state, kind, me, passing, skat_size, barred, room)
    declarer = int(state.declarer)
    if declarer == me and state.took >> me & 1:
        state.skat = state.put_away[me]
        unseen &= ~int(state.skat)
        room[SKAT] = 0
    hand_out(unseen, room, barred, got, streams, i)
    _give(state, got)
    if declarer >= 0 and declarer != me and state.took >> declarer & 1:
        state.put_away[declarer] = state.skat
        twelve = int(state.hands[declarer]) | int(state.played[declarer]) | int(state.skat)
        state.taken[declarer] = pick(twelve, SKAT_SIZE, streams, i)


# --- Ramsch: the skat has gone round ---------------------------------------------------------------------------------------


@kernel
def taker_before(state: np.record, position: int) -> int:
    """The nearest position before this one that took the skat, or -1."""
    for before in range(position - 1, -1, -1):
        if state.took >> before & 1:
            return before
    return -1


@kernel
def taker_after(state: np.record, position: int) -> int:
    """The nearest position behind this one that took the skat, or -1."""
    for after in range(position + 1, NUM_ACTIVE):
        if state.took >> after & 1:
            return after
    return -1


@kernel
def _num_pairs(rule: int, possible: int, needed: int, put_away: int, needed_put_away: int) -> float:
    """Pairs that a taker can have got.

    Of their twelve cards, `possible` can have been in the pair and `needed` must have been; `put_away` have been passed on
    since, of which `needed_put_away` must have been in it.
    """
    if rule == PassRule.NONE_TAKEN:
        return choose(possible - put_away - needed, SKAT_SIZE - needed) if needed_put_away == 0 else 0.0
    pairs = choose(possible - needed, SKAT_SIZE - needed)
    if rule == PassRule.NOT_SAME_TWO and put_away == SKAT_SIZE and needed_put_away == needed:
        pairs -= 1.0
    return pairs


@kernel
def _num_pasts(
    state: np.record, options: np.record, me: int, passing: int, skat_size: int, jacks: np.ndarray, passed_on: np.ndarray
) -> float:
    """In how many ways the other takers can have got their pairs; 0 when a rule of passing on would be broken."""
    rule = int(options.pass_rule)
    first = taker_after(state, me) if state.took >> me & 1 else -1
    went_on = 0
    if first >= 0:
        is_last = taker_after(state, first) < 0
        went_on = num_cards(int(passed_on[SKAT])) if is_last else SKAT_SIZE - num_cards(int(passed_on[first]))
        if (rule == PassRule.NONE_TAKEN and went_on > 0) or (rule == PassRule.NOT_SAME_TWO and went_on == SKAT_SIZE):
            return 0.0
    ways = 1.0
    for taker in range(NUM_ACTIVE):
        before = taker_before(state, taker)
        if state.took >> taker & 1 == 0 or taker == me or before < 0 or before == me:
            continue
        possible = 12 - (jacks[taker] if options.pass_jacks == 0 else 0)
        needed = went_on if before == first else 0
        needed_put_away = num_cards(int(passed_on[SKAT])) if before == first else 0
        put_away = skat_size if taker == passing else SKAT_SIZE
        ways *= _num_pairs(rule, possible, needed, put_away, needed_put_away)
    return ways


@kernel
def _place_tracked(
    state: np.record, me: int, tracked: int, code: int, barred: np.ndarray, room: np.ndarray, passed_on: np.ndarray
) -> bool:
    """Put the cards that the observer passed on, and that are unseen, where `code` says; False if one cannot be there.

    `code` has a base-3 digit for each of them: left, right, skat. Counts `room` down and writes `passed_on`.
    """
    for holder in range(NUM_HOLDERS):
        is_active = holder < NUM_ACTIVE and me < NUM_ACTIVE
        passed_on[holder] = int(state.played[holder]) & int(state.put_away[me]) if is_active else 0
    while tracked != 0:
        card = tracked & -tracked
        tracked &= ~card
        holder = SKAT if code % 3 == 2 else (me + 1 + code % 3) % NUM_ACTIVE
        code //= 3
        can_have_it = holder == SKAT or (holder > me and bool(state.took >> holder & 1))
        if not can_have_it or room[holder] <= 0 or int(barred[holder]) & card:
            return False
        passed_on[holder] |= card
        room[holder] -= 1
    return True


@kernel
def _weigh(
    state: np.record, options: np.record, me: int, passing: int, skat_size: int, plan: np.ndarray, plain_ways: np.ndarray,
    weighted: np.ndarray, num_plain: int, room: np.ndarray, passed_on: np.ndarray,
) -> None:  # fmt: skip
    """Weight the states in which all jacks are handed out by the number of pasts.

    In `plan` each holder is a group of its own; `plain_ways` and `weighted` (written) are float64 [states]; `num_plain` cards
    are handed out after the jacks.
    """
    jacks = np.zeros(NUM_HOLDERS, np.int64)
    lacks = np.zeros(plan[Row.SIZES, Size.GROUPS], np.int64)
    first_state(plan, num_plain, lacks)
    for number in range(len(plain_ways)):
        is_possible = plain_ways[number] > 0.0
        for holder in range(NUM_HOLDERS):
            known = int(state.hands[holder]) | int(state.played[holder]) if holder < NUM_ACTIVE else 0
            group = int(plan[Row.GROUP, holder])
            got = int(room[holder] - lacks[group]) if group >= 0 else 0
            is_possible = is_possible and got >= 0
            jacks[holder] = num_cards(known & JACKS) + got
        weighted[number] = 0.0
        if is_possible:
            pasts = _num_pasts(state, options, me, passing, skat_size, jacks, passed_on)
            weighted[number] = plain_ways[number] * pasts
        next_state(plan, lacks)


@kernel
def _draw_with_pasts(
    state: np.record, options: np.record, me: int, passing: int, skat_size: int, unseen: int, tracked: int, barred: np.ndarray,
    room: np.ndarray, streams: np.ndarray, i: int,
) -> None:  # fmt: skip
    """Draw who has the unseen cards, each way with the number of its pasts."""
    plan, ways = plan_hands(unseen & ~tracked, unseen & ~tracked & JACKS, room, barred, 0b1111, num_cards(tracked))
    num_jacks = num_cards(unseen & ~tracked & JACKS)
    num_plain = num_cards(unseen & ~tracked) - num_jacks
    count_ways(plan, ways, num_jacks, len(ways) - 1)
    plain_ways = ways[num_jacks].copy()
    here = room.copy()
    passed_on = np.zeros(NUM_HOLDERS, np.int64)
    got = np.zeros(NUM_HOLDERS, np.int64)
    shares = np.zeros(9)
    for code in range((1, 3, 9)[num_cards(tracked)]):
        here[:] = room
        if _place_tracked(state, me, tracked, code, barred, here, passed_on):
            _weigh(state, options, me, passing, skat_size, plan, plain_ways, ways[num_jacks], num_plain, here, passed_on)
            count_ways(plan, ways, 0, num_jacks)
            shares[code] = ways[0, state_of(plan, here)]
    _place_tracked(state, me, tracked, draw_index(shares, streams, i), barred, room, passed_on)
    _weigh(state, options, me, passing, skat_size, plan, plain_ways, ways[num_jacks], num_plain, room, passed_on)
    count_ways(plan, ways, 0, num_jacks)
    draw_hands(plan, ways, unseen & ~tracked, room, got, streams, i)
    for holder in range(NUM_HOLDERS):
        got[holder] |= int(passed_on[holder]) & tracked
    _give(state, got)


@kernel
def draw_hidden(
    state: np.record, options: np.record, me: int, passing: int, skat_size: int, streams: np.ndarray, i: int
) -> None:
    """Draw the other hands, the skat, and which cards the other takers took and passed on, before or in a Ramsch or Grand.

    Writes `hands`, `skat`, `taken` and `put_away`.
    """
    barred = np.zeros(NUM_HOLDERS, np.int64)
    room = np.zeros(NUM_HOLDERS, np.int64)
    unseen = _look(state, Kind.GRAND, me, passing, skat_size, barred, room)
    barred[SKAT] = JACKS if state.took != 0 and options.pass_jacks == 0 else 0
    tracked = 0
    if me < NUM_ACTIVE and state.took >> me & 1:
        if taker_after(state, me) >= 0:
            tracked = int(state.put_away[me]) & unseen
        else:
            state.skat = state.put_away[me]
            unseen &= ~int(state.skat)
            room[SKAT] = 0
    if num_cards(int(state.took)) > 1:
        _draw_with_pasts(state, options, me, passing, skat_size, unseen, tracked, barred, room, streams, i)
    else:
        got = np.zeros(NUM_HOLDERS, np.int64)
        hand_out(unseen, room, barred, got, streams, i)
        _give(state, got)
    _draw_pairs(state, options, me, streams, i)


@kernel
def _draw_pairs(state: np.record, options: np.record, me: int, streams: np.ndarray, i: int) -> None:
    """Draw which pair each other taker got, from the last one back; what one passed on is what the next one got."""
    first = taker_after(state, me) if state.took >> me & 1 else -1
    for taker in range(NUM_ACTIVE - 1, -1, -1):
        if taker == me or state.took >> taker & 1 == 0:
            continue
        after = taker_after(state, taker)
        state.put_away[taker] = state.taken[after] if after >= 0 else state.skat
        before = taker_before(state, taker)
        if before == me:
            state.taken[taker] = state.put_away[me]
            continue
        twelve = int(state.hands[taker]) | int(state.played[taker]) | int(state.put_away[taker])
        needed = twelve & int(state.put_away[me]) if first >= 0 and before == first else 0
        possible = twelve if before < 0 or options.pass_jacks != 0 else twelve & ~JACKS
        state.taken[taker] = _pick_pair(int(options.pass_rule), possible, needed, int(state.put_away[taker]), streams, i)


@kernel
def _pick_pair(rule: int, possible: int, needed: int, put_away: int, streams: np.ndarray, i: int) -> int:
    """A random pair of possible cards that holds the needed ones and that the rule of passing on allows (see `_num_pairs`)."""
    if rule == PassRule.NONE_TAKEN:
        possible &= ~put_away
    pair = put_away
    while pair == put_away:
        pair = needed | pick(possible & ~needed, SKAT_SIZE - num_cards(needed), streams, i)
        if rule != PassRule.NOT_SAME_TWO:
            break
    return pair


@kernel
def dealt_deck(state: np.record, deck: np.ndarray) -> None:
    """Write a shuffle that deals the hands and the skat from which this state, whose cards are all known, came.

    `deck`: int8 [32]; cards within a packet stand in ascending order.
    """
    skat = int(state.skat)
    for position in range(NUM_ACTIVE - 1, -1, -1):
        cards = int(state.hands[position]) | int(state.played[position])
        if state.took >> position & 1:
            cards = (cards | int(state.put_away[position])) & ~int(state.taken[position])
            skat = int(state.taken[position])
        cards = write_packet(deck, 3 * position, 3, cards)
        cards = write_packet(deck, 11 + 4 * position, 4, cards)
        write_packet(deck, 23 + 3 * position, 3, cards)
    write_packet(deck, 9, SKAT_SIZE, skat)


# --- Playing the history again ---------------------------------------------------------------------------------------------

MEMO_SIZE = 8 + NUM_CARDS
"""Scratch for `guess` and `recall`: cards put away by each position, then from 8 on the cards played in order."""


@kernel
def note_past(state: np.record, memo: np.ndarray) -> None:
    """Write the shuffle of a drawn deal, and to the memo the cards that were put away and played."""
    dealt_deck(state, state.deck)
    for position in range(NUM_ACTIVE):
        memo[position] = state.put_away[position]
    cards_in_order(state.order, memo[8:])


@kernel
def recall_card(state: np.record, memo: np.ndarray) -> int:
    """The card that the player to move plays or puts away next."""
    if state.phase == Phase.PLAY:
        return int(memo[8 + NUM_ACTIVE * int(state.num_tricks) + int(state.trick_size)])
    turn = int(state.turn)
    return int(lowest(int(memo[turn]) & ~int(state.put_away[turn])))


@kernel
def recall_answer(state: np.record, observation: np.ndarray, k: int, declarer_at: int, kontra_at: int, counts_at: int) -> bool:
    """Whether the player k places after the observer said yes to a question that both games ask.

    The last three say where the observation has the piece `declarer`, KONTRA_PIECES and COUNT_PIECES.
    """
    phase = state.phase
    if phase == Phase.SCHIEBEN:
        return bool(observation[kontra_at + KontraAt.TOOK + k] != 0)
    if phase == Phase.JUNGFRAU:
        return bool(observation[kontra_at + KontraAt.JUNGFRAU + k] != 0)
    if phase == Phase.GRAND_HAND:
        return bool(observation[declarer_at + k] != 0)
    if phase == Phase.KONTRA:
        return bool(observation[kontra_at + KontraAt.KONTRA_BY + k] != 0)
    return bool(observation[counts_at] > state.kontra_level)
