"""In how many units values occur."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Generic, TypeVar

from privtool.audit.values import band_of

_Value = TypeVar("_Value", bound=Hashable)
_MOST_UNITS = 20  # of a value: above, its band is the same


class UnitsOfValues(Generic[_Value]):
    """The units of each value, up to as many as its band of rarity depends on. Picklable."""

    def __init__(self) -> None:
        self._units: dict[_Value, set[str]] = {}

    def __getstate__(self) -> dict[str, object]:
        # Only numbers are read in other processes.
        return {"_units": {value: range(len(units)) for value, units in self._units.items()}}

    def __contains__(self, value: object) -> bool:
        return value in self._units

    def __iter__(self) -> Iterator[_Value]:
        return iter(self._units)

    def __len__(self) -> int:
        return len(self._units)

    def add(self, value: _Value, unit: str) -> None:
        """Count an occurrence of a value in a unit."""
        units = self._units.setdefault(value, set())
        if len(units) < _MOST_UNITS:
            units.add(unit)

    def band(self, value: _Value) -> str:
        return band_of(len(self._units.get(value, ())))
