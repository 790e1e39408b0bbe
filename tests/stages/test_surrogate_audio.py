"""The recordings of records with surrogates: what is private, and when."""

import math

import msgspec
import pytest

from privtool.core.record import Entity, Record, WordTime, encode
from tests.support.surrogate_stage import ANNA, CALLER, private_words, process


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


@pytest.mark.parametrize(
    ("confidence", "certain"), [(0.9, True), (0.5, True), (0.4, False), (math.nan, False)]
)
def test_a_turn_with_doubtful_times_is_to_be_dropped(confidence, certain):
    words = tuple(msgspec.structs.replace(word, confidence=confidence) for word in ANNA.words)
    new, counts = process(msgspec.structs.replace(ANNA, words=words), least=0.5)
    assert (new.drop_turn is True) != certain
    assert bool(new.words) == certain
    assert (counts["doubtful"], counts["without_confidence"]) == (not certain, 0)


def test_a_turn_without_confidence_is_to_be_dropped():
    new, counts = process(ANNA, least=0.5)
    assert new.drop_turn is True
    assert (counts["doubtful"], counts["without_confidence"]) == (1, 1)


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


def test_a_mention_has_the_time_of_its_words():
    record = msgspec.structs.replace(ANNA, entities=ANNA.entities[:1])
    assert process(record)[0] == msgspec.structs.replace(process(ANNA)[0], id=record.id)
