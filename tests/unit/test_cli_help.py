"""`p4tui help`: the pages of the manual."""

from __future__ import annotations

import re

import pytest

from p4tui.cli.dispatch import make_parser
from p4tui.i18n import LANGUAGES
from p4tui.manual.pages import TOPIC_OF, TOPICS, title
from tests.plain.driving import p4tui


@pytest.mark.parametrize("language", LANGUAGES)
def test_without_a_topic_the_pages_are_listed(language: str) -> None:
    answer = p4tui("help", "--lang", language)
    assert (answer.status, answer.err) == (0, "")
    found = [tuple(line.split(maxsplit=1)) for line in answer.lines]
    assert found == [(topic, title(topic, language)) for topic in TOPICS]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("topic", TOPICS)
def test_every_page_is_printed_with_its_tables(topic: str, language: str) -> None:
    answer = p4tui("help", topic, "--lang", language)
    assert (answer.status, answer.err) == (0, "")
    assert answer.lines[0] == title(topic, language)
    assert not any(re.fullmatch(r"\s*\{[a-z:]+\}", line) for line in answer.lines)


def test_an_unknown_topic_is_answered_with_the_topics() -> None:
    answer = p4tui("help", "nonsense")
    assert (answer.status, answer.out) == (2, "")
    assert "start, play, keys" in answer.err


def test_the_name_of_a_command_shows_its_page() -> None:
    for command in make_parser().commands:
        assert TOPIC_OF.get(command, command) in TOPICS
    shown = {name: p4tui("help", name).lines[0] for name in ("puzzle", "stats", "review")}
    assert shown == {"puzzle": "Puzzles", "stats": "Statistics", "review": "Review of a game"}
    assert not set(TOPIC_OF) & set(TOPICS)
