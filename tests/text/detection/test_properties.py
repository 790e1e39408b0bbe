"""Properties that hold for every text."""

from __future__ import annotations

import re
from unittest.mock import patch

from hypothesis import example, given, settings
from hypothesis import strategies as st

from privtool.text.detection import stages
from privtool.text.detection.needs import NOTHING, OF_WORDS
from privtool.text.detection.tagger import PatternTagger
from privtool.text.english.numbers import LARGE_ORDINALS, TEENS, TENS
from privtool.text.lexicon import words
from tests.support.examples import examples
from tests.support.tables import cell_values

_TAGGER = PatternTagger()

# Pieces that matter to the finders, so that random texts get deep into them.
_PIECES = st.sampled_from(
    [
        *sorted(OF_WORDS),
        *sorted(words("domains.spoken", "intl")),
        *"0123456789",
        *".,:;/-+@#$€()[]'\"?!_~%&=*|<>",
        *cell_values("text", "pieces of values"),
    ]
)
_LARGE = sorted({*TEENS, *TENS, *LARGE_ORDINALS})
_LARGE_WORD = re.compile(rf"(?<!\S)(?:{'|'.join(_LARGE)})(?!\S)")
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
    wanted = (step for step in steps if step != stages.VAGUE_DATES)
    return tuple(step._replace(need=NOTHING) for step in wanted)


@settings(max_examples=examples(300), deadline=None)
@given(st.lists(_PIECES, max_size=25), st.sampled_from(["", " ", ", "]))
@example([*"cccc", "hundred"], " ")
def test_a_step_finds_nothing_in_a_text_without_its_needs(pieces, joint):
    text = joint.join(pieces)
    chosen = _TAGGER.tag([text])
    with (
        patch.object(stages, "FORMS", _needless(stages.FORMS)),
        patch.object(stages, "VALUES", _needless(stages.VALUES)),
        patch.object(stages, "RESTS", _needless(stages.RESTS)),
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
