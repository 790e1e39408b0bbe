"""The most usual form of a date is read at little cost, and as it is read with all rules."""

from __future__ import annotations

import re

from privtool.text.english.calendar import MONTHS
from privtool.text.surrogates.dates import parser

DAYS = ("0", "1", "03", "9", "12", "30", "31", "32", "99")
ENDINGS = ("", ", 1987", " 2019", ", 87", " 0031", ",1987", "th, 1987")


def test_written_dates_are_read_as_any_others(monkeypatch):
    phrases = [f"{m} {day}{end}" for m in MONTHS for day in DAYS for end in ENDINGS]
    phrases += ["June 3, 2021", "JUNE 31, 2021", "Smarch 3, 2021", "may 3, 2021"]
    quickly = [parser.parse_date(phrase, False) for phrase in phrases]
    monkeypatch.setattr(parser, "_WRITTEN", re.compile("(?!)"))
    assert [parser.parse_date(phrase, False) for phrase in phrases] == quickly
