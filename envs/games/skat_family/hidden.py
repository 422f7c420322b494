"""What a player at a Skat or Ramsch table cannot see, drawn uniformly among all that fits what he knows.

Equally likely is every pair of a shuffle and hidden choices (which cards others put away). Unseen cards of one effective suit
are alike, so it is enough to count the ways to hand out the suits (`_count_ways`). Where the skat went round before a Ramsch it
matters which jacks and which of the cards that the observer himself passed on are where: for each such placing the ways to hand
out the plain suits are counted, and the pasts that lead there (`_num_pasts`). Counts of hands are exact in float64.

The *holders* of cards are the positions 0 to 2 and, as number 3, the skat. An observer at position 3 sits out and sees no hand.
"""

import numpy as np

from envs.core.cards import lowest, nth_card, num_cards
from envs.core.jit import kernel
from envs.core.rng import next_below, next_uniform
from envs.core.tricks import TRUMP
from envs.games.skat_family.cards import (
    ALL_CARDS,
    CARDS_OF_SUIT,
    JACKS,
    NUM_ACTIVE,
    NUM_CARDS,
    SKAT_SIZE,
    SUIT_OF,
    Kind,
)
from envs.games.skat_family.observation import KontraAt
from envs.games.skat_family.options import PassRule
from envs.games.skat_family.state import Phase

SKAT = NUM_ACTIVE
NUM_SUITS = TRUMP + 1
"""Effective suits: four plain ones and trump."""
HAND_SIZE = 10
CHOOSE = np.array([[1.0, n, n * (n - 1) / 2] for n in range(14)])
"""Ways to choose 0, 1 or 2 of n."""
FACTORIAL = np.cumprod(np.concatenate([[1.0], np.arange(1.0, 12.0)]))


# --- What the play has shown -----------------------------------------------------------------------------------------------


@kernel
def played_in_order(state: np.record, cards: np.ndarray) -> int:
    """Write the cards played, first to last; returns how many.

    Args:
        state: record with `order`.
        cards: int64 [at least 30]; written.
    """
    count = 0
    for card in range(NUM_CARDS):
        if state.order[card] > 0:
            cards[int(state.order[card]) - 1] = card
            count += 1
    return count


@kernel
def _player_of(state: np.record, card: int) -> int:
    for position in range(NUM_ACTIVE):
        if int(state.played[position]) >> card & 1:
            return position
    return -1


@kernel
def void_cards(state: np.record, kind: int, cards: np.ndarray, count: int, voids: np.ndarray) -> None:
    """Write the cards that a player has shown not to hold, by not following their suit.

    Args:
        state: record with `played`.
        kind: of game.
        cards: int64; the cards played, in order.
        count: how many.
        voids: int64 [4] card sets by holder; written.
    """
    voids[:] = 0
    for i in range(count):
        led = int(SUIT_OF[kind, cards[i - i % NUM_ACTIVE]])
        if SUIT_OF[kind, cards[i]] != led:
            voids[_player_of(state, int(cards[i]))] |= CARDS_OF_SUIT[kind, led]


# --- Who took the skat -----------------------------------------------------------------------------------------------------


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
def _num_put_away(position: int, passing: int, skat_size: int) -> int:
    """Cards that a taker has passed on so far."""
    return skat_size if position == passing else SKAT_SIZE


@kernel
def _num_pairs(rule: int, possible: int, needed: int, put_away: int, needed_put_away: int) -> float:
    """Pairs that a taker can have got.

    Args:
        rule: PassRule.
        possible: cards among his twelve that can have been in it.
        needed: how many of them must have been in it.
        put_away: cards he has passed on since.
        needed_put_away: how many of those must have been in the pair.
    """
    if rule == PassRule.NONE_TAKEN:
        return CHOOSE[possible - put_away - needed, 2 - needed] if needed_put_away == 0 else 0.0
    pairs = CHOOSE[possible - needed, 2 - needed]
    if rule == PassRule.NOT_SAME_TWO and put_away == SKAT_SIZE and needed_put_away == needed:
        pairs -= 1.0
    return pairs


