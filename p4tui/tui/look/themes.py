"""The themes: our own, Textual's, and the palette of each on a terminal. The only place with literal colours."""

from __future__ import annotations

from textual.color import Color
from textual.theme import Theme

from p4tui.i18n import N_, _
from p4tui.tui.look.oklch import RGB, parse_hex
from p4tui.tui.look.palette import TOKENS, Base, Palette, derive, snapped
from p4tui.tui.terminal.detection import ColourSupport

DEFAULT = "night"
"""The default theme."""

NAMES = {
    "night": N_("Night"),
    "paper": N_("Paper"),
    "contrast": N_("High contrast"),
    "colour-blind": N_("Colour-blind safe"),
    "ansi": N_("Terminal colours"),
}
"""The names of our own themes, to be translated."""


def _base(dark: bool, colours: str, **fixed: str) -> Base:
    """Return a base from page, card, bar, text, muted, faint and accent, and the fixed colours of a board."""
    names = ("page", "card", "bar", "text", "muted", "faint", "accent")
    given = dict(zip(names, colours.split(), strict=True)) | fixed
    rgb = {name: parse_hex(colour) for name, colour in given.items()}
    return Base(dark=dark, **rgb, error=rgb["red"], warning=rgb["yellow"], primary=rgb["board"])


_NIGHT_BOARD = {"red": "#ff5c50", "yellow": "#ffd23f", "board": "#1b4195", "hole": "#080d19"}
_BASES = {
    "night": _base(True, "#0d1119 #161c28 #1b2231 #e6e9f0 #93a0b8 #4a556b #7cc5ff", **_NIGHT_BOARD),
    "paper": _base(
        False, "#f4f5f8 #ffffff #e3e7ef #1a2233 #56617a #aab3c4 #1c5fc4", **_NIGHT_BOARD
    ),
    "contrast": _base(
        True,
        "#000000 #000000 #1c1c1c #ffffff #d0d0d0 #8a8a8a #ffff00",
        red="#ff9a8f",
        yellow="#ffff5f",
        board="#1f58c4",
        hole="#000000",
    ),
    "colour-blind": _base(
        True,
        "#101318 #1a1f27 #20262f #e8e8e8 #a3aab6 #525a66 #56b4e9",
        red="#ff8a33",
        yellow="#fff8c8",
        board="#0a3d86",
        hole="#070a10",
    ),
}
"""The colours of our own themes; the rest follows from them."""

_NIGHT_256 = {
    "page": "#121212",
    "card": "#1c1c1c",
    "bar": "#262626",
    "text": "#e4e4e4",
    "muted": "#9e9e9e",
    "faint": "#585858",
    "accent": "#87d7ff",
    "on_accent": "#121212",
    "lane": "#121212",
    "board": "#0000af",
    "board_hi": "#0000d7",
    "board_lo": "#00005f",
    "hole": "#080808",
    "hole_lo": "#080808",
    "ink": "#080808",
    "red": "#ff5f5f",
    "red_text": "#ff5f5f",
    "yellow": "#ffd700",
    "yellow_text": "#ffd700",
    "hint": "#87d7ff",
}
"""Night in xterm's 256 colours, by hand: the nearest ones are dull."""


def _sixteen(page: str, text: str, accent: str, red: str = "#ff5555") -> Palette:
    """Return a palette of the standard sixteen colours, as rich knows them."""
    dark = page == "#000000"
    shades = dict.fromkeys(TOKENS, page) | dict.fromkeys(("text", "muted", "faint"), text)
    board = dict.fromkeys(("board", "board_hi", "board_lo"), "#0000aa")
    holes = dict.fromkeys(("hole", "hole_lo", "ink"), "#000000")
    players = {
        **dict.fromkeys(("red", "red_hi", "red_lo"), red),
        **dict.fromkeys(("yellow", "yellow_hi", "yellow_lo"), "#ffff55"),
        "red_text": red if dark else "#aa0000",
        "yellow_text": "#ffff55" if dark else "#000000",
    }
    marks = {"white": "#ffffff", "hint": "#55ffff", "alert": "#ffff55" if dark else "#aa0000"}
    choice = {"accent": accent, "sel": "#0000aa" if dark else "#aaaaaa", "lane": "#000000"}
    return Palette(**shades | board | holes | players | marks | choice)


