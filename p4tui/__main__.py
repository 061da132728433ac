"""`python -m p4tui`, the same as `p4tui`."""

import sys

from p4tui.cli import main

if __name__ == "__main__":
    sys.exit(main())