@kernel
def _num_pasts(
    state: np.record, options: np.record, me: int, passing: int, skat_size: int, jacks: np.ndarray, passed_on: np.ndarray
) -> float:
    """In how many ways the other takers can have got their pairs; 0 when a rule of passing on would be broken.

    Args:
        state: record with what the observer knows.
        options: of the table.
        me: position of the observer.
        passing: position of the player who is passing on, or -1.
        skat_size: cards on the table.
        jacks: int64 [4] by holder, played ones with their player.
        passed_on: int64 [4] by holder, of the cards that the observer passed on and another took; played ones likewise.
    """
    rule = int(options.pass_rule)
    first = taker_after(state, me) if state.took >> me & 1 else -1
    went_on = 0
    if first >= 0:
        went_on = passed_on[SKAT] if taker_after(state, first) < 0 else SKAT_SIZE - passed_on[first]
        if (rule == PassRule.NONE_TAKEN and went_on > 0) or (rule == PassRule.NOT_SAME_TWO and went_on == SKAT_SIZE):
            return 0.0
    ways = 1.0
    for taker in range(NUM_ACTIVE):
        before = taker_before(state, taker)
        if state.took >> taker & 1 == 0 or taker == me or before < 0 or before == me:
            continue
        possible = 12 - (jacks[taker] if options.pass_jacks == 0 else 0)
        needed = went_on if before == first else 0
        needed_put_away = passed_on[SKAT] if before == first else 0
        ways *= _num_pairs(rule, possible, needed, _num_put_away(taker, passing, skat_size), needed_put_away)
    return ways


# --- Counting and drawing hands --------------------------------------------------------------------------------------------


@kernel
def _ways_of(counts: tuple[int, int, int, int]) -> float:
    """Ways to hand out alike cards in these numbers."""
    total = FACTORIAL[counts[0] + counts[1] + counts[2] + counts[3]]
    return float(total / (FACTORIAL[counts[0]] * FACTORIAL[counts[1]] * FACTORIAL[counts[2]] * FACTORIAL[counts[3]]))


@kernel
def _most(cards: int, voids: np.ndarray, room: np.ndarray, holder: int) -> int:
    """How many of these alike cards a player can hold."""
    return min(num_cards(cards), int(room[holder])) if int(voids[holder]) & cards == 0 else 0


@kernel
def _count_ways(
    kind: int, unseen: int, voids: np.ndarray, holders: tuple[int, int, int, int], room: np.ndarray, ways: np.ndarray
) -> None:
    """Count the ways to hand out the unseen cards.

    Args:
        kind: of game.
        unseen: card set.
        voids: int64 [4] by holder.
        holders: three players, then the skat.
        room: int64 [4], how many cards each holder can take.
        ways: float64 [6, 13, 13, 13 or 1]; ways[s, a, b, c] becomes the number of ways to hand out the suits from s on with so
            many cards to the three players, the rest to the skat.
    """
    ways[:] = 0.0
    ways[NUM_SUITS, 0, 0, 0] = 1.0
    behind = 0
    for suit in range(NUM_SUITS - 1, -1, -1):
        cards = unseen & int(CARDS_OF_SUIT[kind, suit])
        size = num_cards(cards)
        for a in range(_most(cards, voids, room, holders[0]) + 1):
            for b in range(min(_most(cards, voids, room, holders[1]), size - a) + 1):
                for c in range(min(_most(cards, voids, room, holders[2]), size - a - b) + 1):
                    here = _ways_of((a, b, c, size - a - b - c))
                    for x in range(a, min(behind + a, room[holders[0]]) + 1):
                        for y in range(b, min(behind + b, room[holders[1]]) + 1):
                            for z in range(c, min(behind + c, room[holders[2]]) + 1):
                                ways[suit, x, y, z] += here * ways[suit + 1, x - a, y - b, z - c]
        behind += size


@kernel
def _hand_out(state: np.record, holder: int, cards: int) -> None:
    if holder == SKAT:
        state.skat = int(state.skat) | cards
    else:
        state.hands[holder] = int(state.hands[holder]) | cards


@kernel
def _pick(cards: int, count: int, streams: np.ndarray, i: int) -> int:
    """A random subset of this many cards."""
    picked = 0
    for _ in range(count):
        picked |= 1 << nth_card(cards & ~picked, next_below(streams, i, num_cards(cards & ~picked)))
    return picked


@kernel
def _hand_out_alike(
    state: np.record,
    cards: int,
    counts: tuple[int, int, int, int],
    holders: tuple[int, int, int, int],
    streams: np.ndarray,
    i: int,
) -> None:
    for k in range(4):
        picked = _pick(cards, counts[k], streams, i)
        _hand_out(state, holders[k], picked)
        cards &= ~picked


