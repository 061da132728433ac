"""Sets up the search from the command line: kernel, memory, threads, opening books."""

from __future__ import annotations

from p4tui import paths
from p4tui.cli.parser import UsageError
from p4tui.engine.resources import RESOURCES, TABLE_MIB
from p4tui.settings import Settings


def require_kernel() -> None:
    """Check early that the search kernel named in the environment is available.

    Raises:
        UsageError: it is not.
    """
    from p4tui.engine.kernel.choice import KernelError, kernel
    from p4tui.words.errors import kernel_sentence

    try:
        kernel()
    except KernelError as error:
        raise UsageError(kernel_sentence(error)) from error


def use_resources(
    settings: Settings, *, table_mib: int | None = None, threads: int | None = None
) -> None:
    """Set the memory, threads and book folder of all searches. Arguments override settings."""
    RESOURCES.table_mib = table_mib or settings.table_mib or TABLE_MIB
    RESOURCES.threads = threads or settings.threads
    folder = paths.books_folder()
    RESOURCES.book_folders[:] = [] if folder is None else [folder]
