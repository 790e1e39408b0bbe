"""Dates without a day or month: found on request only."""

from privtool.text.detection.tagger import PatternTagger


def test_exact_dates_are_found_in_both_ways():
    text = "Monday, March 5th, 2024 and the 5th, at 7 pm on Tuesday"
    exact = PatternTagger().tag([text])[0]
    everything = PatternTagger(all_dates=True).tag([text])[0]
    assert set(exact) < set(everything)
    assert [text[s.start : s.end] for s in set(everything) - set(exact)] == ["Tuesday"]
