"""Which card a Sheepshead player leads (rules, section 9.5)."""

import numpy as np

from agents.heuristic.sheepshead.hand import (
    ACES,
    FAT,
    FEW_POINTS,
    MANY_POINTS,
    edge_suit,
    fail_of,
    in_suit,
    num_trumps,
    strength,
    strongest,
    weakest,
)
from agents.heuristic.sheepshead.judge import is_boss, share_of
from agents.heuristic.sheepshead.sides import Role
from envs.core.cards import lowest, num_cards
from envs.core.jit import kernel
from envs.core.tricks import TRUMP, greatest, least
from envs.games.sheepshead.cards import BEATEN_BY, CARDS_OF_SUIT, CATCHERS, NONE, NUM_FAIL, Card
from envs.games.sheepshead.variants import SIDES, Sides

WEAK = 4
"""A picker of at most this strength hopes for the partner."""
WALKS = 0.6
"""An ace is led if it wins the trick with this chance."""


@kernel
def lead(view: np.record) -> int:
    """The card to lead; NONE where no rule says more than what a card is worth."""
    if SIDES[view.variant] == Sides.TEAMS:
        return _lead_for_fox(view)
    if view.players == 2:
        return NONE
    if view.role in (Role.OPPONENT, Role.NONE):
        return _lead_as_opponent(view)
    return _lead_on_p_side(view)


@kernel
def _lead_on_p_side(view: np.record) -> int:
    """Lead trump, then fail that wins, then what costs least."""
    order, legal = int(view.order), int(view.legal)
    trumps, fail = in_suit(order, TRUMP, legal), fail_of(order, legal)
    is_picker = view.role == Role.PICKER
    if is_picker and view.side_points >= 61 and view.side_points + view.rest_points < 91:
        return weakest(order, legal)
    others = fail & ~_called_cards(view)
    if is_picker and others != 0 and strength(order, int(view.hand)) <= WEAK and view.has_partner:
        return weakest(order, edge_suit(order, others, 1))
    if is_picker or num_trumps(order, int(view.unseen)) >= 3:
        best = _trump_to_lead(view, trumps)
        if best >= 0:
            return best
    dead = _dead_cards(view, fail)
    if dead != 0:
        return greatest(MANY_POINTS, order, dead)
    return _lead_fail(view, fail)


@kernel
def _trump_to_lead(view: np.record, trumps: int) -> int:
    """A boss, or the strongest trump that is not fat; NONE with too few."""
    top = strongest(int(view.order), trumps)
    if top >= 0 and is_boss(view, top):
        return top
    if num_cards(trumps) < 2:
        return NONE
    lean = trumps & ~FAT
    return strongest(int(view.order), lean) if lean != 0 else weakest(int(view.order), trumps)


@kernel
def _dead_cards(view: np.record, cards: int) -> int:
    """Those of some fail cards that nothing unseen beats."""
    found = 0
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        if int(BEATEN_BY[view.order, card]) & view.unseen == 0:
            found |= 1 << card
    return found


@kernel
def _called_cards(view: np.record) -> int:
    """Cards of the called suit until it has been led."""
    if view.called_suit < 0 or view.is_opened != 0:
        return 0
    return int(CARDS_OF_SUIT[view.order, view.called_suit])


@kernel
def _lead_fail(view: np.record, fail: int) -> int:
    """A fail ace, else a weak fail card outside the called suit, else what is left."""
    order = int(view.order)
    others = fail & ~_called_cards(view)
    if others & ACES != 0:
        return int(lowest(others & ACES))
    if others != 0:
        return weakest(order, others)
    return weakest(order, fail if fail != 0 else int(view.legal))


@kernel
def _lead_as_opponent(view: np.record) -> int:
    order = int(view.order)
    fail = fail_of(order, int(view.legal))
    called = fail & _called_cards(view)
    if called != 0:
        return least(FEW_POINTS, order, called)
    if fail == 0:
        return least(FEW_POINTS, order, int(view.legal))
    ace = _walking_ace(view, fail & ACES)
    if ace >= 0:
        return ace
    for suit in range(NUM_FAIL + 1):
        if view.picker > 0 and view.picker_showed & ~view.voids[view.picker] & 1 << suit and in_suit(order, suit, fail):
            return weakest(order, in_suit(order, suit, fail))
    is_picker_last = view.picker == view.players - 1
    return weakest(order, edge_suit(order, fail, -1 if is_picker_last else 1))


@kernel
def _walking_ace(view: np.record, aces: int) -> int:
    """The ace that most likely wins the trick, if that is likely enough; or NONE."""
    best, chance = NONE, WALKS
    while aces != 0:
        card = lowest(aces)
        aces &= aces - 1
        share = share_of(view, 0, card)
        if share >= chance:
            best, chance = card, share
    return int(best)


@kernel
def _lead_for_fox(view: np.record) -> int:
    """Lead in Sheep Head: pull trump to catch the fox, else little (9.8)."""
    order, legal = int(view.order), int(view.legal)
    catchers = legal & CATCHERS
    if num_cards(catchers) >= 2 and int(view.unseen) >> Card.AD & 1:
        return strongest(order, catchers)
    fail = fail_of(order, legal)
    if fail != 0:
        return weakest(order, fail)
    return weakest(order, legal & ~(1 << Card.AD) if legal != 1 << Card.AD else legal)
