"""A whole game as a screen reader reads it, word for word: moves, advice, scores, a refusal, take-backs, the end."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.plain.driving import play

POSITION = "44276122537725234254556347417537"
"""A position whose scores are all proven at once: 32 moves, red's turn."""
TYPED = "scores\n{line} 4 1\n9\n2\n{hint}\n1\n{undo}\n{moves}\n3\n{scores}\n{undo}\n6\n{new}\n4\n{resign}\n{quit}\n"
WORDS = {
    "en": {
        "hint": "hint",
        "line": "line",
        "moves": "moves",
        "undo": "undo",
        "scores": "scores",
        "resign": "resign",
        "new": "new",
        "quit": "quit",
    },
    "fr": {
        "hint": "conseil",
        "line": "ligne",
        "moves": "coups",
        "undo": "annuler",
        "scores": "scores",
        "resign": "abandonner",
        "new": "nouvelle",
        "quit": "quitter",
    },
}


@pytest.mark.parametrize("language", WORDS)
def test_a_whole_game_reads_well(language: str) -> None:
    answer = play(
        *("--style", "spoken", "--lang", language, "--position", POSITION, "Alice", "Bob"),
        typed=TYPED.format(**WORDS[language]),
        width=80,
    )
    expected = Path(__file__).with_name(f"transcript_{language}.txt").read_text(encoding="utf-8")
    assert answer.status == 0
    assert answer.err == ""
    assert answer.out == expected
