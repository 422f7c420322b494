"""What starts Bock and compulsory Ramsch rounds, and how they run (rules, 6.2, 6.3)."""

import pytest

from ramsch_deals import GRAND_WITHOUT_1, GRAND_WITHOUT_1_FOR_70, PACK, TIE_50_50
from ramsch_table import after_grand_hand, after_ramsch, finish_deal, match, next_deal

NEXT_DEALER = {"grand_hand_redeal": "next_dealer"}

# Bock triggers (6.2).

TRIGGERS = [
    ("lost_60", 60, [], True),
    ("lost_60", 58, [], False),
    ("lost_60", 61, [], False),
    ("kontra_lost", 58, ["kontra", "no_raise"], True),
    ("kontra_lost", 58, ["no_kontra", "no_kontra"], False),
    ("kontra_lost", 70, ["kontra", "no_raise"], False),
    ("kontra_lost", 70, ["kontra", "raise"], False),
    ("kontra_and_re", 70, ["kontra", "raise"], True),
    ("kontra_and_re", 58, ["kontra", "raise"], True),
    ("kontra_and_re", 58, ["kontra", "no_raise"], False),
    ("grand_lost", 58, [], True),
    ("grand_lost", 70, [], False),
    ("grand_hand_won", 70, [], True),
    ("grand_hand_won", 58, [], False),
    ("value_72", 70, [], True),
    ("value_72", 58, [], False),
    ("value_96", 70, [], True),
    ("value_96", 60, [], False),
]


@pytest.mark.parametrize(("trigger", "points", "said", "fires"), TRIGGERS)
def test_what_a_grand_hand_triggers(trigger, points, said, fires):
    """6.2; the deal is repeated, and three Bock deals follow."""
    said = said or ["no_kontra", "no_kontra"]
    options = {"bock_rounds": True, "bock_triggers": [trigger], "kontra_levels": 2}
    state = after_grand_hand(points, *said, **options)
    assert int(state.bock_left) == (3 if fires else 0)


@pytest.mark.parametrize(("trigger", "fires"), [("value_72", True), ("value_96", False)])
def test_a_won_game_of_value_72(trigger, fires):
    """6.2."""
    game = match(bock_rounds=True, bock_triggers=[trigger])
    actions = ["grand_hand", *GRAND_WITHOUT_1_FOR_70.split()]
    state = next_deal(game, GRAND_WITHOUT_1, actions)
    assert int(state.bock_left) == (3 if fires else 0)


@pytest.mark.parametrize(
    ("trigger", "before", "pushes", "events"),
    [
        ("score_x00", [0, 0, 0], 1, 2),
        ("score_x00", [0, 50, 0], 1, 1),
        ("score_x00", [100, 100, 0], 1, 0),
        ("score_x00", [1, 1, 300], 1, 0),
        ("score_x00", [-900, 1, 0], 1, 1),
        ("score_repdigit", [-11, 0, 0], 1, 1),
        ("score_repdigit", [-11, -122, 0], 1, 2),
        ("score_repdigit", [150, 1, 0], 0, 0),
        ("score_repdigit", [1, 72, 0], 0, 0),
        ("score_repdigit", [1, 200, 333], 0, 0),
        ("score_repdigit", [-1100, 161, 0], 0, 1),
        ("score_repdigit", [-950, 0, 0], 0, 1),
    ],
    ids=[
        "two_players",
        "one_player",
        "zero_is_no_multiple",
        "an_unchanged_total_does_not_count",
        "negative_thousand",
        "minus_111",
        "minus_111_and_222",
        "plus_100_has_unequal_digits",
        "22_is_too_small",
        "an_unchanged_repdigit",
        "plus_111",
        "last_three_of_1000",
    ],
)
def test_what_round_totals_trigger(trigger, before, pushes, events):
    """6.2: F and M lose 50 each, or 100 after a push."""
    options = {"bock_rounds": True, "bock_triggers": [trigger], "bock_event_count": "per_event"}
    carry = {"list_scores": [*before, 0]}
    state = after_ramsch(TIE_50_50, pushes, carry=carry, **options)
    assert int(state.bock_left) == 3 * events


BOTH_TRIGGERS = {"bock_rounds": True, "kontra_levels": 2, "bock_event_count": "per_event"}


