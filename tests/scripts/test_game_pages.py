"""The pages of the games say what the sources say; `make docs` writes them anew."""

import io
import re

import numpy as np
import pytest
from PIL import Image

import envs
from envs.cli import pages
from envs.core.options import option_names
from envs.registry import GAMES

PAGES = pages.pages()
ROOT = pages.FOLDER.parents[1]


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_a_page_is_as_new_as_its_sources(path):
    assert path.exists(), f"{path} is missing: run make docs"
    assert path.read_text(encoding="utf-8") == PAGES[path], f"{path} is stale: run make docs"


@pytest.mark.parametrize("name", GAMES)
def test_a_picture_is_as_new_as_its_sources(name):
    """Up to what another version of the library that draws it may round differently."""
    path = pages.picture_path(name)
    assert path.exists(), f"{path} is missing: run make docs"
    found, expected = (
        np.asarray(Image.open(stream).convert("RGB"), np.int16) for stream in (path, io.BytesIO(pages.picture(name)))
    )
    assert found.shape == expected.shape
    assert np.abs(found - expected).mean() < 0.5, f"{path} is stale: run make docs"
    assert path.stat().st_size < 80_000


@pytest.mark.parametrize("name", GAMES)
def test_a_page_names_every_variant_option_action_and_piece(name):
    text = PAGES[pages.FOLDER / f"{name}.md"]
    for game_id in pages.variants(name):
        game = envs.load_game(game_id)
        assert f"| `{game_id}` |" in text
        assert all(f"`{option}`" in text for option in option_names(game.options))
        assert all(f"`{piece}`" in text for piece in game.layout)
    listed = dict(re.findall(r"(\d+) (\S.*?)(?=  \d|\n)", text.partition("```text\n")[2].partition("```")[0]))
    assert listed == {str(number): action for number, action in enumerate(game.actions)}


@pytest.mark.parametrize("name", GAMES)
def test_the_example_of_an_option_is_true(name):
    """It runs, and changes the option."""
    [code] = re.findall(r"```python\n(.*?)```", PAGES[pages.FOLDER / f"{name}.md"], re.DOTALL)
    names = {"envs": envs}
    exec(code, names)  # noqa: S102
    assert names["game"].options != envs.load_game(names["game"].id).options


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_links_lead_somewhere(path):
    for target in re.findall(r"\]\(([^)#]+)\)", PAGES[path]):
        assert (path.parent / target).exists(), target


@pytest.mark.parametrize("name", GAMES)
def test_every_version_has_its_line_of_history(name):
    assert len(GAMES[name].history) == GAMES[name].version + 1
