"""Holidays, seasons and quarters: each becomes the one nearest to its shifted day."""

from __future__ import annotations

import re
from collections.abc import Callable

from privtool.text.english.calendar import FULL_MONTHS
from privtool.text.surrogates.context import Context
from privtool.text.surrogates.dates.arithmetic import shift_fields
from privtool.text.surrogates.name_groups import pool_of
from privtool.text.surrogates.pools import Pool

# Month and day; for movable holidays a day in the middle of their range.
HOLIDAYS = {
    "Christmas": (12, 25),
    "Christmas Eve": (12, 24),
    "Easter": (4, 8),
    "Easter Sunday": (4, 8),
    "Easter Monday": (4, 9),
    "Good Friday": (4, 6),
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
_HOLIDAY_POOL = Pool(list(HOLIDAYS))
_HOLIDAY_LIKE = re.compile(
    r"christmas|easter|thanksgiving|halloween|day\b|eve\b|new year|hanukkah|passover|ramadan"
    r"|diwali|kwanzaa|purim|yom kippur|rosh hashanah|\beid\b|mardi gras|whitsun|\blent\b|\badvent\b"
    r"|\bholi\b|nowruz|\btet\b|juneteenth|shavuot|sukkot|wednesday\Z|epiphany|midsummer|carnival"
    r"|cinco de mayo|bonfire night|songkran|vesak|navratri|lunar",
    re.IGNORECASE,
)
_VAGUE = pool_of("that month|that week|that season|those days|that time")
_LAST_ARTICLE = re.compile(r"\bthe\s+\Z", re.IGNORECASE)
_SEASONS = {"Spring": (4, 15), "Summer": (7, 15), "Autumn": (10, 15), "Winter": (1, 15)}
_QUARTERS = {"Q1": (2, 15), "Q2": (5, 15), "Q3": (8, 15), "Q4": (11, 15)}
_NAMED_QUARTERS = {
    "First quarter": (2, 15),
    "Second quarter": (5, 15),
    "Third quarter": (8, 15),
    "Fourth quarter": (11, 15),
}
_KINDS = (HOLIDAYS, _SEASONS, _QUARTERS, _NAMED_QUARTERS)
_ALIASES = {
    "fall": "autumn",
    "xmas": "christmas",
    "christmas day": "christmas",
    "thanksgiving day": "thanksgiving",
    "labour day": "labor day",
    "1st quarter": "first quarter",
    "2nd quarter": "second quarter",
    "3rd quarter": "third quarter",
    "4th quarter": "fourth quarter",
    "new years": "new years day",
    "new year": "new years day",
}


def nearest_holiday(
    name: str, year: int | None, days: int, is_allowed: Callable[[str], bool]
) -> tuple[str, int] | None:
    """Return the other name of the same kind, and its year, nearest to the shifted day of this one.

    None for an unknown name. Without a year the year is meaningless. Names with the same first
    word, such as Christmas and Christmas Eve, do not replace each other.
    """
    key = _key(name)
    key = _ALIASES.get(key, key)
    for kind in _KINDS:
        name_in_kind = next((each for each in kind if _key(each) == key), None)
        shifted = shift_fields(year, *kind[name_in_kind], days) if name_in_kind else None
        if name_in_kind is None or shifted is None:
            continue
        target = _day_number(*shifted)
        others = [
            (abs(_day_number(near, *day) - target), near, other)
            for other, day in kind.items()
            if other.split()[0] != name_in_kind.split()[0] and is_allowed(other)
            for near in range(shifted[0] - 1, shifted[0] + 2)
        ]
        if others:
            _, new_year, new_name = min(others)
            return new_name, new_year
    return None


def _key(name: str) -> str:
    """Return the name in lower case and without apostrophes."""
    return " ".join(name.lower().replace("'", "").replace("\u2019", "").split())


def _day_number(year: int, month: int, day: int) -> int:
    """Return a day count precise enough to compare distances."""
    return 365 * year + 30 * month + day


def without_article(before: str, new: str) -> str:
    """Return what stands before a name, without "the" before a month."""
    first = new.partition(" ")[0].lower()
    return _LAST_ARTICLE.sub("", before) if first in (*FULL_MONTHS, "that", "those") else before


def draw_holiday_or_month(name: str, context: Context, with_day: bool) -> str:
    """Return a holiday for what looks like one, "that month" for other words, else a month."""
    if _HOLIDAY_LIKE.search(name):
        return context.pick("DATE", name, _HOLIDAY_POOL)
    if name[:1].islower() and name.replace(" ", "").isalpha():  # "the year after Dad died"
        return context.pick("DATE", name, _VAGUE)
    month = context.pick("DATE", name, Pool(each.title() for each in FULL_MONTHS))
    with_day = with_day and any(char.isdigit() for char in name)
    return f"{month} {context.rng('DATE', name).between(1, 28)}" if with_day else month
