"""What a seat at a Schmier table cannot see, drawn uniformly among all that fits what it knows.

Equally likely is every pair of a shuffle and hidden choices (what others discarded, what the dealer kept). Which of a
player's final cards came from the stock, and which of a dealer's pool, can be chosen in equally many ways whatever the cards
are; so it is enough to hand out the unseen cards uniformly among the hands, the discards and the buried cards such that no
rule is broken. What was discarded and what was buried is one holder at first: how it can be divided depends on how many trumps
are in it and how many the dealer keeps, so that is a weight of the ways to hand out the trumps (`_count_trumps`).

Seats are counted from the observer, who is 0. In all kernels `facts` is int64 [5], see `Fact`; `played` are card sets by seat;
`room` and `barred` are numbers of cards and card sets by holder; streams[i] is advanced.
"""

from enum import IntEnum

import numpy as np

from envs.core.cards import lowest, num_cards, read_cards, read_flag
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
    write_shuffled,
)
from envs.core.jit import kernel, large_kernel
from envs.core.options import Episode
from envs.core.state import read_number
from envs.core.tricks import TRUMP
from envs.games.schmier.cards import (
    ALL_CARDS,
    CARDS_OF_SUIT,
    HAND_SIZE,
    JOKER,
    NUM_CARDS,
    NUM_PLAYERS,
    NUM_SUITS,
    NUM_TEAMS,
    PROTECTED,
    STOCK_AT,
    STOCK_SIZE,
    SUIT_OF,
    TRUMPS,
)
from envs.games.schmier.exchange import kept_at_once
from envs.games.schmier.observation import SCORE_DIGITS, At, read_buried
from envs.games.schmier.options import DealerOverflow, DiscardRule, FirstLead, JokerLead
from envs.games.schmier.state import Action, Phase

STOCK, ASIDE, BURIED = range(NUM_PLAYERS, NUM_PLAYERS + 3)
"""Holders beside the seats: the stock that nobody has drawn yet; what others than the observer discarded and, until it is drawn
apart, what the dealer buried or has not chosen yet."""
NUM_HOLDERS = ASIDE + 1
NUM_PILES = BURIED + 1

MEMO_CHOSEN = 7
MEMO_ORDER = 8
MEMO_SIZE = MEMO_ORDER + 36
"""Scratch for `guess` and `recall`: what each seat discarded (the dealer: kept), from 7 on how many cards the dealer has
chosen to keep, from 8 on the cards played in order."""


# --- What the play has shown -----------------------------------------------------------------------------------------------


@kernel
def _find_voids(played: np.ndarray, options: np.record, trump: int, cards: np.ndarray, count: int, barred: np.ndarray) -> None:
    """Add to `barred` the cards that each player has shown not to have; `cards` are the `count` cards played, in order."""
    trumps = int(TRUMPS[trump])
    for i in range(count):
        led = int(SUIT_OF[trump, cards[i - i % NUM_PLAYERS]])
        suit = int(SUIT_OF[trump, cards[i]])
        player = 0
        while int(played[player]) >> int(cards[i]) & 1 == 0:
            player += 1
        if i == 0 and options.first_lead == FirstLead.TRUMP and suit != TRUMP:
            barred[player] |= trumps & ~(1 << JOKER) if options.joker_lead == JokerLead.LAST_RESORT else trumps
        if suit != led and not (options.may_trump_when_able != 0 and suit == TRUMP):
            barred[player] |= int(CARDS_OF_SUIT[trump, led])


# --- What was put aside ----------------------------------------------------------------------------------------------------


class Fact(IntEnum):
    """What it depends on how the cards put aside can be divided."""

    NUM_DISCARDS = 0
    """Unknown cards that others discarded."""
    DEALER = 1
    NUM_KEPT = 2
    """Cards that the dealer keeps, those already played included."""
    PLAYED = 3
    """Trumps that the dealer has played."""
    SHOWN = 4
    """Trumps shown as buried, or -1 if none would be."""


NUM_FACTS = len(Fact)


@kernel
def _may_have_buried(overflow: int, num_kept: int, kept_trumps: int, buried: int) -> bool:
    """Whether a dealer who keeps so many cards, so many trumps among them, can have buried so many trumps (3.5)."""
    if buried == 0:
        return True
    is_all_trumps = kept_trumps == num_kept
    return kept_trumps + buried > HAND_SIZE and (is_all_trumps or overflow == DealerOverflow.FREE)


