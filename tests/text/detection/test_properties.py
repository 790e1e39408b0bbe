"""Properties that hold for every text; its plain characters, one for one."""

import re
import unicodedata
from unittest.mock import patch

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from privtool.text.detection import tagger
from privtool.text.detection.needs import NOTHING, OF_WORDS, needs_met, package_needs
from privtool.text.detection.tagger import VAGUE_DATES, PatternTagger
from privtool.text.detection.view import spans_at_any_width
from privtool.text.english.numbers import LARGE_ORDINALS, TEENS, TENS
from privtool.text.lexicon import words
from privtool.text.unicode import fold_to_ascii, lower_same_length
from tests.support.adversarial import records
from tests.support.examples import examples
from tests.support.tables import cell_values, tabled

_TAGGER = PatternTagger()

# Pieces that matter to the finders, so that random texts get deep into them.
_PIECES = st.sampled_from(
    [
        *sorted(OF_WORDS),
        *sorted(filter(package_needs().wants, package_needs().listed)),
        *sorted(words("domains.spoken", "intl")),
        *"0123456789",
        *".,:;/-+@#$€()[]'\"?!_~%&=*|<>",
        *cell_values("text", "pieces of values"),
    ]
)
_LARGE = sorted({*TEENS, *TENS, *LARGE_ORDINALS})
_LARGE_WORD = re.compile(rf"(?<![^\s'])(?:{'|'.join(_LARGE)})(?![^\s'])(?!'\w)")
_SENTENCES = cell_values("text", "sentences around them")
_PRIVATE = cell_values("text", "private values")


def _check(text: str) -> None:
    spans = _TAGGER.tag([text])[0]
    end = 0
    for span in spans:
        assert end <= span.start < span.end <= len(text)
        assert 0.0 < span.score <= 1.0
        assert text[span.start : span.end].strip()
        end = span.end
    covered = {k for span in spans for k in range(span.start, span.end)}
    assert {k for k, char in enumerate(text) if char in "0123456789"} <= covered


@settings(deadline=None)
@given(st.text())
def test_any_text(text):
    _check(text)


@settings(max_examples=examples(400), deadline=None)
@given(st.lists(_PIECES, max_size=25), st.sampled_from(["", " ", ", ", "-"]))
def test_texts_of_patterns_that_the_finders_match(pieces, joint):
    _check(joint.join(pieces))


@settings(max_examples=examples(400), deadline=None)
@given(st.lists(_PIECES | st.sampled_from(_LARGE), min_size=1, max_size=12).map(" ".join))
@example("' eighteen")
@example("the 'thirty five' club")
def test_no_number_from_ten_up_is_left(text):
    (spans,) = _TAGGER.tag([text])
    covered = {k for span in spans for k in range(span.start, span.end)}
    for match in _LARGE_WORD.finditer(text):
        assert covered.issuperset(range(*match.span()))


@settings(deadline=None)
@given(st.lists(st.lists(_PIECES, max_size=9).map(" ".join), max_size=5))
def test_texts_of_a_block_do_not_affect_each_other(texts):
    assert _TAGGER.tag(texts) == [spans for text in texts for spans in _TAGGER.tag([text])]


def _needless(steps):
    wanted = (step for step in steps if step != VAGUE_DATES)
    return tuple(step._replace(need=NOTHING, also=NOTHING) for step in wanted)


def _met_without_phrases(views):
    met = needs_met(views)
    for view in views:
        view.phrases = {}
    return met


@settings(max_examples=examples(300), deadline=None)
@given(st.lists(_PIECES, max_size=25), st.sampled_from(["", " ", ", "]))
@example([*"cccc", "hundred"], " ")
def test_a_step_finds_nothing_in_a_text_without_its_needs(pieces, joint):
    text = joint.join(pieces)
    chosen = _TAGGER.tag([text])
    with (
        patch.object(tagger, "FORMS", _needless(tagger.FORMS)),
        patch.object(tagger, "VALUES", _needless(tagger.VALUES)),
        patch.object(tagger, "RESTS", _needless(tagger.RESTS)),
        patch.object(tagger, "needs_met", _met_without_phrases),
    ):
        assert _TAGGER.tag([text]) == chosen


@settings(deadline=None)
@given(st.sampled_from(_PRIVATE), st.sampled_from(_SENTENCES), st.sampled_from(_SENTENCES))
def test_surrounding_text_loses_no_span(private, before, after):
    text = f"{before}, {private}, {after}"
    start = len(before) + 2
    inside = [s for s in _TAGGER.tag([text])[0] if s.start < start + len(private) and s.end > start]
    alone = _TAGGER.tag([private])[0]
    assert [(s.start - start, s.end - start, s.label) for s in inside] == [
        (s.start, s.end, s.label) for s in alone
    ]
    assert (alone[0].start, alone[-1].end) == (0, len(private))


@given(st.text())
def test_lengths_are_kept(text):
    assert len(fold_to_ascii(text)) == len(text)
    assert len(lower_same_length(text)) == len(text)


@given(st.characters(categories=("Nd", "No")))
def test_every_digit_becomes_its_ascii_digit(char):
    if char.isdigit():
        assert fold_to_ascii(char) == str(unicodedata.digit(char))
    else:
        assert not fold_to_ascii(char).isdigit()


@given(st.text(st.characters(max_codepoint=127)))
def test_ascii_is_unchanged(text):
    assert fold_to_ascii(text) == text
    assert lower_same_length(text) == text.lower()


@tabled("text", "char expected")
def test_signs_become_plain_ones(char, expected):
    assert fold_to_ascii("a" + char + "b") == "a" + expected + "b"


def test_letters_that_grow_when_lowered_keep_the_offsets():
    assert lower_same_length("İA") == "İa"


# Tabs and runs of spaces between words hide nothing from the `patterns` tagger.
def covered(text):
    """The characters of the text, without white space, of which those in spans are a dot."""
    (spans,) = _TAGGER.tag([text])
    hidden = {at for span in spans for at in range(span.start, span.end)}
    return "".join(
        "." if at in hidden else char for at, char in enumerate(text) if not char.isspace()
    )


@pytest.mark.parametrize("gap", ["  ", "\t", " \u00a0 "], ids=ascii)
@tabled("text", "text left")
def test_wide_gaps_are_those_of_one_space(text, left, gap):
    for each in (text, text.replace(" ", gap)):
        assert covered(each).replace(".", "") == left.replace(".", "")


@pytest.mark.parametrize("gap", ["  ", " \t"], ids=ascii)
def test_what_is_found_with_single_spaces_is_found_with_others(gap):
    lost = []
    for record in records():
        narrow = " ".join(record.text.split(" "))
        before, after = covered(narrow), covered(narrow.replace(" ", gap))
        if any(b == "." != a for b, a in zip(before, after, strict=True)):
            lost.append(record.text)
    assert lost == []


def test_lines_stay_lines_and_offsets_are_those_of_the_text():
    seen = []

    def find(texts):
        seen.extend(texts)
        return [[] for _ in texts]

    assert spans_at_any_width(["a  b\n  c\td \r\n e", "a b\nc"], find) == [[], []]
    assert seen == ["a  b\n  c\td \r\n e", "a b\nc", "a b\n c d \r\n e"]
    (spans,) = _TAGGER.tag(["x  plate  is  ABC   123  x"])
    assert [(span.start, span.end) for span in spans] == [(14, 23)]
