"""Bids, contracts and the actions of Skat by number."""

import enum

import numpy as np

from envs.games.skat_family.cards import NUM_CARDS, Announcement, Kind
from envs.games.skat_family.state import Phase
from envs.games.skat_family.turns import by_phase, name_actions

BIDS = (
    *(18, 20, 22, 23, 24, 27, 30, 33, 35, 36, 40, 44, 45, 46, 48, 50, 54, 55, 59, 60, 63, 66, 70, 72, 77, 80, 81, 84, 88, 90),
    *(96, 99, 100, 108, 110, 117, 120, 121, 126, 130, 132, 135, 140, 143, 144, 150, 153, 154, 156, 160, 162, 165, 168),
    *(170, 176, 180, 187, 192, 198, 204, 216, 240, 264),
)
"""The possible game values (3.2). A *level* is the place of a value in this list, from 1; level 0 is no bid."""
NUM_BIDS = len(BIDS)
VALUE_OF_LEVEL = np.array([0, *BIDS], np.int16)

CONTRACTS = (
    *("C", "S", "H", "D", "G", "N", "NO"),
    *(kind + "H" + announced for kind in "CSHDG" for announced in ("", "S", "Z", "O")),
    *("NH", "NOH"),
)
"""What can be declared: with the skat, then from the hand (3.3)."""
NUM_WITH_SKAT = 7
NUM_CONTRACTS = len(CONTRACTS)


def _announced(contract: str) -> Announcement:
    if contract in ("NO", "NOH"):
        return Announcement.OUVERT
    return Announcement(" SZO".index(contract[2:] or " "))


KIND_BY_CONTRACT = np.array([Kind("CSHDGN".index(contract[0])) for contract in CONTRACTS], np.int8)
ANNOUNCED_BY_CONTRACT = np.array([_announced(contract) for contract in CONTRACTS], np.int8)


class Action(enum.IntEnum):
    """All actions but the cards, which come first."""

    BID = NUM_CARDS
    """The first of the bids."""
    PASS = BID + NUM_BIDS
    HOLD = PASS + 1
    HAND = PASS + 2
    TAKE = PASS + 3
    PUSH = PASS + 4
    DECLARE = PASS + 5
    """The first of the contracts."""
    GRAND_HAND = DECLARE + NUM_CONTRACTS
    NO_GRAND_HAND = GRAND_HAND + 1
    KONTRA = GRAND_HAND + 2
    NO_KONTRA = GRAND_HAND + 3
    RAISE = GRAND_HAND + 4
    NO_RAISE = GRAND_HAND + 5
    ANNOUNCE_JUNGFRAU = GRAND_HAND + 6
    NO_ANNOUNCE = GRAND_HAND + 7


DECLARE_GRAND_HAND = Action.DECLARE + CONTRACTS.index("GH")
ACTIONS = name_actions(
    Action,
    {
        Action.BID: [f"bid_{value}" for value in BIDS],
        Action.DECLARE: [f"declare_{contract}" for contract in CONTRACTS],
    },
)
YES = by_phase(
    {
        Phase.HAND: Action.HAND,
        Phase.SCHIEBEN: Action.TAKE,
        Phase.GRAND_HAND: Action.GRAND_HAND,
        Phase.KONTRA: Action.KONTRA,
        Phase.RAISE: Action.RAISE,
        Phase.JUNGFRAU: Action.ANNOUNCE_JUNGFRAU,
    }
)
