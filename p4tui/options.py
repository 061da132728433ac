"""Options of the command line for one run. They override the settings."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Options:
    """The options that the full-screen app takes; None leaves the decision to the settings.

    Attributes:
        language: a code of `i18n.LANGUAGES`.
        theme: the name of a theme.
        ascii_only: draw with plain ASCII.
        animation: whether discs fall visibly.
        mouse: whether the terminal may send mouse events.
        cursor: `column` or `cell`.
        advice: what a hint suggests, one of `settings.rules.ADVICE_KINDS`.
        seed: seed of the match's random generator; random by default.
    """

    language: str | None = None
    theme: str | None = None
    ascii_only: bool = False
    animation: bool | None = None
    mouse: bool = True
    cursor: str | None = None
    advice: str | None = None
    seed: int | None = None
