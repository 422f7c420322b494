"""Text from elsewhere."""

import pytest

from envs.core.text import MOST_SHOWN, read_json, shown


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "Expecting"),
        ("[" * 100_000, "nested too deep"),
        ('{"a":' * 100_000, "nested too deep"),
        ("1" * 100_000, "too many digits"),
        (b"\xff\xfe\xfd", "UTF-8"),
    ],
    ids=["cut", "lists", "objects", "digits", "bytes"],
)
def test_what_is_no_json_is_one_short_line(text, said):
    with pytest.raises(ValueError, match=said) as caught:
        read_json(text)
    assert len(str(caught.value)) < 200
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("text", ["\x1b[31m", "a\nb", "a\rb", "\x00", "\ud800", "\u202e", "\x9b2J"])
def test_nothing_that_is_shown_moves_the_cursor_or_breaks_the_output(text):
    assert shown(text).isprintable()
    assert shown(text).encode()


def test_a_long_text_is_shown_without_its_middle():
    assert shown("ü" * 10) == "ü" * 10
    assert len(shown("x" * 10**6)) < MOST_SHOWN + 10
