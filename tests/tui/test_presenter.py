"""What the screen of a game says in every situation: no app is run."""

from __future__ import annotations

from dataclasses import replace

import pytest
from rich.cells import cell_len

from p4tui import i18n
from p4tui.actions.game import GAME, LOOKING_BACK, PEOPLE, WAITING, WATCHING
from p4tui.arena.verdicts import PlayerError, Verdict
from p4tui.core.errors import NoSuchColumnError, NothingToUndoError
from p4tui.core.geometry import Cell, Geometry
from p4tui.core.notation import parse_game
from p4tui.core.position import Position
from p4tui.play.analysis import ColumnScore
from p4tui.play.match import Change, Match
from p4tui.play.participants import CannotPlayError, Failure, Turn
from p4tui.play.seats import LevelSeat, Person, Program, Seat
from p4tui.storage.errors import GameDeletedError, GameTakenError
from p4tui.tui import match_forms
from p4tui.tui.game import presenter
from p4tui.tui.game.presenter import NO_NEWS, Situation, news_of, status_forms, turn_forms
from p4tui.tui.widgets.text_page import wrap
from p4tui.words.match import cell_sentence

ALICE, BOB, CLUB = Person("Alice"), Person("Bob"), LevelSeat("club")
LONG = Person("Bartholomew the Great of Somewhere")
NARROW = 30


def match_of(moves: str = "", red: Seat = ALICE, yellow: Seat = BOB) -> Match:
    return Match(red, yellow, parse_game(moves))


def thinking(seconds: int = 0) -> Situation:
    return Situation(match_of("4", yellow=CLUB), searching=True, seconds=seconds)


def failed() -> Situation:
    match = match_of("4", yellow=CLUB)
    return Situation(match, failure=Failure(Turn(match.game, match.to_move, 0), CannotPlayError()))


@pytest.mark.parametrize(
    ("situation", "said"),
    [
        (Situation(match_of()), "Alice: choose a column"),
        (Situation(match_of(), by_cell=True), "Alice: choose a cell"),
        (thinking(1), "Club player is thinking"),
        (thinking(2), "Club player is thinking: 2 s"),
        (Situation(match_of("1212121")), ""),
        (Situation(match_of(), score=(3, "draw")), "Alice, column 4: draw"),
        (
            Situation(match_of(red=CLUB, yellow=CLUB), paused=True, keys={"game.pause": "z"}),
            "Paused: z to continue, . for one move",
        ),
        (
            failed(),
            "Club player cannot play in this version of p4tui. m: ask again",
        ),
    ],
)
def test_the_line_says_whose_turn_it_is_and_what_to_do(situation: Situation, said: str) -> None:
    assert turn_forms(situation)[0] == said


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(
    "situation",
    [
        Situation(match_of(red=LONG)),
        Situation(match_of(red=LONG), by_cell=True),
        replace(thinking(99), match=match_of("4", yellow=LevelSeat("club", LONG.name))),
        Situation(match_of(red=LevelSeat("club"), yellow=LevelSeat("club")), paused=True),
        Situation(match_of(red=LONG), loss=GameTakenError(1)),
        Situation(match_of(red=LONG), loss=GameDeletedError(1)),
    ],
)
def test_two_narrow_lines_have_room_for_whose_turn_it_is(
    situation: Situation, language: str
) -> None:
    i18n.activate(language)
    assert any(len(wrap(form, NARROW)) <= 2 for form in turn_forms(situation))


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("verdict", Verdict)
@pytest.mark.parametrize("detail", ["exit(1)", "ModuleNotFoundError: No module named 'numpy'"])
def test_why_a_program_made_no_move_fits_a_narrow_window(
    detail: str, verdict: Verdict, language: str
) -> None:
    i18n.activate(language)
    match = match_of("4", yellow=Program("lines:bot", LONG.name))
    error = PlayerError(verdict, detail, 9)
    situation = Situation(match, failure=Failure(Turn(match.game, match.to_move, 0), error))
    forms = turn_forms(situation)
    assert cell_len(forms[-2]) <= 38
    assert min(map(cell_len, forms)) <= NARROW
    assert all(forms[-1] in form for form in forms), "how to go on"


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("score", [150, -150, 100, -100, 1, 0])
@pytest.mark.parametrize("moves", ["", "1", "11"])
def test_a_narrow_window_has_room_for_every_score(moves: str, score: int, language: str) -> None:
    i18n.activate(language)
    game = parse_game(moves, Position(Geometry(20, 15, 5)))
    words = match_forms.score_text(game.position, 19, [ColumnScore(score, proven=True)] * 20)
    situation = Situation(Match(LONG, LONG, game), score=(19, words))
    assert min(map(cell_len, turn_forms(situation))) <= NARROW


