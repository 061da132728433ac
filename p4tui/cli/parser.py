"""argparse in the languages of the program: one parser a command, filled when the command is chosen, options anywhere."""

from __future__ import annotations

import argparse
import shutil
from collections.abc import Mapping, Sequence
from importlib import import_module
from itertools import chain, islice
from typing import NoReturn

from p4tui import i18n
from p4tui.cli import values
from p4tui.i18n import N_, _

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


def argparse_plural(count: int) -> str:
    """Return argparse's text for a missing value, marked for the catalogues as `ARGPARSE_TEXTS` are."""
    return i18n.ngettext("expected %s argument", "expected %s arguments", count)


class UsageError(Exception):
    """Arguments that are refused; the message is one sentence for the user, already translated."""


class Parser(argparse.ArgumentParser):
    """The parser of a command: options may stand before and after names, and cannot be abbreviated.

    The module of a command has `add_arguments(parser)` and, unless it only has commands of its own,
    `run(arguments, settings)`, which returns the exit status. It is imported when its parser is first used.

    Attributes:
        commands: the parsers of its own commands, by name.
    """

    def __init__(self, prog: str, module: str | None = None, **_options: object) -> None:
        """Create a parser that is filled from a module; without one, the caller fills it.

        Python 3.14 passes more options for a sub-parser.
        """
        super().__init__(
            prog, allow_abbrev=False, formatter_class=argparse.RawDescriptionHelpFormatter
        )
        # Python 3.14 colours its help; older versions do not know the attribute.
        self.color = False
        self._module = module
        self.commands: dict[str, Parser] = {}

    def describe(self, description: str, names: str = "", epilog: str | None = None) -> None:
        """Set the help texts; `names` follows the options in the usage line."""
        self.usage = f"{self.prog} [{_('options').strip()}] {names}".rstrip()
        self.description, self.epilog = description, epilog

    def add_commands(
        self, commands: Mapping[str, tuple[str, str]], metavar: str, *, required: bool = False
    ) -> None:
        """Add commands by name, each with its module below `p4tui.cli` and its line in the help."""
        group = self.add_subparsers(
            title=_("commands"), metavar=metavar, prog=self.prog, required=required
        )
        for name, (module, summary) in commands.items():
            self.commands[name] = group.add_parser(name, help=_(summary), module=module)

    def add_display_options(self) -> None:
        """Add the options that every command takes."""
        group = self.add_argument_group(_("display options"))
        group.add_argument("--lang", metavar="en|fr", type=values.language, help=_("the language"))
        group.add_argument(
            "--theme", metavar=_("NAME"), type=values.theme, help=_("the colour theme")
        )
        group.add_argument(
            "--ascii", action="store_true", help=_("draw with ASCII characters only")
        )
        group.add_argument(
            "--animation",
            metavar="on|off",
            type=values.on_or_off,
            help=_("animate falling discs"),
        )
        group.add_argument(
            "--no-mouse", action="store_true", help=_("leave the mouse to the terminal")
        )

    def read(self, words: Sequence[str]) -> argparse.Namespace:
        """Parse all words.

        Raises:
            UsageError: they are refused.
        """
        arguments, unknown = self.parse_known_args(words)
        if unknown:
            # `parse_known_args` put the `--` before the names.
            self.error(
                _("unrecognized arguments: %s") % " ".join(word for word in unknown if word != "--")
            )
        return arguments

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str], namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """Parse words in any order; argparse itself needs the command first, or else the options."""
        self.fill()
        options, names = self.split(args)
        words = list(chain.from_iterable(options))
        if not names:
            return super().parse_known_args(words, namespace)
        if not self.commands:
            return super().parse_known_args([*words, "--", *names], namespace)
        try:
            values.one_of(names[0], self.commands)
        except values.ChoiceError as error:
            self.error(str(error))
        return super().parse_known_args([names[0], *words, *names[1:]], namespace)

    def split(self, words: Sequence[str]) -> tuple[list[list[str]], list[str]]:
        """Return options with their values, and names. A parser with commands ends the options at the first name."""
        options: list[list[str]] = []
        names: list[str] = []
        rest = iter(words)
        for word in rest:
            if word == "--":
                names += rest
            elif word.startswith("-") and word != "-":
                option = self.find_option(word)
                options.append([word, *islice(rest, _values_of(option))])
            else:
                names.append(word)
                if self.commands:
                    names += rest
        return options, names

    def find_option(self, name: str) -> argparse.Action | None:
        """Return the option of a name, of this parser or else of its first command that has one."""
        self.fill()
        if name in self._option_string_actions:
            return self._option_string_actions[name]
        found = (command.find_option(name) for command in self.commands.values())
        return next(filter(None, found), None)

    def has_own_option(self, word: str) -> bool:
        """Return whether a word, such as `--lang` or `--lang=fr`, is an option of this parser itself."""
        return word.partition("=")[0] in self._option_string_actions

    def fill(self) -> None:
        """Add the arguments of the command's module, once."""
        if self._module is not None:
            command = import_module(f"p4tui.cli.{self._module}")
            self._module = None
            command.add_arguments(self)
            self.add_display_options()
            self.set_defaults(run=getattr(command, "run", None))

    def error(self, message: str) -> NoReturn:
        """Refuse the arguments.

        Raises:
            UsageError: always.
        """
        raise UsageError(message)

    def format_help(self) -> str:
        """Return the help, with usage and descriptions wrapped as well."""
        from p4tui.words.wrapping import hanging_indent, wrapped

        width = shutil.get_terminal_size().columns
        usage, *lines = super().format_help().split("\n")
        parts = wrapped(usage, width, "    ")
        for line in lines:
            parts += wrapped(line, width, hanging_indent(line, width))
        return "\n".join(parts)


def _values_of(option: argparse.Action | None) -> int:
    """Return how many values follow an option."""
    if option is None:
        return 0
    return 1 if option.nargs is None else int(option.nargs)
