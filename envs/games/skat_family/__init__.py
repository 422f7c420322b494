"""What Skat and Ramsch share: the pack, the deal, tricks, pushing the skat, Kontra, and the scores of Ramsch and of declarers.

Source: the rules of Skat and Schieberamsch, cited by section. The functions work on any record that has the
fields of `FIELDS` and on any options that have the names used.

The three who play a deal sit at *positions*: forehand 0, middlehand 1, rearhand 2. All fields of a deal are by position, lists
are by seat. Card sets are bits of an int64; card number = 8 * suit + rank, suits CSHD, ranks 789TJQKA.
"""

from typing import Any

import numpy as np

from envs.core.cards import NO_CARD, Pack, num_cards, set_of
from envs.core.jit import kernel
from envs.core.options import Choice, OptionError, Subset

# --- Constants -------------------------------------------------------------------------------------------------------------

RANKS = "789TJQKA"
SUITS = "CSHD"
PACK = Pack([rank + suit for suit in SUITS for rank in RANKS])
NUM_CARDS = len(PACK)
CARD_BYTES = NUM_CARDS // 8
NUM_ACTIVE = 3
NUM_TRICKS = 10
SKAT_SIZE = 2
FOREHAND = 0

CARD_POINTS = np.array([{"T": 10, "J": 2, "Q": 3, "K": 4, "A": 11}.get(card[0], 0) for card in PACK.cards], np.int16)
PACK_POINTS = 120

CLUBS, SPADES, HEARTS, DIAMONDS, GRAND, NULL = range(6)
"""Kinds of game by which cards rank; Ramsch ranks as Grand does."""
TRUMP = 4
"""Effective suit of a trump; plain suits are 0 to 3."""

JACKS = PACK.parse_set("JC JS JH JD")
ALL_CARDS = (1 << NUM_CARDS) - 1


def _trumps(game: int) -> list[int]:
    """Trumps from the highest down."""
    if game == NULL:
        return []
    plain = [] if game == GRAND else [rank + SUITS[game] for rank in "ATKQ987"]
    return [PACK.parse(card) for card in ["JC", "JS", "JH", "JD", *plain]]


def _effective_suit(game: int, card: int) -> int:
    return TRUMP if card in _trumps(game) else card // 8


def _power(game: int, card: int) -> int:
    """Rank within the card's effective suit; higher wins."""
    if card in _trumps(game):
        return 20 - _trumps(game).index(card)
    return ("789TJQKA" if game == NULL else "789QKTA").index(PACK.cards[card][0])


SUIT_OF = np.array([[_effective_suit(game, card) for card in range(NUM_CARDS)] for game in range(6)], np.int8)
POWER = np.array([[_power(game, card) for card in range(NUM_CARDS)] for game in range(6)], np.int8)
CARDS_OF_SUIT = np.array(
    [[set_of(c for c in range(NUM_CARDS) if _effective_suit(game, c) == suit) for suit in range(5)] for game in range(6)],
    np.int64,
)
NUM_TRUMPS = np.array([len(_trumps(game)) for game in range(6)], np.int8)
TRUMPS = np.array([(_trumps(game) + [NO_CARD] * 11)[:11] for game in range(6)], np.int8)
BASE_VALUE = np.array([12, 11, 10, 9, 24, 0], np.int16)
NULL_VALUE = np.array([[23, 46], [35, 59]], np.int16)
"""By hand game and ouvert (5.2)."""

PLAIN, SCHNEIDER, SCHWARZ, OUVERT = range(4)
"""What a declarer announces; each includes the ones before it."""


class KontraTiming(Choice):
    """When defenders may say Kontra (3.4)."""

    BEFORE_FIRST_LEAD = 0
    BEFORE_OWN_FIRST_CARD = 1


class BockTrigger(Subset):
    """What starts a round of Bock (6.2)."""

    LOST_60 = 1
    KONTRA_LOST = 2
    KONTRA_AND_RE = 4
    GRAND_LOST = 8
    GRAND_HAND_WON = 16
    VALUE_72 = 32
    VALUE_96 = 64
    SCORE_X00 = 128
    SCORE_REPDIGIT = 256
    NULL_OUVERT_HAND = 512
    ALL_PASSED = 1024


