"""From one style of a terminal to another, in few bytes.

Textual resets every style and sets the next one whole. It can go together with the compositor.

A line of a disc has the colours of the line above it, exchanged: so reverse video changes them for 4 bytes instead of 20. It is
only used for colours of xterm's 256 and for 24-bit ones, which every terminal exchanges as they are.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

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


SEEN_ON_BLANKS = frozenset({"4", "7", "9", "21", "51", "52", "53"})
"""Attributes that show on a blank: underline, reverse, strike, frames and overline."""
_REVERSE = "7"
_ENDS = {"1": "22", "3": "23", "4": "24", "9": "29"}
"""The parameters that end an attribute, by the one that begins it; others end with a reset of all."""


@lru_cache(maxsize=4096)
def blank_style(style: str) -> str:
    """Return the part of a style that shows on a blank: its background, or all if it has lines or is reversed."""
    groups = _split(style) if style else set()
    if groups & SEEN_ON_BLANKS:
        return style
    grounds = (group for group in groups if _attribute(group) == "background" and group != "49")
    return next(grounds, "")


class Pen(NamedTuple):
    """The style in which a terminal writes.

    Attributes:
        letters, ground: the parameters of the colours; empty for those of the terminal.
        attributes: the parameters of all others but reverse.
        reversed: whether the colours are exchanged.
    """

    letters: str = ""
    ground: str = ""
    attributes: frozenset[str] = frozenset()
    reversed: bool = False

    @property
    def exchanged(self) -> Pen | None:
        """The pen that writes the same with its colours exchanged, if a terminal is sure to do so."""
        if not (self.letters.startswith("38;") and self.ground.startswith("48;")):
            return None
        letters, ground = "38" + self.ground[2:], "48" + self.letters[2:]
        return self._replace(letters=letters, ground=ground, reversed=not self.reversed)


@lru_cache(maxsize=4096)
def pen_of(style: str) -> Pen:
    """Return the pen of a style, given by its parameters as rich writes them: `1;38;5;15`."""
    groups = _split(style) if style else set()
    colours = {_attribute(group): group for group in groups if group not in ("39", "49")}
    letters, ground = (colours.pop(name, "") for name in ("foreground", "background"))
    attributes = frozenset(colours) - {_REVERSE, "39", "49"}
    return Pen(letters, ground, attributes, _REVERSE in colours)


@lru_cache(maxsize=4096)
def pen_change(pen: Pen, style: str, *, blank: bool = False) -> tuple[str, Pen]:
    """Return the shortest sequence after which a pen writes in a style, and the pen then.

    Args:
        pen: the pen.
        style: the parameters of the style; those of a blank come from `blank_style`.
        blank: whether a blank is written, on which the colour of letters is not seen.
    """
    wanted = pen_of(style)
    if blank and not _is_seen_on_blanks(style):
        pens = _blank_pens(pen, wanted.ground)
    else:
        pens = [each for each in (wanted, wanted.exchanged) if each is not None]
    sequences = [(_sequence(pen, each), each) for each in pens]
    return min(sequences, key=lambda each: len(each[0]))


def _is_seen_on_blanks(style: str) -> bool:
    """Return whether a style shows on a blank otherwise than by its background."""
    return bool(style) and bool(_split(style) & SEEN_ON_BLANKS)


def _blank_pens(pen: Pen, ground: str) -> list[Pen]:
    """Return the pens that write a blank on a background, and otherwise differ little from a pen."""
    attributes = pen.attributes - SEEN_ON_BLANKS
    plain = pen._replace(ground=ground, attributes=attributes, reversed=False)
    if pen.letters.startswith("38;") and pen.letters[2:] == ground[2:]:
        return [pen._replace(attributes=attributes, reversed=True), plain]
    return [plain, Pen(ground=ground)]


def _sequence(old: Pen, new: Pen) -> str:
    """Return the shorter sequence from one pen to another: what changes, or a reset with all that is on."""
    if old == new:
        return ""
    begun = sorted(new.attributes) + [_REVERSE] * new.reversed
    whole = ["0", *begun, *filter(None, (new.letters, new.ground))]
    ended = old.attributes - new.attributes
    # The end of bold is that of dim. Without colours a reset is as short.
    lasts = new.letters or new.ground or not (ended or old.reversed > new.reversed)
    changes = whole
    if ended <= _ENDS.keys() and "2" not in old.attributes and lasts:
        changes = [
            *(_ENDS[each] for each in sorted(ended)),
            *sorted(new.attributes - old.attributes),
        ]
        if old.reversed != new.reversed:
            changes.append(_REVERSE if new.reversed else "27")
        if old.letters != new.letters:
            changes.append(new.letters or "39")
        if old.ground != new.ground:
            changes.append(new.ground or "49")
    if whole == ["0"]:
        changes = whole
    return min((f"\x1b[{';'.join(each)}m" for each in (changes, whole)), key=len)
