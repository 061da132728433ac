"""The command line. Nothing is imported here before `--version` is answered."""

import sys

import p4tui
from p4tui.cli.statuses import BROKEN_PIPE, FAILED, INTERRUPTED


def main(argv: list[str] | None = None) -> int:
    """Run the program.

    Args:
        argv: the arguments without the program's name; those of the process by default.

    Returns:
        An exit status of `statuses`, or that of the full-screen app.
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
        _discard_output()
        return BROKEN_PIPE
    except OSError as error:
        if not _report_output_error(error):
            return _report_crash(error)
        _discard_output()
        return FAILED
    except Exception as error:  # noqa: BLE001  a crash is reported
        return _report_crash(error)
    return status


def _report_crash(error: Exception) -> int:
    """Report a crash, if there is still a stream for it; return the status."""
    import contextlib

    from p4tui.cli.crash import report

    with contextlib.suppress(OSError, ValueError):
        report(error)
    return FAILED


def _answer(words: list[str]) -> int:
    """Answer `--version` at once; hand everything else to the dispatcher."""
    options = words[: words.index("--")] if "--" in words else words
    if "--version" in options:
        print(f"p4tui {p4tui.__version__}")
        return 0
    from p4tui.cli.dispatch import dispatch

    return dispatch(words)


def _report_output_error(error: OSError) -> bool:
    """Report an error of the output, such as a full disk or a lost connection; return whether it is one."""
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

    with contextlib.suppress(OSError):  # the standard error may be gone as well
        complain(_("The output cannot be written."))
    return True


def _discard_output() -> None:
    """Discard buffered output, or the interpreter would fail to flush it at exit."""
    import os

    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (AttributeError, OSError, ValueError):
            try:
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
            except (AttributeError, OSError, ValueError):
                continue
