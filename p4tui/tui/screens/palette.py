"""The command palette: every action of the screen under it, found by typing part of its name or description.

Textual's own palette shows the selected command by colour alone, and needs glyphs two cells wide.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.widgets import Input

from p4tui.actions.action import Action, key_name, keys_of
from p4tui.actions.everywhere import OPENING, QUIT
from p4tui.actions.lists import SEARCH
from p4tui.i18n import LANGUAGES, _, language
from p4tui.tui.bindings import bindings
from p4tui.tui.look.layout import ABOUT_LINES, NARROW_WINDOW
from p4tui.tui.look.themes import theme_name
from p4tui.tui.screens.base import P4Screen
from p4tui.tui.screens.dialogs import DialogScreen, TextLine
from p4tui.tui.widgets.choice_list import ChoiceList, Row
from p4tui.tui.widgets.status import StatusLine

if TYPE_CHECKING:
    from p4tui.tui.services import Services


class Command(NamedTuple):
    """An entry of the palette.

    Attributes:
        title: its name.
        description: what it does, with its key.
        run: does it.
        brief: its name in narrow windows; empty for the same.
    """

    title: str
    description: str
    run: Callable[[], Any]
    brief: str = ""


def commands(services: Services, screen: P4Screen[Any]) -> Iterator[Command]:
    """Yield a command for every action of a screen, then screens, languages and themes."""
    here = {action.run for action in screen.actions}
    others = [action for action in OPENING.values() if action.run not in here]
    for action in (*screen.actions, *others):
        yield _command(services, screen, action)
    for code, name in LANGUAGES.items():
        if code != language():
            yield Command(
                name, _("Switch to this language"), partial(services.change_language, code)
            )
    for theme in services.preferences.settings.theme_names:
        if theme != services.theme:
            name = theme_name(theme)
            title = _("Theme: {name}").format(name=name)
            change = partial(services.change_theme, theme)
            yield Command(title, _("Change the colours"), change, brief=name)
    if QUIT.run not in here:
        yield _command(services, screen, QUIT)


def _command(services: Services, screen: P4Screen[Any], action: Action) -> Command:
    """Return the command for an action of a screen."""
    key = key_name(keys_of(action, services.preferences.settings.keymap))
    description = f"{_(action.description)} ({key})" if key else _(action.description)
    return Command(_(action.label), description, partial(screen.run_action, action.run))


def fold(text: str) -> str:
    """Return a text without accents and capitals."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


class PaletteScreen(DialogScreen):
    """A line to type in, and the commands that contain all its words."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(SEARCH, priority=True)

    def __init__(self, found: list[Command]) -> None:
        super().__init__(_("Search for commands"))
        self.commands = found
        self._narrow = False

    def compose_answer(self) -> ComposeResult:
        """Yield the line, the list, and room for a description."""
        yield TextLine()
        choices = ChoiceList(self._rows(""), ascii_only=self.services.ascii_only)
        choices.can_focus = False
        yield choices
        yield StatusLine(max_lines=ABOUT_LINES, id="about")

    def _rows(self, typed: str) -> list[Row]:
        """Return the matching commands, those matching by title first, then Back."""
        words = fold(typed).split()
        narrow = self._narrow = self.app.size.width < NARROW_WINDOW
        found = [
            (not all(word in fold(command.title) for word in words), number)
            for number, command in enumerate(self.commands)
            if all(word in fold(f"{command.title} {command.description}") for word in words)
        ]
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
        """Describe the first command."""
        self._explain()

    def on_resize(self, event: events.Resize) -> None:
        """Show or hide the descriptions in the rows."""
        if self._narrow != (self.app.size.width < NARROW_WINDOW):
            choices = self.query_one(ChoiceList)
            chosen = choices.row.id
            choices.rows = self._rows(self.query_one(TextLine).value)
            choices.select(chosen)
        self._explain()

    def _explain(self) -> None:
        """Describe the selected command, unless its row shows all of it."""
        choices = self.query_one(ChoiceList)
        row = choices.row
        description = "" if row.id == "back" else self.commands[int(row.id)].description
        seen = row.value == description and choices.fits(row)
        self.query_one(StatusLine).say("" if seen else description)

    def on_choice_list_selected(self, message: ChoiceList.Selected) -> None:
        """Describe the selected command."""
        self._explain()

    def action_go(self, step: int) -> None:
        """Select the next command in a direction."""
        self.query_one(ChoiceList).action_go(step)

    def on_input_changed(self, event: Input.Changed) -> None:
        """Show the commands that match the typed text."""
        choices = self.query_one(ChoiceList)
        choices.rows = self._rows(event.value)
        choices.selected = 0
        choices.refresh(layout=True)
        self._explain()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Run the selected command."""
        self._run(self.query_one(ChoiceList).row)

    def on_choice_list_activated(self, message: ChoiceList.Activated) -> None:
        """Run the clicked command."""
        self._run(message.row)

    def _run(self, row: Row) -> None:
        """Close the palette and return a command, or None for Back."""
        self.dismiss(None if row.id == "back" else self.commands[int(row.id)])
