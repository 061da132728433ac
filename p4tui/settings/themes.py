"""The names of the colour themes."""

from __future__ import annotations

THEMES = (
    *("night", "paper", "contrast", "colour-blind", "ansi"),
    *(
        "textual-dark",
        "textual-light",
        "nord",
        "gruvbox",
        "catppuccin-mocha",
        "dracula",
        "tokyo-night",
        "monokai",
        "flexoki",
    ),
    *(
        "catppuccin-latte",
        "catppuccin-frappe",
        "catppuccin-macchiato",
        "solarized-light",
        "solarized-dark",
    ),
    *(
        "rose-pine",
        "rose-pine-moon",
        "rose-pine-dawn",
        "atom-one-dark",
        "atom-one-light",
        "ansi-dark",
        "ansi-light",
    ),
)
"""The names of our own themes, the default first, and of those of Textual 8.2."""

FORMER_THEME = "p4tui"
"""The name of `night` before version 0.2, which settings files may hold."""
