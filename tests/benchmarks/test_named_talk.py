"""Sentences with marked names, in three manners."""

from __future__ import annotations

from benchmarks.text.named_talk import sentence


def test_a_line_may_have_line_breaks_and_marks():
    one = sentence(r"Thanks,\n«Anna Bell» | x", "spoken")
    assert one.text == "thanks \nanna bell   x"
    assert [one.text[start:end] for start, end in one.private] == ["anna", "bell"]
