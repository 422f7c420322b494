"""Every golden deal is told again from its hand record, word for word: `make golden` records them anew."""

import json

import pytest

import golden
from envs.registry import list_games

DEALS = golden.deals()


def parts(name: str) -> tuple[str, str]:
    """The text and the hand record of a file."""
    text, _, record = (golden.FOLDER / f"{name}.txt").read_text().strip().rpartition("\n")
    return text.strip(), record


@pytest.mark.parametrize("name", DEALS)
def test_a_golden_deal_is_told_as_it_was(name):
    """From the record's deck, dealer and actions, each of which must be legal."""
    text, record = parts(name)
    deal = DEALS[name]
    end = golden.table(deal).from_text(record)
    assert golden.table(deal).is_terminal(end)
    assert golden.tell(deal, end).strip() == text


@pytest.mark.parametrize("name", DEALS)
def test_the_options_dtype_a_golden_deal_is_written_as_it_was(name):
    _, record = parts(name)
    game = golden.table(DEALS[name])
    assert game.to_text(game.from_text(record)) == record


@pytest.mark.parametrize("name", DEALS)
def test_the_scores_of_a_golden_deal_are_those_of_its_record(name):
    """As read from the file alone."""
    text, record = parts(name)
    told = [part.split() for part in text.splitlines()[-1].removeprefix("Scores: ").removesuffix(".").split(", ")]
    assert {player: float(score) for player, score in told} == {
        f"player_{seat}": score for seat, score in enumerate(json.loads(record)["scores"])
    }


@pytest.mark.parametrize("game_id", list_games())
def test_every_variant_has_a_golden_deal(game_id):
    game, _, variant = game_id.partition("/")
    assert f"{game}_{variant.rpartition('-v')[0]}" in DEALS


def test_every_file_is_a_golden_deal():
    assert sorted(path.stem for path in golden.FOLDER.glob("*.txt")) == sorted(DEALS)
