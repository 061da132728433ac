"""What menu and settings have in common: a list of choices, and a line of text on the chosen one."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from textual.app import ComposeResult

from p4tui.i18n import LANGUAGES, _, language
from p4tui.tui.look.themes import NAMES
from p4tui.tui.screens.base import P4Screen
from p4tui.tui.widgets.choice_list import ChoiceList, Row
from p4tui.tui.widgets.key_bar import KeyBar
from p4tui.tui.widgets.status import StatusLine

Value = TypeVar("Value")


def next_of(values: Sequence[Value], now: Value, step: int) -> Value:
    """Return the value after (or before) another one, round and round."""
    index = values.index(now) if now in values else 0
    return values[(index + step) % len(values)]


@dataclass(frozen=True, slots=True)
class Choice:
    """A row of the list, and what can be done with it.

    Attributes:
        row: the row.
        change: chooses the next value (1) or the one before (-1); None if there is none to choose.
        activate: does what Enter does.
        explain: returns what is said of the row, the longest form first; None for what is said of most.
    """

    row: Row
    change: Callable[[int], object] | None = None
    activate: Callable[[], object] | None = None
    explain: Callable[[], Sequence[str]] | None = None


class ChoicesScreen(P4Screen[None]):
    """A list of choices. To add a choice is to add one to `choices`."""

    @abstractmethod
    def choices(self) -> list[Choice]:
        """Return the choices as they are now."""

    def compose(self) -> ComposeResult:
        """The list, a line on the chosen row, the keys."""
        yield ChoiceList(self._rows(), ascii_only=self.services.ascii_only, id="choices")
        yield StatusLine(id="status")
        yield KeyBar(self.hints, id="keys")

    @property
    def choice_list(self) -> ChoiceList:
        """Return the list."""
        return self.query_one(ChoiceList)

    def begin(self, row: str) -> None:
        """Give the list the focus, at a row."""
        self.choice_list.select(row)
        self.choice_list.focus()
        self.explain()

    def show_choices(self) -> None:
        """Show the choices as they are now; the chosen one stays chosen."""
        row = self.choice_list.row.id
        self.choice_list.rows = self._rows()
        self.choice_list.select(row)
        self.explain()

    def refresh_words(self) -> None:
        """Show rows and line in the language that is spoken now."""
        self.show_choices()

    def explain(self) -> None:
        """Say something on the chosen row."""
        choice = self._choice(self.choice_list.row.id)
        default = (_("Arrows choose and change, Enter goes on"),)
        forms = choice.explain() if choice and choice.explain else default
        self.say(*(text[0].upper() + text[1:] for text in forms))

    def language_choice(self) -> Choice:
        """Return the choice of the language."""

        def change(step: int) -> None:
            self.services.change_language(next_of(tuple(LANGUAGES), language(), step))

        return Choice(Row("language", _("Language"), LANGUAGES[language()]), change)

    def theme_choice(self) -> Choice:
        """Return the choice of the theme."""

        def change(step: int) -> None:
            self.services.change_theme(next_of(tuple(NAMES), self.services.theme, step))

        return Choice(Row("theme", _("Theme"), _(NAMES[self.services.theme])), change)

    def _rows(self) -> Sequence[Row]:
        choices = self.choices()
        return [replace(choice.row, changes=choice.change is not None) for choice in choices]

    def _choice(self, row: str) -> Choice | None:
        return next((choice for choice in self.choices() if choice.row.id == row), None)

    def on_choice_list_selected(self, message: ChoiceList.Selected) -> None:
        """Say something on the row that was chosen."""
        self.explain()

    def on_choice_list_changed(self, message: ChoiceList.Changed) -> None:
        """Choose another value."""
        choice = self._choice(message.row.id)
        if choice is not None and choice.change is not None:
            choice.change(message.step)
            self.show_choices()

    def on_choice_list_activated(self, message: ChoiceList.Activated) -> None:
        """Do what the row says."""
        choice = self._choice(message.row.id)
        if choice is not None and choice.activate is not None:
            choice.activate()