@kernel
def _hand_out_suits(
    state: np.record, kind: int, unseen: int, voids: np.ndarray, holders: tuple[int, int, int, int], room: np.ndarray,
    ways: np.ndarray, streams: np.ndarray, i: int,
) -> None:  # fmt: skip
    """Draw the suits one by one, each number with its share of the ways.

    Args:
        state: record; hands and skat are added to.
        kind: of game.
        unseen: card set.
        voids: int64 [4] by holder.
        holders: three players, then the skat.
        room: int64 [4]; how many of these cards each player gets. Counted down.
        ways: as counted by `_count_ways`.
        streams: uint64; streams[i] is advanced.
        i: which stream.
    """
    for suit in range(NUM_SUITS):
        cards = unseen & int(CARDS_OF_SUIT[kind, suit])
        if cards == 0:
            continue
        size = num_cards(cards)
        x, y, z = int(room[holders[0]]), int(room[holders[1]]), int(room[holders[2]])
        point = next_uniform(streams, i) * ways[suit, x, y, z]
        chosen = (0, 0, 0, 0)
        for a in range(_most(cards, voids, room, holders[0]) + 1):
            for b in range(min(_most(cards, voids, room, holders[1]), size - a) + 1):
                for c in range(min(_most(cards, voids, room, holders[2]), size - a - b) + 1):
                    counts = (a, b, c, size - a - b - c)
                    share = _ways_of(counts) * ways[suit + 1, x - a, y - b, z - c]
                    if share > 0.0 and point >= 0.0:
                        chosen = counts
                        point -= share
        _hand_out_alike(state, cards, chosen, holders, streams, i)
        for k in range(3):
            room[holders[k]] -= chosen[k]


# --- What the observer knows -----------------------------------------------------------------------------------------------


@kernel
def _holders(me: int) -> tuple[int, int, int, int]:
    """The two others and the observer, who gets nothing, then the skat; all three for one who sits out."""
    return ((me + 1) % NUM_ACTIVE, (me + 2) % NUM_ACTIVE, me if me < NUM_ACTIVE else 0, SKAT)


@kernel
def _room_for_ways(me: int) -> np.ndarray:
    return np.zeros((NUM_SUITS + 1, 13, 13, 13 if me >= NUM_ACTIVE else 1))


@kernel
def _look(state: np.record, kind: int, me: int, passing: int, skat_size: int, voids: np.ndarray, room: np.ndarray) -> int:
    """Write what each holder cannot have, and how many cards he can still take; returns the cards seen.

    Args:
        state: record with what the observer knows.
        kind: of game.
        me: position of the observer; 3 sits out.
        passing: position of the player who is putting cards away, or -1.
        skat_size: cards on the table.
        voids: int64 [4] by holder; written.
        room: int64 [4] by holder; written.
    """
    cards = np.zeros(NUM_CARDS, np.int64)
    void_cards(state, kind, cards, played_in_order(state, cards), voids)
    seen = 0
    for position in range(NUM_ACTIVE):
        shown = int(state.hands[position]) | int(state.played[position])
        held = HAND_SIZE + (SKAT_SIZE - skat_size if position == passing else 0)
        room[position] = held - num_cards(shown) if position != me else 0
        seen |= shown
    room[SKAT] = skat_size
    return seen


# --- Bidding and games with a declarer -------------------------------------------------------------------------------------


@kernel
def draw_around_declarer(
    state: np.record, kind: int, me: int, passing: int, skat_size: int, streams: np.ndarray, i: int
) -> None:
    """Draw the other hands and the skat, and what the declarer discarded, in bidding or in a game with a declarer.

    Args:
        state: record that holds what the observer knows: own cards, those taken and put away, an open hand, `declarer`, who
            took the skat, all that was played. The rest is written: `hands`, `skat`, `taken`, `put_away`.
        kind: of game.
        me: position of the observer; 3 sits out.
        passing: position of the declarer while he is discarding, or -1.
        skat_size: cards on the table, if it does not hold two.
        streams: uint64; streams[i] is advanced.
        i: which stream.
    """
    voids = np.zeros(4, np.int64)
    room = np.zeros(4, np.int64)
    holders = _holders(me)
    seen = _look(state, kind, me, passing, skat_size, voids, room)
    declarer = int(state.declarer)
    if declarer == me and state.took >> me & 1:
        state.skat = state.put_away[me]
        seen |= int(state.skat)
        room[SKAT] = 0
    unseen = ALL_CARDS & ~seen
    ways = _room_for_ways(me)
    _count_ways(kind, unseen, voids, holders, room, ways)
    _hand_out_suits(state, kind, unseen, voids, holders, room, ways, streams, i)
    if declarer >= 0 and declarer != me and state.took >> declarer & 1:
        state.put_away[declarer] = state.skat
        twelve = int(state.hands[declarer]) | int(state.played[declarer]) | int(state.skat)
        state.taken[declarer] = _pick(twelve, SKAT_SIZE, streams, i)


