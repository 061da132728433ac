"""Dialogs: their frames, their answers, and what stands behind them."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from p4tui.tui.screens.dialogs import ConfirmScreen, NoticeScreen, TextScreen
from p4tui.tui.widgets.answer_bar import Answer, AnswerBar
from tests.tui.driving import (
    app_of,
    click_answer,
    people,
    press,
    question,
    region_lines,
    resized,
    running,
    screen_lines,
    screen_text,
    shown,
)


async def asked(pilot: Pilot[None]) -> list[object]:
    """Ask a question; return the list that gets its answer."""
    got: list[object] = []
    pilot.app.push_screen(
        ConfirmScreen("Sure?", "It cannot be undone.", yes="Go", no="Wait"), got.append
    )
    await pilot.pause()
    return got


@pytest.mark.parametrize(
    ("keys", "answer"),
    [
        (["enter"], False),
        (["space"], False),
        (["right", "enter"], True),
        (["down", "enter"], True),
        (["tab", "enter"], True),
        (["tab", "tab", "enter"], False),
        (["shift+tab", "enter"], True),
        (["right", "left", "enter"], False),
        (["left", "enter"], True),
        (["y"], True),
        (["o"], True),
        (["n"], False),
        (["q"], False),
        (["escape"], None),
    ],
)
async def test_keys_choose_an_answer_the_safe_one_first(
    keys: list[str], answer: bool | None
) -> None:
    async with running() as pilot:
        got = await asked(pilot)
        await press(pilot, keys)
        assert got == [answer]


@pytest.mark.parametrize("size", [(80, 24), (30, 12)], ids=str)
@pytest.mark.parametrize("answer", ["no", "yes"])
async def test_a_click_gives_an_answer(size: tuple[int, int], answer: str) -> None:
    async with running(size=size) as pilot:
        got = await asked(pilot)
        bar = pilot.app.screen.query_one(AnswerBar)
        await pilot.click(bar, offset=(bar.size.width - 1, bar.size.height))
        assert got == []
        await click_answer(pilot, answer)
        assert got == [answer == "yes"]


async def test_the_title_is_in_the_frame_and_the_terminals_cursor_on_the_answer() -> None:
    async with running() as pilot:
        await asked(pilot)
        card = pilot.app.screen.query_one("#dialog")
        lines = region_lines(pilot, card)
        assert lines[0].startswith("╭─ Sure? ─")
        assert (card.region.width, card.region.x) == (46, 17)
        assert question(pilot) == "It cannot be undone."
        x, y = pilot.app.cursor_position
        assert screen_lines(pilot)[y][x:].startswith("Wait")
        await press(pilot, ["right"])
        x, y = pilot.app.cursor_position
        assert screen_lines(pilot)[y][x:].startswith("Go")


async def test_a_narrow_window_has_no_frame_and_all_the_width() -> None:
    async with running(size=(40, 12)) as pilot:
        await asked(pilot)
        card = pilot.app.screen.query_one("#dialog")
        assert card.region.width == 40
        assert "╭" not in screen_text(pilot)
        assert "Sure?" in screen_text(pilot)
        await resized(pilot, 80, 24)
        assert "╭─ Sure?" in screen_text(pilot)


async def test_where_bytes_are_dear_a_line_of_the_dialog_holds_nothing_else() -> None:
    async with running(people()) as pilot:
        assert app_of(pilot).has_class("-lean")
        await press(pilot, ["4", "q"])
        card = pilot.app.screen.query_one("#dialog").region
        for line in screen_lines(pilot)[card.y : card.bottom]:
            assert not line[: card.x].strip()
            assert not line[card.right :].strip()


async def test_the_picture_behind_is_dimmed_where_bytes_are_cheap(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLORTERM", "truecolor")
    monkeypatch.delenv("SSH_CONNECTION", raising=False)
    monkeypatch.delenv("SSH_TTY", raising=False)
    async with running(people()) as pilot:
        await press(pilot, ["4"])
        before = pilot.app.screen._compositor.render_strips()[0]
        await press(pilot, ["q"])
        after = pilot.app.screen._compositor.render_strips()[0]
        assert before.text == after.text
        assert [segment.style for segment in before] != [segment.style for segment in after]


async def test_answers_without_room_beside_each_other_stand_below() -> None:
    bar = AnswerBar([Answer("a", "A rather long answer", "y"), Answer("b", "Another", "n")])
    texts = ["".join(span.text for span in line) for line in bar.paint(28, 2)]
    assert [text.strip() for text in texts] == [
        "▸ A rather long answer y",
        "Another              n",
    ]
    assert {len(text) for text in texts} == {28}
    assert len(bar.paint(80, 3)) == 3


async def test_a_notice_and_a_line_to_edit_are_cards_as_well() -> None:
    async with running() as pilot:
        pilot.app.push_screen(NoticeScreen("Something happened."))
        await pilot.pause()
        assert pilot.app.screen.query_one("#dialog").region.width == 60
        await press(pilot, ["escape"])
        got: list[object] = []
        pilot.app.push_screen(TextScreen("Name", "Ann"), got.append)
        await pilot.pause()
        assert "╭─ Name" in screen_text(pilot)
        assert "Enter" in screen_text(pilot) and "Esc" in screen_text(pilot)
        await press(pilot, ["end", "a", "enter"])
        assert got == ["Anna"]
        assert shown(pilot).__name__ == "MenuScreen"