@pytest.mark.parametrize(
    ("moves", "column", "score", "words"),
    [
        ("121212", 0, 18, "wins at once"),
        ("12121", 6, -18, "loses at once"),
        ("444444", 3, 0, "full"),
        ("", 3, None, "not known yet"),
    ],
)
def test_the_score_of_a_column_in_words(
    moves: str, column: int, score: int | None, words: str
) -> None:
    scores = [None if score is None else ColumnScore(score, proven=True)] * 7
    assert match_forms.score_text(parse_game(moves).position, column, scores) == words


def test_news_come_first_and_make_way_for_the_turn() -> None:
    before, match = match_of("4", yellow=CLUB), match_of("45", yellow=CLUB)
    news = news_of(Change.MOVE, before, match, unproven=False)
    forms = status_forms(Situation(match), news)
    assert forms[0] == "Club player: column 5. Alice: choose a column"
    assert forms[len(NO_NEWS)] == "Alice: choose a column"
    assert forms[-1] == "Alice to move"
    unproven = news_of(Change.MOVE, before, match, unproven=True)
    assert unproven[0] == "Club player: column 5 (not proven). "
    scored = status_forms(Situation(match, score=(3, "draw")), news)
    assert scored[:2] == ["Club player: column 5. Alice, column 4: draw", "Alice, column 4: draw"]


def test_what_people_do_is_no_news_and_a_chosen_level_is() -> None:
    people, club = match_of("4"), match_of("4", yellow=CLUB)
    assert news_of(Change.MOVE, people, match_of("45"), unproven=False) == NO_NEWS
    assert news_of(Change.SEATS, club, people, unproven=False) == NO_NEWS
    assert news_of(Change.SEATS, people, club, unproven=False)[0] == "Level 12 of 14: Club player. "


SWAPPED = "Sides swapped"


@pytest.mark.parametrize(
    ("red", "yellow", "said", "brief"),
    [
        (ALICE, BOB, "Alice plays yellow now, Bob red. ", "Alice yellow, Bob red. "),
        (ALICE, CLUB, "Alice plays yellow now, Club player red. ", "Alice yellow, Club… red. "),
        (Person(""), CLUB, "Club player plays red now. ", "Club… plays red now. "),
        (CLUB, Person(""), "Club player plays yellow now. ", "Club… plays yellow now. "),
        (Person(""), Person(""), f"{SWAPPED}: who played red plays yellow now. ", f"{SWAPPED}. "),
        (CLUB, CLUB, f"{SWAPPED}: who played red plays yellow now. ", f"{SWAPPED}. "),
    ],
)
@pytest.mark.parametrize("change", [Change.SEATS, Change.NEW_GAME])
def test_swapped_sides_are_told(
    change: Change, red: Seat, yellow: Seat, said: str, brief: str
) -> None:
    before = match_of("4", red=red, yellow=yellow)
    news = news_of(change, before, before.swapped(), unproven=False)
    assert (news[0], news[-1]) == (said, brief)
    assert len(news) == len(NO_NEWS)


def test_a_rematch_of_people_without_names_is_no_swap() -> None:
    before = match_of("1212121", red=Person(""), yellow=Person(""))
    assert news_of(Change.NEW_GAME, before, before.next_game(), unproven=False) == NO_NEWS
    swapped = news_of(Change.NEW_GAME, before, before.swapped(), unproven=False)
    assert swapped[-1] == f"{SWAPPED}. "
    assert news_of(Change.UNDO, before, before, unproven=False) == NO_NEWS


