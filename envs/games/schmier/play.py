"""The course of a hand of Schmier and of a match: the record, deal, legal actions, step, scores (rules, 3, 5 and 6)."""

import numpy as np

from envs.core.cards import NO_CARD, lowest, num_cards, write_cards
from envs.core.jit import kernel
from envs.core.layout import Actions
from envs.core.options import Episode, Reward
from envs.core.record import NOBODY, state_dtype
from envs.games.schmier.cards import (
    ACE,
    CAPTURED,
    CARD_BYTES,
    CARDS_OF_SUIT,
    GAME_POINTS,
    HAND_SIZE,
    JOKER,
    NUM_CARDS,
    NUM_PLAYERS,
    NUM_SUITS,
    NUM_TEAMS,
    NUM_TRICKS,
    NUM_TRUMPS,
    PACK,
    PROTECTED,
    STOCK_AT,
    STOCK_SIZE,
    SUIT_OF,
    SUITS,
    TRUMP,
    TRUMP_BY_STRENGTH,
    TRUMPS,
    TWO,
    beats,
)
from envs.games.schmier.options import (
    AllPass,
    DealerOverflow,
    DiscardRule,
    FirstLead,
    GameTie,
    JokerLead,
    LowTo,
    MatchReward,
    MissingHighLow,
    Options,
    WinTie,
)

# --- Constants -------------------------------------------------------------------------------------------------------------

OVER, DEALING, BID, NAME_TRUMP, EXCHANGE, KEEP, PLAY = range(7)
PHASES = ("over", "dealing", "bid", "trump", "exchange", "keep", "play")

HIGHEST_BID = 6
BID_1 = NUM_CARDS
PASS = BID_1 + HIGHEST_BID
TRUMP_C = PASS + 1
DONE = TRUMP_C + NUM_SUITS
ACTIONS = Actions(
    [*PACK.cards, *(f"bid {bid}" for bid in range(1, HIGHEST_BID + 1)), "pass", *(f"trump {suit}" for suit in SUITS), "done"]
)
NUM_ACTIONS = len(ACTIONS)

NUM_EXCHANGES = STOCK_SIZE + NUM_PLAYERS - 1
MAX_DECISIONS = NUM_PLAYERS + 1 + NUM_EXCHANGES + HAND_SIZE + NUM_PLAYERS * NUM_TRICKS
"""Bids, trumps, at most the whole stock exchanged and five times `done`, six cards kept, six tricks."""

NOT_ASKED = -1
PASSED = 0
"""In `bids`; a bid is its number."""
NO_TEAM = -1

FIELDS = [
    ("hands", np.int64, NUM_PLAYERS),  # card set, known to its holder; of the dealer in KEEP what he keeps so far
    (
        "discarded",
        np.int64,
        NUM_PLAYERS,
    ),  # card set discarded; of the dealer in KEEP the rest of his pool; known to that player
    ("drawn", np.int64, NUM_PLAYERS),  # card set got from the stock, known to that player
    ("played", np.int64, NUM_PLAYERS),  # card set, public
    ("in_trick", np.int64),  # card set of the present trick, public
    ("match_scores", np.int32, NUM_TEAMS),  # public
    ("scores", np.int32, NUM_TEAMS),  # what this hand changed, once it is scored
    ("before", np.int32, NUM_TEAMS + 1),  # the fields of CARRIED, one after the other, as they stood when this deal began
    ("hands_scored", np.int16),  # of the match, public
    ("game_points", np.int16, NUM_TEAMS),  # in the tricks of each team, public
    ("trick_points", np.int16),  # game points in the present trick
    ("order", np.int8, 56),  # by card: 1 + 6 * trick + place in it; 0 not played; public
    ("bids", np.int8, NUM_PLAYERS),  # NOT_ASKED, PASSED or the bid; public
    ("exchanged", np.int8, NUM_PLAYERS),  # cards discarded by all but the dealer, public
    ("tricks_won", np.int8, NUM_PLAYERS),  # public
    ("trick_winners", np.int8, NUM_TRICKS),  # seat by trick, NOBODY before; public
    ("points", np.int8, NUM_TEAMS),  # hand points without Game so far, with it once the hand is scored; public
    ("phase", np.int8),
    ("bid", np.int8),  # highest bid so far, 0 none
    ("bidder", np.int8),  # seat that made it, NOBODY
    ("trump", np.int8),  # suit, -1 not yet named
    ("drawn_from_stock", np.int8),  # cards drawn so far
    ("num_kept", np.int8),  # cards the dealer has chosen to keep; known to him alone
    ("led_suit", np.int8),  # effective suit of the present trick, -1 none
    ("best_card", np.int8),  # that wins the trick so far, NO_CARD
    ("best_player", np.int8),  # seat that played it, NOBODY
    ("trick_size", np.int8),
    ("num_tricks", np.int8),  # finished
    ("match_winners", np.int8),  # bit set of teams that have won the match
]
STATE = state_dtype(FIELDS, NUM_CARDS, MAX_DECISIONS)
CARRIED = ("match_scores", "hands_scored")


