"""Each option of section 4 in a deal where it changes what may be done or what is paid, and where it may not be set."""

from typing import Any

import pytest

from envs.core.options import Choice, OptionError, option_names, text_of
from envs.games.sheepshead.actions import ACTIONS, Action
from envs.games.sheepshead.cards import PACK
from envs.games.sheepshead.options import VARIANTS, Options
from envs.games.sheepshead.variants import ROWS, Variant
from envs.registration import load_game
from sheepshead_replays import REPLAYS
from sheepshead_table import cards_of, deck_of, filled, legal, said, started, table


def replayed(name: str, words: str | None = None, **options: Any) -> list[float]:
    """What a whole hand of the rules pays under other options."""
    replay = REPLAYS[name]
    game = table(replay.variant, **{**replay.options, **options})
    state = started(game, deck_of(replay), said(replay.said if words is None else words))
    for trick in replay.tricks:
        game.play(state, cards_of(trick))
    assert game.is_terminal(state)
    return list(game.returns(state))


WHOLE_HANDS = [  # a hand of section 8.14, options, what it pays then
    ("base_unit", "R-03", {"base_unit": 5}, [-5, -5, 10]),
    ("double_on_bump", "R-21", {"double_on_bump": True}, [2, -4, 2, 2, -2]),
    ("double_on_bump off", "R-28", {"double_on_bump": False}, [-1, -1, 1, 1, -1, 1]),
    ("leaster_requires_trick", "R-24", {"leaster_requires_trick": False}, [-1, 4, -1, -1, -1]),
    ("leaster_bonus", "R-24", {"leaster_requires_trick": False, "leaster_bonus": "both"}, [-3, 12, -3, -3, -3]),
    ("moster", "R-24", {"no_pick": "moster"}, [1, 1, 1, 1, -4]),
    ("multiplier_cap 1", "R-24", {"multiplier_cap": 1}, [-1, -1, 4, -1, -1]),
    ("pot", "R-24", {"pot": True}, [-1, -1, 0, -1, -1]),
    ("pot_ante", "R-24", {"pot": True, "pot_ante": "all_players"}, [-2, -2, 3, -2, -2]),
    ("two_player_levels", "R-02", {"two_player_levels": False}, [-1, 1]),
    ("no_picker_split", "R-27", {"no_picker_split": "picker_formula"}, [1, -1, -1, -1, -1, 3]),
    ("reward", "R-14", {"reward": "zero_sum"}, [2, -2, 2, -2]),
    ("reward sh24", "R-17", {"reward": "zero_sum"}, [-0.5, 0.5, -0.5, 0.5]),
    ("indiana_billy_score has no effect on a loss", "R-16", {"indiana_billy_score": 9}, [6, 0, 6, 6]),
    ("bury_credit", "R-20", {"bury_credit": "picker"}, [2, 1, -1, -1, -1]),
]


@pytest.mark.parametrize(("name", "options", "scores"), [row[1:] for row in WHOLE_HANDS], ids=[row[0] for row in WHOLE_HANDS])
def test_what_a_hand_pays_under_an_option(name, options, scores):
    assert replayed(name, **options) == scores


def test_trump_order_decides_who_wins():
    hands = ["7D 9C 8C 7C 9S 8S 7S 9H 8H 7H", "QC AC TC KC AS TS KS AH TH KH"]
    for order, winner in (("standard", 1), ("spitz_top", 0), ("spitz_second", 1)):
        game = table("p3_1", trump_order=order)
        state = started(game, filled("p3_1", hands), ["pass", "pass", "pass", "7D", "QC"])
        game.play(state, [game.actions[game.legal_actions(state)[0]]])
        assert state.tricks_won[winner] == 1


def test_redeal_claim_deals_again():
    game = table("p5", redeal_claim=True, episode="match")
    state = started(game, filled("p5", ["QC", "7C 8C 9S 8S 7H 9H"]), ["no_claim", "claim_redeal"])
    assert (state.deals, state.dealer, game.rules.PHASES[state.phase]) == (2, 4, "redeal_claim")
    assert game.rules.PHASES[started(table("p5"), filled("p5", [])).phase] == "pick"


