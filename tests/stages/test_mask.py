from __future__ import annotations

import re
from collections import Counter

import msgspec
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from msgspec import UNSET

from privtool.core.errors import DataError
from privtool.core.record import Entity, Mask, Record, UnknownFields, WordTime, check_spans
from privtool.core.spans import Span
from privtool.stages import mask as mask_module
from privtool.stages.mask import MaskSettings, MaskStage
from privtool.text.labels import canonical_label
from privtool.text.markers import LOOKALIKE
from privtool.text.shapes import shape_label
from privtool.text.word_lists import make_word_list
from privtool.text.words import words
from tests.support.processing import processed

PIECES = [
    "Anna", "Annual", "Ann", "bob", "the", "and", "can't", "Anna's", "n't", "'s", "’s", "ʼs", "-",
    "--", "_", ".", ",", ":", "/", "@", "#", "&", "!", "?", "(", ")", "[", "]", "<", ">", "|", '"',
    "$", "1", "42", "1,200", "10:30", "http://", "www.", ".com", "a@b.org", "[MASK]", "[DATE]",
    "</s>", "<|x|>", "&amp;", "&#65;", "e\u0301", "अनुष्का", "田中", "😀", "❤\ufe0f", "\u200b", "\t",
    "\n", " ", " ", " ", " ",
]  # fmt: skip
KEYS = ["anna", "ann", "the", "and", "can", "1", "s", "http", "[mask]", "田中", "re", "in"]
texts = st.one_of(st.lists(st.sampled_from(PIECES), max_size=14).map("".join), st.text(max_size=30))
lists = st.dictionaries(
    st.sampled_from(["allowList", "vocabThres"]),
    st.sets(st.sampled_from(KEYS)).map(lambda keys: make_word_list("l", keys)),
    max_size=2,
)
labels = st.sampled_from(["PERSON", "LOCATION", "NUMBER"])
unhurried = settings(deadline=None, max_examples=200)


@st.composite
def tagged_texts(draw):
    """A text and some spans in it: unsorted, overlapping, empty, inside words."""
    text = draw(texts)
    places = st.integers(0, len(text))
    pairs = draw(st.lists(st.tuples(places, places, labels), max_size=4))
    return text, [Span(min(a, b), max(a, b), label) for a, b, label in pairs]


class FakeTagger:
    """Finds what it was told to find."""

    def __init__(self, spans: dict[str, list[Span]]) -> None:
        self.spans = spans

    def tag(self, texts):
        return [self.spans.get(text, []) for text in texts]


class RegexTagger:
    def __init__(self, pattern: str, label: str = "PERSON") -> None:
        self.pattern, self.label = re.compile(pattern), label

    def tag(self, texts):
        return [[Span(*m.span(), self.label) for m in self.pattern.finditer(t)] for t in texts]


def stage(keep_words="", tagger=None, method="allowList", **options):
    listed = {method: make_word_list("mine", keep_words.split())} if method else {}
    return MaskStage(MaskSettings(listed, **options), tagger)


def masked(text, keep_words="", tagger=None, **options):
    (record,) = processed(stage(keep_words, tagger, **options), [Record(id=1, text=text)])
    return record


def is_kept(key, listed):
    parts = key.split("-")
    return key in listed.words or (len(parts) > 1 and all(part in listed.words for part in parts))


def reference(text, lists, spans, by_class):
    """The masked text, its masks, the number of words and the words masked: by the definition."""
    new, done, masks, originals = "", 0, [], []
    for start, end, key in words(text):
        raw = text[start:end]
        found = [name for name, listed in lists.items() if not is_kept(key, listed)]
        covering = [span for span in spans if span.start < end and start < span.end]
        if covering:
            found.append("entityTagger")
        if not found and re.fullmatch(LOOKALIKE, raw):
            found.append("marker")
        if not found:
            continue
        label = covering[0].label if covering else shape_label(raw, text[:start]).value
        marker = f"[{label}]" if by_class else "[MASK]"
        new += text[done:start]
        masks.append(Mask(len(new), len(new) + len(marker), label, "+".join(found)))
        new += marker
        done = end
        originals.append(raw)
    return new + text[done:], tuple(masks), len(words(text)), originals


