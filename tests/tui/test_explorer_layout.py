"""The explorer's layout: the board of a game, and a table that overlaps nothing."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from p4tui.tui.look.explorer_layout import with_table
from p4tui.tui.look.game_layout import game_layout


@given(
    st.integers(4, 32), st.integers(4, 32), st.integers(30, 220), st.integers(12, 70), st.booleans()
)
def test_the_board_stays_and_nothing_overlaps(
    columns: int, rows: int, width: int, height: int, lean: bool
) -> None:
    played = game_layout(columns, rows, width, height)
    found = with_table(played, columns, lean=lean)
    assert (found.window, found.board, found.message) == (
        played.window,
        played.board,
        played.message,
    )
    assert found.panel is None
    assert (found.match, found.red, found.yellow) == (None, None, None)
    assert (found.table is not None) == bool(played.moves or played.panel)
    places = [found.exact, found.moves, found.table, found.board, found.bar]
    for one, other in combinations(filter(None, places), 2):
        beside = one.right <= other.x or other.right <= one.x
        assert beside or one.bottom <= other.y or other.bottom <= one.y
    for place in filter(None, places):
        assert place.height > 0
