"""Shifting the parts of a date (day, month, year, weekday, decade) by a number of days."""

from __future__ import annotations

from datetime import date, timedelta

from privtool.text.surrogates.dates.numeric import DAY, DECADE, MONTH, WEEKDAY, YEAR, DatePart

_OF_A_DAY = (YEAR, MONTH, DAY)
_DAYS_A_MONTH, _DAYS_A_YEAR = 30.44, 365.25


def shift_values(parts: tuple[DatePart, ...], days: int) -> list[int] | None:
    """Return the new value of each part; None for a day that does not exist."""
    month_first = next((part.kind for part in parts if part.kind in (DAY, MONTH)), DAY) == MONTH
    by_kind: dict[str, int | None] = {part.kind: part.value for part in parts}
    single = len(by_kind) == len(parts)  # the usual case: one date
    values: list[int] = []
    for index, part in enumerate(parts):
        if part.kind == WEEKDAY:
            values.append((part.value + days) % 7)
            continue
        if part.kind == DECADE:
            new_decade = part.value + (10 if days > 0 else -10)
            values.append(new_decade % 100 if part.value < 100 else new_decade)
            continue
        if not single:
            by_kind = {kind: _nearest(parts, index, kind, month_first) for kind in _OF_A_DAY}
        year, month, day = (by_kind.get(kind) for kind in _OF_A_DAY)
        shifted = shift_fields(year, month, day, days)
        if shifted is None:
            return None
        values.append(shifted[_OF_A_DAY.index(part.kind)])
    return values if single else _in_one_month(parts, values, month_first)


def _nearest(parts: tuple[DatePart, ...], index: int, kind: str, month_first: bool) -> int | None:
    """Return the value of a kind that belongs to the part at `index`: its own, or the nearest."""
    if parts[index].kind == kind:
        return parts[index].value
    best = _nearest_index(parts, index, kind, month_first)
    return None if best is None else parts[best].value


def _nearest_index(
    parts: tuple[DatePart, ...], index: int, kind: str, month_first: bool
) -> int | None:
    """Return the index of the nearest part of a kind; ties go to the usual order."""
    of_kind = [k for k, part in enumerate(parts) if part.kind == kind]
    if len(of_kind) < 2:
        return of_kind[0] if of_kind else None
    follows = kind == YEAR or (kind == DAY) == month_first
    return min(of_kind, key=lambda k: (abs(k - index), (k < index) == follows))


def _in_one_month(parts: tuple[DatePart, ...], values: list[int], month_first: bool) -> list[int]:
    """Return the values with several days of one month kept in one month, equally far apart.

    "5-7 June" may cross the end of a month, but has no second month name to express that.
    """
    shared: dict[int, list[int]] = {}
    for index, part in enumerate(parts):
        month = _nearest_index(parts, index, MONTH, month_first)
        if part.kind == DAY and month is not None:
            shared.setdefault(month, []).append(index)
    for month, days in shared.items():
        old, shifted = [parts[k].value for k in days], [values[k] for k in days]
        moves = {b - a for a, b in zip(old, shifted, strict=True)}
        if len(moves) == 1:
            continue
        anchor = _nearest_index(parts, month, DAY, month_first)
        move = values[anchor] - parts[anchor].value if anchor is not None else 0
        move += max(0, 1 - (min(old) + move)) - max(0, max(old) + move - 28)
        for k in days:
            values[k] = max(1, parts[k].value + move)
    return values


def shift_fields(
    year: int | None, month: int | None, day: int | None, days: int
) -> tuple[int, int, int] | None:
    """Return year, month and day after some days, 0 for a missing one; None for an invalid date."""
    if month is not None and not 1 <= month <= 12:
        return None
    if day is not None and month is not None:
        leap = year is None and (month, day) == (2, 29)
        try:
            shifted = date(year or (2000 if leap else 2001), month, day) + timedelta(days)
        except (ValueError, OverflowError):
            return None
        return shifted.year if year else 0, shifted.month, shifted.day
    sign = 1 if days > 0 else -1
    if month is not None:
        months = round(days / _DAYS_A_MONTH) or sign
        if year is None and months % 12 == 0:
            months += sign
        total = 12 * (year or 0) + month - 1 + months
        return total // 12 if year else 0, total % 12 + 1, 0
    new_year = year + (round(days / _DAYS_A_YEAR) or sign) if year is not None else 0
    if day is None:
        return new_year, 0, 0
    if not 1 <= day <= 31:
        return None
    return new_year, 0, (day - 1 + days) % 30 + 1
