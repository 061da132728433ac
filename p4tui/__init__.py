"""Puissance 4 / Connect Four for the terminal.

Nothing is imported here, so that ``p4tui --version`` costs next to nothing.
"""

__version__ = "0.1.0"
