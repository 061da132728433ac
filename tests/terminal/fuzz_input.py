"""Bytes for the fuzzer: what terminals send, what they never should, and noise. Pure: a generator in, bytes out."""

from __future__ import annotations

import random
from collections.abc import Callable

Maker = Callable[[random.Random], bytes]

MEGABYTE = 1_000_000
NUMBERS = (
    0,
    1,
    2,
    7,
    9,
    10,
    31,
    32,
    79,
    80,
    95,
    127,
    128,
    223,
    255,
    256,
    999,
    32767,
    65535,
    55296,
    57343,
    65533,
    1114111,
    1114112,
    2**31,
    2**63,
    10**30,
)
"""Numbers at which something changes: sizes, encodings, Unicode."""
KEYS = (
    *(bytes([code]) for code in range(0x20, 0x7F)),
    *b"1234567uurrhhssnnmmgxp?:.+-[]yo".decode(),
    "\r", "\r", "\t", "\x7f", "\x08", "\x0c", "\x1b", "\x1b\x1b",
    *(f"\x1b[{final}" for final in "ABCDHFZ"), *(f"\x1bO{final}" for final in "ABCDPQRSHF"),
    *(f"\x1b[{number}~" for number in (1, 2, 3, 4, 5, 6, 11, 15, 17, 24, 29)),
    *(f"\x1b[1;{modifier}{final}" for modifier in (2, 3, 5, 6, 8) for final in "ABCDHFPQ"),
    *(f"\x1b{char}" for char in "abcq1?[O]P\r\x7f"),
    "\x1b[[A", "\x1b[3$", "\x1b[97u", "\x1b[97;5u", "\x1b[97;1:3u", "\x1b[27;5;97~", "é", "ß", "中", "👩‍🚀", "e\u0301", "\u202e", "\u200b", "\ufeff",
)  # fmt: skip
"""Single keys, as characters or bytes."""


def number(rng: random.Random) -> int:
    """A number that somebody may send as a parameter, now and then a negative one."""
    kind = rng.random()
    if kind < 0.5:
        return rng.randrange(200)
    if kind < 0.95:
        return rng.choice(NUMBERS)
    return -rng.choice(NUMBERS)


def parameters(rng: random.Random, max_count: int = 6) -> str:
    """Parameters of a control sequence: numbers, empty ones, sub-parameters."""
    return rng.choice((";", ";", ":", ";;")).join(
        rng.choice((str(number(rng)), str(rng.randrange(10)), ""))
        for _ in range(rng.randrange(max_count + 1))
    )


def key(rng: random.Random) -> bytes:
    """A key."""
    chosen = rng.choice(KEYS)
    return chosen if isinstance(chosen, bytes) else chosen.encode()


def typing(rng: random.Random) -> bytes:
    """Several keys at once."""
    return b"".join(key(rng) for _ in range(rng.randrange(1, 12)))


def signal_key(rng: random.Random) -> bytes:
    """A key that shells know: interrupt, suspend, quit, end of file, flow control."""
    return rng.choice((b"\x03", b"\x1a", b"\x1c", b"\x04", b"\x13", b"\x11", b"\x16", b"\x0f"))


def mouse_sgr(rng: random.Random) -> bytes:
    """A mouse report in the encoding that is switched on, anywhere on or off the screen; in cells or pixels (1006, 1016)."""
    button = rng.choice((0, 0, 0, 1, 2, 3, 32, 35, 64, 65, 66, 67, 128, number(rng)))
    place = [rng.randrange(1, 82) if rng.random() < 0.7 else number(rng) for _ in range(2)]
    report = f"\x1b[<{button};{place[0]};{place[1]}"
    return (report + rng.choice("Mm") if rng.random() < 0.4 else f"{report}M{report}m").encode()


def mouse_x10(rng: random.Random) -> bytes:
    """A report in the oldest encoding, three free bytes; those a terminal could send."""
    return b"\x1b[M" + bytes(rng.randrange(0x20, 0x100) for _ in range(3))