@pytest.mark.parametrize(
    ("option", "last", "after"),
    [
        ("leaster", {"pick", "pass"}, "play"),
        ("moster", {"pick", "pass"}, "play"),
        ("schwanzer", {"pick", "pass"}, "over"),
        ("doubler", {"pick", "pass"}, "pick"),
        ("forced_pick", {"pick"}, None),
        ("dealer_choice", {"pick", "leaster", "doubler"}, None),
    ],
)
def test_no_pick(option, last, after):
    game = table("p5", no_pick=option)
    state = started(game, filled("p5", []), ["pass"] * 4)
    assert legal(game, state) == last
    if after:
        game.play(state, ["pass"])
        assert game.rules.PHASES[state.phase] == after


def test_dealer_choice_set():
    game = table("p5", no_pick="dealer_choice", dealer_choice_set=["leaster", "schwanzer"])
    state = started(game, filled("p5", []), ["pass"] * 4)
    assert legal(game, state) == {"pick", "leaster", "schwanzer"}
    game.play(state, ["schwanzer"])
    assert game.is_terminal(state)


def leaster_paid(seed: int, leaster_blind: str) -> list[float]:
    """What a leaster pays in which everybody always plays the first legal card."""
    game = table("p5", leaster_blind=leaster_blind)
    state = game.deal(seed=seed, dealer=4)
    game.play(state, ["pass"] * 5)
    while not game.is_terminal(state):
        game.step(state, game.legal_actions(state)[0])
    return list(game.returns(state))


@pytest.mark.parametrize("option", ["first_trick", "set_aside"])
def test_who_gets_the_blind_decides_some_leasters(option):
    assert any(leaster_paid(seed, "last_trick") != leaster_paid(seed, option) for seed in range(50))


@pytest.mark.parametrize(("option", "named"), [("last_trick", 6), ("first_trick", 1), ("set_aside", 0)])
def test_leaster_blind(option, named):
    game = table("p5", leaster_blind=option)
    assert started(game, filled("p5", []), ["pass"] * 5).named_trick == named


def test_the_dealer_may_name_the_trick_that_gets_the_blind():
    game = table("p5", leaster_blind="dealer_names")
    state = started(game, filled("p5", []), ["pass"] * 5)
    assert legal(game, state) == {f"name_trick_{n}" for n in range(1, 7)}
    assert game.current_player(state) == 4
    game.play(state, ["name_trick_3"])
    assert (state.named_trick, game.current_player(state)) == (3, 0)


@pytest.mark.parametrize(
    ("options", "hand", "blind", "bury", "calls"),
    [
        ({"alone_allowed": False}, "QC QS JH 9D AC 9C", "KS 8H", "AC 9C", {"call_AS", "call_AH"}),
        ({"called_ten": False}, "QC JD AD AC AS AH", "TC 9S", "TC 9S", {"alone"}),
        ({"unknown_allowed": False}, "QC QH JS TD 7D AC", "AH 9C", "AC AH", {"alone"}),
        (
            {"partner_method": "jack_of_diamonds", "alone_allowed": True},
            "QC QH JS TD 7D AC",
            "AH 9C",
            "AC AH",
            {"silent", "alone"},
        ),
        (
            {"partner_method": "jack_of_diamonds", "jd_call_up": "blind_only"},
            "QC QH JD TD 7D AC",
            "AH 9C",
            "AC AH",
            {"silent"},
        ),
        (
            {"partner_method": "jack_of_diamonds", "jd_call_up": "blind_only"},
            "QC QH JS TD 7D AC",
            "JD 9C",
            "AC 9C",
            {"silent", "call_up"},
        ),
    ],
)
def test_options_of_the_call(options, hand, blind, bury, calls):
    game = table("p5", **options)
    assert legal(game, started(game, filled("p5", [hand], blind), ["pick", *bury.split()])) == calls


def test_without_playing_alone_the_bury_must_leave_a_call():
    deck = filled("p5", ["QC QS QH QD JC KS"], "JS 8H")
    free, bound = table("p5"), table("p5", alone_allowed=False)
    assert len(legal(free, started(free, deck, ["pick", "KS"]))) == 7
    assert legal(bound, started(bound, deck, ["pick", "KS"])) == {"QC", "QS", "QH", "QD", "JC", "JS"}


def test_a_jack_game_asks_for_no_call_where_none_can_be_made():
    game = table("p5", partner_method="jack_of_diamonds")
    state = started(game, filled("p5", ["QC QS QH QD JC KS"], "JD 8H"), ["pick", "KS", "8H"])
    assert game.rules.PHASES[state.phase] == "play"


