"""The stage of surrogates: text outside entities, fields, scopes, audio."""

import json
import re
from functools import cache
from pathlib import Path

import msgspec
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from privtool.core.errors import DataError
from privtool.core.record import (
    Entity,
    Record,
    UnknownFields,
    WordTime,
    check_spans,
    decode,
    encode,
)
from privtool.stages.surrogate import WRITTEN
from privtool.stages.surrogate_phrases import with_typed_markers
from privtool.text.markers import lookalikes
from tests.support.calls import lines_of
from tests.support.examples import examples
from tests.support.processing import processed
from tests.support.surrogate_stage import ANNA, CALLER, private_words, process, stage
from tests.support.tables import tabled

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = [decode(line) for line in (ROOT / "data/sample/raw.jsonl").read_bytes().splitlines()]


def test_a_typed_marker_becomes_a_real_one():
    text = "this is [PERSON] and </s> and Anna"
    new, counts = process(Record(id=1, text=text, entities=(Entity(30, 34, "PERSON"),)))
    assert new.text.startswith("this is [PERSON] and [WORD] and ")
    assert [new.text[e.start : e.end] for e in new.entities][:2] == ["[PERSON]", "[WORD]"]
    assert [e.label for e in new.entities] == ["PERSON", "WORD", "PERSON"]
    assert (counts["surrogates"], counts["markers"]) == (3, 2)


def lines_for_markers(count):
    """What it takes to add typed markers to as many names."""
    text = "[MASK] and Anna " * count
    names = tuple(Entity(at, at + 4, "PERSON") for at in range(11, len(text), 16))
    assert [each.start % 16 for each in with_typed_markers(text, names)] == [0, 11] * count
    return lines_of(lambda: with_typed_markers(text, names))


def test_the_work_is_linear_in_typed_markers():
    assert lines_for_markers(800) < 5 * lines_for_markers(200)


def test_the_audio_of_a_typed_marker_is_private():
    text = "this is [PERSON] here"
    new, _ = process(
        Record(id=1, text=text, entities=(), audio_filepath="a.wav", words=private_words(text))
    )
    assert [(e.audio_start, e.audio_end) for e in new.entities] == [(2.0, 2.5)]
    assert [word.word for word in new.words] == ["this", "is", "here"]


def outside(record: Record) -> list[str]:
    """The stretches of text that no entity covers."""
    pieces, done = [], 0
    for entity in record.entities:
        pieces.append(record.text[done : entity.start])
        done = entity.end
    return [*pieces, record.text[done:]]


UNMARKED = [record for record in SAMPLE if not lookalikes(record.text)]


@pytest.mark.parametrize("record", UNMARKED[::4], ids=lambda record: str(record.id))
def test_text_outside_entities_is_unchanged(record):
    new, _ = process(record)
    check_spans(new.entities, len(new.text), "entities")
    assert outside(new) == outside(record)
    assert [entity.label for entity in new.entities] == [e.label for e in record.entities]
    for old, entity in zip(record.entities, new.entities, strict=True):
        assert new.text[entity.start : entity.end] != record.text[old.start : old.end]


@cache
def encoded_in_one_run():
    return {record.id: encode(record) for record in processed(stage(), SAMPLE[:40])}


@settings(max_examples=examples(40), deadline=None)
@given(st.permutations(SAMPLE[:40]), st.integers(1, 39))
def test_results_do_not_depend_on_shards_and_order(records, cut):
    parts = [*processed(stage(), records[:cut]), *processed(stage(), records[cut:])]
    assert {record.id: encode(record) for record in parts} == encoded_in_one_run()


@settings(max_examples=examples(150), deadline=None)
@given(st.text(max_size=30), st.lists(st.integers(0, 30), max_size=6), st.data())
def test_any_text_with_any_entities(text, cuts, data):
    assume(not lookalikes(text))  # they become markers, too
    edges = sorted({min(cut, len(text)) for cut in cuts})
    labels = st.sampled_from(["PERSON", "DATE", "PHONE", "ID", "LOCATION", "odd label"])
    entities = tuple(
        Entity(start, end, data.draw(labels))
        for start, end in zip(edges[::2], edges[1::2], strict=False)
    )
    record = Record(id=1, text=text, entities=entities)
    new, counts = process(record)
    check_spans(new.entities, len(new.text), "entities")
    assert counts["surrogates"] == len(entities) + counts["mentions"]
    if not counts["mentions"]:
        assert outside(new) == outside(record)


@tabled("stages", "speaker phrase label reveals")
def test_speakers_that_keep_a_private_name_are_counted(speaker, phrase, label, reveals):
    record = Record(id=1, text=phrase, speaker=speaker, entities=(Entity(0, len(phrase), label),))
    new, counts = process(record, None, "speaker")
    assert new.speaker == speaker
    assert counts["revealing speakers"] == reveals
    assert process(record)[1]["revealing speakers"] == 0


