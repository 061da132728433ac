"""The plain-text game: commands, ends, and input of every kind."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from p4tui.core.notation import parse_game
from p4tui.engine.book.format import BookError, BookProblem
from p4tui.engine.solver import BOOKS
from p4tui.paths import settings_file
from p4tui.plain import review
from p4tui.plain.commands import HELP, LINKED_ACTIONS, WORDS, Action, parse_command
from p4tui.plain.console import MAX_LINE_LENGTH, Console
from p4tui.plain.line_input import LineReader
from p4tui.players.levels import LEVELS
from p4tui.players.simple import RulePlayer
from p4tui.words.players import level_name
from tests.plain.driving import Answer, moves, p4tui, play
from tests.tools.scorers import FakeSolver

WON = moves("4433556")
GO_ON = "The game is saved: p4tui resume --plain continues it."
PAIRS = (
    ("undo", "annuler"),
    ("redo", "refaire"),
    ("hint", "conseil"),
    ("scores", "scores"),
    ("level", "niveau"),
    ("line", "ligne"),
    ("board", "plateau"),
    ("moves", "coups"),
    ("review", "analyse"),
    ("mistakes", "erreurs"),
    ("puzzle", "problème"),
    ("clock", "pendule"),
    ("resign", "abandonner"),
    ("new", "nouvelle"),
    ("swap", "échanger"),
    ("go", "continuer"),
    ("resume", "reprendre"),
    ("keep", "garder"),
    ("help", "aide"),
    ("quit", "quitter"),
)


def question(answer: Answer) -> str:
    return answer.lines[-1]


@pytest.mark.parametrize(("english", "french"), PAIRS)
def test_english_and_french_words_mean_the_same(english: str, french: str) -> None:
    command = parse_command(english, "exercise-a")
    assert command is not None
    assert command == parse_command(french.upper(), "exercise-a")
    assert command.action is Action(english)


def test_no_word_is_a_column_too() -> None:
    assert all(len(word) > 1 or word == "?" for word in WORDS)


def test_a_game_read_from_a_pipe_ends_with_its_sentence() -> None:
    answer = p4tui("play", "--plain", "Alice", "Bob", typed=WON)
    assert (answer.status, answer.lines[-1], answer.err) == (0, "Alice has won", "")


def test_a_game_ends_with_its_sentence_in_french() -> None:
    assert play("--lang", "fr", "Alice", "Bob", typed=WON).lines[-1] == "Alice a gagné"


def test_without_a_terminal_names_alone_play_in_plain_text() -> None:
    assert p4tui("Alice", "Bob", typed=WON).lines[-1] == "Alice has won"


def test_undo_takes_one_move_back_between_people_and_redo_makes_it_again() -> None:
    answer = play("Alice", "Bob", typed="4\n5\nundo\nmoves\nredo\nmoves\n")
    assert [line for line in answer.lines if line.startswith("Moves")] == ["Moves: 4", "Moves: 45"]


def test_undo_goes_back_to_the_persons_own_turn_against_a_computer() -> None:
    answer = play("Alice", "--yellow", "random", typed="4\nundo\nmoves\n")
    assert "No moves yet" in answer.lines
    assert question(answer) == "Alice: choose a column"


def test_what_cannot_be_undone_or_redone_is_said() -> None:
    answer = play("Alice", "Bob", typed="undo\nredo\n")
    assert "Nothing to undo" in answer.lines
    assert "Nothing to redo" in answer.lines
    assert question(answer) == "Alice: choose a column"


def test_undo_works_into_a_position_given_as_moves_and_after_the_end() -> None:
    answer = play("Alice", "Bob", "--position", "4433556", typed="undo\nmoves\n6\n")
    assert "Moves: 443355" in answer.lines
    assert answer.lines.count("Alice has won") == 2
    assert answer.status == 0


def test_a_position_that_is_over_ends_at_once() -> None:
    answer = play("Alice", "Bob", "--position", "4433556")
    assert (answer.status, answer.lines[-1]) == (0, "Alice has won")


def test_the_computer_says_what_it_plays() -> None:
    answer = play("Alice", "--yellow", "random", "--seed", "1", typed="4\n")
    fake_solver = [line for line in answer.lines if line.startswith("Random plays column ")]
    assert len(fake_solver) == 1
    assert question(answer) == "Alice: choose a column"


def test_the_computer_starts_where_it_is_first() -> None:
    answer = play("Alice", "--yellow", "random", "--first", "yellow")
    assert any(line.startswith("Random plays column ") for line in answer.lines)
    assert answer.status == 2


def test_two_computers_play_to_the_end_without_any_input() -> None:
    answer = play("--red", "random", "--yellow", "winner", "--seed", "5")
    assert (answer.status, answer.err) == (0, "")
    assert answer.lines[-1] in {"Random has won", "Opportunist has won", "Draw"}


def test_the_same_seed_plays_the_same_game() -> None:
    words = ("--red", "random", "--yellow", "tactician", "--seed", "7")
    assert play(*words) == play(*words)


def test_a_move_that_was_promised_to_be_proven_and_is_not_is_marked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    words = ("Alice", "--yellow", "winner", "--position", "7121212")
    assert "Opportunist plays column 1" in play(*words).lines
    monkeypatch.setattr(RulePlayer, "unproven", True)
    assert "Opportunist plays column 1 (not proven)" in play(*words).lines


def test_the_level_changes_during_the_game() -> None:
    answer = play("Alice", "--yellow", "random", "--position", "71626", typed="level winner\n")
    assert "Yellow (O): Opportunist" in answer.lines
    other = play("Alice", "--yellow", "random", typed="niveau careful\n4\n")
    assert any(line.startswith("Careful plays") for line in other.lines)


def test_a_level_may_be_called_what_the_screen_calls_it() -> None:
    answer = p4tui(
        *("--lang", "fr", "play", "--plain", "--yellow", "random", "--position", "71626", "Alice"),
        typed="niveau parfait\n",
    )
    assert any(line.endswith(": Parfait") for line in answer.lines)


def test_a_program_takes_a_seat_by_its_command_or_its_name_in_the_settings() -> None:
    path = settings_file()
    assert path is not None
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text('[programs]\nTiny = "lines:./tiny --fast"\n')
    typed = (
        "level ugi:python3 Bot.py\nlevel Tiny yellow\nlevel random\nlevel ugi:\nlevel no such bot\n"
    )
    answer = play("Alice", "--yellow", "winner", typed=typed)
    assert seats_of_yellow(answer) == [
        "Opportunist",
        "Bot.py",
        "Tiny (computer: tiny --fast)",
        "Random",
    ]
    assert any(line.startswith("There is no level ugi:") for line in answer.lines)
    assert any(line.startswith("Type level and one of human") for line in answer.lines)


def test_a_computer_takes_a_persons_seat_and_gives_it_back() -> None:
    answer = play("Alice", "Bob", typed="level random jaune\n4\nlevel human yellow\n4\n")
    assert "Yellow (O): Bob (computer: Random)" in answer.lines
    assert question(answer) == "Bob: choose a column"


def seats_of_yellow(answer: Answer) -> list[str]:
    """The players of yellow, as they were announced."""
    start = "Yellow (O): "
    return [line.removeprefix(start) for line in answer.lines if line.startswith(start)]


@pytest.mark.parametrize("typed", ["level auto", "niveau automatique", "LEVEL AUTO yellow"])
def test_the_computer_finds_the_persons_level(typed: str) -> None:
    typed = "resign\nnew\n" * 3 + typed + "\n4\n"
    seats = seats_of_yellow(play("Alice", "--yellow", "winner", typed=typed))
    # The three lost games were saved.
    assert (seats[0], seats[-1]) == ("Opportunist", "Random, automatic level")


def test_an_automatic_level_falls_with_every_lost_game() -> None:
    seats = seats_of_yellow(play("Alice", "--level", "auto", typed="resign\nnew\n" * 5))
    names = [level_name(level.id) for level in LEVELS]
    numbers = [names.index(name.removesuffix(", automatic level")) for name in seats]
    assert numbers == sorted(numbers, reverse=True)
    assert numbers[0] > numbers[-1] == 0


@pytest.mark.parametrize(
    "typed", ["level", "level random", "level random red yellow", "level random winner red"]
)
def test_a_level_without_a_seat_or_name_is_explained(typed: str) -> None:
    answer = play("Alice", "Bob", typed=typed + "\n")
    assert any(
        line.startswith("Type level and one of human, auto, random, ") for line in answer.lines
    )
    assert question(answer) == "Alice: choose a column"


def test_an_unknown_level_is_refused() -> None:
    answer = play("Alice", "--yellow", "random", typed="level grandmaster\n")
    assert (
        "There is no level grandmaster: choose one of random, winner, aligner, tactician, careful, casual,"
        " regular, keen, skilled, seasoned, strong, club, expert, perfect." in answer.lines
    )
    answer = play("Alice", "--yellow", "random", typed="level " + "g" * 3000 + "\n")
    assert max(map(len, answer.lines)) < 250


def test_the_board_is_shown_again() -> None:
    assert play("Alice", "Bob", typed="board\n").lines.count("1234567") == 2


def test_resigning_names_the_winner() -> None:
    answer = play("Alice", "Bob", typed="4\nresign\n")
    assert "Bob has resigned." in answer.lines
    assert (answer.status, answer.lines[-1]) == (0, "Alice has won")


def test_the_score_is_told_after_each_game() -> None:
    answer = play("Alice", "Bob", typed=WON + "new\nresign\nnew\nresign\n")
    fake_solver = [line for line in answer.lines if line.startswith("Score")]
    assert fake_solver == [
        "Score: Alice 1, Bob 0, draws 0",
        "Score: Alice 2, Bob 0, draws 0",
        "Score: Alice 2, Bob 1, draws 0",
    ]


def test_moves_after_the_end_are_refused_without_a_question() -> None:
    answer = play("Alice", "Bob", typed=WON + "4\n\nhint\n")
    assert answer.lines[-3:] == ["Alice has won", "The game is over", "The game is over"]
    assert answer.status == 0


def test_help_lists_every_command() -> None:
    answer = play("Alice", "Bob", typed="help\n")
    assert all(line in answer.lines for line in HELP)
    words = set(" ".join(HELP).replace(":", " ").replace(";", " ").split())
    elsewhere = {Action.MOVE, *LINKED_ACTIONS}
    assert {action.value for action in Action if action not in elsewhere} <= words


def test_help_in_french_names_the_french_words() -> None:
    answer = play("--lang", "fr", "Alice", "Bob", typed="aide\n")
    assert all(french in answer.out for _english, french in PAIRS)


def test_quit_leaves_in_good_order() -> None:
    answer = play("Alice", "Bob", typed="4\nquit\n5\n")
    assert (answer.status, answer.err) == (0, "")
    assert answer.lines[-2:] == ["Bob: choose a column", GO_ON]


@pytest.mark.parametrize("typed", ["", "\n\n", "board\n", "9\n", "hint"])
def test_input_that_ends_before_any_move_is_said_in_a_sentence(typed: str) -> None:
    answer = play("Alice", "Bob", typed=typed)
    assert answer.status == 2
    assert (
        answer.err == "The input ended before any move: type moves, or send them through a pipe.\n"
    )


@pytest.mark.parametrize(
    ("typed", "how_to_go_on"),
    [("4\n", f"{GO_ON}\n"), ("4", f"{GO_ON}\n"), (WON + "new\n", ""), ("resign\nnew\n", "")],
)
def test_input_that_ends_in_the_middle_of_a_game_is_said_in_a_sentence(
    typed: str, how_to_go_on: str
) -> None:
    answer = play("Alice", "Bob", typed=typed)
    assert answer.status == 1
    ended = "The input ended before the game did."
    assert answer.err == (f"{ended} {how_to_go_on}" if how_to_go_on else f"{ended}\n")


def test_a_person_at_a_terminal_is_told_about_help_and_how_to_go_on() -> None:
    answer = play("Alice", "Bob", typed=WON, terminal=True)
    assert "Type help for the commands." in answer.lines
    assert (
        "Type review to see what the moves were worth, new for another game, quit to leave."
        in answer.lines
    )
    assert (answer.status, answer.lines[-1]) == (0, "Alice has won")


def test_a_person_watching_two_computers_may_take_back_and_let_them_go_on() -> None:
    answer = play(
        "--red",
        "random",
        "--yellow",
        "random",
        "--seed",
        "2",
        typed="undo\nboard\ngo\n",
        terminal=True,
    )
    assert "Paused: type go to let the computers play on." in answer.lines
    assert answer.status == 0
    left = play(
        "--red", "random", "--yellow", "random", "--seed", "2", typed="undo\n", terminal=True
    )
    assert left.status == 1


@pytest.mark.parametrize(
    "line",
    [
        b"x" * 1_000_000,
        b"\x00",
        b"\xfd\xfe\xff",
        b"\x1b[31m\x1b]0;title\x07",
        b"4 5",
        b"\xc2\x9b31m",
        b"4.5",
        "４".encode(),
        b"un do",
    ],
)
def test_a_line_of_rubbish_is_answered_in_one_sentence_and_asked_again(line: bytes) -> None:
    answer = play("Alice", "Bob", typed=line + b"\n4\n")
    index = answer.lines.index("Alice: choose a column")
    assert answer.lines[index + 1].endswith(
        '" is neither a column nor a command; type help for a list.'
    )
    assert len(answer.lines[index + 1]) < 120
    assert answer.lines[index + 2] == "Alice: choose a column"
    assert sum(line.endswith("type help for a list.") for line in answer.lines) == 1
    assert question(answer) == "Bob: choose a column"


def test_the_rest_of_a_line_that_is_too_long_is_no_command() -> None:
    answer = play(
        "Alice",
        "Bob",
        typed=b" " * MAX_LINE_LENGTH + b"4\n" + b"x" * MAX_LINE_LENGTH + b"\n5\nmoves\n",
    )
    assert "Moves: 5" in answer.lines


@pytest.mark.parametrize("number", ["9" * 1_000_000, "-" + "9" * 5000, "0" * 5000, "00008", "-0"])
def test_a_number_that_is_no_column_is_refused_however_long(number: str) -> None:
    answer = play("Alice", "Bob", typed=number + "\n4\n")
    index = answer.lines.index("Alice: choose a column")
    assert answer.lines[index + 1] == "There is no such column: choose 1 to 7"
    assert question(answer) == "Bob: choose a column"


def test_lines_may_end_as_on_windows() -> None:
    assert play("Alice", "Bob", typed=WON.replace("\n", "\r\n")).lines[-1] == "Alice has won"


@pytest.mark.parametrize(
    "typed", ["line\n", "line 1\n", "line 8 1\n", "line 1 7\n", "line a b c\n", "line 1 x\n"]
)
def test_a_cell_off_the_board_is_explained(typed: str) -> None:
    assert (
        "Type line, a column from 1 to 7, and a row from 1 to 6."
        in play("A", "B", typed=typed).lines
    )


def test_names_are_shown_literally_and_harmlessly() -> None:
    answer = play("[b]Al\x1b[31m{ice}\n%s", "\u202eBob" + "x" * 1_000_000, typed=WON)
    assert answer.lines[-1] == "[b]Al�[31m{ice}�%s has won"
    assert "\x1b" not in answer.out
    assert "\u202e" not in answer.out
    assert max(map(len, answer.lines)) < 200


def test_a_ten_column_board_takes_numbers_and_letters_for_the_same_column() -> None:
    answer = play("--size", "12x4", "A", "B", typed="10\nA\na\nmoves\n")
    assert "Moves: AAA" in answer.lines


def test_an_encoding_without_accents_shows_letters_without_them() -> None:
    answer = p4tui("play", "--plain", "Zoé", "Ł", encoding="ascii")
    assert "Zoe: choose a column" in answer.lines
    assert "Yellow (O): ?" in answer.lines


class Unreadable(io.BytesIO):
    """An input that fails."""

    def read(self, _size: int | None = -1, /) -> bytes:
        raise OSError


@pytest.mark.parametrize("source", [None, Unreadable(), io.BytesIO()])
def test_an_input_that_fails_or_is_missing_has_ended(source: io.BytesIO | None) -> None:
    assert Console(LineReader(source), None, None).read() is None


def test_an_unknown_encoding_is_taken_for_utf_8() -> None:
    source = LineReader(io.BytesIO("é\r\nü".encode()))
    console = Console(source, None, None, encoding="klingon")
    assert [console.read(), console.read(), console.read()] == ["é", "ü", None]


def test_no_escape_sequence_is_written_at_a_terminal_either() -> None:
    answer = play(
        "Alice", "--yellow", "random", typed="4\nhelp\nlevel winner\nhint\n", terminal=True
    )
    assert answer.out.replace("\n", "").isprintable()


# Scores and hints

MIDDLE = "4435443"
"""Yellow is to move, nobody threatens to win, all columns are free."""


def told_middle(fake_solver: FakeSolver) -> None:
    fake_solver.set_scores(
        parse_game(MIDDLE).position, {1: -2, 2: -4, 3: 0, 4: 3, 5: -12, 6: 0, 7: 3}, unproven=[2]
    )


def test_scores_are_shown_from_then_on_until_they_are_asked_for_again(
    fake_solver: FakeSolver,
) -> None:
    told_middle(fake_solver)
    answer = play("--position", MIDDLE, "Alice", "Bob", typed="scores\n1\nundo\nscores\n1\n")
    scores = [line for line in answer.lines if line.startswith("Scores")]
    middle = "Scores: 1 (-2), 2 (-?), 3 (0), 4 (+3), 5 (-12), 6 (0), 7 (+3)"
    after = "Scores: 1 (0), 2 (0), 3 (0), 4 (0), 5 (0), 6 (0), 7 (0)"
    assert scores == [middle, after, middle]
    assert answer.lines.count("The scores are hidden.") == 1
    legend = "+ you win (+1 on your last disc, +2 one sooner), 0 draw, - you lose"
    assert answer.lines.count(legend) == 1
    assert answer.lines[answer.lines.index(middle) - 1] == legend
    assert answer.lines[answer.lines.index(middle) + 1] == "Bob: choose a column"


def test_the_spoken_style_says_the_scores_in_words(fake_solver: FakeSolver) -> None:
    told_middle(fake_solver)
    answer = play("--style", "spoken", "--position", MIDDLE, "Alice", "Bob", typed="scores\n")
    start = answer.lines.index("column 1: loses in 16 moves")
    assert answer.lines[start : start + 7] == [
        "column 1: loses in 16 moves",
        "column 2: seems to lose",
        "column 3: draw",
        "column 4: wins in 16 moves",
        "column 5: loses in 6 moves",
        "column 6: draw",
        "column 7: wins in 16 moves",
    ]


def test_columns_counted_from_0_are_so_in_scores_and_hints(fake_solver: FakeSolver) -> None:
    fake_solver.set_scores(parse_game(MIDDLE).position, {2: 5})
    answer = play("--style", "exercise-b", "--position", MIDDLE, "A", "B", typed="scores\nhint\n")
    assert "Scores: 0 (0), 1 (+5), 2 (0), 3 (0), 4 (0), 5 (0), 6 (0)" in answer.lines
    assert "Column 1: wins in 14 moves" in answer.lines


def test_full_columns_are_left_out_of_the_scores(fake_solver: FakeSolver) -> None:
    answer = play("--position", "444444", "A", "B", typed="scores\n")
    assert "Scores: 1 (0), 2 (0), 3 (0), 5 (0), 6 (0), 7 (0)" in answer.lines


def test_scores_and_hints_in_french(fake_solver: FakeSolver) -> None:
    told_middle(fake_solver)
    answer = play("--lang", "fr", "--position", MIDDLE, "A", "B", typed="scores\nconseil\nscores\n")
    assert "Scores : 1 (-2), 2 (-?), 3 (0), 4 (+3), 5 (-12), 6 (0), 7 (+3)" in answer.lines
    assert any(line.endswith(" : gagne en 16 coups") for line in answer.lines)
    assert "Les scores sont cachés." in answer.lines


@pytest.mark.parametrize(
    ("moves_before", "scores", "sentence"),
    [
        ("121212", {}, "Column 1: wins at once"),
        ("12121", {}, "Column 1: blocks a line"),
        (MIDDLE, {c: -c for c in range(1, 8)}, "Column 1: loses only after 17 moves"),
        (
            MIDDLE,
            {1: -1, 2: -1, 3: -1, 4: -1, 5: 0, 6: -1, 7: -1},
            "Column 5: the only safe column",
        ),
    ],
)
def test_a_hint_says_why(
    fake_solver: FakeSolver, moves_before: str, scores: dict[int, int], sentence: str
) -> None:
    fake_solver.set_scores(parse_game(moves_before).position, scores)
    answer = play("--position", moves_before, "A", "B", typed="hint\n")
    assert sentence in answer.lines


def test_no_scores_after_the_end_and_none_while_a_computer_is_to_move(
    fake_solver: FakeSolver,
) -> None:
    answer = play("Alice", "Bob", typed="scores\n" + WON + "scores\n")
    assert answer.lines[-1] == "The game is over"
    assert sum(line.startswith("Scores:") for line in answer.lines) == 7
    answer = play("Alice", "--yellow", "random", typed="scores\n4\n")
    assert sum(line.startswith("Scores:") for line in answer.lines) == 2


def test_a_damaged_opening_book_is_told_of_once_and_play_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    damaged = BookError(
        Path("/books/7x6\x1b[2J.p4b"), BookProblem.DAMAGED, "a checksum does not match"
    )
    monkeypatch.setattr(BOOKS, "refused", [damaged])
    answer = play("Alice", "--yellow", "random", typed="4\n4\nresign\nquit\n")
    assert answer.status == 0
    assert [line for line in answer.err.splitlines() if "book" in line] == [
        "The opening book /books/7x6\N{REPLACEMENT CHARACTER}[2J.p4b is damaged; it is not used."
    ]


def test_a_game_is_reviewed_and_its_mistakes_tried_again() -> None:
    typed = moves("1212121") + "review\nmistakes\n4\n3\nskip\nreview\n"
    answer = play("Alice", "Bob", typed=typed)
    assert answer.status == 0
    said = answer.lines
    assert "Move 6, Bob, column 2. A blunder: it was a win, now Alice wins at once." in " ".join(
        said
    )
    assert "Mistake 1 of 2. Move 1, Alice, column 1." in said
    wrong = "Not that one. A blunder: it was a win, now Alice wins at once. "
    assert f"{wrong}Column 3 lets Alice win in column 1." in said
    assert "1 of 2 mistakes corrected." in said
    assert said.count("Alice kept the result in 0 of 1 real choice: 1 blunder.") == 2


def test_against_a_computer_only_the_persons_mistakes_are_tried_again() -> None:
    typed = "2\n2\n2\n2\nmistakes\n"
    said = play("Alice", "--yellow", "random", "--seed", "1", typed=typed).lines
    headings = [line for line in said if line.startswith("Mistake ")]
    assert headings
    assert all("Alice" in line for line in headings)


def test_ctrl_c_ends_a_review_and_not_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(review, "review_game", stop)
    said = play("Alice", "Bob", typed="4\nreview\nmistakes\nquit\n").lines
    assert said.count("The review was stopped.") == 2
    assert said.count("Bob: choose a column") == 3


def test_the_review_of_a_game_that_goes_on_asks_again() -> None:
    said = play("Alice", "Bob", typed="4\nreview\n4\n").lines
    assert said.count("Bob: choose a column") == 2
    assert "Alice had no real choice" not in " ".join(said)


# Threats


def test_threats_are_listed_by_player_in_odd_and_even_rows() -> None:
    answer = play("--position", "121212", "Alice", "Bob", typed="threats\n")
    assert "Alice completes a line at: column 1 row 4 (even)" in answer.lines
    assert "Bob completes a line at: column 2 row 4 (even)" in answer.lines
    assert answer.lines[-1] == "Alice: choose a column"
    answer = play("--style", "exercise-b", "--position", "2233", "Alice", "Bob", typed="menaces\n")
    assert "Alice has no threat" in answer.lines
    answer = play("--style", "exercise-b", "--position", "22334", "A", "Bob", typed="threats\n")
    assert "A completes a line at: column 0 row 1 (odd), column 4 row 1 (odd)" in answer.lines
    assert "Bob has no threat" in answer.lines


def test_the_spoken_style_says_a_cell_a_line() -> None:
    answer = play("--style", "spoken", "--position", "22334", "Alice", "Bob", typed="threats\n")
    start = answer.lines.index("Alice completes a line at:")
    assert answer.lines[start + 1 : start + 4] == [
        "column 1, row 1, an odd row",
        "column 5, row 1, an odd row",
        "Bob has no threat",
    ]


# The explorer


def test_explore_tells_the_score_of_each_column_and_the_games_that_played_it(
    fake_solver: FakeSolver,
) -> None:
    told_middle(fake_solver)
    answer = play("--position", MIDDLE, "Alice", "Bob", typed="explore\n")
    start = answer.lines.index("Bob to move; no saved games")
    assert answer.lines[start + 1 : start + 3] == ["Column 1: -2", "Column 2: -?"]
    assert answer.lines[-1] == "Bob: choose a column"
    play("Alice", "Bob", typed="1\n2\n1\n2\n1\n2\n1\n")
    answer = play("--style", "spoken", "--position", "121", "A", "B", typed="explorer\nexplore\n")
    start = answer.lines.index("B to move; 1 saved game: 0 won, 0 drawn, 1 lost")
    assert answer.lines[start + 1 : start + 3] == [
        "Column 1: draw; no games",
        "Column 2: draw; 1 game: 0 won, 0 drawn, 1 lost",
    ]


def test_explore_after_the_end_tells_the_games_alone(fake_solver: FakeSolver) -> None:
    answer = play("Alice", "Bob", typed="1\n2\n1\n2\n1\n2\n1\nexplore\n")
    assert answer.lines[-1] == "The game is over; 1 saved game: 0 won, 0 drawn, 1 lost"
