import pytest
from msgspec import UNSET

from privtool.core.errors import DataError
from privtool.core.record import Entity, Mask, Record, UnknownFields, WordTime
from privtool.core.spans import Span
from privtool.stages.mask import MaskSettings, MaskStage
from privtool.text.word_lists import make_word_list
from tests.support.fake_taggers import FakeTagger, RegexTagger
from tests.support.processing import processed


def stage(keep_words="", tagger=None, method="allowList", **options):
    listed = {method: make_word_list("mine", keep_words.split())} if method else {}
    return MaskStage(MaskSettings(listed, **options), tagger)


def masked(text, keep_words="", tagger=None, **options):
    (record,) = processed(stage(keep_words, tagger, **options), [Record(id=1, text=text)])
    return record


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


def test_what_is_remembered_is_bounded():
    held = stage()
    marks = ["".join(".,;:!?"[(n >> 2 * i) % 6] for i in range(8)) for n in range(5000)]
    texts = [f"Anna{mark}" for mark in marks] + ["x" * n for n in range(60, 300)]
    for text in texts:
        processed(held, [Record(text=text)])
    assert len(held._shared) < 1000
    assert max(map(len, held._outcomes)) <= 64