@kernel
def num_players(_options: np.record) -> int:
    """Seats at the table."""
    return NUM_PLAYERS


def team_of(seat: int, _options: Options) -> int:
    """Number of the team that a seat always plays for: partners sit opposite each other (1)."""
    return seat % NUM_TEAMS


# --- Deal ------------------------------------------------------------------------------------------------------------------


@kernel
def deal(state: np.record, options: np.record, deck: np.ndarray) -> None:
    """Deal the cards and let the dealer's left neighbour bid (3.1).

    Args:
        state: STATE record with dealer and what stands from deal to deal; the rest is written.
        options: of the table.
        deck: int8 [53], a permutation.
    """
    for team in range(NUM_TEAMS):
        state.before[team] = state.match_scores[team]
        state.scores[team] = 0
        state.game_points[team] = 0
        state.points[team] = 0
    state.before[NUM_TEAMS] = state.hands_scored
    for seat in range(NUM_PLAYERS):
        state.hands[seat] = 0
        state.discarded[seat] = 0
        state.drawn[seat] = 0
        state.played[seat] = 0
        state.bids[seat] = NOT_ASKED
        state.exchanged[seat] = 0
        state.tricks_won[seat] = 0
    for trick in range(NUM_TRICKS):
        state.trick_winners[trick] = NOBODY
    for card in range(len(state.order)):
        state.order[card] = 0
    _clear_hand(state)
    first = _next_seat(int(state.dealer))
    seat = first
    for i in range(STOCK_AT):
        state.hands[seat] = int(state.hands[seat]) | 1 << int(deck[i])
        seat = _next_seat(seat)
    state.phase = BID
    state.player = first


@kernel
def _clear_hand(state: np.record) -> None:
    """Clear the single fields that belong to one hand."""
    state.bid = 0
    state.bidder = NOBODY
    state.trump = -1
    state.drawn_from_stock = 0
    state.num_kept = 0
    state.num_tricks = 0
    state.match_winners = 0
    _clear_trick(state)


@kernel
def _clear_trick(state: np.record) -> None:
    state.in_trick = 0
    state.trick_points = 0
    state.led_suit = -1
    state.best_card = NO_CARD
    state.best_player = NOBODY
    state.trick_size = 0


@kernel
def _next_seat(seat: int) -> int:
    return seat + 1 if seat < NUM_PLAYERS - 1 else 0


# --- Legal actions ---------------------------------------------------------------------------------------------------------


