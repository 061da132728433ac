"""Dialogs over a screen: questions, notices and a line of text to edit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from p4tui.actions.lists import CONFIRM, DIALOG, LOSS, NOTICE
from p4tui.i18n import _
from p4tui.tui.bindings import bindings
from p4tui.tui.look.dialogs import (
    DIALOG_WIDTH,
    PALETTE_WIDTH,
    dialog_width,
    is_framed,
    notice_lines,
)
from p4tui.tui.look.layout import header_lines
from p4tui.tui.screens.base import STYLES, DiffScreen
from p4tui.tui.widgets.answer_bar import Answer, AnswerBar
from p4tui.tui.widgets.key_bar import KeyBar, KeyHint
from p4tui.tui.widgets.text_line import TextLine
from p4tui.words.text import printable


class DialogScreen(DiffScreen[object], ModalScreen[object]):
    """A dialog over another screen, as a card; its title stands in the frame, or above the text where there is none."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(DIALOG)
    CSS_PATH = STYLES / "dialogs.tcss"
    WIDTH = DIALOG_WIDTH
    """The width of the card in a wide window."""

    def __init__(self, title: str, text: str = "") -> None:
        super().__init__()
        self.heading = title
        self.text = text

    def compose(self) -> ComposeResult:
        """Yield the card with the text and the answers."""
        self._set_form()
        width, height = self.app.size
        with Vertical(id="band") as band, Vertical(id="dialog") as card:
            band.styles.margin = (self.first_line(height), 0, 0, 0)
            card.border_title = self.heading
            card.styles.width = dialog_width(width, self.WIDTH)
            yield Static(self.heading, id="title", markup=False)
            yield from self.compose_text()
            yield from self.compose_answer()
        yield KeyBar(self.hints, id="keys")

    def hints(self) -> list[KeyHint]:
        """Return the hints of the key bar."""
        arrows = "<>" if self.services.ascii_only else "◂▸"
        return [
            KeyHint(arrows, _("Choose"), "next_answer"),
            KeyHint(_("Enter"), _("OK"), "give_answer"),
            KeyHint(_("Esc"), self.way_back, "dismiss(None)", pinned=True),
        ]

    @property
    def way_back(self) -> str:
        """The word for what Esc does."""
        return _("Close")

    def action_next_answer(self) -> None:
        """Select the next answer."""
        self.query_one(AnswerBar).action_go(1)

    def action_give_answer(self) -> None:
        """Give the selected answer."""
        self.query_one(AnswerBar).action_activate()

    def compose_text(self) -> ComposeResult:
        """Yield the text."""
        yield Static(self.text, id="question", markup=False)

    def compose_answer(self) -> ComposeResult:
        """Yield the widgets that answer the question."""
        raise NotImplementedError

    def answer_bar(self, answers: Sequence[Answer]) -> AnswerBar:
        """Return the widget for some answers."""
        services = self.services
        art = services.art
        round_edges = art.glyphs == "blocks" and not art.lean
        return AnswerBar(answers, ascii_only=services.ascii_only, round_edges=round_edges)

    def on_resize(self, event: events.Resize) -> None:
        """Fit the card to the window."""
        self._set_form()
        width, height = event.size
        self.query_one("#band").styles.margin = (self.first_line(height), 0, 0, 0)
        self.query_one("#dialog").styles.width = dialog_width(width, self.WIDTH)
        super().on_resize(event)

    @staticmethod
    def first_line(height: int) -> int:
        """Return the lines of a window above the card, if it is not centred."""
        del height
        return 0

    def _set_form(self) -> None:
        """Frame the card, and show a key bar, where there is room."""
        width, height = self.app.size
        framed = is_framed(width) and self.services.art.glyphs == "blocks"
        self.set_class(framed, "-framed")
        self.set_class(bool(self.heading), "-titled")
        self.set_class(bool(self.text), "-worded")
        self.set_class(bool(header_lines(height)), "-high")