def mouse_utf8(rng: random.Random) -> bytes:
    """A report with UTF-8 coordinates (1005). What goes beyond one byte would be read as text, and is sent by none that was not asked."""
    return b"\x1b[M" + "".join(chr(rng.randrange(0x20, 0x80)) for _ in range(3)).encode()


def mouse_utf8_wide(rng: random.Random) -> bytes:
    """The same with coordinates of two bytes."""
    return b"\x1b[M" + "".join(chr(rng.randrange(0x20, 0x800)) for _ in range(3)).encode()


def mouse_urxvt(rng: random.Random) -> bytes:
    """A report of urxvt (1015)."""
    return f"\x1b[{number(rng)};{number(rng)};{number(rng)}M".encode()


def focus(rng: random.Random) -> bytes:
    """A focus report, never asked for."""
    return rng.choice((b"\x1b[I", b"\x1b[O"))


def reply(rng: random.Random) -> bytes:
    """A reply that a terminal gives to a question: DA1 to DA3, DSR, CPR, DECRPM, sizes, kitty's flags."""
    n = [number(rng) for _ in range(4)]
    forms = (
        "\x1b[?{0};{1};{2}c", "\x1b[>{0};{1};{2}c", "\x1bP!|{0}\x1b\\", "\x1b[0n", "\x1b[?{0}n", "\x1b[{0};{1}R", "\x1b[?{0};{1}R",
        "\x1b[?{0};{1}$y", "\x1b[{0};{1}$y", "\x1b[?2026;2$y", "\x1b[?2048;{0}$y", "\x1b[48;{0};{1};{2};{3}t", "\x1b[8;{0};{1}t",
        "\x1b[4;{0};{1}t", "\x1b[6;{0};{1}t", "\x1b[?{0}u", "\x1b[>4;{0}m",
    )  # fmt: skip
    return rng.choice(forms).format(*n).encode()


def string(rng: random.Random) -> bytes:
    """A string of a terminal: colours and clipboard (OSC), XTVERSION and DECRQSS (DCS), kitty graphics (APC), PM, SOS."""
    begin = rng.choice(("\x1b]", "\x1bP", "\x1b_", "\x1b^", "\x1bX"))
    body = rng.choice(
        (
            "11;rgb:ffff/ffff/ffff", "10;rgba:0/0/0/0", "4;{0};rgb:00/00/00", "52;c;NDQ0", ">|xterm({0})", "1$r0m", "0$r", "1+r544e=78",
            "Gi={0};OK", "8;;http://localhost/", "0;title", "l", "{0}", "", "q" * rng.randrange(2000),
        )
    ).format(number(rng))  # fmt: skip
    return (begin + body + rng.choice(("\x1b\\", "\x07"))).encode()


def control(rng: random.Random) -> bytes:
    """A control sequence of any form, known or not, in range or not."""
    prefix, final = rng.choice(("", "", "?", ">", "<", "=")), chr(rng.randrange(0x40, 0x7F))
    between = rng.choice(("", "", "", " ", "$", "!", '"', "'"))
    return f"\x1b[{prefix}{parameters(rng)}{between}{final}".encode()


def kitty(rng: random.Random) -> bytes:
    """A key in kitty's encoding, of any code."""
    return f"\x1b[{number(rng)};{number(rng)};{number(rng)}{rng.choice('u~')}".encode()


def kitty_beyond(rng: random.Random) -> bytes:
    """A key in kitty's encoding whose code is no character that can be typed."""
    code = rng.choice((55296, 57343, 1114112, 2**31, 2**63, 10**30))
    return f"\x1b[{code}{rng.choice(('', ';1', ';5'))}u".encode()


def long_sequence(rng: random.Random) -> bytes:
    """A sequence with more digits than any number has."""
    return b"\x1b[" + rng.choice((b"9", b"1;", b"?")) * rng.randrange(100, 3000) + b"m"


