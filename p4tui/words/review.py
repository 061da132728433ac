"""The review of a game in words: what a move does to the result, and why."""

from __future__ import annotations

from collections.abc import Sequence

from p4tui.core.colour import colour_of
from p4tui.core.position import Position
from p4tui.engine.score import DRAW, moves_to_end
from p4tui.i18n import N_, _, ngettext
from p4tui.play.match import Match
from p4tui.review.kinds import Reason
from p4tui.review.marks import Mark
from p4tui.review.moves import ReviewedMove
from p4tui.words.match import column_name
from p4tui.words.players import player_name
from p4tui.words.reasons import reason_phrase, reason_sentence

_NAMES = {
    Mark.BLUNDER: N_("blunder"),
    Mark.MISTAKE: N_("mistake"),
    Mark.SLOWER: N_("slower"),
    Mark.ONLY: N_("only move"),
    Mark.NONE: "",
}


def mark_name(mark: Mark) -> str:
    """Return the name of a mark: `blunder`; empty for no mark."""
    name = _NAMES[mark]
    return _(name) if name else ""


def mark_forms(move: ReviewedMove) -> tuple[str, ...]:
    """Return what a move does to the result, the longest form first; one empty form without a mark.

    `throws a win away: now loses in 7`, `throws a win away`; `3 moves slower`; `the only move`.
    """
    match move.mark:
        case Mark.BLUNDER:
            brief = _("throws a win away")
        case Mark.MISTAKE if move.score == DRAW:
            return _("lets the win go: a draw now"), _("lets the win go")
        case Mark.MISTAKE:
            brief = _("gives the draw away")
        case Mark.SLOWER:
            return (_slower_phrase(move),)
        case Mark.ONLY:
            return (_("the only move"),)
        case _:
            return ("",)
    return _("{what}: {now}").format(what=brief, now=_now_loses(move)), brief


def move_heading(match: Match, move: ReviewedMove, first_column: int = 1) -> str:
    """Return which move it is: `Move 9, Red, column 3`."""
    return _("Move {number}, {name}, column {column}").format(
        number=move.ply,
        name=_mover(match, move),
        column=column_name(move.column, first_column),
    )


def swaps_sentence(match: Match) -> str:
    """Return when the players of a game have swapped sides: `Sides swapped after move 3.`"""
    places = ", ".join(map(str, match.swaps))
    text = ngettext(
        "Sides swapped after move {moves}.", "Sides swapped after moves {moves}.", len(match.swaps)
    )
    return text.format(moves=places)


def verdict_sentence(match: Match, move: ReviewedMove) -> str:
    """Return what a move does to the result: `A mistake: it was a draw, now Yellow wins in 7.`"""
    score, position = move.score, move.position
    if position.wins_at(move.column):
        return _("It wins the game.")
    if not move.proven or score is None:
        return _("Not proven.")
    if move.mark.loses_result:
        before = _("it was a draw") if move.best_score == DRAW else _("it was a win")
        text = (
            _("A blunder: {before}, {now}.")
            if move.mark is Mark.BLUNDER
            else _("A mistake: {before}, {now}.")
        )
        return text.format(before=before, now=_now(match, move))
    if move.mark is Mark.ONLY:
        if score > DRAW:
            return _("The only move that wins.")
        return _("The only move that holds the draw.")
    if move.mark is Mark.SLOWER:
        return _slower_sentence(move)
    return _same_result(position, score)


def better_sentence(move: ReviewedMove, first_column: int = 1) -> str:
    """Return which columns kept the result or were quicker: `Only column 5 held.`; empty if the move was as good."""
    if not move.mark.loses_result and move.mark is not Mark.SLOWER:
        return ""
    best = move.best_score
    assert best is not None
    if move.mark is Mark.SLOWER:
        columns, count = _columns(move.best, first_column), len(move.best)
        text = (
            ngettext("{columns} was quicker.", "{columns} were quicker.", count)
            if best > DRAW
            else ngettext("{columns} held out longer.", "{columns} held out longer.", count)
        )
        return text.format(columns=columns)
    if len(move.keeping) == 1:
        only = _("Only column {column} won.") if best > DRAW else _("Only column {column} held.")
        return only.format(column=column_name(move.keeping[0], first_column))
    text = _("{columns} won.") if best > DRAW else _("{columns} held.")
    return text.format(columns=_columns(move.keeping, first_column))


def spoken_move(
    match: Match, move: ReviewedMove, reasons: Sequence[Reason] = (), first_column: int = 1
) -> str:
    """Return a whole move in sentences, with the reasons given.

    `Move 9, Red, column 3. A mistake: it was a draw, now Yellow wins in 7. Only column 5 held. Column 3 lets Yellow ...`
    """
    heading = move_heading(match, move, first_column)
    return " ".join((f"{heading}.", *_explained(match, move, reasons, first_column)))