@kernel
def _ways_to_divide(
    options: np.record, facts: np.ndarray, num_aside: int, trumps: int, discarded: int, kept_trumps: int
) -> float:
    """Ways to choose what others discarded among the cards put aside, the rest being buried.

    So many cards are put aside, so many of them trumps, so many of these discarded; the dealer keeps so many trumps.
    """
    buried = trumps - discarded
    shown = int(facts[Fact.SHOWN])
    if (discarded > 0 and options.discard_rule == DiscardRule.NO_TRUMPS) or (buried > 0 and shown >= 0):
        return 0.0
    if not _may_have_buried(int(options.dealer_overflow), int(facts[Fact.NUM_KEPT]), kept_trumps, buried + max(shown, 0)):
        return 0.0
    return choose(trumps, discarded) * choose(num_aside - trumps, int(facts[Fact.NUM_DISCARDS]) - discarded)


@large_kernel
def _count_trumps(
    options: np.record, facts: np.ndarray, plan: np.ndarray, ways: np.ndarray, plain_ways: np.ndarray, num_trumps: int,
    room: np.ndarray,
) -> float:  # fmt: skip
    """Count the ways to hand out the trumps, which come first, and to divide what is put aside; the number of all ways.

    In `plan` the dealer, and what is put aside, are groups of their own; of `ways` the rows of the trumps, and the one after
    them, are written, which without weights is `plain_ways`.
    """
    dealer = int(facts[Fact.DEALER])
    of_dealer, aside = int(plan[Row.GROUP, dealer]), int(plan[Row.GROUP, ASIDE])
    splits = np.full((HAND_SIZE + 1, num_trumps + 1), -1.0)
    lacks = np.zeros(plan[Row.SIZES, Size.GROUPS], np.int64)
    first_state(plan, room.sum() - num_trumps, lacks)
    for state in range(len(plain_ways)):
        kept = int(room[dealer] - lacks[of_dealer]) if of_dealer >= 0 else 0
        trumps = int(room[ASIDE] - lacks[aside]) if aside >= 0 else 0
        ways[num_trumps, state] = 0.0
        if plain_ways[state] > 0.0 and kept >= 0 and 0 <= trumps <= num_trumps:
            kept += int(facts[Fact.PLAYED])
            if splits[kept, trumps] < 0.0:
                splits[kept, trumps] = 0.0
                for discarded in range(trumps + 1):
                    splits[kept, trumps] += _ways_to_divide(options, facts, int(room[ASIDE]), trumps, discarded, kept)
            ways[num_trumps, state] = plain_ways[state] * splits[kept, trumps]
        next_state(plan, lacks)
    count_ways(plan, ways, 0, num_trumps)
    return float(ways[0, state_of(plan, room)])


@kernel
def _divide_aside(options: np.record, facts: np.ndarray, trump: int, piles: np.ndarray, streams: np.ndarray, i: int) -> None:
    """Draw which of the cards put aside were discarded; the rest were buried."""
    aside = int(piles[ASIDE])
    trumps = aside & int(TRUMPS[trump])
    kept_trumps = int(facts[Fact.PLAYED]) + num_cards(int(piles[facts[Fact.DEALER]]) & int(TRUMPS[trump]))
    shares = np.zeros(num_cards(trumps) + 1)
    for discarded in range(len(shares)):
        shares[discarded] = _ways_to_divide(options, facts, num_cards(aside), num_cards(trumps), discarded, kept_trumps)
    chosen = draw_index(shares, streams, i)
    piles[ASIDE] = pick(trumps, chosen, streams, i) | pick(aside & ~trumps, int(facts[Fact.NUM_DISCARDS]) - chosen, streams, i)
    piles[BURIED] = aside & ~int(piles[ASIDE])


# --- Who has what ----------------------------------------------------------------------------------------------------------


@kernel
def _draw_around_dealer(
    options: np.record, facts: np.ndarray, trump: int, is_choosing: bool, unseen: int, room: np.ndarray, barred: np.ndarray,
    piles: np.ndarray, streams: np.ndarray, i: int,
) -> None:  # fmt: skip
    """Draw who has the unseen cards when a dealer other than the observer has taken the stock.

    Of a dealer who is choosing, it is drawn first how many cards are kept so far.
    """
    dealer = int(facts[Fact.DEALER])
    num_aside = int(room[ASIDE])
    first = unseen & int(TRUMPS[trump])
    if is_choosing:
        room[dealer] = HAND_SIZE - 1
    plan, ways = plan_hands(unseen, first, room, barred, 1 << dealer | 1 << ASIDE, HAND_SIZE - 1 if is_choosing else 0)
    num_trumps = num_cards(first)
    count_ways(plan, ways, num_trumps, len(ways) - 1)
    plain_ways = ways[num_trumps].copy()
    if is_choosing:
        shares = np.zeros(HAND_SIZE)
        for kept in range(HAND_SIZE):
            _keep(facts, room, kept, num_aside)
            shares[kept] = _count_trumps(options, facts, plan, ways, plain_ways, num_trumps, room)
        _keep(facts, room, draw_index(shares, streams, i), num_aside)
    _count_trumps(options, facts, plan, ways, plain_ways, num_trumps, room)
    draw_hands(plan, ways, unseen, room, piles, streams, i)
    _divide_aside(options, facts, trump, piles, streams, i)


