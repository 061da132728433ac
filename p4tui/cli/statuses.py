"""The exit statuses."""

FAILED = 1
"""Something was not found, read, written or saved, or p4tui crashed."""
WRONG_USE = 2
"""The arguments are refused."""
INTERRUPTED = 130
"""Ctrl+C: 128 and the number of the signal, as in shells."""
BROKEN_PIPE = 141
"""Nobody reads the output: 128 and the number of SIGPIPE."""
