"""`p4tui host`: opens a game for another terminal."""

from __future__ import annotations

import argparse
from argparse import ArgumentTypeError
from typing import TYPE_CHECKING

from p4tui.cli import values
from p4tui.cli.link.meeting_options import add_name_option, own_name
from p4tui.cli.messages import quoted
from p4tui.cli.parser import Parser
from p4tui.cli.play.linked import play_linked
from p4tui.cli.play.options import add_board_options, add_clock_options, add_game_options
from p4tui.i18n import _

if TYPE_CHECKING:
    from p4tui.link.opening import LinkedGame
    from p4tui.settings import Settings


def add_arguments(parser: Parser) -> None:
    """Define the help texts and arguments of the command."""
    parser.describe(
        _(
            "Open a game for a person at another terminal of this machine, or of the network with --listen. Others join it "
            "with p4tui join; see p4tui help together."
        )
    )
    group = parser.add_argument_group(_("game options"))
    add_name_option(group)
    group.add_argument(
        "--game",
        metavar=_("WORD"),
        type=_word,
        help=_("the name of the game, for p4tui join (default: your user name)"),
    )
    group.add_argument(
        "--listen",
        metavar=_("[ADDRESS:]PORT"),
        type=_listen,
        help=_("let people of the network join too, with a code that is shown"),
    )
    group.add_argument(
        "--colour",
        metavar="red|yellow|random",
        type=values.first,
        default="red",
        help=_("your colour (default: red)"),
    )
    add_board_options(group)
    add_clock_options(group)
    group.add_argument(
        "--away",
        metavar="stops|runs",
        type=values.choice("stops", "runs"),
        default="stops",
        help=_("what the clock does while a player is away (default: stops)"),
    )
    add_game_options(group)


def _word(text: str) -> str:
    from p4tui.link.errors import LinkError
    from p4tui.link.places import check_word
    from p4tui.words.link import link_sentence

    try:
        return check_word(text)
    except LinkError as error:
        raise ArgumentTypeError(link_sentence(error)) from error


def _listen(text: str) -> tuple[str, int]:
    """Return the address, perhaps empty, and the port."""
    address, _colon, port = text.rpartition(":")
    if not (port.isascii() and port.isdecimal() and 0 < int(port[:6]) < 65_536):
        raise ArgumentTypeError(
            _('"{value}" is no port: use PORT or ADDRESS:PORT, with a port from 1 to 65535').format(
                value=quoted(text)
            )
        )
    return address, int(port)


def run(arguments: argparse.Namespace, settings: Settings) -> int:
    """Open a game and play it.

    Raises:
        UsageError: the arguments contradict each other, a position cannot be read, or the search kernel is not available.
    """
    return play_linked(lambda: _prepare(arguments), arguments, settings)


def _prepare(arguments: argparse.Namespace) -> LinkedGame:
    import functools
    import random

    from p4tui.cli.play import start
    from p4tui.cli.play.position import find_start
    from p4tui.cli.streams import standard_input
    from p4tui.link import places
    from p4tui.link.codes import new_code
    from p4tui.link.meeting import HOST, Meeting, new_game_id
    from p4tui.link.opening import open_game
    from p4tui.play.seats import Person, Remote
    from p4tui.play.setup import Setup

    rng = random.Random(arguments.seed)
    listen = ""
    if arguments.listen is not None:
        address, port = arguments.listen
        address = address or places.network_address()
        listen = f"{address}:{port}"
    meeting = Meeting(
        HOST,
        arguments.game or places.default_word(),
        new_game_id(),
        code=new_code() if listen else "",
        listen=listen,
        clock_stops=arguments.away == "stops",
    )
    own, guest = Person(own_name(arguments)), Remote(meeting.text)
    colour = rng.choice(("red", "yellow")) if arguments.colour == "random" else arguments.colour
    red, yellow = (own, guest) if colour == "red" else (guest, own)
    fit = functools.partial(start.fitting_size, start.chosen_style(arguments))
    geometry, first, game = find_start(arguments, fit, standard_input(), rng)
    setup = Setup(red, yellow, geometry, first, game, arguments.clock)
    return open_game(setup.new_match(rng), meeting)
