"""Games between two terminals, in words. Names and messages of the other side are made safe here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from p4tui.core.colour import Colour
from p4tui.i18n import N_, _, ngettext
from p4tui.words.players import colour_name
from p4tui.words.text import MAX_PATH_LENGTH, printable, shorten

if TYPE_CHECKING:
    from collections.abc import Sequence

    from p4tui.link.errors import LinkError
    from p4tui.link.meeting import Meeting
    from p4tui.link.shared import Request, Shared
    from p4tui.link.visit import Refused

_PROBLEMS = {
    "no game": N_("Nobody has opened a game called {detail} here."),
    "several": N_("This person has opened several games: {detail}. Choose one."),
    "taken": N_("You have opened a game called {detail} already: --game WORD names another one."),
    "folder": N_("Games cannot be opened here: {detail} is not safe to use."),
    "where": N_(
        "{detail} does not say where a game is: a game's word, a person's name, ssh://HOST/NAME or HOST:PORT."
    ),
    "word": N_(
        "{detail} cannot be the word of a game: use at most 32 letters, digits, dots, hyphens and underscores."
    ),
    "listen": N_("p4tui cannot listen there: {detail}."),
    "unreachable": N_("Nobody answers at {detail}."),
    "no ssh": N_("The program ssh is not installed."),
    "no sockets": N_("This system cannot open games for others."),
}

_REFUSALS = {
    "closed": N_("The host has left the game."),
    "full": N_("Too many people are in this game."),
    "code": N_("The code is wrong or missing: --code CODE gives it."),
    "busy": N_("Too many wrong codes: try again in a minute."),
    "elsewhere": N_("You have joined this game from another window."),
    "version": N_("The two programs are of versions that cannot play with each other."),
    "garbage": N_("The two programs do not understand each other."),
}

_REQUESTS = {
    "undo": N_("{name} asks to take back a move."),
    "swap": N_("{name} asks to swap sides."),
    "draw": N_("{name} offers a draw."),
    "rematch": N_("{name} asks for another game."),
}

_ASKED = {
    "undo": N_("You have asked to take back a move."),
    "swap": N_("You have asked to swap sides."),
    "draw": N_("You have offered a draw."),
    "rematch": N_("You have asked for another game."),
    "hints": N_("You have asked for hints for both players."),
}


def link_sentence(error: LinkError) -> str:
    """Return why two terminals do not meet."""
    if error.problem.value == "refused":
        return refusal_sentence(error.detail)
    detail = printable(shorten(error.detail, MAX_PATH_LENGTH))
    return _(_PROBLEMS[error.problem.value]).format(detail=detail)


def refusal_sentence(why: Refused | str) -> str:
    """Return why the host's program has ended a visit."""
    return _(_REFUSALS[why if isinstance(why, str) else why.value])


def invitations(meeting: Meeting) -> list[str]:
    """Return the commands with which others join a game: on this machine, and in the network."""
    commands = [f"p4tui join {meeting.where}"]
    if meeting.listen:
        commands.append(f"p4tui join {meeting.listen} --code {meeting.code}")
    return commands


def person_name(shared: Shared, colour: Colour) -> str:
    """Return the name of a player, or the colour of one without a name."""
    return printable(shared.names[colour - 1]) or colour_name(colour)


def request_sentence(shared: Shared, request: Request) -> str:
    """Return what a player asks of the other: `Bob asks to take back a move.`"""
    name = person_name(shared, request.by)
    if request.kind.value == "hints":
        if shared.hints:
            return _("{name} asks to play without hints from now on.").format(name=name)
        return _("{name} asks to allow hints to both players.").format(name=name)
    return _(_REQUESTS[request.kind.value]).format(name=name)


def presence_sentence(shared: Shared, own: Colour | None, *, is_connected: bool = True) -> str:
    """Return who is there, in a line that stays: `Bob is here. 2 spectators.`

    Args:
        shared: what is known.
        own: the colour of this terminal, None for a spectator.
        is_connected: whether the host can be reached.
    """
    if not is_connected:
        return _("The line is lost: trying to reach the game again.")
    watchers = ""
    if shared.watchers:
        watchers = ngettext("{count} spectator.", "{count} spectators.", shared.watchers).format(
            count=shared.watchers
        )
    people = [colour for colour in Colour if colour is not own]
    told = [_here_sentence(shared, colour) for colour in people]
    return " ".join(filter(None, (*told, watchers)))


