"""The stage of surrogates: text outside entities, fields, scopes, audio."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from privtool.audit.values import parts_of
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
from privtool.stages.surrogate import WRITTEN, SurrogateSettings, SurrogateStage
from privtool.text.markers import lookalikes
from privtool.text.surrogates.generator import SurrogateGenerator
from privtool.text.surrogates.prf import Key
from privtool.text.surrogates.pseudonyms import pseudonym
from tests.support.processing import processed

ROOT = Path(__file__).resolve().parents[2]
KEY = Key(b"0123456789abcdef")
SAMPLE = [decode(line) for line in (ROOT / "data/sample/raw.jsonl").read_bytes().splitlines()]


def stage(field: str | None = None, *keep: str) -> SurrogateStage:
    settings = SurrogateSettings((field,) if field else (), keep)
    return SurrogateStage(settings, SurrogateGenerator(KEY))


CALLER = pseudonym(KEY, "speaker", "caller")


def process(record: Record, field: str | None = None, *keep: str) -> tuple[Record, Counter[str]]:
    counts: Counter[str] = Counter()
    made = stage(field, *keep)
    (new,) = processed(made, [record], counts)
    return new, counts


def private_words(text: str) -> tuple[WordTime, ...]:
    return tuple(WordTime(word, float(k), k + 0.5, -0.1) for k, word in enumerate(text.split()))


ANNA = Record(
    id="a1",
    text="hi my name's Anna Kowalski's said anna",
    speaker="caller",
    audio_filepath="calls/1.wav",
    offset=3.0,
    duration=9.0,
    entities=(Entity(13, 26, "PERSON", 0.9), Entity(34, 38, "PERSON")),
    words=private_words("hi my name's Anna Kowalski's said anna"),
)


def test_a_typed_marker_becomes_a_real_one():
    text = "this is [PERSON] and </s> and Anna"
    new, counts = process(Record(id=1, text=text, entities=(Entity(30, 34, "PERSON"),)))
    assert new.text.startswith("this is [PERSON] and [WORD] and ")
    assert [new.text[e.start : e.end] for e in new.entities][:2] == ["[PERSON]", "[WORD]"]
    assert [e.label for e in new.entities] == ["PERSON", "WORD", "PERSON"]
    assert (counts["surrogates"], counts["markers"]) == (3, 2)


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


@settings(max_examples=40, deadline=None)
@given(st.permutations(SAMPLE[:40]), st.integers(1, 39))
def test_results_do_not_depend_on_shards_and_order(records, cut):
    whole = processed(stage(), SAMPLE[:40])
    parts = [
        *processed(stage(), records[:cut]),
        *processed(stage(), records[cut:]),
    ]
    assert {r.id: encode(r) for r in parts} == {r.id: encode(r) for r in whole}


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=30), st.lists(st.integers(0, 30), max_size=6), st.data())
def test_any_text_with_any_entities(text, cuts, data):
    edges = sorted({min(cut, len(text)) for cut in cuts})
    labels = st.sampled_from(["PERSON", "DATE", "PHONE", "ID", "LOCATION", "odd label"])
    entities = tuple(
        Entity(start, end, data.draw(labels))
        for start, end in zip(edges[::2], edges[1::2], strict=False)
    )
    record = Record(id=1, text=text, entities=entities)
    new, counts = process(record)
    check_spans(new.entities, len(new.text), "entities")
    assert outside(new) == outside(record)
    assert counts["surrogates"] == len(entities)


def test_private_words_are_removed_and_their_times_kept():
    new, counts = process(ANNA)
    name, again = (new.text[e.start : e.end] for e in new.entities)
    given_name = name.split()[0]
    assert again == given_name.lower()
    assert new.text == f"hi my name's {name}'s said {again}"
    assert [word.word for word in new.words] == ["hi", "my", "name's", "said"]
    assert [word.start for word in new.words] == [0.0, 1.0, 2.0, 5.0]
    # "Kowalski's" is one spoken word: its time goes as a whole.
    assert [(e.audio_start, e.audio_end) for e in new.entities] == [(3.0, 4.5), (6.0, 6.5)]
    assert new.drop_turn is msgspec.UNSET
    assert (new.speaker, new.audio_filepath, new.offset, new.duration) == (
        CALLER, "calls/1.wav", 3.0, 9.0,
    )  # fmt: skip
    assert counts["dropped turns"] == 0
    assert b"owalski" not in encode(new)


@pytest.mark.parametrize(
    "words",
    [
        (),
        private_words("hi my name's Anna said anna"),
        private_words("hi my name's ana kowalski's said anna"),
        private_words("hi my name's Anna Kowalski's said"),
        msgspec.UNSET,
    ],
    ids=["none", "a name lacks", "another name", "the last lacks", "no words"],
)
def test_an_entity_without_time_fails_closed(words):
    new, counts = process(msgspec.structs.replace(ANNA, words=words))
    assert new.drop_turn is True
    assert new.words == (() if words is not msgspec.UNSET else msgspec.UNSET)
    assert all(entity.audio_start is msgspec.UNSET for entity in new.entities)
    assert counts["dropped turns"] == 1


def test_drop_turn_is_kept():
    assert process(msgspec.structs.replace(ANNA, drop_turn=True))[0].drop_turn is True


HI = Record(
    id=1, text="hi anna", entities=(Entity(3, 7, "PERSON"),), words=private_words("hi anna"),
    audio_filepath="a.wav",
)  # fmt: skip


@pytest.mark.parametrize(
    "fields",
    [
        pytest.param({"words": private_words("hi kowalski anna")}, id="a word that the text lacks"),
        pytest.param({"words": private_words("hi anna")[::-1]}, id="words out of order"),
        pytest.param(
            {"words": (WordTime("hi", 0, 1), WordTime("anna", 1.2, 1.2))}, id="a word of no time"
        ),
        pytest.param(
            {"words": (WordTime("hi", 0, 1), WordTime("anna", 1.2, 1e300))}, id="a word without end"
        ),
        pytest.param({"text": "", "entities": (), "words": ()}, id="no text"),
        pytest.param({"text": "...", "entities": (), "words": msgspec.UNSET}, id="no word"),
    ],
)
def test_turns_with_uncertain_words_are_dropped(fields):
    new, counts = process(msgspec.structs.replace(HI, **fields))
    assert new.drop_turn is True
    assert new.words == (msgspec.UNSET if fields.get("words") is msgspec.UNSET else ())
    assert counts["dropped turns"] == 1
    assert process(HI)[0].drop_turn is msgspec.UNSET


@pytest.mark.parametrize(
    ("speaker", "phrase", "label", "reveals"),
    [
        ("Li", "li", "PERSON", True),
        ("Dr. Li", "Wei Li", "PERSON", True),
        ("caller-li", "li", "PERSON", True),
        ("client", "li", "PERSON", False),
        ("speaker 2", "2", "AGE", False),
    ],
)
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


@pytest.mark.parametrize(
    ("phrase", "label", "mention"),
    [
        ("Anna Kowalski", "PERSON", mention)
        for mention in (
            *("anna", "ANNA", "Kowalski", "the Kowalskis", "KOWALSKI's", "Ánna", "An\u200bna"),
            *("annakowalski", "AnnaKowalski", "@anna_kowalski", "akowalski", "kowalskigate"),
            *("k o w a l s k i", "k-o-w-a-l-s-k-i", "anna1984", "Kowalski, Anna"),
        )
    ]
    + [
        ("Grace May", "PERSON", "with Grace May or May"),
        ("Li", "PERSON", "with Li"),
        ("Siobhan O'Connor", "PERSON", "siobhan o connor"),
        ("王小明", "PERSON", "我叫王小明吗"),
        ("Northgate Mutual", "ORGANIZATION", "northgate-mutual"),
        ("415 555 2671", "PHONE", "(415) 555-2671"),
        ("anna@zagreb.hr", "EMAIL", "anna@zagreb.hr"),
        ("Zagreb", "LOCATION", "zagreb"),
    ],
)
def test_a_further_mention_is_replaced(phrase, label, mention):
    text = f"{phrase} and we saw {mention} there"
    new, counts = process(Record(id=1, text=text, entities=(Entity(0, len(phrase), label),)))
    assert counts["mentions"] >= 1
    safe = parts_of(new.text)
    assert not {*parts_of(phrase), *parts_of(mention)} - COMMON & set(safe)
    assert "owalski" not in new.text.lower()
    check_spans(new.entities, len(new.text), "entities")
    assert {"and", "we", "saw", "there"} <= set(safe)
    assert process(new)[1]["mentions"] == 0


COMMON = {"the", "with", "or", "s", "and", "we", "saw", "there", "1984", "mutual", "555", *"我叫吗"}


@pytest.mark.parametrize(
    ("phrase", "label", "text"),
    [
        ("Grace May", "PERSON", "so on. May I? may it be so. MAY grace us"),
        ("Will Young", "PERSON", "will you? Young people will."),
        ("Mark", "PERSON", "mark it"),
        ("Ms. Kowalski", "PERSON", "Ms. Jones and a ms"),
        ("[PERSON]", "PERSON", "a person"),
        ("may", "DATE", "may i"),
        ("seven", "NUMBER", "seven days"),
        ("the Bank", "ORGANIZATION", "the bank"),
    ],
)
def test_words_that_are_no_mention_stay(phrase, label, text):
    record = Record(id=1, text=f"{phrase} and {text}", entities=(Entity(0, len(phrase), label),))
    new, counts = process(record)
    assert new.text.endswith(f" and {text}")
    assert counts["mentions"] == 0


def test_a_mention_has_the_time_of_its_words():
    record = msgspec.structs.replace(ANNA, entities=ANNA.entities[:1])
    assert process(record)[0] == msgspec.structs.replace(process(ANNA)[0], id=record.id)


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