class BockEventCount(Choice):
    """Whether several triggers in one deal count once (6.2)."""

    ONE_PER_DEAL = 0
    PER_EVENT = 1


class RamschRoundAfter(Subset):
    """What a round of compulsory Ramsch follows (6.3)."""

    BOCK_ROUND = 1
    GRAND_HAND = 2


class UnfinishedRounds(Choice):
    """Bock and Ramsch deals left at the end of the list (6.3)."""

    LAPSE = 0
    PLAY_OUT = 1


class Scoring(Choice):
    """List scores alone, or with the tournament's bonuses (5.4)."""

    CLASSIC = 0
    SEEGER_FABIAN = 1


class RamschStyle(Choice):
    """Whether the skat goes round the table (3.7)."""

    SCHIEBER = 0
    PLAIN = 1


class SkatTo(Choice):
    """Who gets the skat's card points in Ramsch (5.5)."""

    LAST_TRICK = 0
    LOSER = 1
    NOBODY = 2


class RamschValue(Choice):
    """What a lost Ramsch costs (5.5)."""

    POINTS = 0
    FIXED = 1


class RamschMultiplier(Choice):
    """How pushes and Jungfrauen combine (5.5)."""

    MULTIPLICATIVE = 0
    ADDITIVE = 1


class RamschTie(Choice):
    """Who loses when two have the most card points (5.5)."""

    BOTH_LOSE = 0
    SPLIT = 1
    LAST_TRICK = 2


class RamschThreeWay(Choice):
    """Who loses at 40-40-40 (5.5)."""

    ZERO = 0
    ALL_LOSE = 1


class DurchmarschFixed(Choice):
    """What all ten tricks count under fixed penalties (5.5)."""

    PENALTY = 0
    BONUS = 1


class PassRule(Choice):
    """Which cards a taker may pass on (3.7)."""

    ANY_TWO = 0
    NOT_SAME_TWO = 1
    NONE_TAKEN = 2


class GrandHandRule(Choice):
    """Who may declare a Grand Hand instead of a Ramsch (3.8)."""

    OFF = 0
    ONCE_PER_ROUND = 1
    MAX_THREE_RUNNING = 2
    UNLIMITED = 3


class GrandHandRedeal(Choice):
    """Who deals after a Grand Hand that was declared instead of a Ramsch (3.8)."""

    SAME_DEALER = 0
    NEXT_DEALER = 1


def check(game: str, options: Any, players: tuple[int, int]) -> None:
    """Raise OptionError for values and combinations that the rules do not know.

    Args:
        game: its name, for messages.
        options: with the names of this family.
        players: fewest and most seats at the table.
    """
    ranges = {"players": players, "rounds": (1, 300), "lost_hand_factor": (1, 2), "kontra_levels": (0, 4)}
    ranges |= {"max_deals": (0, 1000), "durchmarsch_value": (0, 1000), "jungfrau_fail": (0, 1000)}
    for name, (low, high) in ranges.items():
        value = getattr(options, name)
        if not low <= value <= high:
            possible = f"{low} to {high}" if low < high else str(low)
            raise OptionError(f"option {name}={value} is impossible in {game}; possible: {possible}")
    if not all(0 <= amount <= 1000 for amount in options.ramsch_fixed):
        raise OptionError(f"option ramsch_fixed={list(options.ramsch_fixed)} is impossible; possible: amounts from 0 to 1000")
    is_fixed = options.ramsch_value == RamschValue.FIXED
    if options.durchmarsch_fixed == DurchmarschFixed.BONUS and not is_fixed:
        raise OptionError("option durchmarsch_fixed=bonus needs ramsch_value=fixed: otherwise a Durchmarsch always earns")


# --- The record ------------------------------------------------------------------------------------------------------------

