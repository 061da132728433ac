"""From one style of a terminal to another, in few bytes.

Textual resets every style and sets the next one whole. It can go together with the compositor.
"""

from __future__ import annotations

from functools import lru_cache

from rich.color import Color, ColorSystem
from rich.style import Style

_CUBE = {level: number for number, level in enumerate((0, 95, 135, 175, 215, 255))}
"""The components of colours 16 to 231 of xterm's 256."""


@lru_cache(maxsize=4096)
def sgr_parameters(style: Style, color_system: ColorSystem | None) -> str:
    """Return the SGR parameters of a style, as rich writes them: `1;38;5;15`."""
    if color_system is None:
        return ""
    if color_system is ColorSystem.EIGHT_BIT:
        style += Style(color=_numbered(style.color), bgcolor=_numbered(style.bgcolor))
    before, _, _ = style.render("x", color_system=color_system).partition("x")
    return before.removeprefix("\x1b[").removesuffix("m")


def _numbered(colour: Color | None) -> Color | None:
    """Return a colour by its number, if it is one of xterm's 256: rich takes the next darker of most greys."""
    if colour is None or colour.triplet is None:
        return colour
    red, green, blue = colour.triplet
    if {red, green, blue} <= _CUBE.keys():
        return Color.from_ansi(16 + 36 * _CUBE[red] + 6 * _CUBE[green] + _CUBE[blue])
    step, rest = divmod(red - 8, 10)
    if red == green == blue and rest == 0 and 0 <= step < 24:
        return Color.from_ansi(232 + step)
    return colour


def _split(parameters: str) -> set[str]:
    """Return a style's parameters as a set; those of a colour form one string."""
    rest, groups = parameters.split(";"), set()
    while rest:
        # 38;5;N and 38;2;R;G;B are colours, and so are 48;5;N and 48;2;R;G;B.
        length = {"5": 3, "2": 5}.get(rest[1], 1) if rest[0] in ("38", "48") else 1
        groups.add(";".join(rest[:length]))
        del rest[:length]
    return groups


def _attribute(group: str) -> str:
    """Return the attribute that parameters set: a colour of letters or background, or themselves for any other."""
    number = int(group.partition(";")[0])
    if 30 <= number <= 39 or 90 <= number <= 97:
        return "foreground"
    return "background" if 40 <= number <= 49 or 100 <= number <= 107 else group


@lru_cache(maxsize=4096)
def sgr_between(before: str, after: str) -> str:
    """Return the sequence that changes one style into another: only the new parameters, unless an attribute must end.

    Args:
        before: the parameters of the style that is on, as rich writes them, `1;38;5;15`; empty for none.
        after: the parameters of the new style.
    """
    if not after:
        return "\x1b[0m"
    if not before:
        return f"\x1b[{after}m"
    old, new = _split(before), _split(after)
    if old == new:
        return ""
    if {_attribute(group) for group in old} <= {_attribute(group) for group in new}:
        return f"\x1b[{';'.join(sorted(new - old))}m"
    return f"\x1b[0;{after}m"


SEEN_ON_BLANKS = frozenset({"4", "7", "9", "21", "51", "52", "53"})
"""Attributes that show on a blank: underline, reverse, strike, frames and overline."""


@lru_cache(maxsize=4096)
def blank_style(style: str) -> str:
    """Return the part of a style that shows on a blank: its background, or all if it has lines or is reversed."""
    groups = _split(style) if style else set()
    if groups & SEEN_ON_BLANKS:
        return style
    grounds = (group for group in groups if _attribute(group) == "background" and group != "49")
    return next(grounds, "")


@lru_cache(maxsize=4096)
def blank_change(before: str, after: str) -> tuple[str, str]:
    """Return the change to a blank's background, and the resulting style.

    Args:
        before: the parameters of the style that is on.
        after: those of the blank, from `blank_style`.
    """
    groups = _split(before) if before else set()
    if (groups | (_split(after) if after else set())) & SEEN_ON_BLANKS:
        return sgr_between(before, after) if before != after else "", after
    if blank_style(before) == after:
        return "", before
    kept = {group for group in groups if _attribute(group) != "background"}
    return f"\x1b[{after or 49}m", ";".join(sorted(kept | {after} if after else kept))
