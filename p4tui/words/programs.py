"""Programs and their verdicts in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from p4tui.core.colour import Colour
from p4tui.i18n import N_, _
from p4tui.play.match import Match
from p4tui.play.seats import Program
from p4tui.words.players import player_name
from p4tui.words.text import printable, shorten

if TYPE_CHECKING:
    from p4tui.arena.participants import Output
    from p4tui.arena.verdicts import PlayerError

MAX_DETAIL = 80
"""The length limit of what a program said, in a sentence."""
BRIEF_DETAIL = 10
"""The same in a narrow window."""
MAX_LINE = 200
"""The length limit of a shown line of a program."""

_SENTENCES = {
    "missing": N_("{name} cannot be started: there is no program {detail}."),
    "silent": N_("{name} did not get ready in 10 seconds."),
    "crashed": N_("{name} has ended: {detail}."),
    "closed": N_("{name} has closed its output."),
    "late": N_("{name} did not answer in time."),
    "illegal": N_("{name} chose column {column}, which cannot be played."),
    "unreadable": N_("{name} answered {detail}, which is no column."),
    "error": N_("{name} raised an exception: {detail}."),
    "unsupported": N_("{name} cannot play this board or position."),
    "out": N_("{name} has crashed three times and plays no more."),
}
_BRIEF = {
    "missing": N_("No program {detail}"),
    "silent": N_("Not ready in 10 s"),
    "crashed": N_("Ended: {detail}"),
    "closed": N_("Closed its output"),
    "late": N_("No answer in time"),
    "illegal": N_("Impossible column {column}"),
    "unreadable": N_("Answered {detail}"),
    "error": N_("Exception: {detail}"),
    "unsupported": N_("Cannot play this board"),
    "out": N_("Crashed three times"),
}
"""The same for narrow windows, without the name."""


def verdict_sentence(name: str, error: PlayerError, first_column: int = 1) -> str:
    """Return why a program made no move.

    Args:
        name: of the player, safe to print.
        error: its verdict.
        first_column: the number of the leftmost column.
    """
    return _filled(_(_SENTENCES[error.verdict.value]), name, error, first_column)


def brief_verdicts(error: PlayerError) -> tuple[str, ...]:
    """Return why a program made no move, in few words without its name: `Ended: exit(1)`; then with less of what it said."""
    brief = _(_BRIEF[error.verdict.value])
    return tuple(_filled(brief, "", error, 1, length) for length in (MAX_DETAIL, BRIEF_DETAIL))


def _filled(
    sentence: str, name: str, error: PlayerError, first_column: int, length: int = MAX_DETAIL
) -> str:
    """Return a sentence with what the program did, safe to print."""
    column = "" if error.column is None else str(error.column + first_column)
    detail = printable(shorten(error.detail.strip(), length))
    detail = detail if detail.endswith("...") else detail.rstrip(".")
    return sentence.format(name=name, detail=detail or "…", column=column)


def output_sections(
    match: Match, outputs: Mapping[Colour, Output]
) -> list[tuple[str, Sequence[str]]]:
    """Return titles with lines, safe to print: the remarks and the errors of each program in a match."""
    sections: list[tuple[str, Sequence[str]]] = []
    for colour in Colour:
        seat = match.seat(colour)
        if not isinstance(seat, Program):
            continue
        name = player_name(match, colour)
        said, errors = outputs.get(colour, ((), ""))
        sections += [
            (_("{name}: output").format(name=name), _lines(said)),
            (_("{name}: errors").format(name=name), _lines(errors.splitlines())),
        ]
    return sections


def program_report(match: Match, outputs: Mapping[Colour, Output]) -> str:
    """Return what the programs of a match have written, as lines of plain text."""
    sections = output_sections(match, outputs)
    if not sections:
        return _("No program is playing.")
    return "\n".join(
        line for title, lines in sections for line in (title, *(f"  {each}" for each in lines))
    )


def _lines(lines: Sequence[str]) -> Sequence[str]:
    """Return lines that are safe to print; a word if there are none."""
    return [printable(shorten(line, MAX_LINE)) for line in lines] or [_("nothing")]
