"""Named pieces of an observation, and names of actions."""

import numpy as np
import pytest

from envs.core.jit import kernel
from envs.core.layout import Actions, Layout, Piece

PIECES = [
    Piece("hand", 3, "cards held", entries=("7C", "8C", "9C")),
    Piece("tricks", 2, "tricks won by each player", 10, entries=("own", "left")),
    Piece("total", 2, "base-100 digits", 99, -99),
]


def test_pieces_stand_side_by_side_in_order():
    layout = Layout(PIECES)
    assert list(layout) == ["hand", "tricks", "total"]
    assert [layout[name] for name in layout] == [slice(0, 3), slice(3, 5), slice(5, 7)]
    assert [layout.start(name) for name in layout] == [0, 3, 5]
    assert (layout.size, len(layout)) == (7, 3)
    assert "hand" in layout
    assert "foot" not in layout


def test_kernels_read_the_first_positions_by_name():
    starts = Layout(PIECES).starts()
    assert {start.name: int(start) for start in starts} == {"HAND": 0, "TRICKS": 3, "TOTAL": 5}
    first_of_total = kernel(lambda: starts.TOTAL + 0)
    assert first_of_total() == 5


def test_what_is_written_in_eights_may_reach_only_into_what_is_written_later():
    layout = Layout([Piece("cards", 9, ""), Piece("flags", 3, ""), Piece("tricks", 4, ""), Piece("total", 1, "")])
    layout.check_writes([("cards", 16), ("flags", 8)])
    layout.check_writes([("flags", 3), ("cards", 9)])
    with pytest.raises(ValueError, match="'cards', written as 16 numbers, spoils \\['flags'\\]"):
        layout.check_writes([("flags", 8), ("cards", 16)])
    with pytest.raises(ValueError, match="spoils what follows"):
        layout.check_writes([("cards", 16), ("tricks", 8)])


def test_bounds_are_those_of_the_pieces():
    layout = Layout(PIECES)
    assert layout.low.tolist() == [0, 0, 0, 0, 0, -99, -99]
    assert layout.high.tolist() == [1, 1, 1, 10, 10, 99, 99]
    assert layout.low.dtype == layout.high.dtype == np.int8


def test_two_pieces_of_one_name_are_refused():
    with pytest.raises(ValueError, match="same name"):
        Layout([PIECES[0], PIECES[1], PIECES[0]])


def test_a_vector_is_told_as_text_without_what_is_zero():
    text = Layout(PIECES).describe(np.array([1, 0, 1, 0, 4, -1, -50], np.int8))
    assert text == "hand: 7C 9C\ntricks: left=4\ntotal: -1 -50"


def test_a_vector_of_zeros_is_an_empty_text():
    assert Layout(PIECES).describe(np.zeros(7, np.int8)) == ""


def test_the_table_has_a_row_for_each_piece():
    rows = Layout(PIECES).table().splitlines()
    assert len(rows) == 2 + len(PIECES)
    assert rows[3] == "| 3 | 4 | `tricks` | 0..10 | tricks won by each player |"
    assert rows[4] == "| 5 | 6 | `total` | -99..99 | base-100 digits |"


def test_equal_layouts_have_the_same_hash():
    assert Layout(PIECES).hash == Layout(list(PIECES)).hash


CHANGES = {
    "name": Piece("cards", 3, "cards held", entries=("7C", "8C", "9C")),
    "size": Piece("hand", 4, "cards held", entries=("7C", "8C", "9C")),
    "upper bound": Piece("hand", 3, "cards held", 2, entries=("7C", "8C", "9C")),
    "lower bound": Piece("hand", 3, "cards held", 1, -1, entries=("7C", "8C", "9C")),
    "entries": Piece("hand", 3, "cards held", entries=("7C", "9C", "8C")),
}


@pytest.mark.parametrize("change", CHANGES)
def test_any_change_of_what_numbers_mean_changes_the_hash(change):
    assert Layout([CHANGES[change], *PIECES[1:]]).hash != Layout(PIECES).hash


def test_the_order_of_the_pieces_counts_for_the_hash():
    assert Layout(PIECES[::-1]).hash != Layout(PIECES).hash


def test_a_better_wording_does_not_change_the_hash():
    assert Layout([Piece("hand", 3, "own cards", entries=("7C", "8C", "9C")), *PIECES[1:]]).hash == Layout(PIECES).hash


# --- Actions ---


def test_actions_are_found_by_number_and_by_name():
    actions = Actions(["pick", "pass", "call_AS"])
    assert [actions.number(name) for name in actions] == [0, 1, 2]
    assert [actions.name(number) for number in range(3)] == list(actions) == ["pick", "pass", "call_AS"]
    assert len(actions) == 3
    assert "pass" in actions


def test_names_have_no_blanks_but_those_of_old_records_are_read():
    with pytest.raises(ValueError, match="no blanks"):
        Actions(["pick", "call AS"])
    assert Actions(["pick", "call_AS", "name_trick_10"]).number("call AS") == 1
    assert Actions(["pick", "call_AS", "name_trick_10"]).number("name_trick 10") == 2


def test_an_unknown_action_is_refused_and_all_are_named():
    with pytest.raises(ValueError, match="'sing' is no action; the actions are: pick, pass"):
        Actions(["pick", "pass"]).number("sing")
