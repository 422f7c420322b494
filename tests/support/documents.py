"""Documents with blocks of code that run."""

import contextlib
import io
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[2]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$(\s*)", re.MULTILINE | re.DOTALL)


class Block(NamedTuple):
    """A block of code."""

    language: str
    line: int
    code: str
    output: str | None
    """The text block right below, if there is one."""


def code_blocks(text: str, languages: tuple[str, ...]) -> list[Block]:
    """The blocks in some languages, in order."""
    blocks = list(BLOCK.finditer(text))
    found = []
    for block, after in zip(blocks, [*blocks[1:], None], strict=True):
        if block[1] in languages:
            has_output = after is not None and after[1] == "text" and after.start() == block.end()
            line = text.count("\n", 0, block.start(2)) + 1
            found.append(Block(block[1], line, block[2], after[2] if has_output and after else None))
    return found


def run_blocks(file: Path, languages: tuple[str, ...]) -> int:
    """Run the blocks of a document, one after the other, in the present folder; Python blocks share their names.

    A Python block that begins with a comment `# NAME.py` is saved under that name too, as the reader is asked to.

    Args:
        file: a Markdown document.
        languages: `python`, and `sh` for commands that begin with `python`.

    Returns:
        How many there were.

    Raises:
        AssertionError: a command failed, or a block printed something else than what stands below it.
    """
    names: dict[str, Any] = {"__name__": file.stem}
    blocks = code_blocks(file.read_text(encoding="utf-8"), languages)
    for block in blocks:
        where = f"{file.name}, block at line {block.line}"
        if block.language == "sh":
            printed = "".join(_run_command(line, where) for line in block.code.splitlines())
        else:
            name = re.match(r"# (\w+\.py)\n", block.code)
            if name:
                Path(name[1]).write_text(block.code, encoding="utf-8")
            stream = io.StringIO()
            with contextlib.redirect_stdout(stream):
                exec(compile("\n" * (block.line - 1) + block.code, str(file), "exec"), names)  # noqa: S102
            printed = stream.getvalue()
        assert block.output is None or printed == block.output, f"{where} printed:\n{printed}"
    return len(blocks)


def _run_command(line: str, where: str) -> str:
    """Run a command with the project's Python and give what it printed."""
    program, *arguments = shlex.split(line)
    assert program == "python", f"{where}: {line}"
    scripts = [str(ROOT / word) if word.endswith(".py") else word for word in arguments]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, *scripts], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{where}: {line}\n{done.stderr}"
    return done.stdout
