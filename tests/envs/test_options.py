"""Options of a table: a tuple for people, text and numbers at the edges, a record for kernels."""

import enum
from dataclasses import dataclass

import numpy as np
import pytest

from envs.core.options import (
    Choice,
    Episode,
    OptionError,
    Reward,
    Subset,
    describe_options,
    from_plain,
    option_names,
    options_array,
    options_dtype,
    parse_assignments,
    possible_values,
    text_of,
    to_plain,
    unknown,
)


class Style(Choice):
    """How fancy it is."""

    PLAIN = 0
    VERY_FANCY = 3


class Trigger(Subset):
    """For these tests."""

    LOST_60 = 1
    BOCK_ROUND = 2
    SCORE_X00 = 4


@dataclass(frozen=True)
class Table:
    """One option of every kind."""

    rounds: int = 12
    blind: bool = True
    style: Style = Style.PLAIN
    triggers: Trigger = Trigger.LOST_60 | Trigger.SCORE_X00
    fixed: tuple[int, int, int] = (10, 15, 20)


@dataclass(frozen=True)
class Shared:
    """What another table has too."""

    cards: int = 3
    """How many cards."""
    trump: bool = False
    """Whether there is a trump."""


@dataclass(frozen=True)
class Inherited(Table, Shared):
    """A table of two groups, with a default and an option of its own."""

    trump: bool = True
    last: int = 0
    """Of this table only."""


PLAIN = {"rounds": 12, "blind": True, "style": "plain", "triggers": ["lost_60", "score_x00"], "fixed": [10, 15, 20]}


def test_options_are_text_numbers_and_lists_at_the_edges():
    assert to_plain(Table()) == PLAIN
    assert [type(value) for value in to_plain(Table()).values()] == [int, bool, str, list, list]


def test_to_plain_and_from_plain_are_inverse():
    other = {"rounds": -7, "blind": False, "style": "very_fancy", "triggers": [], "fixed": [0, 0, 1]}
    for plain in (PLAIN, other):
        assert to_plain(from_plain(Table(), plain)) == plain
    assert from_plain(Table(), to_plain(Table())) == Table()


def test_what_is_not_changed_stays_as_in_the_preset():
    assert from_plain(Table(rounds=3), {"blind": False}) == Table(rounds=3, blind=False)


def test_values_in_their_own_type_are_taken_too():
    changed = from_plain(Table(), {"style": Style.VERY_FANCY, "triggers": Trigger.BOCK_ROUND, "fixed": (1, 2, 3)})
    assert changed == Table(style=Style.VERY_FANCY, triggers=Trigger.BOCK_ROUND, fixed=(1, 2, 3))


IMPOSSIBLE = [
    ("rounds", "12", "a whole number"),
    ("rounds", 1.0, "a whole number"),
    ("rounds", True, "a whole number"),
    ("rounds", None, "a whole number"),
    ("rounds", 2**31, "a whole number"),
    ("blind", 1, "true, false"),
    ("blind", "true", "true, false"),
    ("blind", None, "true, false"),
    ("style", "fancy", "plain, very_fancy"),
    ("style", 3, "plain, very_fancy"),
    ("style", False, "plain, very_fancy"),
    ("style", ["plain"], "plain, very_fancy"),
    ("style", Reward.SCORE, "plain, very_fancy"),
    ("triggers", "lost_60", "a list of: lost_60, bock_round, score_x00"),
    ("triggers", ["lost_60", "lost"], "a list of: lost_60, bock_round, score_x00"),
    ("triggers", 3, "a list of: lost_60, bock_round, score_x00"),
    ("triggers", [["lost_60"]], "a list of: lost_60, bock_round, score_x00"),
    ("fixed", [1, 2], "3 whole numbers"),
    ("fixed", [1, 2, "3"], "3 whole numbers"),
    ("fixed", [1, 2, True], "3 whole numbers"),
    ("fixed", 10, "3 whole numbers"),
]


