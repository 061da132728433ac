"""The catalogues say everything that the program says, and nothing else."""

from __future__ import annotations

import ast
import gettext
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Message
from textual.widget import Widget

from p4tui import i18n
from p4tui.actions.screens import SCREENS
from p4tui.i18n import DOMAIN, LANGUAGES, LOCALE_DIR
from p4tui.options import Options
from p4tui.players.levels import LEVELS
from p4tui.settings import Settings
from p4tui.tui.app import P4App
from p4tui.tui.widgets.key_bar import fit_hints, key_hints
from tests.tools import catalogues

ROOT = Path(__file__).parents[2]
LANGUAGE_CODES = catalogues.languages()

SAME_IN_BOTH = {
    "fr": {
        # The French headings bring their space: Python 3.11 does not look this text up.
        "%(heading)s:",
        "256",
        "A-W",
        "CxR",
        "CxR|fit",
        "Date",
        "Expert",
        "CODE",
        "Menu",
        "Messages",
        "OK",
        "Pause",
        "Pts",
        "{count} min",
        "{hours} h {minutes} min",
        "{result}. {how}",
        "Points",
        "R",
        "STYLE",
        "Score",
        "Terminal",
        "Unicode",
        "Versions",
        "Zugzwang",
        "animation",
        "journal",
        "positions",
        "six",
        "vim (h j k l)",
        "{number} minute",
        "{number} minutes",
        "{side} {column}",
    },
}
"""The texts that a language writes as English does."""

NOT_WORDS = {"p4tui"}
"""Texts that are shown as they are, in every language."""

SHOWN_BY = {
    "Button",
    "Label",
    "Option",
    "Static",
    "add_argument",
    "add_parser",
    "ArgumentParser",
    "add_argument_group",
    "error",
    "notify",
    "print",
}
"""Calls whose string arguments a user reads."""

SHOWN_AS = {
    "border_subtitle",
    "border_title",
    "description",
    "epilog",
    "help",
    "label",
    "placeholder",
    "prompt",
    "sub_title",
    "title",
    "tooltip",
    "usage",
}
"""Keyword arguments and attributes that a user reads."""


def messages(language: str) -> list[Message]:
    return list(catalogues.texts(catalogues.translated(language)))


def every_form(language: str) -> Iterator[tuple[str, str, Message]]:
    """Every translation beside the English text it stands for: the plural one for all forms but the first."""
    for message in messages(language):
        english = catalogues.forms(message.id)
        for number, text in enumerate(catalogues.forms(message.string)):
            yield english[min(number, len(english) - 1)], text, message


def used_ids() -> set[str]:
    return {catalogues.forms(message.id)[0] for message in catalogues.texts(catalogues.extracted())}


def test_every_language_but_english_has_a_catalogue() -> None:
    found = {path.parents[1].name for path in LOCALE_DIR.glob(f"*/LC_MESSAGES/{DOMAIN}.mo")}
    assert found == set(LANGUAGE_CODES) == set(LANGUAGES) - {"en"}


@pytest.mark.parametrize("language", LANGUAGE_CODES)
def test_no_translation_is_missing(language: str) -> None:
    known = {catalogues.forms(message.id)[0] for message in messages(language)}
    assert not used_ids() - known
    assert not catalogues.untranslated(language)


@pytest.mark.parametrize("language", LANGUAGE_CODES)
def test_no_translation_is_unused(language: str) -> None:
    catalog = catalogues.translated(language)
    assert (
        not {catalogues.forms(message.id)[0] for message in catalogues.texts(catalog)} - used_ids()
    )
    assert not catalog.obsolete


@pytest.mark.parametrize("language", LANGUAGE_CODES)
def test_no_translation_is_unsure(language: str) -> None:
    assert not [message.id for message in messages(language) if message.fuzzy]


def test_no_file_is_stale() -> None:
    assert not catalogues.stale_files(), "python -m tests.tools.catalogues update"


@pytest.mark.parametrize("language", LANGUAGE_CODES)
def test_the_compiled_catalogue_says_what_the_readable_one_says(language: str) -> None:
    compiled = gettext.translation(DOMAIN, LOCALE_DIR, [language])
    for message in messages(language):
        english = catalogues.forms(message.id)
        if len(english) == 1:
            assert compiled.gettext(english[0]) == message.string
        else:
            for number, form in ((0, 0), (1, 0), (2, 1), (7, 1)):
                assert (
                    compiled.ngettext(english[0], english[1], number)
                    == catalogues.forms(message.string)[form]
                )


@pytest.mark.parametrize("language", LANGUAGE_CODES)
def test_no_translation_equals_its_english_text(language: str) -> None:
    equal = {english for english, text, _ in every_form(language) if english == text}
    assert equal == SAME_IN_BOTH[language]


@pytest.mark.parametrize("language", LANGUAGE_CODES)
def test_translations_have_the_placeholders_of_their_texts(language: str) -> None:
    different = [
        (english, text)
        for english, text, _ in every_form(language)
        if catalogues.placeholders(english) != catalogues.placeholders(text)
    ]
    assert not different


ABBREVIATED = {"{count} jet."}
"""Translations that end with the full stop of an abbreviation: the card of a player has seven cells for it."""


