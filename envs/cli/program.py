"""What every command does alike: mistakes are one line, and a reader who has seen enough is no mistake."""

import contextlib
import io
import os
import signal
import sys
from collections.abc import Callable

from envs.core.files import reason
from envs.core.text import shown

WRONG = 2
"""Exit status when something that a person named cannot be read, written or understood."""


def run(name: str, work: Callable[[], int], expected: tuple[type[Exception], ...] = (ValueError, OSError)) -> int:
    """Do the work of a command; returns the exit status.

    Args:
        name: of the program, which stands before its messages.
        work: gives the exit status.
        expected: what it may raise and is told in one line.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # names of files may be no text
    try:
        status = work()
        sys.stdout.flush()
    except BrokenPipeError:
        _let_go_of_output()
        return 128 + signal.SIGPIPE
    except expected as error:
        complain(name, error)
        _let_go_of_output()
        return WRONG
    except KeyboardInterrupt:
        print(f"{name}: interrupted", file=sys.stderr)
        return 128 + signal.SIGINT
    return status


def complain(name: str, error: Exception) -> None:
    """Say in one line what is wrong."""
    text = str(error)
    if isinstance(error, OSError) and error.strerror:
        text = f"{error.filename or 'output'}: {reason(error)}"
    with contextlib.suppress(OSError):
        print(f"{name}: {shown(text)}", file=sys.stderr, flush=True)


def _let_go_of_output() -> None:
    """Where the output can no longer be written, let Python not complain about it once more when it ends."""
    try:
        sys.stdout.flush()
    except (OSError, ValueError):
        with contextlib.suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
