"""The pages, one Markdown file a topic and language."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

TOPICS = (
    "start",
    "play",
    "keys",
    "levels",
    "learn",
    "clock",
    "saved-games",
    "review",
    "statistics",
    "puzzles",
    "solver",
    "explorer",
    "books",
    "together",
    "tournaments",
    "plain",
    "serve",
    "settings",
    "exercises",
    "arena",
    "train",
    "accessibility",
    "terminals",
    "internals",
    "protocol",
    "develop",
)
"""The topics in reading order; the files have the same names."""
TOPIC_OF = {
    "resume": "saved-games",
    "games": "saved-games",
    "stats": "statistics",
    "puzzle": "puzzles",
    **dict.fromkeys(("host", "join", "watch", "relay"), "together"),
    "solve": "solver",
    "explore": "explorer",
    "ugi": "arena",
    "book": "books",
    "help": "start",
    "completion": "start",
    "doctor": "terminals",
}
"""The topic of each command whose name is no topic."""


@cache  # the app redraws a page at every scrolling key
def page(topic: str, language: str) -> str:
    """Return the Markdown text of a page.

    Args:
        topic: one of `TOPICS`.
        language: one of `i18n.LANGUAGES`.

    Raises:
        KeyError: there is no such topic.
    """
    if topic not in TOPICS:
        raise KeyError(topic)
    return files(__package__).joinpath(language, f"{topic}.md").read_text(encoding="utf-8")


def title(topic: str, language: str) -> str:
    """Return the title of a page; see `page`."""
    return page(topic, language).partition("\n")[0].removeprefix("# ")
