"""Pages of the manual as lines of text."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from p4tui.i18n import LANGUAGES
from p4tui.manual.pages import TOPICS, page, title
from p4tui.manual.rendering import manual_lines, render
from p4tui.words.wrapping import cells

TABLE = (("Left Right", "Choose a column"), ("u", "Undo"))


def tables(_name: str) -> Sequence[tuple[str, str]]:
    return TABLE


def rendered(text: str, width: int = 40) -> list[str]:
    return [line.text for line in render(text, width, tables)]


def test_a_page_is_read_with_its_title() -> None:
    assert page("keys", "en").startswith("# Keys\n")
    assert title("keys", "fr") == "Touches"


def test_there_is_no_page_of_another_name() -> None:
    with pytest.raises(KeyError):
        page("../en/keys", "en")


@pytest.mark.parametrize("width", [30, 40, 80, 200])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("topic", TOPICS)
def test_every_line_fits_the_width(topic: str, language: str, width: int) -> None:
    lines = [line.text for line in manual_lines(topic, language, width, tables)]
    assert [line for line in lines if cells(line) > width and " " in line.strip()] == []


def test_paragraphs_are_joined_and_broken_between_words() -> None:
    text = "# Title\n\nOne\ntwo three.\n\nFour.\n\n## Next\n\nFive."
    assert rendered(text, 11) == [
        "Title",
        "  One two",
        "  three.",
        "",
        "  Four.",
        "",
        "Next",
        "  Five.",
    ]


def test_headings_are_known_as_such() -> None:
    lines = render("# Long title\n\nOne.\n\n## Next", 6, tables)
    assert [line.text for line in lines if line.is_heading] == ["Long", "title", "Next"]


def test_marks_go_and_signs_alone_stand_in_quotes() -> None:
    assert rendered("`u` undoes, `-` is the input.") == ['  u undoes, "-" is the input.']


def test_links_say_where_they_lead() -> None:
    assert rendered("[Clock](clock.md)") == ["  Clock (p4tui help clock)"]
    assert rendered("[Page](https://a.b)") == ["  Page (https://a.b)"]


def test_lists_hang() -> None:
    assert rendered("- one\n  two\n- three\n- four", 9) == [
        "  - one",
        "    two",
        "  - three",
        "  - four",
    ]
    assert rendered("1. one two\n2. three", 10) == ["  1. one", "     two", "  2. three"]


def test_code_stays_as_it_is_while_it_fits() -> None:
    assert rendered("```\na   b\n\n  c\n```") == ["    a   b", "", "      c"]
    assert rendered("```\na   bb   cc\n```", 10) == ["    a bb", "      cc"]


def test_tables_are_aligned() -> None:
    text = "| Key | Means |\n|---|---|\n| `a` | one |\n| `bb` | two \\| three |"
    assert rendered(text) == ["  Key  Means", "  a    one", "  bb   two | three"]
    assert rendered("| | |\n|---|---|\n| a | b |") == ["  a  b"]


def test_a_long_first_cell_stands_alone() -> None:
    text = "| | |\n|---|---|\n| a | one |\n| a long cell | two three |"
    assert rendered(text, 16) == ["  a  one", "  a long cell", "     two three"]


def test_a_line_in_braces_is_a_table_of_the_caller() -> None:
    assert rendered("{keys:board}") == ["  Left Right  Choose a column", "  u           Undo"]
