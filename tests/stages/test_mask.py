from collections import Counter

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET

from privtool.core.errors import DataError
from privtool.core.record import Entity, Mask, Record, UnknownFields, WordTime, check_spans
from privtool.core.spans import Span
from privtool.stages.annotate import AnnotateStage, whole_words
from privtool.stages.mask import MaskSettings, MaskStage
from privtool.stages.tagging_steps import JoinedTagger
from privtool.text.word_lists import make_word_list
from tests.support.fake_taggers import FakeTagger, RegexTagger
from tests.support.processing import processed
from tests.support.tables import tabled


def stage(keep_words="", tagger=None, method="allowList", **options):
    listed = {method: make_word_list("mine", keep_words.split())} if method else {}
    return MaskStage(MaskSettings(listed, **options), tagger)


def masked(text, keep_words="", tagger=None, **options):
    (record,) = processed(stage(keep_words, tagger, **options), [Record(id=1, text=text)])
    return record


@tabled("stages", "text expected")
def test_words_that_a_list_lacks_are_masked(text, expected):
    assert masked(text, "my name is met").text == expected


def test_the_methods_that_mask_a_word_are_named():
    lists = {
        "allowList": make_word_list("a", ["she", "rare"]),
        "vocabThres": make_word_list("v", ["she"]),
    }
    both = MaskStage(MaskSettings(lists), RegexTagger("she|Anna"))
    (new,) = processed(both, [Record(text="she rare Anna [MASK] so")])
    assert [mask.method for mask in new.masks] == [
        "entityTagger",
        "vocabThres",
        "allowList+vocabThres+entityTagger",
        "allowList+vocabThres",
        "allowList+vocabThres",
    ]
    assert new.word_lists == {name: listed.reference for name, listed in lists.items()}


@tabled("stages", "text keep_words method pattern by_class expected methods labels")
def test_methods_and_labels_of_masks_are_named(
    text, keep_words, method, pattern, by_class, expected, methods, labels
):
    tagger = RegexTagger(pattern) if pattern else None
    new = masked(text, keep_words, tagger, method=method, by_class=by_class)
    assert new.text == expected
    assert [mask.method for mask in new.masks] == methods
    assert [mask.label for mask in new.masks] == labels
    assert (new.word_lists is UNSET) == (method is None)
    for mask in new.masks:
        assert new.text[mask.start : mask.end] == (f"[{mask.label}]" if by_class else "[MASK]")


@pytest.mark.parametrize("pattern", ["nn", "A", "a", "a ", " A", "Anna", "s Anna i"])
def test_a_word_found_in_part_is_masked_whole(pattern):
    new = masked("is Anna in", "is in", tagger=RegexTagger(f"(?<=s){pattern}|{pattern}(?= i|n|$)"))
    assert "Anna" not in new.text
    assert "[MASK]" in new.text


def test_the_first_span_over_a_word_gives_its_label():
    text = "Anna Maria Smith"
    spans = [Span(5, 16, "LOCATION"), Span(0, 10, "PERSON"), Span(0, 4, "DATE")]
    new = masked(text, tagger=FakeTagger({text: spans}), by_class=True)
    assert new.text == "[PERSON] [LOCATION] [LOCATION]"


def test_only_what_is_understood_is_written():
    record = Record(
        id="a", text="Anna", speaker="Anna", audio_filepath="anna.wav", offset=1.0, duration=2.0,
        words=(WordTime("Anna", 0.0, 1.0),), entities=(Entity(0, 4, "PERSON"),),
        extra=UnknownFields(note="Anna"),
    )  # fmt: skip
    (new,) = processed(stage(), [record])
    mask = Mask(0, 6, "WORD", "allowList", 1)
    listed = {"allowList": make_word_list("mine", []).reference}
    assert new == Record(id="a", text="[MASK]", masks=(mask,), word_lists=listed)


