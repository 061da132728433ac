"""The check of a program in words: a line for each point."""

from __future__ import annotations

from typing import TYPE_CHECKING

from p4tui.i18n import N_, _
from p4tui.words.programs import verdict_sentence
from p4tui.words.text import printable, shorten

if TYPE_CHECKING:
    from p4tui.arena.check import Finding

MAX_EXTRA = 40
"""The length limit of a shown line that the protocol does not have."""

_POINTS = {
    "handshake": N_("Handshake"),
    "flush": N_("Flush"),
    "legality": N_("Full columns"),
    "size": N_("Other size"),
    "time": N_("Time"),
    "stop": N_("Stop"),
    "quit": N_("Quit"),
}

_ADVICE = {
    "columns from 0": N_("Columns count from 1: the left one is 1, not 0."),
    "columns from 1": N_("Columns count from 0 here: the left one is 0."),
    "full column": N_("It is full: choose one whose top cell is empty."),
    "output not flushed": N_(
        "The answer stays in the program's buffer: flush after each line (Python: print(..., flush=True); "
        "C: fflush(stdout))."
    ),
    "text before the answer": N_(
        "There is text before the answer: print no prompt, and begin the line with the word itself."
    ),
    "bestmove missing": N_("Write the word before the column: bestmove 4."),
    "ends by itself": N_(
        "The program has ended by itself: read lines until quit. (A submission to Kaggle is kaggle:FILE.py.)"
    ),
}

_PASSES = {
    "handshake": N_("the program starts and answers"),
    "flush": N_("a move comes as soon as it is printed"),
    "legality": N_("only open columns were chosen; the slowest move took {time} ms"),
    "size": N_("the program also plays on 5x4"),
    "time": N_("short times and a clock are kept; the slowest move took {time} ms"),
    "stop": N_("stop ends the thinking"),
    "quit": N_("quit ends the program"),
}

_FAILURES = {
    "size": N_("the program plays only on 7x6; that is allowed"),
    "stop": N_("no move came within a second of stop"),
    "quit": N_("the program still ran a second after quit"),
}


def finding_line(finding: Finding, name: str) -> str:
    """Return the line of a point; `name` is the program's, safe to print."""
    return _("{point}: {status}: {sentence}").format(
        point=point_name(finding),
        status=status_word(finding),
        sentence=finding_sentence(finding, name),
    )


def point_name(finding: Finding) -> str:
    """Return the name of a point."""
    return _(_POINTS[finding.point.value])


def status_word(finding: Finding) -> str:
    """Return the result of a point in a word."""
    if finding.error is None:
        return _("pass")
    return _("wrong") if finding.counts else _("remark")


def finding_sentence(finding: Finding, name: str) -> str:
    """Return what was found at a point, with the likely mistake; `name` as in `finding_line`."""
    point, error = finding.point.value, finding.error
    if error is None:
        sentence = _(_PASSES[point]).format(time=finding.milliseconds)
        if finding.extra:
            extra = printable(shorten(finding.extra, MAX_EXTRA))
            ignored = _('other lines are ignored: "{line}"').format(line=extra)
            sentence = f"{sentence}; {ignored}"
        return sentence
    if not finding.counts or (error.verdict.value == "late" and point in _FAILURES):
        return _(_FAILURES[point])
    sentence = verdict_sentence(name, error, finding.first_column)
    if finding.mistake is None:
        return sentence
    return f"{sentence} {_(_ADVICE[finding.mistake.value])}"
