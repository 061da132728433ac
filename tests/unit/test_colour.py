from __future__ import annotations

import pytest

from p4tui.core.colour import Colour, colour_of
from p4tui.core.position import Side


def test_player_1_is_red_and_player_2_yellow() -> None:
    assert (Colour.RED.value, Colour.YELLOW.value) == (1, 2)
    assert Colour.RED.other is Colour.YELLOW
    assert Colour.YELLOW.other is Colour.RED


@pytest.mark.parametrize("starter", list(Colour))
def test_the_starter_has_the_first_side(starter: Colour) -> None:
    assert starter.side(starter) is Side.FIRST
    assert starter.other.side(starter) is Side.SECOND
    assert colour_of(Side.FIRST, starter) is starter
    assert colour_of(Side.SECOND, starter) is starter.other


@pytest.mark.parametrize("starter", list(Colour))
@pytest.mark.parametrize("colour", list(Colour))
def test_side_and_colour_are_each_others_inverse(colour: Colour, starter: Colour) -> None:
    assert colour_of(colour.side(starter), starter) is colour
