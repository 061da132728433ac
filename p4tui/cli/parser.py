"""argparse in the languages of the program: the parser class, the display options, and how wrong arguments are said."""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple, NoReturn, TextIO

from p4tui import i18n
from p4tui.i18n import N_, _

if TYPE_CHECKING:
    from p4tui.settings import Settings

OPTIONS_WITH_VALUE = frozenset(
    {
        *(
            "--lang",
            "--theme",
            "--animation",
            "--red",
            "--yellow",
            "--size",
            "--connect",
            "--first",
            "--position",
            "--clock",
        ),
        *("--board", "--style", "--cursor", "--advice", "--seed", "--seconds"),
        *("--threads", "--table"),
        *("--find", "--limit", "--format"),
        *("--book", "--depth", "--jobs", "--scheduler", "--state", "--output", "--count"),
    }
)
"""Every option whose value may be the next word, which is then neither a name nor a sub-command."""

FLAGS = {"solve": frozenset({"--board"})}
"""The options that have a value elsewhere, but none behind the name of a sub-command."""

LONGEST_COMPLAINT = 300
"""Characters of a complaint that are shown; what was typed may be of any length."""

# argparse looks its own texts up in the module's `_` and `ngettext`: from here on, these are ours.
vars(argparse).update({"_": i18n._, "ngettext": i18n.ngettext})

ARGPARSE_TEXTS = (
    N_("usage: "),
    N_("%(heading)s:"),
    N_("positional arguments"),
    N_("options"),
    N_("show this help message and exit"),
    N_("argument %(argument_name)s: %(message)s"),
    N_("expected one argument"),
    N_("ignored explicit argument %r"),
    N_("not allowed with argument %s"),
    N_("unrecognized arguments: %s"),
    N_("the following arguments are required: %s"),
)
"""The texts of argparse (Python 3.11 to 3.14) that these parsers can show, marked for the catalogues."""


class UsageError(Exception):
    """Arguments that are refused; its text is one sentence for the user, in the language spoken."""


class Parser(argparse.ArgumentParser):
    """A parser that takes no abbreviations, shows no colours and raises `UsageError` for what it refuses."""

    def __init__(
        self, prog: str, description: str, usage: str | None = None, epilog: str | None = None
    ) -> None:
        super().__init__(
            prog=prog,
            usage=usage,
            description=description,
            epilog=epilog,
            allow_abbrev=False,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        # Python 3.14 colours its help; older versions do not know the argument.
        self.color = False

    def error(self, message: str) -> NoReturn:
        """Refuse the arguments.

        Raises:
            UsageError: always.
        """
        raise UsageError(message)

    def format_help(self) -> str:
        """The help, where also the usage and the descriptions are broken between words."""
        from p4tui.words.wrapping import hanging_indent, wrapped

        width = shutil.get_terminal_size().columns
        usage, *lines = super().format_help().split("\n")
        parts = wrapped(usage, width, "    ")
        for line in lines:
            parts += wrapped(line, width, hanging_indent(line, width))
        return "\n".join(parts)

    def read(self, words: Sequence[str]) -> argparse.Namespace:
        """The arguments in some words.

        Raises:
            UsageError: they are refused. A `--` that was put before the names is not shown among the unknown ones.
        """
        arguments, unknown = self.parse_known_args(words)
        if unknown:
            self.error(
                _("unrecognized arguments: %s") % " ".join(word for word in unknown if word != "--")
            )
        return arguments


class Command(NamedTuple):
    """A command: how its arguments are read, and what runs with them (and answers the exit status)."""

    make_parser: Callable[[], Parser]
    run: Callable[[argparse.Namespace, Settings], int]


def add_playing_options(group: argparse._ArgumentGroup) -> None:
    """Add the options that say how a game is played, begun or gone on with."""
    from p4tui.cli import values

    group.add_argument(
        "--plain", action="store_true", help=_("play in plain text, a command a line")
    )
    group.add_argument(
        "--style",
        metavar=_("STYLE"),
        type=values.style,
        help=_(
            "plain text drawn as exercise-a, exercise-b, exercise-d, exercise-e, debug, matrix or spoken"
        ),
    )
    group.add_argument(
        "--cursor",
        metavar="column|cell",
        type=values.cursor,
        help=_("what the arrow keys choose (default: column)"),
    )
    group.add_argument(
        "--advice",
        metavar="exact|longest|random",
        type=values.advice,
        help=_(
            "what a hint goes by: the proven best column (default), the longest line, or chance"
        ),
    )
    group.add_argument(
        "--seed", metavar="N", type=values.seed, help=_("make what is random the same each time")
    )


def add_display_options(parser: Parser) -> None:
    """Add the options that are accepted everywhere."""
    from p4tui.cli import values

    group = parser.add_argument_group(_("display options"))
    group.add_argument("--lang", metavar="en|fr", type=values.language, help=_("the language"))
    group.add_argument("--theme", metavar=_("NAME"), type=values.theme, help=_("the colours"))
    group.add_argument("--ascii", action="store_true", help=_("draw with ASCII characters only"))
    group.add_argument(
        "--animation",
        metavar="on|off",
        type=values.on_or_off,
        help=_("whether discs are seen falling"),
    )
    group.add_argument("--no-mouse", action="store_true", help=_("leave the mouse to the terminal"))


def takes_value(word: str, command: str | None) -> bool:
    """Whether the next word is the value of an option; `command`: the sub-command, None before it is known."""
    return word in OPTIONS_WITH_VALUE and word not in FLAGS.get(command or "", ())


def is_display_option(word: str) -> bool:
    """Whether an option is one that every command takes, `--help` included."""
    name = word.partition("=")[0]
    return name in {"--lang", "--theme", "--ascii", "--animation", "--no-mouse", "--help", "-h"}


def complain(sentence: str, longest: int | None = None) -> None:
    """Say on the standard error what went wrong: one harmless line, at most `longest` characters of it."""
    from p4tui.words.text import printable, shorten

    line = printable(sentence)
    if longest is not None:
        line = shorten(line, longest)
    if sys.stderr is not None:
        print(_fitting(f"p4tui: {line}", sys.stderr), file=sys.stderr)


def say(sentence: str) -> None:
    """Say something on the standard output: one harmless line."""
    from p4tui.words.text import printable

    print(_fitting(printable(sentence), sys.stdout))


def _fitting(line: str, stream: TextIO | None) -> str:
    """A line as a stream shows it whole: at a terminal in several lines if it is too long, to programs always in one."""
    from p4tui.words.wrapping import hanging_indent, terminal_width, wrapped

    width = terminal_width(stream)
    if width is None:
        return line
    return "\n".join(wrapped(line, width, hanging_indent(line, width)))
