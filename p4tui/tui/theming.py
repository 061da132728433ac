"""`ThemedApp`: an app in one of the themes, with the colours and the art of its terminal."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

from rich.color import ColorSystem

from p4tui.tui.look import themes
from p4tui.tui.look.art import Art, art_of, with_kind
from p4tui.tui.look.palette import Palette
from p4tui.tui.preferences import Preferences
from p4tui.tui.terminal.detection import no_colour
from p4tui.tui.terminal.drawing import DrawingApp
from p4tui.tui.widgets.line_widget import LineWidget


class ThemedApp(DrawingApp, inherit_bindings=False):
    """An app whose style sheets have the colours of a palette.

    Attributes:
        art: how discs are drawn on this terminal.
    """

    art = Art()

    def __init__(self, **options: Any) -> None:
        # Textual asks for colours while it is being made; any will do until the theme is known.
        self._palettes = {("textual-dark", self.art.palette_colours): themes.TERMINAL_PALETTE}
        colourless = no_colour(os.environ)
        super().__init__(ansi_color=True if colourless else None, **options)
        self.set_class(colourless, "-mono")

    def begin_with(self, preferences: Preferences, *, ascii_only: bool) -> None:
        """Set the look before the style sheets are read; later, all would be parsed again."""
        settings = preferences.settings
        self._palettes.clear()
        self.art = art_of(os.environ, ascii_only=ascii_only, kind=settings.art)
        self.set_class(ascii_only, "-letters")
        if self.art.palette_colours == "256":
            # Over SSH the environment says 24 bits, for which Textual would send more bytes.
            self.console._color_system = ColorSystem.EIGHT_BIT  # noqa: SLF001  rich reads it once
        for theme in (*themes.own_themes(), *themes.user_themes(settings.themes)):
            self.register_theme(theme)
        self.set_reactive(ThemedApp.theme, preferences.theme)
        self.stylesheet.set_variables(self.get_css_variables())
        self._refresh_truecolor_filter(self.ansi_theme)

    def set_art(self, kind: str) -> None:
        """Draw discs another way, from the next picture on."""
        self.art = with_kind(self.art, kind)
        for widget in self._line_widgets():
            if widget.art is not None:
                widget.art = self.art

    def _line_widgets(self) -> Iterator[LineWidget]:
        """Yield our widgets of all screens."""
        for screen in self.screen_stack:
            yield from screen.query(LineWidget)

    def refresh_css(self, animate: bool = True) -> None:
        """Apply another theme, and redraw pictures: their colours are in no style sheet."""
        super().refresh_css(animate)
        for widget in self._line_widgets():
            widget.repaint_all()

    def get_css_variables(self) -> dict[str, str]:
        """Return the variables of all style sheets."""
        return super().get_css_variables() | themes.variables(self.palette)

    @property
    def palette(self) -> Palette:
        """The colours of the theme on this terminal."""
        key = (self.theme, self.art.palette_colours)
        if key not in self._palettes:
            self._palettes[key] = themes.palette(self.current_theme, key[1])
        return self._palettes[key]
