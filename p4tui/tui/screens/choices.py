"""`ChoicesScreen`: a list of choices, with a line of text on the selected one."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from textual.app import ComposeResult

from p4tui.actions.widgets import DOWN, LEFT, RIGHT, UP
from p4tui.i18n import LANGUAGES, _, language
from p4tui.tui.look.signs import signs_of
from p4tui.tui.look.themes import theme_name
from p4tui.tui.screens.base import P4Screen
from p4tui.tui.widgets.choice_list import ChoiceList, Row
from p4tui.tui.widgets.key_bar import KeyBar, KeyHint, pair_hint
from p4tui.tui.widgets.status import StatusLine

Value = TypeVar("Value")


def next_of(values: Sequence[Value], now: Value, step: int) -> Value:
    """Return the next or previous value, cyclically."""
    index = values.index(now) if now in values else 0
    return values[(index + step) % len(values)]


@dataclass(frozen=True, slots=True)
class Choice:
    """A row of the list with its effects.

    Attributes:
        row: the row; `change` decides whether its value changes.
        change: takes 1 to choose the next value, -1 for the one before.
        activate: does what Enter does.
        explain: returns a sentence on the row, the longest form first; None for a title.
    """

    row: Row
    change: Callable[[int], object] | None = None
    activate: Callable[[], object] | None = None
    explain: Callable[[], Sequence[str]] | None = None


class ChoicesScreen(P4Screen[None]):
    """A list of choices. A new choice is one more item of `choices`."""

    @abstractmethod
    def choices(self) -> list[Choice]:
        """Return the choices as they are now."""

    def compose(self) -> ComposeResult:
        """Yield the list, the status line and the key bar."""
        yield ChoiceList(self._rows(), signs=signs_of(self.services.art), id="choices")
        yield StatusLine(id="status")
        yield KeyBar(self.hints, id="keys")

    def hints(self) -> list[KeyHint]:
        """Return the keys of the choices, then those of the screen."""
        return [*self.list_hints(), *super().hints()]

    def list_hints(self) -> list[KeyHint]:
        """Return the keys of the choices."""
        services = self.services
        keymap = services.preferences.settings.keymap
        up_down, left_right = ("", "") if services.ascii_only else ("▴▾", "◂▸")
        return [
            pair_hint((UP, DOWN), up_down, _("Choose"), "focused.go(1)", keymap),
            pair_hint((LEFT, RIGHT), left_right, _("Change"), "focused.change(1)", keymap),
        ]

    @property
    def choice_list(self) -> ChoiceList:
        """The list."""
        return self.query_one(ChoiceList)

    def begin(self, row: str) -> None:
        """Focus the list and select a row."""
        self.choice_list.select(row)
        self.set_focus(self.choice_list)
        self.explain()

    def show_choices(self) -> None:
        """Show the choices as they are now; the selected row stays selected."""
        row = self.choice_list.row.id
        self.choice_list.rows = self._rows()
        self.choice_list.select(row)
        self.explain()

    def refresh_words(self) -> None:
        """Show rows and status line in the current language."""
        self.show_choices()

    def explain(self) -> None:
        """Show a sentence on the selected row."""
        choice = self._choice(self.choice_list.row.id)
        forms = choice.explain() if choice and choice.explain else ("",)
        self.say(*(text[:1].upper() + text[1:] for text in forms))

    def language_choice(self) -> Choice:
        """Return the choice of the language."""

        def change(step: int) -> None:
            self.services.change_language(next_of(tuple(LANGUAGES), language(), step))

        return Choice(
            Row("language", _("Language"), LANGUAGES[language()]),
            change,
            explain=lambda: (_("The language of all screens"),),
        )

    def theme_choice(self) -> Choice:
        """Return the choice of the theme."""

        def change(step: int) -> None:
            names = self.services.preferences.settings.theme_names
            self.services.change_theme(next_of(names, self.services.theme, step))

        return Choice(
            Row("theme", _("Theme"), theme_name(self.services.theme)),
            change,
            explain=lambda: (_("The colours of all screens"),),
        )

    def _rows(self) -> Sequence[Row]:
        choices = self.choices()
        return [replace(choice.row, changes=choice.change is not None) for choice in choices]

    def _choice(self, row: str) -> Choice | None:
        return next((choice for choice in self.choices() if choice.row.id == row), None)

    def on_choice_list_selected(self, message: ChoiceList.Selected) -> None:
        """Show a sentence on the selected row."""
        self.explain()

    def on_choice_list_changed(self, message: ChoiceList.Changed) -> None:
        """Change the value of a row."""
        choice = self._choice(message.row.id)
        if choice is not None and choice.change is not None:
            choice.change(message.step)
            self.show_choices()

    def on_choice_list_activated(self, message: ChoiceList.Activated) -> None:
        """Run the action of a row."""
        choice = self._choice(message.row.id)
        if choice is not None and choice.activate is not None:
            choice.activate()
