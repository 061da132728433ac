"""The languages of the program: functions that mark and translate text.

Source texts are English; `locale/` holds a gettext catalogue for every other language. `activate` changes the language of
the process. Texts are looked up when they are shown, so that the next drawing follows a change.
"""

from __future__ import annotations

import gettext as _gettext
from collections.abc import Mapping
from pathlib import Path

LANGUAGES = {"en": "English", "fr": "Français"}
"""The code of every language, and its own name for itself."""

DOMAIN = "p4tui"
"""The name of the catalogues."""

LOCALE_DIR = Path(__file__).parent / "locale"
"""The folder of the catalogues, in gettext's layout."""

_translations: _gettext.NullTranslations = _gettext.NullTranslations()
_language = "en"


def activate(language: str) -> None:
    """Change the language to one of `LANGUAGES`.

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
    """Return the code of the current language."""
    return _language


def from_environment(environ: Mapping[str, str]) -> str:
    """Return the language of the first of LC_ALL, LC_MESSAGES and LANG that is set, else English.

    As in gettext, the list LANGUAGE comes first unless the locale is C or POSIX.
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
    """Return a text in the current language."""
    return _translations.gettext(message)


def ngettext(singular: str, plural: str, number: int) -> str:
    """Return the form of a text that goes with a number."""
    return _translations.ngettext(singular, plural, number)


def N_(message: str) -> str:  # noqa: N802 - gettext's customary name
    """Mark a text for the catalogues; `_` translates it when it is shown."""
    return message
