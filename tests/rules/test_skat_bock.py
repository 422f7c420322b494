"""Rounds of Bock and of compulsory Ramsch, and the list (6; examples E32, E33, E52, E53)."""

import pytest

from oracle_skat import PACK
from skat_deals import C_WITH_11, C_WITHOUT_2, D_WITH_1, G_WITH_1, G_WITH_2, G_WITH_4, NULL, S_WITH_1, S_WITH_2
from skat_table import ALL_PASS, declaring, finish_deal, legal, match, played


def after(deal, contract, points, said=(), carry=None, **options):
    """Play one deal of a list and return the state after it."""
    game = match(**{"bock_rounds": True, **options})
    state = game.deal(deck=deal.deck.split(), dealer=game.num_players - 1, carry=carry or {})
    game.play(state, [*declaring(contract, deal.skat), *said, *deal.plays[points].split()])
    return state


FIRES = {
    "lost_60": (S_WITH_1, "S", 60, [], {}),
    "kontra_lost": (C_WITHOUT_2, "C", 50, ["kontra", "no_raise"], {}),
    "kontra_and_re": (C_WITHOUT_2, "C", 66, ["kontra", "raise"], {}),
    "grand_lost": (G_WITH_2, "GHZ", 114, ["no_kontra", "no_kontra"], {}),
    "grand_hand_won": (G_WITH_2, "GH", 75, ["no_kontra", "no_kontra"], {}),
    "null_ouvert_hand": (NULL, "NOH", 0, ["no_kontra", "no_kontra"], {}),
    "value_72": (G_WITH_2, "G", 75, ["no_kontra", "no_kontra"], {}),
    "value_96": (G_WITH_4, "G", 90, ["no_kontra", "no_kontra"], {}),
    "score_x00": (S_WITH_2, "S", 92, ["no_kontra", "no_kontra"], {"list_scores": [56, 0, 0]}),
    "score_repdigit": (S_WITH_2, "S", 92, ["no_kontra", "no_kontra"], {"list_scores": [178, 0, 0]}),
}
SILENT = {
    "lost_60 at 60 in Null": ("lost_60", NULL, "N", 1, [], {}),
    "kontra_lost without Kontra": ("kontra_lost", C_WITHOUT_2, "C", 50, ["no_kontra", "no_kontra"], {}),
    "kontra_lost when won": ("kontra_lost", C_WITHOUT_2, "C", 66, ["kontra", "no_raise"], {}),
    "kontra_and_re with Kontra alone": ("kontra_and_re", C_WITHOUT_2, "C", 50, ["kontra", "no_raise"], {}),
    "grand_lost when a suit game is lost": ("grand_lost", C_WITHOUT_2, "C", 50, ["no_kontra", "no_kontra"], {}),
    "grand_hand_won with the skat": ("grand_hand_won", G_WITH_2, "G", 75, ["no_kontra", "no_kontra"], {}),
    "null_ouvert_hand with the skat": ("null_ouvert_hand", NULL, "NO", 0, ["no_kontra", "no_kontra"], {}),
    "null_ouvert_hand lost": ("null_ouvert_hand", NULL, "NOH", 1, ["no_kontra", "no_kontra"], {}),
    "value_72 when lost": ("value_72", G_WITH_2, "GHZ", 114, ["no_kontra", "no_kontra"], {}),
    "value_96 at 72": ("value_96", G_WITH_2, "G", 75, ["no_kontra", "no_kontra"], {}),
    "score_x00 at another total": ("score_x00", S_WITH_2, "S", 92, ["no_kontra", "no_kontra"], {"list_scores": [57, 0, 0]}),
    "score_x00 of one whose total stands": (
        *("score_x00", S_WITH_2, "S", 92, ["no_kontra", "no_kontra"]),
        {"list_scores": [1, 100, 0]},
    ),
    "score_repdigit below 100": ("score_repdigit", S_WITH_2, "S", 92, ["no_kontra", "no_kontra"], {}),
    "all_passed when somebody bid": ("all_passed", S_WITH_2, "S", 92, ["no_kontra", "no_kontra"], {}),
}


@pytest.mark.parametrize("trigger", FIRES)
def test_every_trigger_starts_a_round(trigger):
    """6.2."""
    deal, contract, points, said, carry = FIRES[trigger]
    levels = 2 if said else 0
    assert after(deal, contract, points, said, carry, bock_triggers=[trigger], kontra_levels=levels).bock_left == 3
    assert after(deal, contract, points, said, carry, bock_triggers=[], kontra_levels=levels).bock_left == 0


@pytest.mark.parametrize(("trigger", "deal", "contract", "points", "said", "carry"), SILENT.values(), ids=SILENT)
def test_no_trigger_fires_without_its_cause(trigger, deal, contract, points, said, carry):
    state = after(deal, contract, points, said, carry, bock_triggers=[trigger], kontra_levels=2 if said else 0)
    assert state.bock_left == 0


