"""The themes: our own, Textual's, and the palette of each on a terminal. The only place with literal colours."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from textual.color import Color
from textual.theme import BUILTIN_THEMES, Theme

from p4tui.i18n import N_, _
from p4tui.tui.look.oklch import RGB, contrast, parse_hex, to_hex
from p4tui.tui.look.palette import TOKENS, Base, Palette, derive, separated
from p4tui.tui.look.xterm import snapped
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
    """Parse the seven colours of a theme and its board."""
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

_BOARD_256 = {"yellow": "#ffd700", "board_hi": "#0000d7", "board_lo": "#00005f"}
"""Colours of night and paper in xterm's 256 by hand: the nearest ones are dull."""

_NIGHT_IN_256 = Palette(
    page="#121212",
    card="#1c1c1c",
    bar="#262626",
    text="#e4e4e4",
    muted="#a8a8a8",
    faint="#585858",
    accent="#87d7ff",
    on_accent="#121212",
    sel="#3a3a3a",
    alert="#ffd75f",
    lane="#121212",
    board="#0000af",
    board_hi="#0000d7",
    board_lo="#00005f",
    hole="#080808",
    hole_lo="#080808",
    red="#ff5f5f",
    red_hi="#ffafaf",
    red_lo="#d70000",
    red_text="#ff8787",
    yellow="#ffd700",
    yellow_hi="#ffffd7",
    yellow_lo="#d7af00",
    yellow_text="#ffd75f",
    white="#ffffff",
    ink="#080808",
    hint="#87d7ff",
)
"""The default theme in xterm's 256: what `snapped` finds, with `_BOARD_256`. Most starts need no search."""


def _sixteen(*, dark: bool, text: str, accent: str, red: str = "#ff5555") -> Palette:
    """Return a palette of the standard sixteen colours, as rich knows them."""
    page = "#000000" if dark else "#ffffff"
    colours = dict.fromkeys(TOKENS, page) | dict.fromkeys(("text", "muted", "faint"), text)
    colours |= dict.fromkeys(("board", "board_hi", "board_lo"), "#0000aa")
    colours |= dict.fromkeys(("hole", "hole_lo", "ink", "lane"), "#000000")
    colours |= dict.fromkeys(("red", "red_hi", "red_lo"), red)
    colours |= dict.fromkeys(("yellow", "yellow_hi", "yellow_lo"), "#ffff55")
    colours |= {"accent": accent, "white": "#ffffff", "hint": "#55ffff"}
    if dark:
        colours |= {"red_text": red, "yellow_text": "#ffff55", "alert": "#ffff55"}
        return Palette(**colours | {"sel": "#0000aa"})
    # No yellow can be read on white.
    colours |= {"red_text": "#aa0000", "yellow_text": "#000000", "alert": "#aa0000"}
    return Palette(**colours | {"sel": "#55ffff"})


_SIXTEEN = {
    "night": _sixteen(dark=True, text="#aaaaaa", accent="#55ffff"),
    "paper": _sixteen(dark=False, text="#000000", accent="#0000aa"),
    "contrast": _sixteen(dark=True, text="#ffffff", accent="#ffff55"),
    "colour-blind": _sixteen(dark=True, text="#aaaaaa", accent="#55ffff", red="#ff55ff"),
}

TERMINAL_PALETTE = Palette(
    **dict.fromkeys(TOKENS, "ansi_default")
    | dict.fromkeys(("board", "board_hi", "board_lo"), "ansi_blue")
    | dict.fromkeys(("hole", "hole_lo", "ink", "on_accent", "lane"), "ansi_black")
    | dict.fromkeys(("red", "red_hi", "red_lo"), "ansi_bright_red")
    | dict.fromkeys(("yellow", "yellow_hi", "yellow_lo"), "ansi_bright_yellow")
    | {
        "accent": "ansi_cyan",
        "alert": "ansi_magenta",
        "red_text": "ansi_red",
        "white": "ansi_bright_white",
        "hint": "ansi_bright_cyan",
    }
)
"""The terminal's own colours. Its background may be light: no yellow letters, and a black lane."""

_ANSI_DARK = TERMINAL_PALETTE._replace(
    lane="ansi_default",
    accent="ansi_bright_cyan",
    alert="ansi_bright_yellow",
    red_text="ansi_bright_red",
    yellow_text="ansi_bright_yellow",
)
"""The same on a dark ground."""


