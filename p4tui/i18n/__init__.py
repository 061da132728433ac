"""The languages of the program: gettext set-up and the functions that mark and translate text.

Source texts are English; `locale/` holds a catalogue for every other language. The language is one setting of the process,
changed with `activate`; texts are looked up when they are shown, so that a change is seen at the next drawing.
"""

from __future__ import annotations

import gettext as _gettext
from collections.abc import Mapping
from pathlib import Path

LANGUAGES = {"en": "English", "fr": "Français"}
"""Every language by its code, with its own name."""

DOMAIN = "p4tui"
"""The name of the catalogues."""

LOCALE_DIR = Path(__file__).parent / "locale"
"""Where the catalogues lie, in gettext's layout."""

_translations: _gettext.NullTranslations = _gettext.NullTranslations()
_language = "en"


def activate(language: str) -> None:
    """Speak a language of `LANGUAGES` from now on.

    Raises:
        KeyError: there is no such language.
    """
    global _translations, _language  # noqa: PLW0603 - the language is one setting of the whole process
    LANGUAGES[language]
    if language == "en":
        _translations = _gettext.NullTranslations()
    else:
        _translations = _gettext.translation(DOMAIN, LOCALE_DIR, [language])
    _language = language


def language() -> str:
    """The code of the language that is spoken now."""
    return _language


def from_environment(environ: Mapping[str, str]) -> str:
    """The language that a locale's variables ask for: the first of LC_ALL, LC_MESSAGES and LANG that is set; else English.

    LANGUAGE, a list, comes before them as gettext has it, unless the locale is C or POSIX.
    """
    locale = next(
        (environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environ.get(name)), ""
    )
    plain = locale.split(".")[0].split("@")[0]
    wanted = [] if plain in ("", "C", "POSIX") else [*environ.get("LANGUAGE", "").split(":"), plain]
    for name in wanted:
        code = name.split(".")[0].split("_")[0].lower()
        if code in LANGUAGES:
            return code
    return "en"


def _(message: str) -> str:
    """A text in the language that is spoken now."""
    return _translations.gettext(message)


def ngettext(singular: str, plural: str, number: int) -> str:
    """The form of a text that goes with a number."""
    return _translations.ngettext(singular, plural, number)


def N_(message: str) -> str:  # noqa: N802 - gettext's customary name
    """Mark a text for the catalogues, to be looked up with `_` when it is shown."""
    return message