@pytest.mark.parametrize(("name", "value", "possible"), IMPOSSIBLE)
def test_an_impossible_value_is_refused_and_what_is_possible_is_said(name, value, possible):
    with pytest.raises(OptionError) as error:
        from_plain(Table(), {name: value})
    assert str(error.value) == f"option {name}={value!r} is impossible; possible: {possible}"


def test_options_that_are_typed_have_the_types_of_yaml():
    typed = ["a=True", "b=false", "c=1e-3", "d=12", "e=[x, 2,TRUE]", "f=[]", "g=lost_60", "h=off"]
    assert parse_assignments(typed) == {
        "a": True,
        "b": False,
        "c": 0.001,
        "d": 12,
        "e": ["x", 2, True],
        "f": [],
        "g": "lost_60",
        "h": "off",
    }
    for text in ("rounds", "=3"):
        with pytest.raises(OptionError, match="is not KEY=VALUE"):
            parse_assignments([text])


def test_an_unknown_option_is_refused_and_the_known_ones_are_named():
    with pytest.raises(OptionError) as error:
        from_plain(Table(), {"round": 3})
    assert str(error.value) == ("unknown option 'round' (did you mean 'rounds'?); known: rounds, blind, style, triggers, fixed")


def test_without_a_similar_name_none_is_guessed():
    assert unknown("option", "xyz", ["rounds"]) == "unknown option 'xyz'; known: rounds"


@pytest.mark.parametrize(("name", "possible"), {name: possible for name, _, possible in IMPOSSIBLE}.items())
def test_possible_values_are_told_for_help(name, possible):
    assert possible_values(Table.__annotations__[name]) == possible


def test_options_of_several_tables_are_declared_once():
    assert to_plain(Inherited()) == {"cards": 3, "trump": True, **PLAIN, "last": 0}
    assert option_names(Inherited) == options_dtype(Inherited).names == tuple(to_plain(Inherited()))
    assert from_plain(Inherited(), {"cards": 4, "rounds": 1}) == Inherited(cards=4, rounds=1)


def test_meanings_stand_below_the_options_in_the_class_that_declares_them():
    described = {name: (kind, meaning) for name, kind, meaning in describe_options(Inherited)}
    assert tuple(described) == option_names(Inherited)
    assert described["cards"] == (int, "How many cards.")
    assert described["trump"] == (bool, "Whether there is a trump.")
    assert described["last"] == (int, "Of this table only.")
    assert described["rounds"] == (int, "")


def test_an_option_of_named_values_means_what_its_type_says():
    meanings = {name: meaning for name, _, meaning in describe_options(Table)}
    assert meanings["style"] == "How fancy it is."


# --- The record ---


def test_a_record_has_the_same_fields_in_whole_numbers():
    dtype = options_dtype(Table)
    assert dtype.names == option_names(Table)
    assert {field.base for field, _ in dtype.fields.values()} == {np.dtype(np.int32)}
    assert dtype["fixed"].shape == (3,)
    assert dtype.itemsize == 4 * 7


def test_a_record_has_the_same_values():
    record = options_array(Table(rounds=2, blind=False, style=Style.VERY_FANCY))
    assert record.shape == (1,)
    row = record[0]
    assert (row["rounds"], row["blind"], row["style"], row["triggers"]) == (2, 0, 3, 5)
    assert row["fixed"].tolist() == [10, 15, 20]


def test_names_of_values_are_in_small_letters():
    assert text_of(Style.VERY_FANCY) == "very_fancy"
    assert text_of(Trigger.SCORE_X00) == "score_x00"


@pytest.mark.parametrize("kind", [Episode, Reward])
def test_the_options_of_every_game_begin_with_what_is_usual(kind: type[enum.IntEnum]):
    """One deal, scored as the rules pay it."""
    assert [text_of(member) for member in kind] in (["deal", "match"], ["score", "zero_sum"])
    assert [member.value for member in kind] == [0, 1]