@kernel
def _keep(facts: np.ndarray, room: np.ndarray, kept: int, num_aside: int) -> None:
    """Let the dealer keep so many cards of the pool, and put the others aside."""
    room[facts[Fact.DEALER]] = kept
    room[ASIDE] = max(num_aside - kept, 0)
    facts[Fact.NUM_KEPT] = kept


@kernel
def _draw_piles(
    options: np.record, observation: np.ndarray, dealer: int, trump: int, phase: int, played: np.ndarray, order: np.ndarray,
    piles: np.ndarray, streams: np.ndarray, i: int,
) -> None:  # fmt: skip
    """Draw who has the unseen cards, from what an observation shows; `trump` is any suit before trumps are named.

    `order` (int64 [36], the cards played) and `piles` (int64 [NUM_PILES], card sets) are written.
    """
    room = np.zeros(NUM_HOLDERS, np.int64)
    barred = np.zeros(NUM_HOLDERS, np.int64)
    facts = np.zeros(NUM_FACTS, np.int64)
    has_taken_stock = options.exchange != 0 and (phase in (Phase.KEEP, Phase.PLAY))
    turn = read_flag(observation, At.TURN, NUM_PLAYERS)
    shown = read_buried(observation, trump)
    unseen = ALL_CARDS & ~shown
    unseen &= ~(read_cards(observation, At.HAND, NUM_CARDS) | read_cards(observation, At.DISCARDED, NUM_CARDS))
    num_drawn = 0
    for seat in range(NUM_PLAYERS):
        unseen &= ~int(played[seat])
        exchanged = int(observation[At.EXCHANGED + seat])
        is_exchanging = phase == Phase.EXCHANGE and seat == turn
        num_drawn += exchanged if not is_exchanging else 0
        if seat != 0:
            facts[Fact.NUM_DISCARDS] += exchanged
            room[seat] = HAND_SIZE - num_cards(int(played[seat])) - (exchanged if is_exchanging else 0)
    room[STOCK] = STOCK_SIZE - num_drawn if not has_taken_stock else 0
    is_choosing = has_taken_stock and dealer != 0 and phase == Phase.KEEP
    if is_choosing:
        room[dealer] = 0
    room[ASIDE] = num_cards(unseen) - room.sum()
    barred[ASIDE] = PROTECTED[trump]
    _find_voids(played, options, trump, order, cards_in_order(observation[At.ORDER : At.ORDER + NUM_CARDS], order), barred)
    if has_taken_stock and dealer != 0:
        facts[Fact.DEALER] = dealer
        facts[Fact.NUM_KEPT] = HAND_SIZE
        facts[Fact.PLAYED] = num_cards(int(played[dealer]) & int(TRUMPS[trump]))
        facts[Fact.SHOWN] = num_cards(shown) if options.show_buried_trumps != 0 and phase == Phase.PLAY else -1
        _draw_around_dealer(options, facts, trump, is_choosing, unseen, room, barred, piles, streams, i)
    else:
        if options.discard_rule == DiscardRule.NO_TRUMPS:
            barred[ASIDE] = TRUMPS[trump]
        hand_out(unseen, room, barred, piles, streams, i)


# --- A deal that fits ------------------------------------------------------------------------------------------------------


@kernel
def num_decisions(observation: np.ndarray) -> int:
    """Most decisions taken in the deal that an observation shows: how many cards a dealer chose to keep is a secret."""
    return int(observation[At.DECISIONS]) + HAND_SIZE


@kernel
def _place(seat: int, dealer: int) -> int:
    """When a seat has its turn: 0 for the dealer's left neighbour, 5 for the dealer."""
    return (seat - dealer + NUM_PLAYERS - 1) % NUM_PLAYERS


