"""The summary of a review in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from p4tui.i18n import _, ngettext

if TYPE_CHECKING:
    from p4tui.review.summary import Summary


def summary_sentence(name: str, summary: Summary) -> str:
    """Return what a review found about a player: `Alice kept the result in 11 of 13 real choices: 2 mistakes.`"""
    from p4tui.review.marks import Mark

    if summary.real_choices:
        kept = ngettext(
            "{name} kept the result in {kept} of {count} real choice",
            "{name} kept the result in {kept} of {count} real choices",
            summary.real_choices,
        ).format(name=name, kept=summary.kept, count=summary.real_choices)
    else:
        kept = _("{name} had no real choice").format(name=name)
    marks = summary.marks
    facts = [
        phrase.format(count=count)
        for count, phrase in (
            (
                marks[Mark.BLUNDER],
                ngettext("{count} blunder", "{count} blunders", marks[Mark.BLUNDER]),
            ),
            (
                marks[Mark.MISTAKE],
                ngettext("{count} mistake", "{count} mistakes", marks[Mark.MISTAKE]),
            ),
            (
                marks[Mark.SLOWER],
                ngettext("{count} slower move", "{count} slower moves", marks[Mark.SLOWER]),
            ),
            (
                marks[Mark.ONLY],
                ngettext("{count} only move", "{count} only moves", marks[Mark.ONLY]),
            ),
            (
                summary.unproven,
                ngettext("{count} move not proven", "{count} moves not proven", summary.unproven),
            ),
        )
        if count
    ]
    if not facts:
        return _("{sentence}.").format(sentence=kept)
    return _("{sentence}: {facts}.").format(sentence=kept, facts=", ".join(facts))


def phases_sentence(summary: Summary) -> str:
    """Return in which phases results were lost: `Mistakes in the opening: 1, in the middle: 2, at the end: 0.`"""
    from p4tui.review.summary import Phase

    lost = summary.lost
    return _(
        "Mistakes in the opening: {opening}, in the middle: {middle}, at the end: {end}."
    ).format(opening=lost[Phase.OPENING], middle=lost[Phase.MIDDLE], end=lost[Phase.END])
