"""The review of a game on the screen: marks, graph, sentences, mistakes to try again, lines, and what is left unproven."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest
from textual.pilot import Pilot

from p4tui.actions.stepped import WHY
from p4tui.core.colour import Colour
from p4tui.core.game import Game
from p4tui.core.geometry import Cell, Geometry
from p4tui.core.notation import parse_game
from p4tui.core.position import Position
from p4tui.engine.limit import Limit
from p4tui.play.seats import LevelSeat, Person
from p4tui.play.setup import Setup
from p4tui.review.marks import Mark
from p4tui.tui.game.screen import GameScreen
from p4tui.tui.reviewer import Reviewer
from p4tui.tui.screens.explorer import ExplorerScreen
from p4tui.tui.screens.menu import MenuScreen
from p4tui.tui.screens.results import ResultsScreen
from p4tui.tui.screens.review import ReviewScreen
from p4tui.tui.widgets.review_graph import ReviewGraph
from p4tui.tui.widgets.review_text import ReviewText
from p4tui.tui.widgets.reviewed_moves import ReviewedMoves
from tests.tools.cases import exhaustive
from tests.tui.driving import (
    RED_WINS,
    alert,
    app_of,
    game_of,
    grid_of,
    people,
    press,
    region_lines,
    resized,
    running,
    screen_text,
    settled,
    shown,
    status,
    until,
)
from tests.tui.saving import running_on

GAME = "4435525244133277666"
"""Alice, red, wins with move 19. Her mistakes are moves 3, 7, 11 and 13; the last one is Bob's, move 18."""
SIZES = [(80, 24), *exhaustive((120, 40), (100, 30), (60, 20), (40, 30)), (40, 12), (30, 12)]


def review_of(pilot: Pilot[None]) -> ReviewScreen:
    """Return the review, which must be shown."""
    assert isinstance(pilot.app.screen, ReviewScreen)
    return pilot.app.screen


def reviewing(
    moves: str = GAME, setup: Setup | None = None, size: tuple[int, int] = (80, 24)
) -> AbstractAsyncContextManager[Pilot[None]]:
    """Run the app at the results of a game."""
    return running(setup or people(game=parse_game(moves)), size=size)


async def opened(pilot: Pilot[None], keys: Sequence[str] = ()) -> ReviewScreen:
    """Open the review from the results, wait for its end, and press keys; each is waited for."""
    await press(pilot, "v")
    await settled(pilot)
    for key in keys:
        await press(pilot, [key])
        await settled(pilot)
    return review_of(pilot)


def said(pilot: Pilot[None]) -> str:
    """Return the words of the review."""
    lines = region_lines(pilot, pilot.app.screen.query_one(ReviewText))
    return " ".join(" ".join(lines).split())


def labels(pilot: Pilot[None]) -> str:
    """Return the scores below the board."""
    return " ".join(label.text or "_" for label in grid_of(pilot).scores or ())


async def test_every_move_gets_its_mark_and_the_last_one_is_spoken_of() -> None:
    async with reviewing() as pilot:
        review = await opened(pilot)
        marks = {ply: move.mark for ply, move in review.walk.moves.items()}
        assert len(marks) == len(GAME)
        assert [ply for ply, mark in marks.items() if mark is Mark.BLUNDER][-1] == 3
        assert said(pilot) == "Move 19, Alice, column 6 It wins the game."
        assert status(pilot).startswith("Mistakes: Alice 4, Bob 5")
        assert "Alice – Bob: Alice has won, 19 moves" in screen_text(pilot)
        assert "6??" in screen_text(pilot)


