"""Compare what a wheel or a source archive holds with what the repository has under p4tui/, opening books included; the
wheel has the compiled kernel besides, and the man pages and completions where an installation puts them.

python -m tests.tools.check_wheel ARCHIVE ...
"""

from __future__ import annotations

import re
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
EXTENSIONS = {".so", ".pyd"}
"""What compiled modules are called."""
SHARED = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"][
    "data-files"
]
"""The files outside the package, by the folder that each is installed in."""


def held_by(path: str) -> set[str]:
    """Return the files of the package in an archive."""
    if path.endswith(".whl"):
        with zipfile.ZipFile(path) as wheel:
            names = {name for name in wheel.namelist() if not name.endswith(("/", *EXTENSIONS))}
        return {
            re.sub(r"^[^/]+\.data/data/", "", name) for name in names if ".dist-info/" not in name
        }
    with tarfile.open(path) as source:
        names = {each.name.partition("/")[2] for each in source.getmembers() if each.isfile()}
    return {name for name in names if name.startswith("p4tui/")}


def main(arguments: list[str]) -> int:
    """Print every difference; 1 if there is any."""
    wanted = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "p4tui").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and path.suffix not in EXTENSIONS
    }
    installed = {
        f"{folder}/{Path(file).name}" for folder, files in SHARED.items() for file in files
    }
    failed = 0
    for path in arguments:
        held = held_by(path)
        expected = wanted | installed if path.endswith(".whl") else wanted
        differences = [f"{path} lacks {name}" for name in sorted(expected - held)]
        differences += [f"{path} should not hold {name}" for name in sorted(held - expected)]
        print(*differences or [f"{path} holds the {len(expected)} files of p4tui."], sep="\n")
        failed |= bool(differences)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
