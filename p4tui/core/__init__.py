"""The rules of the game. Standard library only; no input, no output."""

from p4tui.core.colour import Colour, colour_of
from p4tui.core.errors import (
    BoardError,
    BoardErrorKind,
    ColumnFullError,
    GameOverError,
    GeometryError,
    IllegalMoveError,
    NoSuchColumnError,
    NotationError,
    NothingToRedoError,
    NothingToUndoError,
    NotYourTurnError,
    P4Error,
)
from p4tui.core.game import Game
from p4tui.core.geometry import Cell, Geometry
from p4tui.core.position import Outcome, Position, Side, Termination

__all__ = [
    "BoardError",
    "BoardErrorKind",
    "Cell",
    "Colour",
    "ColumnFullError",
    "Game",
    "GameOverError",
    "Geometry",
    "GeometryError",
    "IllegalMoveError",
    "NoSuchColumnError",
    "NotYourTurnError",
    "NotationError",
    "NothingToRedoError",
    "NothingToUndoError",
    "Outcome",
    "P4Error",
    "Position",
    "Side",
    "Termination",
    "colour_of",
]
