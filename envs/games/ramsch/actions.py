"""The actions of Ramsch by number."""

import enum

from envs.games.skat_family.cards import NUM_CARDS
from envs.games.skat_family.state import Phase
from envs.games.skat_family.turns import by_phase, name_actions

CONTRACTS = ("GH", "GHS", "GHZ", "GHO")
"""What a declarer may declare, by what it announces."""


class Action(enum.IntEnum):
    """All actions but the cards, which come first."""

    TAKE = NUM_CARDS
    PUSH = TAKE + 1
    GRAND_HAND = TAKE + 2
    NO_GRAND_HAND = TAKE + 3
    DECLARE = TAKE + 4
    """The first of the contracts."""
    KONTRA = DECLARE + len(CONTRACTS)
    NO_KONTRA = KONTRA + 1
    RAISE = KONTRA + 2
    NO_RAISE = KONTRA + 3
    ANNOUNCE_JUNGFRAU = KONTRA + 4
    NO_ANNOUNCE = KONTRA + 5


ACTIONS = name_actions(Action, {Action.DECLARE: [f"declare_{contract}" for contract in CONTRACTS]})
YES = by_phase(
    {
        Phase.SCHIEBEN: Action.TAKE,
        Phase.GRAND_HAND: Action.GRAND_HAND,
        Phase.KONTRA: Action.KONTRA,
        Phase.RAISE: Action.RAISE,
        Phase.JUNGFRAU: Action.ANNOUNCE_JUNGFRAU,
    }
)
