"""A bare Textual app with a Footer, measured beside p4tui; ``q`` ends it, ``x`` raises, Ctrl+Z suspends.

``python -m tests.terminal.bare_app`` runs it on Textual's own driver, as a yardstick; ``--keys`` adds a line that counts
and names the keys that arrive, ``--segment`` a widget that draws a segment without a style; ``--ansi`` makes them as p4tui is made under NO_COLOR.
``--driver`` runs the app with the counting line on p4tui's driver, to test that with as little as possible around it;
``--patient`` has it wait an hour for the next piece of a paste.
"""

from __future__ import annotations

import select
import sys

from rich.segment import Segment
from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.strip import Strip
from textual.widget import Widget
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


class Unstyled(Widget):
    """A widget on the line API that leaves its style open, as `Segment` allows."""

    def render_line(self, y: int) -> Strip:
        """A line of text without a style."""
        return Strip([Segment("unstyled")])


class UnstyledApp(BareApp):
    """The same with a widget that draws a segment without a style."""

    def compose(self) -> ComposeResult:
        """The widget and a Footer."""
        yield Unstyled()
        yield Footer()


class CountingApp(BareApp):
    """The same with a line that counts and names the keys that arrive."""

    def compose(self) -> ComposeResult:
        """A counting line and a Footer."""
        yield Label("0 keys", id="keys")
        yield Footer()

    def on_mount(self) -> None:
        """Begin to count."""
        self._keys: list[str] = []

    def on_key(self, event: object) -> None:
        """Count a key."""
        self._keys.append(str(getattr(event, "key", "")))
        self.query_one("#keys", Label).update(f"{len(self._keys)} keys, last {self._keys[-1]}")


class DrivenApp(CountingApp):
    """The counting app on p4tui's driver."""

    def on_mount(self) -> None:
        """Ask for the picture after ``fg``, and show the cursor."""
        from p4tui.tui.terminal.cursor import show_terminal_cursor
        from p4tui.tui.terminal.redraw import install_resume_repaint

        install_resume_repaint(self)
        show_terminal_cursor(self, (3, 2))

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
        kinds = {"--keys": CountingApp, "--segment": UnstyledApp}
        kind = next((kinds[word] for word in arguments if word in kinds), BareApp)
        bare = kind(ansi_color=True if "--ansi" in arguments else None)
        bare.run()
        return bare.return_code or 0
    from p4tui.tui.terminal import decoder
    from p4tui.tui.terminal.app import run_app, terminal_driver

    if "--patient" in arguments:
        vars(decoder)["PASTE_PAUSE"] = 3600.0
    app = DrivenApp(
        driver_class=terminal_driver(), ansi_color=True if "--ansi" in arguments else None
    )
    if "--slow-end" in arguments:

        async def wait_for_a_line(wait: bool = True) -> None:
            """Stand for whatever an app may still do once the terminal was given back."""
            # A signal that comes just before a read begins to wait is seen only after it.
            while not select.select([sys.stdin], [], [], 0.05)[0]:
                pass
            sys.stdin.readline()

        app._close_messages = wait_for_a_line  # type: ignore[method-assign]
    return run_app(app, mouse="--no-mouse" not in arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
