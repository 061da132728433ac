"""The command line. Nothing is imported here before `--version` is answered."""

import sys

import p4tui
from p4tui.cli.statuses import BROKEN_PIPE, FAILED, INTERRUPTED


def main(argv: list[str] | None = None) -> int:
    """Run the program.

    Args:
        argv: the arguments without the program's name; None: those of the process.

    Returns:
        the exit status: 0; 1 if the input ended in the middle of a game, held something that is no position to solve, the
        output cannot be written, memory runs out or the program itself fails; 2 for wrong arguments or no input at all;
        130 after Ctrl+C; 141 when nobody reads the output; or the full-screen app's.
    """
    from p4tui.cli.output import make_patient

    words = sys.argv[1:] if argv is None else argv
    make_patient()
    try:
        status = _answer(words)
        if sys.stdout is not None:
            sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _forget_output()
        return BROKEN_PIPE
    except OSError as error:
        if not _is_about_output(error):
            return _failed(error)
        _forget_output()
        return FAILED
    except Exception as error:  # noqa: BLE001  the user gets a sentence, and the developer a file
        return _failed(error)
    return status


def _failed(error: Exception) -> int:
    """Say that the program has failed; what keeps even that from being said does not matter any more."""
    import contextlib

    from p4tui.cli.failure import tell

    with contextlib.suppress(OSError, ValueError):
        tell(error)
    return FAILED


def _answer(words: list[str]) -> int:
    """Answer `--version` at once; hand everything else to the dispatcher."""
    options = words[: words.index("--")] if "--" in words else words
    if "--version" in options:
        print(f"p4tui {p4tui.__version__}")
        return 0
    from p4tui.cli.dispatch import dispatch

    return dispatch(words)


def _is_about_output(error: OSError) -> bool:
    """Whether it is the output that failed (a full disk, a stream that is not open for writing, a device or connection that
    went away), which is then said in a sentence.
    """
    import errno

    if error.errno not in {
        errno.ENOSPC,
        errno.EIO,
        errno.EFBIG,
        errno.EBADF,
        errno.EDQUOT,
        errno.ECONNRESET,
    }:
        return False
    import contextlib

    from p4tui.cli.messages import complain
    from p4tui.i18n import _

    with contextlib.suppress(OSError):  # the terminal is gone, and the errors went there as well
        complain(_("The output cannot be written."))
    return True


def _forget_output() -> None:
    """Send what is still buffered nowhere, so that the interpreter does not fail on it at its end."""
    import os

    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (AttributeError, OSError, ValueError):
            try:
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
            except (AttributeError, OSError, ValueError):
                continue
