"""What the first picture costs beyond what it needs, counted; `test_budgets.py` measures the time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import pytest
from textual.css.stylesheet import Stylesheet
from textual.dom import DOMNode

from p4tui.options import Options
from p4tui.tui.look.themes import NAMES
from tests.tui.driving import app_of, running


@pytest.mark.parametrize("theme", NAMES)
async def test_styles_are_read_and_looked_up_once(
    theme: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    counts: Counter[str] = Counter()
    reparse, update_nodes = Stylesheet.reparse, Stylesheet.update_nodes

    def counting_reparse(self: Stylesheet) -> None:
        counts["parsed anew"] += 1
        reparse(self)

    def counting_update(self: Stylesheet, nodes: Iterable[DOMNode], animate: bool = False) -> None:
        found = list(nodes)
        counts["all widgets looked up"] += len(found) > 1
        update_nodes(self, found, animate)

    monkeypatch.setattr(Stylesheet, "reparse", counting_reparse)
    monkeypatch.setattr(Stylesheet, "update_nodes", counting_update)
    async with running(options=Options(theme=theme)) as play:
        assert play.app.theme == theme
        assert play.app.stylesheet._variables["p4-red"] == app_of(play).palette.red
        assert play.app.native_ansi_color is (theme == "ansi")
        assert counts == {"all widgets looked up": 1}
