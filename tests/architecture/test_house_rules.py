"""The house rules that a program can check."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from textual.color import Color, ColorParseError

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "p4tui"

LONG_MODULES = {
    "p4tui/engine/solver.py": "one class, whose calls share the search, the count and what can be asked of both meanwhile",
}
"""Modules of more than 300 lines, each with its reason."""

LONG_FUNCTIONS: dict[str, str] = {}
"""Functions of more than 40 lines without their docstring, as `path:name`, each with its reason."""

COLOUR_PATTERNS = (
    r"#(?:[0-9a-fA-F]{8}|[0-9a-fA-F]{6}|[0-9a-fA-F]{3,4})\b",
    r"\b(?:rgba?|hsla?)\(",
    r"\bansi_(?!color\b)[a-z_]+",
    # An escape sequence that sets a colour; 39 and 49 are resets.
    r"\x1b\[(?:\d+;)*(?:3[0-8]|4[0-8]|9[0-7]|10[0-7])(?:;\d+)*m",
)

ABSOLUTE_PATH = re.compile(r"(?<![\w.~}])/(?:home|Users|root|work)/\w")
"""A folder of some machine."""

TEXT_SUFFIXES = {
    ".cfg",
    ".css",
    ".md",
    ".po",
    ".pot",
    ".py",
    ".pyi",
    ".sh",
    ".svg",
    ".tcss",
    ".toml",
    ".txt",
    ".yml",
    "",
}


def modules(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.py"))


def named(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def docstrings(tree: ast.AST) -> set[int]:
    """The ids of the string constants that are docstrings, also under attributes."""
    return {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }


def strings(path: Path) -> Iterator[str]:
    """Every string of a module that is not a docstring."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    skipped = docstrings(tree)
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and id(node) not in skipped
        ):
            yield node.value


def functions(path: Path) -> Iterator[tuple[str, int]]:
    """Every function of a module by its qualified name, with its length without the docstring."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    todo: list[tuple[str, ast.AST]] = [("", tree)]
    while todo:
        prefix, parent = todo.pop()
        for node in ast.iter_child_nodes(parent):
            if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                continue
            name = f"{prefix}.{node.name}".lstrip(".")
            todo.append((name, node))
            if not isinstance(node, ast.ClassDef):
                length = (node.end_lineno or node.lineno) - node.lineno + 1
                if ast.get_docstring(node) is not None:
                    first = node.body[0]
                    length -= (first.end_lineno or first.lineno) - first.lineno + 1
                yield name, length


def is_colour(word: str) -> bool:
    try:
        Color.parse(word)
    except ColorParseError:
        return False
    return word not in {"transparent", "auto"}


def test_no_python_module_but_themes_names_a_colour() -> None:
    found = [
        f"{named(path)}: {text!r}"
        for path in modules(PACKAGE)
        if named(path) != "p4tui/tui/look/themes.py"
        for text in strings(path)
        if any(re.search(pattern, text) for pattern in COLOUR_PATTERNS)
    ]
    assert not found


def test_no_style_is_made_of_a_named_colour() -> None:
    found = []
    for path in modules(PACKAGE):
        if named(path) == "p4tui/tui/look/themes.py":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.keyword) and node.arg in {"color", "bgcolor", "background"}:
                value = node.value
                if (
                    isinstance(value, ast.Constant)
                    and isinstance(value.value, str)
                    and is_colour(value.value)
                ):
                    found.append(f"{named(path)}:{value.lineno}: {value.value}")
    assert not found


def test_no_style_sheet_names_a_colour() -> None:
    found = []
    for path in sorted(PACKAGE.rglob("*.tcss")):
        text = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        for declaration in re.findall(r"(?:^|[{;])\s*([a-z-]+:\s[^;{}]*)(?=[;}])", text):
            name, _, value = declaration.partition(":")
            words = re.findall(r"(?<![$\w-])#?[a-z0-9_]+(?![\w-])", value.lower())
            found += [
                f"{named(path)}: {name}: {word}"
                for word in words
                if not word.isdigit() and is_colour(word)
            ]
    assert not found


def test_long_modules_have_a_reason() -> None:
    lengths = {
        named(path): len(path.read_text(encoding="utf-8").splitlines()) for path in modules(PACKAGE)
    }
    assert {name for name, length in lengths.items() if length > 300} == set(LONG_MODULES)


def test_long_functions_have_a_reason() -> None:
    long = {
        f"{named(path)}:{name}": length
        for path in modules(PACKAGE)
        for name, length in functions(path)
        if length > 40
    }
    assert set(long) == set(LONG_FUNCTIONS), long


def test_no_test_sleeps() -> None:
    found = []
    for path in modules(ROOT / "tests"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module in {"time", "asyncio"}:
                found += [
                    f"{named(path)}:{node.lineno}" for alias in node.names if alias.name == "sleep"
                ]
            elif isinstance(node, ast.Attribute) and ast.unparse(node) in {
                "time.sleep",
                "asyncio.sleep",
            }:
                found.append(f"{named(path)}:{node.lineno}")
    assert not found


def repository_texts() -> list[Path]:
    """The text files of the repository: everything but what the tools leave behind."""
    tops = ["p4tui", "tests", ".ci", ".github"]
    inside = [path for top in tops for path in sorted((ROOT / top).rglob("*"))]
    return [
        path
        for path in [*sorted(ROOT.iterdir()), *inside]
        if path.is_file()
        and path.suffix in TEXT_SUFFIXES
        and "__pycache__" not in path.parts
        and not path.name.startswith(".coverage")
        and path.name != ".git"
    ]


def test_nothing_names_a_folder_of_some_machine() -> None:
    found = [
        f"{named(path)}:{number}: {line.strip()}"
        for path in repository_texts()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if ABSOLUTE_PATH.search(line)
    ]
    assert not found


@pytest.mark.parametrize(
    "text",
    [
        "#ff0000",
        "#FFF",
        "rgb(1, 2, 3)",
        "ansi_red",
        "\x1b[31m",
        "\x1b[1;38;5;9m",
        "hsl(0,100%,50%)",
    ],
)
def test_the_colour_patterns_find_colours(text: str) -> None:
    assert any(re.search(pattern, text) for pattern in COLOUR_PATTERNS)


@pytest.mark.parametrize(
    "text", ["\x1b[39;49m", "\x1b[0m", "#menu", "#board-view", "red", "ansi_color", "# 1"]
)
def test_the_colour_patterns_find_nothing_else(text: str) -> None:
    assert not any(re.search(pattern, text) for pattern in COLOUR_PATTERNS)


CLAIMS = ("assert", "check", "expect", "fail", "raises", "until", "wait_", "warns")
"""How the functions are called that a test claims something by."""


def called(function: ast.AST) -> Iterator[str]:
    """The names of the functions that are called in one."""
    for node in ast.walk(function):
        if isinstance(node, ast.Call):
            yield ast.unparse(node.func).rpartition(".")[2]


def claims(function: ast.AST) -> bool:
    return any(isinstance(node, ast.Assert) for node in ast.walk(function)) or any(
        name.startswith(CLAIMS) for name in called(function)
    )


def test_every_test_claims_something() -> None:
    """That nothing was raised is no claim: it asserts, or calls what does."""
    found = {
        f"{named(path)}:{node.name}": node
        for path in modules(ROOT / "tests")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }
    helpers = {node.name for node in found.values() if claims(node)}
    assert not [
        name
        for name, node in found.items()
        if node.name.startswith("test_") and not claims(node) and not helpers & set(called(node))
    ]
