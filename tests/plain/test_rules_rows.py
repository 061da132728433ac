"""The exercises' rows of the rules, through the plain front end and the command line. Each test names its row."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from p4tui import paths
from p4tui.core.drawings import draw, format_matrix
from p4tui.core.geometry import Geometry
from p4tui.core.notation import parse_game
from p4tui.core.position import Position
from p4tui.words.players import level_name
from tests.plain.driving import moves, p4tui, play
from tests.tools.scorers import FakeSolver

DRAW_4X4 = "1113233214423442"
RED_WINS = "4433556"
YELLOW_WINS = "71213141"

EXERCISE_A = """\
1234567
_______
_______
_______
_______
X______
X___O__"""

EXERCISE_B = """\
| | | | | | | |
| | | | | | | |
| | | | | | | |
| | | | | | | |
| | | |X| | | |
| | | |X|O| | |
 0 1 2 3 4 5 6"""

EXERCISE_D = """\
6| | | | | | | |
5| | | | | | | |
4| | | | | | | |
3| | | | |W| | |
2| |W| |W|B| | |
1| |B|W|B|B| | |
  1 2 3 4 5 6 7"""

EXERCISE_E = """\
    1 2 3 4 5 6 7
  6       *        6
  5       o        5
  4     o o   *    4
  3     * o   o o  3
  2   * o * * o *  2
  1 * o * * o o *  1
    1 2 3 4 5 6 7"""

MATRIX = "[[0,0,0,1,2,0,0],[0,0,0,1,0,0,0],[0,0,0,0,0,0,0],[0,0,0,0,0,0,0],[0,0,0,0,0,0,0],[0,0,0,0,0,0,0]]"

DEBUG = """\
0 0 0 0 0 0 0
0 0 0 0 0 0 0
0 0 0 0 0 0 0
0 0 0 0 0 0 0
0 0 0 1 0 0 0
0 0 0 1 2 0 0"""


@pytest.fixture
def figure_2(tmp_path: Path) -> str:
    path = tmp_path / "figure2.txt"
    path.write_text(EXERCISE_E, encoding="utf-8")
    return str(path)


@pytest.fixture
def picture(tmp_path: Path) -> str:
    path = tmp_path / "picture.txt"
    path.write_text(EXERCISE_D, encoding="utf-8")
    return str(path)


def choices(answer_out: str, name: str) -> list[str]:
    """The columns that a player was heard to play."""
    start = f"{name} plays column "
    return [line.removeprefix(start) for line in answer_out.splitlines() if line.startswith(start)]


def test_row_A_names_as_program_arguments() -> None:
    answer = p4tui("Alice", "Bob", typed=moves(RED_WINS))
    assert "Alice: choose a column" in answer.lines
    assert "Bob: choose a column" in answer.lines
    assert answer.lines[-1] == "Alice has won"
    assert answer.status == 0


def test_row_A_its_text_drawing() -> None:
    assert EXERCISE_A in play("--style", "exercise-a", "Alice", "Bob", typed=moves("151")).out


def test_row_A_a_wrong_or_full_column_is_refused_with_its_reason_and_asked_again() -> None:
    answer = play("--size", "7x4", "Alice", "Bob", typed=moves("1111") + "1\n9\n2\n")
    full = answer.lines.index("Column 1 is full")
    assert answer.lines[full + 1] == "Alice: choose a column"
    wrong = answer.lines.index("There is no such column: choose 1 to 7")
    assert answer.lines[wrong + 1] == "Alice: choose a column"
    assert answer.lines[-1] == "Bob: choose a column"


def test_row_A_turns_alternate() -> None:
    answer = play("Alice", "Bob", typed=moves("1234"))
    questions = [line for line in answer.lines if line.endswith(": choose a column")]
    assert [line.split(":")[0] for line in questions] == ["Alice", "Bob", "Alice", "Bob", "Alice"]


def test_row_A_the_winner_is_named() -> None:
    assert play("Alice", "Bob", typed=moves(RED_WINS)).lines[-1] == "Alice has won"
    assert play("Alice", "Bob", typed=moves(YELLOW_WINS)).lines[-1] == "Bob has won"


def test_row_A_draw() -> None:
    answer = play("--size", "4x4", "Alice", "Bob", typed=moves(DRAW_4X4))
    assert answer.lines[-1] == "Draw"
    assert answer.status == 0


@pytest.mark.parametrize("style", ["exercise-a", "exercise-b", "debug"])
def test_row_B_the_matrix_is_read_from_a_board_file(style: str, tmp_path: Path) -> None:
    path = tmp_path / "matrix"
    path.write_text(format_matrix(parse_game("454").position), encoding="utf-8")
    answer = play("--style", style, "--board", str(path), "A", "B")
    assert draw(parse_game("454").position, style) in answer.out


def test_row_B_the_bottom_row_of_the_matrix_comes_first(tmp_path: Path) -> None:
    path = tmp_path / "matrix"
    path.write_text(
        "[[0,0,0,1,2,0,0],[0,0,0,1,0,0,0]" + ",[0,0,0,0,0,0,0]" * 4 + "]", encoding="utf-8"
    )
    assert EXERCISE_B in play("--style", "exercise-b", "--board", str(path), "A", "B").out


def test_row_B_the_matrix_is_written_in_its_style_and_by_board() -> None:
    answer = play("--style", "matrix", "A", "B", typed=moves("454") + "board\n")
    assert answer.lines.count(MATRIX) == 2
    assert answer.lines[:2] == ["Red (1): A", "Yellow (2): B"]
    asked = play("A", "B", typed=moves("454") + "board matrix\nboard cubes\nboard debug a\n")
    assert asked.lines.count(MATRIX) == 1
    assert asked.lines[asked.lines.index(MATRIX) + 1] == "B: choose a column"
    assert sum(line.startswith("Type board, or board and one of ") for line in asked.lines) == 2


def test_row_B_the_matrix_is_written_by_games_export_and_read_back(tmp_path: Path) -> None:
    play("A", "B", typed=moves("454"))
    play("A", "B", typed=moves("4"))
    written = p4tui("games", "export", "--all", "--format", "drawings", "--style", "matrix")
    one = "[[0,0,0,1,0,0,0]" + ",[0,0,0,0,0,0,0]" * 5 + "]"
    assert written.out == f"# Game 1\n{MATRIX}\n\n# Game 2\n{one}\n\n"
    path = tmp_path / "exported"
    p4tui(
        "games", "export", "1", "--format", "drawings", "--style", "matrix", "--output", str(path)
    )
    assert DEBUG in play("--style", "debug", "--board", str(path), "A", "B").out
    piped = play("--style", "debug", "--board", "-", "A", "B", typed=written.out)
    assert DEBUG in piped.out


@pytest.mark.parametrize("style", ["exercise-a", "exercise-b", "exercise-d", "exercise-e", "debug"])
def test_row_B_saved_games_are_exported_as_drawings_of_any_style(style: str) -> None:
    play("A", "B", typed=moves("454"))
    written = p4tui("games", "export", "1", "--format", "drawings", "--style", style)
    assert written.out == f"# Game 1\n{draw(parse_game('454').position, style)}\n\n"


def test_row_B_its_text_drawing() -> None:
    assert EXERCISE_B in play("--style", "exercise-b", "A", "B", typed=moves("343")).out


def test_row_B_asks_which_column_and_names_the_winner_by_number() -> None:
    answer = play("--style", "exercise-b", "Alice", "Bob", typed=moves("0011223"))
    assert "Which column for player 1?" in answer.lines
    assert "Which column for player 2?" in answer.lines
    final = draw(parse_game("1122334").position, "exercise-b").splitlines()
    assert answer.lines[-8:] == [*final, "Player 1 has won"]


def test_row_B_in_french() -> None:
    answer = play("--style", "exercise-b", "--lang", "fr", "Alice", "Bob", typed=moves("0011223"))
    assert "Quel coup pour le joueur 1 ?" in answer.lines
    assert answer.lines[-1] == "Le joueur 1 a gagné"


@pytest.mark.parametrize(("language", "sentence"), [("en", "Draw"), ("fr", "Match nul")])
def test_row_B_a_draw(language: str, sentence: str) -> None:
    from_0 = "".join(str(int(symbol) - 1) for symbol in DRAW_4X4)
    answer = play(
        "--style", "exercise-b", "--lang", language, "--size", "4x4", "A", "B", typed=moves(from_0)
    )
    assert answer.lines[-5:] == [*draw_lines(DRAW_4X4, "exercise-b")[-4:], sentence]


def draw_lines(played: str, style: str) -> list[str]:
    """The lines of a drawing on the 4x4 board."""
    return draw(parse_game(played, Position(Geometry(4, 4, 4))).position, style).splitlines()


def test_row_B_columns_are_counted_from_0_in_input_and_errors() -> None:
    answer = play(
        "--style", "exercise-b", "--size", "7x4", "A", "B", typed=moves("00000") + "7\n-1\n"
    )
    assert "Column 0 is full" in answer.lines
    assert answer.lines.count("There is no such column: choose 0 to 6") == 2


def test_row_B_columns_are_counted_from_0_in_advice_lines_and_moves() -> None:
    typed = "hint longest\nline 0 1\nline 7 1\n0\n"
    words = ("--style", "exercise-b", "--position", "121212", "A", "B")
    answer = play(*words, typed=typed)
    assert "Column 0: wins at once" in answer.lines
    assert "Longest line through column 0, row 1: 3" in answer.lines
    assert "Type line, a column from 0 to 6, and a row from 1 to 6." in answer.lines
    assert answer.lines[-1] == "Player 1 has won"
    computer = play("--style", "exercise-b", "--position", "121212", "--red", "winner", "B")
    assert "Opportunist plays column 0" in computer.lines


def test_row_B_random_plays_any_free_column() -> None:
    # Column 1 of this 4x4 board is full.
    found = set()
    for seed in range(60):
        words = ("--size", "4x4", "--position", "1111", "--red", "random", "--seed", str(seed))
        found.add(choices(play(*words, "--yellow", "human").out, "Random")[0])
    assert found == {"2", "3", "4"}


@pytest.mark.parametrize("level", ["winner", "careful"])
def test_row_B_winner_and_careful_take_a_win(level: str) -> None:
    for seed in range(10):
        answer = play(
            "--position", "112233", "--red", level, "--yellow", "human", "--seed", str(seed)
        )
        assert choices(answer.out, level_name(level)) == ["4"]
        assert answer.lines[-1] == f"{level_name(level)} has won"


def test_row_B_winner_plays_at_random_where_it_cannot_win() -> None:
    found = set()
    for seed in range(60):
        words = (
            "--position",
            "717263",
            "--red",
            "winner",
            "--yellow",
            "human",
            "--seed",
            str(seed),
        )
        found.update(choices(play(*words).out, "Opportunist"))
    assert found == set("1234567")


def test_row_B_careful_avoids_a_column_after_which_the_opponent_wins_at_once() -> None:
    for seed in range(20):
        words = (
            "--position",
            "717263",
            "--red",
            "careful",
            "--yellow",
            "human",
            "--seed",
            str(seed),
        )
        assert choices(play(*words).out, "Careful") == ["4"]


def test_row_C_a_debugging_drawing_of_the_matrix_top_row_first() -> None:
    assert DEBUG in play("--style", "debug", "A", "B", typed=moves("454")).out


def test_row_C_two_distinct_errors_for_a_full_column_and_for_no_column() -> None:
    answer = play("A", "B", typed=moves("1111111") + "8\n0\n")
    assert "Column 1 is full" in answer.lines
    assert answer.lines.count("There is no such column: choose 1 to 7") == 2


@pytest.mark.parametrize(("columns", "rows"), [(12, 9), (4, 4), (32, 32)])
def test_row_D_boards_of_any_size(columns: int, rows: int) -> None:
    answer = play("--size", f"{columns}x{rows}", "--style", "debug", "A", "B")
    grid = [line for line in answer.lines if set(line) == {"0", " "}]
    assert len(grid) == rows
    assert grid[0].count("0") == columns


@pytest.mark.parametrize("style", ["exercise-a", "exercise-b", "exercise-d", "exercise-e", "debug"])
def test_row_D_the_board_is_sized_up_to_the_limits_of_the_screen(
    style: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setenv("LINES", "24")
    answer = play("--size", "fit", "--style", style, "A", "B")
    # No line is wider than the screen, and all that is said about a turn has its place on it.
    assert max(map(len, answer.lines)) <= 40
    assert len(answer.lines) <= 24
    smaller = play("--size", "7x6", "--style", style, "A", "B")
    assert len(answer.lines) > len(smaller.lines)
    assert max(map(len, answer.lines)) > max(map(len, smaller.lines[3:]))


def test_row_D_its_picture_in_english_letters(picture: str) -> None:
    answer = play("--style", "exercise-d", "--board", picture, "A", "B")
    assert EXERCISE_D in answer.out
    assert answer.lines[-1] == "A: choose a column"


def test_row_D_its_picture_in_french_letters(picture: str) -> None:
    french = EXERCISE_D.replace("B", "N").replace("W", "B")
    assert french in play("--style", "exercise-d", "--lang", "fr", "--board", picture, "A", "B").out
    Path(picture).write_text(french, encoding="utf-8")
    assert EXERCISE_D in play("--style", "exercise-d", "--board", picture, "A", "B").out


def test_row_D_whoever_began_is_drawn_white_and_the_legend_says_who_that_is(picture: str) -> None:
    red = play("--style", "exercise-d", "A", "B", typed=moves("45"))
    assert red.lines[:2] == ["Red (W): A", "Yellow (B): B"]
    assert "1| | | |W|B| | |" in red.lines
    yellow = play("--style", "exercise-d", "--first", "yellow", "A", "B", typed=moves("45"))
    assert yellow.lines[:2] == ["Red (B): A", "Yellow (W): B"]
    assert "1| | | |W|B| | |" in yellow.lines
    french = play("--style", "exercise-d", "--lang", "fr", "A", "B", typed=moves("45"))
    assert french.lines[:2] == ["Rouge (B) : A", "Jaune (N) : B"]
    read = play("--style", "exercise-d", "--board", picture, "--first", "yellow", "A", "B")
    assert read.lines[:2] == ["Red (B): A", "Yellow (W): B"]
    assert EXERCISE_D in read.out
    assert read.lines[-1] == "B: choose a column"


def test_row_D_the_legend_is_said_again_when_the_other_player_begins() -> None:
    answer = play("--style", "exercise-d", "A", "B", typed=moves(RED_WINS) + "new\n")
    again = answer.lines.index("Yellow (W): B")
    assert answer.lines[again - 2 : again] == ["A has won", "Red (B): A"]
    assert play("A", "B", typed=moves(RED_WINS) + "new\n").lines.count("Red (X): A") == 1


def test_row_D_two_humans_or_human_and_computer() -> None:
    two = play("Alice", "Bob", typed=moves("12"))
    assert "Alice: choose a column" in two.lines
    assert "Bob: choose a column" in two.lines
    one = play("Alice", "--yellow", "tactician", typed=moves("1"))
    assert len(choices(one.out, "Tactician")) == 1
    assert one.lines.count("Alice: choose a column") == 2


def tactician(position: str) -> set[str]:
    """What the tactician plays in a position of 12 columns, over several seeds."""
    found: set[str] = set()
    for seed in range(25):
        words = (
            "--size",
            "12x6",
            "--position",
            position,
            "--red",
            "tactician",
            "--yellow",
            "human",
        )
        found.update(choices(play(*words, "--seed", str(seed)).out, "Tactician"))
    return found


def test_row_D_tactician_makes_its_longest_line_first() -> None:
    assert tactician("1A2A3A") == {"4"}
    assert tactician("1A3A") == {"2"}


def test_row_D_tactician_stops_a_line_of_three() -> None:
    assert tactician("4171A1") == {"1"}


@pytest.mark.parametrize(
    ("position", "columns"), [("415", {"3", "6"}), ("315", {"4"}), ("4", {*"1234567"})]
)
def test_row_D_tactician_stops_a_line_of_three_before_it_is_made(
    position: str, columns: set[str]
) -> None:
    found: set[str] = set()
    for seed in range(40):
        words = ("--position", position, "--red", "human", "--yellow", "tactician")
        found.add(choices(play(*words, "--seed", str(seed)).out, "Tactician")[0])
    assert found == columns


def test_row_D_tactician_then_makes_two_else_plays_on_the_bottom_row() -> None:
    assert tactician("6C") == {"5", "6", "7"}
    assert tactician("") == {*"123456789", "10", "11", "12"}


def test_row_E_who_starts_alternates() -> None:
    answer = play("Alice", "Bob", typed=moves(RED_WINS) + "new\n4\n")
    again = answer.lines.index("Alice has won") + 1
    questions = [line for line in answer.lines[again:] if line.endswith(": choose a column")]
    assert questions == ["Bob: choose a column", "Alice: choose a column"]


def test_row_E_its_text_drawing(figure_2: str) -> None:
    answer = play("--style", "exercise-e", "--board", figure_2, "--first", "yellow", "A", "B")
    assert EXERCISE_E in answer.out
    assert answer.lines[-1] == "B: choose a column"


def test_row_E_21_discs_a_side_are_counted_down() -> None:
    answer = play("Alice", "Bob", typed=moves("44"))
    left = [line for line in answer.lines if line.startswith("Discs left")]
    assert left == [
        "Discs left: Alice 21, Bob 21",
        "Discs left: Alice 20, Bob 21",
        "Discs left: Alice 20, Bob 20",
    ]


def test_row_E_each_player_chooses_a_colour() -> None:
    assert play("--yellow", "human", "--red", "random", "Alice").lines[:2] == [
        "Red (X): Random",
        "Yellow (O): Alice",
    ]
    assert play("--red", "human", "--yellow", "random", "Alice").lines[:2] == [
        "Red (X): Alice",
        "Yellow (O): Random",
    ]
    swapped = play("Alice", "Bob", typed="swap\n").lines
    assert "Red (X): Bob" in swapped
    assert "Yellow (O): Alice" in swapped


def test_row_E_a_new_game_empties_the_grid() -> None:
    answer = play("--style", "debug", "Alice", "Bob", typed="4\n4\nnew\n")
    assert "0 0 0 1 0 0 0" in answer.lines
    assert answer.lines[-7:-1] == ["0 0 0 0 0 0 0"] * 6


def test_row_E_the_longest_line_through_a_cell(figure_2: str) -> None:
    asked = "line 1 1\nline 7 1\nline 6 2\nline 1 6\n"
    answer = play(
        "--style", "spoken", "--board", figure_2, "--first", "yellow", "A", "B", typed=asked
    )
    found = [line.split()[-1] for line in answer.lines if line.startswith("Longest line")]
    assert found == ["3", "2", "3", "0"]


def test_row_E_column_4_of_the_figure_is_full_and_the_others_are_playable(figure_2: str) -> None:
    for column in range(1, 8):
        answer = play("--board", figure_2, "--first", "yellow", "A", "B", typed=f"{column}\n")
        assert ("Column 4 is full" in answer.lines) is (column == 4)
        assert answer.lines[-1] == {4: "B: choose a column", 5: "B has won"}.get(
            column, "A: choose a column"
        )


@pytest.mark.parametrize("figure", ["a", "d", "e"])
@pytest.mark.parametrize("source", ["file", "input"])
def test_rows_A_D_E_the_printed_figures_are_read(figure: str, source: str, tmp_path: Path) -> None:
    """Empty lines between the rows, tabs for blanks, trailing blanks or none."""
    plain = {"a": EXERCISE_A, "d": EXERCISE_D, "e": EXERCISE_E}[figure]
    apart = plain.replace("\n", "\n\n")
    for text in (plain, apart, plain.replace(" ", "\t"), apart.replace("\n\n", "  \n\t\n")):
        path = tmp_path / "figure"
        path.write_text(text, encoding="utf-8")
        board, typed = (str(path), "") if source == "file" else ("-", f"\n{text}\n\n\nmoves\n")
        answer = play("--style", f"exercise-{figure}", "--board", board, "A", "B", typed=typed)
        assert plain in answer.out
        assert ("No moves yet" in answer.lines) is (source == "input")


def test_row_E_spoken_says_the_longest_line_through_the_last_disc() -> None:
    answer = play("--style", "spoken", "A", "B", typed=moves("14253"))
    assert "last move: column 3, row 1; longest line through it: 3" in answer.lines


def advice(answer_lines: list[str]) -> list[str]:
    """The advice that was given."""
    return [line for line in answer_lines if line.startswith(("Column", "Colonne"))]


def test_row_E_advice_of_the_longest_line_wins_in_the_figure(figure_2: str) -> None:
    typed = "hint longest\nconseil alignement\nhint\n5\n"
    answer = play("--board", figure_2, "--first", "yellow", "A", "B", typed=typed)
    assert advice(answer.lines) == ["Column 5: wins at once"] * 3
    assert answer.lines[-1] == "B has won"


def test_row_E_advice_of_the_longest_line_takes_ties_at_random() -> None:
    typed = "hint longest\n" * 40
    answer = play("A", "B", "--position", "4141", "--seed", "3", typed=typed)
    assert set(advice(answer.lines)) == {"Column 4: makes a line of 3"}
    answer = play("A", "B", "--position", "17", "--seed", "3", typed=typed)
    assert set(advice(answer.lines)) == {f"Column {n}: makes a line of 2" for n in (1, 2)}
    answer = play("A", "B", "--seed", "3", typed=typed)
    assert set(advice(answer.lines)) == {f"Column {n}: makes no line yet" for n in range(1, 8)}


def test_row_E_random_advice_is_drawn_anew_among_the_playable_columns() -> None:
    typed = "hint random\n" * 60
    answer = play("A", "B", "--position", "444444", "--seed", "3", typed=typed)
    assert set(advice(answer.lines)) == {
        f"Column {n}: picked at random" for n in (1, 2, 3, 5, 6, 7)
    }
    again = play("A", "B", "--position", "444444", "--seed", "3", typed=typed)
    assert advice(again.lines) == advice(answer.lines)


def test_row_E_advice_without_a_word_is_the_proven_best(fake_solver: FakeSolver) -> None:
    fake_solver.set_scores(parse_game("17").position, {6: 5})
    answer = play("A", "B", "--position", "17", typed="hint\nhint exact\nconseil meilleur\n")
    assert advice(answer.lines) == ["Column 6: wins in 16 moves"] * 3


def test_row_E_the_kind_of_advice_is_an_option_and_a_setting(fake_solver: FakeSolver) -> None:
    fake_solver.set_scores(parse_game("4141").position, {6: 5})
    words = ("A", "B", "--position", "4141")
    longest, best = ["Column 4: makes a line of 3"], ["Column 6: wins in 15 moves"]
    assert advice(play(*words, "--advice", "longest", typed="hint\n").lines) == longest
    path = paths.settings_file()
    assert path is not None
    path.parent.mkdir(parents=True)
    path.write_text('advice = "longest"\n', encoding="utf-8")
    assert advice(play(*words, typed="hint\n").lines) == longest
    assert advice(play(*words, typed="hint exact\n").lines) == best
    assert advice(play(*words, "--advice", "exact", typed="hint\n").lines) == best
    play("A", "B", typed=moves("4141"))
    assert advice(p4tui("resume", "--plain", typed="hint\n").lines) == longest
    assert advice(p4tui("resume", "--advice", "exact", "--plain", typed="hint\n").lines) == best


def test_row_E_a_kind_of_advice_that_there_is_not_is_explained() -> None:
    answer = play("A", "B", typed="hint best\nhint longest line\n")
    assert answer.lines.count("Type hint, hint exact, hint longest or hint random.") == 2
    refused = play("A", "B", "--advice", "best")
    assert (refused.status, refused.err.count("\n")) == (2, 1)
    assert "exact, longest, random" in refused.err


def test_row_E_exact_advice_takes_ties_at_random(fake_solver: FakeSolver) -> None:
    """Of columns that best play makes equal it is the longest line's."""
    hints = {
        line
        for seed in range(40)
        for line in play("A", "B", "--position", "17", "--seed", str(seed), typed="hint\n").lines
        if line.startswith("Column")
    }
    assert hints == {"Column 1: holds the draw", "Column 2: holds the draw"}


def test_row_E_aligner_always_wins_where_it_can() -> None:
    for seed in random.Random(1).sample(range(1000), 10):
        answer = play(
            "--position", "112233", "--red", "aligner", "--yellow", "human", "--seed", str(seed)
        )
        assert answer.lines[-1] == "Builder has won"
