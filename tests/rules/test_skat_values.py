"""Matadors and game values (5.1, 5.2; examples E14 and E15), computed from what stands in the record at the end of a deal."""

import numpy as np
import pytest

from envs.games import skat
from envs.games.skat.actions import ANNOUNCED_BY_CONTRACT, CONTRACTS, KIND_BY_CONTRACT, NUM_WITH_SKAT
from envs.games.skat_family.cards import PACK
from envs.games.skat_family.scoring import game_value, matadors

GAMES = "CSHDGN"


def card_set(text):
    return PACK.parse_set(text)


MATADORS = {
    "E14 without JS": ("H", "JC JH JD AH TH QH 9H", 1),
    "E14 with 7": ("H", "JC JS JH JD AH TH KH", 7),
    "E14 without JC": ("H", "JS JH AH", 1),
    "E14 JD is the first": ("H", "JD AH", 3),
    "E14 no jack, ten the highest": ("H", "TH KH", 5),
    "E14 all eleven": ("H", "JC JS JH JD AH TH KH QH 9H 8H 7H", 11),
    "E14 none": ("H", "AC TC AD", 11),
    "E14 Grand with 4": ("G", "JC JS JH JD AH TH", 4),
    "E14 Grand without 4": ("G", "AH TH", 4),
    "Grand with 2": ("G", "JC JS JD AH", 2),
    "only the seven": ("C", "7C AS", 10),
    "with 10": ("D", "JC JS JH JD AD TD KD QD 9D 8D", 10),
}


@pytest.mark.parametrize(("game", "held", "number"), MATADORS.values(), ids=MATADORS)
def test_matadors(game, held, number):
    assert matadors(card_set(held), GAMES.index(game)) == number


def value(contract, cards12, points, tricks):
    """What the engine charges for a contract, the declarer's twelve cards, card points and tricks."""
    code = CONTRACTS.index(contract)
    state = np.zeros(1, skat.STATE).view(np.recarray)[0]
    state.declarer = 1
    state.announced = ANNOUNCED_BY_CONTRACT[code]
    state.played[1] = card_set(cards12)
    state.card_points[1] = points
    state.tricks_won[1] = tricks
    return game_value(state, int(KIND_BY_CONTRACT[code]), code >= NUM_WITH_SKAT)


VALUES = {
    "E15 diamonds with 1": ("D", "JC JH", 61, 6, 18),
    "E15 hearts without 2": ("H", "JH JD", 70, 6, 30),
    "E15 spades with 2, schneider": ("S", "JC JS", 92, 7, 44),
    "E15 clubs with 2, hand, schneider": ("CH", "JC JS", 95, 7, 60),
    "E15 clubs with 2, hand, schneider announced": ("CHS", "JC JS", 95, 7, 72),
    "E15 hearts without 3, schwarz": ("H", "JD", 120, 10, 60),
    "E15 diamonds with 3, hand, schwarz announced": ("DHZ", "JC JS JH", 120, 10, 81),
    "E15 Grand with 2": ("G", "JC JS", 75, 7, 72),
    "E15 Grand without 4, hand": ("GH", "AC", 61, 6, 144),
    "E15 Grand with 4, schneider": ("G", "JC JS JH JD", 90, 8, 144),
    "E15 Grand ouvert with 1": ("GHO", "JC JH", 120, 10, 192),
    "E15 Grand ouvert with 4": ("GHO", "JC JS JH JD", 120, 10, 264),
    "E15 clubs ouvert with 11": ("CHO", "JC JS JH JD AC TC KC QC 9C 8C 7C", 120, 10, 216),
    "E15 diamonds ouvert without 11": ("DHO", "AC", 61, 6, 162),
    "E15 Null": ("N", "JC JS", 0, 0, 23),
    "E15 Null hand": ("NH", "JC JS", 0, 0, 35),
    "E15 Null ouvert": ("NO", "JC JS", 0, 0, 46),
    "E15 Null ouvert hand": ("NOH", "JC JS", 0, 0, 59),
    "E18 schneider and schwarz against the declarer": ("C", "JS", 14, 0, 48),
    "E19 an announcement that was missed counts": ("CHS", "JC JH", 85, 7, 60),
    "E20 schwarz announced and missed": ("GHZ", "JC JS", 114, 9, 192),
}


@pytest.mark.parametrize(("contract", "cards12", "points", "tricks", "worth"), VALUES.values(), ids=VALUES)
def test_game_values(contract, cards12, points, tricks, worth):
    assert value(contract, cards12, points, tricks) == worth
