"""Which language is spoken, and what it says."""

from __future__ import annotations

import pytest

from p4tui import i18n
from p4tui.i18n import N_, _, ngettext


@pytest.mark.parametrize(
    ("environ", "expected"),
    [
        ({}, "en"),
        ({"LANG": ""}, "en"),
        ({"LANG": "C"}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "POSIX"}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "fr_CA.ISO-8859-1"}, "fr"),
        ({"LANG": "fr"}, "fr"),
        ({"LANG": "fr_FR@euro"}, "fr"),
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "en_GB.UTF-8", "LC_MESSAGES": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "fr_FR.UTF-8", "LC_MESSAGES": "en_GB.UTF-8"}, "en"),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": ""}, "fr"),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": "de:fr:en"}, "fr"),
        ({"LANG": "fr_FR.UTF-8", "LANGUAGE": "en"}, "en"),
        ({"LANG": "fr_FR.UTF-8", "LANGUAGE": ""}, "fr"),
        ({"LANG": "fr_FR.UTF-8", "LANGUAGE": "de:es"}, "fr"),
        ({"LANG": "C", "LANGUAGE": "fr"}, "en"),
        ({"LANGUAGE": "fr"}, "en"),
    ],
)
def test_the_locale_decides_the_language(environ: dict[str, str], expected: str) -> None:
    assert i18n.from_environment(environ) == expected


def test_texts_are_english_at_first() -> None:
    assert i18n.language() == "en"
    assert _("Draw") == "Draw"
    assert ngettext("{n} move", "{n} moves", 1) == "{n} move"
    assert ngettext("{n} move", "{n} moves", 2) == "{n} moves"


def test_a_change_of_language_is_heard_at_the_next_text() -> None:
    i18n.activate("fr")
    assert i18n.language() == "fr"
    assert _("Draw") == "Match nul"
    i18n.activate("en")
    assert i18n.language() == "en"
    assert _("Draw") == "Draw"


def test_marking_a_text_leaves_it_english_until_it_is_shown() -> None:
    i18n.activate("fr")
    marked = N_("Draw")
    assert marked == "Draw"
    assert _(marked) == "Match nul"


def test_french_counts_none_like_one() -> None:
    i18n.activate("fr")
    one, many = "A line of {length} after {moves} move.", "A line of {length} after {moves} moves."
    assert ngettext(one, many, 0) == ngettext(one, many, 1)
    assert ngettext(one, many, 1) != ngettext(one, many, 2)


def test_a_text_without_translation_stays_english() -> None:
    i18n.activate("fr")
    assert _("no such text \N{SNOWMAN}") == "no such text \N{SNOWMAN}"


def test_an_unknown_language_is_refused_and_changes_nothing() -> None:
    i18n.activate("fr")
    with pytest.raises(KeyError):
        i18n.activate("tlh")
    assert i18n.language() == "fr"
    assert _("Draw") == "Match nul"


def test_every_language_is_listed_under_its_own_name() -> None:
    assert i18n.LANGUAGES == {"en": "English", "fr": "Français"}
