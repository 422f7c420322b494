"""Whatever section, decision or example of the rules is cited in code, tests and pages stands in the rules of that game."""

import io
import re
import tokenize
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BOOKS = {
    "skat_family": ("skat", "ramsch"),
    "schmier": ("schmier",),
    "sheepshead": ("sheepshead",),
}
"""Folder of the rules to the words that mark the files which cite them."""
SECTION = r"\d{1,2}\.\d{1,2}"
LABEL = {
    "skat_family": r"\b(?:E\d{2}|A\d{1,2})\b",
    "schmier": r"\b(?:S\d{2}|A\d{1,2})\b",
    "sheepshead": r"\b[AEHRS]-\d{1,2}(?!\d)",
}
"""How decisions and examples are numbered."""


def book(name: str) -> Path:
    """The rules of a family."""
    return ROOT / "envs" / "games" / name / "rules.md"


@cache
def defined(name: str) -> frozenset[str]:
    """Numbers of all sections, decisions and examples."""
    text = book(name).read_text(encoding="utf-8")
    sections = re.findall(r"^##+ (\d+(?:\.\d+)?)", text, re.MULTILINE)
    labels = re.findall(rf"^(?:\*\*|\| )({LABEL[name]})", text, re.MULTILINE)
    return frozenset([*sections, *labels])


def cited(name: str, text: str) -> list[str]:
    """Numbers that a text cites: "(3.10)", "(rules, 5.2, 5.3)", "(9.6, rule 5)", "sections 1, 3.4 to 3.9", "E-07b", "A9".

    >>> cited("schmier", "Bidding (3.2, A9): see S18 and sections 1, 3.4 to 3.5 and 4; (0.5 cards).")
    ['3.2', '1', '3.4', '3.5', '4', 'A9', 'S18']
    """
    found = []
    for group in re.findall(rf"\((?:rules?,? |see |sections? )?({SECTION}(?![\d.]|\s\w|%)[^()]*)", text):
        found += [part for part in re.split(r"[,;-]\s*|\s(?:and|to)\s", group) if re.fullmatch(SECTION, part)]
    for listed in re.findall(r"\b(?:[Ss]ections?|rules,) ((?:\d[\d.]*(?:, | and | to )?)+)", text):
        found += [part.rstrip(".") for part in re.split(r", | and | to ", listed) if part]
    return [*found, *re.findall(LABEL[name], text)]


def prose(path: Path) -> list[tuple[int, str]]:
    """Line and text of what is written for people: comments and strings of code, all of a page."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".py":
        return list(enumerate(text.splitlines(), start=1))
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    parts = [(token.start[0], token.string) for token in tokens if token.type in (tokenize.COMMENT, tokenize.STRING)]
    return [(line + number, row) for line, string in parts for number, row in enumerate(string.splitlines())]


def citing(name: str) -> list[Path]:
    """Files of a family's games: their rules, heuristics, tests and pages."""
    files = [path for top in ("envs", "agents", "tests") for path in (ROOT / top).rglob("*") if path.suffix in (".py", ".md")]
    words = re.compile(rf"(?:^|[/_])(?:{'|'.join(BOOKS[name])})(?:[/_.]|$)")
    return [path for path in sorted(files) if words.search(path.relative_to(ROOT).as_posix())]


@pytest.mark.parametrize("name", BOOKS)
def test_everything_that_is_cited_stands_in_the_rules(name):
    """Each that does not is reported with its file and line."""
    wrong = [
        f"{path.relative_to(ROOT)}:{line}: {number}"
        for path in citing(name)
        for line, text in prose(path)
        for number in cited(name, text)
        if number not in defined(name)
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(("name", "at_least"), [("skat_family", 300), ("schmier", 100), ("sheepshead", 300)])
def test_citations_are_found(name, at_least):
    """So that the test above cannot pass by finding nothing."""
    assert sum(len(cited(name, text)) for path in citing(name) for _, text in prose(path)) > at_least


@pytest.mark.parametrize("name", BOOKS)
def test_sections_are_numbered_in_order(name):
    text = book(name).read_text(encoding="utf-8")
    sections = [tuple(map(int, number.split("."))) for number in re.findall(r"^##+ (\d+(?:\.\d+)?)", text, re.MULTILINE)]
    assert sections == sorted(set(sections))


@pytest.mark.parametrize("name", BOOKS)
def test_links_lead_somewhere(name):
    for target in re.findall(r"\]\(([^)#]+)\)", book(name).read_text(encoding="utf-8")):
        assert (book(name).parent / target).exists(), target