@kernel
def legal_actions(state: np.record, options: np.record, mask: np.ndarray) -> int:
    """Mark what the player to move may do.

    Args:
        state: STATE record; read only.
        options: of the table.
        mask: int8 [NUM_ACTIONS], cleared by the caller; written.

    Returns:
        Number of legal actions, at least 1; 0 if nobody is to move.
    """
    phase = state.phase
    if phase == PLAY:
        return _allow_cards(mask, _playable(state, options))
    if phase == BID:
        return _legal_bid(state, options, mask)
    if phase == EXCHANGE:
        mask_size = _allow_cards(mask, _may_discard(state, options))
        mask[DONE] = 1
        return mask_size + 1
    if phase == KEEP:
        return _allow_cards(mask, _may_keep(state, options))
    if phase == NAME_TRUMP:
        mask[TRUMP_C : TRUMP_C + NUM_SUITS] = 1
        return NUM_SUITS
    return 0


@kernel
def _allow_cards(mask: np.ndarray, cards: int) -> int:
    write_cards(mask, 0, cards, CARD_BYTES)
    return int(num_cards(cards))


@kernel
def _legal_bid(state: np.record, options: np.record, mask: np.ndarray) -> int:
    """Pass, or bid more than has been bid; the dealer may have privileges (3.2)."""
    is_dealer = state.player == state.dealer
    lowest_bid = max(int(options.min_bid), int(state.bid) + 1)
    if is_dealer and options.dealer_may_match != 0 and state.bid > 0:
        lowest_bid = int(state.bid)
    must_bid = is_dealer and state.bid == 0 and options.all_pass == AllPass.DEALER_FORCED_MIN
    mask[PASS] = 0 if must_bid else 1
    for bid in range(lowest_bid, int(options.max_bid) + 1):
        mask[BID_1 + bid - 1] = 1
    return int(options.max_bid) + 1 - lowest_bid + int(mask[PASS])


@kernel
def _may_discard(state: np.record, options: np.record) -> int:
    """Cards that the player to exchange may still discard, perhaps none (3.4)."""
    seat = int(state.player)
    trump = int(state.trump)
    if int(state.exchanged[seat]) >= _discard_limit(state, options):
        return 0
    refused = PROTECTED[trump] if options.discard_rule == DiscardRule.NO_PROTECTED_TRUMPS else TRUMPS[trump]
    return int(state.hands[seat]) & ~int(refused)


@kernel
def _discard_limit(state: np.record, options: np.record) -> int:
    """So many may be discarded, and no more than the stock can replace."""
    return min(int(options.max_discards), STOCK_SIZE - int(state.drawn_from_stock))


@kernel
def _may_keep(state: np.record, options: np.record) -> int:
    """Cards that the dealer may choose to keep (3.5)."""
    rest = int(state.discarded[int(state.dealer)])
    pool = int(state.hands[int(state.dealer)]) | rest
    trumps = int(TRUMPS[int(state.trump)])
    if num_cards(pool & trumps) > HAND_SIZE and options.dealer_overflow == DealerOverflow.EXCESS_ONLY:
        return rest & trumps
    return rest


@kernel
def kept_at_once(trump: int, pool: int) -> int:
    """Cards of his pool that a dealer cannot but keep (3.5)."""
    trumps = pool & int(TRUMPS[trump])
    return trumps if num_cards(trumps) <= HAND_SIZE else trumps & int(PROTECTED[trump])


@kernel
def _playable(state: np.record, options: np.record) -> int:
    """Cards that the player to move may play (3.6)."""
    hand = int(state.hands[int(state.player)])
    suits = CARDS_OF_SUIT[int(state.trump)]
    if state.trick_size == 0:
        return _may_lead(state, options, hand, int(suits[TRUMP]))
    led = int(state.led_suit)
    following = hand & int(suits[led])
    if following == 0:
        return hand
    if options.may_trump_when_able != 0 and led != TRUMP:
        following |= hand & int(suits[TRUMP])
    return following


@kernel
def _may_lead(state: np.record, options: np.record, hand: int, trumps: int) -> int:
    joker = 1 << JOKER
    cards = hand
    if options.joker_lead == JokerLead.LAST_RESORT and hand != joker:
        cards &= ~joker
    if options.first_lead == FirstLead.TRUMP and state.num_tricks == 0 and cards & trumps:
        cards &= trumps
    return cards


