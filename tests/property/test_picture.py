"""After any updates the terminal shows the same as one that is sent everything."""

from __future__ import annotations

import pyte
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich._palettes import EIGHT_BIT_PALETTE
from rich.cells import cell_len
from rich.color import Color, ColorSystem
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual._compositor import ChopsUpdate, LayoutUpdate
from textual.geometry import Region, Size
from textual.strip import Strip

from p4tui.tui.terminal.compositor import (
    MAX_GAP,
    SMALL_SPAN,
    DiffUpdate,
    Picture,
    RunWriter,
    cells_of,
)
from p4tui.tui.terminal.style_change import sgr_parameters

WIDTH, HEIGHT = 12, 3
CONSOLE = Console(force_terminal=True, color_system="truecolor", width=WIDTH)
STYLES = [
    Style(),
    Style(bold=True),
    Style(color="#ff0000"),
    Style(color="#ff0000", bgcolor="#000040"),
    Style(color="#000040", bgcolor="#ff0000"),
    Style(bgcolor="#000040", underline=True),
    Style(reverse=True),
    Style(color="#00ff00", bgcolor="#000040"),
    Style(color="#00ff00", bgcolor="#000040", reverse=True),
    Style(color="color(5)", bgcolor="color(7)", bold=True),
    Style(color="color(7)", bgcolor="color(99)", bold=True, reverse=True),
    Style(color="color(1)", bgcolor="default"),
]
CHARACTERS = ["a", "b", " ", "é", "●", "世", "界", "e\u0301"]

Line = list[tuple[str, Style]]


def width_of(text: str) -> int:
    return 2 if text in "世界" else 1


@st.composite
def lines(draw: st.DrawFn) -> Line:
    found: Line = []
    left = WIDTH
    while left:
        text = draw(st.sampled_from(CHARACTERS))
        if width_of(text) <= left:
            found.append((text, draw(st.sampled_from(STYLES))))
            left -= width_of(text)
    return found


screens = st.lists(lines(), min_size=HEIGHT, max_size=HEIGHT)


def strip_of(line: Line) -> Strip:
    return Strip([Segment(text, style) for text, style in line], WIDTH)


def seen(cell: pyte.screens.Char) -> pyte.screens.Char:
    if cell.reverse and is_number(cell.fg) and (is_number(cell.bg) or cell.data == " "):
        cell = cell._replace(fg=cell.bg, bg=cell.fg, reverse=False)
    if cell.data != " " or cell.underscore or cell.reverse:
        return cell
    return cell._replace(fg="default", bold=False)


def is_number(colour: str) -> bool:
    """Return whether a colour is one of xterm's 256 or a 24-bit one, which pyte has as six hexadecimal digits."""
    return len(colour) == 6 and set(colour) <= set("0123456789abcdef")


class Terminal:
    """An emulated terminal."""

    def __init__(self) -> None:
        self.screen = pyte.Screen(WIDTH, HEIGHT)
        self.stream = pyte.Stream(self.screen)
        self.screen.reset_mode(pyte.modes.DECAWM)

    def shown(self) -> list[list[object]]:
        """Return the cells as they are seen: a blank has no letters."""
        return [[seen(self.screen.buffer[y][x]) for x in range(WIDTH)] for y in range(HEIGHT)]


def everything(wanted: list[Line]) -> list[list[object]]:
    """Return what a new terminal shows of a whole picture as rich writes it."""
    terminal = Terminal()
    for y, line in enumerate(wanted, 1):
        terminal.stream.feed(f"\x1b[{y};1H{strip_of(line).render(CONSOLE)}")
    return terminal.shown()


def full(wanted: list[Line]) -> LayoutUpdate:
    return LayoutUpdate([[strip_of(line)] for line in wanted], Region(0, 0, WIDTH, HEIGHT))


def partial(wanted: list[Line], *lines: int) -> ChopsUpdate:
    chops = [{0: strip_of(line)} for line in wanted]
    return ChopsUpdate(chops, [(y, 0, WIDTH) for y in lines], [[WIDTH]] * HEIGHT)