@pytest.mark.parametrize(
    ("triggers", "points", "said", "events"),
    [
        (["lost_60", "grand_lost"], 60, ["no_kontra"] * 2, 2),
        (["lost_60", "kontra_lost"], 60, ["kontra", "no_raise"], 2),
        (["kontra_lost", "kontra_and_re"], 58, ["kontra", "raise"], 1),
        (["value_72", "value_96"], 70, ["no_kontra"] * 2, 1),
        (["value_72", "value_96", "grand_hand_won"], 70, ["no_kontra"] * 2, 2),
        (["lost_60", "kontra_lost", "kontra_and_re", "grand_lost"], 60, ["kontra", "raise"], 3),
    ],
)
def test_events_of_one_deal_are_counted(triggers, points, said, events):
    """6.2: some triggers count as one event together; `bock_event_count`."""
    options = {**BOTH_TRIGGERS, "bock_triggers": triggers}
    assert int(after_grand_hand(points, *said, **options).bock_left) == 3 * events
    options["bock_event_count"] = "one_per_deal"
    assert int(after_grand_hand(points, *said, **options).bock_left) == 3


def test_a_total_that_is_both_a_hundred_and_a_repdigit_is_one_event():
    """6.2."""
    triggers = ["score_x00", "score_repdigit"]
    options = {"bock_rounds": True, "bock_triggers": triggers, "bock_event_count": "per_event"}
    carry = {"list_scores": [-950, 0, 0, 0]}
    assert int(after_ramsch(TIE_50_50, 0, carry=carry, **options).bock_left) == 3


def test_totals_are_looked_at_before_the_trigger_deal_is_doubled():
    """6.2: minus 100 each, doubled afterwards to minus 200."""
    options = {"bock_rounds": True, "bock_triggers": ["score_x00"], "bock_includes_trigger": True}
    state = after_ramsch(TIE_50_50, 1, **options)
    assert list(state.list_scores[:3]) == [-200, -200, 0]
    assert int(state.bock_left) == 2


def test_totals_are_looked_at_without_tournament_bonuses():
    """6.2: 96 is no hundred, and 146 were none either; 100 is one though its total is 150."""
    options = {"bock_rounds": True, "bock_triggers": ["score_x00"], "scoring": "seeger_fabian"}
    assert int(after_grand_hand(70, carry={"list_scores": [4, 0, 0, 0]}, **options).bock_left) == 3
    assert int(after_grand_hand(70, carry={"list_scores": [54, 0, 0, 0]}, **options).bock_left) == 0


def test_nothing_triggers_when_bock_is_off():
    """4, `bock_rounds`."""
    assert int(after_grand_hand(60).bock_left) == 0


# Bock and compulsory Ramsch rounds (6.3).

LOST_60 = {"bock_rounds": True, "bock_triggers": ["lost_60"], **NEXT_DEALER}


@pytest.mark.parametrize(
    ("points", "before", "options", "after"),
    [
        (60, 0, {}, (3, 0)),
        (60, 2, {}, (4, 0)),
        (61, 4, {}, (3, 0)),
        (61, 1, {}, (0, 0)),
        (61, 4, {"ramsch_round_after": ["bock_round"]}, (3, 3)),
        (61, 1, {"ramsch_round_after": ["bock_round"]}, (0, 3)),
        (61, 3, {"ramsch_round_after": ["bock_round"]}, (2, 0)),
        (60, 1, {"ramsch_round_after": ["bock_round"]}, (3, 3)),
    ],
    ids=[
        "E32_deal_4",
        "E32_deal_6",
        "E32_deal_7",
        "the_last_bock_deal",
        "E32_deal_7_ramsch_follows",
        "ramsch_follows_the_last_bock_deal",
        "not_after_the_first_bock_deal",
        "a_trigger_in_the_last_bock_deal",
    ],
)
def test_how_bock_rounds_grow_and_shrink(points, before, options, after):
    """E32; Grand Hands that count, since nothing else can be lost with 60."""
    state = after_grand_hand(points, carry={"bock_left": before}, **LOST_60, **options)
    assert (int(state.bock_left), int(state.ramsch_left)) == after


