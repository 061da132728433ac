"""The Dask cluster of a build."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from typing import TYPE_CHECKING

from p4tui.cli.messages import quoted
from p4tui.cli.parser import UsageError
from p4tui.i18n import _

if TYPE_CHECKING:
    from distributed import Client

ANSWER_SECONDS = 10
"""How long to wait for a scheduler."""


@contextmanager
def cluster(address: str) -> Iterator[tuple[Executor, int]]:
    """Yield the executor of a Dask scheduler and the number of its threads.

    Raises:
        UsageError: there is no such scheduler, it has no workers, or Dask is not installed.
    """
    try:
        from distributed import Client
    except ImportError as error:
        raise UsageError(
            _("--scheduler needs Dask. Install it with pip install 'p4tui[cluster]'.")
        ) from error
    try:
        # Dask logs many lines for a lost connection.
        logging.disable(logging.CRITICAL)
        with _connected(Client, address) as client:
            threads = sum(client.nthreads().values())
            if not threads:
                raise UsageError(
                    _("The Dask scheduler at {address} has no workers.").format(
                        address=quoted(address)
                    )
                )
            yield client.get_executor(), threads
    finally:
        logging.disable(logging.NOTSET)


def _connected(kind: type[Client], address: str) -> Client:
    """Return a client of a Dask scheduler.

    Raises:
        UsageError: there is no such scheduler.
    """
    # A client without a connection cannot be closed, and prints a traceback when it is collected.
    quiet = type(kind.__name__, (kind,), {"__del__": lambda _self: None})
    try:
        client: Client = quiet(address, timeout=ANSWER_SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        raise UsageError(
            _("No Dask scheduler answers at {address}.").format(address=quoted(address))
        ) from error
    return client
