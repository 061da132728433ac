"""An app whose unhandled exceptions are for whoever runs it, once the terminal is the user's again."""

from __future__ import annotations

from textual.app import App
from textual.worker import WorkerFailed


class FailingApp(App[None]):
    """Textual shows a traceback with the values of variables; this app keeps the first exception in their place.

    Attributes:
        failure: what has ended the app, None after any other end.
    """

    failure: Exception | None = None

    def _handle_exception(self, error: Exception) -> None:
        """End the app for an exception; one from a thread comes as it was raised there."""
        if self.failure is None:
            inner = error.error if isinstance(error, WorkerFailed) else error
            self.failure = inner if isinstance(inner, Exception) else error
        super()._handle_exception(error)

    def _fatal_error(self) -> None:
        """End without making a traceback of it."""
        self._close_messages_no_wait()

    def _print_error_renderables(self) -> None:
        """Print nothing: an error that knows how to show itself is kept like any other."""
        self._exit_renderables.clear()