@pytest.mark.parametrize("language", LANGUAGE_CODES)
def test_translations_begin_and_end_as_their_texts_do(language: str) -> None:
    """Spaces at the ends, full stops and new lines are part of how a text is put together with others."""
    different = [
        (english, text)
        for english, text, _ in every_form(language)
        if text not in ABBREVIATED
        and [end(english), english[:1].isspace(), english.count("\n")]
        != [end(text), text[:1].isspace(), text.count("\n")]
    ]
    assert not different


def end(text: str) -> str:
    """The last character where it matters; French needs a no-break space before the colon that argparse adds."""
    last = text.removesuffix("\xa0")[-1:]
    return last if last.isspace() or last in ".:?!…" else ""


@pytest.mark.parametrize("language", LANGUAGE_CODES)
def test_translations_can_be_spelled_in_ascii(language: str) -> None:
    """What English can spell in ASCII, the other languages can too: no narrow no-break space, no typographic apostrophe."""
    spelled = r"[\x00-\xffœŒ]"
    unwritable = [
        text
        for english, text, _ in every_form(language)
        if set(re.sub(spelled, "", text)) - set(re.sub(spelled, "", english))
    ]
    assert not unwritable


def test_french_typography() -> None:
    """A no-break space before double punctuation and inside quotation marks, so that no line starts with them."""
    wrong = [
        text
        for english, text, _ in every_form("fr")
        if english not in SAME_IN_BOTH["fr"]
        and re.search(r"[^\xa0][?!;»]|[^\xa0]:(?=\s|$)|«[^\xa0]", text)
    ]
    assert not wrong


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("screen_id", sorted(SCREENS.keys() - {"library", "game"}))
def test_the_key_bars_fit_80_columns(language: str, screen_id: str) -> None:
    i18n.activate(language)
    hints = key_hints(SCREENS[screen_id].actions, {})
    assert sum(hint.width for hint in hints) <= 80
    assert {hint for _column, hint in fit_hints(hints, 80)} == set(hints)
    kept = {hint for _column, hint in fit_hints(hints, 40)}
    assert kept >= {hint for hint in hints if hint.pinned}


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_menu_fits_80_columns(language: str) -> None:
    """No text of the menu or of the settings is cut, whichever row is chosen and whoever plays."""
    i18n.activate(language)
    app = P4App(None, Options(language=language), Settings(language=language))
    async with app.run_test(size=(80, 24)) as pilot:
        for key in ["down"] * 20 + ["home", "down", *["right"] * (len(LEVELS) + 2)]:
            await pilot.press(key)
            assert "…" not in shown(app)
        app.navigation.open("settings")
        await pilot.pause()
        for _ in range(10):
            await pilot.press("down")
            assert "…" not in shown(app)


def shown(app: P4App) -> str:
    """The text of all widgets of the screen."""
    return "\n".join(
        "".join(segment.text for segment in widget.render_line(y))
        for widget in app.screen.query("*").results(Widget)
        for y in range(widget.size.height)
    )


def unmarked_texts(path: Path) -> Iterator[str]:
    """Words in a module that go to the user without passing through gettext."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        shown: list[ast.expr] = []
        if isinstance(node, ast.Call) and called(node) in SHOWN_BY:
            shown = list(node.args)
        elif isinstance(node, ast.Call) and called(node) == "Binding":
            shown = node.args[2:3]
        elif isinstance(node, ast.Assign) and any(
            isinstance(t, ast.Attribute) and t.attr in SHOWN_AS for t in node.targets
        ):
            shown = [node.value]
        if isinstance(node, ast.Call):
            shown += [keyword.value for keyword in node.keywords if keyword.arg in SHOWN_AS]
        for value in shown:
            text = literal(value)
            if (
                re.search(r"[^\W\d_]{2}", text)
                and text.strip(" :\n") not in NOT_WORDS
                and not re.fullmatch(r"-{1,2}[\w-]+|[a-z0-9_-]+", text)
            ):
                yield f"{path.name}:{value.lineno}: {text!r}"


def called(node: ast.Call) -> str:
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def literal(node: ast.expr) -> str:
    """The words that an expression shows as they stand in the source."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(
            part.value
            for part in node.values
            if isinstance(part, ast.Constant) and isinstance(part.value, str)
        )
    if isinstance(node, ast.BinOp):
        return literal(node.left) + literal(node.right)
    return ""


def test_every_text_for_the_user_goes_through_gettext() -> None:
    assert not [
        found for path in sorted((ROOT / "p4tui").rglob("*.py")) for found in unmarked_texts(path)
    ]


@pytest.mark.parametrize(
    ("source", "count"),
    [
        ('Label("Who plays?")', 1),
        ('self.notify(f"{name} has won")', 1),
        ('Label(_("Who plays?"))', 0),
        ('Binding("q", "back", "Go back")', 1),
        ('Binding("q", "back", _("Go back"))', 0),
        ('parser.add_argument("--size", help="The size of the board")', 1),
        ('self.border_title = "The moves"', 1),
        ('Static("", id="board")', 0),
    ],
)
def test_the_search_for_unmarked_texts_finds_them(tmp_path: Path, source: str, count: int) -> None:
    (tmp_path / "module.py").write_text(source, encoding="utf-8")
    assert len(list(unmarked_texts(tmp_path / "module.py"))) == count
