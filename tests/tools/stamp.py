"""The stamp of the compiled kernel; ``python -m tests.tools.stamp`` renews it after a change in C or Cython.

An extension that was compiled before the change carries another stamp, and is not used.
"""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[2] / "p4tui" / "engine" / "kernel"
HOLDERS = (FOLDER / "native.pyx", FOLDER / "compiled.py")
"""The files with the stamp: the extension's source, and the module that imports the extension."""

_STAMP = re.compile(r'^STAMP = "(\w+)"', re.MULTILINE)


def digest() -> str:
    """Return the right stamp: 16 hexadecimal digits of the SHA-256 of the sources without the stamp."""
    found = hashlib.sha256()
    for path in sorted([*FOLDER.glob("*.h"), FOLDER / "native.pyx"]):
        found.update(_STAMP.sub("", path.read_text("utf-8")).encode())
    return found.hexdigest()[:16]


def written() -> list[str]:
    """Return the stamps in the files."""
    return [stamp for path in HOLDERS for stamp in _STAMP.findall(path.read_text("utf-8"))]


def main() -> None:
    """Write the right stamp into the files."""
    for path in HOLDERS:
        text = path.read_text("utf-8")
        path.write_text(_STAMP.sub(f'STAMP = "{digest()}"', text), "utf-8")
    print(digest())


if __name__ == "__main__":
    main()