# --- Ramsch: the skat has gone round ---------------------------------------------------------------------------------------


@kernel
def _place(code: int, which: int) -> int:
    """Where the lower (0) or the higher (1) card is put in plan number `code`: 0 left, 1 right, 3 the skat."""
    place = code // 3 % 3 if which == 1 else code % 3
    return SKAT if place == 2 else place


@kernel
def _share_of(
    state: np.record, options: np.record, me: int, passing: int, skat_size: int, tracked: int, voids: np.ndarray,
    holders: tuple[int, int, int, int], counts: tuple[int, int, int, int], code: int, room: np.ndarray, ways: np.ndarray,
    jacks: np.ndarray, passed_on: np.ndarray,
) -> float:  # fmt: skip
    """Number of (shuffle, hidden choices) with these jacks per holder and the tracked cards placed by `code`."""
    for holder in range(4):
        jacks[holder] = num_cards(int(state.played[holder]) & JACKS) if holder < NUM_ACTIVE else 0
        passed_on[holder] = 0
    if me < NUM_ACTIVE:
        jacks[me] += num_cards(int(state.hands[me]) & JACKS)
        for holder in range(NUM_ACTIVE):
            passed_on[holder] = num_cards(int(state.played[holder]) & int(state.put_away[me]))
    for k in range(4):
        jacks[holders[k]] += counts[k]
    for k in range(3):
        if holders[k] != me:
            jacks[holders[k]] += num_cards(int(state.hands[holders[k]]) & JACKS)
    a = int(room[holders[0]]) - counts[0]
    b = int(room[holders[1]]) - counts[1]
    c = int(room[holders[2]]) - counts[2]
    in_skat = int(room[SKAT]) - counts[3]
    rest = tracked
    for which in range(num_cards(tracked)):
        place = _place(code, which)
        holder = holders[place]
        card = rest & -rest
        rest &= ~card
        if int(voids[holder]) & card or not _can_have_passed_on(state, me, holder):
            return 0.0
        passed_on[holder] += 1
        a -= int(place == 0)
        b -= int(place == 1)
        in_skat -= int(place == SKAT)
    if a < 0 or b < 0 or c < 0 or in_skat < 0:
        return 0.0
    pasts = _num_pasts(state, options, me, passing, skat_size, jacks, passed_on)
    return float(pasts * _ways_of(counts) * ways[0, a, b, c])


@kernel
def _can_have_passed_on(state: np.record, me: int, holder: int) -> bool:
    """Whether a card that the observer passed on, and that was taken, can be there now."""
    return holder == SKAT or (holder > me and bool(state.took >> holder & 1))


@kernel
def draw_hidden(
    state: np.record, options: np.record, me: int, passing: int, skat_size: int, streams: np.ndarray, i: int
) -> None:
    """Draw the other hands, the skat, and which cards the other takers took and passed on, before or in a Ramsch or Grand.

    Args:
        state: record that holds what the observer knows: own cards, those taken and put away, an open hand, who took, all
            that was played. The rest is written: `hands`, `skat`, `taken`, `put_away`.
        options: of the table.
        me: position of the observer; 3 sits out.
        passing: position of the player who is passing on, or -1.
        skat_size: cards on the table, if it does not hold two.
        streams: uint64; streams[i] is advanced.
        i: which stream.
    """
    voids = np.zeros(4, np.int64)
    room = np.zeros(4, np.int64)
    seen = _look(state, Kind.GRAND, me, passing, skat_size, voids, room)
    tracked = 0
    if me < NUM_ACTIVE and state.took >> me & 1:
        if taker_after(state, me) >= 0:
            tracked = int(state.put_away[me]) & ~seen
        else:
            state.skat = state.put_away[me]
            seen |= int(state.skat)
            room[SKAT] = 0
    _draw_cards(state, options, me, passing, skat_size, ALL_CARDS & ~seen, tracked, voids, room, streams, i)
    _draw_pairs(state, options, me, streams, i)


