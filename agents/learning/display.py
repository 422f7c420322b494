"""Where a person follows a run: a progress bar at a terminal, a line for each evaluation elsewhere; and Ctrl-C."""

import contextlib
import signal
import sys
from collections.abc import Callable, Iterator, Mapping
from types import FrameType, TracebackType
from typing import Any, Self

from tqdm import tqdm

from envs.agent import short_names


@contextlib.contextmanager
def match_bar(what: str, deals: int, *, is_told: bool = True) -> Iterator[Callable[[int], object]]:
    """While deals are played: a bar at a terminal, which goes away, elsewhere a line; yields what counts finished deals."""
    is_terminal = sys.stderr.isatty()
    if is_told and not is_terminal:
        sys.stderr.write(f"{what}: {deals:,} deals ...\n")
    with tqdm(total=deals, desc=what, unit=" deals", leave=False, disable=not is_terminal) as bar:
        yield bar.update


class ProgressBar:
    """Decisions learned from, how many a second, and the last evaluation against the baseline."""

    def __init__(self, baseline: str, total: int, step: int, last_evaluation: Mapping[str, float] | None) -> None:
        """Show the bar, `step` of `total` steps into the run."""
        [self._baseline] = short_names([baseline])
        self._total = total
        self._is_terminal = sys.stderr.isatty()
        self._has_evaluated = last_evaluation is not None
        self._bar = tqdm(total=total, initial=step, unit=" decisions", unit_scale=True, disable=not self._is_terminal)
        if last_evaluation:
            self._bar.set_postfix_str(self._text(last_evaluation))

    def advance(self, steps: int) -> None:
        """The learner has taken some more decisions."""
        self._bar.update(steps)

    def evaluating(self, deals: int) -> contextlib.AbstractContextManager[Callable[[int], object]]:
        """Say that the policy plays a match; elsewhere than at a terminal only before the first one."""
        has_evaluated, self._has_evaluated = self._has_evaluated, True
        return match_bar(f"evaluation among {self._baseline} agents", deals, is_told=not has_evaluated)

    def show_evaluation(self, step: int, evaluation: Mapping[str, float]) -> None:
        """A match against the baseline is over."""
        if self._is_terminal:
            self._bar.set_postfix_str(self._text(evaluation))
        else:
            sys.stderr.write(f"step {step:>10,} of {self._total:,}: {self._text(evaluation)}\n")

    def close(self) -> None:
        """Leave the bar as it is."""
        self._bar.close()

    def _text(self, evaluation: Mapping[str, float]) -> str:
        margin = (evaluation["ci_high"] - evaluation["ci_low"]) / 2
        return f"{evaluation['difference']:+.2f} ± {margin:.2f} a deal against {self._baseline}"


class StopRequest:
    """Within its block the first Ctrl-C (or SIGTERM) only asks the run to stop; the second Ctrl-C interrupts as usual.

    Calling it says whether a stop was asked for.
    """

    def __init__(self) -> None:
        """Nobody has asked yet."""
        self._is_asked = False
        self._before: dict[int, Any] = {}

    def __call__(self) -> bool:
        """Whether the run was asked to stop."""
        return self._is_asked

    def __enter__(self) -> Self:
        """Take over the signals."""
        for number in (signal.SIGINT, signal.SIGTERM):
            self._before[number] = signal.signal(number, self._ask)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        """Give them back."""
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def _ask(self, number: int, _frame: FrameType | None) -> None:
        if self._is_asked and number == signal.SIGINT:
            raise KeyboardInterrupt
        self._is_asked = True
        sys.stderr.write("\nStopping after this update; Ctrl-C once more stops at once.\n")
