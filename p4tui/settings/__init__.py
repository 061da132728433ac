"""The settings: read from a TOML file, checked key by key, saved without changing its other content."""

from p4tui.settings.faults import SettingsProblem
from p4tui.settings.loading import Settings, load
from p4tui.settings.saving import SettingsNotSavedError, save

__all__ = ["Settings", "SettingsNotSavedError", "SettingsProblem", "load", "save"]