@kernel
def _draw_cards(
    state: np.record, options: np.record, me: int, passing: int, skat_size: int, unseen: int, tracked: int, voids: np.ndarray,
    room: np.ndarray, streams: np.ndarray, i: int,
) -> None:  # fmt: skip
    """Draw who holds the unseen cards: first jacks and tracked cards together, then the plain suits."""
    holders = _holders(me)
    plain = unseen & ~JACKS & ~tracked
    trumps = unseen & JACKS & ~tracked
    ways = _room_for_ways(me)
    _count_ways(Kind.GRAND, plain, voids, holders, room, ways)
    jacks = np.zeros(4, np.int64)
    passed_on = np.zeros(4, np.int64)
    size = num_cards(trumps)
    skat_takes_jacks = state.took == 0 or options.pass_jacks != 0
    num_codes = (1, 3, 9)[num_cards(tracked)]
    total = 0.0
    chosen = (0, 0, 0, 0)
    chosen_code = 0
    for sweep in range(2):
        point = next_uniform(streams, i) * total if sweep == 1 else 0.0
        for a in range(_most(trumps, voids, room, holders[0]) + 1):
            for b in range(min(_most(trumps, voids, room, holders[1]), size - a) + 1):
                for c in range(min(_most(trumps, voids, room, holders[2]), size - a - b) + 1):
                    counts = (a, b, c, size - a - b - c)
                    if counts[3] > 0 and not skat_takes_jacks:
                        continue
                    for code in range(num_codes):
                        share = _share_of(
                            state, options, me, passing, skat_size, tracked, voids, holders, counts, code, room, ways, jacks,
                            passed_on,
                        )  # fmt: skip
                        if sweep == 0:
                            total += share
                        elif share > 0.0 and point >= 0.0:
                            chosen = counts
                            chosen_code = code
                            point -= share
    _hand_out_alike(state, trumps, chosen, holders, streams, i)
    for k in range(4):
        room[holders[k]] -= chosen[k]
    _hand_out_tracked(state, tracked, chosen_code, holders, room)
    _hand_out_suits(state, Kind.GRAND, plain, voids, holders, room, ways, streams, i)


@kernel
def _hand_out_tracked(state: np.record, tracked: int, code: int, holders: tuple[int, int, int, int], room: np.ndarray) -> None:
    for which in range(num_cards(tracked)):
        holder = holders[_place(code, which)]
        _hand_out(state, holder, tracked & -tracked)
        room[holder] -= 1
        tracked &= tracked - 1


@kernel
def _draw_pairs(state: np.record, options: np.record, me: int, streams: np.ndarray, i: int) -> None:
    """Draw which pair each other taker got, from the last one back; what he passed on is what the next one got."""
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
        pair = needed | _pick(possible & ~needed, SKAT_SIZE - num_cards(needed), streams, i)
        if rule != PassRule.NOT_SAME_TWO:
            break
    return pair


@kernel
def dealt_deck(state: np.record, deck: np.ndarray) -> None:
    """Write a shuffle that deals the hands and the skat from which this state came.

    Args:
        state: record with all cards: hands, played, taken, put away, skat.
        deck: int8 [32]; written. Cards within a packet stand in ascending order.
    """
    skat = int(state.skat)
    for position in range(NUM_ACTIVE - 1, -1, -1):
        cards = int(state.hands[position]) | int(state.played[position])
        if state.took >> position & 1:
            cards = (cards | int(state.put_away[position])) & ~int(state.taken[position])
            skat = int(state.taken[position])
        _write_packet(deck, 3 * position, 3, cards)
        _write_packet(deck, 11 + 4 * position, 4, _without_lowest(cards, 3))
        _write_packet(deck, 23 + 3 * position, 3, _without_lowest(cards, 7))
    _write_packet(deck, 9, SKAT_SIZE, skat)


@kernel
def _without_lowest(cards: int, count: int) -> int:
    for _ in range(count):
        cards &= cards - 1
    return cards


@kernel
def _write_packet(deck: np.ndarray, start: int, size: int, cards: int) -> None:
    for k in range(size):
        deck[start + k] = lowest(cards)
        cards &= cards - 1


# --- Playing the history again ---------------------------------------------------------------------------------------------

MEMO_SIZE = 8 + NUM_CARDS
"""Scratch for `guess` and `recall`: cards put away by each position, then from 8 on the cards played in order."""


@kernel
def note_past(state: np.record, memo: np.ndarray) -> None:
    """Write the shuffle of a drawn deal, and to the memo the cards that were put away and played."""
    dealt_deck(state, state.deck)
    for position in range(NUM_ACTIVE):
        memo[position] = state.put_away[position]
    played_in_order(state, memo[8:])


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

    Args:
        state: of the guessed deal, replayed up to here.
        observation: as handed to `guess`.
        k: who is to move.
        declarer_at: where the observation has the piece `declarer`.
        kontra_at: where it has KONTRA_PIECES.
        counts_at: where it has COUNT_PIECES.
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
