"""The sentences that the front ends share."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p4tui import i18n
from p4tui.core import errors
from p4tui.core.colour import Colour
from p4tui.core.game import Game
from p4tui.core.geometry import Geometry
from p4tui.core.notation import parse_game
from p4tui.core.position import Position, Side
from p4tui.play.analysis import Advice, ColumnScore, Reason
from p4tui.play.match import Match
from p4tui.play.seats import LevelSeat, Person, Remote, Seat, UnknownSeat
from p4tui.players.levels import LEVELS, UnknownLevelError
from p4tui.storage.errors import GameDeletedError, GameTakenError, StorageError, StorageProblem
from p4tui.tui.match_forms import with_short_names
from p4tui.words.advice import (
    advice_sentence,
    column_score,
    score_legend_forms,
    score_words,
)
from p4tui.words.errors import error_sentence, storage_sentence, unknown_level_sentence
from p4tui.words.match import (
    brief_moment,
    discs_left_forms,
    games_won_forms,
    how_it_ended,
    moment_sentence,
    move_sentence,
    result_sentence,
    score_sentence,
    sides_sentence,
    turn_sentence,
    winning_length,
)
from p4tui.words.players import (
    level_description,
    level_forms,
    level_name,
    player_name,
    seat_kind_name,
)
from p4tui.words.saved import lost_sentence
from p4tui.words.text import printable, shorten
from p4tui.words.time import last_change_phrase, short_seconds
from p4tui.words.wrapping import cells

ALICE, BOB = Person("Alice"), Person("Bob")


def match_of(
    moves: str = "", red: Seat = ALICE, yellow: Seat = BOB, starter: Colour = Colour.RED
) -> Match:
    return Match(red, yellow, parse_game(moves), starter)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Zoé 日本 👩\u200d🚀", "Zoé 日本 👩\u200d🚀"),
        ("a\x00b\x1b[31mc\x9bd\n\te", "a�b�[31mc�d��e"),
        ("\u202eBob\u2066\ufeff\u00ad", "�Bob���"),
        ("\ud800\u2028\u2029", "���"),
        ("[b]{0}%s", "[b]{0}%s"),
    ],
)
def test_printable_replaces_what_is_harmful_one_for_one(text: str, shown: str) -> None:
    assert printable(text) == shown
    assert len(printable(text)) == len(text)


@pytest.mark.parametrize(
    "text",
    [
        "👩\u200d👩\u200d👧",
        "👩🏽\u200d🚀",
        "❤\ufe0f\u200d🔥",
        "🏳\ufe0f\u200d🌈",
        "🧔\u200d♂\ufe0f",
        "🙂\u200d↔\ufe0f",
        # Newer than the Unicode of some Python that runs this.
        "\U0001fae9\u200d\U0001faea",
        "1\ufe0f\u20e3 🇫🇷 Zoe\u0301",
        "می\u200cخواهم",
    ],
)
def test_what_makes_one_sign_of_several_characters_is_shown(text: str) -> None:
    assert printable(text) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\u200db", "ab"),
        ("\u200d🚀", "🚀"),
        ("👩\u200d", "👩"),
        ("👩\u200da", "👩a"),
        ("a\u200d🚀", "a🚀"),
        ("👩\u200d\u200d🚀", "👩🚀"),
        ("\ufe0f\u200d🚀", "\ufe0f🚀"),
        ("ශ්\u200dරී", "ශ්රී"),
    ],
)
def test_a_joiner_that_would_hide_what_comes_after_it_is_left_out(text: str, shown: str) -> None:
    assert printable(text) == shown


@given(st.text(st.sampled_from("a 👩🚀❤\u200d\ufe0f\u202e\x1b\u0301日"), max_size=12))
def test_what_is_printable_stays_so(text: str) -> None:
    shown = printable(text)
    assert printable(shown) == shown
    assert not any(char in shown for char in "\u202e\x1b")


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("problem", StorageProblem)
def test_every_problem_of_the_database_has_a_harmless_sentence(
    problem: StorageProblem, language: str
) -> None:
    i18n.activate(language)
    path = Path("data\x1b[31m\udcff") / "games.sqlite3"
    sentence = storage_sentence(StorageError(problem, path))
    shown = str(Path("data�[31m�") / "games.sqlite3")
    assert (shown in sentence) is (problem is not StorageProblem.NO_PLACE)
    assert sentence.endswith(".") and printable(sentence) == sentence
    assert sentence != storage_sentence(StorageError(StorageProblem.NO_PLACE)) or (
        problem is StorageProblem.NO_PLACE
    )
    long = storage_sentence(StorageError(problem, Path("x" * 5000)))
    assert len(long) < 400


def test_shorten_keeps_a_length() -> None:
    assert shorten("abcdef", 6) == "abcdef"
    assert shorten("abcdefg", 6) == "abc..."


def test_every_level_has_a_name_and_a_description_in_both_languages() -> None:
    english = {level.id: (level_name(level.id), level_description(level.id)) for level in LEVELS}
    i18n.activate("fr")
    same = {level.id for level in LEVELS if level_name(level.id) == english[level.id][0]}
    # What French has taken over.
    assert same == {"expert"}
    for level in LEVELS:
        assert level_description(level.id) != english[level.id][1]
    assert len({name for name, _description in english.values()}) == len(LEVELS)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_description_of_a_level_has_forms_for_every_window(language: str) -> None:
    i18n.activate(language)
    for number, level in enumerate(LEVELS, 1):
        ranked, *forms = level_forms(level.id)
        lengths = [cells(form) for form in forms]
        assert forms[0] == level_description(level.id)
        assert lengths == sorted(lengths, reverse=True)
        assert lengths[0] <= 60 and min(lengths) <= 28
        assert any(length <= 38 for length in lengths)
        assert ranked.startswith(forms[0]) and f"{number}" in ranked and cells(ranked) <= 78


@pytest.mark.parametrize(
    ("red", "yellow", "names"),
    [
        (ALICE, BOB, ("Alice", "Bob")),
        (Person(), Person("  "), ("Red", "Yellow")),
        (Person(), LevelSeat("club"), ("Red", "Club player")),
        (LevelSeat("club"), LevelSeat("club"), ("Club player (Red)", "Club player (Yellow)")),
        (LevelSeat("club", "Deep"), LevelSeat("club"), ("Deep", "Club player")),
        (UnknownSeat("program", "fo\x1bur"), BOB, ("program fo�ur (unknown here)", "Bob")),
        (BOB, BOB, ("Bob (Red)", "Bob (Yellow)")),
        (BOB, LevelSeat("club", "Bob"), ("Bob (Red)", "Bob (Yellow)")),
        (Person("Yellow"), Person(), ("Yellow (Red)", "Yellow")),
        (ALICE, Remote("word", ""), ("Alice", "Yellow")),
        (Person("\x1b[31m{name}"), BOB, ("�[31m{name}", "Bob")),
    ],
)
def test_what_players_are_called(red: Seat, yellow: Seat, names: tuple[str, str]) -> None:
    match = match_of(red=red, yellow=yellow)
    assert (player_name(match, Colour.RED), player_name(match, Colour.YELLOW)) == names


@pytest.mark.parametrize("width", [20, 14, 9, 6])
@pytest.mark.parametrize("name", ["Bob", "Robert", "Bartholomew Smith"])
def test_short_forms_cut_a_name_and_not_the_colour_behind_it(name: str, width: int) -> None:
    match = with_short_names(match_of(red=Person(name), yellow=Person(name)), width)
    short = player_name(match, Colour.RED)
    assert short == f"{name} (Red)" or ("(" not in short and cells(short) <= width)


def test_who_swaps_sides_is_named_without_a_colour() -> None:
    remote = Remote("word", "")
    assert sides_sentence(match_of(red=Person("Bob"), yellow=LevelSeat("club", "Bob"))) == (
        "Sides swapped: who played red plays yellow now"
    )
    assert sides_sentence(match_of(red=ALICE, yellow=remote)) == "Alice plays red now"


@pytest.mark.parametrize(
    ("seconds", "phrase"),
    [
        (-5, ""),
        (0, "0 s ago"),
        (59.9, "59 s ago"),
        (60, "1 min ago"),
        (3599, "59 min ago"),
        (3600, "1 hour ago"),
        (86_399, "23 hours ago"),
        (86_400, "1 day ago"),
        (400 * 86_400, "400 days ago"),
    ],
)
def test_how_long_ago_a_game_was_changed(seconds: float, phrase: str) -> None:
    assert last_change_phrase(seconds) == phrase


def test_why_a_game_is_saved_here_no_longer() -> None:
    assert lost_sentence(GameDeletedError(3)) == "This game was deleted in another window."
    assert lost_sentence(GameTakenError(3)) == "This game is now played in another window."
    assert lost_sentence(GameTakenError(3, copy=7)) == (
        "This game is now played in another window. Your moves here are saved as game 7."
    )


def test_what_another_version_saved_is_named_in_a_line() -> None:
    assert len(seat_kind_name(UnknownSeat("k" * 9999, "i" * 9999))) < 80


def test_the_result_names_the_winner_whoever_started() -> None:
    assert result_sentence(match_of("4433556")) == "Alice has won"
    assert result_sentence(match_of("4433556", starter=Colour.YELLOW)) == "Bob has won"
    assert result_sentence(match_of("443355")) == "Draw"
    i18n.activate("fr")
    assert result_sentence(match_of("4433556")) == "Alice a gagné"
    assert result_sentence(match_of("443355")) == "Match nul"


def test_how_a_game_ended() -> None:
    assert how_it_ended(match_of("443355")) == ""
    assert how_it_ended(match_of("4433556")) == "A line of 4 after 7 moves."
    resigned = Match(ALICE, BOB, parse_game("44").resign(Side.SECOND))
    assert how_it_ended(resigned) == "Bob has resigned."
    full = parse_game("1113233214423442", Position(Geometry(4, 4, 4)))
    assert how_it_ended(Match(ALICE, BOB, full)) == "The board is full and nobody has a line."


def test_a_longer_line_is_told_as_long_as_it_is() -> None:
    # 1, 2, 3 and 5, 6, 7 lie, then 4 joins them.
    assert winning_length(match_of("1122335566774")) == 7
    assert winning_length(match_of()) == 0


def test_whose_turn_it_is() -> None:
    assert turn_sentence(match_of("4")) == "Bob: choose a column"
    assert turn_sentence(match_of("4", yellow=LevelSeat("club"))) == "Club player is thinking"


def test_a_move_and_the_score() -> None:
    match = match_of("4433556")
    assert move_sentence(match, Colour.RED, 3) == "Alice plays column 4"
    assert move_sentence(match, Colour.YELLOW, 3, 0) == "Bob plays column 3"
    assert score_sentence(match) == "Score: Alice 1, Bob 0, draws 0"
    later = Match(ALICE, BOB, Game.new(), results=(Colour.YELLOW, None, Colour.YELLOW))
    assert score_sentence(later) == "Score: Alice 0, Bob 2, draws 1"


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (errors.ColumnFullError(3), "Column 4 is full"),
        (errors.NoSuchColumnError(9, 7), "There is no such column: choose 1 to 7"),
        (errors.GameOverError(), "The game is over"),
        (errors.NotYourTurnError(), "It is not your turn"),
        (errors.NothingToUndoError(), "Nothing to undo"),
        (errors.NothingToRedoError(), "Nothing to redo"),
        (errors.GeometryError(3, 6, 4), "A board has 4 to 32 columns and 4 to 32 rows."),
        (errors.GeometryError(9, 6, 10), "On this board a line has 3 to 9 discs."),
        (errors.NotationError("x", 2), "Character 3 of the moves is not a column."),
        (
            errors.NotationError("x", 2, errors.ColumnFullError(3)),
            "Character 3 of the moves cannot be played: Column 4 is full.",
        ),
    ],
)
def test_every_error_has_its_sentence(error: errors.P4Error, sentence: str) -> None:
    assert error_sentence(error) == sentence
    i18n.activate("fr")
    assert error_sentence(error) != sentence


def test_errors_count_columns_as_the_drawing_does() -> None:
    assert error_sentence(errors.ColumnFullError(3), 0) == "Column 3 is full"
    assert (
        error_sentence(errors.NoSuchColumnError(9, 7), 0)
        == "There is no such column: choose 0 to 6"
    )


@pytest.mark.parametrize("kind", errors.BoardErrorKind)
def test_every_fault_of_a_board_has_its_sentence(kind: errors.BoardErrorKind) -> None:
    english = error_sentence(errors.BoardError(kind))
    assert english.endswith(".")
    i18n.activate("fr")
    assert error_sentence(errors.BoardError(kind)) != english


def test_an_unknown_level_is_named_harmlessly() -> None:
    assert unknown_level_sentence(UnknownLevelError("a\x1b")).startswith(
        "There is no level a�: choose one of random, "
    )


# Scores and advice


@pytest.mark.parametrize(
    ("score", "proven", "short", "said"),
    [
        (18, True, "+18", "wins at once"),
        (17, True, "+17", "wins in 2 moves"),
        (0, True, "0", "draw"),
        (-18, True, "-18", "loses at once"),
        (-2, True, "-2", "loses in 17 moves"),
        (1, False, "+?", "seems to win"),
        (0, False, "0?", "not decided yet"),
        (-9, False, "-?", "seems to lose"),
    ],
)
def test_a_columns_score_is_written_short_and_said_in_words(
    score: int, proven: bool, short: str, said: str
) -> None:
    position = parse_game("121212").position
    found = ColumnScore(score, proven)
    assert column_score(found) == short
    assert score_words(position, found) == said


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_reason_is_a_phrase_of_its_own_that_fits_40_columns(language: str) -> None:
    i18n.activate(language)
    sentences = {
        advice_sentence(Advice(3, each, 12 if each in {Reason.WINS, Reason.LOSES} else 0))
        for each in Reason
    }
    assert len(sentences) == len(Reason)
    assert max(map(len, sentences)) <= 40
    assert all(sentence.startswith(("Column 4", "Colonne 4")) for sentence in sentences)


def test_advice_counts_columns_as_it_is_told() -> None:
    assert advice_sentence(Advice(15, Reason.WINS, 1)) == "Column 16 (G): wins at once"
    assert advice_sentence(Advice(0, Reason.DRAWS), 0) == "Column 0: holds the draw"


def test_a_position_of_a_game_is_named_the_same_way_everywhere() -> None:
    match = Match(ALICE, BOB, parse_game("445"))
    assert [moment_sentence(match, shown) for shown in range(4)] == [
        "Start of the game (3 moves follow)",
        "Move 1 of 3: Alice, column 4",
        "Move 2 of 3: Bob, column 4",
        "Move 3 of 3: Alice, column 5",
    ]
    brief = [brief_moment(match, shown) for shown in range(2)]
    assert brief == ["Start, 3 moves follow", "Move 1 of 3"]
    one, none = Match(ALICE, BOB, parse_game("4")), Match(ALICE, BOB, parse_game(""))
    assert moment_sentence(one, 0) == "Start of the game (1 move follows)"
    assert moment_sentence(none, 0) == brief_moment(none, 0) == "Start of the game"


def test_the_counts_beside_the_board_say_of_what() -> None:
    assert discs_left_forms(18) == ("18 discs left", "18 left")
    assert discs_left_forms(1) == ("1 disc left", "1 left")
    assert games_won_forms(0) == ("0 games won", "0 won")
    assert games_won_forms(1) == ("1 game won", "1 won")


def test_what_scores_mean_fits_its_line_with_a_disc_before_it() -> None:
    margins_and_disc = 4
    for form, width in zip(score_legend_forms(), (80, 40, 30), strict=True):
        assert cells(form) + margins_and_disc <= width


@pytest.mark.parametrize(("seconds", "said"), [(0.5, "0.5 s"), (2.0, "2 s"), (0.25, "0.25 s")])
def test_seconds_are_said_in_short(seconds: float, said: str) -> None:
    assert short_seconds(seconds) == said
