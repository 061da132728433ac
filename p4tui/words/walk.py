"""The walk through a reviewed game in words: progress, questions, answers, and lines of best play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from p4tui.core.colour import Colour, colour_of
from p4tui.core.position import Side
from p4tui.i18n import _, ngettext
from p4tui.play.match import Match
from p4tui.words.match import column_name, result_sentence
from p4tui.words.players import player_name, side_name
from p4tui.words.review import (
    brief_reason,
    mark_forms,
    mark_name,
    reason_sentences,
    verdict_sentence,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from p4tui.review.kinds import Reason
    from p4tui.review.moves import ReviewedMove
    from p4tui.review.summary import Summary
    from p4tui.review.walk import Line, Walk


def progress_sentence(done: int, total: int) -> str:
    """Return how many moves are reviewed: `Reviewed 12 of 31 moves`."""
    return ngettext(
        "Reviewed {done} of {total} move", "Reviewed {done} of {total} moves", total
    ).format(done=done, total=total)


def tally_forms(match: Match, summaries: Mapping[Side, Summary]) -> tuple[str, ...]:
    """Return the mistakes of both players and the choices they got right, the longest form first."""
    sides = [colour.side(match.starter) for colour in Colour]
    names = [side_name(match, colour) for colour in Colour]
    found = [summaries[side] for side in sides]
    lost = [sum(summary.lost.values()) for summary in found]
    text = _("Mistakes: {red} {red_count}, {yellow} {yellow_count}").format(
        red=names[0], red_count=lost[0], yellow=names[1], yellow_count=lost[1]
    )
    kept = _(
        "Result kept in {red_kept} of {red_choices} and {yellow_kept} of {yellow_choices} choices"
    )
    kept = kept.format(
        red_kept=found[0].kept,
        red_choices=found[0].real_choices,
        yellow_kept=found[1].kept,
        yellow_choices=found[1].real_choices,
    )
    unproven = sum(summary.unproven for summary in found)
    brief = _("Mistakes: {red_count} : {yellow_count}").format(
        red_count=lost[0], yellow_count=lost[1]
    )
    if not unproven:
        return f"{text}. {kept}", text, brief
    rest = ngettext("{count} move not proven", "{count} moves not proven", unproven)
    rest = rest.format(count=unproven)
    forms = [f"{each}. {rest}" for each in (text, brief)]
    return f"{text}. {kept}. {rest}", *forms, brief


def mistake_forms(match: Match, walk: Walk, *, finished: bool) -> tuple[str, ...]:
    """Return which mistakes `n` and `N` go to, the longest form first: `Mistake 2 of 3 (both players): type a column`.

    Args:
        match: the match with the game.
        walk: the place in the game.
        finished: whether the whole game is reviewed.
    """
    plies = walk.mistakes()
    whose = _("both players")
    if walk.side is not None:
        whose = side_name(match, colour_of(walk.side, match.starter))
    if not plies:
        text = _("No mistakes ({whose})") if finished else _("No mistakes so far ({whose})")
    elif walk.asking and walk.ply in plies:
        text = _("Mistake {number} of {count} ({whose})")
    else:
        text = ngettext("{count} mistake ({whose})", "{count} mistakes ({whose})", len(plies))
    number = plies.index(walk.ply) + 1 if walk.ply in plies else 0
    text = text.format(number=number, count=len(plies), whose=whose)
    brief = _("Mistake {number} of {count}").format(number=number, count=len(plies))
    forms = (text, brief) if number else (text,)
    if not walk.is_open_question or walk.line is not None:
        return forms
    return _("{text}: type a column to try it").format(text=text), *forms


def pending_sentence() -> str:
    """Return that a move is not reviewed yet."""
    return _("Not reviewed yet.")


def question_heading(match: Match, ply: int, side: Side) -> str:
    """Return whose move is asked for: `Before move 9, Red`."""
    name = player_name(match.seated_at(ply), colour_of(side, match.starter))
    return _("Before move {number}, {name}").format(number=ply, name=name)


def question_forms(match: Match, move: ReviewedMove, *, aside: bool = False) -> tuple[str, ...]:
    """Return the question for a better column, the longest form first; `aside` says that nobody played the move."""
    name = player_name(match.seated_at(move.ply), colour_of(move.side, match.starter))
    column = column_name(move.column)
    ask = _("Which column is better?") if move.mark.loses_result else _("Which column do you play?")
    if not move.proven:
        return (_("Not proven."),)
    if aside:
        return (ask,)
    mark = mark_name(move.mark)
    if move.mark.loses_result:
        played = _("{name} played column {column}: {mark}.").format(
            name=name, column=column, mark=mark
        )
    else:
        played = _("{name} played column {column}.").format(name=name, column=column)
    return f"{played} {ask}", ask


def attempt_headings(match: Match, attempt: ReviewedMove) -> tuple[str, ...]:
    """Return what was tried, the longest form first: `Move 9, Red, column 5 instead`."""
    name = player_name(match.seated_at(attempt.ply), colour_of(attempt.side, match.starter))
    column = column_name(attempt.column)
    whole = _("Move {number}, {name}, column {column} instead")
    return (
        whole.format(number=attempt.ply, name=name, column=column),
        _("Column {column}").format(column=column),
    )


def attempt_forms(
    match: Match, attempt: ReviewedMove, reasons: Sequence[Reason] = ()
) -> tuple[str, ...]:
    """Return whether a tried column keeps the result, what it does and why, the longest form first."""
    verdict, right = verdict_sentence(match, attempt), attempt.keeps_result
    said = reason_sentences(match, attempt, reasons)
    counts = range(len(said), 0, -1) if said else (0,)
    texts = [" ".join((verdict, *said[:count])) for count in counts]
    phrases = [phrase for phrase in mark_forms(attempt) if phrase]
    if said:
        phrases.insert(0, brief_reason(match, attempt, reasons))
    whole = _("Right. {words}") if right else _("Not that one. {words}")
    brief = _("Right: {words}") if right else _("Not that one: {words}")
    return (
        *(whole.format(words=text) for text in texts),
        *(brief.format(words=phrase) for phrase in phrases),
    )


def line_heading(match: Match, line: Line) -> str:
    """Return the last move of a line of best play: `Best play, move 3 of 7: Yellow, column 4`."""
    before = line.position(line.step - 1)
    return _("Best play, move {step} of {count}: {name}, column {column}").format(
        step=line.step,
        count=len(line.columns),
        name=player_name(_seated(match, line), colour_of(before.to_move, match.starter)),
        column=column_name(line.columns[line.step - 1]),
    )


def line_sentence(match: Match, line: Line) -> str:
    """Return how a line of best play ends, and when: `Yellow wins in 3 moves.`"""
    left, end = len(line.columns) - line.step, line.position(len(line.columns))
    outcome = end.outcome
    if outcome is None:
        return ""
    if outcome.winner is None:
        if not left:
            return _("A draw: the board is full.")
        return ngettext(
            "A draw after {count} more move.", "A draw after {count} more moves.", left
        ).format(count=left)
    name = player_name(_seated(match, line), colour_of(outcome.winner, match.starter))
    if not left:
        return _("{name} has won.").format(name=name)
    moves = (left + 1) // 2  # the winner's own, as everywhere; the last one is the winner's
    return ngettext("{name} wins in {moves} move.", "{name} wins in {moves} moves.", moves).format(
        name=name, moves=moves
    )


def _seated(match: Match, line: Line) -> Match:
    """Return the match with the seats at the move before a line: they play it out."""
    return match.seated_at(max(len(line.before), 1))


def game_forms(match: Match) -> tuple[str, ...]:
    """Return the players and the result of a game for a header, the longest form first."""
    names = " – ".join(player_name(match, colour) for colour in Colour)
    if match.outcome is None:
        return (names,)
    text = ngettext(
        "{names}: {result}, {count} move", "{names}: {result}, {count} moves", match.game.cursor
    )
    result, count = result_sentence(match), match.game.cursor
    return text.format(names=names, result=result, count=count), names
