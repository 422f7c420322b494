"""The Ramsch that follows when everybody passes (3.7, 3.8, 5.5; examples E38 to E51), once under every option of Ramsch."""

import pytest

from ramsch_deals import (
    F_JUNGFRAU,
    LOSER_55,
    M_DURCHMARSCH,
    M_WINS_TRICK_3,
    SKAT_DECIDES,
    TIE_40_40_40,
    TIE_50_50,
    cards,
    dealt,
)
from ramsch_table import announce, shove
from skat_table import ALL_PASS, legal, played, scores, table


def ramsch(deal, pushes=0, announcers=None, **options):
    """What a Ramsch after three passes pays F, M and R; without pushes it is played plain."""
    options = {**options, "all_pass": "schieberamsch" if pushes else "ramsch", "jungfrau_announce": announcers is not None}
    said = [*(shove(deal, pushes) if pushes else []), *(announce(announcers) if announcers is not None else [])]
    return scores(table(**options), deal.deck, [*ALL_PASS, *said, *deal.plays.split()])


CASES = {
    "E41 the skat goes to the last trick": (LOSER_55, 0, None, {}, [0, 0, -55]),
    "E42 a push doubles": (LOSER_55, 1, None, {}, [0, 0, -110]),
    "E42 three pushes": (LOSER_55, 3, None, {}, [0, 0, -440]),
    "E42 additive": (LOSER_55, 3, None, {"ramsch_multiplier": "additive"}, [0, 0, -220]),
    "E43 Jungfrau": (F_JUNGFRAU, 0, None, {}, [0, 0, -140]),
    "E44 Durchmarsch": (M_DURCHMARSCH, 0, None, {}, [0, 120, 0]),
    "E44 Durchmarsch, a push": (M_DURCHMARSCH, 1, None, {}, [0, 240, 0]),
    "E44 Durchmarsch not doubled": (M_DURCHMARSCH, 3, None, {"durchmarsch_doubles": False}, [0, 120, 0]),
    "Durchmarsch for another amount": (M_DURCHMARSCH, 0, None, {"durchmarsch_value": 100}, [0, 100, 0]),
    "E45 both lose": (TIE_50_50, 0, None, {}, [-50, -50, 0]),
    "E45 split": (TIE_50_50, 0, None, {"ramsch_tie": "split"}, [-25, -25, 0]),
    "E45 last trick": (TIE_50_50, 0, None, {"ramsch_tie": "last_trick"}, [0, -50, 0]),
    "E46 three alike": (TIE_40_40_40, 0, None, {}, [0, 0, 0]),
    "E46 all lose": (TIE_40_40_40, 0, None, {"ramsch_three_way": "all_lose"}, [-40, -40, -40]),
    "E47 the skat to the loser": (SKAT_DECIDES, 0, None, {"ramsch_skat_to": "loser"}, [-54, 0, 0]),
    "E47 the skat to the last trick": (SKAT_DECIDES, 0, None, {}, [0, 0, -45]),
    "E47 the skat to nobody": (SKAT_DECIDES, 0, None, {"ramsch_skat_to": "nobody"}, [-40, 0, 0]),
    "E48 fixed": (LOSER_55, 0, None, {"ramsch_value": "fixed"}, [0, 0, -10]),
    "E48 fixed, two pushes": (LOSER_55, 2, None, {"ramsch_value": "fixed"}, [0, 0, -40]),
    "fixed, other amounts": (LOSER_55, 0, None, {"ramsch_value": "fixed", "ramsch_fixed": [7, 8, 9]}, [0, 0, -7]),
    "E48 fixed, all tricks": (M_DURCHMARSCH, 0, None, {"ramsch_value": "fixed"}, [0, -20, 0]),
    "E48 all tricks a bonus": (
        *(M_DURCHMARSCH, 0, None),
        *({"ramsch_value": "fixed", "durchmarsch_fixed": "bonus"}, [0, 120, 0]),
    ),
    "an announced Jungfrau": (F_JUNGFRAU, 0, "F", {}, [0, 0, -280]),
    "E51 two announce, the third wins all": (M_DURCHMARSCH, 0, "FR", {}, [0, 480, 0]),
}


@pytest.mark.parametrize(("deal", "pushes", "announcers", "options", "paid"), CASES.values(), ids=CASES)
def test_what_a_ramsch_pays(deal, pushes, announcers, options, paid):
    assert ramsch(deal, pushes, announcers, **options) == paid


@pytest.mark.parametrize(("options", "paid"), [({}, -120), ({"jungfrau_fail": 60}, -60)])
def test_a_failed_announcement_ends_the_deal(options, paid):
    """E50."""
    game = table(jungfrau_announce=True, all_pass="ramsch", **options)
    first_nine = M_WINS_TRICK_3.plays.split()[:9]
    state = played(game, M_WINS_TRICK_3.deck, [*ALL_PASS, *announce("M"), *first_nine])
    assert game.is_terminal(state)
    assert list(game.returns(state)) == [0, paid, 0]


HAND, SKAT = "9S 8H KD TD KC 7H JC AD TH AC", "JS JH"
PASSING = {
    "E38 never a jack": ({}, HAND, SKAT, [], "9S 8H KD TD KC 7H AD TH AC"),
    "E38 jacks too": ({"pass_jacks": True}, HAND, SKAT, [], "9S 8H KD TD KC 7H JC AD TH AC JS JH"),
    "E39 the same two": ({}, "7C 8C 9C TC QC KC 7S 8S 9S TS", "AC AD", ["AC"], "7C 8C 9C TC QC KC 7S 8S 9S TS AD"),
    "E39 not the same two": (
        *({"pass_rule": "not_same_two"}, "7C 8C 9C TC QC KC 7S 8S 9S TS", "AC AD", ["AC"]),
        "7C 8C 9C TC QC KC 7S 8S 9S TS",
    ),
    "E39 none of them": (
        *({"pass_rule": "none_taken"}, "7C 8C 9C TC QC KC 7S 8S 9S TS", "AC AD", []),
        "7C 8C 9C TC QC KC 7S 8S 9S TS",
    ),
}


@pytest.mark.parametrize(("options", "hand", "skat", "passed", "allowed"), PASSING.values(), ids=PASSING)
def test_what_may_be_passed_on(options, hand, skat, passed, allowed):
    game = table(**options)
    state = played(game, dealt(hand, skat=skat), [*ALL_PASS, "take", *passed])
    assert legal(game, state) == cards(allowed)
