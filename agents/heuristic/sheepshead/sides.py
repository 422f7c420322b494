"""Who is on whose side, as far as a player can know (rules, section 9.2)."""

import numpy as np

from agents.heuristic.sheepshead.hand import points_of
from envs.core.cards import num_cards, read_cards
from envs.core.jit import kernel
from envs.games.sheepshead.cards import ACE_OF, CALLED_JACKS, JD, NUM_CARDS, TEN_OF
from envs.games.sheepshead.observation import (
    BURIED_AT,
    JACK_BIT,
    KIND_BIT,
    REVEALED_GROUP,
    SHOWN_CALLS,
    SIDE_BIT,
    flags_at,
    groups_at,
)
from envs.games.sheepshead.variants import (
    BOTH_PARTNERS,
    DESIGNATED,
    FIRST_PLAYED,
    HOLDERS,
    JACK_PARTNER,
    ONE_PARTNER,
    PACK_OF,
    SIDES,
    TEAMS,
)

NOBODYS, PICKERS, PARTNERS, OPPONENTS = range(4)
"""Roles: no sides (yet), the picker or a team's player, another one of the P-side, the O-side."""

LIKELY = 0.5
"""Above this chance a player counts as a mate."""
SUSPECT_IS_PARTNER = 0.7
"""Chance that a player who acts like the secret partner is."""
ACE_CALL, TEN_CALL, UNKNOWN_CALL, ALONE_CALL, JACK_CALL, SILENT_CALL, BEST_CALL, SIDE_CALL, BILLY_CALL = range(len(SHOWN_CALLS))
"""Calls, in the order of the observation."""
ALL_POINTS = 120


@kernel
def find_sides(observation: np.ndarray, view: np.record) -> None:
    """Write the observer's role, and the chance that each other player is on the same side.

    Args:
        observation: int8, of three players or more.
        view: VIEW record in which the cards and tricks are read; what concerns the sides is written.
    """
    players = int(view.players)
    revealed = read_cards(observation, groups_at(players) + REVEALED_GROUP * players, players)
    known = revealed | (1 << int(view.picker) if view.picker >= 0 else 0)
    unknown = ((1 << players) - 1) & ~known & ~1
    view.role = _role(observation, view, revealed)
    view.missing = min(_missing(observation, view, revealed), num_cards(unknown))
    if SIDES[view.variant] == TEAMS:
        view.mates[2] = 1.0
    elif view.role != NOBODYS:
        for k in range(1, players):
            chance = 1.0 if known >> k & 1 else _chance_on_p_side(view, k, unknown)
            view.mates[k] = chance if view.role != OPPONENTS else 1.0 - chance
    _count_points(observation, view)


@kernel
def _role(observation: np.ndarray, view: np.record, revealed: int) -> int:
    flags = flags_at(int(view.players))
    sides = SIDES[view.variant]
    if observation[flags + KIND_BIT] == 0:
        return NOBODYS
    if sides == TEAMS or view.picker == 0:
        return PICKERS
    if sides == FIRST_PLAYED and _has_more_to_come(view, revealed):
        may_join = revealed & 1 == 1 or view.designated & view.hand != 0 or view.designated == 0
        return NOBODYS if may_join else OPPONENTS
    return PARTNERS if observation[flags + SIDE_BIT] != 0 else OPPONENTS


@kernel
def _has_more_to_come(view: np.record, revealed: int) -> bool:
    """Whether fewer than two of the cards that make sides have been played."""
    played = int(PACK_OF[view.variant]) & int(view.designated) & ~int(view.unseen) & ~int(view.hand)
    return bool(num_cards(revealed) < 2 and num_cards(played) < 2)


@kernel
def _missing(observation: np.ndarray, view: np.record, revealed: int) -> int:
    """How many players of the P-side have not shown to be."""
    sides = SIDES[view.variant]
    if sides == FIRST_PLAYED:
        return 2 - num_cards(revealed) if _has_more_to_come(view, revealed) else 0
    if sides == HOLDERS:
        return int(num_cards(int(DESIGNATED[view.variant]) & int(view.unseen)))
    if view.call == ALONE_CALL or view.call >= BEST_CALL:
        return 0
    wanted = 0
    if view.called_suit >= 0:
        wanted = 1 << int(TEN_OF[view.called_suit] if view.call == TEN_CALL else ACE_OF[view.called_suit])
    if view.call == JACK_CALL:
        jacks = read_cards(observation, flags_at(int(view.players)) + JACK_BIT, len(CALLED_JACKS))
        for i in range(len(CALLED_JACKS)):
            wanted |= (jacks >> i & 1) << CALLED_JACKS[i]
    elif sides in (JACK_PARTNER, BOTH_PARTNERS) or (sides == ONE_PARTNER and view.called_suit < 0):
        wanted |= 1 << JD
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
        view.side_points += points_of(read_cards(observation, BURIED_AT, NUM_CARDS))
    view.rest_points = ALL_POINTS - taken