@unhurried
@given(st.lists(tagged_texts(), max_size=4), lists, st.booleans(), st.booleans())
def test_the_fast_way_equals_the_definition(tagged, lists, by_class, with_tagger):
    spans = dict(tagged) if with_tagger else {}
    fast = MaskStage(MaskSettings(lists, by_class), FakeTagger(spans) if with_tagger else None)
    records = [Record(id=number, text=text) for number, (text, _) in enumerate(tagged)]
    for _ in range(2):  # the second time from the cache
        counts: Counter[str] = Counter()
        expected: Counter[str] = Counter()
        for record, new in zip(records, processed(fast, records, counts), strict=True):
            wanted = reference(record.text, lists, spans.get(record.text, []), by_class)
            assert (new.text, new.masks) == wanted[:2]
            expected += Counter(words=wanted[2], masked=len(wanted[3]))
            expected += Counter(f"label {canonical_label(m.label).value}" for m in wanted[1])
        assert counts == expected


@unhurried
@given(tagged_texts(), lists, st.booleans())
def test_the_output_is_a_splice_of_the_input(tagged, lists, by_class):
    text, spans = tagged
    fast = MaskStage(MaskSettings(lists, by_class), FakeTagger({text: spans}))
    (new,) = processed(fast, [Record(id=1, text=text)])
    check_spans(new.masks, len(new.text), "masks")
    *_, originals = reference(text, lists, spans, by_class)
    restored, done = "", 0
    for mask, original in zip(new.masks, originals, strict=True):
        restored += new.text[done : mask.start] + original
        done = mask.end
    assert restored + new.text[done:] == text


@unhurried
@given(texts, lists, st.booleans(), st.booleans())
@example("Anna's's [MASK]'s-Anna", {}, False, False)
@example("http://</s>", {}, False, False)
@example("can'tn't", {"allowList": make_word_list("l", [])}, False, False)
@example("Annaʼsʼs", {"allowList": make_word_list("l", [])}, False, False)
@example("Anna#ʼs", {"allowList": make_word_list("l", [])}, False, False)
@example("Anna@ʼs [Anna]#tag", {"allowList": make_word_list("l", [])}, False, False)
def test_masking_again_changes_nothing(text, lists, by_class, merge):
    again = MaskStage(MaskSettings(lists, by_class, merge))
    (once,) = processed(again, [Record(id=1, text=text)])
    (twice,) = processed(again, [Record(id=1, text=once.text)])
    assert twice.text == once.text
    assert [mask[:2] for mask in map(msgspec.structs.astuple, twice.masks)] == [
        mask[:2] for mask in map(msgspec.structs.astuple, once.masks)
    ]


@unhurried
@given(st.lists(tagged_texts(), max_size=5), lists, st.booleans())
def test_batches_do_not_matter(tagged, lists, merge):
    settings_, tagger = MaskSettings(lists, merge=merge), FakeTagger(dict(tagged))
    records = [Record(id=number, text=text) for number, (text, _) in enumerate(tagged)]
    together = processed(MaskStage(settings_, tagger), records)
    alone = [processed(MaskStage(settings_, tagger), [record])[0] for record in records]
    assert together == alone


@unhurried
@given(texts, lists, st.booleans())
def test_merging_leaves_no_two_markers_side_by_side(text, lists, by_class):
    (apart,) = processed(MaskStage(MaskSettings(lists, by_class)), [Record(text=text)])
    counts: Counter[str] = Counter()
    merging = MaskStage(MaskSettings(lists, by_class, merge=True))
    (new,) = processed(merging, [Record(text=text)], counts)
    assert counts["masked"] == len(apart.masks)
    check_spans(new.masks, len(new.text), "masks")
    for one, other in zip(new.masks, new.masks[1:], strict=False):
        gap = new.text[one.end : other.start]
        lines = len(f"{gap}x".splitlines())
        assert gap.strip() or lines > 1 or (by_class and one.label != other.label)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("my name is Anna.", "my name is [MASK]."),
        ("Ann met Annual Ann", "[MASK] met [MASK] [MASK]"),
        ("is Anna's name", "is [MASK]'s name"),
        ("is ANNA\u2019S name", "is [MASK]\u2019S name"),
        ("isn't my name", "isn't my name"),
        ("Bobn't Anna'll", "[MASK]n't [MASK]'ll"),
        ("Anna, (Bob)! \u201cEve\u201d...", "[MASK], ([MASK])! \u201c[MASK]\u201d..."),
        ("Anna  Bob\tis\n\nEve ", "[MASK]  [MASK]\tis\n\n[MASK] "),
        ("[MASK] is [PERSON]'s <mask>", "[MASK] is [MASK]'s [MASK]"),
        ("[MASK]'s-Anna", "[MASK]'s-[MASK]"),
        ("is-my-name is-my-Anna", "is-my-name [MASK]"),
        ("mail a.b@c.org, www.d.example/e?f", "[MASK] [MASK], [MASK]"),
        ("is&amp;is &#65;", "is&amp;is [MASK]"),
        ("\u2764\ufe0f \U0001f600!", "\u2764\ufe0f \U0001f600!"),
        ("An\u200bna is An\u00adna", "[MASK] is [MASK]"),
        ("", ""),
        (" ", " "),
        ("?!", "?!"),
    ],
)
def test_examples(text, expected):
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