async def test_steps_show_the_scores_before_the_move() -> None:
    async with reviewing() as pilot:
        await opened(pilot, ["left"])
        assert said(pilot).startswith("Move 18, Bob, column 6 ??")
        assert labels(pilot) == "+13 +13 +12 -12 -12 -12 -12"
        assert grid_of(pilot).last == Cell(5, 1)
        await press(pilot, ["home"])
        assert said(pilot).startswith("Start of the game")
        await press(pilot, ["right", "right", "right"])
        assert grid_of(pilot).position == parse_game(GAME[:3]).position
        assert said(pilot).startswith("Move 3, Alice, column 3 ??")
        await press(pilot, ["end", "right"])
        assert grid_of(pilot).position.outcome is not None


async def test_mistakes_are_gone_to_in_both_directions_and_of_one_player() -> None:
    async with reviewing() as pilot:
        review = await opened(pilot, ["n"])
        assert said(pilot) == (
            "Before move 3, Alice Alice played column 3: blunder. Which column is better?"
        )
        assert status(pilot) == "Mistake 1 of 9 (both players): type a column to try it"
        assert labels(pilot) == "_ _ _ _ _ _ _"
        assert grid_of(pilot).hint is None
        await press(pilot, "nn")
        assert review.walk.ply == 7
        await press(pilot, "NNN")
        assert review.walk.ply == 18
        await press(pilot, "fn")
        assert status(pilot) == "Mistake 1 of 4 (Alice): type a column to try it"
        await press(pilot, "ff")
        assert status(pilot).startswith("Mistake 1 of 9 (both players)")


async def test_the_mistakes_of_the_only_person_are_looked_for_first() -> None:
    setup = Setup(Person("Alice"), LevelSeat("random"), game=parse_game(GAME))
    async with reviewing(setup=setup) as pilot:
        review = await opened(pilot, ["n", "n", "n", "n"])
        assert [ply for ply in review.walk.mistakes() if ply % 2 == 0] == []
        assert status(pilot).startswith("Mistake 4 of 4 (Alice)")


async def test_a_mistake_is_tried_again_until_it_is_right() -> None:
    async with reviewing() as pilot:
        review = await opened(pilot, ["n", "1"])
        assert said(pilot).startswith("Move 3, Alice, column 1 instead Not that one. A blunder:")
        assert labels(pilot) == "-3 _ _ _ _ _ _"
        await press(pilot, ["right"])  # the board has the arrows while a column is chosen
        assert review.walk.is_open_question
        await press(pilot, "4")
        assert said(pilot).endswith("Right. The only move that wins.")
        assert grid_of(pilot).last == Cell(3, 2)
        assert labels(pilot) == "-3 -3 -2 +1 -2 -3 -3"
        await press(pilot, ["right"])
        assert said(pilot).startswith("Move 3, Alice, column 3 ??")


async def test_a_column_is_chosen_with_arrows_and_given_up_with_the_same_key() -> None:
    async with reviewing() as pilot:
        review = await opened(pilot, ["left", "t"])
        assert review.focused is grid_of(pilot)
        assert review.walk.shown == 17
        await press(pilot, ["home", "right", "enter"])
        assert said(pilot).startswith("Move 18, Bob, column 2 instead Right.")
        await press(pilot, "t")
        assert review.walk.asking
        await press(pilot, "t")
        assert said(pilot).startswith("Move 18, Bob, column 6 ??")
        assert review.focused is not grid_of(pilot)


async def test_a_full_column_is_refused() -> None:
    async with reviewing("1111112") as pilot:
        await press(pilot, "gy")  # resigned games are reviewed too
        await opened(pilot, ["t", "1"])
        assert status(pilot) == "Column 1 cannot be played"
        assert alert(pilot)


async def test_the_mouse_goes_to_moves_and_tries_columns() -> None:
    async with reviewing() as pilot:
        review = await opened(pilot)
        graph, moves = review.query_one(ReviewGraph), review.query_one(ReviewedMoves)
        await pilot.click(graph, offset=(1 + 4, 2))
        assert review.walk.shown == 5
        line = next(y for y, text in enumerate(region_lines(pilot, moves)) if "7~" in text)
        await pilot.click(moves, offset=(region_lines(pilot, moves)[line].index("7~"), line))
        assert review.walk.shown == 16
        await press(pilot, "n")
        grid = grid_of(pilot)
        await pilot.click(grid, offset=grid.label_offset(0))
        await pilot.pause()
        assert review.walk.tried == (0,)