def test_kept_fields_pass_as_they_are():
    record = Record(
        text="a", speaker="s", offset=1.5, extra=UnknownFields(note=[1], extra=2, other=3)
    )
    keep = ("speaker", "note", "extra", "duration", "absent")
    (new,) = processed(stage(keep=keep), [record])
    assert (new.speaker, new.duration, new.offset) == ("s", UNSET, UNSET)
    assert new.extra == {"note": [1], "extra": 2}
    (bare,) = processed(stage(keep=keep), [Record(text="a")])
    assert (bare.extra, bare.speaker) == (UNSET, UNSET)


def test_records_that_cannot_be_masked_are_refused():
    with pytest.raises(DataError, match="field 'text' is missing"):
        processed(stage(), [Record(id=1)])
    with pytest.raises(DataError, match="has 'masks' already"):
        processed(stage(), [Record(text="a", masks=())])
    processed(stage(), [Record(text="")])


def test_a_tagger_that_loses_a_text_stops_the_stage():
    class Lossy:
        def tag(self, texts):
            return [[]] * (len(texts) - 1)

    with pytest.raises(ValueError, match="shorter"):
        processed(stage(tagger=Lossy()), [Record(text="a"), Record(text="b")])


def test_what_is_remembered_is_bounded():
    held = stage()
    marks = ["".join(".,;:!?"[(n >> 2 * i) % 6] for i in range(8)) for n in range(5000)]
    texts = [f"Anna{mark}" for mark in marks] + ["x" * n for n in range(60, 300)]
    for text in texts:
        processed(held, [Record(text=text)])
    assert len(held._shared) < 1000
    assert max(map(len, held._outcomes)) <= 64


# Annotating: entities are added, and nothing else changes.
class Fake:
    """A tagger that finds the same in every text."""

    def __init__(self, *spans: Span) -> None:
        self.spans = list(spans)

    def tag(self, texts):
        return [[span for span in self.spans if span.end <= len(text)] for text in texts]


RECORD = Record(
    id=1, text="hi Anna's here", speaker="a", words=(WordTime("hi", 0.0, 1.0),), duration=2.0
)


def annotated(record: Record, *spans: Span, keep: tuple[str, ...] = ()) -> Record:
    stage = AnnotateStage((), Fake(*spans), keep)
    counts: Counter[str] = Counter()
    (new,) = processed(stage, [record], counts)
    assert counts["entities"] == len(new.entities)
    return new


def test_nothing_but_entities_changes():
    new = annotated(RECORD, Span(3, 5, "PERSON", 0.87654321))
    assert new == msgspec.structs.replace(RECORD, entities=(Entity(3, 7, "PERSON", 0.8765),))


@tabled("stages", "text had spans entities")
def test_what_a_tagger_finds_becomes_entities_of_whole_words(text, had, spans, entities):
    record = Record(id=1, text=text, entities=tuple(Entity(*each) for each in had))
    new = annotated(record, *(Span(*each) for each in spans))
    assert [[text[e.start : e.end], e.label] for e in new.entities] == entities


def test_joined_taggers_lose_nothing_and_the_first_one_names_what_both_find():
    text = "call 415 555 2671 or Anna Maria Kowalski"
    numbers, names = Fake(Span(5, 17, "PHONE")), Fake(Span(21, 31, "PERSON"), Span(5, 8, "MISC"))
    more = Fake(Span(26, 40, "LOCATION"))
    found = {}
    for taggers in [(numbers, names, more), (more, names, numbers)]:
        (spans,) = JoinedTagger(taggers).tag([text])
        whole = whole_words(text, spans)
        found[taggers[0].spans[0].label] = [(s.start, s.end, s.label) for s in whole]
    assert found["PHONE"] == [(5, 17, "PHONE"), (21, 40, "PERSON")]
    assert found["LOCATION"] == [(5, 17, "MISC"), (21, 40, "LOCATION")]


