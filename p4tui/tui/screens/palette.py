"""The command palette: every action that can be run now, found by typing part of its name or description.

Textual's own palette shows the selected command by colour alone, and needs glyphs two cells wide.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.widgets import Input, Static

from p4tui.actions.action import Action, key_name, keys_of
from p4tui.actions.everywhere import OPENING, PALETTE, QUIT
from p4tui.actions.lists import SEARCH
from p4tui.i18n import LANGUAGES, _, language
from p4tui.tui.bindings import bindings
from p4tui.tui.look.dialogs import PALETTE_WIDTH, command_lines, command_names, palette_top
from p4tui.tui.look.layout import ABOUT_LINES
from p4tui.tui.look.signs import signs_of
from p4tui.tui.look.themes import theme_name
from p4tui.tui.screens.base import P4Screen
from p4tui.tui.screens.dialogs import DialogScreen
from p4tui.tui.widgets.choice_list import Row
from p4tui.tui.widgets.command_list import CommandList
from p4tui.tui.widgets.key_bar import KeyHint
from p4tui.tui.widgets.status import StatusLine
from p4tui.tui.widgets.text_line import TextLine

if TYPE_CHECKING:
    from p4tui.tui.services import Services


class Command(NamedTuple):
    """An entry of the palette.

    Attributes:
        title: its name.
        description: what it does.
        run: does it.
        key: the name of its key, or empty.
        brief: its name in narrow windows, which leave descriptions out; empty for the same.
    """

    title: str
    description: str
    run: Callable[[], Any]
    key: str = ""
    brief: str = ""


def commands(services: Services, screen: P4Screen[Any]) -> Iterator[Command]:
    """Yield a command for every action of a screen that can be run now, then screens, languages and themes."""
    here = {action.run for action in screen.actions}
    others = [
        action
        for screen_id, action in OPENING.items()
        if action.run not in here and not services.navigation.is_open(screen_id)
    ]
    for action in (*screen.actions, *others):
        if action.id != PALETTE.id and screen.can_run(action):
            yield _command(services, screen, action)
    for code, name in LANGUAGES.items():
        if code != language():
            change = partial(services.change_language, code)
            yield Command(_("Language"), name, change, brief=name)
    for theme in services.preferences.settings.theme_names:
        if theme != services.theme:
            change = partial(services.change_theme, theme)
            yield Command(_("Theme"), theme_name(theme), change, brief=theme_name(theme))
    if QUIT.run not in here and screen.can_run(QUIT):
        yield _command(services, screen, QUIT)


def _command(services: Services, screen: P4Screen[Any], action: Action) -> Command:
    """Return the command for an action of a screen."""
    key = key_name(keys_of(action, services.preferences.settings.keymap))
    run = partial(_run_on, screen, action.run)
    return Command(_(action.label), _(action.description), run, key)


async def _run_on(screen: P4Screen[Any], action: str) -> None:
    """Run an action of a screen, unless another screen came over it while the command was being chosen."""
    top = screen.app.screen
    if screen.is_active:
        await screen.run_action(action)
    elif isinstance(top, P4Screen):
        top.say(_("Too late for this command"), alert=True)


def fold(text: str) -> str:
    """Return a text without accents and capitals."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


class PaletteScreen(DialogScreen):
    """A line to type in, and the commands that match it. It returns the chosen command, or None."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(SEARCH)
    WIDTH = PALETTE_WIDTH

    def __init__(self, found: Sequence[Command]) -> None:
        """Offer the commands of a screen."""
        super().__init__(_("Commands"))
        self.commands = found

    def compose_text(self) -> ComposeResult:
        """Yield the line to type in, and how many commands match."""
        with Horizontal(id="search"):
            yield Static(":", id="prompt")
            yield TextLine(placeholder=_("type to search"))
            yield Static(id="count")

    def compose_answer(self) -> ComposeResult:
        """Yield the list, and room for a description in a narrow window."""
        found = CommandList(self._rows(""), signs=signs_of(self.services.art))
        found.names = command_names(cell_len(command.title) for command in self.commands)
        found.can_focus = False
        yield found
        yield StatusLine(max_lines=ABOUT_LINES, id="about")
        self._set_height(found)

    def hints(self) -> list[KeyHint]:
        """Return the hints of the key bar."""
        arrows = "^v" if self.services.ascii_only else "▴▾"
        return [
            KeyHint(arrows, _("Choose"), "go(1)"),
            KeyHint(_("Enter"), _("Run"), "run"),
            KeyHint(_("Esc"), _("Close"), "dismiss(None)", pinned=True),
        ]

    @property
    def _list(self) -> CommandList:
        return self.query_one(CommandList)

    def _rows(self, typed: str) -> list[Row]:
        """Return the matching commands, those matching by title first."""
        words = fold(typed).split()
        found = [
            (not all(word in fold(command.title) for word in words), number)
            for number, command in enumerate(self.commands)
            if all(word in fold(f"{command.title} {command.description}") for word in words)
        ]
        return [
            Row(
                str(number),
                command.title,
                command.description,
                brief=command.brief,
                key=command.key,
            )
            for _described, number in sorted(found)
            for command in (self.commands[number],)
        ]

    def on_mount(self) -> None:
        """Describe the first command."""
        self._explain()

    def on_resize(self, event: events.Resize) -> None:
        """Fit the list to the window."""
        self._set_height(self._list)
        super().on_resize(event)
        self._explain()

    def _set_height(self, found: CommandList) -> None:
        width, height = self.app.size
        found.styles.height = command_lines(width, height, len(self.commands))

    @staticmethod
    def first_line(height: int) -> int:
        """Return the lines of a window above the palette."""
        return palette_top(height)

    def _explain(self) -> None:
        """Show how many commands match; in a narrow window describe the selected one."""
        rows = self._list.rows
        count = _("{number} of {total}").format(number=len(rows), total=len(self.commands))
        self.query_one("#count", Static).update(count)
        shown = not rows or self._list.shows_all(self._list.row)
        self.query_one("#about", StatusLine).say("" if shown else self._list.row.value)

    def on_choice_list_selected(self, message: CommandList.Selected) -> None:
        """Describe the selected command."""
        self._explain()

    def action_go(self, step: int) -> None:
        """Select the next command in a direction."""
        self._list.action_go(step)

    def on_input_changed(self, event: Input.Changed) -> None:
        """Show the commands that match the typed text."""
        self._list.rows = self._rows(event.value)
        self._list.selected = 0
        self._explain()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Run the selected command."""
        self.action_run()

    def action_run(self) -> None:
        """Close the palette and return the selected command; with no match, stay open."""
        if self._list.rows:
            self.dismiss(self.commands[int(self._list.row.id)])

    def on_choice_list_activated(self, message: CommandList.Activated) -> None:
        """Run the clicked command."""
        self.action_run()