def test_ramsch_rounds_come_before_the_bock_deals_that_are_left():
    """E32: after deal 7 three compulsory deals, three Bock deals, three compulsory deals."""
    game = match(bock_rounds=True, ramsch_round_after=["bock_round"])
    state = game.deal(deck=PACK, dealer=0, carry={"bock_left": 3, "ramsch_left": 3})
    left = []
    for _ in range(9):
        left.append((int(state.ramsch_left), int(state.bock_left)))
        finish_deal(game, state)
    assert left == [(3, 3), (2, 3), (1, 3), (0, 3), (0, 2), (0, 1), (3, 0), (2, 0), (1, 0)]
    assert (int(state.ramsch_left), int(state.bock_left)) == (0, 0)


def test_compulsory_deals_are_not_doubled():
    """E32, 6.3."""
    state = after_ramsch(carry={"bock_left": 3, "ramsch_left": 3}, bock_rounds=True)
    assert list(state.list_scores[:3]) == [0, 0, -440]
    assert (int(state.bock_left), int(state.ramsch_left)) == (3, 2)


def test_compulsory_deals_trigger_nothing():
    """6.2."""
    state = after_grand_hand(60, carry={"ramsch_left": 2}, **LOST_60)
    assert (int(state.bock_left), int(state.ramsch_left)) == (0, 1)


def test_a_repeated_deal_uses_up_neither_kind_of_round():
    """6.3: a Grand Hand in a Bock deal, and in a compulsory one; it is doubled all the same."""
    state = after_grand_hand(70, carry={"bock_left": 2}, bock_rounds=True)
    assert (int(state.bock_left), int(state.list_scores[0])) == (2, 192)
    state = after_grand_hand(70, carry={"ramsch_left": 2}, bock_rounds=True)
    assert (int(state.ramsch_left), int(state.list_scores[0])) == (2, 96)


def test_compulsory_deals_count_towards_the_list():
    """6.3."""
    state = after_ramsch(carry={"ramsch_left": 3, "deals_done": 4})
    assert int(state.deals_done) == 5


@pytest.mark.parametrize(
    ("before", "score", "after"),
    [(0, -384, 2), (3, -384, 5)],
    ids=["E33_n3", "a_bock_deal_is_not_doubled_twice"],
)
def test_the_trigger_deal_may_be_the_first_bock_deal(before, score, after):
    """E33, three players, as a Grand Hand: this deal and the next two."""
    options = {**LOST_60, "bock_includes_trigger": True}
    state = after_grand_hand(60, carry={"bock_left": before}, **options)
    assert (int(state.list_scores[0]), int(state.bock_left)) == (score, after)


@pytest.mark.parametrize(("unfinished", "deals"), [("lapse", 3), ("play_out", 6)], ids=["lapse", "play_out"])
def test_rounds_left_at_the_end_of_the_list(unfinished, deals):
    """6.3: the list's last deal is due when four Bock deals are left."""
    game = match(rounds=1, bock_rounds=True, unfinished_rounds=unfinished)
    carry = {"deals_done": 2, "bock_left": 4}
    state = game.deal(deck=PACK, dealer=0, carry=carry)
    while not game.is_terminal(state):
        finish_deal(game, state)
    assert int(state.deals_done) == deals
    assert int(state.bock_left) == (3 if unfinished == "lapse" else 0)


def test_play_out_goes_on_with_a_ramsch_round_that_a_bock_round_leaves():
    """6.3: one Bock deal, then three compulsory ones."""
    options = {"bock_rounds": True, "ramsch_round_after": ["bock_round"]}
    game = match(rounds=1, unfinished_rounds="play_out", **options)
    state = game.deal(deck=PACK, dealer=0, carry={"deals_done": 3, "bock_left": 1})
    while not game.is_terminal(state):
        finish_deal(game, state)
    assert int(state.deals_done) == 7


def test_deals_played_out_after_the_list_trigger_nothing():
    """6.3."""
    options = {**LOST_60, "rounds": 1, "unfinished_rounds": "play_out"}
    state = after_grand_hand(60, carry={"deals_done": 3, "bock_left": 2}, **options)
    assert int(state.bock_left) == 1
    state = after_grand_hand(60, carry={"deals_done": 2, "bock_left": 2}, **options)
    assert int(state.bock_left) == 4
