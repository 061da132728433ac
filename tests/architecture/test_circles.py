"""No import circle of any kind: between modules, nor between the packages beside each other in a folder."""

from __future__ import annotations

from graphlib import CycleError, TopologicalSorter

import pytest

from tests.tools.imports import GRAPH, PACKAGES, Graph, siblings


def circle(graph: Graph) -> list[str]:
    """Return the names along a circle, or nothing if there is none."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return [str(name) for name in error.args[1]]
    return []


def test_no_modules_import_each_other_in_a_circle() -> None:
    assert circle(GRAPH) == []


@pytest.mark.parametrize("package", PACKAGES)
def test_no_packages_beside_each_other_import_each_other_in_a_circle(package: str) -> None:
    assert circle(siblings(package)) == []


def test_a_circle_is_found() -> None:
    assert set(circle({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": set()})) == {"a", "b", "c"}


def test_lazy_imports_count() -> None:
    assert "p4tui.cli.dispatch" in GRAPH["p4tui.cli"]
    assert "plain" in siblings("p4tui")["cli"]
