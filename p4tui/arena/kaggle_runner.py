"""Runs a submission to Kaggle's ConnectX: `python -I kaggle_runner.py FILE.py`. Only the standard library.

A line of the standard input is `new`, which loads the file for a new game, or `[observation, configuration]` in JSON. Each
answer is a line: `ready`, `column N`, `value TEXT`, or `error TEXT`. What the submission prints goes to the standard error.
"""

from __future__ import annotations

import inspect
import json
import os
import sys
import traceback
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

MODULE = "submission"
"""The name of a submission as a module; what it defines has this name."""
MAX_TEXT = 200
"""The most characters of an answer's text."""


class Struct(dict[str, Any]):
    """A dictionary whose entries are attributes too, as in kaggle-environments."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None

    def __setattr__(self, name: str, value: object) -> None:
        self[name] = value


def load(path: str) -> Callable[..., object]:
    """Return the function of a submission: `agent` if there is one, else the last of its names that can be called.

    kaggle-environments takes the last one too, an imported one included.

    Raises:
        LookupError: the file has none.
        Exception: whatever its code raises.
    """
    folder = str(Path(path).parent)
    if folder not in sys.path:
        sys.path.insert(0, folder)
    names: dict[str, Any] = {
        "__name__": MODULE,
        "__file__": path,
        "__builtins__": __builtins__,
    }
    code = compile(Path(path).read_bytes(), path, "exec")
    exec(code, names)  # noqa: S102  running this file is what the program is for
    if callable(names.get("agent")):
        agent: Callable[..., object] = names["agent"]
        return agent
    own: list[Callable[..., object]] = [
        each for each in names.values() if callable(each) and is_own(each)
    ]
    if not own:
        raise LookupError("no function in the file")
    return own[-1]


def is_own(found: Callable[..., object]) -> bool:
    """Return whether the submission has made something, and not imported it; decorators keep the name of the module."""
    return isinstance(found, partial) or getattr(found, "__module__", None) == MODULE


def arguments_for(agent: Callable[..., object]) -> int:
    """Return how many of observation and configuration a function takes."""
    try:
        kinds = [each.kind for each in inspect.signature(agent).parameters.values()]
    except (TypeError, ValueError):
        return 2
    if inspect.Parameter.VAR_POSITIONAL in kinds:
        return 2
    positional = {inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD}
    return min(sum(kind in positional for kind in kinds), 2)


def call(agent: Callable[..., object], question: str) -> str:
    """Return the answer of a function to a question."""
    arguments = [Struct(each) for each in json.loads(question)]
    column: Any = agent(*arguments[: arguments_for(agent)])
    if hasattr(column, "__index__"):  # an int, or one of numpy
        return f"column {column.__index__()}"
    return f"value {one_line(repr(column))}"


def one_line(text: str) -> str:
    """Return a text on one short line of ASCII."""
    return " ".join(text.split())[:MAX_TEXT].encode("ascii", "backslashreplace").decode()


def error_line(error: BaseException) -> str:
    """Return an exception as an answer; its traceback goes to the standard error."""
    traceback.print_exception(error)
    return f"error {one_line(f'{type(error).__name__}: {error}')}"


def main() -> None:
    """Answer until the input ends."""
    answers = os.fdopen(os.dup(1), "w", encoding="ascii", buffering=1)
    questions = os.fdopen(os.dup(0), "r", encoding="ascii")
    # Prints and reads of the submission, in C code too, stay away from the protocol.
    os.dup2(2, 1)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    sys.stdout = sys.stderr  # whose lines leave at once
    path = os.path.abspath(sys.argv[1])  # noqa: PTH100
    agent: Callable[..., object] = list
    for line in questions:
        try:
            if line.strip() == "new":
                agent, answer = load(path), "ready"
            else:
                answer = call(agent, line)
        except BaseException as error:  # noqa: BLE001  also sys.exit() in a submission
            answer = error_line(error)
        print(answer, file=answers)


if __name__ == "__main__":
    main()