def test_a_swap_is_told_in_front_of_the_answer_of_a_quick_computer() -> None:
    before = match_of("", red=ALICE, yellow=CLUB)
    swapped = before.swapped()
    sides = news_of(Change.SEATS, before, swapped, unproven=False)
    answered = swapped.play(3)
    news = news_of(Change.MOVE, swapped, answered, sides, unproven=False)
    forms = status_forms(Situation(answered), news)
    assert forms[:2] == [
        "Alice yellow, Club player red. Club player: column 4. Alice: choose a column",
        "Club player: column 4. Alice: choose a column",
    ]
    assert cell_len(forms[0]) <= 80
    moved = answered.play(3)
    assert news_of(Change.MOVE, answered, moved, news, unproven=False) == NO_NEWS
    watched = match_of("", red=CLUB, yellow=CLUB)
    first = news_of(Change.MOVE, watched, watched.play(3), unproven=False)
    second = news_of(Change.MOVE, watched.play(3), watched.play(3).play(3), first, unproven=False)
    assert second[0] == "Club player (Yellow): column 4. "


@pytest.mark.parametrize(
    ("situation", "actions"),
    [
        (Situation(match_of()), PEOPLE),
        (Situation(match_of(yellow=CLUB)), GAME),
        (Situation(match_of("45"), shown=1), LOOKING_BACK),
        (thinking(), WAITING),
        (failed(), WAITING),
        (Situation(match_of(red=CLUB, yellow=CLUB), searching=True), WATCHING),
    ],
)
def test_the_key_bar_depends_on_who_plays_and_who_is_waited_for(
    situation: Situation, actions: object
) -> None:
    assert presenter.actions(situation) == actions


def test_an_earlier_position_is_named_with_the_way_back_and_what_happens_meanwhile() -> None:
    before, match = match_of("4", yellow=CLUB), match_of("45", yellow=CLUB)
    situation = Situation(match, shown=1)
    moment = "Move 1 of 2: Alice, column 4"
    forms = status_forms(situation, NO_NEWS)
    assert forms[0] == f"{moment}. End returns to the game"
    assert forms[-1] == "Move 1 of 2"
    told = status_forms(situation, news_of(Change.MOVE, before, match, unproven=False))
    assert told[0].startswith("Club player: column 5. Move 1 of 2")
    start = status_forms(Situation(match, shown=0), NO_NEWS)
    assert start[0].startswith("Start of the game")


def test_with_the_cell_cursor_the_key_bar_speaks_of_cells() -> None:
    labels = [action.label for action in presenter.actions(Situation(match_of(), by_cell=True))]
    assert "Play cell" in labels and "Drop" not in labels


def test_a_refusal_is_followed_by_the_turn_while_the_game_goes_on() -> None:
    forms = presenter.with_turn(Situation(match_of()), "Column 4 is full", "Full")
    assert forms[0] == "Column 4 is full. Alice: choose a column"
    assert forms[-2:] == ["Column 4 is full", "Full"]
    scored = Situation(match_of(), score=(3, "full"))
    assert presenter.with_turn(scored, "Column 4 is full") == forms[:-1]
    assert presenter.with_turn(Situation(match_of("1212121")), "Over")[0] == "Over"
    long = presenter.with_turn(Situation(match_of(red=LONG), by_cell=True), "Choice cancelled")
    assert min(map(cell_len, long)) <= NARROW


def test_an_error_with_a_long_sentence_has_a_brief_form() -> None:
    assert match_forms.brief_error(NoSuchColumnError(9, 7)) == ("Columns: 1 to 7",)
    assert match_forms.brief_error(NothingToUndoError()) == ()


def test_a_disc_that_lands_elsewhere_is_said() -> None:
    said = cell_sentence(Cell(3, 2), Cell(3, 0))
    assert said == "A disc in column 4 lands in row 1, not in row 3"
