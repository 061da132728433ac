"""Compare what a wheel holds with what the repository has under p4tui/; the wheel has the compiled kernel besides.

python -m tests.tools.check_wheel WHEEL
"""

from __future__ import annotations

import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
EXTENSIONS = {".so", ".pyd"}
"""What compiled modules are called."""


def main(arguments: list[str]) -> int:
    """Print every difference; 1 if there is any."""
    (wheel,) = arguments
    with zipfile.ZipFile(wheel) as archive:
        held = {
            name
            for name in archive.namelist()
            if ".dist-info/" not in name and not name.endswith(("/", *EXTENSIONS))
        }
    wanted = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "p4tui").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and path.suffix not in EXTENSIONS
    }
    differences = [f"missing in the wheel: {name}" for name in sorted(wanted - held)]
    differences += [f"not wanted in the wheel: {name}" for name in sorted(held - wanted)]
    print(*differences or [f"The wheel holds the {len(wanted)} files of p4tui."], sep="\n")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
