"""The command palette, with our actions and in our languages."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from textual.app import SystemCommand
from textual.command import CommandPalette
from textual.screen import Screen

from p4tui.i18n import LANGUAGES, _, language
from p4tui.tui.screens.base import P4Screen
from p4tui.tui.themes import NAMES

if TYPE_CHECKING:
    from p4tui.tui.app import P4App


class Palette(CommandPalette):
    """Textual's palette; a class of its own so that the style sheets can tell it."""


def entries(app: P4App, screen: Screen[Any]) -> Iterator[SystemCommand]:
    """A command for every action of a screen, then languages, themes and settings."""
    if isinstance(screen, P4Screen):
        for action in screen.ACTIONS:
            run = partial(screen.run_action, action.action)
            yield SystemCommand(_(action.label), _(action.description), run)
    yield SystemCommand(_("Settings"), _("Edit the settings"), app.action_settings)
    for code, name in LANGUAGES.items():
        if code != language():
            yield SystemCommand(name, _("Speak this language"), partial(app.speak, code))
    for theme, name in NAMES.items():
        if theme != app.theme:
            title = _("Theme: {name}").format(name=_(name))
            yield SystemCommand(title, _("Change the colours"), partial(app.change_theme, theme))
    yield SystemCommand(_("Quit"), _("Leave the program"), app.exit)
