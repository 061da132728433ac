"""A bare Textual app with a Footer, measured beside p4tui; ``q`` ends it, ``x`` raises, Ctrl+Z suspends.

``python -m tests.terminal.bare_app`` runs it on Textual's own driver, as a yardstick;
``--driver`` runs it on p4tui's, to test that driver with as little as possible around it.
"""

from __future__ import annotations

import sys

from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.widgets import Footer, Label


class BareApp(App[None]):
    """What any Textual program needs at least: a screen and a Footer."""

    BINDINGS = [
        Binding("q", "quit", "Quit"),
        Binding("x", "fail", "Fail", show=False),
        Binding("ctrl+z", "suspend_process", "Suspend", show=False),
    ]

    def compose(self) -> ComposeResult:
        """A Footer and nothing else."""
        yield Footer()

    def action_fail(self) -> None:
        """Raise an exception that nobody handles."""
        raise RuntimeError("asked to fail")


class DrivenApp(BareApp):
    """The same on p4tui's driver, with a line that counts and names the keys that arrive."""

    def compose(self) -> ComposeResult:
        """A counting line and a Footer."""
        yield Label("0 keys", id="keys")
        yield Footer()

    def on_mount(self) -> None:
        """Ask for the picture after ``fg``, and show the cursor."""
        from p4tui.tui.driver import install_resume_repaint, show_terminal_cursor

        self._keys: list[str] = []
        install_resume_repaint(self)
        show_terminal_cursor(self, (3, 2))

    def on_key(self, event: object) -> None:
        """Count a key."""
        self._keys.append(str(getattr(event, "key", "")))
        self.query_one("#keys", Label).update(f"{len(self._keys)} keys, last {self._keys[-1]}")

    def on_paste(self, event: object) -> None:
        """Show how long a paste was."""
        self.query_one("#keys", Label).update(f"pasted {len(getattr(event, 'text', ''))}")

    def on_click(self, event: object) -> None:
        """Show where a click was."""
        place = f"{getattr(event, 'screen_x', '?')},{getattr(event, 'screen_y', '?')}"
        self.query_one("#keys", Label).update(f"clicked {place}")


def main(arguments: list[str]) -> int:
    """Run the app that the arguments ask for; return its exit status."""
    if "--driver" not in arguments:
        bare = BareApp()
        bare.run()
        return bare.return_code or 0
    from p4tui.tui.driver import run_app, terminal_driver

    app = DrivenApp(
        driver_class=terminal_driver(), ansi_color=True if "--ansi" in arguments else None
    )
    return run_app(app, mouse="--no-mouse" not in arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
