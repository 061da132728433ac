"""Where settings and data live."""

from __future__ import annotations

import sys
from pathlib import Path

import platformdirs
import pytest

from p4tui import paths

linux_only = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the places of Linux")


@linux_only
def test_the_places_are_in_the_home(own_machine: Path) -> None:
    assert paths.settings_file() == own_machine / ".config" / "p4tui" / "settings.toml"
    assert paths.data_folder() == own_machine / ".local" / "share" / "p4tui"


@linux_only
def test_the_environment_is_honoured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "c"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "d"))
    assert paths.settings_file() == tmp_path / "c" / "p4tui" / "settings.toml"
    assert paths.data_folder() == tmp_path / "d" / "p4tui"


def test_asking_makes_no_folder(own_machine: Path) -> None:
    paths.settings_file()
    paths.data_folder()
    assert not list(own_machine.iterdir())


def test_a_place_that_depends_on_the_current_folder_is_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        platformdirs, "user_config_path", lambda *_args, **_options: Path("~/.config/p4tui")
    )
    monkeypatch.setattr(platformdirs, "user_data_path", lambda *_args, **_options: Path("data"))
    assert paths.settings_file() is None
    assert paths.data_folder() is None


@pytest.mark.parametrize("home", ["", "relative", "~"])
def test_a_strange_home_leads_to_an_absolute_place_or_to_none(
    home: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", home)
    for place in (paths.settings_file(), paths.data_folder()):
        assert place is None or place.is_absolute()
