"""What importing a package brings in, asked of a fresh interpreter, and the import contracts of pyproject.toml."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

_NEW_MODULES = """
import sys
before = set(sys.modules)
{statement}
print(*sorted(set(sys.modules) - before), sep="\\n")
"""

_FRONT_ENDS_ONLY = {"textual", "rich"}


def _modules_brought_in(statement: str) -> set[str]:
    result = subprocess.run(
        [sys.executable, "-c", _NEW_MODULES.format(statement=statement)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return set(result.stdout.split())


@pytest.mark.parametrize(
    "module", ["p4tui.core", "p4tui.play.session", "p4tui.plain", "p4tui.words"]
)
def test_the_headless_layers_bring_in_no_textual(module: str) -> None:
    brought_in = _modules_brought_in(f"import {module}")
    assert module in brought_in
    assert not brought_in & _FRONT_ENDS_ONLY


@pytest.mark.parametrize("module", ["p4tui.tui.look.layout", "p4tui.tui.terminal.detection"])
def test_the_terminal_is_looked_at_before_textual_is_loaded(module: str) -> None:
    brought_in = _modules_brought_in(f"import {module}")
    assert module in brought_in
    assert not brought_in & _FRONT_ENDS_ONLY


def test_the_first_picture_does_not_wait_for_sqlite() -> None:
    brought_in = _modules_brought_in(
        "import p4tui.tui.app, p4tui.tui.screens.menu, p4tui.tui.game.screen"
    )
    assert "p4tui.words.saved" in brought_in
    assert not brought_in & {"sqlite3", "p4tui.storage.records", "p4tui.storage.games"}


def test_settings_are_read_without_what_saves_them_and_without_textual() -> None:
    brought_in = _modules_brought_in(
        "from pathlib import Path\nfrom p4tui.settings import load\nload(Path('pyproject.toml'))"
    )
    # Not tomllib: it is there already where coverage has read its own settings.
    assert "p4tui.settings.loading" in brought_in
    assert not brought_in & {"tempfile", "tomlkit", *_FRONT_ENDS_ONLY}


def test_the_package_itself_imports_nothing() -> None:
    assert _modules_brought_in("import p4tui") == {"p4tui"}


def test_the_version_is_answered_before_anything_is_imported() -> None:
    brought_in = _modules_brought_in(
        "from p4tui import cli\ntry:\n    cli.main(['--version'])\nexcept SystemExit:\n    pass"
    )
    assert "p4tui.cli" in brought_in
    assert not brought_in & {"argparse", "gettext", "platformdirs", "pathlib", *_FRONT_ENDS_ONLY}


def test_core_imports_the_standard_library_only() -> None:
    for path in sorted((ROOT / "p4tui" / "core").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                names = [node.module]
            for name in names:
                inside = name == "p4tui.core" or name.startswith("p4tui.core.")
                assert inside or name.split(".")[0] in sys.stdlib_module_names, (
                    f"{path.name} imports {name}"
                )


def test_the_import_contracts_are_kept() -> None:
    program = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    result = subprocess.run(
        [sys.executable, "-c", program, "--no-cache"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stdout + result.stderr