FIELDS = [
    ("hands", np.int64, NUM_ACTIVE),  # card set, known to its holder (to all when `is_open`)
    ("taken", np.int64, NUM_ACTIVE),  # card set picked up from the skat, known to that player
    ("put_away", np.int64, NUM_ACTIVE),  # card set passed on, known to that player
    ("played", np.int64, NUM_ACTIVE),  # card set, public
    ("skat", np.int64),  # card set lying on the table, hidden
    ("list_scores", np.int32, 4),  # by seat: score of the match so far, public
    ("scores", np.int32, 4),  # by seat: score of this deal once it is scored, without bonuses
    ("games_won", np.int16, 4),  # by seat: games won as declarer in this match
    ("games_lost", np.int16, 4),  # by seat: games lost as declarer in this match
    ("deals_done", np.int16),  # deals that count towards the list
    ("bock_left", np.int16),  # Bock deals to come, the present one included
    ("ramsch_left", np.int16),  # compulsory Ramsch deals to come, the present one included
    ("before", np.int32, 18),  # the fields of CARRIED, one after the other, as they stood when this deal began
    ("phase", np.int8),  # one of the game's phases
    ("turn", np.int8),  # position to move
    ("grand_hand_used", np.int8),  # bit per seat: has declared a Grand Hand in this round
    ("grand_hand_run", np.int8),  # Grand Hand deals in succession, at most 3
    ("round_deals", np.int8),  # how often the deal has moved on in this round
    ("declarer", np.int8),  # position, or -1: nobody (yet)
    ("announced", np.int8),  # what the declarer announced: PLAIN to OUVERT
    ("is_open", np.int8),  # 1: the declarer's cards lie open
    ("may_grand_hand", np.int8),  # bit per position: is asked for a Grand Hand instead of a Ramsch
    ("may_kontra", np.int8),  # bit per position: may still be asked for Kontra
    ("kontra_by", np.int8),  # position that said Kontra, or -1
    ("kontra_level", np.int8),  # doublings said: 0 none, 1 Kontra, 2 Re, 3 Supra, 4 Hirsch
    ("pushed", np.int8),  # bit per position
    ("took", np.int8),  # bit per position
    ("jungfrau", np.int8),  # bit per position: announced to win no trick
    ("num_tricks", np.int8),  # complete
    ("trick_size", np.int8),  # cards in the present trick
    ("best_card", np.int8),  # of the present trick
    ("winner", np.int8),  # position: of the present trick so far; between tricks, of the last one
    ("trick_cards", np.int8, NUM_ACTIVE),  # card in the present trick, or NO_CARD
    ("tricks_won", np.int8, NUM_ACTIVE),
    ("card_points", np.int8, NUM_ACTIVE),  # in the tricks won, at most 120
    ("last_win", np.int8, NUM_ACTIVE),  # number of the last trick won, from 1; 0: none
    ("order", np.int8, NUM_CARDS),  # when a card was played: 1 to 30; 0: not yet
]
"""Fields of a record in this family."""

CARRIED = (
    "list_scores",
    "games_won",
    "games_lost",
    "deals_done",
    "bock_left",
    "ramsch_left",
    "grand_hand_used",
    "grand_hand_run",
    "round_deals",
)
"""Fields that stand from one deal of a match to the next; all others are set anew by the deal."""


# --- The deal and the seats ------------------------------------------------------------------------------------------------


@kernel
def seat_of(state: np.record, options: np.record, position: int) -> int:
    """Seat of forehand, middlehand or rearhand (1.1)."""
    seat = int(state.dealer) + 1 + position
    return seat - int(options.players) if seat >= options.players else seat


@kernel
def position_of(state: np.record, options: np.record, seat: int) -> int:
    """Position of a seat; 3 for a dealer who sits out (1.1)."""
    position = seat - int(state.dealer) - 1
    return position + int(options.players) if position < 0 else position


@kernel
def seen_from(bits: int, position: int) -> int:
    """Bits by position, turned so that this position comes first."""
    return (bits >> position | bits << (NUM_ACTIVE - position)) & 0b111


@kernel
def give_turn(state: np.record, options: np.record, phase: int, position: int) -> None:
    """The player at a position is to decide in this phase."""
    state.phase = phase
    state.turn = position
    state.player = seat_of(state, options, position)


