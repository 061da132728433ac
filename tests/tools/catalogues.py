"""Collects, updates, compiles and checks the translations.

    python -m tests.tools.catalogues update     collect the texts, bring the catalogues up to date, compile them
    python -m tests.tools.catalogues compile    compile them only, after a translation
    python -m tests.tools.catalogues check      say what is missing, unused or stale; exit status 1 if anything is

The files change only when texts do: they hold no date, no line number and no version of any tool.
"""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from p4tui.i18n import DOMAIN, LANGUAGES, LOCALE_DIR

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "p4tui"
TEMPLATE = LOCALE_DIR / f"{DOMAIN}.pot"
KEYWORDS: dict[str, tuple[int, ...] | None] = {"_": None, "N_": None, "ngettext": (1, 2)}
COMMENT_TAG = "Translators:"
"""What a comment above a text starts with if it is meant for the translators."""

PLURALS = {"fr": (2, "(n > 1)")}
"""How many forms a language has, and which one goes with n; the usual ones, where Unicode's list has a form for millions too."""

_HEADER = "# The texts of p4tui{language}.\n# This file is distributed under the same license as p4tui (MIT)."
_CHANGEABLE_HEADERS = {
    "POT-Creation-Date",
    "PO-Revision-Date",
    "Generated-By",
    "Last-Translator",
    "Report-Msgid-Bugs-To",
}


class StableCatalog(Catalog):
    """A catalogue with a header that changes only with the texts."""

    def __init__(self, language: str | None = None) -> None:
        super().__init__(
            locale=language,
            domain=DOMAIN,
            project="p4tui",
            version="0",
            language_team=LANGUAGES[language] if language else None,
            header_comment=_HEADER.format(language=f": {LANGUAGES[language]}" if language else ""),
            charset="utf-8",
            fuzzy=False,
        )
        self._language = language

    @property
    def num_plurals(self) -> int:
        """The number of plural forms."""
        return PLURALS[self._language][0] if self._language else super().num_plurals

    @property
    def plural_expr(self) -> str:
        """The plural form of n, as an expression in C."""
        return PLURALS[self._language][1] if self._language else super().plural_expr

    def _get_mime_headers(self) -> list[tuple[str, str]]:
        headers = [
            header for header in super()._get_mime_headers() if header[0] not in _CHANGEABLE_HEADERS
        ]
        return [
            (name, "p4tui" if name == "Project-Id-Version" else value) for name, value in headers
        ]

    mime_headers = property(_get_mime_headers)


def languages() -> list[str]:
    """Return the languages with a catalogue: all but that of the sources."""
    return [code for code in LANGUAGES if code != "en"]


def po_path(language: str) -> Path:
    """Return the path of a language's .po file."""
    return LOCALE_DIR / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def extracted() -> StableCatalog:
    """Return all texts of the sources."""
    template = StableCatalog()
    found = extract_from_dir(
        SOURCES,
        method_map=[("**.py", "python")],
        keywords=KEYWORDS,
        comment_tags=(COMMENT_TAG,),
        strip_comment_tags=True,
    )
    for filename, line, message, comments, context in found:
        place = f"{SOURCES.name}/{Path(filename).as_posix()}"
        template.add(message, None, [(place, line)], auto_comments=comments, context=context)
    return template


def translated(language: str) -> Catalog:
    """Return the translations in a language's file."""
    path = po_path(language)
    if not path.exists():
        return StableCatalog(language)
    with path.open("rb") as file:
        return read_po(file, locale=language, domain=DOMAIN)


def brought_up_to_date(language: str, template: Catalog) -> StableCatalog:
    """Return the texts of the template with a language's translations, without unused ones."""
    old = translated(language)
    catalog = StableCatalog(language)
    for message in texts(template):
        known = old.get(message.id, context=message.context)
        if known is not None and known.pluralizable != message.pluralizable:
            known = None  # the text has come to have a plural, or has lost it
        catalog.add(
            message.id,
            known.string if known else None,
            message.locations,
            flags=known.flags if known else (),
            auto_comments=message.auto_comments,
            user_comments=known.user_comments if known else (),
            context=message.context,
        )
    return catalog


def texts(catalog: Catalog) -> Iterator[Message]:
    """Return the messages of a catalogue without its header."""
    return (message for message in catalog if message.id)


def po_bytes(catalog: Catalog) -> bytes:
    """Return the content of a catalogue's .po or .pot file."""
    buffer = io.BytesIO()
    write_po(
        buffer, catalog, width=110, sort_output=True, include_lineno=False, ignore_obsolete=True
    )
    return buffer.getvalue()


def mo_bytes(language: str) -> bytes:
    """Return the content of a language's .mo file."""
    catalog = StableCatalog(language)
    for message in texts(translated(language)):
        catalog.add(message.id, message.string, flags=message.flags, context=message.context)
    buffer = io.BytesIO()
    write_mo(buffer, catalog)
    return buffer.getvalue()


def untranslated(language: str) -> list[str]:
    """Return the texts without a translation, or with a fuzzy one."""
    return [
        str(message.id)
        for message in texts(translated(language))
        if message.fuzzy or not all(forms(message.string)) or not message.string
    ]


def forms(text: str | tuple[str, ...] | list[str] | None) -> tuple[str, ...]:
    """Return the forms of a text, one or singular and plural, as a tuple."""
    if text is None:
        return ()
    return (text,) if isinstance(text, str) else tuple(text)


def placeholders(text: str) -> set[str]:
    """Return the placeholders of `str.format` or `%` (in argparse's texts)."""
    names = {name for _, name, _, _ in Formatter().parse(text) if name is not None}
    return names | set(re.findall(r"%(?:\(\w+\))?[a-z]", text))


def stale_files() -> list[Path]:
    """Return the files that `update` would change."""
    template = extracted()
    expected = {TEMPLATE: po_bytes(template)}
    for language in languages():
        expected[po_path(language)] = po_bytes(brought_up_to_date(language, template))
        expected[po_path(language).with_suffix(".mo")] = mo_bytes(language)
    return [
        path
        for path, content in expected.items()
        if not path.exists() or path.read_bytes() != content
    ]


def compile_all() -> None:
    """Write the .mo files."""
    for language in languages():
        po_path(language).with_suffix(".mo").write_bytes(mo_bytes(language))


def update() -> None:
    """Write the template, the catalogues and the .mo files."""
    template = extracted()
    LOCALE_DIR.mkdir(exist_ok=True)
    TEMPLATE.write_bytes(po_bytes(template))
    for language in languages():
        content = po_bytes(brought_up_to_date(language, template))
        po_path(language).parent.mkdir(parents=True, exist_ok=True)
        po_path(language).write_bytes(content)
    compile_all()


def problems() -> list[str]:
    """Return the problems that `check` finds, one sentence each."""
    found = [
        f"{path.relative_to(ROOT)} is stale: python -m tests.tools.catalogues update"
        for path in stale_files()
    ]
    for language in languages():
        found += [f"{language}: no translation of {text!r}" for text in untranslated(language)]
    return found


def main(arguments: list[str]) -> int:
    """Run the command of the first argument."""
    match arguments:
        case ["update"]:
            update()
        case ["compile"]:
            compile_all()
        case ["check"]:
            pass
        case _:
            print(__doc__)
            return 2
    found = problems()
    print(*found or ["The catalogues are up to date."], sep="\n")
    return 1 if found and arguments == ["check"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
