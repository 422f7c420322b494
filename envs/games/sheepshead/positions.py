"""A table of Sheepshead during the play, as a search with open cards sees it (see `envs.core.position`)."""

import numpy as np

from envs.core.jit import kernel, large_kernel
from envs.core.position import Duty, Scale, Unit, begin
from envs.core.tricks import sum_of
from envs.games.sheepshead.actions import Action, Call, Kind, Phase
from envs.games.sheepshead.cards import ACE_OF, CARD_POINTS, CARDS_OF_SUIT, COUNTERS, NUM_CARDS, POWER, SUIT_OF, TEN_OF, Card
from envs.games.sheepshead.options import BuryCredit, CalledCardSlough, LeasterBlind
from envs.games.sheepshead.state import num_players
from envs.games.sheepshead.variants import SIDES, Sides

FOX = 16
COUNTER_VALUES = np.array([COUNTERS >> card & 1 for card in range(NUM_CARDS)], np.int16)
COUNTER_VALUES[Card.AD] += FOX


@large_kernel
def place(state: np.record, options: np.record, seat: int, position: np.record) -> bool:
    """Write the position.

    With two sides it asks whether the P-side reaches 61; after a billy whether the bidder takes a trick; in Sheep Head by how
    much positions 0 and 2 win the hand, a buck apart. In a leaster or moster it counts the card points of one position, which
    all others want to be great; a blind that goes with another trick than the last counts once that is won.

    Args:
        state: in phase PLAY; else there is no position, nor with two players, nor where the sides are not yet known.
        options: options.
        seat: position for which a leaster or moster is looked at; -1: the one to move.
        position: written.
    """
    sides = int(SIDES[options.variant])
    if state.phase != Phase.PLAY or sides in (Sides.BATTERY, Sides.STACKS):
        return False
    if sides == Sides.FIRST_PLAYED and state.second < 0:
        return False
    trumps = int(state.trumps)
    worth = COUNTER_VALUES if sides == Sides.TEAMS else CARD_POINTS
    begin(position, num_players(options), SUIT_OF[trumps], POWER[trumps], worth)
    _place_cards(state, position)
    if state.kind in (Kind.LEASTER, Kind.MOSTER):
        _place_leaster(state, options, int(state.turn) if seat < 0 else seat, position)
    elif sides == Sides.TEAMS:
        _place_teams(state, position)
    else:
        _place_sides(state, options, position)
    _place_call(state, options, position)
    return True


@kernel
def _place_cards(state: np.record, position: np.record) -> None:
    """Who holds what, and what lies on the table, by when it was played."""
    players = int(position.seats)
    position.leader = state.leader
    now = players * int(state.num_tricks)
    for i in range(players):
        position.hands[i] = state.hands[i]
    for card in range(NUM_CARDS):
        if state.order[card] > now:
            position.table[(int(state.leader) + int(state.order[card]) - now - 1) % players] = card
    if state.under >= 0 and state.under_order == 0:
        position.hands[int(state.picker)] = int(state.hands[int(state.picker)]) | 1 << int(state.under)
        position.under = state.under
        position.under_action = Action.PLAY_UNDER


@kernel
def _place_sides(state: np.record, options: np.record, position: np.record) -> None:
    """The P-side against the others; what it buried counts with its first trick (5.2)."""
    side = int(state.side)
    everybody = (1 << int(position.seats)) - 1
    points, buried, tricks = 0, 0, 0
    for i in range(int(position.seats)):
        if side >> i & 1:
            points += int(state.card_points[i])
            buried += sum_of(CARD_POINTS, int(state.buried[i]))
            tricks += int(state.tricks_won[i])
    credited_to = side
    is_credited = tricks > 0
    if options.bury_credit == BuryCredit.PICKER and state.picker >= 0:
        credited_to = 1 << int(state.picker)
        is_credited = bool(state.tricks_won[int(state.picker)] > 0)
    position.counted = side
    position.raisers = side
    position.points = points + buried if is_credited else points
    position.owed = 0 if is_credited else buried
    position.owed_to = credited_to
    position.tricks = tricks
    position.target = 61
    if state.call == Call.BILLY:
        position.raisers = everybody & ~side
        position.unit = Unit.TRICKS
        position.target = 1


@kernel
def _place_teams(state: np.record, position: np.record) -> None:
    """Counters and the fox of seats 0 and 2, or 1 and 3, of which the first dealt-to is one (5.12)."""
    position.counted = 0b0101
    position.raisers = 0b0101
    position.scale = Scale.FOX
    position.last = 1
    for i in range(0, 4, 2):
        position.points += sum_of(COUNTER_VALUES, int(state.won[i]))
        position.tricks += state.tricks_won[i]


@kernel
def _place_leaster(state: np.record, options: np.record, seat: int, position: np.record) -> None:
    """One position against all others, who want it to have many card points."""
    everybody = (1 << int(position.seats)) - 1
    position.counted = 1 << seat
    position.raisers = everybody & ~(1 << seat)
    position.points = state.card_points[seat]
    position.tricks = state.tricks_won[seat]
    blind = sum_of(CARD_POINTS, int(state.blind))
    if options.leaster_blind == LeasterBlind.LAST_TRICK:
        position.last = blind
    elif state.blind_to == seat:
        position.points += blind


@kernel
def _place_call(state: np.record, options: np.record, position: np.record) -> None:
    """What a called card asks for until its suit was led (3.8), and how it ranks (2.5)."""
    suit = int(state.called_suit)
    if suit < 0 or state.is_opened != 0:
        return
    picker = int(state.picker)
    call = int(state.call)
    called_card = int(state.called_card)
    position.called = CARDS_OF_SUIT[int(state.trumps), suit]
    for i in range(int(position.seats)):
        if i != picker and called_card >= 0:
            position.kept[i] = 1 << called_card
            position.duty[i] = Duty.MAY_THROW if options.called_card_slough == CalledCardSlough.ALLOWED else 0
    if call in (Call.TEN, Call.SELF):
        position.kept[picker] = 1 << int(ACE_OF[suit])
        position.duty[picker] = Duty.ALWAYS
    elif call == Call.UNKNOWN:
        position.duty[picker] = Duty.MAY_LEAD
        if state.under >= 0:
            position.kept[picker] = 1 << int(state.under)
    else:
        position.duty[picker] = Duty.LAST
    if call == Call.TEN and options.called_ten_beats_ace != 0:
        position.power[int(TEN_OF[suit])] = 1 + int(POWER[int(state.trumps), int(ACE_OF[suit])])
    if state.under >= 0:
        _rank_under(state, position, suit)


@kernel
def _rank_under(state: np.record, position: np.record, suit: int) -> None:
    """The face-down card belongs to the called suit and beats nothing."""
    under = int(state.under)
    position.suit[under] = suit
    position.power[under] = -1
    position.called = int(position.called) | 1 << under