@given(st.lists(st.tuples(screens, st.booleans()), min_size=1, max_size=5))
def test_the_terminal_shows_what_was_drawn_last(pictures: list[tuple[list[Line], bool]]) -> None:
    terminal, picture = Terminal(), Picture()
    wanted: list[Line] = []
    for new, whole in pictures:
        if whole or not wanted:
            wanted = new
            updates: list[LayoutUpdate | ChopsUpdate] = [full(wanted)]
        else:
            updates = []
            for y in (0, 2):
                wanted = [new[y] if line == y else wanted[line] for line in range(HEIGHT)]
                updates.append(partial(wanted, y))
        for update in updates:
            terminal.stream.feed(DiffUpdate(update, picture).render_segments(CONSOLE))
        assert terminal.shown() == everything(wanted)


@given(screens)
def test_unchanged_cells_are_not_sent(wanted: list[Line]) -> None:
    picture = Picture()
    DiffUpdate(full(wanted), picture).render_segments(CONSOLE)
    assert DiffUpdate(full(wanted), picture).render_segments(CONSOLE) == ""
    assert DiffUpdate(partial(wanted, 1), picture).render_segments(CONSOLE) == ""


@given(screens)
def test_an_invalid_picture_is_sent_whole(wanted: list[Line]) -> None:
    picture = Picture()
    first = DiffUpdate(full(wanted), picture).render_segments(CONSOLE)
    picture.invalidate()
    assert DiffUpdate(full(wanted), picture).render_segments(CONSOLE) == first


def text_line(text: str, style: Style = STYLES[0]) -> Line:
    return [(character, style) for character in text.ljust(WIDTH)]


@pytest.mark.parametrize(
    ("before", "after", "sent"),
    [
        ("hello world", "hexxo world", "\x1b[1;3Hxx"),
        # A gap that is cheaper than a movement of the cursor is sent again.
        ("a----b", "x----y", "\x1b[1;1Hx----y"),
        ("a-----b", "x-----y", "\x1b[1;1Hx\x1b[5Cy"),
        ("世界", "世人", "\x1b[1;3H人"),
        ("ab", "世", "\x1b[1;1H世"),
    ],
)
def test_a_change_is_sent_from_its_first_to_its_last_character(
    before: str, after: str, sent: str
) -> None:
    picture = Picture()
    blank = text_line("")
    wide = {"世界": 2, "世人": 2, "世": 1}

    def line(text: str) -> Line:
        return text_line(text)[: WIDTH - wide.get(text, 0)]

    DiffUpdate(full([line(before), blank, blank]), picture).render_segments(CONSOLE)
    update = DiffUpdate(full([line(after), blank, blank]), picture)
    assert update.render_segments(CONSOLE) == sent


@pytest.mark.parametrize(
    ("changes", "small"),
    [
        ((), True),
        (((1, 2, 2 + SMALL_SPAN),), True),
        (((1, 2, 3 + SMALL_SPAN),), False),
        (((1, 0, 1), (1, 7, SMALL_SPAN)), True),
        (((0, 2, 3), (1, 2, 3)), False),
    ],
)
@pytest.mark.parametrize("whole", [True, False])
def test_an_update_is_small_if_all_that_changed_is_within_a_few_cells_of_a_line(
    changes: tuple[tuple[int, int, int], ...], small: bool, whole: bool
) -> None:
    picture = Picture()
    before = [text_line("") for _ in range(HEIGHT)]
    DiffUpdate(full(before), picture).render_segments(CONSOLE)
    after = [list(line) for line in before]
    for y, start, end in changes:
        after[y][start:end] = [("x", STYLES[0])] * (end - start)
    update = DiffUpdate(full(after) if whole else partial(after, 0, 1), picture)
    update.render_segments(CONSOLE)
    assert update.is_small is small


def test_a_gap_of_another_style_is_passed_over() -> None:
    picture = Picture()
    blank = text_line("")
    bold = [("-", STYLES[1])]

    def line(one: str, other: str) -> Line:
        return [(one, STYLES[0]), *(bold * 3), (other, STYLES[0]), *blank][:WIDTH]

    DiffUpdate(full([line("a", "b"), blank, blank]), picture).render_segments(CONSOLE)
    update = DiffUpdate(full([line("x", "y"), blank, blank]), picture)
    assert update.render_segments(CONSOLE) == "\x1b[1;1Hx\x1b[3Cy"
    assert MAX_GAP >= 3


