"""The imports of p4tui, read from its sources: also those in functions, and those for annotations alone."""

from __future__ import annotations

import ast
from pathlib import Path

ROOT = Path(__file__).parents[2]

Graph = dict[str, set[str]]


def _module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {_module_name(path): path for path in sorted((ROOT / "p4tui").rglob("*.py"))}
PACKAGES = [name for name, path in MODULES.items() if path.name == "__init__.py"]


def _imports(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= {name if name in MODULES else node.module for name in names}
    return found & set(MODULES)


GRAPH: Graph = {name: _imports(path) - {name} for name, path in MODULES.items()}
"""Every module with the modules that it imports."""


def siblings(package: str) -> Graph:
    """Return which packages and modules directly in a package import which others of them, by their short names."""
    depth = package.count(".") + 1
    graph: Graph = {}
    for name, imported in GRAPH.items():
        if name.startswith(f"{package}."):
            here = name.split(".")[depth]
            others = {each.split(".")[depth] for each in imported if each.startswith(f"{package}.")}
            graph.setdefault(here, set()).update(others - {here})
    return graph
