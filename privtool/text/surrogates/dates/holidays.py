"""Feasts, seasons and quarters: each becomes the other one that is nearest to its moved day."""

from __future__ import annotations

from collections.abc import Callable

from privtool.text.surrogates.dates.arithmetic import shift_fields

# Month and day; of those that move from year to year a day amid the days they may have.
HOLIDAYS = {
    "Christmas": (12, 25),
    "Christmas Eve": (12, 24),
    "Easter": (4, 8),
    "Easter Sunday": (4, 8),
    "Thanksgiving": (11, 25),
    "Halloween": (10, 31),
    "Labor Day": (9, 4),
    "Memorial Day": (5, 28),
    "New Year's Day": (1, 1),
    "New Year's Eve": (12, 31),
    "Independence Day": (7, 4),
    "Valentine's Day": (2, 14),
    "Mother's Day": (5, 11),
    "Father's Day": (6, 18),
}
_SEASONS = {"Spring": (4, 15), "Summer": (7, 15), "Autumn": (10, 15), "Winter": (1, 15)}
_QUARTERS = {"Q1": (2, 15), "Q2": (5, 15), "Q3": (8, 15), "Q4": (11, 15)}
_KINDS = (HOLIDAYS, _SEASONS, _QUARTERS)
_OTHER_NAMES = {
    "fall": "autumn",
    "xmas": "christmas",
    "christmas day": "christmas",
    "thanksgiving day": "thanksgiving",
    "labour day": "labor day",
    "new years": "new years day",
    "new year": "new years day",
}


def nearest_holiday(
    name: str, year: int | None, days: int, may_be: Callable[[str], bool]
) -> tuple[str, int] | None:
    """The other name of its kind, and its year, next to the day that the named one moves to.

    None for what has no such name. Without a year the year means nothing. Names with the same
    first word, such as Christmas and Christmas Eve, do not stand in for each other.
    """
    key = _plain(name)
    key = _OTHER_NAMES.get(key, key)
    for kind in _KINDS:
        own = next((each for each in kind if _plain(each) == key), None)
        moved = shift_fields(year, *kind[own], days) if own else None
        if own is None or moved is None:
            continue
        goal = _count(*moved)
        others = [
            (abs(_count(near, *day) - goal), near, other)
            for other, day in kind.items()
            if other.split()[0] != own.split()[0] and may_be(other)
            for near in range(moved[0] - 1, moved[0] + 2)
        ]
        if others:
            _, new_year, new_name = min(others)
            return new_name, new_year
    return None


def _plain(name: str) -> str:
    """The name in small letters and without apostrophes."""
    return " ".join(name.lower().replace("'", "").replace("\u2019", "").split())


def _count(year: int, month: int, day: int) -> int:
    """A number of days that is good enough to say which of two days is nearer."""
    return 365 * year + 30 * month + day