# --- Step ------------------------------------------------------------------------------------------------------------------


@kernel
def step(state: np.record, options: np.record, action: int) -> None:
    """Take a legal action; afterwards somebody is to move, a deck is needed, or the episode is over."""
    phase = state.phase
    if phase == PLAY:
        _step_play(state, options, action)
    elif phase == BID:
        _step_bid(state, options, action)
    elif phase == EXCHANGE:
        _step_exchange(state, options, action)
    elif phase == KEEP:
        _step_keep(state, action)
    else:
        _step_trump(state, options, action)


@kernel
def _step_bid(state: np.record, options: np.record, action: int) -> None:
    seat = int(state.player)
    if action == PASS:
        state.bids[seat] = PASSED
    else:
        state.bid = action - BID_1 + 1
        state.bids[seat] = state.bid
        state.bidder = seat
    if seat != state.dealer and state.bid < options.max_bid:
        state.player = _next_seat(seat)
    elif state.bid > 0:
        state.phase = NAME_TRUMP
        state.player = state.bidder
    else:
        _all_passed(state, options)


@kernel
def _all_passed(state: np.record, options: np.record) -> None:
    """Throw the cards in, or let the dealer's team pay (3.2, 4)."""
    if options.all_pass == AllPass.DEALER_SET:
        state.scores[int(state.dealer) % NUM_TEAMS] = -int(options.all_pass_set)
        _close_hand(state, options)
        return
    state.thrown_in += 1
    if options.all_pass == AllPass.REDEAL_NEXT_DEALER:
        state.next_dealer = _next_seat(int(state.dealer))
    state.phase = DEALING
    state.player = NOBODY


@kernel
def _step_trump(state: np.record, options: np.record, action: int) -> None:
    state.trump = action - TRUMP_C
    if options.exchange != 0:
        state.phase = EXCHANGE
        state.player = _next_seat(int(state.dealer))
    else:
        _lead_first(state)


@kernel
def _lead_first(state: np.record) -> None:
    state.phase = PLAY
    state.player = state.bidder


@kernel
def _step_exchange(state: np.record, options: np.record, action: int) -> None:
    """Discard a card; after the last one draw as many (3.4)."""
    seat = int(state.player)
    if action != DONE:
        state.hands[seat] = int(state.hands[seat]) & ~(1 << action)
        state.discarded[seat] = int(state.discarded[seat]) | 1 << action
        state.exchanged[seat] += 1
        if int(state.exchanged[seat]) < _discard_limit(state, options):
            return
    _draw(state, seat, int(state.exchanged[seat]))
    state.player = _next_seat(seat)
    if state.player == state.dealer:
        _take_stock(state)


@kernel
def _draw(state: np.record, seat: int, count: int) -> None:
    """Give a player the next cards of the stock."""
    first = STOCK_AT + int(state.drawn_from_stock)
    cards = 0
    for i in range(first, first + count):
        cards |= 1 << int(state.deck[i])
    state.drawn[seat] = cards
    state.hands[seat] = int(state.hands[seat]) | cards
    state.drawn_from_stock += count


@kernel
def _take_stock(state: np.record) -> None:
    """Give the dealer what is left; he keeps at once what he cannot but keep (3.5)."""
    dealer = int(state.dealer)
    _draw(state, dealer, STOCK_SIZE - int(state.drawn_from_stock))
    pool = int(state.hands[dealer])
    kept = kept_at_once(int(state.trump), pool)
    state.hands[dealer] = kept
    state.discarded[dealer] = pool & ~kept
    state.phase = KEEP
    if num_cards(kept) == HAND_SIZE:
        _lead_first(state)


