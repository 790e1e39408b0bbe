import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privtool.core.errors import NOT_UTF8, DataError
from privtool.core.record import (
    FIELDS,
    Entity,
    Mask,
    Record,
    check_spans,
    decode,
    decode_all,
    encode,
    require,
)
from privtool.core.spans import Span, merge_overlapping
from tests.support.tables import rows, typed_cases, unescaped

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
NUMBER = st.floats(allow_nan=False, allow_infinity=False)
PLACE = {"start": st.integers(), "end": st.integers()}
JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), NUMBER, TEXT),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(TEXT, inner, max_size=3)),
    max_leaves=6,
)
TIMED_WORDS = st.lists(
    st.fixed_dictionaries(
        {"word": TEXT, "start": NUMBER, "end": NUMBER}, optional={"score": NUMBER}
    ),
    max_size=2,
)
KNOWN = {
    "id": st.one_of(TEXT, st.integers()),
    "text": TEXT,
    "speaker": st.one_of(TEXT, st.integers()),
    "audio_filepath": TEXT,
    "offset": NUMBER,
    "duration": NUMBER,
    "words": TIMED_WORDS,
    "entities": st.lists(
        st.fixed_dictionaries(
            {**PLACE, "label": TEXT},
            optional={"score": NUMBER, "audio_start": NUMBER, "audio_end": NUMBER},
        ),
        max_size=2,
    ),
    "drop_turn": st.booleans(),
    "language": st.sampled_from(("en", "de-AT", "Deutsch")),
    "masks": st.lists(st.fixed_dictionaries({**PLACE, "label": TEXT, "method": TEXT}), max_size=2),
    "word_lists": st.dictionaries(TEXT, TEXT, max_size=2),
    "fills": st.lists(st.fixed_dictionaries({**PLACE, "label": TEXT}), max_size=2),
    "align_status": TEXT,
    "sample": st.integers(),
    "channel": st.integers() | TEXT,
    "logprob": NUMBER,
    "tokens": st.integers() | st.lists(TEXT, max_size=2),
    "perplexity": NUMBER,
    "hyp": TEXT,
    "hyp_words": TIMED_WORDS,
    "nbest": st.lists(TEXT | st.fixed_dictionaries({"text": TEXT, "score": NUMBER}), max_size=2),
    "lm_weight": NUMBER,
}
UNKNOWN = st.dictionaries(TEXT.filter(lambda name: name and name not in FIELDS), JSON, max_size=3)
OBJECTS = st.builds(
    lambda known, unknown: {**known, **unknown}, st.fixed_dictionaries({}, optional=KNOWN), UNKNOWN
)


def test_the_strategy_knows_every_field():
    assert set(KNOWN) == FIELDS


@given(OBJECTS, st.booleans())
def test_json_comes_back_as_it_was(thing, ascii):
    line = json.dumps(thing, ensure_ascii=ascii).encode()
    record = decode_all(line)
    again = encode(record)
    assert b"\n" not in again
    assert json.loads(again) == thing
    assert decode_all(again) == record


@given(OBJECTS)
def test_without_unknown_fields_only_those_are_lost(thing):
    record = decode(json.dumps(thing).encode())
    assert json.loads(encode(record)) == {k: v for k, v in thing.items() if k in FIELDS}


WRONG = [(unescaped(line), reason) for line, reason in rows("wrong_records")] + [
    (b'{"id": ' + b"1" * 5000 + b"}", "field 'id' has a number that is too large"),
    (b'{"SECRET": ' + b"[" * 100_000 + b"]" * 100_000 + b"}", "nested too deeply"),
    (b'{"text": ' + b"[" * 100_000, "field 'text' is a list, not a string"),
]


@pytest.mark.parametrize(("line", "reason"), WRONG)
@pytest.mark.parametrize("read", [decode, decode_all])
def test_what_is_wrong_is_said_without_the_data(read, line, reason):
    with pytest.raises(DataError) as caught:
        read(line)
    assert str(caught.value) == reason
    # What was quoted by the library must not come out with a traceback either.
    assert caught.value.__suppress_context__


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b'{"text": "a", "x": "SECRET\xff"}', NOT_UTF8),
        (b'{"text": "a", "SECRET\xff": 1}', NOT_UTF8),
        (b'{"text": "a", "x": 1e400}', "a field has a number that is too large"),
        (b'{"text": "a", "x": [' + b"1" * 5000 + b"]}", "a field has a number that is too large"),
    ],
)
def test_unknown_fields_are_looked_at_only_if_they_are_carried_along(line, reason):
    assert decode(line) == Record(text="a")
    with pytest.raises(DataError) as caught:
        decode_all(line)
    assert str(caught.value) == reason


@pytest.mark.parametrize(("case", "line", "known", "whole"), typed_cases("core", "read record"))
def test_records_of_odd_lines(case, line, known, whole):
    assert encode(decode(line.encode())).decode() == known, case
    assert encode(decode_all(line.encode())).decode() == whole, case


def test_what_is_missing_is_named_with_who_provides_it():
    with pytest.raises(DataError, match=r"^field 'masks' is missing; run `privtool mask` first$"):
        require(Record(), "masks")
    with pytest.raises(DataError, match=r"^field 'speaker' is missing$"):
        require(Record(), "speaker")
    assert require(Record(text=""), "text") == ""


def test_spans_must_be_sorted_disjoint_not_empty_and_inside():
    def spans(*pairs: tuple[int, int]) -> list[Entity]:
        return [Entity(start, end, "PERSON") for start, end in pairs]

    check_spans(spans(), 0, "entities")
    check_spans(spans((0, 1), (1, 3), (4, 5)), 5, "entities")
    for bad in [[(0, 6)], [(-1, 2)], [(2, 2)], [(3, 2)], [(0, 2), (1, 3)], [(3, 4), (0, 1)]]:
        with pytest.raises(DataError, match=rf"entities\[{len(bad) - 1}\]"):
            check_spans(spans(*bad), 5, "entities")


def test_fields_that_are_absent_stay_absent_and_empty_ones_empty():
    assert encode(Record()) == b"{}"
    assert encode(Record(id=1, text="", masks=())) == b'{"id":1,"text":"","masks":[]}'
    mask = Mask(0, 6, "PERSON", "allowList")
    assert encode(Record(masks=(mask,))) == (
        b'{"masks":[{"start":0,"end":6,"label":"PERSON","method":"allowList"}]}'
    )


def test_spans_that_overlap_are_merged():
    spans = [Span(5, 12, "B", 0.9), Span(0, 6, "A", 0.5), Span(12, 13, "C", 0.5)]
    assert merge_overlapping(spans) == [Span(0, 12, "A", 0.9), Span(12, 13, "C", 0.5)]
    longer = merge_overlapping(spans, label_of_longer=True)
    assert longer == [Span(0, 12, "B", 0.9), Span(12, 13, "C", 0.5)]
    spans = [Span(4, 10, "B", 0.5), Span(0, 5, "A", 0.9), Span(10, 12, "C", 0.7)]
    longer = merge_overlapping(spans, label_of_longer=True)
    assert longer == [Span(0, 10, "B", 0.9), Span(10, 12, "C", 0.7)]
    assert merge_overlapping([]) == []
