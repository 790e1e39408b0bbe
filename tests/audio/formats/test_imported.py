import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privtool.audio.formats.imported import LONGEST, check_imported
from privtool.core.errors import DataError
from privtool.core.record import Entity, Record, WordTime, decode, encode

NUMBERS = st.one_of(st.floats(), st.sampled_from([1e308, -0.1, math.nan, math.inf, LONGEST]))


@given(NUMBERS, NUMBERS, NUMBERS, NUMBERS, NUMBERS)
def test_what_passes_is_read_back_as_it_was(offset, duration, start, end, score):
    record = Record(
        id=1, text="hi", offset=offset, duration=duration,
        words=(WordTime("hi", start, end, score),),
    )  # fmt: skip
    try:
        check_imported(record, "a.ctm: record 1")
    except DataError:
        return
    assert decode(encode(record)) == record
    assert 0 <= offset <= LONGEST
    assert 0 < duration <= LONGEST
    assert start <= end <= duration + 0.2


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({"offset": math.nan}, "field 'offset' is not"),
        ({"offset": -1.0}, "field 'offset' is not"),
        ({"offset": 1e308}, "field 'offset' is not"),
        ({"duration": 1e308}, "field 'duration' is not"),
        ({"duration": 0.0}, "field 'duration' is not above 0"),
        ({"words": (WordTime("SECRET", 0, 1), WordTime("b", 1e308, math.inf))}, r"words\[1\]"),
        ({"words": (WordTime("SECRET", 1, 0.5),)}, "ends before it starts"),
        ({"words": (WordTime("SECRET", 1, 2, math.nan),)}, "score"),
        ({"words": (WordTime("SECRET", 1, 2),), "duration": 1.5}, "ends after its record"),
        ({"text": ["SECRET"]}, "field 'text' is not a string"),
        ({"speaker": {"SECRET": 1}}, "field 'speaker' is not a string"),
        ({"words": (WordTime(None, 0, 1),)}, r"words\[0\] is not a word"),
        ({"text": "SECRET", "entities": (Entity(2, 9, "PERSON"),)}, r"entities\[0\]"),
    ],
)
def test_what_cannot_be_is_refused(fields, fault):
    with pytest.raises(DataError, match=f"^a.ctm: record 1: .*{fault}") as raised:
        check_imported(Record(id=1, **fields), "a.ctm: record 1")
    assert "SECRET" not in str(raised.value)
