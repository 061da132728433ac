"""The texts and keys on the screen of a game, as pure functions of its situation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from p4tui.actions.action import Action, named
from p4tui.actions.game import (
    GAME,
    LOOKING_BACK,
    NOW,
    PAUSE,
    PEOPLE,
    PRESENT,
    PROGRAM,
    STEP,
    WAITING,
    WATCHING,
    named_for_cells,
)
from p4tui.core.colour import Colour
from p4tui.i18n import _
from p4tui.play.match import Change, Match
from p4tui.play.participants import Failure
from p4tui.play.seats import LevelSeat, Program
from p4tui.players.levels import LEVELS, level_number
from p4tui.storage.errors import GameDeletedError, GameLostError
from p4tui.storage.ownership import OpenedGame
from p4tui.tui.match_forms import NAME_WIDTHS, column_forms, forms_of
from p4tui.words.advice import unproven_phrase
from p4tui.words.match import (
    brief_failures,
    brief_moment,
    column_name,
    failure_sentence,
    moment_sentence,
    sides_sentence,
    turn_sentence,
)
from p4tui.words.players import level_name, player_name
from p4tui.words.saved import lost_sentence
from p4tui.words.time import last_change_phrase

QUIET_SECONDS = 2
"""The thinking time is shown from this second on."""

NO_NEWS = ("",) * (1 + len(NAME_WIDTHS))
"""No news, in as many forms as `forms_of` makes."""


@dataclass(frozen=True, slots=True)
class Situation:
    """The state of a game that determines the words on its screen.

    Attributes:
        match: the match as it stands.
        paused, failure: see `Session`.
        loss: the reason that the game is no longer saved here, or None.
        searching: whether a computer is at its move.
        seconds: the seconds that it has been thinking.
        by_cell: whether the cursor chooses cells.
        keys: the keys that the settings give to actions.
        score: the chosen column and its score in words; None while scores are hidden.
        shown: the moves before the earlier position that is shown; None for the current one.
    """

    match: Match
    paused: bool = False
    failure: Failure | None = None
    loss: GameLostError | None = None
    searching: bool = False
    seconds: int = 0
    by_cell: bool = False
    keys: Mapping[str, str] = field(default_factory=dict)
    score: tuple[int, str] | None = None
    shown: int | None = None


def actions(situation: Situation) -> Sequence[Action]:
    """Return the actions of the screen; their key bar depends on what is shown, who plays and who is to move."""
    match = situation.match
    if situation.shown is not None:
        shown = LOOKING_BACK
    elif match.computers_only:
        shown = WATCHING
    elif situation.searching or situation.failure is not None:
        shown = WAITING
    elif any(isinstance(match.seat(colour), Program) for colour in Colour):
        shown = PROGRAM
    else:
        shown = PEOPLE if all(map(match.is_person, Colour)) else GAME
    return named_for_cells(shown) if situation.by_cell else shown


def turn_forms(situation: Situation) -> list[str]:
    """Return whose turn it is and what to do, the longest form first; empty texts after the game."""
    match = situation.match
    if situation.score is not None:
        # The score was asked for: the shorter forms leave out the name.
        column, words = situation.score
        named_form = _("{name}, column {column}: {words}").format(
            name=player_name(match, match.to_move), column=column_name(column), words=words
        )
        return [named_form, *column_forms(column, words)]
    forms = forms_of(match, partial(_turn_text, situation))
    if forms[0] and situation.loss is not None:
        deleted = isinstance(situation.loss, GameDeletedError)
        forms[-1] = _("Deleted in another window") if deleted else _("Played in another window")
    elif forms[0] and situation.paused:
        forms[-1] = _("Paused")
    elif forms[0] and situation.failure is not None:
        again = _again(situation)
        forms += [f"{brief}. {again}" for brief in brief_failures(situation.failure)]
        forms.append(again)
    elif forms[0] and match.person_to_move:
        forms += forms_of(match, _brief_turn)
    return forms


def _again(situation: Situation) -> str:
    """Return the key that asks a player again who made no move."""
    return _("{key}: ask again").format(key=named(NOW, situation.keys))


def _brief_turn(match: Match) -> str:
    """Return whose turn it is in few words."""
    return _("{name} to move").format(name=player_name(match, match.to_move))


def _turn_text(situation: Situation, match: Match) -> str:
    """Return whose turn it is in the situation's match, which may have shortened names."""
    if match.outcome is not None:
        return ""
    if situation.loss is not None:
        return lost_sentence(situation.loss)
    if situation.paused:
        pause, step = (named(action, situation.keys) for action in (PAUSE, STEP))
        return _("Paused: {pause} to continue, {step} for one move").format(pause=pause, step=step)
    if situation.failure is not None:
        return f"{failure_sentence(match, situation.failure)} {_again(situation)}"
    if situation.seconds < QUIET_SECONDS:
        return turn_sentence(match, by_cell=situation.by_cell)
    return _("{sentence}: {seconds} s").format(
        sentence=turn_sentence(match), seconds=situation.seconds
    )


