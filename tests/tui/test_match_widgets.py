"""The cards and texts around a board."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import product

import pytest
from rich.cells import cell_len

from p4tui import i18n
from p4tui.core.colour import Colour
from p4tui.core.game import Game
from p4tui.core.geometry import Geometry
from p4tui.core.notation import parse_game
from p4tui.core.position import Position
from p4tui.play.analysis import ColumnScore
from p4tui.play.clock import Clock, TimeControl
from p4tui.play.match import Match
from p4tui.play.seats import LevelSeat, Person
from p4tui.tui.evaluation import evaluation_of, score_labels
from p4tui.tui.look.art import Art
from p4tui.tui.match_view import MatchView
from p4tui.tui.widgets.match_cards import MatchCard, ScoresCard
from p4tui.tui.widgets.match_text import MatchText
from p4tui.tui.widgets.match_widget import MatchWidget
from p4tui.tui.widgets.move_list import MoveList
from p4tui.tui.widgets.player_card import PlayerCard
from p4tui.tui.widgets.result_banner import ResultBanner
from p4tui.tui.widgets.score_bar import EvaluationText, ScoreBar
from tests.tui.views import texts, view_of

ARTS = (
    Art(),
    Art("256", lean=True),
    Art("16", lean=True),
    Art("none", lean=True),
    Art(glyphs="neutral"),
    Art(glyphs="ascii"),
)
SIZES = ((16, 7), (20, 9), (30, 12), (16, 11), (17, 10), (7, 10), (40, 5), (30, 2), (19, 3))
TALL = (PlayerCard, ScoresCard, MatchCard)
MAKERS: tuple[Callable[[], MatchWidget], ...] = (
    lambda: PlayerCard(Colour.RED, id="red"),
    lambda: PlayerCard(Colour.YELLOW, id="yellow"),
    MatchCard,
    ScoresCard,
    MatchText,
    MoveList,
    ScoreBar,
    EvaluationText,
    ResultBanner,
)


def match_of(moves: str = "", red: str = "Alice", yellow: str = "Bob") -> Match:
    return Match(Person(red), Person(yellow), parse_game(moves))


def painted(widget: MatchWidget, view: MatchView, width: int, height: int) -> list[str]:
    """Return what a widget shows in a size."""
    widget.set_reactive(MatchWidget.view, view)
    return texts(widget.paint(width, height))


@pytest.mark.parametrize("make", MAKERS)
@pytest.mark.parametrize("art", ARTS)
def test_every_widget_keeps_to_its_size(make: Callable[[], MatchWidget], art: Art) -> None:
    long = "日本" * 40
    clock = Clock.new(TimeControl(10_800_000, 180_000))
    for moves, name in product(("", "4455", "1212121", "44444412121"), ("Al", long)):
        match = Match(Person(name), Person("[b]B[/b]"), parse_game(moves), clock=clock)
        scores = [ColumnScore(1, proven=True)] * 7
        evaluation = evaluation_of(match.game.start, match.starter, scores)
        view = view_of(match, times=(10_799, 9), evaluation=evaluation, art=art)
        for width, height in SIZES:
            widget = make()
            if (width < 16 or height < 7) and isinstance(widget, TALL):
                continue
            assert widget.paint(width, height) == []
            lines = painted(widget, view, width, height)
            assert len(lines) <= height
            assert all(cell_len(line) <= width for line in lines), (width, height, lines)


def test_an_ascii_terminal_gets_ascii_alone() -> None:
    match = match_of("1212121")
    scores = [ColumnScore(-3, proven=True)] * 7
    evaluation = evaluation_of(match.game.start, match.starter, scores)
    view = view_of(match, times=(60, 60), evaluation=evaluation, art=Art(glyphs="ascii"))
    for make in MAKERS:
        assert "".join(painted(make(), view, 16, 9)).isascii()


# The players


def test_a_card_says_who_is_to_move_and_what_is_left() -> None:
    red, yellow = (PlayerCard(colour, id="card") for colour in Colour)
    view = view_of(match_of("4"), times=(299, 15))
    alice, bob = painted(red, view, 16, 7), painted(yellow, view, 16, 7)
    assert alice[1].startswith("▌Alice")
    assert [line[8:].strip() for line in alice[2:5]] == ["4:59", "20 left", "0 won"]
    assert "to move" not in "".join(alice)
    assert bob[1].startswith(" Bob") and bob[1].endswith("▐")
    assert "0:15!" in bob[2]
    assert bob[5].startswith(" ▸ to move")


def test_a_computer_thinks_and_the_winner_has_a_star() -> None:
    match = Match(Person("Alice"), LevelSeat("club"), parse_game("4"))
    card = PlayerCard(Colour.YELLOW, id="card")
    assert "▸ thinking" in painted(card, view_of(match, thinking=True), 16, 7)[5]
    won = view_of(match_of("1212121"))
    assert "★ winner" in painted(PlayerCard(Colour.RED, id="card"), won, 16, 7)[5]
    assert not painted(card, won, 16, 7)[5].strip(" ▐")


def test_many_games_won_are_shown_whole_in_any_language() -> None:
    game = parse_game("1212121")
    match = Match(Person("Alice"), Person("Bob"), game, results=(Colour.RED,) * 12)
    card = PlayerCard(Colour.RED, id="card")
    i18n.activate("fr")
    lines = painted(card, view_of(match), 16, 7)
    assert [line[8:].strip() for line in lines[2:4]] == ["17", "★ 13"]


def test_a_narrow_card_has_the_sign_of_the_turn_alone() -> None:
    bob = painted(PlayerCard(Colour.YELLOW, id="card"), view_of(match_of("4")), 17, 3)
    assert bob[2].rstrip(" ▐").endswith("▸")


def test_at_an_earlier_position_nobody_is_the_winner() -> None:
    earlier = view_of(match_of("1212121"), shown=6)
    for width, height in ((16, 7), (19, 3)):
        lines = painted(PlayerCard(Colour.RED, id="card"), earlier, width, height)
        assert "★" not in "".join(lines)
    assert "★" not in "".join(painted(MatchText(), earlier, 17, 10))
    assert "★" in "".join(painted(MatchText(), view_of(match_of("1212121")), 17, 10))


def test_a_low_card_has_the_turn_in_place_of_the_discs() -> None:
    view = view_of(match_of("4"), times=(300, 300))
    alice = painted(PlayerCard(Colour.RED, id="card"), view, 19, 3)
    bob = painted(PlayerCard(Colour.YELLOW, id="card"), view, 19, 3)
    assert [line[9:].strip() for line in alice] == [
        "Alice",
        "5:00",
        "20 discs…",
    ] or "20 left" in alice[2]
    assert "▸ to move" in bob[2]


def test_names_are_bright_for_the_player_to_move_and_always_where_bytes_are_dear() -> None:
    def style(art: Art) -> str:
        card = PlayerCard(Colour.RED, id="card")
        card.set_reactive(MatchWidget.view, view_of(match_of("4"), art=art))
        return str(next(span.style for span in card.paint(16, 7)[1] if "Alice" in span.text))

    assert style(Art()) == "card--resting"
    assert style(Art("256", lean=True)) == "card--strong"


# The match and its scores


def test_the_match_has_games_draws_and_clock() -> None:
    match = match_of()
    clock = Clock.new(TimeControl.parse("5+3"))
    match = Match(match.red, match.yellow, match.game, results=(Colour.RED, None), clock=clock)
    lines = painted(MatchCard(), view_of(match), 16, 5)
    assert [line.split() for line in lines] == [
        ["Match"],
        ["Games", "1", ":", "0"],
        ["Draws", "1"],
        ["Clock", "5+3"],
    ]
    assert "7 × 6, four in line" in painted(MatchCard(), view_of(match), 30, 7)[4]


@pytest.mark.parametrize(
    ("moves", "score", "words", "share"),
    [
        ("", 3, ["● Alice wins", "in 19 moves"], (0.5, 1)),
        ("4", 3, ["○ Bob wins", "in 19 moves"], (0, 0.5)),
        ("", 0, ["Draw", "with best play"], (0.49, 0.51)),
        ("", -2, ["○ Bob wins", "in 20 moves"], (0, 0.5)),
    ],
)
def test_proven_scores_are_put_into_words(
    moves: str, score: int, words: list[str], share: tuple[float, float]
) -> None:
    match = match_of(moves)
    scores = [ColumnScore(score - (column != 3), proven=True) for column in range(7)]
    found = evaluation_of(match.position, match.starter, scores)
    assert found is not None
    assert share[0] <= found.red_share <= share[1]
    view = view_of(match, evaluation=found)
    lines = painted(ScoresCard(), view, 16, 4)
    assert [line.strip() for line in lines[1:3]] == words
    assert lines[3].split() == ["Best", "column", "4"]
    bar = painted(ScoreBar(), view, 1, 18)
    assert len(bar) == 18
    label = painted(EvaluationText(), view, 3, 1)[0].strip()
    # The number is the winner's, with the winner's sign.
    assert label == f"{words[0][0] if score else ''}{abs(score)}"


def test_scores_that_are_not_proven_lead_to_nothing() -> None:
    position = parse_game("44").position
    unknown = [None, *[ColumnScore(1, proven=True)] * 6]
    unproven = [ColumnScore(1, proven=False), *[ColumnScore(0, proven=True)] * 6]
    for scores in ((), unknown, unproven):
        assert evaluation_of(position, Colour.RED, scores) is None
        assert not any(label.best for label in score_labels(position, scores))


# The moves


def test_moves_are_numbered_in_pairs_and_the_last_one_is_marked() -> None:
    moves = MoveList()
    lines = painted(moves, view_of(match_of("44532")), 16, 11)
    assert lines[0].split() == ["Moves", "5"]
    assert [line.split() for line in lines[1:4]] == [["1", "4", "4"], ["2", "5", "3"], ["3", "2"]]
    marked = [span for line in moves.paint(16, 11) for span in line if "last" in str(span.style)]
    assert [span.text for span in marked] == ["2"]


def test_a_whole_column_goes_when_all_are_full() -> None:
    game = Game.new(Position(Geometry(8, 8, 8)))
    for column in [*range(8)] * 6:
        game = game.play(column)
    match = Match(Person("A"), Person("B"), game)
    lines = painted(MoveList(), view_of(match), 16, 9)
    assert [line.split()[0] for line in lines[1:]] == [str(number) for number in range(9, 17)]
    assert [line.split()[3] for line in lines[1:]] == [str(number) for number in range(17, 25)]
    back = painted(MoveList(), view_of(match, shown=3), 16, 9)
    assert back[1].split()[0] == "1"


def test_the_move_that_is_looked_at_is_marked() -> None:
    moves = MoveList()
    painted(moves, view_of(match_of("44532"), shown=2), 16, 11)
    marked = [
        span.text for line in moves.paint(16, 11) for span in line if span.style == "card--shown"
    ]
    assert marked == ["4"]


def test_where_bytes_are_dear_the_moves_are_not_counted() -> None:
    view = view_of(match_of("44"), art=Art("256", lean=True))
    assert painted(MoveList(), view, 16, 11)[0].split() == ["Moves"]


# The result


@pytest.mark.parametrize(
    ("moves", "width", "said"),
    [
        ("1212121", 44, "● Alice wins: four in line, move 7"),
        ("1212121", 30, "● Alice wins: four in line"),
        ("1212121", 23, "● Alice wins"),
        ("71213141", 44, "○ Bob wins: four in line, move 8"),
    ],
)
def test_the_banner_says_the_result_in_the_room_that_there_is(
    moves: str, width: int, said: str
) -> None:
    (line,) = painted(ResultBanner(), view_of(match_of(moves)), width, 1)
    assert line.strip() == said
    assert cell_len(line) == width
    three = painted(ResultBanner(), view_of(match_of(moves)), width, 3)
    assert [text.strip() for text in three] == ["", said, ""]


def test_the_banner_says_who_gave_up_and_who_ran_out_of_time() -> None:
    resigned = match_of("44").resign(Colour.RED)
    assert (
        painted(ResultBanner(), view_of(resigned), 60, 1)[0].strip()
        == "○ Bob wins: Alice has resigned"
    )
    late = match_of("44").time_out()
    assert (
        painted(ResultBanner(), view_of(late), 60, 1)[0].strip()
        == "○ Bob wins: Alice is out of time"
    )
    assert painted(ResultBanner(), view_of(late), 22, 1)[0].strip() == "○ Bob wins on time"


# Text in place of cards


def test_text_has_the_players_the_match_and_the_last_moves() -> None:
    view = view_of(match_of("4455661"), times=(299, 300))
    lines = painted(MatchText(), view, 17, 10)
    assert [line.strip() for line in lines] == [
        "● Alice",
        "4:59 17 left",
        "",
        "▸○ Bob",
        "5:00 18 left",
        "",
        "Match   0 : 0",
        "",
        "Moves",
        "…5 5  6 6  1",
    ]


@pytest.mark.parametrize(
    ("width", "height", "moves"),
    [
        (17, 10, ["Moves", "…1 2  3 4  4"]),
        (17, 9, ["Moves   …3 4  4"]),
        (27, 9, ["Moves   …5 5  1 2  3 4  4"]),
        (40, 5, ["Moves   4 4  5 5  1 2  3 4  4"]),
    ],
)
def test_as_many_pairs_of_moves_as_fit_are_text(width: int, height: int, moves: list[str]) -> None:
    lines = painted(MatchText(), view_of(match_of("445512344")), width, height)
    assert [line.strip() for line in lines][-len(moves) :] == moves


def test_the_narrowest_text_has_discs_and_times() -> None:
    lines = painted(MatchText(), view_of(match_of("4"), times=(299, 300)), 7, 10)
    assert [line.strip() for line in lines] == ["●", "4:59", "", "▸○", "5:00", ""]


def test_text_below_a_board_has_the_players_side_by_side() -> None:
    lines = painted(MatchText(), view_of(match_of("4"), times=(299, 300)), 40, 5)
    assert lines[0].split() == ["●", "Alice", "▸○", "Bob"]
    assert lines[3].split() == ["Moves", "4"]


def test_the_turn_is_that_of_the_shown_position() -> None:
    finished = match_of("1212121")
    assert view_of(finished).to_move is None
    assert view_of(finished, shown=6).to_move is Colour.RED
    assert view_of(finished, shown=5).to_move is Colour.YELLOW
    red = painted(PlayerCard(Colour.RED, id="red"), view_of(finished, shown=6), 20, 9)
    assert any("to move" in line for line in red)


def test_while_somebody_looks_back_nobody_is_to_move() -> None:
    view = replace(view_of(match_of("1212"), shown=3, thinking=True), looking_back=True)
    for colour in Colour:
        card = "".join(painted(PlayerCard(colour, id="card"), view, 20, 9))
        assert "to move" not in card and "thinking" not in card


def test_there_is_no_winner_before_the_last_disc_has_landed() -> None:
    view = view_of(match_of("1212121"))
    assert view.winner is Colour.RED
    falling = replace(view, landed=False)
    assert (falling.winner, falling.to_move) == (None, None)