class ConfirmScreen(DialogScreen):
    """A confirmation before a loss. It returns True for yes."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(CONFIRM)

    def __init__(self, title: str, text: str = "", *, yes: str = "", no: str = "") -> None:
        """Ask; `yes` and `no` are the words of the answers, if others are clearer."""
        super().__init__(title, text)
        self._yes, self._no = yes, no

    @property
    def way_back(self) -> str:
        """The word for no, which Esc means."""
        return self._no or _("No")

    def compose_answer(self) -> ComposeResult:
        """Yield no before yes, so that Enter alone is safe."""
        yield self.answer_bar(
            [
                Answer("no", self._no or _("No"), "n"),
                Answer("yes", self._yes or _("Yes"), _("y")),
            ]
        )

    def on_answer_bar_given(self, message: AnswerBar.Given) -> None:
        """Return the answer."""
        self.dismiss(message.answer.id == "yes")


class LossScreen(DialogScreen):
    """A notice that another window has the game. It returns True to take the game back or keep it."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(LOSS)
    WIDTH = PALETTE_WIDTH

    def __init__(self, sentence: str, again: str) -> None:
        """Show a sentence; `again` is the answer that keeps the game."""
        super().__init__("", sentence)
        self._again = again

    def show_sentence(self, sentence: str) -> None:
        """Show another sentence: more is known now."""
        self.text = sentence
        for line in self.query("#question").results(Static):
            line.update(sentence)

    def compose_answer(self) -> ComposeResult:
        """Yield the choices."""
        yield self.answer_bar([Answer("yes", self._again, _("y")), Answer("no", _("Menu"), "m")])

    def on_answer_bar_given(self, message: AnswerBar.Given) -> None:
        """Return the answer."""
        self.dismiss(message.answer.id == "yes")


class NoticeScreen(DialogScreen):
    """A text to be read in full; it scrolls if the window is too small."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(NOTICE, priority=True)
    WIDTH = PALETTE_WIDTH

    def __init__(self, sentence: str) -> None:
        super().__init__("", sentence)

    def compose_text(self) -> ComposeResult:
        """Yield the text in a scrolling area."""
        with VerticalScroll(can_focus=False, id="paper") as paper:
            paper.styles.max_height = notice_lines(*self.app.size)
            yield from super().compose_text()

    def on_resize(self, event: events.Resize) -> None:
        """Fit the text to the window."""
        self.query_one("#paper").styles.max_height = notice_lines(*event.size)
        super().on_resize(event)

    def action_scroll(self, lines: int) -> None:
        """Scroll by some lines."""
        self.query_one("#paper").scroll_relative(y=lines, animate=False, force=True)

    def compose_answer(self) -> ComposeResult:
        """Yield the answer that closes the notice."""
        yield self.answer_bar([Answer("on", _("OK"), _("Enter"))])

    def on_answer_bar_given(self, message: AnswerBar.Given) -> None:
        """Close the notice."""
        self.dismiss(None)


class TextScreen(DialogScreen):
    """A line of text to edit. It returns the text, or None if cancelled."""

    @property
    def way_back(self) -> str:
        """The word for what Esc does."""
        return _("Cancel")

    def __init__(self, title: str, line: str, text: str = "") -> None:
        """Ask for a line of text, with one to start from; `text` explains the title."""
        super().__init__(title, text)
        self.line = line

    def compose_answer(self) -> ComposeResult:
        """Yield the line, and answers that replace Enter and Esc for the mouse."""
        yield TextLine(printable(self.line))
        answers = self.answer_bar(
            [Answer("on", _("OK"), _("Enter")), Answer("back", _("Cancel"), _("Esc"))]
        )
        answers.can_focus = False
        yield answers

    def on_text_line_replaced(self) -> None:
        """Report that a character was replaced."""
        self.text = _("A character not allowed in names was replaced.")
        self.query_one("#question", Static).update(self.text)
        self._set_form()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Return the text."""
        self._take(event.value)

    def on_answer_bar_given(self, message: AnswerBar.Given) -> None:
        """Return the text, or cancel."""
        if message.answer.id == "on":
            self._take(self.query_one(TextLine).value)
        else:
            self.dismiss(None)

    def _take(self, text: str) -> None:
        """Return a text; one that was not edited keeps its unprintable characters."""
        text = printable(text)
        self.dismiss(self.line if text == printable(self.line) else text)