async def test_reasons_are_shown_with_their_cells() -> None:
    async with reviewing() as pilot:
        review = await opened(pilot, ["left", "w"])
        assert "Column 6 lets Alice win in column 3." in said(pilot)
        assert grid_of(pilot).threats[Cell(2, 3)] == (Colour.RED,)
        await press(pilot, "w")
        assert not grid_of(pilot).threats
        assert review.reasons == ()


async def test_a_question_tells_no_reason_about_better_columns() -> None:
    async with reviewing(size=(120, 40)) as pilot:
        review = await opened(pilot, ["w", "n", "1"])
        assert all(reason.column == 0 for reason in review.reasons)
        await press(pilot, ["q", "q"])
        assert shown(pilot) is ResultsScreen


@pytest.mark.parametrize("lean", [False, True])
async def test_an_answer_tells_its_reasons_where_bytes_are_cheap(*, lean: bool) -> None:
    async with reviewing() as pilot:
        app_of(pilot).art = app_of(pilot).art._replace(lean=lean)
        review = await opened(pilot, ["n", "N", "6"])
        answer = "Not that one. A blunder: it was a win, now Alice wins at once."
        why = " Column 6 lets Alice win in column 3."
        assert said(pilot).endswith(answer if lean else answer + why)
        assert bool(grid_of(pilot).threats) is not lean
        await press(pilot, "w")
        await settled(pilot)
        assert said(pilot).endswith(answer + why)
        assert review.can_run(WHY) is lean
        assert (status(pilot) == "The reasons are shown already") is not lean
        await press(pilot, ["3"])
        await settled(pilot)
        assert "Right. Still a win, but 1 move slower. Column 2 wins at once." in said(pilot)
        await press(pilot, ["right"])
        assert ("Column 6 lets Alice" in said(pilot)) is lean  # `w` is on


async def test_an_answer_in_a_small_window_tells_why_in_few_words() -> None:
    async with reviewing(size=(40, 12)) as pilot:
        await opened(pilot, ["n", "1", "w"])
        assert said(pilot).endswith("Not that one: Alice can run out of safe columns")


async def test_why_before_an_answer_shows_the_move_that_was_played() -> None:
    async with reviewing(size=(120, 40)) as pilot:
        review = await opened(pilot, ["n"])
        ply = review.walk.ply
        await press(pilot, "w")
        await settled(pilot)
        assert (review.walk.asking, review.walk.ply) == (False, ply)
        assert review.reasons


async def test_best_play_is_played_out_move_by_move() -> None:
    async with reviewing() as pilot:
        review = await opened(pilot, ["left", "l"])
        assert said(pilot) == "Best play, move 1 of 1: Alice, column 3 Alice has won."
        await press(pilot, "l")
        assert said(pilot).startswith("Move 18, Bob")
        await press(pilot, ["left", "left", "l"])
        await settled(pilot)
        line = review.walk.line
        assert line is not None
        await press(pilot, "l")
        assert grid_of(pilot).position == line.position(2)
        await press(pilot, ["left", "left"])
        assert review.walk.line is None


async def test_a_wrong_answer_is_refuted() -> None:
    async with reviewing() as pilot:
        review = await opened(pilot, ["left", "t", "6", "l"])
        assert said(pilot).endswith("Alice has won.")
        assert review.walk.columns[-2:] == (5, 2)
        await press(pilot, "q")
        assert review.walk.is_open_question