def status_forms(situation: Situation, news: Sequence[str]) -> list[str]:
    """Return the forms of the status line, best first: the news with whose turn it is, then the turn alone."""
    if situation.shown is not None:
        return _look_forms(situation, situation.shown, news)
    turns = turn_forms(situation)
    news_forms = news if situation.score is None else news[:1]
    return [*map("".join, zip(news_forms, turns, strict=False)), *turns]


def _look_forms(situation: Situation, shown: int, news: Sequence[str]) -> list[str]:
    """Return the news, which earlier position is shown, and how to return."""
    match = situation.match
    moments = [*forms_of(match, partial(moment_sentence, shown=shown)), brief_moment(match, shown)]
    key = named(PRESENT, situation.keys)
    ways = [
        _("{moment}. {key} returns to the game").format(moment=each, key=key) for each in moments
    ]
    brief = _("{moment}. {key}: return").format(moment=moments[-1], key=key)
    return [*(f"{new}{ways[-1]}" for new in news if new), *ways, brief, moments[-1]]


def with_turn(situation: Situation, sentence: str, *shorter: str) -> list[str]:
    """Return a sentence followed by whose turn it is, then the sentence alone, then shorter ones."""
    turns = turn_forms(replace(situation, score=None))
    return [*(f"{sentence}. {turn}" if turn else sentence for turn in turns), sentence, *shorter]


def news_of(
    change: Change,
    before: Match,
    match: Match,
    earlier: Sequence[str] = NO_NEWS,
    *,
    unproven: bool,
) -> Sequence[str]:
    """Return the news of a change, in as many forms as `NO_NEWS`.

    A computer may answer at once: `earlier` news, such as a swap of sides, stay in front of its move if there is room.
    """
    if change is Change.MOVE:
        news = _move_news(match, unproven=unproven)
        stay = news is not NO_NEWS and not match.computers_only
        return [earlier[1] + news[0], *news[1:]] if stay else news
    if change in {Change.SEATS, Change.NEW_GAME}:
        return _seat_news(change, before, match)
    return NO_NEWS


def needs_attention(change: Change, match: Match) -> bool:
    """Return whether to ring the bell: it is a person's turn, or the game ended."""
    if match.outcome is not None:
        return change in {Change.MOVE, Change.RESIGNATION, Change.FLAG, Change.AGREEMENT}
    return (
        change is Change.MOVE and match.person_to_move and not match.is_person(match.to_move.other)
    )


def _move_news(match: Match, *, unproven: bool) -> Sequence[str]:
    """Return the column that a computer has just played. A person's own move is not announced."""
    mover, last = match.to_move.other, match.game.last_move
    if match.is_person(mover) or last is None:
        return NO_NEWS
    column = column_name(last) + (f" ({unproven_phrase()})" if unproven else "")
    words = _("{name}: column {column}.") + " "
    return forms_of(
        match, lambda named: words.format(name=player_name(named, mover), column=column)
    )


def _seat_news(change: Change, before: Match, match: Match) -> Sequence[str]:
    """Return the chosen level if one seat has changed, or who plays which colour after a swap of sides."""
    changed = [match.seat(each) for each in Colour if before.seat(each) != match.seat(each)]
    if len(changed) == 2 or (not changed and _equals_swapped(change, before, match)):
        return _side_news(match)
    if len(changed) != 1 or not isinstance(changed[0], LevelSeat):
        return NO_NEWS
    news = _("Level {number} of {count}: {level}").format(
        number=level_number(changed[0].id), count=len(LEVELS), level=level_name(changed[0].id)
    )
    return [f"{news}. "] * len(NO_NEWS)


def _equals_swapped(change: Change, before: Match, match: Match) -> bool:
    """Return whether equal players have swapped sides: after a game, the same colour begins again then."""
    had_moves = bool(before.game.cursor) or before.outcome is not None
    return change is Change.SEATS or (had_moves and match.starter is before.starter)


def _side_news(match: Match) -> Sequence[str]:
    """Return who plays which colour; shorter forms have no verb."""
    full = sides_sentence(match)
    brief = forms_of(match, partial(sides_sentence, brief=True))
    return [form and f"{form}. " for form in (full, brief[0], *brief[2:])]


def resume_news(opened: OpenedGame, today: float) -> Sequence[str]:
    """Return how long ago a resumed game was played, with a note if another window may have it open."""
    played = not opened.saved.imported  # the date of an imported game is that of the import
    ago = last_change_phrase(today - opened.saved.changed) if played else ""
    return [_("Last move {ago}.").format(ago=ago) + " "] * len(NO_NEWS) if ago else NO_NEWS
