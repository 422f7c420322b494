"""Which card a Sheepshead player plays (rules, sections 9.6 to 9.8)."""

import numpy as np

from agents.heuristic.sheepshead.hand import ACES, BURDEN, FEW_POINTS, edge_suit, fail_of, in_suit, strength, strongest, weakest
from agents.heuristic.sheepshead.judge import is_boss, most_worth, winning_cards
from agents.heuristic.sheepshead.lead import WEAK, lead
from agents.heuristic.sheepshead.sides import Role
from envs.core.cards import lowest, num_cards
from envs.core.jit import kernel
from envs.core.tricks import TRUMP, greatest, least
from envs.games.sheepshead.actions import Action, Call
from envs.games.sheepshead.cards import CARD_POINTS, NONE, NUM_FAIL
from envs.games.sheepshead.layout import Seen, at


@kernel
def choose_card(observation: np.ndarray, action_mask: np.ndarray, view: np.record) -> int:
    """The card to play, once the table is looked at."""
    legal = int(view.legal)
    if action_mask[Action.PLAY_UNDER] != 0 and (legal == 0 or view.led == view.called_suit):
        return Action.PLAY_UNDER
    if num_cards(legal) == 1:
        return int(lowest(legal))
    if view.players > 2 and observation[at(observation, Seen.KIND)] == 0:
        return _lead_in_leaster(view) if view.led < 0 else _follow_in_leaster(view)
    if view.call == Call.BILLY:
        return _play_in_billy(view)
    if view.designated != 0 and view.role == Role.NONE:
        _time_designated(view)
    planned = lead(view) if view.led < 0 else _throw_off(view)
    return planned if planned >= 0 else most_worth(view, int(view.legal))


@kernel
def _throw_off(view: np.record) -> int:
    """What a weak picker, second to act and out of the led fail suit, leaves to the partner (9.6, rule 5); else NONE."""
    order = int(view.order)
    fail = fail_of(order, int(view.legal))
    if view.role != Role.PICKER or view.trick_size != 1 or view.led == TRUMP or view.missing == 0 or fail == 0:
        return NONE
    if in_suit(order, int(view.led), int(view.hand)) != 0 or strength(order, int(view.hand)) > WEAK:
        return NONE
    single = 0
    for suit in range(NUM_FAIL + 1):
        held = in_suit(order, suit, fail)
        single |= held if num_cards(held) == 1 else 0
    return least(FEW_POINTS, order, single if single != 0 else fail)


# --- Nobody picked (9.7) ---------------------------------------------------------------------------------------------------


@kernel
def _lead_in_leaster(view: np.record) -> int:
    """An ace alone early, a boss late if no trick is won yet, else the weakest card of the shortest suit."""
    order, legal = int(view.order), int(view.legal)
    fail = fail_of(order, legal)
    if view.tricks_done <= 1:
        for suit in range(NUM_FAIL + 1):
            held = in_suit(order, suit, fail)
            if held != 0 and held & ~ACES == 0:
                return int(lowest(held))
    top = strongest(order, legal)
    if view.own_tricks == 0 and view.cards_left <= 2 and is_boss(view, top):
        return top
    return weakest(order, edge_suit(order, fail, -1) if fail != 0 else legal)


@kernel
def _follow_in_leaster(view: np.record) -> int:
    """Win one cheap trick, otherwise get rid of points without winning."""
    order, legal = int(view.order), int(view.legal)
    winners = winning_cards(view, legal)
    is_last = view.trick_size == view.players - 1
    if view.own_tricks == 0 and is_last:
        cheap, rest = 0, winners
        while rest != 0:
            card = lowest(rest)
            rest &= rest - 1
            if view.trick_points + CARD_POINTS[card] <= 5:
                cheap |= 1 << card
        if cheap != 0:
            return strongest(order, cheap)
    losers = legal & ~winners
    if losers != 0:
        return greatest(BURDEN, order, losers)
    return strongest(order, legal) if is_last else weakest(order, legal)


# --- Special games (9.8) ---------------------------------------------------------------------------------------------------


@kernel
def _play_in_billy(view: np.record) -> int:
    """The soloist dodges every trick; the others stay low."""
    order, legal = int(view.order), int(view.legal)
    losers = legal & ~winning_cards(view, legal)
    if view.picker != 0 or view.led < 0 or losers == 0:
        return weakest(order, legal)
    return strongest(order, losers)


@kernel
def _time_designated(view: np.record) -> None:
    """Before the sides exist, play or keep a card that makes them: what is legal becomes what should be."""
    mine = int(view.legal) & int(view.designated)
    others = int(view.legal) & ~mine
    if mine == 0 or others == 0:
        return
    if view.first > 0:
        points = view.points[view.first]
        if points == 0:
            view.legal = others
        elif points == view.most_points or points >= 20:
            view.legal = mine
    elif view.first == 0 or view.led < 0 or not _takes_for_good(view, mine):
        view.legal = others


@kernel
def _takes_for_good(view: np.record, cards: int) -> bool:
    """Whether one of the cards takes the trick and is a boss, or nobody acts after."""
    winners = winning_cards(view, cards)
    if winners == 0:
        return False
    return bool(view.trick_size == view.players - 1) or is_boss(view, strongest(int(view.order), winners))