async def test_a_column_tried_in_a_line_is_about_the_position_that_is_shown() -> None:
    async with reviewing() as pilot:
        review = await opened(pilot, ["left", "left", "left", "l"])
        shown_before = grid_of(pilot).position
        line = review.walk.line
        assert line is not None
        await press(pilot, "t")
        await settled(pilot)
        assert grid_of(pilot).position == shown_before
        ply = len(review.walk.columns) + 1
        assert said(pilot).startswith(f"Before move {ply}, ")
        assert said(pilot).endswith("Which column do you play?")
        await press(pilot, str(line.columns[1] + 1))
        assert said(pilot).startswith(f"Move {ply}, ")
        assert "Right." in said(pilot)
        await press(pilot, "q")
        assert (review.walk.line, review.walk.parent) == (line, None)
        await press(pilot, "1")
        await settled(pilot)
        assert review.walk.tried == (0,)
        await press(pilot, ["q", "q"])
        assert (review.walk.parent, review.walk.line, review.walk.shown) == (None, None, 16)


async def test_the_line_of_a_question_punishes_the_move_of_the_game() -> None:
    async with reviewing() as pilot:
        review = await opened(pilot, ["left", "t", "l"])
        assert said(pilot).endswith("Alice has won.")
        assert review.walk.columns[:-1] == review.match.game.moves[:18]


async def test_within_a_line_no_column_is_asked_for_in_place_of_the_mistake() -> None:
    async with reviewing() as pilot:
        review = await opened(pilot, ["n"])
        assert status(pilot).endswith(": type a column to try it")
        await press(pilot, "l")
        await settled(pilot)
        assert review.walk.line is not None
        assert status(pilot).startswith("Mistake ")
        assert "type a column" not in status(pilot)


async def test_the_end_of_a_game_has_no_best_play() -> None:
    async with reviewing() as pilot:
        await opened(pilot, ["l"])
        assert status(pilot) == "The game is over here"
        await press(pilot, "p")
        assert status(pilot) == "The game is over here"


async def test_scores_are_hidden_and_shown() -> None:
    async with reviewing() as pilot:
        await opened(pilot, ["left", "s"])
        assert grid_of(pilot).scores is None
        await press(pilot, "s")
        assert labels(pilot).startswith("+13")


async def test_playing_on_is_against_a_level() -> None:
    async with reviewing() as pilot:
        await opened(pilot, ["left"])
        await press(pilot, "p")
        await settled(pilot)
        assert shown(pilot) is GameScreen
        match = game_of(pilot).session.match
        assert match.red == Person("Alice")
        assert isinstance(match.yellow, LevelSeat)
        assert match.yellow.auto
        assert match.game.start == Position()
        assert match.game.cursor >= 18


async def test_the_moves_are_copied_and_the_position_is_explored() -> None:
    async with reviewing() as pilot:
        await opened(pilot, ["c"])
        assert app_of(pilot).clipboard == GAME
        await press(pilot, "e")
        assert shown(pilot) is ExplorerScreen


async def test_coming_back_to_a_finished_review_is_instant(monkeypatch: pytest.MonkeyPatch) -> None:
    async with reviewing() as pilot:
        await opened(pilot)
        await press(pilot, "q")
        assert shown(pilot) is ResultsScreen
        monkeypatch.setattr(Reviewer, "start", lambda *_arguments: pytest.fail("reviewed again"))
        review = await opened(pilot)
        assert len(review.walk.moves) == len(GAME)


async def test_leaving_stops_the_review(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Reviewer, "limit", Limit())
    setup = people(geometry=Geometry(9, 7), game=Game.new(Position(Geometry(9, 7))))
    async with reviewing(setup=setup) as pilot:
        await press(pilot, "5")
        await press(pilot, "g")
        await until(pilot, lambda: shown(pilot) is not GameScreen)
        await press(pilot, "y")
        await press(pilot, "v")
        review = review_of(pilot)
        assert status(pilot) == "Reviewed 0 of 1 move"
        assert said(pilot) == "Move 1 of 1: Alice, column 5 Not reviewed yet."
        await press(pilot, ["t", "1"])  # keys are answered meanwhile
        assert "Not reviewed yet." in said(pilot)
        await press(pilot, ["q", "q"])
        assert review not in pilot.app.screen_stack
        await settled(pilot)


