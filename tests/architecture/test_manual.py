"""The README and the pages of the manual: complete, alike in both languages, and true."""

from __future__ import annotations

import contextlib
import re
import shlex
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from p4tui import settings
from p4tui.actions.screens import SCREENS
from p4tui.actions.tables import TABLES as KEY_TABLES
from p4tui.cli.dispatch import make_parser, with_command
from p4tui.i18n import LANGUAGES
from p4tui.manual.pages import TOPICS, page
from p4tui.settings.rules import PRESET, RULES
from p4tui.settings.themes import THEME_COLOURS
from tests.tools.imports import siblings
from tests.tools.parsers import parsers

ROOT = Path(__file__).parents[2]
MANUAL = ROOT / "p4tui" / "manual"
TEXTS = {"README.md": (ROOT / "README.md").read_text(encoding="utf-8")} | {
    f"{language}/{topic}": page(topic, language) for language in LANGUAGES for topic in TOPICS
}
MAX_LINES = 150
"""Of the README."""
MAX_COLUMNS = 76
"""Of a line of code, which is shown with an indent of four."""
_KEYS = {*KEY_TABLES, *(screen.id for screen in SCREENS.values() if screen.heading)}
TABLES = {"levels", "actions", *(f"keys:{name}" for name in _KEYS)}
"""The tables that can be generated."""

PLACEHOLDERS = {"N", "NAME", "TOPIC", "FILE", "TEXT", "STYLE"}
"""Words of commands that stand for others."""