def verdict_forms(
    match: Match, move: ReviewedMove, reasons: Sequence[Reason] = (), first_column: int = 1
) -> tuple[str, ...]:
    """Return what there is to say of a move in forms that grow shorter, without its heading.

    All sentences, then fewer, then phrases: `gives the draw away: Yellow wins on top of it`, `gives the draw away`. Who
    asks for reasons gets one in each form but the last ones.
    """
    verdict, better = verdict_sentence(match, move), better_sentence(move, first_column)
    said = reason_sentences(match, move, reasons, first_column)
    texts = [(verdict, better, *said[:count]) for count in range(len(said), 0, -1)]
    texts += [(verdict, said[0])] if said else [(verdict, better), (verdict,)]
    forms = [" ".join(filter(None, text)) for text in texts]
    phrases = [phrase for phrase in mark_forms(move) if phrase]
    if said and phrases:
        because = brief_reason(match, move, reasons, first_column)
        forms.append(_("{what}: {now}").format(what=phrases[-1], now=because))
    return (*dict.fromkeys(forms), *phrases)


def reason_sentences(
    match: Match, move: ReviewedMove, reasons: Sequence[Reason], first_column: int = 1
) -> list[str]:
    """Return the sentences of the reasons for a move that its verdict has not said: a winning move needs none."""
    if move.position.wins_at(move.column):
        return []
    seated = match.seated_at(move.ply)
    return [reason_sentence(seated, reason, first_column) for reason in reasons]


def brief_reason(
    match: Match, move: ReviewedMove, reasons: Sequence[Reason], first_column: int = 1
) -> str:
    """Return the reason to give in few words, at best one about the move itself: `Yellow wins on top of it`."""
    about = next((each for each in reasons if each.column == move.column), reasons[0])
    return reason_phrase(match.seated_at(move.ply), about, first_column)


def _explained(
    match: Match, move: ReviewedMove, reasons: Sequence[Reason], first_column: int
) -> list[str]:
    """Return the sentences about a move after its heading."""
    said = [verdict_sentence(match, move), better_sentence(move, first_column)]
    said += reason_sentences(match, move, reasons, first_column)
    return [sentence for sentence in said if sentence]


def _mover(match: Match, move: ReviewedMove) -> str:
    """Return the name of the player who moved."""
    return player_name(match.seated_at(move.ply), colour_of(move.side, match.starter))


def _other(match: Match, move: ReviewedMove) -> str:
    """Return the name of the player who did not move."""
    return player_name(match.seated_at(move.ply), colour_of(move.side.other, match.starter))


def _now_loses(move: ReviewedMove) -> str:
    """Return when a lost move loses: `now loses in 7`."""
    assert move.score is not None
    moves = moves_to_end(move.position, move.score)
    return _("now loses at once") if moves == 1 else _("now loses in {moves}").format(moves=moves)


def _now(match: Match, move: ReviewedMove) -> str:
    """Return the result after a mistake: `now Yellow wins in 7`."""
    assert move.score is not None
    if move.score == DRAW:
        return _("now it is a draw")
    name, moves = _other(match, move), moves_to_end(move.position, move.score)
    if moves == 1:
        return _("now {name} wins at once").format(name=name)
    return _("now {name} wins in {moves}").format(name=name, moves=moves)


def _slower_phrase(move: ReviewedMove) -> str:
    """Return by how much a move is worse with the same result: `3 moves slower`, `loses 3 moves sooner`."""
    moves = _moves_lost(move)
    text = (
        ngettext("{moves} move slower", "{moves} moves slower", moves)
        if move.score and move.score > DRAW
        else ngettext("loses {moves} move sooner", "loses {moves} moves sooner", moves)
    )
    return text.format(moves=moves)


def _slower_sentence(move: ReviewedMove) -> str:
    """Return the same as a sentence: `Still a win, but 3 moves slower.`"""
    moves = _moves_lost(move)
    text = (
        ngettext(
            "Still a win, but {moves} move slower.", "Still a win, but {moves} moves slower.", moves
        )
        if move.score and move.score > DRAW
        else ngettext(
            "Still a loss, but {moves} move sooner.",
            "Still a loss, but {moves} moves sooner.",
            moves,
        )
    )
    return text.format(moves=moves)


def _moves_lost(move: ReviewedMove) -> int:
    """Return by how many moves a move with the same result is slower, or loses sooner."""
    assert move.score is not None
    assert move.best_score is not None
    return move.best_score - move.score


def _same_result(position: Position, score: int) -> str:
    """Return the result that a move keeps: `Still a win, in 5.`"""
    if score == DRAW:
        return _("Still a draw.")
    moves = moves_to_end(position, score)
    if score > DRAW:
        return _("Still a win, in {moves}.").format(moves=moves)
    if moves == 1:
        return _("Still a loss, at once.")
    return _("Still a loss, in {moves}.").format(moves=moves)


def _columns(columns: Sequence[int], first_column: int) -> str:
    """Return one or several columns at the head of a sentence: `Column 3`, `Columns 3, 4 and 5`."""
    names = [column_name(column, first_column) for column in columns]
    if len(names) == 1:
        return _("Column {column}").format(column=names[0])
    return _("Columns {columns} and {last}").format(columns=", ".join(names[:-1]), last=names[-1])
