"""Write the man pages and the completion scripts of all languages.

python -m tests.tools.shell_files
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from p4tui import i18n
from p4tui.cli.completion import SCRIPTS
from tests.tools.completions import completion_script
from tests.tools.man_page import man_page

_PACKAGE = Path(__file__).parents[2] / "p4tui"
MAN_PAGES = _PACKAGE / "manual" / "man"
COMPLETIONS = _PACKAGE / "cli" / "completions"


def shell_files() -> Iterator[tuple[Path, str]]:
    """Yield the path of every file and what it holds."""
    before = i18n.language()
    for language in i18n.LANGUAGES:
        i18n.activate(language)
        yield MAN_PAGES / language / "p4tui.6", man_page()
        for shell, name in SCRIPTS.items():
            yield COMPLETIONS / language / name, completion_script(shell)
    i18n.activate(before)


if __name__ == "__main__":
    for file, text in shell_files():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
