"""A crash of the program: a sentence, the status 1, and the details in a file."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from p4tui import cli, paths
from p4tui.cli import crash


def fail(*_arguments: object) -> int:
    raise LookupError("no such\x1b[31mthing " + 200 * "x")


@pytest.fixture(autouse=True)
def crashing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("p4tui.cli.dispatch.dispatch", fail)


def test_a_crash_is_reported_in_one_harmless_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["levels"]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("p4tui: The program crashed: LookupError: no such\ufffd[31mthing x")
    assert err.count("\n") == 1
    assert str(paths.crash_file()) in err


def test_the_details_of_the_last_crash_alone_are_kept(capsys: pytest.CaptureFixture[str]) -> None:
    cli.main([])
    cli.main([])
    path = paths.crash_file()
    assert path is not None
    details = path.read_text(encoding="utf-8")
    assert details.count("Traceback") == 1
    assert details.startswith("p4tui ") and "test_cli_crash.py" in details


def test_without_a_place_for_the_details_there_is_still_the_sentence(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(paths, "crash_file", lambda: None)
    assert cli.main([]) == 1
    assert capsys.readouterr().err.endswith("...\n")


def test_a_place_that_cannot_be_written_is_none(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setattr(paths, "crash_file", lambda: tmp_path / "file" / "failure.txt")
    assert cli.main([]) == 1
    assert "details" not in capsys.readouterr().err


def test_a_library_that_is_not_installed_is_a_question_mark() -> None:
    assert crash._version("p4tui-no-such-library") == "?"


class Gone(io.StringIO):
    """A stream to a terminal that is gone."""

    def write(self, text: str) -> int:
        raise OSError(5, "Input/output error")


def test_where_nobody_reads_the_sentence_the_status_says_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "stderr", Gone())
    assert cli.main([]) == 1


def test_an_output_that_is_gone_with_the_errors_is_no_second_crash(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("p4tui.cli.dispatch.dispatch", lambda _words: print("1"))
    monkeypatch.setattr(sys, "stdout", Gone())
    monkeypatch.setattr(sys, "stderr", Gone())
    assert cli.main([]) == 1
