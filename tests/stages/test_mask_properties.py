"""Masking of any text, by its definition."""

import re
from collections import Counter

import msgspec
from hypothesis import example, given, settings
from hypothesis import strategies as st

from privtool.core.record import Mask, Record, check_spans
from privtool.core.spans import Span
from privtool.stages import mask as mask_module
from privtool.stages.mask import MaskSettings, MaskStage
from privtool.text.labels import canonical_label
from privtool.text.markers import LOOKALIKE, shape_label
from privtool.text.markup import tag_names
from privtool.text.word_lists import make_word_list
from privtool.text.words import words
from tests.support.examples import examples
from tests.support.fake_taggers import FakeTagger
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
unhurried = settings(deadline=None, max_examples=examples(200))


@st.composite
def tagged_texts(draw):
    """A text and some spans in it: unsorted, overlapping, empty, inside words."""
    text = draw(texts)
    places = st.integers(0, len(text))
    pairs = draw(st.lists(st.tuples(places, places, labels), max_size=4))
    return text, [Span(min(a, b), max(a, b), label) for a, b, label in pairs]


def is_kept(key, listed):
    parts = key.split("-")
    hyphenated = len(parts) > 1 and not any(map(str.isnumeric, key))
    return key in listed.words or (hyphenated and all(part in listed.words for part in parts))


def linked(span, spans):
    """All spans of the same label that a chain of overlaps connects with a span."""
    chain = {span}
    while True:
        more = {
            other
            for other in spans
            for one in chain
            if other.label == one.label and other.start < one.end and one.start < other.end
        }
        if more <= chain:
            return chain
        chain |= more


def reference(text, lists, spans, by_class):
    """The masked text, its masks, the number of words and the words masked: by the definition."""
    new, done, masks, originals = "", 0, [], []
    entity, before = 0, None  # the number, and the spans that the word before is one entity with
    for start, end, key in words(text):
        raw = text[start:end]
        found = [name for name, listed in lists.items() if not is_kept(key, listed)]
        covering = [span for span in spans if span.start < end and start < span.end]
        if covering:
            found.append("entityTagger")
        elif any(tag.start < end and start < tag.end for tag in tag_names(text)):
            found = []  # the name of an HTML tag
        if not found and re.fullmatch(LOOKALIKE, raw):
            found.append("marker")
        if not found:
            continue
        label = covering[0].label if covering else shape_label(raw, text[:start]).value
        marker = f"[{label}]" if by_class else "[MASK]"
        new += text[done:start]
        together = linked(covering[0], spans) if covering else None
        if together is None or together != before:
            entity += 1
        before = together
        masks.append(Mask(len(new), len(new) + len(marker), label, "+".join(found), entity))
        new += marker
        done = end
        originals.append(raw)
    return new + text[done:], tuple(masks), len(words(text)), originals


@unhurried
@given(st.lists(tagged_texts(), max_size=4), lists, *[st.booleans()] * 3)
@example([("1-Anna", [])], {"allowList": make_word_list("l", ["1", "anna"])}, False, False, True)
def test_the_fast_way_equals_the_definition(tagged, lists, by_class, with_tagger, with_masks):
    spans = dict(tagged) if with_tagger else {}
    settings_ = MaskSettings(lists, by_class, with_masks=with_masks)
    fast = MaskStage(settings_, FakeTagger(spans) if with_tagger else None)
    records = [Record(id=number, text=text) for number, (text, _) in enumerate(tagged)]
    for _ in range(2):  # the second time from the cache
        counts: Counter[str] = Counter()
        expected: Counter[str] = Counter()
        for record, new in zip(records, processed(fast, records, counts), strict=True):
            wanted = reference(record.text, lists, spans.get(record.text, []), by_class)
            assert (new.text, new.masks) == (wanted[0], wanted[1] if with_masks else ())
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


def test_a_full_cache_is_emptied_without_harm(monkeypatch):
    monkeypatch.setattr(mask_module, "_CACHED_CHUNKS", 8)
    records = [Record(id=n, text=f"a{n % 13} Anna, b{n % 7} the! x{'y' * n}") for n in range(60)]
    lists = {"allowList": make_word_list("l", ["the", "a1", "b2"])}
    new = processed(MaskStage(MaskSettings(lists)), records)
    for record, done in zip(records, new, strict=True):
        assert (done.text, done.masks) == reference(record.text, lists, [], False)[:2]
