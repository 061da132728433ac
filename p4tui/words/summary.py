"""The summary of a review in words."""

from __future__ import annotations

from collections.abc import Iterator

from p4tui.i18n import _, ngettext
from p4tui.review.marks import Mark
from p4tui.review.summary import Phase, Summary


def summary_sentence(name: str, summary: Summary) -> str:
    """Return what a review found about a player: `Alice kept the result in 11 of 13 real choices: 2 mistakes.`"""
    if summary.real_choices:
        kept = ngettext(
            "{name} kept the result in {kept} of {count} real choice",
            "{name} kept the result in {kept} of {count} real choices",
            summary.real_choices,
        ).format(name=name, kept=summary.kept, count=summary.real_choices)
    elif summary.unproven:
        kept = _("{name} had no proven real choice").format(name=name)
    else:
        kept = _("{name} had no real choice").format(name=name)
    facts = ", ".join(_facts(summary))
    if summary.lost and not summary.real_choices:
        return _("{sentence}, and missed an immediate win or a forced block: {facts}.").format(
            sentence=kept, facts=facts
        )
    return _("{sentence}: {facts}.").format(sentence=kept, facts=facts) if facts else f"{kept}."


def _facts(summary: Summary) -> Iterator[str]:
    """Yield the counts of a summary that are not 0."""
    marks, unproven = summary.marks, summary.unproven
    blunders, mistakes = marks[Mark.BLUNDER], marks[Mark.MISTAKE]
    slower, only = marks[Mark.SLOWER], marks[Mark.ONLY]
    for count, text in (
        (blunders, ngettext("{count} blunder", "{count} blunders", blunders)),
        (mistakes, ngettext("{count} mistake", "{count} mistakes", mistakes)),
        (slower, ngettext("{count} slower move", "{count} slower moves", slower)),
        (only, ngettext("{count} only move", "{count} only moves", only)),
        (unproven, ngettext("{count} move not proven", "{count} moves not proven", unproven)),
    ):
        if count:
            yield text.format(count=count)


def phases_sentence(summary: Summary) -> str:
    """Return in which phases results were lost: `Mistakes in the opening: 1, in the middle: 2, at the end: 0.`"""
    lost = summary.lost
    return _(
        "Mistakes in the opening: {opening}, in the middle: {middle}, at the end: {end}."
    ).format(opening=lost[Phase.OPENING], middle=lost[Phase.MIDDLE], end=lost[Phase.END])
