"""Who is on whose side, as far as a player can know (rules, section 9.2)."""

from enum import IntEnum

import numpy as np

from envs.core.cards import num_cards
from envs.core.jit import kernel
from envs.core.tricks import sum_of
from envs.games.sheepshead.actions import Call
from envs.games.sheepshead.cards import ACE_OF, CALLED_JACKS, CARD_POINTS, TEN_OF, Card
from envs.games.sheepshead.layout import Seen, at, bits_of
from envs.games.sheepshead.variants import DESIGNATED, PACK_OF, SIDES, Sides


class Role(IntEnum):
    """Whose side the observer is on: none (yet), as the picker or a team's player, as another one of the P-side, the O-side."""

    NONE, PICKER, PARTNER, OPPONENT = range(4)


LIKELY = 0.5
"""Above this chance a player counts as a mate."""
SUSPECT_IS_PARTNER = 0.7
"""Chance that a player who acts like the secret partner is."""
ALL_POINTS = 120


@kernel
def find_sides(observation: np.ndarray, view: np.record) -> None:
    """Write the observer's role, and the chance that each other player is on the same side; not for two players."""
    players = int(view.players)
    revealed = bits_of(observation, Seen.REVEALED)
    known = revealed | (1 << int(view.picker) if view.picker >= 0 else 0)
    unknown = ((1 << players) - 1) & ~known & ~1
    view.role = _role(observation, view, revealed)
    view.missing = min(_missing(observation, view, revealed), num_cards(unknown))
    if SIDES[view.variant] == Sides.TEAMS:
        view.mates[2] = 1.0
    elif view.role != Role.NONE:
        for k in range(1, players):
            chance = 1.0 if known >> k & 1 else _chance_on_p_side(view, k, unknown)
            view.mates[k] = chance if view.role != Role.OPPONENT else 1.0 - chance
    _count_points(observation, view)


@kernel
def _role(observation: np.ndarray, view: np.record, revealed: int) -> int:
    sides = SIDES[view.variant]
    if observation[at(observation, Seen.KIND)] == 0:
        return Role.NONE
    if sides == Sides.TEAMS or view.picker == 0:
        return Role.PICKER
    if sides == Sides.FIRST_PLAYED and _has_more_to_come(view, revealed):
        may_join = revealed & 1 == 1 or view.designated & view.hand != 0 or view.designated == 0
        return Role.NONE if may_join else Role.OPPONENT
    return Role.PARTNER if observation[at(observation, Seen.OWN_SIDE)] != 0 else Role.OPPONENT


@kernel
def _has_more_to_come(view: np.record, revealed: int) -> bool:
    """Whether fewer than two of the cards that make sides have been played."""
    played = int(PACK_OF[view.variant]) & int(view.designated) & ~int(view.unseen) & ~int(view.hand)
    return bool(num_cards(revealed) < 2 and num_cards(played) < 2)


@kernel
def _missing(observation: np.ndarray, view: np.record, revealed: int) -> int:
    """How many players of the P-side have not shown to be."""
    sides = SIDES[view.variant]
    if sides == Sides.FIRST_PLAYED:
        return 2 - num_cards(revealed) if _has_more_to_come(view, revealed) else 0
    if sides == Sides.HOLDERS:
        return int(num_cards(int(DESIGNATED[view.variant]) & int(view.unseen)))
    if view.call == Call.ALONE or view.call >= Call.BEST:
        return 0
    wanted = 0
    if view.called_suit >= 0:
        wanted = 1 << int(TEN_OF[view.called_suit] if view.call == Call.TEN else ACE_OF[view.called_suit])
    if view.call == Call.UP:
        jacks = bits_of(observation, Seen.CALLED_JACK)
        for i in range(len(CALLED_JACKS)):
            wanted |= (jacks >> i & 1) << CALLED_JACKS[i]
    elif sides in (Sides.JACK_PARTNER, Sides.BOTH_PARTNERS) or (sides == Sides.ONE_PARTNER and view.called_suit < 0):
        wanted |= 1 << Card.JD
    return int(num_cards(wanted & int(view.unseen)))


@kernel
def _chance_on_p_side(view: np.record, player: int, unknown: int) -> float:
    """Chance that a player of unknown side belongs to the P-side."""
    if view.missing == 0:
        return 0.0
    suspects = int(view.suspects) & unknown
    if suspects >> player & 1:
        return SUSPECT_IS_PARTNER
    return float(view.missing / num_cards(unknown)) * (1.0 - SUSPECT_IS_PARTNER if suspects != 0 else 1.0)


@kernel
def _count_points(observation: np.ndarray, view: np.record) -> None:
    """Add up what the own side is known to have; who is more likely than not to be a mate counts as one."""
    taken = 0
    view.has_partner = int(view.missing > 0)
    for k in range(view.players):
        taken += int(view.points[k])
        view.most_points = max(int(view.most_points), int(view.points[k]))
        if k == 0 or view.mates[k] > LIKELY:
            view.side_points += view.points[k]
            view.has_partner |= int(k > 0)
    if view.picker == 0:
        view.side_points += sum_of(CARD_POINTS, bits_of(observation, Seen.BURIED))
    view.rest_points = ALL_POINTS - taken
