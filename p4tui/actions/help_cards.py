"""The cards of help: the keys of every screen in groups, each group on pages of its own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import zip_longest
from typing import NamedTuple

from p4tui.actions import lists, widgets
from p4tui.actions.action import Action, key_names, keys_of
from p4tui.actions.everywhere import EVERYWHERE, HELP, INTERRUPT, PALETTE, REDRAW, SUSPEND
from p4tui.actions.game import GAME
from p4tui.actions.linked import LINKED
from p4tui.actions.screens import SCREENS
from p4tui.actions.tables import KeyRow, key_table
from p4tui.i18n import N_, _


class HelpCard(NamedTuple):
    """A card: its title, and rows of keys with what they do. A row without keys is a paragraph."""

    title: str
    rows: list[tuple[str, str]]


class HelpGroup(NamedTuple):
    """Cards that belong together, with their name."""

    name: str
    cards: list[HelpCard]


_GAME = {action.id: action for action in GAME}


def _keys(text: str, *ids: str) -> KeyRow:
    """Return a row for actions of the game."""
    return KeyRow(text, tuple(_GAME[each] for each in ids))


_LEFT, _RIGHT, _UP, _DOWN, *_OTHERS, _DROP = widgets.BOARD
_COLUMNS = (
    KeyRow(N_("choose a column"), (_LEFT, _RIGHT)),
    KeyRow(N_("drop the disc"), (_DROP, _DOWN)),
    KeyRow(N_("drop in that column"), typed=N_("1-9")),
    KeyRow(N_("Shift: column 10 and up"), typed=N_("A-W")),
    KeyRow(N_("drop there"), typed=N_("click")),
)
_CELLS = (
    KeyRow(N_("choose a cell"), (_LEFT, _RIGHT, _UP, _DOWN)),
    KeyRow(N_("play the cell"), (_DROP,)),
    KeyRow(N_("cancel the choice"), typed=N_("Esc")),
    *_COLUMNS[2:],
)
_PLAY = (
    _keys(N_("undo, redo"), "game.undo", "game.redo"),
    _keys(N_("a new game"), "game.new"),
    _keys(N_("resign"), "game.resign"),
    _keys(N_("swap sides"), "game.swap"),
)
_LOOK_BACK = (
    _keys(N_("look back, forward"), "game.earlier", "game.later"),
    _keys(N_("return to the game"), "game.present"),
)
_THINK = (
    _keys(N_("a hint, and why"), "game.hint"),
    _keys(N_("scores, threats, explorer"), "game.scores", "game.threats", "game.explore"),
    _keys(N_("move now; program output"), "game.now", "game.output"),
    _keys(N_("weaker, stronger"), "game.weaker", "game.stronger"),
)
_COMPUTERS = (
    _keys(N_("pause, continue"), "game.pause"),
    _keys(N_("one move"), "game.step"),
    _keys(N_("faster, slower"), "game.faster", "game.slower"),
)
_LINKED = {action.id: action for action in LINKED}
_TOGETHER = (
    KeyRow(N_("a message; all of them"), (_LINKED["game.say"], _LINKED["game.talk"])),
    KeyRow(N_("messages on, off"), (_LINKED["game.mute"],)),
    KeyRow(N_("offer a draw"), (_LINKED["game.draw"],)),
    KeyRow(N_("answer yes, no"), (_LINKED["game.yes"], _LINKED["game.no"])),
)
_ANYWHERE = (
    KeyRow(N_("this help"), (HELP,)),
    KeyRow(N_("every command by name"), (PALETTE,)),
    KeyRow(N_("back"), (lists.BACK,)),
)
_TERMINAL = (
    KeyRow(N_("draw again"), (REDRAW,)),
    KeyRow(N_("suspend; fg continues"), (SUSPEND,)),
    KeyRow(N_("twice: quit"), (INTERRUPT,)),
)


def key_groups(keymap: Mapping[str, str], *, by_cell: bool) -> Iterator[HelpGroup]:
    """Yield the groups of keys.

    Args:
        keymap: the keys that the settings give to actions.
        by_cell: whether the arrows choose a cell of the board.
    """
    board = [
        HelpCard(
            _("Play"), _rows((*(_CELLS if by_cell else _COLUMNS), *_PLAY, *_LOOK_BACK), keymap)
        ),
        HelpCard(_("Everywhere"), _rows(_ANYWHERE, keymap)),
        HelpCard(_("Think"), _rows(_THINK, keymap)),
        HelpCard(_("Two computers"), _rows(_COMPUTERS, keymap)),
        HelpCard(_("Terminal"), _rows(_TERMINAL, keymap)),
    ]
    if others := _rows(_other_actions(), keymap):
        board.insert(1, HelpCard(_("More keys"), others))
    yield HelpGroup(_("Keys on the board"), board)
    yield HelpGroup(
        _("Keys of the other screens"),
        [
            HelpCard(_("With another terminal"), _rows(_TOGETHER, keymap)),
            *(
                HelpCard(_(screen.heading), key_table(screen.id, keymap))
                for screen in SCREENS.values()
                if screen.heading and screen.id != "game"
            ),
        ],
    )


def _other_actions() -> Iterator[KeyRow]:
    """Yield rows for the actions of the game that are in no other card."""
    rows = (*_PLAY, *_LOOK_BACK, *_THINK, *_COMPUTERS)
    shown = {action.id for row in rows for action in row.actions}
    shown |= {action.id for action in EVERYWHERE}
    for action in GAME:
        if action.keys and action.id not in shown and not action.pinned:
            yield KeyRow(action.description, (action,))


def _rows(rows: Iterable[KeyRow], keymap: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return the keys of rows, and what they do."""
    return [(_names(row, keymap), _(row.description)) for row in rows]


def _names(row: KeyRow, keymap: Mapping[str, str]) -> str:
    """Return the keys of a row: one of each action, then another of each; a blank if there is none."""
    if row.typed:
        return _(row.typed)
    ranks = zip_longest(*(_shown_keys(action, keymap) for action in row.actions))
    return " ".join(key for rank in ranks for key in rank if key) or " "


def _shown_keys(action: Action, keymap: Mapping[str, str]) -> list[str]:
    """Return the keys that the settings give to an action, or the first built-in one."""
    names = key_names(keys_of(action, keymap)).split(" ")
    return names if (action.widget or action).id in keymap else names[:1]
