"""`p4tui completion`: scripts for shells."""

from __future__ import annotations

import pytest

from p4tui.cli.completion import SCRIPTS
from p4tui.i18n import LANGUAGES
from tests.plain.driving import p4tui
from tests.tools.shell_files import COMPLETIONS


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("shell", SCRIPTS)
def test_the_script_of_a_shell_is_printed(shell: str, language: str) -> None:
    answer = p4tui("completion", shell, "--lang", language)
    script = (COMPLETIONS / language / SCRIPTS[shell]).read_text(encoding="utf-8")
    assert (answer.status, answer.err, answer.out) == (0, "", script)


def test_an_unknown_shell_is_answered_with_the_shells() -> None:
    answer = p4tui("completion", "tcsh")
    assert (answer.status, answer.out) == (2, "")
    assert answer.err.endswith('"tcsh" is not one of: bash, zsh, fish\n')
