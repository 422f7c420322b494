"""The options of Ramsch, and its variants (rules, 4)."""

from dataclasses import dataclass

from envs.core.options import Subset
from envs.games.skat_family.cards import NUM_ACTIVE
from envs.games.skat_family.options import (
    BockOptions,
    DeclarerOptions,
    EpisodeOptions,
    RamschMultiplier,
    RamschOptions,
    RamschStyle,
    TableOptions,
    check,
)


class BockTrigger(Subset):
    """What starts a round of Bock here, where nobody bids (6.2); numbered as in the family."""

    LOST_60 = 1
    KONTRA_LOST = 2
    KONTRA_AND_RE = 4
    GRAND_LOST = 8
    GRAND_HAND_WON = 16
    VALUE_72 = 32
    VALUE_96 = 64
    SCORE_X00 = 128
    SCORE_REPDIGIT = 256


class RamschRoundAfter(Subset):
    """What a round of compulsory Ramsch follows here (6.3); numbered as in the family."""

    BOCK_ROUND = 1


@dataclass(frozen=True)
class Options(EpisodeOptions, BockOptions, DeclarerOptions, RamschOptions, TableOptions):
    """The rules of one table; what nobody can do here, where nobody bids, is no event."""

    jungfrau_announce: bool = True
    bock_triggers: BockTrigger = BockTrigger.LOST_60 | BockTrigger.KONTRA_LOST  # type: ignore[assignment]
    ramsch_round_after: RamschRoundAfter = RamschRoundAfter(0)  # type: ignore[assignment]


VARIANTS = {
    "schieberamsch": Options(),
    "ramsch": Options(ramsch_style=RamschStyle.PLAIN),
    "augenramsch": Options(ramsch_multiplier=RamschMultiplier.ADDITIVE),
}


def validate(options: Options) -> None:
    """Raise OptionError for values and combinations that the rules do not know."""
    check("ramsch", options, (NUM_ACTIVE, NUM_ACTIVE))
