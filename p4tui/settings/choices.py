"""The choices of the menu as a setup, and a setup as choices."""

from __future__ import annotations

from p4tui.core.geometry import Geometry
from p4tui.play.seats import level_of, seat_of
from p4tui.play.setup import Setup, parse_control
from p4tui.settings.loading import Settings


def setup_of(settings: Settings) -> Setup:
    """Return the setup that the choices in the settings describe."""
    return Setup(
        seat_of(settings.red_level, settings.red_name),
        seat_of(settings.yellow_level, settings.yellow_name),
        Geometry(settings.columns, settings.rows, settings.connect),
        settings.first,
        control=parse_control(settings.clock),
    )


def choices_of(setup: Setup) -> dict[str, object]:
    """Return the choices that describe a setup, by the names of the settings."""
    return {
        "red_name": setup.red.name,
        "red_level": level_of(setup.red),
        "yellow_name": setup.yellow.name,
        "yellow_level": level_of(setup.yellow),
        "columns": setup.geometry.columns,
        "rows": setup.geometry.rows,
        "connect": setup.geometry.connect,
        "first": setup.first,
        "clock": None if setup.control is None else str(setup.control),
    }