def test_a_deal_in_which_nobody_bids_can_be_a_trigger():
    for all_pass in ("pass_in", "ramsch", "schieberamsch"):
        game = match(bock_rounds=True, bock_triggers=["all_passed"], all_pass=all_pass)
        state = finish_deal(game, game.deal(seed=1))
        assert state.bock_left == 3


def test_two_triggers_that_are_one_event():
    together = [["kontra_lost", "kontra_and_re"], ["value_72", "value_96"]]
    lost = after(
        C_WITHOUT_2, "C", 50, ["kontra", "raise"], bock_triggers=together[0], kontra_levels=2, bock_event_count="per_event"
    )
    won = after(G_WITH_4, "G", 90, bock_triggers=together[1], bock_event_count="per_event")
    assert (lost.bock_left, won.bock_left) == (3, 3)


def test_several_events_count_once_or_each():
    triggers = ["lost_60", "kontra_lost"]
    said = ["kontra", "no_raise"]
    once = after(S_WITH_1, "S", 60, said, bock_triggers=triggers, kontra_levels=2)
    each = after(S_WITH_1, "S", 60, said, bock_triggers=triggers, kontra_levels=2, bock_event_count="per_event")
    assert (once.bock_left, each.bock_left) == (3, 6)


def test_a_bock_round_is_as_long_as_the_table_is_large():
    """E33."""
    assert after(S_WITH_1, "S", 60, players=4).bock_left == 4


def test_the_trigger_deal_may_be_the_first_of_the_round():
    """E33: lost 40, doubled; two more deals follow."""
    state = after(D_WITH_1, "D", 60, bock_includes_trigger=True)
    assert list(state.list_scores[:3]) == [-72, 0, 0]
    assert state.bock_left == 2


def lose_with_60(game, state):
    """Play the deal of S_WITH_1 at the present place of the list, whoever deals."""
    number = int(state.deals)
    carried = {name: state.array[name][0].tolist() for name in game.carried if name != "deals"}
    again = game.deal(deck=S_WITH_1.deck.split(), dealer=int(state.dealer), carry={**carried, "deals": number - 1})
    game.play(again, [*declaring("S", S_WITH_1.skat), *S_WITH_1.plays[60].split()])
    return again


def kinds(game, state, deals, lost):
    """Kind of each deal from the present one on; those in `lost` are lost with 60."""
    seen = ""
    for number in range(deals):
        seen += "R" if state.ramsch_left > 0 else "B" if state.bock_left > 0 else "."
        if number in lost:
            state = lose_with_60(game, state)
        else:
            finish_deal(game, state)
    return seen


SCHEDULES = {
    "E32 deal 4 is lost with 60": ({}, [3], "....BBB..."),
    "E32 deal 6 as well": ({}, [3, 5], "....BBBBBB..."),
    "E32 a Ramsch round after every Bock round": (
        {"ramsch_round_after": ["bock_round"]},
        [3, 5],
        "....BBBRRRBBBRRR..",
    ),
}


@pytest.mark.parametrize(("options", "lost", "schedule"), SCHEDULES.values(), ids=SCHEDULES)
def test_schedules(options, lost, schedule):
    game = match(bock_rounds=True, bock_triggers=["lost_60"], all_pass="pass_in", grand_hand_rule="off", **options)
    assert kinds(game, game.deal(seed=3, dealer=0), len(schedule), lost) == schedule


def test_an_all_pass_ramsch_is_doubled_in_a_bock_round():
    game = match(bock_rounds=True, all_pass="ramsch")
    plain, doubled = (
        finish_deal(game, game.deal(deck=PACK, dealer=2, carry={"bock_left": left})).list_scores[:3] for left in (0, 3)
    )
    assert list(doubled) == [2 * score for score in plain]
    assert any(plain)


def test_a_compulsory_ramsch_is_not_doubled_and_nobody_bids():
    game = match(bock_rounds=True, grand_hand_rule="off")
    state = game.deal(deck=PACK, dealer=2, carry={"ramsch_left": 3, "bock_left": 3})
    assert legal(game, state) == {"take", "push"}
    finish_deal(game, state)
    assert (state.ramsch_left, state.bock_left) == (2, 3)


def test_a_compulsory_ramsch_may_be_plain():
    game = match(grand_hand_rule="off", ramsch_style="plain")
    state = game.deal(deck=PACK, dealer=2, carry={"ramsch_left": 3})
    assert len(legal(game, state)) == 10


def test_a_ramsch_round_follows_a_grand_from_the_hand():
    """6.3; won or lost, but not with the skat."""
    options = {"bock_rounds": False, "ramsch_round_after": ["grand_hand"]}
    assert after(G_WITH_2, "GH", 75, **options).ramsch_left == 3
    assert after(G_WITH_2, "GHZ", 114, **options).ramsch_left == 3
    assert after(G_WITH_2, "G", 75, **options).ramsch_left == 0
    assert after(C_WITH_11, "CH", 120, **options).ramsch_left == 0
    assert after(G_WITH_2, "GH", 75, players=4, **options).ramsch_left == 4
    assert after(G_WITH_2, "GH", 75, bock_rounds=False).ramsch_left == 0


