"""The options of Skat, and its variants (rules, 4)."""

from dataclasses import dataclass

from envs.core.options import Choice
from envs.games.skat_family.options import (
    BockOptions,
    DeclarerOptions,
    EpisodeOptions,
    RamschOptions,
    Scoring,
    TableOptions,
    check,
)


class AllPass(Choice):
    """What is played when nobody bids (3.2)."""

    PASS_IN, RAMSCH, SCHIEBERAMSCH = range(3)


class BidStep(Choice):
    """Whether values may be skipped in bidding (3.2)."""

    ANY, NEXT = range(2)


@dataclass(frozen=True)
class BiddingOptions:
    """Bidding."""

    all_pass: AllPass = AllPass.SCHIEBERAMSCH
    bid_step: BidStep = BidStep.ANY
    kontra_needs_bid: bool = False
    """Whether only a defender who has called or held a value may say Kontra (3.4)."""


@dataclass(frozen=True)
class Options(EpisodeOptions, RamschOptions, BockOptions, DeclarerOptions, BiddingOptions, TableOptions):
    """The rules of one table."""


VARIANTS = {
    "isko": Options(all_pass=AllPass.PASS_IN, scoring=Scoring.SEEGER_FABIAN),
    "schieber_ramsch": Options(),
}


def validate(options: Options) -> None:
    """Raise OptionError for values and combinations that the rules do not know."""
    check("skat", options, (3, 4))
