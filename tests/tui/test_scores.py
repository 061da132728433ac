"""The columns' scores under the board, in words for the chosen one, and the hint with its reason."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from textual.pilot import Pilot

from p4tui import i18n
from p4tui.core.geometry import Geometry
from p4tui.core.notation import parse_game
from p4tui.core.position import Position
from p4tui.engine.limit import StopFlag
from p4tui.options import Options
from p4tui.play.analysis import Advice, ColumnScore, Reason
from p4tui.settings import Settings
from p4tui.tui import analyst
from p4tui.tui.game.screen import GameScreen
from p4tui.tui.look.board_state import ScoreLabel
from p4tui.tui.messages import AdviceFound, ScoresFound
from p4tui.tui.screens.help import HelpScreen
from p4tui.tui.screens.menu import MenuScreen
from p4tui.tui.screens.results import ResultsScreen
from p4tui.tui.widgets.match_cards import ScoresCard
from p4tui.tui.widgets.status import StatusLine
from tests.tools.scorers import FakeSolver
from tests.tui.driving import (
    PEOPLE,
    RED_WINS,
    Thinker,
    against,
    answered,
    app_of,
    computers,
    game_of,
    grid_of,
    moves,
    people,
    position,
    press,
    region_lines,
    resized,
    results_of,
    running,
    screen_text,
    settings_text,
    settled,
    shown,
    status,
    thinking,
    until,
)

MIDDLE = parse_game("4435443")
"""Yellow is to move, nobody threatens to win, all columns are free."""
SCORES = {1: -2, 2: -4, 3: 0, 4: 3, 5: -12, 6: 0, 7: 3}


def told_middle(fake_solver: FakeSolver) -> None:
    fake_solver.set_scores(MIDDLE.position, SCORES)


def score_rows(pilot: Pilot[None]) -> list[str]:
    """The lines of the scores, which may be that of the numbers."""
    grid = grid_of(pilot)
    if not grid.frame.score_lines:
        return [region_lines(pilot, grid)[grid.label_offset(0).y]]
    return region_lines(pilot, grid)[-grid.frame.score_lines :]


def scores(pilot: Pilot[None]) -> list[str]:
    """What stands under the columns, from the left."""
    grid = grid_of(pilot)
    if grid.scores is None:
        return []
    return " ".join(score_rows(pilot)).strip("▜▛").split()


async def wait_asked(pilot: Pilot[None], fake_solver: FakeSolver, asked: Position) -> None:
    await until(pilot, lambda: asked in fake_solver.asked, "the solver was not asked")


# On and off


async def test_s_shows_the_score_of_every_column_and_hides_it_again(
    fake_solver: FakeSolver,
) -> None:
    told_middle(fake_solver)
    async with running(people(game=MIDDLE)) as pilot:
        before = screen_text(pilot)
        await press(pilot, "s")
        await settled(pilot)
        assert scores(pilot) == ["-2", "-4", "0", "+3", "-12", "0", "+3"]
        await press(pilot, "s")
        assert screen_text(pilot) == before
        assert status(pilot) == "Bob: choose a column"


async def test_the_card_and_the_bar_follow_the_moves(fake_solver: FakeSolver) -> None:
    told_middle(fake_solver)
    after = MIDDLE.play(3)
    fake_solver.set_scores(after.position, {3: 18})
    async with running(people(game=MIDDLE)) as pilot:
        await press(pilot, "s")
        await settled(pilot)
        exact, bar = (pilot.app.screen.query_one(name) for name in ("#exact", "#bar"))
        said, drawn = (" ".join(region_lines(pilot, each)) for each in (exact, bar))
        assert "Bob wins" in said and drawn.strip()
        await press(pilot, "4")
        await settled(pilot)
        assert "Alice wins" in " ".join(region_lines(pilot, exact))
        await press(pilot, "s")
        assert not exact.display
        assert not bar.display


async def test_the_scores_stand_under_their_columns_numbers(fake_solver: FakeSolver) -> None:
    told_middle(fake_solver)
    for size in ((80, 24), (40, 12), (30, 12), (200, 60)):
        async with running(people(game=MIDDLE), size=size) as pilot:
            await press(pilot, "s")
            await settled(pilot)
            grid = grid_of(pilot)
            assert grid.viewport.rows == 6
            below = score_rows(pilot)
            for column, score in SCORES.items():
                place, digit = grid.label_offset(column - 1).x, str(abs(score))[0]
                # Two digits beside each other would run together in the small window.
                sign = "+-"[score < 0] if size in {(40, 12), (30, 12)} and abs(score) > 9 else digit
                assert any(line[place : place + 1] == sign for line in below), (size, column)
            assert status(pilot).lower().endswith("column 4: wins in 16 moves")


async def test_the_line_says_the_chosen_columns_score_in_words(fake_solver: FakeSolver) -> None:
    told_middle(fake_solver)
    async with running(people(game=MIDDLE)) as pilot:
        await press(pilot, "s")
        await settled(pilot)
        said = []
        for key in ["home", *["right"] * 6]:
            await press(pilot, [key])
            said.append(status(pilot).removeprefix("Bob, "))
        assert said == [
            "column 1: loses in 16 moves",
            "column 2: loses in 14 moves",
            "column 3: draw",
            "column 4: wins in 16 moves",
            "column 5: loses in 6 moves",
            "column 6: draw",
            "column 7: wins in 16 moves",
        ]


async def test_a_full_column_has_no_score(fake_solver: FakeSolver) -> None:
    game = parse_game("121212" + "2" + "12121", Position(Geometry(7, 6, 5)))
    async with running(people(game=game)) as pilot:
        await press(pilot, ["s", "home"])
        await settled(pilot)
        assert len(scores(pilot)) == len(game.position.legal_columns()) < 7
        assert status(pilot).endswith(", column 1: full")


async def test_what_is_not_proven_is_marked(fake_solver: FakeSolver) -> None:
    fake_solver.set_scores(MIDDLE.position, {1: -1, 2: 0, 3: 1, 4: 3}, unproven=[1, 2, 3])
    async with running(people(game=MIDDLE)) as pilot:
        await press(pilot, ["s", "home"])
        await settled(pilot)
        assert scores(pilot) == ["-?", "0?", "+?", "+3", "0", "0", "0"]
        for words in ("seems to lose", "not decided yet", "seems to win"):
            assert status(pilot).endswith(words)
            await press(pilot, ["right"])


async def test_the_best_columns_are_marked_once_all_are_proven(fake_solver: FakeSolver) -> None:
    told_middle(fake_solver)
    async with running(people(game=MIDDLE)) as pilot:
        await press(pilot, "s")
        await settled(pilot)
        labels = grid_of(pilot).scores or ()
        assert [column for column, label in enumerate(labels, 1) if label.best] == [4, 7]
        await press(pilot, "s")
        fake_solver.set_scores(MIDDLE.position, {1: -2}, unproven=[1])
        await press(pilot, "s")
        await settled(pilot)
        assert not any(label.best for label in grid_of(pilot).scores or ())


# While the game goes on


async def test_the_card_of_exact_scores_is_filled_after_every_move(
    fake_solver: FakeSolver, thinker: Thinker
) -> None:
    async with running(against("club")) as pilot:
        await press(pilot, "s")
        await settled(pilot)
        fake_solver.set_scores(parse_game("44").position, dict.fromkeys(range(1, 8), 0) | {2: 1})
        await press(pilot, "4")
        await thinking(pilot, thinker)
        await answered(pilot, thinker, 4)
        await settled(pilot)
        lines = region_lines(pilot, pilot.app.screen.query_one(ScoresCard))
        assert [line.split() for line in lines] == [
            ["Exact", "scores"],
            ["●", "Alice", "wins"],
            ["in", "20", "moves"],
            ["Best", "column", "2"],
        ]


async def test_the_scores_are_kept_on_through_moves_undo_rematch_and_results(
    fake_solver: FakeSolver,
) -> None:
    async with running(people(game=MIDDLE)) as pilot:
        await press(pilot, "s")
        for keys in ("1", "u", "r", "uu"):
            await press(pilot, keys)
            await settled(pilot)
            assert scores(pilot) == ["0"] * 7
        for key in ("n", "y"):
            await press(pilot, key)
        await settled(pilot)
        assert moves(pilot) == ""
        assert scores(pilot) == ["0"] * 7
        await press(pilot, RED_WINS)
        assert shown(pilot) is ResultsScreen
        await press(pilot, "n")
        await settled(pilot)
        assert shown(pilot) is GameScreen
        assert scores(pilot) == ["0"] * 7


async def test_scores_shown_in_the_results_leave_the_next_board_as_large(
    fake_solver: FakeSolver,
) -> None:
    async with running(people()) as pilot:
        await press(pilot, ["s"])
        await settled(pilot)
        size = grid_of(pilot).size
        await press(pilot, ["s", *RED_WINS, "s", "n"])
        await settled(pilot)
        assert shown(pilot) is GameScreen
        assert grid_of(pilot).size == size


async def test_until_they_are_known_dots_stand_there_and_a_move_stops_the_analysis(
    fake_solver: FakeSolver,
) -> None:
    fake_solver.block()
    async with running(people(game=MIDDLE)) as pilot:
        await press(pilot, "s")
        await wait_asked(pilot, fake_solver, MIDDLE.position.play(3))
        assert scores(pilot) == ["."] * 7
        assert status(pilot) == "Bob, column 4: not known yet"
        await press(pilot, "1")
        await until(pilot, lambda: fake_solver.stopped == 1, "the analysis went on")
        after = MIDDLE.position.play(0)
        await wait_asked(pilot, fake_solver, after.play(3))
        fake_solver.set_scores(after, {4: 2})
        fake_solver.release()
        await settled(pilot)
        assert scores(pilot) == ["0", "0", "0", "+2", "0", "0", "0"]


async def test_columns_are_shown_as_they_are_proven(
    fake_solver: FakeSolver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analyst, "MESSAGE_SECONDS", 0.0)
    told_middle(fake_solver)
    async with running(people(game=MIDDLE)) as pilot:
        seen: list[Sequence[ScoreLabel]] = []

        def see(labels: Sequence[ScoreLabel]) -> None:
            seen.append(labels)

        game_of(pilot).watch(grid_of(pilot), "scores", see, init=False)
        await press(pilot, "s")
        await settled(pilot)
        known = [sum(label.text != "." for label in labels) for labels in seen]
        assert known == list(range(8))


async def test_answers_that_come_too_late_are_dropped(fake_solver: FakeSolver) -> None:
    async with running(people(game=MIDDLE)) as pilot:
        game = game_of(pilot)
        await press(pilot, "s")
        await settled(pilot)
        late = (ColumnScore(5, proven=True),) * 7
        game.post_message(ScoresFound(StopFlag(), late))
        game.post_message(AdviceFound(game.session.question(), Advice(6, Reason.DRAWS)))
        await pilot.pause()
        assert scores(pilot) == ["0"] * 7
        assert grid_of(pilot).hint is None


async def test_leaving_the_game_stops_the_analysis(fake_solver: FakeSolver) -> None:
    fake_solver.block()
    async with running(people()) as pilot:
        await press(pilot, "s")
        await wait_asked(pilot, fake_solver, Position().play(3))
        await press(pilot, "q")
        assert shown(pilot) is MenuScreen
        await until(pilot, lambda: fake_solver.stopped == 1, "the analysis went on")


async def test_quitting_stops_the_analysis(fake_solver: FakeSolver) -> None:
    fake_solver.block()
    async with running(people()) as pilot:
        await press(pilot, "s")
        await wait_asked(pilot, fake_solver, Position().play(3))
        await pilot.press("ctrl+c", "ctrl+c")
    assert fake_solver.was_stopped.wait(5)


async def test_a_computer_has_the_processor_for_itself(
    thinker: Thinker, fake_solver: FakeSolver
) -> None:
    async with running(against("club")) as pilot:
        await press(pilot, "s")
        await until(pilot, lambda: len(fake_solver.asked) == 7)
        await press(pilot, "4")
        await thinking(pilot, thinker)
        assert scores(pilot) == []
        assert status(pilot) == "Club player is thinking"
        assert len(fake_solver.asked) == 7
        await answered(pilot, thinker, 5)
        await until(pilot, lambda: len(fake_solver.asked) == 14)
        await pilot.pause()
        assert scores(pilot) == ["0"] * 7
        assert status(pilot) == "Club player: column 5. Alice, column 4: draw"


async def test_between_computers_the_pauses_are_for_the_scores(
    thinker: Thinker, fake_solver: FakeSolver
) -> None:
    # The pause is longer than the test: once the computer thinks, nothing settles any more.
    settings = replace(PEOPLE, speed=3600.0)
    async with running(computers("club", "club"), settings=settings) as pilot:
        await press(pilot, "s")
        await settled(pilot)
        assert scores(pilot) == ["0"] * 7
        assert thinker.asked == 0
        game_of(pilot).controller.searches.skip_delay()
        await thinking(pilot, thinker)
        assert scores(pilot) == ["0"] * 7


async def test_a_sentence_is_not_overwritten_by_scores(fake_solver: FakeSolver) -> None:
    fake_solver.block()
    async with running(people(game=MIDDLE)) as pilot:
        await press(pilot, "su")
        await press(pilot, "r")
        await press(pilot, "r")
        refusal = status(pilot)
        assert refusal.startswith("Nothing to redo")
        fake_solver.release()
        await settled(pilot)
        assert scores(pilot) == ["0"] * 7
        assert status(pilot) == refusal


# The end, and the moves one by one


async def test_a_finished_game_has_no_scores_but_the_moves_before_do(
    fake_solver: FakeSolver,
) -> None:
    async with running(people(game=parse_game(RED_WINS[:-1]))) as pilot:
        await press(pilot, ["s", RED_WINS[-1]])
        results = results_of(pilot)
        await settled(pilot)
        assert scores(pilot) == []
        fake_solver.set_scores(results.match.game.positions[6], {1: 18})
        await press(pilot, ["left"])
        await settled(pilot)
        assert scores(pilot) == ["+18", "0", "0", "0", "0", "0", "0"]
        await press(pilot, "s")
        assert scores(pilot) == []
        assert grid_of(pilot).scores is None
        await press(pilot, "u")
        assert shown(pilot) is GameScreen
        assert grid_of(pilot).scores is None


async def test_a_game_given_up_has_no_scores(fake_solver: FakeSolver) -> None:
    async with running(people(game=MIDDLE)) as pilot:
        await press(pilot, "sgy")
        assert shown(pilot) is ResultsScreen
        assert all(not label.text for label in game_of(pilot).grid.scores or ())


# Windows, languages, terminals


@pytest.mark.parametrize("size", [(80, 24), (40, 12), (30, 12), (31, 13), (200, 60)], ids=str)
async def test_the_whole_board_stays_in_sight(
    fake_solver: FakeSolver, size: tuple[int, int]
) -> None:
    async with running(people(game=MIDDLE), size=size) as pilot:
        await press(pilot, "s")
        await settled(pilot)
        grid = grid_of(pilot)
        assert (grid.viewport.columns, grid.viewport.rows) == (7, 6)
        assert pilot.app.screen.region.contains_region(grid.region)
        assert scores(pilot) == ["0"] * 7


async def test_without_room_under_the_board_the_words_remain(fake_solver: FakeSolver) -> None:
    async with running(people(geometry=Geometry(8, 8)), size=(30, 12)) as pilot:
        await press(pilot, "s")
        await settled(pilot)
        assert grid_of(pilot).viewport.rows == 8
        assert not grid_of(pilot).scores_visible
        assert status(pilot) == "Alice, column 4: draw"


async def test_a_board_that_scrolls_shows_the_scores_of_what_is_seen(
    fake_solver: FakeSolver,
) -> None:
    start = Position(Geometry(32, 32))
    fake_solver.set_scores(start, {16: 4, 32: -509, 31: 508})
    async with running(people(geometry=Geometry(32, 32)), size=(40, 16)) as pilot:
        await press(pilot, "s")
        await settled(pilot)
        assert "+4" in scores(pilot)
        await press(pilot, ["end"])
        assert len(scores(pilot)) == grid_of(pilot).viewport.columns
        # No room for four characters: who wins, and the rest in words.
        assert set(scores(pilot)) == {"0", "+4", "+", "-"}
        assert status(pilot) == "Alice, column 32 (W): loses in 4 moves"


async def test_a_resize_gives_the_scores_their_place_anew(fake_solver: FakeSolver) -> None:
    async with running(people(game=MIDDLE)) as pilot:
        await press(pilot, "s")
        await settled(pilot)
        for size in ((30, 12), (10, 3), (200, 60), (80, 24)):
            await resized(pilot, *size)
            assert size[0] < 30 or scores(pilot) == ["0"] * 7


async def test_in_french(fake_solver: FakeSolver) -> None:
    told_middle(fake_solver)
    i18n.activate("fr")
    async with running(people(game=MIDDLE)) as pilot:
        await press(pilot, "s")
        await settled(pilot)
        assert status(pilot) == "Bob, colonne 4\N{NO-BREAK SPACE}: gagne en 16 coups"
        await press(pilot, "h")
        await settled(pilot)
        assert status(pilot).startswith("Colonne ")
        assert status(pilot).endswith("\N{NO-BREAK SPACE}: gagne en 16 coups")


@pytest.mark.parametrize("colourless", [False, True])
async def test_in_plain_ascii_and_without_colours(
    fake_solver: FakeSolver, colourless: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if colourless:
        monkeypatch.setenv("NO_COLOR", "1")
    told_middle(fake_solver)
    options = Options(animation=False, seed=1, ascii_only=True)
    async with running(people(game=MIDDLE), options=options) as pilot:
        await press(pilot, "s")
        await settled(pilot)
        assert scores(pilot) == ["-2", "-4", "0", "+3", "-12", "0", "+3"]
        assert screen_text(pilot).isascii()


async def test_another_language_is_spoken_at_once(fake_solver: FakeSolver) -> None:
    async with running(people(game=MIDDLE)) as pilot:
        await press(pilot, "s")
        await settled(pilot)
        await press(pilot, "?")
        assert shown(pilot) is HelpScreen
        pilot.app.change_language("fr")  # type: ignore[attr-defined]
        await press(pilot, "q")
        assert status(pilot) == "Bob, colonne 4\N{NO-BREAK SPACE}: nulle"


# Hints


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({1: -1, 2: -2, 3: -3, 4: 5, 5: 3, 6: -1, 7: 0}, "Column 4: wins in 14 moves"),
        (
            {1: -1, 2: -2, 3: -3, 4: -1, 5: 0, 6: -1, 7: -9},
            "Column 5: the only safe column",
        ),
    ],
)
async def test_a_hint_says_why_its_column_is_best(
    fake_solver: FakeSolver, given: dict[int, int], sentence: str
) -> None:
    fake_solver.set_scores(MIDDLE.position, given)
    async with running(people(game=MIDDLE)) as pilot:
        await press(pilot, "h")
        await settled(pilot)
        assert status(pilot).endswith(sentence)
        grid = grid_of(pilot)
        assert grid.hint == grid.cursor
        assert grid.scores is None


async def test_a_hint_that_stops_a_line_needs_no_search(fake_solver: FakeSolver) -> None:
    async with running(people(game=parse_game("12121"))) as pilot:
        await press(pilot, "h")
        assert status(pilot) == "Column 1: blocks a line"
        assert not fake_solver.asked


async def test_a_hint_that_is_not_proven_says_so(fake_solver: FakeSolver) -> None:
    fake_solver.set_scores(MIDDLE.position, dict.fromkeys(range(1, 8), 1), unproven=range(1, 8))
    async with running(people(game=MIDDLE)) as pilot:
        await press(pilot, "h")
        await settled(pilot)
        assert status(pilot).endswith("looks best, not proven")


NARROW_HINTS = {
    "en": ("Looking for the best column", "3: looks best, not proven"),
    "fr": ("Recherche en cours", "3\u00a0: meilleure, sans preuve"),
}


@pytest.mark.parametrize("language", NARROW_HINTS)
async def test_what_a_column_leads_to_is_whole_where_scores_leave_the_text_one_narrow_line(
    fake_solver: FakeSolver, language: str
) -> None:
    i18n.activate(language)
    fake_solver.set_scores(MIDDLE.position, dict.fromkeys(range(1, 8), 1), unproven=range(1, 8))
    fake_solver.block()
    search, hint = NARROW_HINTS[language]
    async with running(people("Bartholomew", "Bartholomew", game=MIDDLE), size=(30, 12)) as pilot:
        await press(pilot, "sh")
        await pilot.pause()
        line = pilot.app.screen.query_one("#status")
        assert line.size.height == 1
        assert region_lines(pilot, line)[0].strip() == search
        fake_solver.release()
        await settled(pilot)
        assert region_lines(pilot, line)[0].strip() == hint


async def test_a_hint_is_waited_for_and_a_move_makes_it_void(fake_solver: FakeSolver) -> None:
    fake_solver.block()
    async with running(people(game=MIDDLE)) as pilot:
        await press(pilot, "hh")
        await wait_asked(pilot, fake_solver, MIDDLE.position.play(3))
        assert status(pilot) == "Looking for the best column"
        await press(pilot, "1")
        await until(pilot, lambda: fake_solver.stopped == 1, "the search went on")
        fake_solver.release()
        await settled(pilot)
        assert grid_of(pilot).hint is None
        assert status(pilot) == "Alice: choose a column"
        assert position(pilot) == MIDDLE.position.play(0)


async def test_a_hint_interrupts_the_analysis_which_then_goes_on(fake_solver: FakeSolver) -> None:
    told_middle(fake_solver)
    fake_solver.block()
    async with running(people(game=MIDDLE)) as pilot:
        await press(pilot, "s")
        await wait_asked(pilot, fake_solver, MIDDLE.position.play(3))
        await press(pilot, "h")
        await until(pilot, lambda: fake_solver.stopped == 1, "the analysis went on")
        fake_solver.release()
        await settled(pilot)
        assert "wins in 16 moves" in status(pilot)
        assert status(pilot).startswith("Column")
        await settled(pilot)
        assert scores(pilot) == ["-2", "-4", "0", "+3", "-12", "0", "+3"]


@pytest.mark.parametrize("keys", ["hs", "shs"])
async def test_a_hint_that_is_waited_for_outlasts_the_scores_key(
    fake_solver: FakeSolver, keys: str
) -> None:
    told_middle(fake_solver)
    fake_solver.block()
    async with running(people(game=MIDDLE)) as pilot:
        await press(pilot, keys)
        await wait_asked(pilot, fake_solver, MIDDLE.position.play(3))
        fake_solver.release()
        await settled(pilot)
        assert "wins in 16 moves" in status(pilot)
        assert status(pilot).startswith("Column")
        await settled(pilot)
        shown = ["-2", "-4", "0", "+3", "-12", "0", "+3"]
        assert scores(pilot) == (shown if keys == "hs" else [])


async def test_known_scores_give_the_hint_at_once(fake_solver: FakeSolver) -> None:
    told_middle(fake_solver)
    async with running(people(game=MIDDLE)) as pilot:
        await press(pilot, "s")
        await settled(pilot)
        fake_solver.block()
        await press(pilot, "h")
        assert "wins in 16 moves" in status(pilot)


async def test_a_key_for_the_scores_can_be_chosen(fake_solver: FakeSolver) -> None:
    settings = replace(PEOPLE, keys={"game.scores": "z"})
    async with running(people(game=MIDDLE), settings=settings) as pilot:
        await press(pilot, "s")
        assert grid_of(pilot).scores is None
        await press(pilot, "z")
        assert grid_of(pilot).scores is not None


# What they mean


LEGENDS = {
    (80, 24): "Scores: + you win (+1 on your last disc, +2 one sooner), 0 draw, - you lose",
    (40, 12): "Scores: + win, 0 draw, - loss",
    (30, 12): "+ wins, 0 draws, - loses",
}


@pytest.mark.parametrize("size", LEGENDS)
async def test_the_first_time_ever_a_line_says_what_scores_mean(
    size: tuple[int, int], fake_solver: FakeSolver
) -> None:
    told_middle(fake_solver)
    async with running(people(game=MIDDLE), size=size, settings=Settings()) as pilot:
        await press(pilot, "s")
        await settled(pilot)
        line = pilot.app.screen.query_one(StatusLine)
        said = " ".join(part.strip() for part in region_lines(pilot, line)).strip()
        assert said == LEGENDS[size]
        await press(pilot, ["left", "right"])
        assert status(pilot).lower().endswith("column 4: wins in 16 moves")
        await press(pilot, "ss")
        await settled(pilot)
        assert status(pilot).lower().endswith("column 4: wins in 16 moves")
        assert app_of(pilot).preferences.settings.explain_scores is False
    assert "explain_scores = false" in settings_text()


async def test_what_scores_mean_is_said_in_the_results_too(fake_solver: FakeSolver) -> None:
    told_middle(fake_solver)
    async with running(people(game=parse_game(RED_WINS)), settings=Settings()) as pilot:
        await pilot.pause()
        await press(pilot, "s")
        await settled(pilot)
        assert status(pilot).startswith("Scores: + you win")


async def test_what_scores_mean_waits_until_they_are_shown(
    fake_solver: FakeSolver, thinker: Thinker
) -> None:
    async with running(against("club", first="yellow"), settings=Settings()) as pilot:
        await thinking(pilot, thinker)
        await press(pilot, "s")
        assert status(pilot).startswith("The scores appear on a person's turn")
        assert app_of(pilot).preferences.settings.explain_scores is True
        thinker.answer(4)
        await settled(pilot)
        assert status(pilot).startswith("Scores: + you win")
        assert app_of(pilot).preferences.settings.explain_scores is False
        await press(pilot, ["right"])
        assert status(pilot).startswith("Alice, column 5")
