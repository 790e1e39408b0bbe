"""Dates without a day or month: found on request only."""

from __future__ import annotations

import pytest

from privtool.text.detection.tagger import PatternTagger
from tests.text.detection.conftest import unmark

MARKED = [
    "see you «on Sat», on «Monday», «next Friday night», or two «Sundays» from now",
    "«this christmas», «New Year's Eve», «thanksgiving day», «mother's day»",
    "we met «last spring», «in the fall», «early summer»; spring water",
    "it was «three weeks ago», «a couple of days later», «2 years ago», «half an hour ago»",
    "«yesterday morning», «tomorrow», «tonight», «the day after tomorrow»",
    "«last night», «this week», «next semester», «every Tuesday»",
    "am «Montag», le «mercredi», el «domingo»; «Ostern»",
    "it fell on «Rosh Hashanah», «Eid», «Cinco de Mayo», «Black Friday», «St. Patrick's Day»",
    "he sat in the sun and wed her; I may fall, march and spring",
]


@pytest.mark.parametrize("marked", MARKED)
def test_all_dates(marked):
    text, expected = unmark(marked)
    (spans,) = PatternTagger(all_dates=True).tag([text])
    assert [text[s.start : s.end] for s in spans] == [text[a:b] for a, b in expected]
    assert {span.label for span in spans} <= {"DATE"}


@pytest.mark.parametrize("marked", MARKED)
def test_by_default_such_dates_stay(marked):
    text, _ = unmark(marked)
    found = [text[s.start : s.end] for s in PatternTagger().tag([text])[0]]
    assert all(any(char.isdigit() for char in phrase) for phrase in found)


def test_exact_dates_are_found_in_both_ways():
    text = "Monday, March 5th, 2024 and the 5th, at 7 pm on Tuesday"
    exact = PatternTagger().tag([text])[0]
    everything = PatternTagger(all_dates=True).tag([text])[0]
    assert set(exact) < set(everything)
    assert [text[s.start : s.end] for s in set(everything) - set(exact)] == ["Tuesday"]
