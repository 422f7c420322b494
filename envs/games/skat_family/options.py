"""The options that Skat and Ramsch share, in groups, from which each game puts together its own (rules, 4)."""

from dataclasses import dataclass
from typing import Any

from envs.core.options import Choice, Episode, OptionError, Reward, Subset


class KontraTiming(Choice):
    """When defenders may say Kontra (3.4)."""

    BEFORE_FIRST_LEAD, BEFORE_OWN_FIRST_CARD = range(2)


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
    """Whether several events in one deal start several rounds (6.3)."""

    ONE_PER_DEAL, PER_EVENT = range(2)


class RamschRoundAfter(Subset):
    """What a round of compulsory Ramsch follows (6.3)."""

    BOCK_ROUND = 1
    GRAND_HAND = 2


class UnfinishedRounds(Choice):
    """What becomes of Bock and Ramsch deals left at the end of the match (6.3)."""

    LAPSE, PLAY_OUT = range(2)


class Scoring(Choice):
    """Whether a declarer's games earn the tournament's bonuses (5.4)."""

    CLASSIC, SEEGER_FABIAN = range(2)


class RamschStyle(Choice):
    """Whether the skat goes round before play; in Skat before a compulsory Ramsch (3.7)."""

    SCHIEBER, PLAIN = range(2)


class SkatTo(Choice):
    """Whose card points the skat's are (5.5)."""

    LAST_TRICK, LOSER, NOBODY = range(3)


class RamschValue(Choice):
    """Whether the loser pays their card points or a fixed amount (5.5)."""

    POINTS, FIXED = range(2)


class RamschMultiplier(Choice):
    """How pushes and Jungfrauen combine (5.5)."""

    MULTIPLICATIVE, ADDITIVE = range(2)


class RamschTie(Choice):
    """Who loses when two have the most card points (5.5)."""

    BOTH_LOSE, SPLIT, LAST_TRICK = range(3)


class RamschThreeWay(Choice):
    """Who loses at 40-40-40 (5.5)."""

    ZERO, ALL_LOSE = range(2)


class DurchmarschFixed(Choice):
    """Under fixed amounts: whether a Durchmarsch costs or earns (5.5)."""

    PENALTY, BONUS = range(2)


class PassRule(Choice):
    """Which two cards may be passed on (3.7)."""

    ANY_TWO, NOT_SAME_TWO, NONE_TAKEN = range(3)


class GrandHandRule(Choice):
    """Who may declare a Grand Hand instead of a Ramsch (3.8)."""

    OFF, ONCE_PER_ROUND, MAX_THREE_RUNNING, UNLIMITED = range(4)


class GrandHandRedeal(Choice):
    """Who deals after a Grand Hand that was declared instead of a Ramsch (3.8)."""

    SAME_DEALER, NEXT_DEALER = range(2)


@dataclass(frozen=True)
class TableOptions:
    """The table."""

    players: int = 3
    """At the table: 3, in Skat also 4, of whom the dealer sits out (1.1)."""
    rounds: int = 12
    """A match has rounds * players deals that count (6.1)."""


@dataclass(frozen=True)
class DeclarerOptions:
    """Games with a declarer; in Ramsch these are Grand Hands."""

    lost_hand_factor: int = 2
    """What a lost hand game counts: 2 or, by the rule before 1999, 1 (5.3)."""
    kontra_levels: int = 0
    """Doublings allowed against a declarer: 0 none, 1 Kontra, 2 Re, 3 Supra, 4 Hirsch (3.4)."""
    kontra_timing: KontraTiming = KontraTiming.BEFORE_FIRST_LEAD
    scoring: Scoring = Scoring.CLASSIC


@dataclass(frozen=True)
class BockOptions:
    """Rounds of Bock, and of Ramsch that everybody has to play."""

    bock_rounds: bool = False
    """Whether events start rounds that count double (6.2)."""
    bock_triggers: BockTrigger = BockTrigger.LOST_60 | BockTrigger.KONTRA_LOST
    """Which events (6.2)."""
    bock_includes_trigger: bool = False
    """Whether the deal with the event is the first of the round (6.3)."""
    bock_event_count: BockEventCount = BockEventCount.ONE_PER_DEAL
    ramsch_round_after: RamschRoundAfter = RamschRoundAfter(0)
    """What is followed by a round of Ramsch that is never doubled (6.3)."""
    unfinished_rounds: UnfinishedRounds = UnfinishedRounds.LAPSE


@dataclass(frozen=True)
class RamschOptions:
    """Ramsch; what is declared instead of one concerns in Skat the compulsory ones."""

    ramsch_style: RamschStyle = RamschStyle.SCHIEBER
    ramsch_skat_to: SkatTo = SkatTo.LAST_TRICK
    ramsch_value: RamschValue = RamschValue.POINTS
    ramsch_fixed: tuple[int, int, int] = (10, 15, 20)
    """Fixed amounts with no, one and two Jungfrauen (5.5)."""
    ramsch_multiplier: RamschMultiplier = RamschMultiplier.MULTIPLICATIVE
    ramsch_tie: RamschTie = RamschTie.BOTH_LOSE
    ramsch_three_way: RamschThreeWay = RamschThreeWay.ZERO
    durchmarsch_value: int = 120
    """What winning all ten tricks earns (5.5)."""
    durchmarsch_doubles: bool = True
    """Whether pushes and announcements multiply a Durchmarsch (5.5)."""
    durchmarsch_fixed: DurchmarschFixed = DurchmarschFixed.PENALTY
    pass_jacks: bool = False
    """Whether jacks may be passed on (3.7)."""
    pass_rule: PassRule = PassRule.ANY_TWO
    jungfrau_announce: bool = False
    """Whether winning no trick may be announced (3.8)."""
    jungfrau_fail: int = 120
    """What a failed announcement costs (5.5)."""
    grand_hand_rule: GrandHandRule = GrandHandRule.ONCE_PER_ROUND
    grand_hand_announcements: bool = False
    """Whether schneider, schwarz and ouvert may be announced with it (3.8)."""
    grand_hand_redeal: GrandHandRedeal = GrandHandRedeal.SAME_DEALER


@dataclass(frozen=True)
class EpisodeOptions:
    """Episodes and returns."""

    max_deals: int = 0
    """Hard limit of deals in a match, repeated ones included; 0: none (4)."""
    episode: Episode = Episode.DEAL
    """Whether an episode is one deal or a match."""
    reward: Reward = Reward.SCORE
    """Whether returns are scores or settled between each pair of players (5.6)."""


def check(game: str, options: Any, players: tuple[int, int]) -> None:
    """Raise OptionError for values and combinations that a game does not know; `players` are its fewest and most seats."""
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
