"""Throws bytes of any kind at every screen of p4tui in a real terminal: ``python -m tests.terminal.fuzz --bytes N --seed S``.

A session is one run of the program that begins at a screen: chunks of bytes, mixed with resizes. After each chunk Ctrl+L must
paint the whole picture again within some seconds; what comes out must be text and known sequences; the program may leave
by itself only with the status 0; and at the end the terminal must be as it was. Noise that means nothing (see `NOISE`) must
leave the picture as it was. A fault is printed with what is needed to see it again, and written into a file for ``--replay``.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from p4tui.tui.terminal.decoder import PASTE_PAUSE
from tests.terminal.fuzz_input import anything, noise
from tests.terminal.harness import TerminalProgram
from tests.terminal.screens import SCREENS, ScreenPath, open_screen, screen_named, settle

CHUNKS = 12
"""Chunks of a session."""
CHUNK_BYTES = 300
"""The longest chunk, but for pastes."""
COUNTED_BYTES = 4096
"""Bytes of one chunk that count: a megabyte of pasted sevens tries no more than this."""
ANSWER_SECONDS = 60.0
"""How long the answer to Ctrl+L may take at most, on a loaded machine."""
ASK_AGAIN_SECONDS = 1.2 * PASTE_PAUSE
"""An unfinished paste swallows a key, and ends with a pause: the key is pressed again after so long."""
STILL_SECONDS = 0.12
"""Silence after which nothing falls any more: three pictures of an animation."""
REDRAW = b"\x0c"
SIZES = (
    (80, 24),
    (40, 12),
    (30, 12),
    (29, 11),
    (10, 3),
    (1, 1),
    (200, 60),
    (132, 43),
    (80, 5),
    (20, 60),
)

_KNOWN = re.compile(
    r"\x1b\[[0-9;]*[mHABCDJK]"  # colours, movements, erasing
    r"|\x1b\[\?[0-9;]+[hl]|\x1b\[\?\d+\$p"  # modes
    r"|\x1b\]52;c;[A-Za-z0-9+/=]*(?:\x07|\x1b\\)"  # the moves, copied
    r"|[\r\n\x07]"
)
_ECHOED = re.compile(rb"(?<=\x1b\[\?1049l).*?(?=\x1b\[\?1049h|\Z)", re.DOTALL)
"""What stands on the screen while it is not the program's: keys that nobody reads are echoed by the kernel."""
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]")


class FuzzError(AssertionError):
    """The program did something that it must not; says what."""


@dataclass
class Session:
    """What is done to one run of the program.

    Attributes:
        screen: the name of the screen where it begins.
        seed: of the choices.
        options: more arguments of p4tui.
        environ: more environment variables.
        events: what has been done so far: ``["bytes", hexadecimal digits]``, ``["noise", hexadecimal digits]`` or
            ``["size", columns, lines]``.
    """

    screen: str
    seed: int
    options: list[str] = field(default_factory=list)
    environ: dict[str, str] = field(default_factory=dict)
    events: list[list[object]] = field(default_factory=list)


def new_session(screen: ScreenPath, seed: int) -> tuple[Session, random.Random]:
    """A session by its seed, with the generator for its events."""
    rng = random.Random(f"{screen.name} {seed}")
    session = Session(screen.name, seed)
    session.options += ["--animation", rng.choice(("on", "off"))] if rng.random() < 0.7 else []
    session.options += ["--ascii"] if rng.random() < 0.15 else []
    session.options += ["--no-mouse"] if rng.random() < 0.1 else []
    if rng.random() < 0.15:
        session.environ["NO_COLOR"] = "1"
    if rng.random() < 0.2:
        session.environ["TERM"] = rng.choice(("linux", "xterm", "vt100", "xterm-kitty"))
    return session, rng


def new_events(
    screen: ScreenPath, rng: random.Random, chunks: int, max_bytes: int
) -> Iterator[list[object]]:
    """What a session does: first noise, where the picture stands still, then anything."""
    for number in range(chunks):
        length = rng.randrange(1, max_bytes)
        if number < chunks // 4 and screen.still:
            yield ["noise", noise(rng, length).hex()]
            continue
        if rng.random() < 0.15:
            for _ in range(rng.choice((1, 1, 5))):
                yield ["size", *rng.choice(SIZES)]
        yield ["bytes", anything(rng, length).hex()]