def test_a_short_gap_in_the_style_before_it_is_sent_again() -> None:
    picture = Picture()
    blank = text_line("")

    def line(one: str, other: str) -> Line:
        return [(one, STYLES[0]), ("-", STYLES[0]), (other, STYLES[1]), *blank][:WIDTH]

    DiffUpdate(full([line("a", "b"), blank, blank]), picture).render_segments(CONSOLE)
    update = DiffUpdate(full([line("x", "y"), blank, blank]), picture)
    assert update.render_segments(CONSOLE) == "\x1b[1;1Hx-\x1b[1my\x1b[0m"


def test_a_style_is_set_where_it_changes_and_ends_with_the_update() -> None:
    writer = RunWriter()
    cells = cells_of([Segment("ab", STYLES[1]), Segment("c", STYLES[0])], None)
    assert [text for text, _style in cells] == ["a", "b", "c"]
    writer.write(0, 0, [("a", "1"), ("b", "1"), ("c", "31")])
    writer.write(0, 3, [("d", "31")])
    assert writer.finish() == "\x1b[1;1H\x1b[1mab\x1b[0;31mcd\x1b[0m"


@pytest.mark.parametrize(
    ("before", "after", "sent"),
    [
        ("38;5;1;48;5;2", "38;5;3;48;5;2", "38;5;3"),
        ("38;5;1;48;5;2", "38;5;1;48;2;0;0;5", "48;2;0;0;5"),
        ("38;2;1;2;3;48;5;2", "7;38;2;1;2;3;48;5;2", "7"),
        ("38;5;1;48;5;7", "7;38;5;1;48;5;7", "7"),
        ("31;40", "92;107", "92;107"),
        ("39;49", "1;39;49", "1"),
        ("", "1;31", "1;31"),
        ("7;31;40", "31;40", "27"),
        # A line of a disc, and the next one.
        ("38;5;203;48;5;19", "38;5;19;48;5;203", "7"),
        ("38;5;203;48;5;19", "38;5;20;48;5;203", "7;48;5;20"),
        ("31;40", "30;41", "30;41"),
        ("1;4;38;5;1;48;5;2", "38;5;1;48;5;2", "22;24"),
        ("1;2;31", "2;31", "0;2;31"),
        ("1;4", "4", "0;4"),
        ("31;40", "31", "49"),
        ("31;40", "1;40", "1;39"),
        ("1", "4", "0;4"),
        ("1;31", "", "0"),
    ],
)
def test_of_a_style_only_what_is_new_is_sent_unless_something_has_to_end(
    before: str, after: str, sent: str
) -> None:
    writer = RunWriter()
    writer.write(0, 0, [("a", before), ("b", after)])
    assert writer.finish().partition("a")[2] == f"\x1b[{sent}mb" + "\x1b[0m" * bool(after)


def test_a_screen_of_another_size_is_sent_whole() -> None:
    picture = Picture()
    picture.resize(Size(4, 1))
    assert list(picture.update(0, 0, [("a", "")] * 4)) == [(0, [("a", "")] * 4)]
    picture.resize(Size(5, 1))
    assert list(picture.update(0, 0, [("a", "")] * 5)) == [(0, [("a", "")] * 5)]
    # Lines below the picture are unknown, and sent as they are.
    assert list(picture.update(1, 0, [("a", "")])) == [(0, [("a", "")])]


def test_a_change_over_two_widgets_is_sent_as_one_and_what_is_hidden_is_not() -> None:
    picture = Picture()
    blank = text_line("")
    DiffUpdate(full([blank, blank, blank]), picture).render_segments(CONSOLE)
    plain = STYLES[0]
    chops: list[dict[int, Strip | None]] = [
        {0: Strip([Segment("hello", plain)]), 5: Strip([Segment("world", plain)]), 10: None},
        {0: Strip([Segment("below", plain)])},
    ]
    update = ChopsUpdate(chops, [(0, 3, 12), (1, 0, 2)], [[5, 10, 12], [5]])
    sent = DiffUpdate(update, picture).render_segments(CONSOLE)
    assert sent == "\x1b[1;4Hloworld\x1b[2;1Hbe"


