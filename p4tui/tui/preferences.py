"""`Preferences`: the settings, and the options that override them for one run."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any

from p4tui import paths
from p4tui.options import Options
from p4tui.play.seats import HUMAN, text_of
from p4tui.play.setup import Setup
from p4tui.settings import Settings
from p4tui.settings.saver import SettingsSaver
from p4tui.tui.look import themes
from p4tui.tui.terminal.detection import over_ssh

_OPTIONS = {field.name for field in fields(Options)} & {field.name for field in fields(Settings)}
"""The settings that an option overrides."""


def _choices_of(setup: Setup) -> dict[str, object]:
    """Return the choices that describe a setup, by the names of the settings."""
    return {
        "red_name": setup.red.name,
        "red_level": text_of(setup.red),
        "yellow_name": setup.yellow.name,
        "yellow_level": text_of(setup.yellow),
        "columns": setup.geometry.columns,
        "rows": setup.geometry.rows,
        "connect": setup.geometry.connect,
        "first": setup.first,
        "clock": None if setup.control is None else str(setup.control),
    }


class Preferences:
    """The settings of a run. A changed one is saved, and no longer overridden by the command line.

    Attributes:
        settings: the permanent settings.
        options: the options of the command line that still apply.
        path: the settings file, or None without a home folder.
        saver: the thread that writes changed settings.
        shows_threats: whether boards mark threats; not saved.
        linked_name: the name last used in a game with another terminal, empty before the first; not saved.
    """

    def __init__(
        self,
        settings: Settings,
        options: Options,
        setup: Setup | None,
        failed: Callable[[Exception], object],
    ) -> None:
        """Start with the settings and options of the program's start.

        Args:
            settings: the permanent settings.
            options: the options of the command line.
            setup: the match that the command line describes, if any.
            failed: called in the saver's thread when settings are not saved.
        """
        self.settings = settings
        self.options = options
        self.path = paths.settings_file()
        self.saver = SettingsSaver(failed)
        self.shows_threats = False
        self.linked_name = ""
        self._overrides: dict[str, Any] = {} if setup is None else _choices_of(setup)

    @property
    def choices(self) -> Settings:
        """The choices of the menu: the settings, with the match of the command line.

        The names of the settings are those of people, and wait while a computer plays. Only the command line names computers.
        """
        chosen: dict[str, Any] = dict(self._overrides)
        for level, name in (("red_level", "red_name"), ("yellow_level", "yellow_name")):
            if level not in chosen and getattr(self.settings, level) != HUMAN:
                chosen[name] = ""
        return replace(self.settings, **chosen)

    @property
    def theme(self) -> str:
        """The name of the theme."""
        chosen = self.options.theme or self.settings.theme
        return chosen if chosen in self.settings.theme_names else themes.DEFAULT

    @property
    def cursor(self) -> str:
        """The target of the arrow keys: `column` or `cell`."""
        return self.options.cursor or self.settings.cursor

    @property
    def advice(self) -> str:
        """The kind of hints."""
        return self.options.advice or self.settings.advice

    @property
    def animated(self) -> bool:
        """Whether falling discs are shown: by option, by setting, else unless over SSH."""
        if self.options.animation is not None:
            return self.options.animation
        if self.settings.animation is not None:
            return self.settings.animation
        return not over_ssh(os.environ)

    def change(self, **changes: Any) -> None:
        """Change settings at once, and save those with a new value."""
        self._overrides = {
            name: value for name, value in self._overrides.items() if name not in changes
        }
        if "red_name" in changes:
            self.linked_name = ""
        overridden: Any = dict.fromkeys(_OPTIONS & changes.keys())
        self.options = replace(self.options, **overridden)
        new = {
            name: value for name, value in changes.items() if getattr(self.settings, name) != value
        }
        self.settings = replace(self.settings, **new)
        if self.path is not None:
            self.saver.save(new, self.path)