def test_a_grand_hand_in_a_compulsory_ramsch_is_repeated_and_starts_no_round():
    """E52: 96 points, the same dealer, the deal does not count."""
    game = match(ramsch_round_after=["grand_hand"])
    words = ["grand_hand", *G_WITH_2.plays[75].split()]
    state = played(game, G_WITH_2.deck, words, carry={"ramsch_left": 3})
    assert list(state.list_scores[:3]) == [96, 0, 0]
    assert (state.ramsch_left, state.dealer, state.deals_done, state.deals) == (3, 2, 0, 2)


def test_after_a_grand_hand_the_deal_may_move_on():
    game = match(grand_hand_redeal="next_dealer")
    words = ["grand_hand", *G_WITH_2.plays[75].split()]
    state = played(game, G_WITH_2.deck, words, carry={"ramsch_left": 3})
    assert (state.ramsch_left, state.dealer, state.deals_done) == (2, 0, 1)


def test_a_grand_hand_in_a_compulsory_ramsch_earns_the_bonus():
    """5.4."""
    game = match(scoring="seeger_fabian")
    words = ["grand_hand", *G_WITH_2.plays[75].split()]
    state = played(game, G_WITH_2.deck, words, carry={"ramsch_left": 3})
    assert list(game.returns(state)) == [146, 0, 0]


def asked(game, state):
    """Play the present deal as a Ramsch; which seats were asked for a Grand Hand?"""
    seats = []
    while "no_grand_hand" in legal(game, state):
        seats.append(game.current_player(state))
        game.play(state, ["no_grand_hand"])
    finish_deal(game, state)
    return seats


def test_once_per_round_is_once_per_compulsory_round():
    """3.8, E53."""
    game = match(grand_hand_rule="once_per_round", ramsch_round_after=["bock_round"])
    state = game.deal(deck=G_WITH_2.deck.split(), dealer=2, carry={"ramsch_left": 3})
    game.play(state, ["grand_hand", *G_WITH_2.plays[75].split()])
    assert [asked(game, state) for _ in range(3)] == [[1, 2], [1, 2], [2, 1]]
    assert state.ramsch_left == 0
    assert state.grand_hand_used == 0


def test_after_three_grand_hands_comes_a_ramsch():
    """3.8, E54."""
    game = match(grand_hand_rule="max_three_running")
    state = game.deal(deck=G_WITH_2.deck.split(), dealer=2, carry={"ramsch_left": 3, "grand_hand_run": 2})
    game.play(state, ["grand_hand", *G_WITH_2.plays[75].split()])
    assert asked(game, state) == []
    assert len(asked(game, state)) == 3


def test_grand_hands_with_announcements():
    game = match(grand_hand_announcements=True)
    state = played(game, G_WITH_2.deck, ["grand_hand"], carry={"ramsch_left": 3})
    assert legal(game, state) == {"declare_GH", "declare_GHS", "declare_GHZ", "declare_GHO"}
    game.play(state, ["declare_GHZ", *G_WITH_2.plays[120].split()])
    assert list(state.list_scores[:3]) == [192, 0, 0]


def test_grand_hands_may_not_be_played():
    for rule, is_asked in (("off", False), ("unlimited", True)):
        game = match(grand_hand_rule=rule)
        state = game.deal(seed=1, carry={"ramsch_left": 3})
        assert ("grand_hand" in legal(game, state)) == is_asked


ENDS = {
    "twelve rounds": ({}, 36),
    "two rounds": ({"rounds": 2}, 6),
    "four players": ({"rounds": 2, "players": 4}, 8),
    "at most five deals": ({"rounds": 2, "max_deals": 5}, 5),
}


@pytest.mark.parametrize(("options", "deals"), ENDS.values(), ids=ENDS)
def test_how_long_a_list_is(options, deals):
    """6.1; passed-in deals count (A23)."""
    game = match(all_pass="pass_in", **options)
    state = game.deal(seed=5)
    while not game.is_terminal(state):
        game.play(state, ALL_PASS)
    assert state.deals == deals
    assert state.deals_done == deals


@pytest.mark.parametrize(("unfinished", "deals"), [("lapse", 3), ("play_out", 10)])
def test_unfinished_rounds_lapse_or_are_played_out(unfinished, deals):
    """Every deal is passed, which lengthens the round: 3, 3 - 1 + 3, 5 - 1 + 3; the extra deals fire no triggers (6.3)."""
    game = match(bock_rounds=True, bock_triggers=["all_passed"], all_pass="ramsch", rounds=1, unfinished_rounds=unfinished)
    state = game.deal(seed=5)
    while not game.is_terminal(state):
        finish_deal(game, state)
    assert state.deals == deals


def test_the_returns_of_a_list_are_its_totals():
    game = match(preset="isko", rounds=1)
    state = game.deal(deck=G_WITH_1.deck.split(), dealer=2)
    game.play(state, [*declaring("GHO", G_WITH_1.skat), *G_WITH_1.plays[120].split()])
    while not game.is_terminal(state):
        game.play(state, ALL_PASS)
    assert list(game.returns(state)) == [242, 0, 0]
