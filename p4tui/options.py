"""What the command line decides for one run, before the settings file and the terminal are asked."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Options:
    """The display options and the rest that a front end needs to know; None: not given, so settings decide.

    Attributes:
        language: a code of `i18n.LANGUAGES`.
        theme: the name of a theme.
        ascii_only: draw with plain ASCII.
        animation: whether a disc is seen falling.
        mouse: False: no mouse mode is ever written to the terminal.
        cursor: `column` or `cell`.
        advice: what a hint goes by, one of `settings.rules.ADVICE_KINDS`.
        seed: what the random generator of the match starts from; None: from the system's.
    """

    language: str | None = None
    theme: str | None = None
    ascii_only: bool = False
    animation: bool | None = None
    mouse: bool = True
    cursor: str | None = None
    advice: str | None = None
    seed: int | None = None