def test_a_run_after_the_second_cell_of_a_character_is_at_its_place() -> None:
    terminal, picture = Terminal(), Picture()
    plain, bold = STYLES[0], STYLES[1]
    blank = text_line("")
    before: list[Line] = [[("世", plain), ("a", plain), *blank[3:]], blank, blank]
    after: list[Line] = [[("界", plain), ("b", bold), *blank[3:]], blank, blank]
    for wanted in (before, after):
        terminal.stream.feed(DiffUpdate(full(wanted), picture).render_segments(CONSOLE))
    assert terminal.shown() == everything(after)


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        # A joined emoji is one character, two cells wide, as rich lays it out.
        ("👩\u200d🚀x", ["👩\u200d🚀", "", "x"]),
        ("❤\ufe0fx", ["❤\ufe0f", "", "x"]),
        ("x\ufe0fy", ["x\ufe0f", "y"]),
        ("e\u0301\u0302x", ["e\u0301\u0302", "x"]),
        # An accent without a letter is in no cell.
        ("\u0301x", ["x"]),
        ("世\u0301x", ["世\u0301", "", "x"]),
    ],
)
def test_cells_are_as_many_as_rich_counts(text: str, cells: list[str]) -> None:
    assert [cell for cell, _style in cells_of([Segment(text)], None)] == cells
    assert len(cells) == cell_len(text)


@given(st.text(st.sampled_from("a世🚀👩❤1\u0301\u200d\ufe0f\u20e3é"), max_size=12))
def test_text_of_any_kind_has_as_many_cells_as_rich_counts(text: str) -> None:
    assert len(cells_of([Segment(text)], None)) == cell_len(text)


@pytest.mark.parametrize("text", ["👩\u200d🚀", "🚀", "❤\ufe0f"])
def test_what_follows_a_character_of_uncertain_width_is_put_where_it_belongs(text: str) -> None:
    picture = Picture()
    blank = text_line("")
    line: Line = [(text, STYLES[0]), *text_line("name")[:10]]
    sent = DiffUpdate(full([line, blank, blank]), picture).render_segments(CONSOLE)
    # Some terminals draw the heart in one cell and leave the other as it is.
    before = "  \x1b[1;1H" if text == "❤\ufe0f" else ""
    assert sent.startswith(f"\x1b[1;1H{before}{text}\x1b[1;3Hname")


def test_the_cells_that_the_parts_of_an_emoji_may_take_are_sent_after_it() -> None:
    """A terminal that joins nothing draws two emoji, in four cells."""
    picture = Picture()
    blank = text_line("")
    before: Line = [("nn", STYLES[0]), *text_line("xyz")[: WIDTH - 2]]
    after: Line = [("👩\u200d🚀", STYLES[0]), *text_line("xyz")[: WIDTH - 2]]
    DiffUpdate(full([before, blank, blank]), picture).render_segments(CONSOLE)
    sent = DiffUpdate(full([after, blank, blank]), picture).render_segments(CONSOLE)
    assert sent == "\x1b[1;1H👩\u200d🚀\x1b[1;3Hxy"


def test_the_second_cell_of_an_emoji_is_blank_where_a_terminal_draws_it_in_one() -> None:
    """A terminal that joins nothing draws a heart in one cell: the others are as they should be."""
    terminal, picture = Terminal(), Picture()
    blank = text_line("")
    for text in ("nn", "❤\ufe0f"):
        wanted: list[Line] = [[(text, STYLES[0]), *text_line("xyz")[: WIDTH - 2]], blank, blank]
        terminal.stream.feed(DiffUpdate(full(wanted), picture).render_segments(CONSOLE))
    cells = [terminal.screen.buffer[0][x].data for x in range(6)]
    assert cells[0].startswith("❤")
    assert cells[1:] == [" ", *"xyz", " "]


@pytest.mark.parametrize("number", range(16, 256))
def test_a_colour_of_xterms_256_is_sent_by_its_number(number: int) -> None:
    colour = Color.from_rgb(*EIGHT_BIT_PALETTE[number])
    sent = sgr_parameters(Style(color=colour, bgcolor=colour, bold=True), ColorSystem.EIGHT_BIT)
    assert sent == f"1;38;5;{number};48;5;{number}"


def test_other_colours_are_sent_as_rich_has_them() -> None:
    for style, system, sent in (
        (Style(color="#123456"), ColorSystem.TRUECOLOR, "38;2;18;52;86"),
        (Style(color="#0b0b0b"), ColorSystem.EIGHT_BIT, "38;5;232"),
        (Style(color="color(5)"), ColorSystem.EIGHT_BIT, "35"),
        (Style(color="#aa0000"), ColorSystem.STANDARD, "31"),
        (Style(color="default"), ColorSystem.EIGHT_BIT, "39"),
        (Style(color="#123456"), None, ""),
    ):
        assert sgr_parameters(style, system) == sent
