"""The options of the command line that the front ends need."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Options:
    """Options for one run. None leaves the choice to the settings.

    Attributes:
        language: a code of `i18n.LANGUAGES`.
        theme: the name of a theme.
        ascii_only: draw with plain ASCII.
        animation: whether discs fall visibly.
        mouse: whether the terminal reports the mouse.
        cursor: `column` or `cell`.
        advice: the kind of hints, one of `settings.rules.ADVICE_KINDS`.
        seed: the seed of the match's random generator; None for a random one.
    """

    language: str | None = None
    theme: str | None = None
    ascii_only: bool = False
    animation: bool | None = None
    mouse: bool = True
    cursor: str | None = None
    advice: str | None = None
    seed: int | None = None
