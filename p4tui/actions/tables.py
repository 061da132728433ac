"""Tables of keys, for help and for the manual."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from p4tui.actions import lists, widgets
from p4tui.actions.action import Action, key_names, keys_of
from p4tui.actions.everywhere import EVERYWHERE, INTERRUPT, SUSPEND
from p4tui.actions.linked import DRAW, MUTE, NO, SAY, TALK, YES
from p4tui.actions.screens import SCREENS
from p4tui.i18n import N_, _


class KeyRow(NamedTuple):
    """A row for several keys that belong together.

    Attributes:
        description: what they do, to be translated.
        actions: the actions that have the keys.
        typed: other keys, and the mouse; to be translated.
    """

    description: str
    actions: tuple[Action, ...] = ()
    typed: str = ""


_LEFT, _RIGHT, _UP, _DOWN, _FIRST, _LAST, _CONFIRM, _DROP = widgets.BOARD
_TYPED = (
    KeyRow(
        N_(
            "Drop in that column; on wide boards, a digit that can begin a number waits for the second one or Enter"
        ),
        typed=N_("1-9"),
    ),
    KeyRow(
        N_("On wide boards, with Shift: drop in column 10 (A), 11 (B) and so on"), typed=N_("A-W")
    ),
)

TABLES: Mapping[str, tuple[KeyRow | Action, ...]] = {
    "board": (
        KeyRow(N_("Choose a column"), (_LEFT, _RIGHT)),
        KeyRow(N_("Choose the first or the last column"), (_FIRST, _LAST)),
        KeyRow(N_("Drop a disc in the chosen column"), (_DOWN, _CONFIRM, _DROP)),
        *_TYPED,
        KeyRow(N_("Point to choose, click to drop"), typed=N_("Mouse")),
        KeyRow(
            N_(
                "With the cell cursor (see the settings): choose a row; Enter plays the cell, Esc cancels"
            ),
            (_UP, _DOWN),
        ),
    ),
    "cells": (
        KeyRow(N_("Choose a cell"), (_LEFT, _RIGHT, _UP, _DOWN)),
        KeyRow(
            N_("Play the chosen cell, if a disc dropped there would land in it"), (_CONFIRM, _DROP)
        ),
        KeyRow(N_("Cancel the choice of a cell"), typed=N_("Esc")),
        *_TYPED,
        KeyRow(N_("Point to choose a cell, click to drop in its column"), typed=N_("Mouse")),
    ),
    "menu": (
        KeyRow(N_("Choose a row"), (widgets.UP, widgets.DOWN)),
        KeyRow(N_("Change its value"), (widgets.LEFT, widgets.RIGHT)),
        KeyRow(N_("Play, or open the chosen row"), (widgets.ACTIVATE,)),
        *lists.MENU,
    ),
    "library": (
        KeyRow(
            N_("Choose a game, also with Page Up, Page Down, Home and End"),
            (widgets.UP, widgets.DOWN),
        ),
        KeyRow(N_("Review it"), (widgets.ACTIVATE,)),
        *lists.LIBRARY,
    ),
    "linked": (SAY, TALK, MUTE, DRAW, YES, NO),
    "everywhere": (
        *EVERYWHERE,
        KeyRow(N_("Twice: quit"), (INTERRUPT,)),
        KeyRow(N_("Suspend; fg brings it back"), (SUSPEND,)),
    ),
}
"""The tables that are not just the actions of a screen, by their names."""

_EVERYWHERE = {action.id for action in EVERYWHERE}


def key_table(name: str, keymap: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return a table of keys and what they do; an action without a key has a blank.

    Args:
        name: the id of a screen, or one of `TABLES`. Only `everywhere` has the actions of every screen.
        keymap: the keys that the settings give to actions.

    Raises:
        KeyError: there is no such table.
    """
    rows = []
    for row in TABLES[name] if name in TABLES else SCREENS[name].actions:
        if isinstance(row, KeyRow):
            keys = [key_names(keys_of(action, keymap)) for action in row.actions]
            rows.append((_(row.typed) if row.typed else " ".join(keys), _(row.description)))
        elif row.keys and (name == "everywhere" or row.id not in _EVERYWHERE):
            rows.append((key_names(keys_of(row, keymap)) or " ", _(row.description)))
    return rows


def action_names() -> list[tuple[str, str]]:
    """Return the id and the description of every action that can be given other keys."""
    actions = {
        action.id: action
        for screen in SCREENS.values()
        for action in (*screen.widgets, *screen.actions)
        if action.id and action.keys
    }
    return [(action.id, _(action.description)) for action in actions.values()]