def _here_sentence(shared: Shared, colour: Colour) -> str:
    if not shared.joined and not shared.here[colour - 1]:
        return _("Nobody has joined yet.")
    name = person_name(shared, colour)
    return (_("{name} is here.") if shared.here[colour - 1] else _("{name} is away.")).format(
        name=name
    )


def news_sentences(before: Shared | None, after: Shared, own: Colour | None) -> list[str]:
    """Return what is new beside the moves: who has come or gone, messages, requests and their answers.

    Args:
        before: what was known, None at the start.
        after: what is known now.
        own: the colour of this terminal, None for a spectator.
    """
    news = _people_news(before, after, own)
    last = before.messages[-1].number if before is not None and before.messages else 0
    for message in after.messages:
        if message.number > last and (own is None or message.by is not own):
            name, text = printable(message.name), printable(message.text)
            news.append(_('{name} says: "{text}"').format(name=name, text=text))
    asked = before.request.number if before is not None and before.request is not None else 0
    request = after.request
    if request is not None and request.number != asked and request.by is not own:
        news.append(request_sentence(after, request))
    if before is None:
        return news
    if after.refused > before.refused and before.request is not None and before.request.by is own:
        news.append(_("Your request was refused."))
    if after.hints is not before.hints:
        news.append(_("Hints are allowed.") if after.hints else _("No more hints."))
    # One state may tell of both: a side that is slow to read gets the last state alone.
    if own is not None and after.game == before.game and not _are_swapped(before, after):
        other = own.other
        if after.hints_used[other - 1] > before.hints_used[other - 1]:
            news.append(_("{name} has taken a hint.").format(name=person_name(after, other)))
    return news


def _are_swapped(before: Shared, after: Shared) -> bool:
    """Return whether the players have swapped sides."""
    return before.names == after.names[::-1] != after.names


def _people_news(before: Shared | None, after: Shared, own: Colour | None) -> list[str]:
    """Return who has joined, gone or come back."""
    news = []
    for colour in Colour:
        place = colour - 1
        if colour is own or before is None or before.here[place] is after.here[place]:
            continue
        if _are_swapped(before, after):
            continue
        name = person_name(after, colour)
        if not after.here[place]:
            news.append(_("{name} is away.").format(name=name))
        elif before.names[place] == after.names[place] and before.joined:
            news.append(_("{name} is back.").format(name=name))
        else:
            news.append(_("{name} has joined.").format(name=name))
    return news


def asked_forms(shared: Shared, request: Request) -> list[str]:
    """Return what was asked from here and waits for an answer, perhaps of somebody who is away, the longest form first."""
    sentence = _(_ASKED[request.kind.value])
    if request.kind.value == "hints" and shared.hints:
        sentence = _("You have asked to play without hints.")
    other = person_name(shared, request.by.other)
    if not shared.here[request.by.other - 1]:
        away = _("{name} is away.").format(name=other)
        return [f"{sentence} {away}", away]
    return [
        _("{sentence} {name} has not answered yet.").format(sentence=sentence, name=other),
        sentence,
        _("Asked; no answer yet"),
    ]


def question_forms(shared: Shared, request: Request, yes: str, no: str) -> list[str]:
    """Return what the other player asks with the keys of the answers, the longest form first."""
    answers = _("{yes}: yes, {no}: no").format(yes=yes, no=no)
    brief = {
        "undo": _("Take back a move?"),
        "swap": _("Swap sides?"),
        "draw": _("A draw?"),
        "rematch": _("Another game?"),
        "hints": _("No more hints?") if shared.hints else _("Hints for both?"),
    }[request.kind.value]
    return [f"{request_sentence(shared, request)} {answers}", f"{brief} {answers}", brief]


def invitation_forms(commands: Sequence[str]) -> list[str]:
    """Return how others join, from `invitations`, the longest form first."""
    shown = [commands[0]]
    if len(commands) > 1:
        here, network = commands
        both = _("{here}, or from elsewhere {network}").format(here=here, network=network)
        # The network's goes before this machine's: nobody can guess its code.
        shown = [both, network, here]
    forms = [
        form
        for each in shown
        for form in (_("Others join with: {commands}").format(commands=each), each)
    ]
    return [_("Nobody has joined yet.") + " " + forms[0], *forms]
