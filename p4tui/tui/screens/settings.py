"""The settings that last: a list like the menu's."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType

from p4tui.i18n import LANGUAGES, _, language
from p4tui.settings.rules import ADVICE_KINDS, SPEEDS
from p4tui.tui.actions import PAGE, bindings
from p4tui.tui.look.themes import NAMES
from p4tui.tui.screens.base import P4Screen
from p4tui.tui.screens.menu import next_of
from p4tui.tui.widgets.choice_list import ChoiceList, Row
from p4tui.tui.widgets.key_bar import KeyBar
from p4tui.tui.widgets.status import StatusLine
from p4tui.words.advice import advice_kind_name
from p4tui.words.text import printable

ANIMATIONS = (None, True, False)
"""By itself (off over SSH), always, never."""


class SettingsScreen(P4Screen[None]):
    """Edits the settings; every change is saved at once."""

    ACTIONS = PAGE
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(PAGE)]

    def compose(self) -> ComposeResult:
        """The list, a line on the chosen row, the keys."""
        yield ChoiceList(self._rows(), ascii_only=self.p4app.ascii_only, id="choices")
        yield StatusLine(id="status")
        yield KeyBar(self.hints, id="keys")

    def on_mount(self) -> None:
        """Begin at the first row."""
        choices = self.query_one(ChoiceList)
        choices.select("language")
        choices.focus()
        self._explain()

    def refresh_words(self) -> None:
        """The rows and the line in the language that is spoken now."""
        self.query_one(ChoiceList).rows = self._rows()
        self._explain()

    def _rows(self) -> list[Row]:
        """The settings as they are."""
        now = self.p4app.settings
        on_off = {True: _("on"), False: _("off")}
        cursor = _("a column") if now.cursor == "column" else _("a cell")
        animation = _("automatic") if now.animation is None else on_off[now.animation]
        return [
            Row("title", _("Settings"), heading=True),
            Row("language", _("Language"), LANGUAGES[language()], changes=True),
            Row("theme", _("Theme"), _(NAMES[self.p4app.theme]), changes=True),
            Row("cursor", _("Arrows choose"), cursor, changes=True),
            Row("advice", _("Hints"), advice_kind_name(self.p4app.advice), changes=True),
            Row("animation", _("Falling discs"), animation, changes=True, brief=_("Falling")),
            Row("confirm", _("Ask before leaving"), on_off[now.confirm], changes=True),
            Row(
                "speed",
                _("Between computers' moves"),
                f"{now.speed:g} s",
                changes=True,
                brief=_("Between moves"),
            ),
            Row("keys", _("Keys"), _("in the settings file"), brief_value=_("in a file")),
            Row("back", _("Back")),
        ]

    def _explain(self) -> None:
        """A sentence on the chosen row."""
        row = self.query_one(ChoiceList).row.id
        if row == "keys":
            self.say(*self._file_forms())
            return
        text = {
            "cursor": _("Two arrows choose a column, or four a cell"),
            "advice": _("What a hint goes by"),
            "animation": _("Automatic: off over SSH"),
            "confirm": _("Whether leaving a game in progress asks first"),
            "speed": _("Seconds between the moves when two computers play"),
        }.get(row, _("Arrows choose and change, Enter goes on"))
        self.say(text)

    def _file_forms(self) -> list[str]:
        """Where the settings file is, all of its name, or its end."""
        path = self.p4app.settings_path
        if path is None:
            return [_("This machine has no place for settings")]
        return [printable(str(path)), printable(f".../{path.parent.name}/{path.name}")]

    def on_choice_list_changed(self, message: ChoiceList.Changed) -> None:
        """Another value for a setting."""
        app, now, step = self.p4app, self.p4app.settings, message.step
        row = message.row.id
        if row == "language":
            app.speak(next_of(tuple(LANGUAGES), language(), step))
        elif row == "theme":
            app.change_theme(next_of(tuple(NAMES), app.theme, step))
        elif row == "cursor":
            app.change_cursor("cell" if now.cursor == "column" else "column")
        elif row == "advice":
            app.change_advice(next_of(ADVICE_KINDS, app.advice, step))
        elif row == "animation":
            app.change_animation(next_of(ANIMATIONS, now.animation, step))
        elif row == "confirm":
            app.change_settings(confirm=not now.confirm)
        else:
            app.change_settings(speed=next_of(SPEEDS, now.speed, step))
        self.refresh_words()

    def on_choice_list_selected(self, message: ChoiceList.Selected) -> None:
        """Say what the row is about."""
        self._explain()

    def on_choice_list_activated(self, message: ChoiceList.Activated) -> None:
        """The row that leads back."""
        if message.row.id == "back":
            self.action_back()

    def action_back(self) -> None:
        """Back to the screen before."""
        self.dismiss(None)