@kernel
def _step_keep(state: np.record, card: int) -> None:
    dealer = int(state.dealer)
    state.hands[dealer] = int(state.hands[dealer]) | 1 << card
    state.discarded[dealer] = int(state.discarded[dealer]) & ~(1 << card)
    state.num_kept += 1
    if num_cards(int(state.hands[dealer])) == HAND_SIZE:
        _lead_first(state)


@kernel
def _step_play(state: np.record, options: np.record, card: int) -> None:
    """Play a card; the sixth one ends the trick (3.6)."""
    seat = int(state.player)
    trump = int(state.trump)
    bit = 1 << card
    state.hands[seat] = int(state.hands[seat]) & ~bit
    state.played[seat] = int(state.played[seat]) | bit
    state.in_trick = int(state.in_trick) | bit
    state.order[card] = 1 + NUM_PLAYERS * int(state.num_tricks) + int(state.trick_size)
    state.trick_points += GAME_POINTS[card]
    if card == ACE[trump] or (card == TWO[trump] and options.low_to == LowTo.PLAYER):
        state.points[seat % NUM_TEAMS] += 1
    if state.trick_size == 0:
        state.led_suit = SUIT_OF[trump, card]
    if state.trick_size == 0 or beats(trump, card, int(state.best_card)):
        state.best_card = card
        state.best_player = seat
    state.trick_size += 1
    state.player = _next_seat(seat)
    if state.trick_size == NUM_PLAYERS:
        _finish_trick(state, options)


@kernel
def _finish_trick(state: np.record, options: np.record) -> None:
    winner = int(state.best_player)
    team = winner % NUM_TEAMS
    trump = int(state.trump)
    in_trick = int(state.in_trick)
    state.game_points[team] += state.trick_points
    state.points[team] += num_cards(in_trick & int(CAPTURED[trump]))
    if options.low_to == LowTo.TRICK_WINNER and in_trick >> int(TWO[trump]) & 1:
        state.points[team] += 1
    state.tricks_won[winner] += 1
    state.trick_winners[int(state.num_tricks)] = winner
    state.num_tricks += 1
    state.player = winner
    _clear_trick(state)
    if state.num_tricks == NUM_TRICKS:
        _score(state, options)


# --- Score -----------------------------------------------------------------------------------------------------------------


@kernel
def _score(state: np.record, options: np.record) -> None:
    """Award what is left to award, and score the hand (5.1, 5.2)."""
    if options.missing_high_low == MissingHighLow.NEAREST:
        _award_nearest(state, options)
    _award_game(state, options)
    bidding = int(state.bidder) % NUM_TEAMS
    for team in range(NUM_TEAMS):
        state.scores[team] = state.points[team]
    if state.points[bidding] < state.bid:
        state.scores[bidding] = -int(state.bid)
    _close_hand(state, options)