@kernel
def guess(state: np.record, options: np.record, observation: np.ndarray, memo: np.ndarray, streams: np.ndarray, i: int) -> None:
    """Draw one of the shuffles and hidden choices that fit an observation, each with the same chance."""
    dealer = read_flag(observation, At.DEALER, NUM_PLAYERS)
    trump = max(read_flag(observation, At.TRUMP, NUM_SUITS), 0)
    phase = Phase.BID + read_flag(observation, At.PHASE, Phase.PLAY - Phase.BID + 1)
    state.dealer = dealer
    piles = np.zeros(NUM_PILES, np.int64)
    played = np.zeros(NUM_PLAYERS, np.int64)
    for k in range(NUM_PLAYERS):
        played[k] = read_cards(observation, At.PLAYED + NUM_CARDS * k, NUM_CARDS)
    _draw_piles(options, observation, dealer, trump, phase, played, memo[MEMO_ORDER:], piles, streams, i)
    piles[0] = read_cards(observation, At.HAND, NUM_CARDS)
    has_taken_stock = options.exchange != 0 and (phase in (Phase.KEEP, Phase.PLAY))
    if dealer == 0:
        piles[BURIED] = read_cards(observation, At.DISCARDED, NUM_CARDS)
    elif has_taken_stock:
        piles[BURIED] |= read_buried(observation, trump)
    turn = read_flag(observation, At.TURN, NUM_PLAYERS)
    num_drawn = 0
    for place in range(NUM_PLAYERS):
        seat = (dealer + 1 + place) % NUM_PLAYERS
        held = int(piles[seat]) | int(played[seat])
        is_done = has_taken_stock or (phase == Phase.EXCHANGE and place < _place(turn, dealer))
        if seat != dealer:
            drawn = _undo_exchange(observation, seat, held, is_done, piles, memo, streams, i)
            dealt = held & ~drawn | int(memo[seat])
        else:
            drawn = _undo_keeping(observation, seat, trump, held, has_taken_stock, piles, memo, streams, i)
            dealt = (held | int(piles[BURIED])) & ~drawn
        write_shuffled(state.deck, place, NUM_PLAYERS, dealt, streams, i)
        write_shuffled(state.deck, STOCK_AT + num_drawn, 1, drawn, streams, i)
        num_drawn += num_cards(drawn)
    write_shuffled(state.deck, STOCK_AT + num_drawn, 1, int(piles[STOCK]), streams, i)
    state.thrown_in = observation[At.THROWN_IN]
    state.deals = int(observation[At.THROWN_IN]) + 1
    if options.episode == Episode.MATCH:
        _guess_match(state, observation)


@kernel
def _undo_exchange(
    observation: np.ndarray, seat: int, held: int, is_done: bool, piles: np.ndarray, memo: np.ndarray, streams: np.ndarray,
    i: int,
) -> int:  # fmt: skip
    """Draw what a player other than the dealer discarded (into the memo) and, returned, which of the cards held were drawn."""
    exchanged = int(observation[At.EXCHANGED + seat])
    if seat == 0:
        memo[0] = read_cards(observation, At.DISCARDED, NUM_CARDS)
        return int(read_cards(observation, At.DRAWN, NUM_CARDS))
    memo[seat] = pick(int(piles[ASIDE]), exchanged, streams, i)
    piles[ASIDE] &= ~int(memo[seat])
    return pick(held, exchanged, streams, i) if is_done else 0


@kernel
def _undo_keeping(
    observation: np.ndarray, seat: int, trump: int, kept: int, has_taken_stock: bool, piles: np.ndarray, memo: np.ndarray,
    streams: np.ndarray, i: int,
) -> int:  # fmt: skip
    """Note in the memo what the dealer chose to keep; draw which cards of the pool came from the stock."""
    if not has_taken_stock:
        return 0
    pool = kept | int(piles[BURIED])
    memo[seat] = kept
    memo[MEMO_CHOSEN] = num_cards(kept) - num_cards(kept_at_once(trump, pool))
    if seat == 0:
        return int(read_cards(observation, At.DRAWN, NUM_CARDS))
    return pool & ~pick(pool, HAND_SIZE, streams, i)


@kernel
def _guess_match(state: np.record, observation: np.ndarray) -> None:
    """Read what carries over from deal to deal; it is public."""
    for team in range(NUM_TEAMS):
        state.match_scores[team] = read_number(observation, At.MATCH_SCORES + SCORE_DIGITS * team, SCORE_DIGITS)
    state.hands_scored = read_number(observation, At.HANDS_SCORED, 2)
    state.deals = read_number(observation, At.DEALS, 2)


@kernel
def recall(state: np.record, _options: np.record, observation: np.ndarray, memo: np.ndarray) -> int:
    """The action that the observed history shows next, or -1 when it shows no more."""
    phase = state.phase
    seat = int(state.player)
    if phase == Phase.KEEP:
        if state.num_kept >= memo[MEMO_CHOSEN]:
            return -1
        return int(lowest(int(memo[seat]) & int(state.discarded[seat])))
    if int(state.log_length) - int(state.num_kept) >= observation[At.DECISIONS]:
        return -1
    if phase == Phase.PLAY:
        return int(memo[MEMO_ORDER + NUM_PLAYERS * int(state.num_tricks) + int(state.trick_size)])
    if phase == Phase.EXCHANGE:
        left = int(memo[seat]) & ~int(state.discarded[seat])
        return int(lowest(left)) if left != 0 else Action.DONE
    if phase == Phase.TRUMP:
        return Action.TRUMP_C + read_flag(observation, At.TRUMP, NUM_SUITS)
    return Action.PASS if observation[At.PASSED + seat] else Action.BID_1 + int(observation[At.BIDS + seat]) - 1