def invalid_utf8(rng: random.Random) -> bytes:
    """Bytes that are no UTF-8: C1 controls of eight bits, surrogates, overlong forms, halves, what is beyond Unicode."""
    forms = (
        b"\xed\xa0\x80",
        b"\xc0\xaf",
        b"\xe2\x82",
        b"\xf5\x80\x80\x80",
        b"\xff\xfe",
        b"\x9b",
        b"\x90",
        b"\x9d",
        b"\x80",
    )
    return b"".join(
        rng.choice(forms) + b"\xff" for _ in range(rng.randrange(1, 6))
    )  # 0xff: two make no character


def c1(rng: random.Random) -> bytes:
    """C1 controls as characters."""
    return "".join(chr(rng.randrange(0x80, 0xA0)) for _ in range(rng.randrange(1, 6))).encode()


def nul(rng: random.Random) -> bytes:
    """NUL, which is Ctrl+@ or Ctrl+Space."""
    return b"\0" * rng.randrange(1, 9)


def pasted_text(rng: random.Random) -> bytes:
    """What somebody might paste: moves, names, lines, controls, escape sequences, anything."""
    return rng.choice(
        (
            lambda: "".join(rng.choice("1234567") for _ in range(rng.randrange(60))).encode(),
            lambda: b"Zo\xc3\xa9 \xe4\xb8\xad\xe6\x96\x87\n" * rng.randrange(20),
            lambda: any_bytes(rng),
            lambda: typing(rng),
            lambda: control(rng) + string(rng) + nul(rng) + c1(rng),
            lambda: b"[red]not markup[/red]\x1b]52;c;QQ==\x07\x1b[31m",
        )
    )()


def paste(rng: random.Random) -> bytes:
    """A paste in its brackets; also one in another."""
    text = pasted_text(rng)
    if rng.random() < 0.2:
        text += b"\x1b[200~" + pasted_text(rng)
    return b"\x1b[200~" + text + b"\x1b[201~"


def broken_paste(rng: random.Random) -> bytes:
    """A paste without an end or without a beginning."""
    return rng.choice((b"\x1b[200~" + pasted_text(rng), b"\x1b[201~"))


def huge_paste(rng: random.Random) -> bytes:
    """A megabyte, in brackets or not."""
    text = (pasted_text(rng) or b"4").replace(b"\x1b", b"")[:64] or b"4"
    text *= MEGABYTE // len(text)
    return rng.choice((b"\x1b[200~" + text + b"\x1b[201~", text))


def cut_off(rng: random.Random) -> bytes:
    """Something that ends too early."""
    whole = rng.choice((control, kitty, reply, string, mouse_sgr, mouse_urxvt, paste))(rng)
    return whole[: rng.randrange(1, max(len(whole), 2))]


def any_bytes(rng: random.Random) -> bytes:
    """Noise."""
    return rng.randbytes(rng.randrange(1, 60))


NOISE: tuple[Maker, ...] = (
    mouse_x10, mouse_utf8, mouse_urxvt, focus, reply, string, kitty_beyond, long_sequence, invalid_utf8,
)  # fmt: skip
"""What is no key and no mouse report that was asked for: it must change nothing that is seen."""

ANYTHING: tuple[tuple[Maker, int], ...] = (
    (typing, 30), (key, 20), (mouse_sgr, 20), (signal_key, 1), (control, 10), (kitty, 6), (cut_off, 6), (any_bytes, 8), (paste, 6),
    (broken_paste, 2), (c1, 3), (nul, 2), (mouse_utf8_wide, 3), *((maker, 3) for maker in NOISE),
)  # fmt: skip
"""What may come, and how often."""


def noise(rng: random.Random, length: int) -> bytes:
    """About so many bytes that must change nothing."""
    data = b""
    while len(data) < length:
        data += rng.choice(NOISE)(rng)
    return data


def anything(rng: random.Random, length: int) -> bytes:
    """About so many bytes of any kind; once in a while a megabyte."""
    if rng.random() < 0.004:
        return huge_paste(rng)
    makers, weights = zip(*ANYTHING, strict=True)
    data = b""
    while len(data) < length:
        data += rng.choices(makers, weights)[0](rng)
    return data
