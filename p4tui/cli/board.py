"""The options for the size of the board and the length of a line."""

from __future__ import annotations

import argparse

from p4tui.cli import values
from p4tui.cli.parser import UsageError
from p4tui.core.errors import GeometryError
from p4tui.core.geometry import Geometry
from p4tui.i18n import _
from p4tui.words.errors import error_sentence


def add_board_options(group: argparse._ActionsContainer) -> None:
    """Add the options for the size of the board and the length of a line; None if they are not given."""
    group.add_argument(
        "--size",
        metavar=_("CxR"),
        type=values.board_size,
        help=_("columns x rows, 4 to 32 each (default: 7x6)"),
    )
    group.add_argument(
        "--connect",
        metavar="N",
        type=values.connect,
        help=_("how many discs in line win, 3 to the longer side (default: 4)"),
    )


def board_of(arguments: argparse.Namespace) -> Geometry:
    """Return the board of the options.

    Raises:
        UsageError: there is no such board.
    """
    usual = Geometry()
    columns, rows = arguments.size or (usual.columns, usual.rows)
    try:
        return Geometry(columns, rows, arguments.connect or usual.connect)
    except GeometryError as error:
        raise UsageError(f"--connect: {error_sentence(error)}") from error