def theme_name(name: str) -> str:
    """Return the name of a theme in the current language; those of Textual and of a user are proper names."""
    if name in NAMES:
        return _(NAMES[name])
    return name.replace("-", " ").title() if name in BUILTIN_THEMES else name


def palette(theme: Theme, colours: ColourSupport) -> Palette:
    """Return the colours of a theme on a terminal."""
    if theme.ansi:
        return _ANSI_DARK if theme.name == "ansi-dark" else TERMINAL_PALETTE
    if colours == "16":
        return _SIXTEEN.get(theme.name, _SIXTEEN["night" if theme.dark else "paper"])
    if colours == "256" and theme.name == DEFAULT:
        return _NIGHT_IN_256
    base = _BASES.get(theme.name)
    full = derive(base or _base_of(theme))
    if base is None:
        full = full._replace(**_overrides(theme))
    if colours != "256":
        return full
    near = snapped(full)
    return near._replace(**_BOARD_256) if theme.name == "paper" else near


def _rgb(colour: str) -> RGB:
    """Return a colour as Textual reads it."""
    red, green, blue = Color.parse(colour).rgb
    return (red, green, blue)


def _overrides(theme: Theme) -> dict[str, str]:
    """Return the palette colours that a theme sets in its variables `p4-...`."""
    return {
        name: to_hex(_rgb(theme.variables[variable]))
        for name in TOKENS
        if (variable := variable_of(name)) in theme.variables
    }


def _base_of(theme: Theme) -> Base:
    """Return the colours of a theme of Textual's or of a user's."""
    system = theme.to_color_system().generate()
    text = theme.foreground or ("#e0e0e0" if theme.dark else "#1e1e1e")
    return separated(
        Base(
            dark=theme.dark,
            page=_rgb(system["background"]),
            card=_rgb(system["surface"]),
            bar=_rgb(system["panel"]),
            text=_rgb(text),
            accent=_rgb(theme.accent or theme.primary),
            error=_rgb(theme.error or system["error"]),
            warning=_rgb(theme.warning or system["warning"]),
            primary=_rgb(theme.primary),
        )
    )


_ANSI_VARIABLES = {"ansi-background": "ansi_default", "ansi-foreground": "ansi_default"}
"""Variables of Textual's style sheets that it does not define for themes with the terminal's colours."""


def own_themes() -> list[Theme]:
    """Return our own themes, with the colours that Textual's own widgets use."""
    themes = [_own_theme(name, base) for name, base in _BASES.items()]
    return [*themes, Theme("ansi", primary="ansi_blue", ansi=True, variables=_ANSI_VARIABLES)]


def _own_theme(name: str, base: Base) -> Theme:
    """Return a theme of ours with colours of its own."""
    accent, card = to_hex(base.accent), to_hex(base.card)
    return Theme(
        name,
        primary=to_hex(base.primary),
        secondary=accent,
        accent=accent,
        success=accent,
        warning=to_hex(base.warning),
        error=to_hex(base.error),
        foreground=to_hex(base.text),
        background=to_hex(base.page),
        surface=card,
        panel=to_hex(base.bar),
        boost=card,
        dark=base.dark,
    )


def user_themes(tables: Mapping[str, Mapping[str, Any]]) -> list[Theme]:
    """Return the themes of a user, by the checked tables of the settings; one with a light background is light."""
    return [Theme(name, **{"dark": _is_dark(table), **table}) for name, table in tables.items()]


def _is_dark(table: Mapping[str, Any]) -> bool:
    """Return whether white letters are read better on the page of a theme than black ones."""
    page = table.get("variables", {}).get(variable_of("page")) or table.get("background")
    if page is None:
        return True
    return contrast(_rgb(page), (255, 255, 255)) > contrast(_rgb(page), (0, 0, 0))


def variable_of(token: str) -> str:
    """Return the variable of the style sheets for a colour of the palette, without `$`."""
    return f"p4-{token.replace('_', '-')}"


def variables(colours: Palette) -> dict[str, str]:
    """Return the style sheet variables of a palette: `$p4-board`, `$p4-red-text` and so on."""
    return {variable_of(name): getattr(colours, name) for name in TOKENS}