def test_a_number_with_a_check_keeps_the_label_of_its_rule():
    model, rule = Span(0, 9, "ID"), Span(0, 9, "IBAN", 1.0, (), "iban")
    for sure, found in [(rule, rule), (rule._replace(rule=""), model)]:
        assert JoinedTagger([Fake(model), Fake(sure)]).tag(["FR1420041"])[0][0] == found


def test_unknown_fields_are_dropped_unless_kept():
    record = msgspec.structs.replace(RECORD, extra=UnknownFields(note="Anna", more=1))
    assert annotated(record).extra is msgspec.UNSET
    assert annotated(record, keep=("more",)).extra == {"more": 1}


def test_masked_text_and_bad_entities_are_refused():
    stage = AnnotateStage((), Fake())
    with pytest.raises(DataError, match="has 'masks' already"):
        processed(stage, [msgspec.structs.replace(RECORD, masks=(Mask(0, 2, "MISC", "x"),))])
    with pytest.raises(DataError, match=r"entities\[0\]"):
        processed(stage, [msgspec.structs.replace(RECORD, entities=(Entity(9, 99, "MISC"),))])


@given(st.lists(st.sampled_from(["Anna", "anna's", "well-known", "x-ray", "$5", "on", "."])))
def test_words_that_a_list_does_not_keep_are_those_that_it_masks(pieces):
    text = " ".join(pieces)
    listed = make_word_list("some", ["on", "well", "known"])
    stage = AnnotateStage((listed,), None)
    (new,) = processed(stage, [Record(id=1, text=text)])
    masked = MaskStage(MaskSettings({"allowList": listed}))
    (expected,) = processed(masked, [Record(id=1, text=text)])
    assert [e.label for e in new.entities] == [mask.label for mask in expected.masks]
    rebuilt, at = "", 0
    for entity in new.entities:
        rebuilt, at = rebuilt + text[at : entity.start] + "[MASK]", entity.end
    assert rebuilt + text[at:] == expected.text


def test_a_tagger_names_what_a_list_does_not_keep():
    stage = AnnotateStage((make_word_list("some", ["hi"]),), Fake(Span(3, 7, "PERSON", 0.5)))
    (new,) = processed(stage, [RECORD])
    assert new.entities == (Entity(3, 7, "PERSON", 1.0), Entity(10, 14, "WORD", 1.0))


SPANS = st.lists(st.tuples(st.integers(0, 20), st.integers(1, 9)), max_size=8)


def places(spans):
    return {at for span in spans for at in range(span.start, span.end)}


@given(st.text("ab '-.", max_size=20), SPANS)
def test_entities_are_sorted_disjoint_and_cover_what_was_found(text, pairs):
    spans = [Span(a, min(a + n, len(text)), f"L{i}") for i, (a, n) in enumerate(pairs)]
    spans = [span for span in spans if span.start < span.end]
    whole = whole_words(text, spans)
    check_spans(whole, len(text), "entities")
    assert places(whole) >= places(spans)
    for one in whole:  # the first given of its parts names it
        parts = [span for span in spans if one.start <= span.start < one.end]
        assert one.label == parts[0].label


@given(st.text("ab '-.", max_size=20), SPANS, SPANS)
def test_what_was_found_is_private_whatever_was_there_before(text, pairs, had):
    spans = [Span(a, min(a + n, len(text)), "NEW") for a, n in pairs if a < len(text)]
    ends = [Span(a, min(a + n, len(text)), "OLD") for a, n in had if a < len(text)]
    old = tuple(Entity(one.start, one.end, "OLD") for one in whole_words(text, ends))
    record = Record(id=1, text=text, entities=old)
    new = annotated(record, *spans).entities
    check_spans(new, len(text), "entities")
    assert set(old) <= set(new)
    left = places(whole_words(text, spans)) - places(new)
    assert not any(text[at].isalnum() for at in left)