def test_blitz_shows_queens_and_doubles():
    game = table("p5", blitz=True)
    state = started(game, filled("p5", ["QC QS QH QD JC KS"]))
    assert legal(game, state) == {"blitz_black", "blitz_red", "no_blitz"}
    game.play(state, ["blitz_black"])
    assert legal(game, state) == {"blitz_red", "no_blitz"}
    game.play(state, ["blitz_red"])
    assert game.current_player(state) == 1
    assert legal(game, state) == {"no_blitz"}
    shown = game.observe(state, 1)[game.layout["shown"]]
    assert [PACK.format(c) for c in range(34) if shown[c] == 5] == ["QC", "QS", "QH", "QD"]
    assert replayed("R-18", "no_blitz, no_blitz, no_blitz, no_blitz, no_blitz, " + REPLAYS["R-18"].said, blitz=True) == [
        -1,
        -1,
        2,
        1,
        -1,
    ]


def test_crack_and_recrack_double():
    words = REPLAYS["R-18"].said
    assert replayed("R-18", words + ", no_crack, crack", crack=True) == [-2, -2, 4, 2, -2]
    assert replayed("R-18", words + ", no_crack, crack, recrack", crack=True, recrack=True) == [-4, -4, 8, 4, -4]
    assert replayed("R-18", words + ", no_crack, crack, recrack", crack=True, recrack=True, multiplier_cap=2) == [
        -2,
        -2,
        4,
        2,
        -2,
    ]
    game = table("p5", crack=True)
    state = started(game, deck_of(REPLAYS["R-18"]), said(words))
    assert legal(game, state) == {"no_crack"}  # seat 3 is the partner


def test_behind_may_be_the_right_neighbour():
    for behind, seat in (("left", 1), ("right", 6)):
        for variant in ("p7_2", "p7_3", "p7_5"):
            word = "pick_1" if variant == "p7_5" else "pick"
            assert started(table(variant, behind=behind), filled(variant, []), [word]).other == seat


def test_pass_option_and_extra_call_can_be_left_out():
    assert game_phase("p6_4") == "give"
    assert game_phase("p6_4", pass_option=False) == "play"
    assert game_phase("p8_2") == "extra_call"
    assert game_phase("p8_2", extra_call=False) == "play"


def game_phase(variant: str, **options: Any) -> str:
    game = table(variant, **options)
    return str(game.rules.PHASES[started(game, filled(variant, [])).phase])


def test_a_claim_is_offered_to_who_leads_once():
    game = table("p3_1", claim_rest=True)
    state = started(game, filled("p3_1", ["QC QS QH QD JC JS JH JD AD TD"], "KD 9D"), ["pick"])
    game.play(state, ["KD", "9D"])
    assert "claim_rest" in legal(game, state)
    game.play(state, ["claim_rest"])
    assert game.is_terminal(state)
    assert list(game.returns(state)) == [6, -3, -3]


def test_a_refused_claim_leaves_the_hand_open():
    game = table("p3_1", claim_rest=True)
    state = started(game, filled("p3_1", ["QS QH QD JC JS JH JD AD TD KD"]), ["pick"])
    game.play(state, ["TD", "AD", "claim_rest"])
    assert "claim_rest" not in legal(game, state)
    assert (game.observe(state, 1)[game.layout["shown"]] == 3).sum() == 10


def test_renege_lets_any_card_be_played_and_ends_the_hand():
    replay = REPLAYS["R-03"]
    game = table("p3_1", renege="forfeit")
    state = started(game, deck_of(replay), [*said(replay.said), "KS"])
    assert len(legal(game, state)) == 10
    game.play(state, ["QH"])
    assert game.is_terminal(state)
    assert list(game.returns(state)) == [0, -2, 2]


def test_indiana_all_pass_names_the_next_dealer():
    deck = filled("p4_5", [])
    for option, dealer in (("next_dealer", 0), ("same_dealer", 3)):
        state = started(table("p4_5", indiana_all_pass=option, episode="match"), deck, ["pass"] * 4)
        assert (state.deals, state.dealer) == (2, dealer)


def test_matches_end_at_their_targets():
    replay = REPLAYS["R-15"]
    for target, is_over in ((24, False), (18, True)):
        game = table("p4_5", episode="match", indiana_target=target)
        state = started(game, deck_of(replay), said(replay.said))
        game.play(state, [card for trick in replay.tricks for card in cards_of(trick)])
        assert game.is_terminal(state) == is_over