def test_a_tagger_alone_masks_what_it_finds_and_markers():
    new = masked("Anna is [MASK], b", method=None, tagger=RegexTagger("Anna"))
    assert new.text == "[MASK] is [MASK], b"
    assert [mask.method for mask in new.masks] == ["entityTagger", "marker"]
    assert new.word_lists is UNSET


def test_a_marker_is_masked_even_if_a_list_has_it():
    new = masked("[MASK] </s>", "[mask] </s>")
    assert [mask.method for mask in new.masks] == ["marker", "marker"]


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


def test_class_markers_come_from_the_tagger_or_the_form():
    new = masked(
        "Anna paid $5 on 3/4/2020 to [DATE] x@y.org [MASK]",
        "paid on to",
        tagger=RegexTagger("Anna"),
        by_class=True,
    )
    assert new.text == "[PERSON] paid $[MONEY] on [DATE] to [DATE] [EMAIL] [WORD]"
    labels = "PERSON MONEY DATE DATE EMAIL WORD"
    assert " ".join(mask.label for mask in new.masks) == labels
    for mask in new.masks:
        assert new.text[mask.start : mask.end] == f"[{mask.label}]"


def test_only_what_is_understood_is_written():
    record = Record(
        id="a", text="Anna", speaker="Anna", audio_filepath="anna.wav", offset=1.0, duration=2.0,
        words=(WordTime("Anna", 0.0, 1.0),), entities=(Entity(0, 4, "PERSON"),),
        extra=UnknownFields(note="Anna"),
    )  # fmt: skip
    (new,) = processed(stage(), [record])
    mask = Mask(0, 6, "WORD", "allowList")
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


def test_a_marker_typed_into_an_address_is_masked_too():
    new = masked("www.[MASK] a.com/[PERSON]", method=None, tagger=RegexTagger("none"))
    assert new.text == "www.[MASK] a.com/[MASK]"
    assert len(new.masks) == 2


def test_a_tagger_that_loses_a_text_stops_the_stage():
    class Lossy:
        def tag(self, texts):
            return [[]] * (len(texts) - 1)

    with pytest.raises(ValueError, match="shorter"):
        processed(stage(tagger=Lossy()), [Record(text="a"), Record(text="b")])


def test_a_full_cache_is_emptied_without_harm(monkeypatch):
    monkeypatch.setattr(mask_module, "_CACHED_CHUNKS", 8)
    records = [Record(id=n, text=f"a{n % 13} Anna, b{n % 7} the! x{'y' * n}") for n in range(60)]
    lists = {"allowList": make_word_list("l", ["the", "a1", "b2"])}
    new = processed(MaskStage(MaskSettings(lists)), records)
    for record, done in zip(records, new, strict=True):
        assert (done.text, done.masks) == reference(record.text, lists, [], False)[:2]


def test_what_is_remembered_is_bounded():
    held = stage()
    marks = ["".join(".,;:!?"[(n >> 2 * i) % 6] for i in range(8)) for n in range(5000)]
    texts = [f"Anna{mark}" for mark in marks] + ["x" * n for n in range(60, 300)]
    for text in texts:
        processed(held, [Record(text=text)])
    assert len(held._shared) < 1000
    assert max(map(len, held._outcomes)) <= 64
