"""The user's programs: the table `programs` of the settings file."""

from __future__ import annotations

from collections.abc import Mapping

from p4tui.i18n import _
from p4tui.settings.faults import Fault, must_be
from p4tui.settings.rules import MAX_NAME_LENGTH, PROGRAM


def check_programs(values: object) -> tuple[dict[str, str], list[Fault]]:
    """Return the programs of a table by their names, and the wrong keys, which are left out."""
    if not isinstance(values, Mapping):
        return {}, [Fault(("programs",), must_be(_("a table")))]
    programs: dict[str, str] = {}
    faults = []
    for name, text in values.items():
        reason = _refusal(name, text)
        if reason is None:
            programs[name] = text
        else:
            faults.append(Fault(("programs", name), reason))
    return programs, faults


def _refusal(name: str, text: object) -> str | None:
    """Return why an entry is no program, or None."""
    from p4tui.play.seats import SEAT_TEXTS

    if name in SEAT_TEXTS:
        return _("p4tui has a player of this name; choose another name")
    if not name.strip() or len(name) > MAX_NAME_LENGTH:
        return must_be(_("a name of 1 to {most} characters").format(most=MAX_NAME_LENGTH))
    return None if PROGRAM.accepts(text) else must_be(PROGRAM.allowed())