@kernel
def remember(state: np.record) -> None:
    """Note what stood when the deal began, in the order of CARRIED, so that it can be written down and replayed."""
    for seat in range(4):
        state.before[seat] = state.list_scores[seat]
        state.before[4 + seat] = state.games_won[seat]
        state.before[8 + seat] = state.games_lost[seat]
    state.before[12] = state.deals_done
    state.before[13] = state.bock_left
    state.before[14] = state.ramsch_left
    state.before[15] = state.grand_hand_used
    state.before[16] = state.grand_hand_run
    state.before[17] = state.round_deals


@kernel
def _packet(deck: np.ndarray, start: int, size: int) -> int:
    cards = 0
    for i in range(start, start + size):
        cards |= 1 << int(deck[i])
    return cards


@kernel
def deal_cards(state: np.record, deck: np.ndarray) -> None:
    """Deal 3 - skat 2 - 4 - 3 and clear all that belongs to one deal (3.0).

    Args:
        state: record; written.
        deck: int8 [32], a permutation.
    """
    for position in range(NUM_ACTIVE):
        state.hands[position] = (
            _packet(deck, 3 * position, 3) | _packet(deck, 11 + 4 * position, 4) | _packet(deck, 23 + 3 * position, 3)
        )
        state.taken[position] = 0
        state.put_away[position] = 0
        state.played[position] = 0
        state.trick_cards[position] = NO_CARD
        state.tricks_won[position] = 0
        state.card_points[position] = 0
        state.last_win[position] = 0
    state.skat = _packet(deck, 9, SKAT_SIZE)
    for seat in range(4):
        state.scores[seat] = 0
    for card in range(NUM_CARDS):
        state.order[card] = 0
    state.declarer = -1
    state.announced = PLAIN
    state.is_open = 0
    state.may_kontra = 0
    state.kontra_by = -1
    state.kontra_level = 0
    state.pushed = 0
    state.took = 0
    state.jungfrau = 0
    state.num_tricks = 0
    state.trick_size = 0
    state.best_card = NO_CARD
    state.winner = FOREHAND


# --- Tricks (section 2, 3.6) -----------------------------------------------------------------------------------------------


@kernel
def beats(game: int, card: int, best: int) -> bool:
    """Whether a card beats the best one of the trick so far."""
    if SUIT_OF[game, card] == SUIT_OF[game, best]:
        return bool(POWER[game, card] > POWER[game, best])
    return bool(SUIT_OF[game, card] == TRUMP)


@kernel
def led_suit(state: np.record, game: int) -> int:
    """Effective suit of the present trick; a card has been led."""
    leader = (int(state.turn) - int(state.trick_size) + NUM_ACTIVE) % NUM_ACTIVE
    return int(SUIT_OF[game, int(state.trick_cards[leader])])


@kernel
def playable(state: np.record, game: int) -> int:
    """Cards the player to move may play.

    Rule:
        Follow the effective suit led if able; no duty to trump or to beat (2).
    """
    hand = int(state.hands[int(state.turn)])
    if state.trick_size == 0:
        return hand
    following = hand & int(CARDS_OF_SUIT[game, led_suit(state, game)])
    return following if following != 0 else hand


@kernel
def play_card(state: np.record, game: int, card: int) -> bool:
    """Play a card; the turn passes on, after the third card to the trick's winner.

    Returns:
        True when the trick is complete; `winner` then names who won it.
    """
    position = int(state.turn)
    state.hands[position] = int(state.hands[position]) & ~(1 << card)
    state.played[position] = int(state.played[position]) | (1 << card)
    state.order[card] = NUM_ACTIVE * int(state.num_tricks) + int(state.trick_size) + 1
    state.trick_cards[position] = card
    if state.trick_size == 0 or beats(game, card, int(state.best_card)):
        state.best_card = card
        state.winner = position
    state.trick_size += 1
    if state.trick_size < NUM_ACTIVE:
        state.turn = position + 1 if position < 2 else 0
        return False
    _take_trick(state)
    return True