def play(session: Session, events: Iterator[list[object]]) -> int:
    """Run a session to its end, or until the program leaves by itself.

    Returns:
        how many bytes were sent, as they count.

    Raises:
        FuzzError: for what must not be; the session holds the events so far.
    """
    sent = 0
    screen = screen_named(session.screen)
    with open_screen(screen, *session.options, environ=session.environ) as program:
        try:
            for event in events:
                session.events.append(event)
                sent += apply(program, event)
                if has_left(program):
                    break
            else:
                end(program)
            check_output(program)
        except FuzzError:
            raise
        except AssertionError as error:
            raise FuzzError(f"{type(error).__name__}: {error}") from error
    return sent


def apply(program: TerminalProgram, event: list[object]) -> int:
    """Do one thing and see that the program answers; the bytes sent, as they count."""
    kind, *values = event
    if kind == "size":
        columns, lines = values
        assert isinstance(columns, int) and isinstance(lines, int)
        program.resize(columns, lines)
        return 0
    data = bytes.fromhex(str(values[0]))
    if kind == "noise":
        program.wait_quiet(STILL_SECONDS)
    before = program.display if kind == "noise" else None
    program.send(data)
    if not has_left(program):
        redraw(program)
        if before is not None and (after := steady(program, before)) != before:
            raise FuzzError("noise has changed the picture:\n" + differences(before, after))
    return min(len(data), COUNTED_BYTES)


def redraw(program: TerminalProgram) -> None:
    """Press Ctrl+L until the whole picture comes again."""
    deadline = time.perf_counter() + ANSWER_SECONDS
    cells = len(program.display) * len(program.display[0])
    while time.perf_counter() < deadline:
        mark = program.send(REDRAW)
        again = time.perf_counter() + ASK_AGAIN_SECONDS
        while (left := again - time.perf_counter()) > 0:
            program.pump(left)
            if len(program.bytes_since(mark)) >= cells:
                settle_briefly(program)
                return
            if has_left(program):
                return
    raise FuzzError(f"no answer to Ctrl+L within {ANSWER_SECONDS} s; the screen:\n{program}")


def settle_briefly(program: TerminalProgram) -> None:
    """Read what is left of the picture."""
    while program.pump(0.002):
        pass


def steady(program: TerminalProgram, wanted: list[str]) -> list[str]:
    """The screen once it is as wanted, or once nothing more comes."""
    for _ in range(10):
        if program.display == wanted:
            break
        settle(program)
        redraw(program)
    return program.display


def differences(before: Sequence[str], after: Sequence[str]) -> str:
    """The lines that differ."""
    return "\n".join(
        f"-{one}\n+{other}" for one, other in zip(before, after, strict=False) if one != other
    )


def has_left(program: TerminalProgram) -> bool:
    """Whether the program has ended, which it may; one that Ctrl+Z has stopped goes on.

    Raises:
        FuzzError: it has ended otherwise than by leaving, or left the terminal broken.
    """
    resume(program)
    if program.exit_status is None:
        return False
    check_end(program, program.wait_exit(), 0)
    return True


def resume(program: TerminalProgram) -> None:
    """Let a program go on that Ctrl+Z has stopped."""
    if program.stopped:
        program.resume()


def end(program: TerminalProgram) -> None:
    """End the program from outside, as a closed session does; it may just be leaving, or stop, by itself."""
    program.signal(signal.SIGTERM)
    deadline = time.perf_counter() + ANSWER_SECONDS
    while program.exit_status is None:
        resume(program)
        if time.perf_counter() > deadline:
            raise FuzzError(f"still running after SIGTERM; the screen:\n{program}")
        program.pump(0.02)
    check_end(program, program.wait_exit(), 0, 128 + signal.SIGTERM)


def check_end(program: TerminalProgram, status: int, *wanted: int) -> None:
    """See that the program has ended well. Where the terminal is not its own, stopped or at its end, keys are signals."""
    wanted = (*wanted, 128 + signal.SIGINT, 128 + signal.SIGQUIT)
    if status not in wanted:
        raise FuzzError(
            f"the status is {status}, not {wanted}; the screen:\n{program}\n{details(program)}"
        )
    if modes := program.modes_left_on():
        raise FuzzError(f"modes are left on: {sorted(modes)}")
    if not program.cursor_visible or not program.terminal_is_cooked():
        raise FuzzError("the cursor is hidden, or the terminal is not cooked")


def details(program: TerminalProgram) -> str:
    """What the program itself has noted on its failure."""
    kept = program.home / "state" / "p4tui" / "log" / "failure.txt"
    return kept.read_text(encoding="utf-8") if kept.exists() else ""


