"""The names of the colour themes, and the check of a user's own: tables `[themes.NAME]` of the settings file."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from p4tui.i18n import _
from p4tui.settings.faults import Fault, Key, must_be

THEMES = (
    *("night", "paper", "contrast", "colour-blind", "ansi"),
    *(
        "textual-dark",
        "textual-light",
        "nord",
        "gruvbox",
        "catppuccin-mocha",
        "dracula",
        "tokyo-night",
        "monokai",
        "flexoki",
    ),
    *(
        "catppuccin-latte",
        "catppuccin-frappe",
        "catppuccin-macchiato",
        "solarized-light",
        "solarized-dark",
    ),
    *(
        "rose-pine",
        "rose-pine-moon",
        "rose-pine-dawn",
        "atom-one-dark",
        "atom-one-light",
        "ansi-dark",
        "ansi-light",
    ),
)
"""The names of our own themes, the default first, and of those of Textual 8.2."""

FORMER_THEME = "p4tui"
"""The name of `night` before version 0.2, which settings files may hold."""

THEME_COLOURS = (
    *("primary", "secondary", "accent", "foreground", "background", "surface", "panel"),
    *("warning", "error", "success"),
)
"""The colours of a theme, as Textual names them."""

VARIABLES = (
    *(
        "p4-page",
        "p4-card",
        "p4-bar",
        "p4-text",
        "p4-muted",
        "p4-faint",
        "p4-accent",
        "p4-on-accent",
    ),
    *("p4-sel", "p4-alert", "p4-lane", "p4-board", "p4-board-hi", "p4-board-lo", "p4-hole"),
    *("p4-hole-lo", "p4-red", "p4-red-hi", "p4-red-lo", "p4-red-text", "p4-yellow", "p4-yellow-hi"),
    *("p4-yellow-lo", "p4-yellow-text", "p4-white", "p4-ink", "p4-hint"),
)
"""The colours that follow from these, each of which a theme may set itself."""

_NAME = re.compile("[A-Za-z][A-Za-z0-9_-]{0,39}")
_COLOUR = re.compile("#(?:[0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})")

Theme = dict[str, Any]
"""A theme by the names of its colours, with `dark` and `variables` if it sets them."""


def is_theme_name(value: object) -> bool:
    """Return whether a value may be the name of a theme, ours or a user's."""
    return isinstance(value, str) and _NAME.fullmatch(value) is not None


def check_themes(tables: object) -> tuple[dict[str, Theme], list[Fault]]:
    """Return a user's themes, and the wrong keys. A theme without its primary colour is left out."""
    if not isinstance(tables, Mapping):
        return {}, [Fault(("themes",), must_be(_("a table")))]
    themes: dict[str, Theme] = {}
    faults: list[Fault] = []
    for name, table in tables.items():
        key = ("themes", name)
        reason = _refusal(name, table)
        if reason is not None:
            faults.append(Fault(key, reason))
            continue
        wrong = list(_faults(key, table))
        faults += wrong
        theme = _without(table, {fault.key[2:] for fault in wrong})
        if "primary" in theme:
            themes[name] = theme
    return themes, faults


def _refusal(name: str, table: object) -> str | None:
    """Return why a table cannot be a theme, or None."""
    if name in (*THEMES, FORMER_THEME):
        return _("p4tui has a theme of this name; choose another name")
    if not is_theme_name(name):
        return _("the name of a theme begins with a letter, and has letters, digits, - and _")
    return None if isinstance(table, Mapping) else must_be(_("a table"))


def _faults(key: Key, table: Mapping[str, object]) -> Iterator[Fault]:
    """Yield the wrong keys of a theme."""
    if "primary" not in table:
        yield Fault(key, _("its colour primary is missing"))
    for name, value in table.items():
        if name == "dark":
            if not isinstance(value, bool):
                yield Fault((*key, name), must_be(_("true or false")))
        elif name == "variables":
            yield from _variable_faults((*key, name), value)
        elif (reason := _colour_fault(name in THEME_COLOURS, value)) is not None:
            yield Fault((*key, name), reason)


def _variable_faults(key: Key, table: object) -> Iterator[Fault]:
    """Yield the wrong keys of a table of variables."""
    if not isinstance(table, Mapping):
        yield Fault(key, must_be(_("a table")))
        return
    for name, value in table.items():
        if (reason := _colour_fault(name in VARIABLES, value)) is not None:
            yield Fault((*key, name), reason)


def _colour_fault(known: bool, value: object) -> str | None:
    """Return what is wrong with a colour, or None."""
    if not known:
        return _("unknown setting")
    if isinstance(value, str) and _COLOUR.fullmatch(value):
        return None
    return must_be(_("a colour in quotes: # and 6 hexadecimal digits"))


def _without(table: Mapping[str, Any], wrong: set[Key]) -> Theme:
    """Return a theme without its wrong keys."""
    theme = {name: value for name, value in table.items() if (name,) not in wrong}
    if "variables" in theme:
        theme["variables"] = {
            name: value
            for name, value in theme["variables"].items()
            if ("variables", name) not in wrong
        }
    return theme
