"""Themes, NO_COLOR and plain ASCII, after all filters."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest
from rich.color import ColorType
from rich.segment import Segment
from textual.pilot import Pilot
from textual.strip import Strip

from p4tui.core.geometry import Geometry
from p4tui.core.notation import parse_game
from p4tui.tui.app import P4App
from p4tui.tui.look import themes
from p4tui.tui.look.cells import RIM
from p4tui.tui.look.span import Ink, Line, Span
from p4tui.tui.screens.results import ResultsScreen
from p4tui.tui.text import ELLIPSIS
from p4tui.tui.widgets.line_widget import LineWidget
from p4tui.tui.widgets.status import StatusLine
from tests.tui.driving import (
    DRAWN,
    PEOPLE,
    RED_WINS,
    SLOW,
    STILL,
    app_of,
    click_row,
    computers,
    grid_of,
    people,
    press,
    region_lines,
    running,
    screen_text,
    settled,
    shown,
    strips,
)
from tests.tui.saving import match, running_on, save

HALF = "4434352536"
ASCII_ONLY = replace(STILL, ascii_only=True)
OTHER_STYLES = (
    "italic",
    "dim",
    "blink",
    "blink2",
    "conceal",
    "strike",
    "underline2",
    "frame",
    "encircle",
    "overline",
)


def segments(pilot: Pilot[None]) -> list[Segment]:
    return [segment for line in strips(pilot) for segment in line]


def assert_colourless(pilot: Pilot[None]) -> None:
    """Check that only resets, bold, reverse and underline are sent."""
    for segment in segments(pilot):
        style = segment.style
        assert style is not None
        for colour in (style.color, style.bgcolor):
            assert colour is None or colour.type is ColorType.DEFAULT, segment
        assert not any(getattr(style, name) for name in OTHER_STYLES), segment


async def test_with_no_color_a_whole_game_is_played_without_a_colour(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with running(settings=PEOPLE) as pilot:
        assert_colourless(pilot)
        await press(pilot, ["enter"])
        for key in RED_WINS:
            await press(pilot, key)
            assert_colourless(pilot)
        assert shown(pilot) is ResultsScreen
        await press(pilot, ["left"])
        assert_colourless(pilot)
        for key in ("?", "q", "colon", "escape", "n", "4", "h", "q"):
            await press(pilot, [key])
            assert_colourless(pilot)


@pytest.mark.parametrize("theme", themes.NAMES)
async def test_no_color_beats_every_theme(monkeypatch: pytest.MonkeyPatch, theme: str) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with running(people(game=parse_game(HALF)), options=replace(STILL, theme=theme)) as pilot:
        assert_colourless(pilot)
        await press(pilot, ["right"])
        assert_colourless(pilot)


@pytest.mark.parametrize("size", [(80, 24), (40, 12), (30, 12)], ids=str)
async def test_without_colours_the_players_and_the_marks_are_told_apart(
    monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with running(people(), size=size) as pilot:
        grid = grid_of(pilot)
        looks = set()
        for moves in ("", "1", "12"):
            position = parse_game(moves).position
            grid.position, grid.last, grid.live = position, None, False
            await pilot.pause()
            looks.add(_cell(pilot, max(len(moves) - 1, 0)))
        assert len(looks) == 3


def _cell(pilot: Pilot[None], column: int) -> tuple[tuple[str, bool, bool], ...]:
    """Return characters and styles of the bottom cell of a column."""
    grid = grid_of(pilot)
    cell, top = grid.cell, grid.region.y + grid.frame.top
    x = grid.region.x + RIM + column * cell.pixels
    found = []
    for y in range(top + cell.first_line(5), top + cell.first_line(6)):
        at = 0
        for segment in strips(pilot)[y]:
            for char in segment.text:
                if x <= at < x + cell.pixels:
                    style = segment.style
                    assert style is not None
                    found.append((char, bool(style.reverse), bool(style.bold)))
                at += 1
    return tuple(found)


async def test_an_empty_no_color_is_no_wish(monkeypatch: pytest.MonkeyPatch) -> None:
    from p4tui.tui.terminal.detection import drop_empty_no_colour

    environ = {"NO_COLOR": ""}
    drop_empty_no_colour(environ)
    assert environ == {}
    async with running(people()) as pilot:
        assert any(segment.style and segment.style.bgcolor for segment in segments(pilot))
        assert not pilot.app.has_class("-mono")


# Themes


def used(pilot: Pilot[None]) -> frozenset[str]:
    """Return the colours on the screen."""
    return frozenset(
        str(colour)
        for segment in segments(pilot)
        if segment.style
        for colour in (segment.style.color, segment.style.bgcolor)
    )


async def test_every_theme_is_shown_and_all_differ() -> None:
    seen = set()
    async with running(people(game=parse_game(HALF))) as pilot:
        for theme in themes.NAMES:
            app_of(pilot).change_theme(theme)
            await pilot.pause()
            seen.add(used(pilot))
            if theme == "ansi":
                assert not any("TRUECOLOR" in colour for colour in used(pilot))
    assert len(seen) == len(themes.NAMES)


@pytest.mark.parametrize("theme", [*themes.NAMES, "gruvbox", "ansi-light"])
async def test_an_app_may_start_in_any_theme(theme: str) -> None:
    async with running(options=replace(STILL, theme=theme)) as pilot:
        assert app_of(pilot).theme == theme
        await click_row(pilot, "theme")
        assert app_of(pilot).theme != theme


@pytest.mark.parametrize("colours", ["256", "truecolor"])
async def test_a_change_of_theme_repaints_every_screen(
    colours: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    if colours == "truecolor":
        monkeypatch.setenv("COLORTERM", "truecolor")
    save(tmp_path / "games", [match(RED_WINS), match(HALF)])
    async with running_on(tmp_path / "games") as pilot:
        await repaints(pilot)
        for screen in ("help", "settings", "statistics", "library"):
            app_of(pilot).navigation.open(screen)
            await settled(pilot)
            await repaints(pilot)
            await press(pilot, ["enter"] if screen == "library" else ["q"])
        await settled(pilot)
        await repaints(pilot)
    for moves, size in ((HALF, (80, 24)), (HALF, (120, 40)), (RED_WINS, (80, 24))):
        async with running(people(game=parse_game(moves)), size=size) as pilot:
            await press(pilot, ["h"])
            await settled(pilot)
            await repaints(pilot)
            await press(pilot, ["colon"])
            await repaints(pilot)
            await press(pilot, ["escape"])
            assert strips(pilot) == await painted_anew(pilot)


async def test_a_covered_screen_follows_a_change_of_theme_once_it_is_seen_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    painted: list[LineWidget] = []
    render_line = LineWidget.render_line

    def watched(widget: LineWidget, y: int) -> Strip:
        painted.append(widget)
        return render_line(widget, y)

    monkeypatch.setattr(LineWidget, "render_line", watched)
    async with running(people(game=parse_game(HALF))) as pilot:
        pictures = []
        for theme in ("paper", "night"):
            app_of(pilot).change_theme(theme)
            await pilot.pause()
            pictures.append(strips(pilot))
        game = pilot.app.screen
        app_of(pilot).navigation.open("settings")
        await pilot.pause()
        for theme, picture in zip(("paper", "night"), pictures, strict=True):
            painted.clear()
            app_of(pilot).change_theme(theme)
            await pilot.pause()
            assert painted
            assert game not in {widget.screen for widget in painted}
            await press(pilot, ["q"])
            assert strips(pilot) == picture
            app_of(pilot).navigation.open("settings")
            await pilot.pause()


async def repaints(pilot: Pilot[None]) -> None:
    """Check that each of some themes is on the whole screen at once."""
    for theme in ("paper", "gruvbox", "ansi", "night"):
        before = used(pilot)
        app_of(pilot).change_theme(theme)
        await pilot.pause()
        assert used(pilot) != before
        assert strips(pilot) == await painted_anew(pilot)


async def painted_anew(pilot: Pilot[None]) -> list[list[Segment]]:
    """Return the lines of the screen after every widget was painted again."""
    for widget in pilot.app.screen.query(LineWidget):
        widget.notify_style_update()
        widget.repaint_all()
    await pilot.pause()
    return strips(pilot)


async def test_a_change_of_theme_repaints_pictures_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def paint(widget: StatusLine, _width: int, _height: int) -> list[Line]:
        colours = cast("P4App", widget.app).palette
        return [[Span("disc", Ink(colours.red, colours.board))]]

    monkeypatch.setattr(StatusLine, "paint", paint)
    async with running(people()) as pilot:
        for theme in ("contrast", "gruvbox", "night"):
            app_of(pilot).change_theme(theme)
            await pilot.pause()
            (style,) = {each.style for each in segments(pilot) if each.text == "disc"}
            assert style is not None and style.color is not None
            assert style.color.triplet is not None
            assert style.color.triplet.hex == app_of(pilot).palette.red


async def test_another_art_is_shown_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLORTERM", "truecolor")
    async with running(people(game=parse_game(HALF)), size=(120, 40)) as pilot:
        shown_as = {}
        for kind in ("flat", "rich", "auto"):
            app_of(pilot).change_art(kind)
            await pilot.pause()
            assert app_of(pilot).art.kind == kind
            shown_as[kind] = strips(pilot)
        assert shown_as["flat"] != shown_as["rich"] == shown_as["auto"]


async def test_with_few_colours_dialogs_blend_none_either() -> None:
    async with running(settings=replace(PEOPLE, red_name="Ann")) as pilot:
        allowed = set(app_of(pilot).palette)
        for keys in (["?"], ["q", "colon"], ["u"], ["escape", "down", "down", "enter"]):
            await press(pilot, keys)
            for segment in segments(pilot):
                assert segment.style is not None
                for colour in (segment.style.color, segment.style.bgcolor):
                    assert (
                        colour is None or colour.triplet is None or colour.triplet.hex in allowed
                    ), segment


# ASCII


@pytest.mark.parametrize("size", [(80, 24), (40, 12), (30, 12), (200, 60)], ids=str)
async def test_ascii_draws_the_board_and_all_else_of_the_game_in_ascii(
    size: tuple[int, int],
) -> None:
    async with running(people(), options=ASCII_ONLY, size=size) as pilot:
        for keys in ("44", "53", "h", "2"):
            await press(pilot, keys)
            assert screen_text(pilot).replace("…", "").isascii()
        lines = "".join(region_lines(pilot, grid_of(pilot)))
        assert "X" in lines and "O" in lines


async def test_ascii_covers_menu_results_large_boards_and_questions() -> None:
    async with running(options=ASCII_ONLY, settings=PEOPLE) as pilot:
        await press(pilot, ["down"])
        text = screen_text(pilot).replace("Français", "")
        assert text.isascii(), text
    async with running(
        people(geometry=Geometry(32, 32)), options=ASCII_ONLY, size=(40, 16)
    ) as pilot:
        await press(pilot, ["right", "4", "q"])
        assert screen_text(pilot).replace("…", "").isascii()
    async with running(people(game=parse_game(RED_WINS)), options=ASCII_ONLY) as pilot:
        await pilot.pause()
        assert screen_text(pilot).replace("…", "").isascii()


@pytest.mark.parametrize("size", [(30, 12), (80, 24), (200, 60)], ids=str)
async def test_ascii_covers_every_screen(size: tuple[int, int], tmp_path: Path) -> None:
    save(
        tmp_path / "games", [match(RED_WINS, "Ann", "Ben"), match(HALF, "Ann", "Zoe"), match(DRAWN)]
    )
    settings = replace(PEOPLE, yellow_level="club", yellow_name="Bob", clock="5+3")
    async with running_on(
        tmp_path / "games", options=ASCII_ONLY, settings=settings, size=size
    ) as pilot:
        await keep_to_ascii(pilot, [*["down"] * 14, "colon", "down", "escape"])
        for screen in ("settings", "statistics", "library"):
            app_of(pilot).navigation.open(screen)
            await settled(pilot)
            await keep_to_ascii(pilot, [*["down"] * 4, "colon", "escape"])
        await keep_to_ascii(pilot, ["d", "escape", "enter", "left", "s", "d", "escape"])
    async with running(people(), options=ASCII_ONLY, settings=PEOPLE, size=size) as pilot:
        await keep_to_ascii(pilot, [*"112", "h", "s", "b", "end", "colon", "escape", "q", "escape"])
        await keep_to_ascii(pilot, [*"2121", "left", "colon", "escape", "question_mark"])
        await keep_to_ascii(pilot, ["pagedown"] * 8)
    wide = people(geometry=Geometry(32, 32))
    async with running(wide, options=replace(ASCII_ONLY, cursor="cell"), size=size) as pilot:
        await keep_to_ascii(pilot, ["right", "4", "up", "enter", "escape"])


async def keep_to_ascii(pilot: Pilot[None], keys: Iterable[str]) -> None:
    """Check that every sign on the screen is ASCII, now and after each key."""
    for key in ("", *keys):
        if key:
            await press(pilot, [key])
            await settled(pilot)
        text = screen_text(pilot).replace("Français", "").replace(ELLIPSIS, "")
        strange = {char for char in text if not char.isascii()}
        assert not strange, (key, text)


@pytest.mark.parametrize(("name", "value"), [("TERM", "linux")])
async def test_the_linux_console_gets_ascii_by_itself(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(name, value)
    async with running(computers(), settings=SLOW) as pilot:
        assert app_of(pilot).ascii_only
        assert grid_of(pilot).art.glyphs == "ascii"
