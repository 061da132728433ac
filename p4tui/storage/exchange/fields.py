"""`Fields`: checked access to a JSON object."""

from __future__ import annotations

from collections.abc import Collection

from p4tui.storage import records
from p4tui.storage.exchange.line_errors import Fault, FaultKind, LineError


class Fields:
    """The values of a JSON object. Each getter raises `LineError` for a wrong type or range."""

    def __init__(self, value: object, name: str = "") -> None:
        """Wrap an object; `name` is its key in the game."""
        if not isinstance(value, dict):
            raise LineError(fault=Fault(FaultKind.OBJECT, name))
        self._values: dict[str, object] = value
        self._prefix = f"{name}." if name else ""

    def __contains__(self, name: str) -> bool:
        return name in self._values

    def get(self, name: str, default: object) -> object:
        """Return a value of any type."""
        return self._values.get(name, default)

    def inner(self, name: str) -> Fields:
        """Return an object, empty if it is missing."""
        return Fields(self._values.get(name, {}), self._prefix + name)

    def text(self, name: str, default: str | None = None) -> str:
        """Return a text."""
        value = self._values.get(name, default)
        if not isinstance(value, str):
            missing = name not in self._values
            raise LineError(
                fault=Fault(FaultKind.MISSING if missing else FaultKind.TEXT, self._prefix + name)
            )
        return value

    def text_or_none(self, name: str) -> str | None:
        """Return a text, or None if it is missing or null."""
        return None if self._values.get(name) is None else self.text(name)

    def number(self, name: str, minimum: int, maximum: int, default: int | None = None) -> int:
        """Return an integer of a range."""
        value = self._values.get(name, default)
        if type(value) is not int or not minimum <= value <= maximum:
            raise LineError(
                fault=Fault(FaultKind.NUMBER, self._prefix + name, minimum=minimum, maximum=maximum)
            )
        return value

    def numbers(self, name: str, minimum: int, maximum: int) -> list[int]:
        """Return increasing integers of a range, none if they are missing."""
        values = self._values.get(name, [])
        if (
            not isinstance(values, list)
            or not all(type(each) is int and minimum <= each <= maximum for each in values)
            or values != sorted(set(values))
        ):
            raise LineError(
                fault=Fault(FaultKind.NUMBER, self._prefix + name, minimum=minimum, maximum=maximum)
            )
        return values

    def flag(self, name: str) -> bool:
        """Return a boolean, False if it is missing."""
        value = self._values.get(name, False)
        if not isinstance(value, bool):
            raise LineError(fault=Fault(FaultKind.FLAG, self._prefix + name))
        return value

    def date(self, name: str) -> float | None:
        """Return a date, or None if it is missing or null."""
        value = self._values.get(name)
        if value is None:
            return None
        number = isinstance(value, int | float) and not isinstance(value, bool)
        if not number or not records.FIRST_DATE <= value <= records.LAST_DATE:  # type: ignore[operator]  # a number
            raise LineError(fault=Fault(FaultKind.DATE, self._prefix + name))
        return float(value)  # type: ignore[arg-type]  # as above

    def one_of(self, name: str, choices: Collection[str], default: str | None) -> str | None:
        """Return one of the choices, the default if it is missing or null."""
        value = self._values.get(name)
        if value is None:
            return default
        if not isinstance(value, str) or value not in choices:
            raise LineError(
                fault=Fault(FaultKind.CHOICE, self._prefix + name, choices=tuple(choices))
            )
        return value

    def list_of(self, name: str, choices: Collection[str]) -> list[str]:
        """Return a list of choices, empty if it is missing."""
        values = self._values.get(name, [])
        if not isinstance(values, list) or not all(
            isinstance(each, str) and each in choices for each in values
        ):
            raise LineError(
                fault=Fault(FaultKind.LIST, self._prefix + name, choices=tuple(choices))
            )
        return values
