"""Wrong keys of a settings file."""

from __future__ import annotations

from typing import NamedTuple

from p4tui.i18n import _

Key = tuple[str, ...]
"""A key with its tables: `("menu", "rows")`."""


class Fault(NamedTuple):
    """A wrong key with the reason in the current language."""

    key: Key
    reason: str


def must_be(allowed: str) -> str:
    """Return the reason for a value that is not allowed."""
    return _("the value must be {allowed}").format(allowed=allowed)