def check_output(program: TerminalProgram) -> None:
    """See that nothing but text and known sequences was written."""
    output = _ECHOED.sub(b"", bytes(program.output))
    try:
        text = output.decode("utf-8")
    except UnicodeDecodeError as error:
        raise FuzzError(f"the output is no UTF-8: {error}") from error
    for word in ("Traceback", "The program crashed"):
        if word in text:
            raise FuzzError(f"{word!r} was written:\n{program}")
    if found := _CONTROL.search(_KNOWN.sub("", text)):
        rest = _KNOWN.sub("", text)
        raise FuzzError(
            f"a control was written: {rest[max(found.start() - 40, 0) : found.end() + 40]!r}"
        )


def fuzz(
    screen: ScreenPath, seed: int, *, chunks: int = CHUNKS, max_bytes: int = CHUNK_BYTES
) -> tuple[int, Session, FuzzError | None]:
    """One session at a screen: the bytes sent, what was done, and the fault that was found."""
    session, rng = new_session(screen, seed)
    try:
        return play(session, new_events(screen, rng, chunks, max_bytes)), session, None
    except FuzzError as error:
        return 0, session, error


def replay(session: Session) -> FuzzError | None:
    """Do again what a session did; the fault that comes."""
    again = Session(session.screen, session.seed, session.options, session.environ)
    try:
        play(again, iter(session.events))
    except FuzzError as error:
        return error
    return None


def minimise(session: Session) -> Session:
    """The same session with fewer events and bytes, as long as any fault comes."""
    best = session
    for size in (8, 4, 2, 1):
        start = 0
        while start < len(best.events):
            shorter = Session(
                best.screen,
                best.seed,
                best.options,
                best.environ,
                best.events[:start] + best.events[start + size :],
            )
            if replay(shorter) is not None:
                best = shorter
            else:
                start += size
    for index, event in enumerate(best.events):
        if event[0] == "size":
            continue
        data = bytes.fromhex(str(event[1]))
        step = max(len(data) // 2, 1)
        while step:
            start = 0
            while start < len(data):
                shorter_data = data[:start] + data[start + step :]
                events = [
                    *best.events[:index],
                    [event[0], shorter_data.hex()],
                    *best.events[index + 1 :],
                ]
                shorter = Session(best.screen, best.seed, best.options, best.environ, events)
                if shorter_data and replay(shorter) is not None:
                    best, data = shorter, shorter_data
                else:
                    start += step
            step //= 2
    return best


def report(session: Session, error: FuzzError, folder: Path) -> None:
    """Print a fault and write what is needed to see it again."""
    path = folder / f"fuzz-{session.screen}-{session.seed}.json"
    path.write_text(json.dumps(vars(session)), encoding="utf-8")
    print(
        f"FAULT at {session.screen}, seed {session.seed}, {len(session.events)} events, in {path}:\n{error}"
    )
    if session.events and session.events[-1][0] != "size":
        print("the last bytes:", bytes.fromhex(str(session.events[-1][1]))[:600])
    sys.stdout.flush()


def main(arguments: Sequence[str] | None = None) -> int:
    """Fuzz until so many bytes were sent; 1 where a fault was found."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.terminal.fuzz", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument("--bytes", type=int, default=20_000, help="how many, all screens together")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--screen", choices=[screen.name for screen in SCREENS])
    parser.add_argument("--out", type=Path, default=Path(), help="where the files of faults go")
    parser.add_argument("--replay", type=Path, help="the file of a fault: do it again")
    parser.add_argument("--minimise", type=Path, help="the file of a fault: find a shorter one")
    options = parser.parse_args(arguments)
    if path := options.replay or options.minimise:
        session = Session(**json.loads(path.read_text(encoding="utf-8")))
        if options.minimise:
            session = minimise(session)
        error = replay(session)
        if error is not None:
            report(session, error, options.out)
        return int(error is not None)
    screens = [screen for screen in SCREENS if options.screen in (None, screen.name)]
    sent, faults, sessions = 0, 0, 0
    while sent < options.bytes:
        screen = screens[sessions % len(screens)]
        count, session, error = fuzz(screen, options.seed * 100_000 + sessions)
        sessions += 1
        sent += count
        if error is not None:
            sent += sum(
                min(len(str(event[1])) // 2, COUNTED_BYTES)
                for event in session.events
                if event[0] != "size"
            )
            faults += 1
            report(session, error, options.out)
        if sessions % 50 == 0:
            print(f"{sent} bytes, {sessions} sessions, {faults} faults", flush=True)
    print(f"{sent} bytes, {sessions} sessions, {faults} faults")
    return int(faults > 0)


if __name__ == "__main__":
    sys.exit(main())
