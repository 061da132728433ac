"""`Link`: a game with another terminal, whichever of the two opened it."""

from __future__ import annotations

from p4tui.link.guest import Guest, GuestEvent, LineChanged
from p4tui.link.host import Host
from p4tui.link.orders import Changed, Event, Granted, Resigned
from p4tui.link.visit import Arrived, Ended

Link = Host | Guest
LinkEvent = Event | GuestEvent
"""What a front end takes from the link's thread and passes to `apply` in its own."""


def apply(link: Link, event: object) -> bool:
    """Pass an event to the link that it belongs to; return whether it is one."""
    if isinstance(link, Host) and isinstance(event, Changed | Granted | Resigned):
        link.apply(event)
        return True
    if isinstance(link, Guest) and isinstance(event, Arrived | Ended | LineChanged):
        link.apply(event)
        return True
    return False
