"""Thirty programs, ten of them broken, play a gauntlet that is interrupted, killed and resumed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.benchmarks.thirty_programs import check


@pytest.mark.exhaustive
def test_a_class_of_thirty_plays_to_the_right_table_and_leaves_nothing_behind(
    tmp_path: Path,
) -> None:
    """The round robin takes minutes: `python -m tests.benchmarks.thirty_programs`."""
    options = ["--movetime", "200", "--openings", "random:12", "--gauntlet", "careful"]
    assert check(tmp_path, options, (15, 15)) == []
