"""Terminals that may draw characters of ambiguous width in two cells: none of the signs on screen is one of them."""

from __future__ import annotations

from pathlib import Path
from unicodedata import east_asian_width

import pytest
from textual.pilot import Pilot

from p4tui.core.notation import parse_game
from p4tui.settings import Settings
from tests.tui.driving import (
    PEOPLE,
    RED_WINS,
    app_of,
    people,
    press,
    running,
    screen_text,
    settled,
)
from tests.tui.saving import match, running_on, save


@pytest.fixture(autouse=True)
def japanese(monkeypatch: pytest.MonkeyPatch) -> None:
    """A Japanese locale."""
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.delenv("LC_CTYPE", raising=False)
    monkeypatch.setenv("LANG", "ja_JP.UTF-8")


def ambiguous(pilot: Pilot[None]) -> set[str]:
    """Return the signs of ambiguous width on screen; letters of names are left as they are."""
    return {
        sign for sign in screen_text(pilot) if east_asian_width(sign) == "A" and not sign.isalpha()
    }


@pytest.mark.parametrize("size", [(40, 12), (80, 24), (120, 40)], ids=str)
async def test_every_sign_takes_one_cell(size: tuple[int, int], tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    save(path, [match(RED_WINS, "Alice" * 8, "Bob" * 12), match("4453", "Alice" * 8, "Bob" * 12)])
    settings = Settings(red_name="Alice" * 8)
    async with running_on(path, size=size, settings=settings) as pilot:
        await settled(pilot)
        assert app_of(pilot).art.glyphs == "neutral"
        found = {"menu": ambiguous(pilot)}
        for name, keys in (
            ("library", "l"),
            ("deletion", "d"),
            ("replay", ["escape", "end", "enter"]),
            ("palette", ":"),
        ):
            await press(pilot, keys)
            await settled(pilot)
            found[name] = ambiguous(pilot)
        await press(pilot, ["escape"])
        for screen in ("help", "settings", "statistics"):
            app_of(pilot).navigation.open(screen)
            await settled(pilot)
            found[screen] = ambiguous(pilot)
            await press(pilot, ["q"])
    assert not any(found.values()), found


@pytest.mark.parametrize("size", [(40, 12), (80, 24), (120, 40)], ids=str)
@pytest.mark.parametrize("moves", ["4453", RED_WINS])
async def test_every_sign_of_a_game_takes_one_cell(size: tuple[int, int], moves: str) -> None:
    setup = people("Alice" * 8, "Bob" * 12, game=parse_game(moves))
    async with running(setup, size=size, settings=PEOPLE) as pilot:
        await settled(pilot)
        assert not ambiguous(pilot)
        await press(pilot, "s")
        await settled(pilot)
        assert not ambiguous(pilot)