@kernel
def _award_nearest(state: np.record, options: np.record) -> None:
    """Let the highest and the lowest trump played stand in for an ace or 2 that was not (4)."""
    trump = int(state.trump)
    played = 0
    for seat in range(NUM_PLAYERS):
        played |= int(state.played[seat])
    highest = NO_CARD
    lowest_trump = NO_CARD
    for strength in range(2, NUM_TRUMPS + 1):
        card = int(TRUMP_BY_STRENGTH[trump, strength])
        if played >> card & 1:
            highest = card
            if lowest_trump == NO_CARD:
                lowest_trump = card
    if highest == NO_CARD:
        return
    if highest != ACE[trump]:
        state.points[_player_of(state, highest) % NUM_TEAMS] += 1
    if lowest_trump != TWO[trump]:
        seat = _player_of(state, lowest_trump)
        if options.low_to == LowTo.TRICK_WINNER:
            seat = int(state.trick_winners[(int(state.order[lowest_trump]) - 1) // NUM_PLAYERS])
        state.points[seat % NUM_TEAMS] += 1


@kernel
def _player_of(state: np.record, card: int) -> int:
    """Seat that played a card."""
    seat = 0
    while int(state.played[seat]) >> card & 1 == 0:
        seat += 1
    return seat


@kernel
def _award_game(state: np.record, options: np.record) -> None:
    """Give the point Game to whoever has most game points (5.1)."""
    most = 0
    for team in range(NUM_TEAMS):
        most = max(most, int(state.game_points[team]))
    tied = 0
    for team in range(NUM_TEAMS):
        if state.game_points[team] == most:
            tied |= 1 << team
    if num_cards(tied) > 1 and options.game_tie != GameTie.ALL_TIED:
        is_bidder = options.game_tie == GameTie.BIDDER_IF_TIED
        tied &= 1 << int(state.bidder) % NUM_TEAMS if is_bidder else 0
    while tied != 0:
        state.points[lowest(tied)] += 1
        tied &= tied - 1


@kernel
def _close_hand(state: np.record, options: np.record) -> None:
    """Enter the scores, and end the episode or wait for the next deck (6)."""
    for team in range(NUM_TEAMS):
        state.match_scores[team] += state.scores[team]
    state.hands_scored += 1
    state.thrown_in = 0
    state.next_dealer = _next_seat(int(state.dealer))
    state.player = NOBODY
    if options.episode == Episode.MATCH:
        state.match_winners = _match_winners(state, options)
    state.phase = OVER if options.episode == Episode.DEAL or state.match_winners != 0 else DEALING


@kernel
def _match_winners(state: np.record, options: np.record) -> int:
    """Bit set of the teams that have won the match; 0 while it goes on (6)."""
    most = max(int(state.match_scores[0]), int(state.match_scores[1]), int(state.match_scores[2]))
    is_last = options.max_hands > 0 and state.hands_scored >= options.max_hands
    if most < options.target and not is_last:
        return 0
    top = 0
    for team in range(NUM_TEAMS):
        if state.match_scores[team] == most:
            top |= 1 << team
    if num_cards(top) == 1:
        return top
    if state.bidder >= 0 and top >> int(state.bidder) % NUM_TEAMS & 1:
        return 1 << int(state.bidder) % NUM_TEAMS
    return top if is_last or options.win_tie == WinTie.BIDDER_THEN_SHARED else 0


@kernel
def is_terminal(state: np.record) -> bool:
    """Whether the episode is over by the rules."""
    return bool(state.phase == OVER)


@kernel
def returns(state: np.record, options: np.record, out: np.ndarray) -> None:
    """Write what each seat has earned so far: what its team has (5.4).

    Args:
        state: STATE record.
        options: of the table.
        out: float64 [6]; written.
    """
    total = 0
    for team in range(NUM_TEAMS):
        total += int(state.match_scores[team])
    for seat in range(NUM_PLAYERS):
        team = seat % NUM_TEAMS
        score = int(state.match_scores[team])
        if options.episode == Episode.MATCH and options.match_reward == MatchReward.RESULT:
            out[seat] = _result(int(state.match_winners), team)
        elif options.reward == Reward.ZERO_SUM:
            out[seat] = NUM_TEAMS * score - total
        else:
            out[seat] = score


@kernel
def winners(state: np.record, _options: np.record) -> int:
    """Bit set of the seats of the teams that have won the match, or that have most where no match was decided (6)."""
    teams = int(state.match_winners)
    if teams == 0:
        most = max(int(state.match_scores[0]), int(state.match_scores[1]), int(state.match_scores[2]))
        for team in range(NUM_TEAMS):
            if state.match_scores[team] == most:
                teams |= 1 << team
    return teams | teams << NUM_TEAMS


@kernel
def _result(winning_teams: int, team: int) -> float:
    """What a match pays a team: 1 for winning, and the losers pay it (5.4)."""
    num_winners = num_cards(winning_teams)
    if num_winners in (0, NUM_TEAMS):
        return 0.0
    return 1.0 if winning_teams >> team & 1 else -num_winners / (NUM_TEAMS - num_winners)
