"""The settings, in cards."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import BindingType

from p4tui.actions.lists import PAGE
from p4tui.actions.presets import PRESETS
from p4tui.i18n import N_, _
from p4tui.settings.rules import ADVICE_KINDS, ART_KINDS, SPEEDS
from p4tui.tui.bindings import bindings
from p4tui.tui.screens.choice_page import ChoicePage
from p4tui.tui.screens.choices import Choice, next_of
from p4tui.tui.widgets.choice_list import Row
from p4tui.words.advice import advice_kind_name
from p4tui.words.text import printable
from p4tui.words.time import short_seconds

ANIMATIONS = (None, True, False)
"""Automatic (off over SSH), always, never."""
CURSORS = {
    "column": (
        N_("Left and Right choose a column, Space drops the disc there"),
        N_("Left and Right choose a column"),
    ),
    "cell": (
        N_("The arrows choose a cell, Space plays it if the disc can land there"),
        N_("The arrows choose a cell"),
    ),
}
"""The targets of the arrow keys, with sentences on them, to be translated; the longest first."""
HINTS = {
    "exact": (N_("Hints name the proven best column"), N_("The proven best column")),
    "longest": (
        N_("Hints name the column that makes your longest line"),
        N_("The column of your longest line"),
    ),
    "random": (N_("Hints name any free column, at random"), N_("Any free column")),
}
"""The kinds of hints, with sentences on them, to be translated; the longest first."""


class SettingsScreen(ChoicePage):
    """The settings; every change is saved at once."""

    ACTIONS = PAGE
    BINDINGS: ClassVar[list[BindingType]] = bindings(PAGE)
    FIRST_ROW = "language"

    def heading(self) -> tuple[str, str]:
        """Return the name of the screen, and what becomes of a change."""
        return _("Settings"), _("every change is saved at once")

    def choices(self) -> list[Choice]:
        """Return the settings as they are, in cards."""
        cards = {
            _("Look"): [
                self.language_choice(),
                self.theme_choice(),
                self._art_choice(),
                self._animation_choice(),
            ],
            _("Play"): self._game_choices(),
            _("Keys and bell"): [self._keys_choice(), self._bell_choice()],
        }
        rows: list[Choice] = []
        for title, card in cards.items():
            gap = [Choice(Row("", "", heading=True))] if rows else []
            rows += [*gap, Choice(Row("", title, heading=True)), *card]
        return rows

    def _art_choice(self) -> Choice:
        """Return the choice of the drawing of discs."""
        names = {"auto": _("automatic"), "flat": _("flat"), "rich": _("rich")}
        now = self.services.preferences.settings.art
        return Choice(
            Row("art", _("Discs"), names[now]),
            lambda step: self.services.change_art(next_of(ART_KINDS, now, step)),
            explain=lambda: (
                _("Automatic: flat over SSH and with few colours"),
                _("Automatic: flat over SSH"),
            ),
        )

    def _game_choices(self) -> list[Choice]:
        """Return the settings of the game screen."""
        preferences = self.services.preferences
        now, change = preferences.settings, preferences.change
        on_off = {True: _("on"), False: _("off")}
        cursor = _("a column") if now.cursor == "column" else _("a cell")
        pause = _("Between computers' moves")
        return [
            Choice(
                Row("cursor", _("Arrows choose"), cursor),
                lambda step: change(cursor=next_of(tuple(CURSORS), now.cursor, step)),
                explain=lambda: [_(form) for form in CURSORS[now.cursor]],
            ),
            Choice(
                Row("advice", _("Hints"), advice_kind_name(preferences.advice)),
                lambda step: change(advice=next_of(ADVICE_KINDS, preferences.advice, step)),
                explain=lambda: [_(form) for form in HINTS[preferences.advice]],
            ),
            Choice(
                Row("confirm", _("Ask before leaving"), on_off[now.confirm]),
                lambda _step: change(confirm=not now.confirm),
                explain=lambda: (
                    _("Ask before leaving a game in progress"),
                    _("Ask before leaving"),
                ),
            ),
            Choice(
                Row("speed", pause, short_seconds(now.speed), brief=_("Between moves")),
                lambda step: change(speed=next_of(SPEEDS, now.speed, step)),
                explain=lambda: (
                    _("Seconds between the moves when two computers play"),
                    _("Seconds between two moves"),
                ),
            ),
        ]

    def _animation_choice(self) -> Choice:
        """Return the setting of falling discs."""
        preferences = self.services.preferences
        now = preferences.settings.animation
        names = {True: _("on"), False: _("off"), None: _("automatic")}
        return Choice(
            Row("animation", _("Falling discs"), names[now], brief=_("Falling")),
            lambda step: preferences.change(animation=next_of(ANIMATIONS, now, step)),
            explain=lambda: (_("Automatic: off over SSH"),),
        )

    def _keys_choice(self) -> Choice:
        """Return the choice of the set of keys."""
        preset = self.services.preferences.settings.preset
        names = {"usual": _("usual"), "vim": _("vim (h j k l)")}
        return Choice(
            Row("keys", _("Keys"), names[preset]),
            lambda step: self.services.change_keys(next_of(tuple(PRESETS), preset, step)),
            explain=self._file_forms,
        )

    def _bell_choice(self) -> Choice:
        """Return the setting of the bell."""
        bell = self.services.preferences.settings.bell
        return Choice(
            Row("bell", _("Bell"), _("on") if bell else _("off")),
            lambda _step: self.services.attention.change(not bell),
            explain=lambda: (
                _("A bell on your turn and at the end, while you look at another window"),
                _("On your turn, in another window"),
            ),
        )

    def _file_forms(self) -> list[str]:
        """Return the path of the settings file, whole and shortened."""
        path = self.services.preferences.path
        if path is None:
            return [_("This machine has no folder for settings")]
        return [printable(str(path)), printable(f".../{path.parent.name}/{path.name}")]