def test_speakers_and_files_have_one_pseudonym_each():
    bare = msgspec.structs.replace(ANNA, words=msgspec.UNSET)
    others = [
        msgspec.structs.replace(bare, id=2, text="no name", entities=()),
        msgspec.structs.replace(bare, id=3, speaker="Anna Kowalski", audio_filepath="anna.wav"),
        msgspec.structs.replace(bare, id=4, speaker=msgspec.UNSET, audio_filepath=msgspec.UNSET),
    ]
    one, same, other, none = processed(stage(), [bare, *others])
    assert (one.speaker, one.audio_filepath) == (same.speaker, same.audio_filepath)
    assert re.fullmatch("speaker-[a-z]{14}", one.speaker)
    assert re.fullmatch("file-[a-z]{14}", one.audio_filepath)
    assert other.speaker != one.speaker
    assert other.audio_filepath != one.audio_filepath
    assert (none.speaker, none.audio_filepath) == (msgspec.UNSET, msgspec.UNSET)
    (kept,) = processed(stage(None, "speaker", "audio_filepath"), [bare])
    assert (kept.speaker, kept.audio_filepath) == ("caller", "calls/1.wav")


@pytest.mark.parametrize("fields", [{"words": ()}, {"align_status": "no path"}])
def test_the_file_of_an_aligned_turn_keeps_its_name(fields):
    """`tts` and `splice` must find it; what they write has another name."""
    new, counts = process(msgspec.structs.replace(ANNA, **{"words": msgspec.UNSET, **fields}))
    assert new.audio_filepath == "calls/1.wav"
    assert counts["raw files"] == 1


def test_a_name_inside_a_marker_becomes_the_whole_marker():
    record = Record(id=1, text="this is [PERSON]", entities=(Entity(9, 15, "PERSON"),))
    assert process(record)[0].text == "this is [PERSON]"


def test_a_record_without_entities_is_unchanged():
    record = msgspec.structs.replace(ANNA, entities=())
    assert process(record)[0] == msgspec.structs.replace(record, speaker=CALLER)


@pytest.mark.parametrize(
    ("language", "written"), [("de-AT", "de"), ("en", msgspec.UNSET), (7, msgspec.UNSET)]
)
def test_the_language_of_a_record_counts(language, written):
    plain, _ = process(ANNA)
    made, counts = process(msgspec.structs.replace(ANNA, language=language))
    assert made.language == written
    assert (made == plain) is (written is msgspec.UNSET)
    assert counts["language de"] == (written == "de")


def test_only_known_fields_come_out():
    line = {
        "id": 1,
        "text": "anna",
        "entities": [{"start": 0, "end": 4, "label": "anna", "score": 0.5, "more": "anna"}],
        "masks": [{"start": 0, "end": 4, "label": "anna", "method": "anna"}],
        "fills": [{"start": 0, "end": 4, "label": "anna"}],
        "word_lists": {"anna": "anna"},
        "logprob": -1.0,
        "tokens": ["anna"],
        "note": "anna",
    }
    new, _ = process(decode(json.dumps(line).encode()))
    assert b"anna" not in encode(new)
    assert set(json.loads(encode(new))) == {"id", "text", "entities"} <= set(WRITTEN)
    assert new.entities[0].label == "MISC"


def test_fields_are_kept_on_request():
    record = msgspec.structs.replace(ANNA, extra=UnknownFields(note=1, more=2), logprob=-1.0)
    new, _ = process(record, None, "note", "logprob", "absent")
    assert new.extra == {"note": 1}
    assert new.logprob == -1.0


def test_files_that_keep_a_private_name_are_counted():
    counts = process(msgspec.structs.replace(ANNA, audio_filepath="anna/1.wav"))[1]
    assert counts["revealing files"] == 1
    assert process(ANNA)[1]["revealing files"] == 0


def text_of(field: str | None, **fields: object) -> str:
    record = msgspec.structs.replace(ANNA, **fields)
    return process(record, field)[0].text


def test_a_scope_is_the_value_of_its_field():
    assert text_of("speaker", id=1) == text_of("speaker", id=2)
    assert text_of("speaker", speaker="a") != text_of("speaker", speaker="b")
    assert text_of(None, speaker="a") == text_of(None, speaker="b")
    assert text_of("call", extra=UnknownFields(call=7)) != text_of(
        "call", extra=UnknownFields(call="7")
    )


def test_a_record_without_the_field_is_its_own_scope():
    for fields in ({}, {"extra": UnknownFields(call=None)}, {"extra": UnknownFields(call="")}):
        new, counts = process(msgspec.structs.replace(ANNA, **fields), "call")
        assert counts["unscoped"] == 1
        assert new.text == text_of("call", **fields)
        assert new.text != text_of("call", **fields, id="a2")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"text": msgspec.UNSET}, "field 'text' is missing"),
        ({"text": msgspec.UNSET, "entities": msgspec.UNSET}, "field 'text' is missing"),
        ({"entities": msgspec.UNSET}, "'entities' is missing; run `privtool mask --annotate`"),
        ({"entities": (Entity(5, 99, "PERSON"),)}, r"entities\[0\] is empty, outside"),
        ({"entities": (Entity(5, 9, "A"), Entity(7, 9, "B"))}, r"entities\[1\]"),
        ({"extra": UnknownFields(call=[1])}, "field 'call' is neither"),
        ({"words": (WordTime("hi", 2.0, 1.0),)}, r"words\[0\] ends before it starts"),
    ],
)  # fmt: skip
def test_unusable_records_are_rejected(changes, message):
    with pytest.raises(DataError, match=message):
        processed(stage("call"), [msgspec.structs.replace(ANNA, **changes)])