async def test_moves_without_a_proof_are_said_to_be_unproven(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Reviewer, "limit", Limit(nodes=7))
    geometry = Geometry(8, 7)
    game = parse_game("4545454", Position(geometry))
    async with reviewing(setup=people(geometry=geometry, game=game)) as pilot:
        await opened(pilot, ["home", "right"])
        assert said(pilot) == "Move 1, Alice, column 4 Not proven."
        assert "?" in labels(pilot)
        assert "not proven" in status(pilot)
        await press(pilot, "t1")
        assert "Not proven." in said(pilot)


@pytest.mark.parametrize(
    ("geometry", "moves"),
    [(Geometry(4, 4, 4), "1213141"), (Geometry(5, 4, 3), "12131"), (Geometry(6, 5), "3434343")],
    ids=["4x4", "connect 3", "6x5"],
)
async def test_other_boards_are_reviewed(geometry: Geometry, moves: str) -> None:
    game = parse_game(moves, Position(geometry))
    async with reviewing(setup=people(geometry=geometry, game=game)) as pilot:
        if shown(pilot) is GameScreen:
            await press(pilot, "g")
            await press(pilot, "y")
        review = await opened(pilot)
        assert len(review.walk.moves) == len(moves)


async def test_a_game_from_a_position_is_reviewed_from_there() -> None:
    start = parse_game(GAME[:14]).position
    game = parse_game(GAME[14:], start)
    async with reviewing(setup=people(game=game)) as pilot:
        await opened(pilot, ["home", "right"])
        assert said(pilot).startswith("Move 1, Alice, column 7")


async def test_a_game_without_moves_has_no_review() -> None:
    async with running(people()) as pilot:
        await press(pilot, "gy")
        await press(pilot, "v")
        assert shown(pilot) is ResultsScreen
        assert status(pilot) == "There are no moves to review"


async def test_saved_games_and_the_last_one_are_reviewed(tmp_path: Path) -> None:
    async with running_on(tmp_path / "games.sqlite3") as pilot:
        await press(pilot, "v")
        await settled(pilot)
        assert status(pilot) == "There is no finished game to review."
    async with running_on(
        tmp_path / "games.sqlite3", people(game=parse_game(RED_WINS[:-1]))
    ) as pilot:
        await press(pilot, RED_WINS[-1])
        await settled(pilot)
        await press(pilot, "q")
        await settled(pilot)
        assert shown(pilot) is MenuScreen
        await press(pilot, "v")
        await settled(pilot)
        assert review_of(pilot).match.game.played == parse_game(RED_WINS).played
        assert "Game 1" in screen_text(pilot)
        await press(pilot, ["q", "l"])
        await settled(pilot)
        await press(pilot, ["enter"])
        await settled(pilot)
        await press(pilot, "v")
        assert len(review_of(pilot).walk.moves) == len(RED_WINS)


@pytest.mark.parametrize("size", SIZES, ids="{0[0]}x{0[1]}".format)
async def test_board_and_sentence_are_whole_in_every_window(size: tuple[int, int]) -> None:
    async with reviewing(size=size) as pilot:
        review = await opened(pilot, ["left"])
        grid, text = review.grid, review.query_one(ReviewText)
        assert (grid.viewport.columns, grid.viewport.rows) == (7, 6)
        assert text.display
        assert said(pilot).startswith("Move 18, Bob, column 6 ??")
        assert "…" not in said(pilot)
        assert "?" in screen_text(pilot)


async def test_a_window_too_small_keeps_the_sentence() -> None:
    async with reviewing() as pilot:
        await opened(pilot)
        await resized(pilot, 20, 8)
        assert said(pilot).startswith("Move 19")
        await resized(pilot, 80, 24)
        assert grid_of(pilot).display