def test_a_sitting_has_as_many_hands_as_asked_for():
    replay = REPLAYS["R-18"]
    for hands, is_over in ((1, True), (2, False)):
        game = table("p5", episode="match", hands_per_sitting=hands)
        state = started(game, deck_of(replay), said(replay.said))
        game.play(state, [card for trick in replay.tricks for card in cards_of(trick)])
        assert game.is_terminal(state) == is_over
        assert list(game.returns(state)) == replay.scores


# --- Bad input ---


CALLED, JACK = ["p6_2"], ["p6_1", "p7_1", "p7_3"]  # and where the partner method says so
CHOOSE = ["p4_2_7", "p4_2_8", "p5"]
CUTTHROAT = ["p3_1", "p3_2", "p3_3", "p4_1"]
PICK = [*CUTTHROAT, *CHOOSE, *CALLED, *JACK, "p7_2", "p7_4", "p7_5", "p7_6"]
NO_PICK = ["p4_3a", "p4_3b", "p4_3c", "p6_3", "p6_4", "p8_1", "p8_2", "p8_3"]
TWO = ["p2_1", "p2_2"]
ZERO_SUM = [*TWO, *PICK, *NO_PICK]
BY_JACK = {"partner_method": "jack_of_diamonds"}
ALLOWED_IN: dict[str, tuple[list[str], dict[str, Any]]] = {  # section 4: variants, and what else must be chosen there
    "base_unit": (ZERO_SUM, {}),
    "trump_order": (ZERO_SUM, {}),
    "redeal_claim": ([v for v in [*ZERO_SUM, "p4_5"] if v[1] in "45678"], {}),
    "first_lead": (PICK, {}),
    "no_pick": (PICK, {}),
    "dealer_choice_set": (PICK, {"no_pick": "dealer_choice"}),
    "forced_pick_no_punish": (PICK, {"no_pick": "forced_pick"}),
    "doubler_stack": (PICK, {"no_pick": "doubler"}),
    "dealer_after_doubler": (PICK, {"no_pick": "dealer_choice"}),
    "leaster_blind": (PICK, {}),
    "leaster_requires_trick": (PICK, {}),
    "leaster_tie": (PICK, {}),
    "leaster_bonus": (PICK, {}),
    "leaster_no_trick_double": (["p3_1", "p3_2", "p3_3"], {"leaster_requires_trick": False}),
    "partner_method": (CHOOSE, {}),
    "alone_allowed": ([*CHOOSE, *CALLED, *JACK], {}),
    "called_ten": ([*CHOOSE, *CALLED], {}),
    "called_ten_beats_ace": ([*CHOOSE, *CALLED], {}),
    "unknown_allowed": ([*CHOOSE, *CALLED], {}),
    "unknown_test": ([*CHOOSE, *CALLED], {}),
    "call_own_ace": ([*CHOOSE, *CALLED], {}),
    "called_card_slough": ([*CHOOSE, *CALLED, "p4_5"], {}),
    "jd_call_up": ([*CHOOSE, *JACK], BY_JACK),
    "agreed_rank": (["p4_3c"], {}),
    "behind": (["p7_2", "p7_3", "p7_5"], {}),
    "pass_option": (["p6_4"], {}),
    "extra_call": (["p8_2"], {}),
    "double_on_bump": ([*PICK, *NO_PICK], {}),
    "bury_credit": (PICK, {}),
    "no_trick_picker_pays_all": ([v for v in PICK if v not in CUTTHROAT], {}),
    "no_picker_split": (NO_PICK, {}),
    "two_player_levels": (TWO, {}),
    "crack": (PICK, {}),
    "recrack": (PICK, {"crack": True}),
    "blitz": ([*PICK, *NO_PICK], {}),
    "multiplier_cap": (ZERO_SUM, {}),
    "pot": (PICK, {}),
    "pot_ante": (PICK, {"pot": True}),
    "pot_split": (PICK, {"pot": True}),
    "pot_take": (PICK, {"pot": True}),
    "pot_on_loss": (PICK, {"pot": True}),
    "pot_settlement": (PICK, {"pot": True}),
    "poker_deck": (PICK, {"pot": True, "pot_settlement": "poker_all"}),
    "pot_new_player": (PICK, {"pot": True}),
    "claim_rest": ([v for v in ROWS if v not in TWO], {}),
    "renege": (ZERO_SUM, {}),
    "indiana_target": (["p4_5"], {}),
    "indiana_billy_score": (["p4_5"], {}),
    "indiana_best_fail": (["p4_5"], {}),
    "indiana_all_pass": (["p4_5"], {}),
    "sheephead_target": (["sh24"], {}),
    "auto_buck_scope": (["sh24"], {}),
    "hands_per_sitting": (ZERO_SUM, {}),
}


