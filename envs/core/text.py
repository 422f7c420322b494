"""Text from elsewhere: read within bounds, and shown without being obeyed."""

import json
from typing import Any

MOST_SHOWN = 4000
"""Characters of a message; of a longer text the middle is left out."""


def read_json(text: str | bytes) -> Any:
    """What a text of JSON stands for.

    Raises:
        ValueError: it is no JSON, or nested or long beyond reason; one line that says which.
    """
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("JSON nested too deep") from None
    except json.JSONDecodeError as error:
        raise ValueError(str(error)) from None
    except UnicodeDecodeError:
        raise ValueError("no text in UTF-8") from None
    except ValueError:  # Python reads whole numbers of some thousand digits and no longer ones
        raise ValueError("a number with too many digits") from None


def shown(text: object) -> str:
    r"""A text as one line that a terminal can show, whatever stands in it.

    >>> print(shown("policy:\x1b[2J\n"), shown("Ü \ud800"))
    policy:\x1b[2J\n Ü \ud800
    """
    whole = str(text)
    if len(whole) > MOST_SHOWN:
        whole = f"{whole[: MOST_SHOWN // 2]} ... {whole[-MOST_SHOWN // 2 :]}"
    return "".join(letter if letter.isprintable() else letter.encode("unicode_escape").decode() for letter in whole)
