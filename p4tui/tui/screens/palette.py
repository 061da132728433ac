"""The command palette: every action of the screen under it, found by typing a part of its name or of what it does.

Ours rather than Textual's: that one shows the chosen command by colour alone, and needs glyphs that are two cells wide.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import Input

from p4tui.i18n import LANGUAGES, _, language
from p4tui.tui.actions import key_name, keys_of
from p4tui.tui.look.layout import ABOUT_LINES, NARROW_WINDOW
from p4tui.tui.look.themes import NAMES
from p4tui.tui.screens.base import P4Screen
from p4tui.tui.screens.dialogs import DialogScreen, TextLine
from p4tui.tui.screens.menu import MenuScreen
from p4tui.tui.widgets.choice_list import ChoiceList, Row
from p4tui.tui.widgets.status import StatusLine

if TYPE_CHECKING:
    from p4tui.tui.app import P4App


class Command(NamedTuple):
    """An entry of the palette.

    Attributes:
        title: what it is called.
        description: what it does, with its key.
        run: does it.
        brief: what it is called where there is little room; empty for the same.
    """

    title: str
    description: str
    run: Callable[[], Any]
    brief: str = ""


def commands(app: P4App, screen: Screen[Any]) -> Iterator[Command]:
    """A command for every action of a screen, then languages, themes and settings."""
    if isinstance(screen, P4Screen):
        for action in screen.actions:
            keys = keys_of(action, app.settings.keys)
            description = (
                f"{_(action.description)} ({key_name(keys)})" if keys else _(action.description)
            )
            yield Command(_(action.label), description, partial(screen.run_action, action.action))
    if not isinstance(screen, MenuScreen):
        # The menu has them among its actions.
        yield Command(
            _("Saved games"),
            _("List the saved games, to look at them or to go on"),
            app.action_library,
        )
        yield Command(
            _("Statistics"), _("Show who has won how often against whom"), app.action_statistics
        )
    yield Command(_("Settings"), _("Edit the settings"), app.action_settings)
    for code, name in LANGUAGES.items():
        if code != language():
            yield Command(name, _("Speak this language"), partial(app.speak, code))
    for theme, name in NAMES.items():
        if theme != app.theme:
            title = _("Theme: {name}").format(name=_(name))
            change = partial(app.change_theme, theme)
            yield Command(title, _("Change the colours"), change, brief=_(name))
    if not isinstance(screen, MenuScreen):
        yield Command(_("Quit"), _("Leave the program"), app.exit)


def plain(text: str) -> str:
    """A text without accents and capitals: how it is typed in a hurry."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


class PaletteScreen(DialogScreen):
    """A line to type in, and the commands that hold every word of it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "go(-1)", show=False, priority=True),
        Binding("down", "go(1)", show=False, priority=True),
    ]

    def __init__(self, found: list[Command]) -> None:
        super().__init__(_("Search for commands"))
        self.commands = found
        self._narrow = False

    def compose_answer(self) -> ComposeResult:
        """The line, and the list under it."""
        yield TextLine()
        choices = ChoiceList(self._rows(""), ascii_only=self.p4app.ascii_only)
        choices.can_focus = False
        yield choices
        yield StatusLine(most=ABOUT_LINES, id="about")

    def _rows(self, typed: str) -> list[Row]:
        """The commands that fit; the way back is always there, so that arrows and Enter suffice to leave."""
        words = plain(typed).split()
        narrow = self._narrow = self.app.size.width < NARROW_WINDOW
        found = [
            (not all(word in plain(command.title) for word in words), number)
            for number, command in enumerate(self.commands)
            if all(word in plain(f"{command.title} {command.description}") for word in words)
        ]
        # What is named so comes before what is only described so.
        rows = [
            Row(
                str(number),
                self.commands[number].title,
                "" if narrow else self.commands[number].description,
                brief=self.commands[number].brief,
            )
            for _described, number in sorted(found)
        ]
        return [*rows, Row("back", _("Back"))]

    def on_mount(self) -> None:
        """Say what the first command does."""
        self._explain()

    def on_resize(self, event: events.Resize) -> None:
        """Another window may have room for what the commands do, or none any more."""
        if self._narrow != (self.app.size.width < NARROW_WINDOW):
            choices = self.query_one(ChoiceList)
            chosen = choices.row.id
            choices.rows = self._rows(self.query_one(TextLine).value)
            choices.select(chosen)
        self._explain()

    def _explain(self) -> None:
        """What the chosen command does, where its row has no room for that."""
        choices = self.query_one(ChoiceList)
        row = choices.row
        said = "" if row.id == "back" else self.commands[int(row.id)].description
        seen = row.value == said and choices.fits(row)
        self.query_one(StatusLine).say("" if seen else said)

    def on_choice_list_selected(self, message: ChoiceList.Selected) -> None:
        """Another command is the chosen one."""
        self._explain()

    def action_go(self, step: int) -> None:
        """Choose the next command in a direction."""
        self.query_one(ChoiceList).action_go(step)

    def on_input_changed(self, event: Input.Changed) -> None:
        """Something was typed."""
        choices = self.query_one(ChoiceList)
        choices.rows = self._rows(event.value)
        choices.selected = 0
        choices.refresh(layout=True)
        self._explain()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter runs the chosen command."""
        self._run(self.query_one(ChoiceList).row)

    def on_choice_list_activated(self, message: ChoiceList.Activated) -> None:
        """So does a click."""
        self._run(message.row)

    def _run(self, row: Row) -> None:
        """Close the list, then run a command."""
        self.dismiss(None if row.id == "back" else self.commands[int(row.id)])
