"""How large the random comparisons of the tests are: one setting for all of them."""

import os

from envs.registry import list_games

SIZE = os.environ.get("STICHWERK_TESTS", "usual")
IS_LONG = SIZE == "long"
"""Whether everything is run in full size: with ``STICHWERK_TESTS=long`` in the environment."""
_SHARES = {"long": 1, "usual": 10, "short": 100}


def sized(whole: int) -> int:
    """The number of random cases to run: the whole number in the long run, usually a tenth, a hundredth in the short one.

    >>> sized(0)
    1
    """
    return max(1, whole // _SHARES[SIZE])


def share_of(game_id: str, whole: int) -> int:
    """The part of `sized(whole)` that falls to one variant, at least 1: variants of a game share its kernels.

    Games with few variants count as if they had four.
    """
    name = game_id.partition("/")[0]
    variants = [other for other in list_games() if other.startswith(f"{name}/")]
    return max(1, sized(whole) // max(4, len(variants)))
