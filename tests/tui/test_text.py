"""Text measured in cells: cut, wrapped, spelled. Pure functions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.color import Color

from p4tui.tui.terminal.encoding import AsciiFilter, to_ascii
from p4tui.tui.text import ELLIPSIS, cut
from p4tui.tui.widgets.key_bar import KeyHint, fit_hints
from p4tui.tui.widgets.line_widget import fit
from p4tui.tui.widgets.text_page import wrap

BLACK = Color(0, 0, 0)


@pytest.mark.parametrize(
    ("text", "width", "expected"),
    [
        ("Alice", 5, "Alice"),
        ("Alice", 4, "Ali" + ELLIPSIS),
        ("Al ice", 4, "Al" + ELLIPSIS),
        ("Alice", 1, ELLIPSIS),
        ("Alice", 0, ""),
        ("Alice", -3, ""),
        ("", 0, ""),
        ("日本語", 6, "日本語"),
        ("日本語", 5, "日本" + ELLIPSIS),
        ("日本語", 4, "日" + ELLIPSIS),
        ("e\u0301e\u0301e\u0301", 3, "e\u0301e\u0301e\u0301"),
    ],
)
def test_a_text_is_cut_to_its_width_with_an_ellipsis(text: str, width: int, expected: str) -> None:
    assert cut(text, width) == expected


@given(st.text(max_size=80), st.integers(0, 40))
def test_no_cut_text_is_wider_than_asked(text: str, width: int) -> None:
    short = cut(text, width)
    assert cell_len(short) <= width
    assert short in (text, "") or short.endswith(ELLIPSIS)


def test_a_name_of_ten_thousand_characters_is_cut_quickly() -> None:
    assert cut("x" * 10_000, 8) == "x" * 7 + ELLIPSIS
    assert cell_len(cut("e" + "\u0301" * 10_000, 8)) <= 8


@given(st.text(max_size=40), st.integers(0, 40))
def test_a_fitted_text_is_exactly_as_wide_as_asked(text: str, width: int) -> None:
    assert cell_len(fit(text, "kind", width).text) == width


# Broken into lines


def test_lines_are_broken_at_blanks() -> None:
    assert wrap("one two three four", 9) == ["one two", "three", "four"]
    assert wrap("日本 日本 日本", 9) == ["日本 日本", "日本"]
    assert wrap("", 9) == [""]


@given(st.lists(st.text("abé日", min_size=1, max_size=6), max_size=20), st.integers(12, 40))
def test_no_broken_line_is_wider_than_asked_and_no_word_is_lost(
    words: list[str], width: int
) -> None:
    lines = wrap(" ".join(words), width)
    assert all(cell_len(line) <= width for line in lines)
    assert " ".join(lines).split() == words


# The key bar


def hint(label: str, *, kept: bool = False) -> KeyHint:
    return KeyHint("k", label, label, kept)


def test_hints_fit_from_the_left_and_the_kept_ones_always() -> None:
    hints = [
        hint("one"),
        hint("two"),
        hint("help", kept=True),
        hint("three"),
        hint("quit", kept=True),
    ]

    def labels(width: int) -> list[str]:
        return [each.label for _column, each in fit_hints(hints, width)]

    assert labels(80) == ["one", "two", "three", "help", "quit"]
    assert labels(30) == ["one", "two", "help", "quit"]
    assert labels(23) == ["one", "help", "quit"]
    assert labels(1) == ["quit"]


def test_a_hint_is_as_wide_as_its_texts_and_the_blanks_around_them() -> None:
    assert KeyHint("日", "ab", "x").width == 7


# In ASCII


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Zoé…", "Zoe~"),
        ("L’« île »", 'L\'" ile "'),
        ("日本", "????"),
        ("▾", "?"),
        ("\N{REPLACEMENT CHARACTER}x", "?x"),
        ("ﬁ", "f"),
    ],
)
def test_a_text_is_spelled_in_as_many_cells(text: str, expected: str) -> None:
    assert to_ascii(text) == expected
    assert cell_len(to_ascii(text)) == cell_len(text)


@given(st.text(max_size=20))
def test_every_text_can_be_spelled_in_ascii(text: str) -> None:
    assert to_ascii(text).isascii()


def test_the_filter_changes_texts_alone() -> None:
    style = Style(bold=True)
    segments = [Segment("Zoé", style), Segment("abc"), Segment("é", None, [])]
    spelled = AsciiFilter(letters=True).apply(segments, BLACK)
    assert spelled == [Segment("Zoe", style), Segment("abc"), Segment("e", None)]


def test_a_plain_drawing_says_plainly_that_a_text_goes_on_and_keeps_its_letters() -> None:
    plain = AsciiFilter(letters=False).apply([Segment("Zoé…"), Segment("日本")], BLACK)
    assert plain == [Segment("Zoé~"), Segment("日本")]
