"""The themes: the only place with literal colours.

Every 24-bit colour is one of xterm's 256, so that a terminal with 256 colours shows the same. Terminals with 16 colours have
palettes of their own, made of the colours that rich sends as the standard sixteen.
"""

from __future__ import annotations

from textual.theme import Theme

from p4tui.i18n import N_
from p4tui.tui.terminal.detection import ColourSupport

DEFAULT = "p4tui"
"""The default theme."""

NAMES = {
    "p4tui": N_("Night blue"),
    "contrast": N_("High contrast"),
    "colour-blind": N_("Colour-blind safe"),
    "ansi": N_("Terminal colours"),
}
"""The names of the themes, to be translated."""

Palette = dict[str, str]
"""A colour for each name of `DEFAULT_PALETTE`."""

DEFAULT_PALETTE: Palette = {
    "background": "#121212",
    "text": "#e4e4e4",
    "dim": "#a8a8a8",
    "accent": "#5fd7ff",
    "bar": "#303030",
    "alert": "#ffaf00",
    "board": "#000087",
    "hole": "#121212",
    "red": "#ff5f5f",
    "yellow": "#ffd700",
    "ink": "#000000",
    "win": "#ffffff",
}

_PALETTES: dict[str, Palette] = {
    "p4tui": DEFAULT_PALETTE,
    "contrast": {
        "background": "#000000",
        "text": "#ffffff",
        "dim": "#ffffff",
        "accent": "#ffff00",
        "bar": "#000000",
        "alert": "#ffff00",
        "board": "#000000",
        "hole": "#3a3a3a",
        "red": "#ff875f",
        "yellow": "#ffff00",
        "ink": "#000000",
        "win": "#ffffff",
    },
    "colour-blind": {
        "background": "#121212",
        "text": "#e4e4e4",
        "dim": "#b2b2b2",
        "accent": "#87d7ff",
        "bar": "#303030",
        "alert": "#ffffaf",
        "board": "#00005f",
        "hole": "#121212",
        "red": "#d75f00",
        "yellow": "#ffffaf",
        "ink": "#000000",
        "win": "#ffffff",
    },
    "ansi": {
        "background": "ansi_default",
        "text": "ansi_default",
        "dim": "ansi_default",
        "accent": "ansi_cyan",
        "bar": "ansi_default",
        "alert": "ansi_magenta",
        "board": "ansi_blue",
        "hole": "ansi_default",
        "red": "ansi_red",
        "yellow": "ansi_yellow",
        "ink": "ansi_black",
        "win": "ansi_bright_white",
    },
}

_SIXTEEN: dict[str, Palette] = {
    "p4tui": {
        "background": "#000000",
        "text": "#aaaaaa",
        "dim": "#aaaaaa",
        "accent": "#55ffff",
        "bar": "#000000",
        "alert": "#ffff55",
        "board": "#0000aa",
        "hole": "#000000",
        "red": "#ff5555",
        "yellow": "#ffff55",
        "ink": "#000000",
        "win": "#ffffff",
    },
    "contrast": {
        "background": "#000000",
        "text": "#ffffff",
        "dim": "#ffffff",
        "accent": "#ffff55",
        "bar": "#000000",
        "alert": "#ffff55",
        "board": "#0000aa",
        "hole": "#000000",
        "red": "#ff5555",
        "yellow": "#ffff55",
        "ink": "#000000",
        "win": "#ffffff",
    },
    "colour-blind": {
        "background": "#000000",
        "text": "#aaaaaa",
        "dim": "#aaaaaa",
        "accent": "#55ffff",
        "bar": "#000000",
        "alert": "#ffff55",
        "board": "#0000aa",
        "hole": "#000000",
        "red": "#ff55ff",
        "yellow": "#ffff55",
        "ink": "#000000",
        "win": "#ffffff",
    },
}


_ANSI_VARIABLES = {"ansi-background": "ansi_default", "ansi-foreground": "ansi_default"}
"""Variables of Textual's own style sheets, which it defines for every theme but those with the terminal's colours."""


def palette(name: str, colours: ColourSupport) -> Palette:
    """Return the colours of a theme on a terminal."""
    if colours == "16" and name in _SIXTEEN:
        return _SIXTEEN[name]
    return _PALETTES[name]


def make_themes(colours: ColourSupport) -> list[Theme]:
    """Return the themes for a terminal."""
    themes = []
    for name in NAMES:
        colour = palette(name, colours)
        themes.append(
            Theme(
                name=name,
                primary=colour["accent"],
                secondary=colour["accent"],
                accent=colour["accent"],
                warning=colour["alert"],
                error=colour["alert"],
                success=colour["accent"],
                foreground=colour["text"],
                background=colour["background"],
                surface=colour["background"],
                panel=colour["bar"],
                boost=colour["background"],
                ansi=name == "ansi",
                variables=variables(colour) | (_ANSI_VARIABLES if name == "ansi" else {}),
            )
        )
    return themes


def variables(colour: Palette) -> dict[str, str]:
    """Return the variables of the style sheets for a palette: `$p4-board`, `$p4-red` and so on."""
    return {f"p4-{key}": value for key, value in colour.items()}