def code_blocks(text: str) -> list[str]:
    return re.findall(r"^```\w*\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def prose(text: str) -> str:
    """Text without code."""
    return re.sub(
        r"`[^`\n]+`", "", re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
    )


def typed_lines(block: str) -> list[str]:
    """The lines of a block, or those with a prompt if it has any."""
    lines = block.splitlines()
    return [line for line in lines if line.startswith("$ ")] or lines


def outline(text: str) -> list[object]:
    """What has to be the same in every language."""
    return [
        re.findall(r"^#+(?= )|^- |^\d+\. |^\|", text, re.MULTILINE),
        re.findall(r"^\{[a-z:]+\}$", text, re.MULTILINE),
        # Comments, descriptions that stand apart, and what a command prints are translated.
        [
            [re.split(r"\s{2,}", line.strip())[0] for line in typed_lines(block)]
            for block in code_blocks(text)
        ],
        sorted(set(re.findall(r"--[a-z-]+", text))),
        sorted(set(re.findall(r"\]\((.+?)\)", text))),
    ]


def commands(text: str) -> Iterator[list[str]]:
    """Yield the arguments of every call of p4tui in a text, but those with a placeholder."""
    lines = [line for block in code_blocks(text) for line in block.splitlines()]
    for line in lines + re.findall(r"`(p4tui [^`\n]+)`", text):
        with contextlib.suppress(ValueError):  # not a command: a quotation mark that is not closed
            yield from _calls(line.removeprefix("$ "))


def _calls(line: str) -> Iterator[list[str]]:
    tokens = shlex.shlex(line, posix=True, punctuation_chars=True)
    tokens.whitespace_split = True
    call: list[str] = []
    for token in [*tokens, "&&"]:
        if set(token) <= set("&|<>"):
            call = [word for word in call if "=" not in word or word.startswith("-")]
            name = call[0] if call else ""
            if Path(name).name == "p4tui" and not PLACEHOLDERS & {*call}:
                yield call[1:]
            call = []
        else:
            call.append(token)


def test_every_topic_has_a_page_in_every_language() -> None:
    for language in LANGUAGES:
        assert {path.stem for path in (MANUAL / language).iterdir()} == set(TOPICS)


@pytest.mark.parametrize("topic", TOPICS)
def test_the_pages_of_a_topic_are_alike(topic: str) -> None:
    first, *others = (outline(page(topic, language)) for language in LANGUAGES)
    for other in others:
        assert other == first


@pytest.mark.parametrize("name", TEXTS)
def test_links_lead_to_files(name: str) -> None:
    folder = ROOT if name == "README.md" else MANUAL / Path(name).parent
    for target in re.findall(r"\]\((?!http)(.+?)\)", TEXTS[name]):
        assert (folder / target).is_file(), target


@pytest.mark.parametrize("name", TEXTS)
def test_commands_are_understood(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "submission.py").touch()  # the only file that has to be there
    for words in commands(TEXTS[name]):
        parser = make_parser()
        with contextlib.suppress(SystemExit):  # --help
            parser.read(with_command(parser, words))


def test_commands_are_found() -> None:
    text = "```\n$ printf '4' | p4tui play --plain A   # a game\nNO_COLOR=1 p4tui < a\n```\n`p4tui show N` `p4tui levels`"
    assert list(commands(text)) == [["play", "--plain", "A"], [], ["levels"]]


@pytest.mark.parametrize("name", TEXTS)
def test_files_and_tools_that_are_named_exist(name: str) -> None:
    for module in re.findall(r"-m (tests\.[\w.]+\w)", TEXTS[name]):
        assert (ROOT / module.replace(".", "/")).with_suffix(".py").is_file(), module
    for path in re.findall(r"`((?:p4tui|tests)/[\w./-]+)`", TEXTS[name]):
        assert (ROOT / path).exists(), path


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_is_in_the_manual(language: str) -> None:
    text = "".join(page(topic, language) for topic in TOPICS)
    named = set(re.findall(r"--[a-z-]+", text))
    hidden = {"--take-over"}
    for parser in parsers(make_parser()):
        options = {option for action in parser._actions for option in action.option_strings}
        assert {option for option in options if option.startswith("--")} - hidden <= named


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_settings_file_of_the_manual_is_accepted_and_has_every_key(
    language: str, tmp_path: Path
) -> None:
    examples = re.findall(r"```toml\n(.*?)```", page("settings", language), re.DOTALL)
    for example in examples:
        (tmp_path / "settings.toml").write_text(example, encoding="utf-8")
        assert settings.load(tmp_path / "settings.toml")[1] == []
    read, with_theme = map(tomllib.loads, examples)
    assert {*THEME_COLOURS} - {*with_theme["themes"]["mine"]} == {"secondary", "success"}
    keys = {(key,) for key, value in read.items() if not isinstance(value, dict)}
    assert keys | {("menu", key) for key in read["menu"]} | {PRESET} == set(RULES)
    assert read["keys"]["preset"] == settings.Settings().preset


def rooms(part: str) -> list[list[str]]:
    """Return the names on each line of a part of the map."""
    lines = [line.strip() for line in part.splitlines() if not line.endswith("/")]
    return [re.split(r"\s{2,}", line)[0].split(" | ") for line in lines]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_map_of_the_code_is_what_the_imports_say(language: str) -> None:
    picture = next(block for block in code_blocks(page("develop", language)) if "\ntui/\n" in block)
    for package, part in zip(("p4tui", "p4tui.tui"), picture.split("\n\n"), strict=True):
        level = {name: number for number, names in enumerate(rooms(part)) for name in names}
        imports = siblings(package)
        imports.pop("__main__", None)
        assert set(level) == set(imports)
        assert not [
            (name, other)
            for name, others in imports.items()
            for other in others
            if level[name] >= level[other]
        ]


@pytest.mark.parametrize("name", TEXTS)
def test_code_fits_a_terminal(name: str) -> None:
    if name != "README.md":
        lines = [line for block in code_blocks(TEXTS[name]) for line in block.splitlines()]
        assert all(len(line) <= MAX_COLUMNS for line in lines)


@pytest.mark.parametrize("name", TEXTS)
def test_generated_tables_are_known(name: str) -> None:
    assert set(re.findall(r"^\{([a-z:]+)\}$", TEXTS[name], re.MULTILINE)) <= TABLES


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_keys_of_every_screen_with_a_heading_are_in_the_manual(language: str) -> None:
    screens = {screen.id for screen in SCREENS.values() if screen.heading}
    assert screens <= set(re.findall(r"^\{keys:([a-z]+)\}$", page("keys", language), re.MULTILINE))


def test_the_readme_is_short() -> None:
    assert len(TEXTS["README.md"].splitlines()) <= MAX_LINES


@pytest.mark.parametrize("topic", TOPICS)
def test_french_pages_have_hard_blanks_where_french_has_them(topic: str) -> None:
    text = prose(page(topic, "fr"))
    assert not re.search(r" [:;!?»]|«[^\N{NO-BREAK SPACE}]|[^\W\d_][;!?»]|\w:\s", text)
    assert not re.search(r"[^\S\N{NO-BREAK SPACE} \n]", text)
