from p4tui.core.colour import Colour
from p4tui.tui.look.span import Ink, Span


def disc_icon(colour, pixels, art, palette):
    ground = palette.red if colour is Colour.RED else palette.yellow
    return [[Span(" " * pixels, Ink("", ground))] for _ in range(pixels // 2)]