@kernel
def _take_trick(state: np.record) -> None:
    winner = int(state.winner)
    points = 0
    for position in range(NUM_ACTIVE):
        points += int(CARD_POINTS[int(state.trick_cards[position])])
        state.trick_cards[position] = NO_CARD
    state.card_points[winner] += points
    state.tricks_won[winner] += 1
    state.num_tricks += 1
    state.last_win[winner] = state.num_tricks
    state.trick_size = 0
    state.best_card = NO_CARD
    state.turn = winner


@kernel
def set_points(cards: int) -> int:
    """Card points of a set."""
    points = 0
    for card in range(NUM_CARDS):
        points += ((cards >> card) & 1) * int(CARD_POINTS[card])
    return points


# --- Pushing the skat (3.7) ------------------------------------------------------------------------------------------------


@kernel
def take_skat(state: np.record) -> None:
    """The player to move picks up the two cards on the table."""
    position = int(state.turn)
    state.took |= 1 << position
    state.taken[position] = state.skat
    state.hands[position] = int(state.hands[position]) | int(state.skat)
    state.skat = 0


@kernel
def may_pass_on(state: np.record, options: np.record) -> int:
    """Cards that the taker may put on the table for the next player.

    Rule:
        Never a jack unless `pass_jacks`; `not_same_two` and `none_taken` keep the pair just taken from going on (3.7).
    """
    position = int(state.turn)
    cards = int(state.hands[position])
    if options.pass_jacks == 0:
        cards &= ~JACKS
    taken = int(state.taken[position])
    put_away = int(state.put_away[position])
    if options.pass_rule == PassRule.NONE_TAKEN or (options.pass_rule == PassRule.NOT_SAME_TWO and put_away & taken != 0):
        cards &= ~taken
    return cards


@kernel
def pass_on(state: np.record, card: int) -> bool:
    """Put a card on the table; True when it was the second one."""
    position = int(state.turn)
    state.hands[position] = int(state.hands[position]) & ~(1 << card)
    state.put_away[position] = int(state.put_away[position]) | (1 << card)
    state.skat = int(state.skat) | (1 << card)
    return bool(num_cards(int(state.skat)) == SKAT_SIZE)


# --- Ramsch scores (5.5) ---------------------------------------------------------------------------------------------------


@kernel
def ramsch_factor(state: np.record, options: np.record, jungfrauen: int) -> int:
    """Multiplier from pushes, announcements and Jungfrauen."""
    exponent = num_cards(int(state.pushed)) + num_cards(int(state.jungfrau)) + jungfrauen
    return 1 + exponent if options.ramsch_multiplier == RamschMultiplier.ADDITIVE else 1 << exponent


@kernel
def _ramsch_losers(state: np.record, options: np.record, totals: tuple[int, int, int]) -> int:
    """Bit set of the positions that lose; 0 when nobody does."""
    most = max(totals[0], totals[1], totals[2])
    losers = 0
    latest = -1
    for position in range(NUM_ACTIVE):
        if totals[position] == most:
            losers |= 1 << position
            if latest < 0 or state.last_win[position] > state.last_win[latest]:
                latest = position
    if num_cards(losers) >= 2 and options.ramsch_tie == RamschTie.LAST_TRICK:
        return 1 << latest
    if num_cards(losers) == NUM_ACTIVE and options.ramsch_three_way == RamschThreeWay.ZERO:
        return 0
    return losers


