"""What a tournament has found: scores of the same deals with every seating, and the estimates that follow from them."""

import dataclasses
import itertools
from collections.abc import Sequence

import numpy as np

from agents.evaluation.statistics import Counts, add_counts
from envs.game import State

Z95 = 1.959964


@dataclasses.dataclass(frozen=True)
class Estimate:
    """A mean over deals with its normal 95 % interval."""

    mean: float
    stderr: float
    deals: int

    @property
    def ci95(self) -> tuple[float, float]:
        """Bounds of the interval."""
        return self.mean - Z95 * self.stderr, self.mean + Z95 * self.stderr


@dataclasses.dataclass(frozen=True)
class Comparison:
    """One agent among others of one kind, over the same deals in every seat."""

    score: float
    """Mean score per deal, over all seats."""
    difference: float
    """Mean of own score minus what the others' kind earns in that seat of a table of its own."""
    ci95: tuple[float, float]
    """95 % interval of the difference, over deals."""
    deals: int
    win_rate: float
    """Share of seats with more than the table's mean score; a score equal to it counts half."""


@dataclasses.dataclass(frozen=True)
class Results:
    """Scores of all tables that were played, a row per deal.

    Attributes:
        game: id of the game.
        specs: the agents.
        pure: float64 [agents, deals, players], a table of one kind each.
        among: float64 [agents, agents, deals, players]; among[a, b, d, s] is what a scores in seat s among b (NaN for a = b);
            in a team game the whole team of that seat is a's.
        alone: float64, as `among`, but one seat only is a's and its partners are b's; None in a game without teams.
        wins: float64 [agents, agents, deals], share of seats in which a scored more than the table's mean among b.
        taken: int64 [agents, actions], how often each action was chosen.
        offered: int64 [agents, actions], decisions in which this or one of the same word ("bid") was legal; of cards 0.
        seconds: float64 [agents], time spent deciding.
        counts: statistics of each agent as the one among others; empty unless they were asked for.
        recorded: final states of the first deals at every table, and the agents' specs by seat; empty unless asked for.
    """

    game: str
    specs: tuple[str, ...]
    pure: np.ndarray
    among: np.ndarray
    alone: np.ndarray | None
    wins: np.ndarray
    taken: np.ndarray
    offered: np.ndarray
    seconds: np.ndarray
    counts: tuple[Counts, ...]
    recorded: tuple[tuple[State, tuple[str, ...]], ...]

    @property
    def num_deals(self) -> int:
        """Deals played with every seating."""
        return int(self.pure.shape[1])

    @property
    def decisions(self) -> np.ndarray:
        """Decisions of each agent: int64 [agents]."""
        return np.asarray(self.taken.sum(axis=1))

    def ordered_pairs(self) -> list[tuple[int, int]]:
        """All pairs of different agents, both ways round."""
        return list(itertools.permutations(range(len(self.specs)), 2))

    def difference(self, a: int, b: int) -> Estimate:
        """What a earns among b beyond what b earns there itself, per deal; in a team game a is a whole team."""
        return estimate(self._difference_by_deal(a, b))

    def difference_alone(self, a: int, b: int) -> Estimate:
        """The same for one a whose partners are b's too; without teams it is the same."""
        scores = self.among if self.alone is None else self.alone
        return estimate((scores[a, b] - self.pure[b]).mean(axis=1))

    def score(self, a: int) -> Estimate:
        """Score per deal of one a among each other kind, all seats and kinds alike; alone, at a table of its own kind."""
        return estimate(self.scores_of(a).mean(axis=(0, 2)))

    def scores_of(self, a: int) -> np.ndarray:
        """All scores of a among each other kind: float64 [others, deals, players]; alone, at a table of its own kind."""
        others = self._others(a)
        return np.asarray(self.among[a, others]) if others else self.pure[a][None]

    def win_rate(self, a: int) -> float:
        """Share of seats with more than the table's mean score, among each other kind; alone a half by definition."""
        others = self._others(a)
        return float(self.wins[a, others].mean()) if others else 0.5

    def rating(self, a: int) -> Estimate:
        """Strength in points per deal, from all pairs together; the ratings of all agents add up to 0.

        The model: what a earns among b beyond b itself is rating(a) - rating(b). These are the ratings with the least squares
        over all ordered pairs; they are sums of differences of the same deals, so that their interval over deals is exact.
        No two sides need to be equal in it, as in models of wins (one against three, or a seat that seldom wins).
        """
        return estimate(self._rating_by_deal(a))

    def lead(self, a: int, b: int) -> Estimate:
        """rating(a) - rating(b), with the interval of the difference itself."""
        return estimate(self._rating_by_deal(a) - self._rating_by_deal(b))

    def comparison(self, a: int, b: int) -> Comparison:
        """One a among b in short."""
        difference = self.difference(a, b)
        return Comparison(
            score=float(self.among[a, b].mean()),
            difference=difference.mean,
            ci95=difference.ci95,
            deals=self.num_deals,
            win_rate=float(self.wins[a, b].mean()),
        )

    def _others(self, a: int) -> list[int]:
        return [b for b in range(len(self.specs)) if b != a]

    def _difference_by_deal(self, a: int, b: int) -> np.ndarray:
        return np.asarray((self.among[a, b] - self.pure[b]).mean(axis=1))

    def _rating_by_deal(self, a: int) -> np.ndarray:
        """float64 [deals]."""
        total = np.zeros(self.num_deals)
        for b in self._others(a):
            total += self._difference_by_deal(a, b) - self._difference_by_deal(b, a)
        return total / (2 * len(self.specs))


def estimate(values: np.ndarray) -> Estimate:
    """Mean of one value per deal, with its standard error (NaN for a single deal)."""
    count = len(values)
    spread = float(values.std(ddof=1)) / count**0.5 if count > 1 else float("nan")
    return Estimate(float(values.mean()), spread, count)


def join(specs: tuple[str, ...], blocks: Sequence[Results]) -> Results:
    """The results of several blocks of deals as one."""
    alone = [block.alone for block in blocks if block.alone is not None]
    return Results(
        game=blocks[0].game,
        specs=specs,
        pure=np.concatenate([block.pure for block in blocks], axis=1),
        among=np.concatenate([block.among for block in blocks], axis=2),
        alone=np.concatenate(alone, axis=2) if alone else None,
        wins=np.concatenate([block.wins for block in blocks], axis=2),
        taken=np.sum([block.taken for block in blocks], axis=0),
        offered=np.sum([block.offered for block in blocks], axis=0),
        seconds=np.sum([block.seconds for block in blocks], axis=0),
        counts=tuple(add_counts(parts) for parts in zip(*(block.counts for block in blocks), strict=True)),
        recorded=tuple(table for block in blocks for table in block.recorded),
    )
