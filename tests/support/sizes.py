"""How large the random comparisons of the tests are: one setting for all of them."""

import os


def sized(whole: int) -> int:
    """The number of random cases to run: the whole number in the long run, a tenth otherwise.

    The long run is the one with ``STICHWERK_TESTS=long`` in the environment.

    >>> sized(0)
    1
    """
    if os.environ.get("STICHWERK_TESTS") == "long":
        return max(1, whole)
    return max(1, whole // 10)