@kernel
def score_ramsch(state: np.record, options: np.record, bock: int) -> None:
    """Write the scores of a Ramsch that was played to the tenth trick.

    Args:
        state: record; `scores` is written.
        options: of the table.
        bock: 2 in a Bock deal, else 1.
    """
    skat = set_points(int(state.skat))
    last = int(state.winner)
    extra = skat if options.ramsch_skat_to == SkatTo.LAST_TRICK else 0
    totals = (
        int(state.card_points[0]) + (extra if last == 0 else 0),
        int(state.card_points[1]) + (extra if last == 1 else 0),
        int(state.card_points[2]) + (extra if last == 2 else 0),
    )
    jungfrauen = 0
    for position in range(NUM_ACTIVE):
        jungfrauen += int(state.tricks_won[position] == 0)
    is_fixed = options.ramsch_value == RamschValue.FIXED
    if jungfrauen == 2 and not (is_fixed and options.durchmarsch_fixed == DurchmarschFixed.PENALTY):
        factor = ramsch_factor(state, options, 0) if options.durchmarsch_doubles != 0 else 1
        state.scores[seat_of(state, options, last)] = int(options.durchmarsch_value) * factor * bock
        return
    losers = _ramsch_losers(state, options, totals)
    to_loser = skat if options.ramsch_skat_to == SkatTo.LOSER else 0
    for position in range(NUM_ACTIVE):
        if losers >> position & 1:
            if is_fixed:
                amount = int(options.ramsch_fixed[jungfrauen]) * ramsch_factor(state, options, 0)
            else:
                amount = (totals[position] + to_loser) * ramsch_factor(state, options, int(jungfrauen == 1))
            if options.ramsch_tie == RamschTie.SPLIT:
                amount //= num_cards(losers)
            state.scores[seat_of(state, options, position)] = -amount * bock


# --- Games with a declarer (5.1, 5.3) --------------------------------------------------------------------------------------


@kernel
def matadors(cards: int, game: int) -> int:
    """Length of the unbroken run of top trumps held, or lacking."""
    has_top = cards >> int(TRUMPS[game, 0]) & 1
    run = 1
    while run < int(NUM_TRUMPS[game]) and (cards >> int(TRUMPS[game, run]) & 1) == has_top:
        run += 1
    return run


@kernel
def declarer_points(state: np.record) -> int:
    """Card points of the declarer's tricks and of the skat."""
    return int(state.card_points[int(state.declarer)]) + set_points(int(state.skat))


@kernel
def game_value(state: np.record, game: int, is_hand: bool) -> int:
    """Value of a game that was played to its end, before all doublings.

    Args:
        state: record with declarer, announcement and tricks.
        game: CLUBS to NULL.
        is_hand: the skat was not looked at.
    """
    if game == NULL:
        return int(NULL_VALUE[int(is_hand), int(state.announced == OUVERT)])
    declarer = int(state.declarer)
    points = declarer_points(state)
    tricks = int(state.tricks_won[declarer])
    announced = int(state.announced)
    cards = int(state.hands[declarer]) | int(state.played[declarer]) | int(state.skat)
    schneider = announced >= SCHNEIDER or points >= 90 or points <= 30
    schwarz = announced >= SCHWARZ or tricks in (0, NUM_TRICKS)
    return int(BASE_VALUE[game]) * (
        matadors(cards, game)
        + 1
        + int(is_hand)
        + int(schneider)
        + int(announced >= SCHNEIDER)
        + int(schwarz)
        + int(announced >= SCHWARZ)
        + int(announced == OUVERT)
    )


@kernel
def is_reached(state: np.record, game: int) -> bool:
    """Whether the declarer made what the game and the announcement ask for."""
    if game == NULL:
        return bool(state.tricks_won[int(state.declarer)] == 0)
    if state.announced >= SCHWARZ:
        return bool(state.tricks_won[int(state.declarer)] == NUM_TRICKS)
    return declarer_points(state) >= (90 if state.announced == SCHNEIDER else 61)


@kernel
def charged_value(value: int, game: int, bid: int) -> int:
    """What a lost game counts: an overbid one as much as was needed to reach the bid (5.3)."""
    if value >= bid:
        return value
    base = int(BASE_VALUE[game])
    return (bid + base - 1) // base * base


# --- Kontra (3.4) ----------------------------------------------------------------------------------------------------------


@kernel
def next_kontra(state: np.record) -> int:
    """Position to be asked for Kontra next, the declarer's left neighbour first; -1: nobody."""
    for step in range(1, NUM_ACTIVE):
        position = (int(state.declarer) + step) % NUM_ACTIVE
        if state.kontra_level == 0 and state.may_kontra >> position & 1:
            return position
    return -1


@kernel
def answers_kontra(state: np.record, options: np.record) -> int:
    """Position that may raise the level just said; -1: nobody."""
    level = int(state.kontra_level)
    if level == 0 or level >= options.kontra_levels:
        return -1
    return int(state.declarer) if level % 2 == 1 else int(state.kontra_by)