_SIXTEEN = {
    "night": _sixteen("#000000", "#aaaaaa", "#55ffff"),
    "paper": _sixteen("#ffffff", "#000000", "#0000aa"),
    "contrast": _sixteen("#000000", "#ffffff", "#ffff55"),
    "colour-blind": _sixteen("#000000", "#aaaaaa", "#55ffff", "#ff55ff"),
}

_ANSI = Palette(
    **dict.fromkeys(TOKENS, "ansi_default")
    | dict.fromkeys(("board", "board_hi", "board_lo"), "ansi_blue")
    | dict.fromkeys(("hole", "hole_lo", "ink", "on_accent"), "ansi_black")
    | dict.fromkeys(("red", "red_hi", "red_lo"), "ansi_bright_red")
    | dict.fromkeys(("yellow", "yellow_hi", "yellow_lo"), "ansi_bright_yellow")
    | {
        "accent": "ansi_cyan",
        "alert": "ansi_magenta",
        "red_text": "ansi_red",
        "yellow_text": "ansi_yellow",
        "white": "ansi_bright_white",
        "hint": "ansi_bright_cyan",
    }
)
"""The terminal's own colours, on its own ground."""


def theme_name(name: str) -> str:
    """Return the name of a theme in the current language; those of Textual are proper names."""
    own = NAMES.get(name)
    return name.replace("-", " ").title() if own is None else _(own)


def palette(theme: Theme, colours: ColourSupport) -> Palette:
    """Return the colours of a theme on a terminal."""
    if theme.ansi:
        return _ANSI
    if colours == "16":
        return _SIXTEEN.get(theme.name, _SIXTEEN["night" if theme.dark else "paper"])
    full = derive(_BASES.get(theme.name) or _base_of(theme))
    if colours != "256":
        return full
    near = snapped(full)
    if theme.name != DEFAULT:
        return near
    return Palette(**{name: _NIGHT_256.get(name, getattr(near, name)) for name in TOKENS})


def _base_of(theme: Theme) -> Base:
    """Return the colours of a theme of Textual's or of a user's."""
    system = theme.to_color_system().generate()

    def rgb(colour: str) -> RGB:
        red, green, blue = Color.parse(colour).rgb
        return (red, green, blue)

    text = theme.foreground or ("#e0e0e0" if theme.dark else "#1e1e1e")
    return Base(
        dark=theme.dark,
        page=rgb(system["background"]),
        card=rgb(system["surface"]),
        bar=rgb(system["panel"]),
        text=rgb(text),
        accent=rgb(theme.accent or theme.primary),
        error=rgb(theme.error or system["error"]),
        warning=rgb(theme.warning or system["warning"]),
        primary=rgb(theme.primary),
    )


_ANSI_VARIABLES = {"ansi-background": "ansi_default", "ansi-foreground": "ansi_default"}
"""Variables of Textual's own style sheets, which it defines for every theme but those with the terminal's colours."""


def own_themes(colours: ColourSupport) -> list[Theme]:
    """Return our own themes for a terminal, with the colours that Textual's own widgets use."""
    themes = []
    for name in NAMES:
        theme = Theme(name, primary="ansi_blue" if name == "ansi" else "#1b4195")
        theme.ansi = name == "ansi"
        theme.dark = name != "paper"
        colour = palette(theme, colours)
        theme.primary = theme.secondary = theme.accent = theme.success = colour.accent
        theme.warning = theme.error = colour.alert
        theme.foreground, theme.background = colour.text, colour.page
        theme.surface, theme.panel, theme.boost = colour.card, colour.bar, colour.card
        theme.variables = _ANSI_VARIABLES if theme.ansi else {}
        themes.append(theme)
    return themes


def variables(colours: Palette) -> dict[str, str]:
    """Return the variables of the style sheets for a palette: `$p4-board`, `$p4-red-text` and so on."""
    return {f"p4-{name.replace('_', '-')}": getattr(colours, name) for name in TOKENS}
