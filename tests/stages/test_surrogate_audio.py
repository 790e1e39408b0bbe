"""The recordings of records with surrogates: what is private, and when."""

import math
from collections import Counter

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from privtool.audio.intervals import Interval
from privtool.audit.values import parts_of
from privtool.core.record import Entity, Record, WordTime, check_spans, encode
from privtool.stages.surrogate import SurrogateSettings, SurrogateStage
from privtool.stages.turns import phrase_words
from privtool.text.surrogates.generator import SurrogateGenerator
from tests.support.processing import processed
from tests.support.surrogate_stage import ANNA, CALLER, KEY, private_words, process
from tests.support.tables import cases


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


@pytest.mark.parametrize(("sign", "dropped"), [("&", 0), ("%", 1)])
def test_signs_alone_are_words_of_the_text(sign, dropped):
    words, entities = private_words(f"hi {sign} Anna"), (Entity(5, 9, "PERSON"),)
    _, counts = process(Record(id=1, text="hi & Anna", entities=entities, words=words))
    assert counts["dropped turns"] == dropped


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
        pytest.param({"text": "hi", "entities": ()}, id="a word that a public text lacks"),
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


# Further mentions of private phrases: which are found, and which words stay.
@pytest.mark.parametrize(("phrase", "label", "mention"), cases("mentions", "replaced"))
def test_a_further_mention_is_replaced(phrase, label, mention):
    text = f"{phrase} and we saw {mention} there"
    new, counts = process(Record(id=1, text=text, entities=(Entity(0, len(phrase), label),)))
    assert counts["mentions"] >= 1
    safe = parts_of(new.text)
    assert not {*_words(phrase), *_words(mention)} & {*safe} - COMMON
    assert "kowalski" not in "".join(safe)
    assert "owalski" not in new.text.lower()
    assert mention not in new.text
    check_spans(new.entities, len(new.text), "entities")
    assert {"and", "we", "saw", "there"} <= set(safe)
    assert process(new)[1]["mentions"] == 0


def _words(phrase):
    """The parts of a phrase but for single letters, which another spelled name may have, too."""
    return (part for part in parts_of(phrase) if len(part) > 1 or not part.isascii())


COMMON = {"the", "with", "or", "s", "and", "we", "saw", "there", "1984", "mutual", "555", *"我叫吗"}


@pytest.mark.parametrize(("phrase", "label", "text"), cases("mentions", "stays"))
def test_words_that_are_no_mention_stay(phrase, label, text):
    record = Record(id=1, text=f"{phrase} and {text}", entities=(Entity(0, len(phrase), label),))
    new, counts = process(record)
    assert new.text.endswith(f" and {text}")
    assert counts["mentions"] == 0


def replaced(phrase: str, text: str) -> str:
    """The text after a private name, with its mentions replaced by `_`."""
    whole = f"{phrase}. {text}"
    record = Record(id=1, text=whole, entities=(Entity(0, len(phrase), "PERSON"),))
    new, _ = process(record)
    pieces, done = [], 0
    for each in new.entities[1:]:
        pieces += (new.text[done : each.start], "_")
        done = each.end
    return "".join([*pieces, new.text[done:]]).partition(". ")[2]


@pytest.mark.parametrize(("phrase", "label", "text", "expected"), cases("mentions", "among words"))
def test_names_that_are_words_and_nicknames(phrase, label, text, expected):
    assert replaced(phrase, text) == expected


# Several versions of a record, each with surrogates of its own.
TEXT = "anna called anna lopez"
ENTITIES = (Entity(0, 4, "PERSON"), Entity(12, 22, "PERSON"))


def versions(samples, *records, fields=("doc",)):
    settings = SurrogateSettings(fields, samples=samples)
    counts = Counter()
    stage = SurrogateStage(settings, SurrogateGenerator(KEY))
    return processed(stage, records, counts), counts


def named(number, **fields):
    return Record(id=number, text=TEXT, entities=ENTITIES, **fields)


def test_versions_have_numbers_and_other_surrogates():
    new, counts = versions(4, named(7), Record(id="b", text="so", entities=()))
    assert [one.id for one in new[2:6]] == ["7-s2", "7-s3", "b-s0", "b-s1"]
    assert [one.sample for one in new] == [0, 1, 2, 3] * 2
    assert {one.text for one in new[4:]} == {"so"}
    assert len({one.text for one in new[:4]}) == 4
    assert counts["surrogates"] == 8
    for one in new[:4]:
        first, rest = one.text.split(" called ")
        assert rest.split()[0] == first  # one person in one version


def test_a_version_is_the_same_in_all_records_of_a_scope():
    (one, two), _ = versions(1, named(1), named(2))
    assert one.text != two.text  # each record is a scope of its own
    settings = {"fields": ("speaker",)}
    new, _ = versions(3, named(1, speaker="s"), named(2, speaker="s"), **settings)
    texts = [record.text for record in new]
    assert texts[:3] == texts[3:]
    assert [record.speaker for record in new] == [new[0].speaker] * 6


DATES = ("12 March 2019", "Purim", "the day of the flood", "last day of term", "3/2019")


@pytest.mark.parametrize("text", DATES)
def test_versions_have_the_same_dates_however_they_are_written(text):
    record = Record(id=1, text=f"{text} and 4 May", entities=(
        Entity(0, len(text), "DATE"), Entity(len(text) + 5, len(text) + 10, "DATE"),
    ))  # fmt: skip
    for number in range(20):
        new, _ = versions(4, msgspec.structs.replace(record, id=number))
        assert len({one.text for one in new}) == 1
        assert new[0].text != record.text


@given(st.integers(1, 5), st.integers(1, 5))
def test_a_version_does_not_depend_on_their_number(some, others):
    one, _ = versions(some + 1, named(1))
    other, _ = versions(others + 1, named(1))
    assert [record.text for record, _ in zip(one, other, strict=False)] == [
        record.text for record, _ in zip(other, one, strict=False)
    ]


WHOLE = Interval(1.0, 2.0)


def times(words):
    return [(word.word, round(word.start, 3), round(word.end, 3)) for word in words]


def test_the_times_of_the_words_themselves():
    known = [Interval(1.1, 1.3), Interval(1.5, 1.9)]
    assert times(phrase_words("anna 42", WHOLE, known)) == [("anna", 1.1, 1.3), ("42", 1.5, 1.9)]


def test_a_number_has_the_time_of_its_spoken_words():
    known = [Interval(1.0, 1.2), Interval(1.3, 1.5), Interval(1.6, 1.9)]
    assert times(phrase_words("42 elm", WHOLE, known)) == [("42", 1.0, 1.5), ("elm", 1.6, 1.9)]


@pytest.mark.parametrize("known", [None, (), [Interval(1.0, 1.5)] * 5])
def test_unknown_times_are_shared_by_letters(known):
    assert times(phrase_words("anna browns", WHOLE, known)) == [
        ("anna", 1.0, 1.4), ("browns", 1.4, 2.0)
    ]  # fmt: skip


def test_no_words():
    assert phrase_words("...", WHOLE, None) == []
