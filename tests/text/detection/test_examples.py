"""Every example of `tests/data/examples/`: the taggers find what they must, and leave the rest."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial

import pytest

from privtool.core.spans import Span
from privtool.text.detection.identifiers import package_matcher
from privtool.text.detection.names.inner_capitals import InnerCapitals
from privtool.text.detection.names.public_words import without_public_words
from privtool.text.detection.names.scripts import other_script_words
from privtool.text.detection.names.tagger import NameTagger
from privtool.text.detection.tagger import PatternTagger
from privtool.text.detection.view import TextView
from privtool.text.labels import Label
from tests.support.detection_examples import Example, examples

Marks = Sequence[tuple[int, int]]
_NAMES = "names in any case"
_LEAST = 0.5


def _tagged(tagger: PatternTagger | NameTagger | InnerCapitals, text: str, _: Marks) -> list[Span]:
    return tagger.tag([text])[0]


def _kept(
    filtered: Callable[[str, Sequence[Span]], list[Span]], score: float, text: str, marks: Marks
) -> list[Span]:
    """Return what a filter keeps of the marks, found as persons."""
    return filtered(text, [Span(*mark, Label.PERSON.value, score) for mark in marks])


_TAGGERS: dict[str, Callable[[str, Marks], list[Span]]] = {
    "patterns": partial(_tagged, PatternTagger()),
    "all dates": partial(_tagged, PatternTagger(all_dates=True)),
    "names": partial(_tagged, NameTagger()),
    _NAMES: partial(_tagged, NameTagger()),
    "capitals": partial(_tagged, InnerCapitals()),
    "scripts": lambda text, _: list(other_script_words(text)),
    "handles": lambda text, _: package_matcher("handles").find(TextView(text)),
    "public words": partial(_kept, without_public_words, 0.5),
    "form words": partial(_kept, without_public_words, 0.9),
}


@pytest.mark.parametrize("example", examples(), ids=lambda example: example.place)
def test_example(example: Example) -> None:
    casings = (str, str.lower, str.upper) if example.tagger == _NAMES else (str,)
    for casing in casings:
        text = casing(example.text)
        check = _CHECKS[example.must]
        spans = _TAGGERS[example.tagger](text, example.marks)
        shown = [(text[span.start : span.end], span.label, span.score) for span in spans]
        assert check(example, text, spans), (example.about, text, shown)


def _finds(example: Example, _: str, spans: Sequence[Span]) -> bool:
    spans = [span for span in spans if span.score >= min(_LEAST, example.score)]
    return _places(spans) == example.marks and all(
        example.label in (span.label, "*") and span.score >= example.score for span in spans
    )


def _finds_only(example: Example, _: str, spans: Sequence[Span]) -> bool:
    of_label = [s for s in spans if s.label == example.label and s.score >= example.score]
    return _places(of_label) == example.marks


def _leaves(example: Example, _: str, spans: Sequence[Span]) -> bool:
    return not any(span.score >= example.score for span in spans)


def _hides(example: Example, text: str, spans: Sequence[Span]) -> bool:
    covered = _covered(_places(span for span in spans if span.score >= example.score))
    return {at for at in _covered(example.marks) if text[at].isalnum()} <= covered


def _covers(example: Example, text: str, spans: Sequence[Span]) -> bool:
    covered = _covered(_places(span for span in spans if span.score >= example.score))
    return _hides(example, text, spans) and covered <= _covered(example.marks)


_CHECKS: dict[str, Callable[[Example, str, Sequence[Span]], bool]] = {
    "find": _finds,
    "only": _finds_only,
    "leave": _leaves,
    "hide": _hides,
    "cover": _covers,
}


def _places(spans: Iterable[Span]) -> list[tuple[int, int]]:
    return [(span.start, span.end) for span in spans]


def _covered(places: Marks) -> set[int]:
    return {at for start, end in places for at in range(start, end)}
