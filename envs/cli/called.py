"""How people start the commands: as `stichwerk`, which pip installs, or from a clone."""

import sys
from pathlib import Path

SCRIPTS = ("train", "evaluate")
"""Commands that are scripts in a clone."""


def called(command: str) -> str:
    """The words that start a command, in the way in which this program was started.

    >>> called("view"), called("train")
    ('python -m envs view', 'python train.py')
    """
    if Path(sys.argv[0]).stem == "stichwerk":
        return f"stichwerk {command}"
    return f"python {command}.py" if command in SCRIPTS else f"python -m envs {command}"


def label(command: str) -> str:
    """What stands before a command's messages.

    >>> label("train")
    'train.py'
    """
    return called(command).removeprefix("python ")
