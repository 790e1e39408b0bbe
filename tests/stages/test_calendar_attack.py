"""The calendar attack of docs/threats.md: undoing the shift of dates by what is known of calls."""

from datetime import date, timedelta
from random import Random

import pytest

from privtool.core.record import Entity, Record, UnknownFields
from privtool.core.rng import Key
from privtool.stages.surrogate import SurrogateSettings, SurrogateStage
from privtool.text.surrogates.generator import SurrogateGenerator
from privtool.workflows.surrogate import SurrogateConfig
from tests.support.processing import processed

YEAR, DATES, MOST_DAYS = 2023, 150, 1000
KEYS = [Key(bytes([number]) * 16) for number in range(2)]


def calls() -> list[Record]:
    """150 dates of calls on working days of one year, two in each conversation."""
    days = [date(YEAR, 1, 1) + timedelta(n) for n in range(365)]
    drawn = Random(1).sample([day for day in days if day.weekday() < 5], DATES)
    return [
        Record(
            id=number,
            text=f"called on {day}",
            entities=(Entity(10, 20, "DATE"),),
            extra=UnknownFields(conversation=number // 2),
        )
        for number, day in enumerate(drawn)
    ]


def safe_dates(key: Key, scope: str) -> list[date]:
    settings = SurrogateSettings(SurrogateConfig(scope=scope).scope_fields)
    stage = SurrogateStage(settings, SurrogateGenerator(key))
    return [date.fromisoformat(record.text[10:]) for record in processed(stage, calls())]


def candidates(dates: list[date]) -> list[int]:
    """All shifts that put every date on a working day of the year in which the calls were."""
    return [
        days
        for days in range(-MOST_DAYS, MOST_DAYS + 1)
        if all((was := day - timedelta(days)).year == YEAR and was.weekday() < 5 for day in dates)
    ]


@pytest.mark.parametrize("key", KEYS)
def test_one_shift_for_all_dates_is_found(key):
    dates = safe_dates(key, "all")
    (shift,) = candidates(dates)
    assert dates[0] == date.fromisoformat(calls()[0].text[10:]) + timedelta(shift)


@pytest.mark.parametrize("key", KEYS)
def test_the_shifts_of_conversations_are_not(key):
    dates = safe_dates(key, "narrowest")
    assert candidates(dates) == []  # no single shift explains them
    left = [len(candidates(dates[n : n + 2])) for n in range(0, DATES, 2)]
    assert sorted(left)[len(left) // 2] > 50
    assert min(left) > 1
