"""The pages: the terminal, or a sentence."""

from __future__ import annotations

import html
import json
from functools import cache
from importlib.resources import files
from string import Template

from p4tui.i18n import _, language
from p4tui.web.sessions import Farewell


def terminal_page() -> str:
    """Return the page with the terminal, and with what it says when the program is gone."""
    farewells = {
        Farewell.SERVER_ENDED: _("The server has ended. Your game is saved."),
        Farewell.ENDED: _("p4tui has ended."),
        Farewell.MOVED: _("The game goes on in another tab or window."),
        Farewell.FULL: no_room(),
        Farewell.FAILED: _("p4tui could not be started."),
        Farewell.GARBLED: _("The server did not understand this page."),
        "lost": _("The connection is lost. Your game is kept for a while."),
        "undrawable": _("This browser cannot draw the game."),
    }
    return _filled(
        "terminal.html",
        waiting=html.escape(_("p4tui is starting...")),
        again=html.escape(_("Continue")),
        noscript=html.escape(_("The game needs JavaScript.")),
        # In a script element only this character could end it.
        farewells=json.dumps(farewells).replace("<", "\\u003c"),
    )


def sentence_page(sentence: str) -> str:
    """Return a page with one sentence."""
    return _filled("sentence.html", sentence=html.escape(sentence))


def no_room() -> str:
    """Return what the browser hears that is one too many."""
    return _("No more games fit on this server at the moment. Try again later.")


def _filled(name: str, **texts: str) -> str:
    return _template(name).substitute(language=language(), **texts)


@cache
def _template(name: str) -> Template:
    return Template(files(__package__).joinpath("static", name).read_text(encoding="utf-8"))