def another_value(variant: str, option: str) -> Any:
    """A value of an option that is not the variant's own."""
    default = getattr(VARIANTS[variant], option)
    fixed = {"sheephead_target": 42, "dealer_choice_set": ["doubler"]}
    if option in fixed:
        return fixed[option]
    if isinstance(default, bool):
        return not default
    if isinstance(default, Choice):
        return next(text_of(member) for member in type(default) if member != default)
    return 7


def test_every_option_has_its_line_in_the_table():
    assert set(ALLOWED_IN) == set(option_names(Options)) - {"variant", "episode", "reward"}


@pytest.mark.parametrize("option", ALLOWED_IN)
def test_an_option_is_taken_where_section_4_allows_it_and_refused_elsewhere(option):
    variants, needed = ALLOWED_IN[option]
    for variant in ROWS:
        asked = {option: another_value(variant, option)}
        chosen = {name: value for name, value in needed.items() if variant in ALLOWED_IN[name][0]}
        if variant in variants:
            options = load_game(f"sheepshead/{variant}-v0", **asked, **chosen).options
            assert getattr(options, option) != getattr(VARIANTS[variant], option)
        if variant not in variants or chosen:
            with pytest.raises(OptionError, match=f"^sheepshead/{variant}-v0: option {option}="):
                load_game(f"sheepshead/{variant}-v0", **asked)


@pytest.mark.parametrize("option", ["called_ten", "called_ten_beats_ace", "unknown_allowed", "unknown_test", "call_own_ace"])
def test_options_of_a_called_ace_do_not_belong_to_a_jack_game(option):
    for variant in CHOOSE:
        with pytest.raises(OptionError, match="games with a called ace"):
            load_game(f"sheepshead/{variant}-v0", **BY_JACK, **{option: another_value(variant, option)})


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"variant": "p6_1"}, "the id says p5"),
        ({"recrack": True}, "crack=true"),
        ({"pot_take": "one_share"}, "pot=true"),
        ({"pot": True, "no_pick": "schwanzer"}, "pot_ante=all_players"),
        ({"poker_deck": "full52", "pot": True}, "pot_settlement"),
        ({"dealer_choice_set": [], "no_pick": "dealer_choice"}, "empty"),
        ({"leaster_no_trick_double": True}, "p3_1"),
        ({"base_unit": 0}, "positive"),
        ({"base_unit": "much"}, "a number"),
        ({"multiplier_cap": -1}, "0 to 1000"),
        ({"hands_per_sitting": 0}, "1 to 900"),
        ({"jd_call_up": "always"}, "jack partner"),
        ({"called_ten": False, "partner_method": "jack_of_diamonds"}, "called ace"),
    ],
)
def test_impossible_options_of_p5(options, message):
    with pytest.raises(OptionError, match=message):
        load_game("sheepshead/p5-v0", **options)


def test_sheephead_target_is_21_or_42():
    with pytest.raises(OptionError, match="21, 42"):
        load_game("sheepshead/sh24-v0", sheephead_target=30)


def test_agreed_rank_may_be_given_as_it_is_printed():
    assert [load_game("sheepshead/p4_3c-v0", agreed_rank=rank).options.agreed_rank.name for rank in ("T", "t", 9, "9")] == [
        "T",
        "T",
        "9",
        "9",
    ]


# --- Numbers (6, 3) ---


def test_variants_are_numbered_in_the_order_of_their_rows():
    assert [text_of(variant) for variant in Variant] == list(ROWS)


def test_actions_have_the_numbers_of_their_names():
    rows = {"CALL_ACE": "call_AC", "CALL_TEN": "call_TC", "CALL_UNKNOWN": "unknown_C", "CALL_SELF": "self_C"}
    rows |= {"SOLO_SIDE": "solo_side_C", "NAME_TRICK": "name_trick_1"}
    assert [ACTIONS[action] for action in Action] == [rows.get(action.name, action.name.lower()) for action in Action]
