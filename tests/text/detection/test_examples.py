"""Every example of `tests/data/examples/`: the taggers find what they must, and leave the rest."""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path

import pytest

from privtool.core.errors import DataError
from privtool.core.spans import Span
from privtool.text.detection.identifiers import package_matcher
from privtool.text.detection.names.public_words import without_public_words
from privtool.text.detection.tagger import PatternTagger
from privtool.text.detection.unseen import other_script_words
from privtool.text.detection.user_rules import RuleFinder, read_tested_rules
from privtool.text.detection.view import TextView
from privtool.text.labels import Label
from privtool.text.rules.rule import Rule
from tests.support.detection_examples import Example, examples
from tests.support.tables import cases

Marks = Sequence[tuple[int, int]]
_LEAST = 0.5


def _tagged(tagger: PatternTagger, text: str, _: Marks) -> list[Span]:
    return tagger.tag([text])[0]


def _kept(
    filtered: Callable[[str, Sequence[Span]], list[Span]], score: float, text: str, marks: Marks
) -> list[Span]:
    """Return what a filter keeps of the marks, found as persons."""
    return filtered(text, [Span(*mark, Label.PERSON.value, score) for mark in marks])


_TAGGERS: dict[str, Callable[[str, Marks], list[Span]]] = {
    "patterns": partial(_tagged, PatternTagger()),
    "all dates": partial(_tagged, PatternTagger(all_dates=True)),
    "scripts": lambda text, _: list(other_script_words(text)),
    "handles": lambda text, _: package_matcher("handles").find(TextView(text)),
    "public words": partial(_kept, without_public_words, 0.5),
    "form words": partial(_kept, without_public_words, 0.9),
}


@pytest.mark.parametrize("example", examples(), ids=lambda example: example.place)
def test_example(example: Example) -> None:
    text = example.text
    spans = _TAGGERS[example.tagger](text, example.marks)
    shown = [(text[span.start : span.end], span.label, span.score) for span in spans]
    assert _CHECKS[example.must](example, text, spans), (example.about, text, shown)


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


# The guarantees of the tagger as a whole.
_ROOT = Path(__file__).resolve().parents[3]
_TEXTS = [
    "call 415-555-0142 or mail anna@example.com by March 5th",
    "",
    "nothing here",
    "card 4111 1111 1111 1111",
]


def test_one_list_of_spans_per_text_whatever_the_batch():
    together = PatternTagger().tag(_TEXTS)
    assert together == [PatternTagger().tag([text])[0] for text in _TEXTS]
    assert [len(spans) for spans in together] == [3, 0, 0, 1]
    assert PatternTagger().tag([]) == []


def test_labels_are_those_of_the_project():
    known = {label.value for label in Label}
    assert all(span.label in known for spans in PatternTagger().tag(_TEXTS) for span in spans)


def test_pickling_changes_nothing():
    original = PatternTagger()
    copy = pickle.loads(pickle.dumps(original))
    assert copy.tag(_TEXTS) == original.tag(_TEXTS)


def test_spans_of_an_earlier_stage_are_hidden():
    text = "https://example.com/2024-03-05/415-555-0142?mail=a@example.com"
    assert PatternTagger().tag([text])[0] == [Span(0, len(text), "URL", 1.0, rule="url")]


def test_importing_and_plain_text_load_no_heavy_library():
    code = (
        "import sys; from privtool.text.detection.tagger import PatternTagger;"
        "PatternTagger().tag(['how are you, my friend', 'see you in march', 'it is 5 pm']);"
        "print(*sorted({name.partition('.')[0] for name in sys.modules}))"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], cwd=_ROOT, capture_output=True, text=True, check=True
    )
    loaded = set(result.stdout.split())
    assert "privtool" in loaded
    assert not loaded & {"torch", "transformers", "flair", "numpy", "phonenumbers", "stdnum"}


# Rules that users bring are tried when they are read, and work beside those of the package.
TICKETS = r"""
[[rule]]
id = "own.ticket"
label = "ticket"
pattern = 'TCK-\d{3}'
finds = ["see «TCK-471»"]
leaves = ["see TCK-4711"]
"""
BADGES = r"""
[[rule]]
id = "own.badge"
label = "ID"
cued = '[A-Z]\d{4}'
cues = ["dienstmarke"]
finds = ["Dienstmarke K2207 «K2207»"]
"""


def read(tmp_path, text):
    path = tmp_path / "own.toml"
    path.write_text(text, encoding="utf-8")
    return read_tested_rules([path])[0]


def test_rules_find_with_cues_and_labels_of_their_own(tmp_path):
    rules = read(tmp_path, TICKETS + BADGES.replace("K2207 «", "«"))
    text = "tck-471, K2207, and dienstmarke A1234"
    found = [(text[s.start : s.end], s.label) for s in RuleFinder(rules).find(text)]
    assert found == [("tck-471", "TICKET"), ("A1234", "ID")]


@pytest.mark.parametrize(
    ("old", "new", "message"), cases("text", "a rule that fails is refused with the reason")
)
def test_a_rule_that_fails_is_refused_with_the_reason(tmp_path, old, new, message):
    with pytest.raises(DataError, match=message):
        read(tmp_path, TICKETS.replace(old, new))


def test_rules_may_be_over_words(tmp_path):
    words = """
[[rule]]
id = "own.shift"
label = "SHIFT"
phrases = ['shift «{small}»']
finds = ["the shift «twelve» crew"]

[[rule]]
id = "own.bay"
label = "BAY"
phrases = ['bay «{DIGITS2} (east|west)»']
finds = ["park in bay «12 west» today"]
"""
    text = "shift seven in bay 40 east"
    found = [(text[s.start : s.end], s.label) for s in RuleFinder(read(tmp_path, words)).find(text)]
    assert found == [("seven", "SHIFT"), ("40 east", "BAY")]


def test_rules_of_users_find_across_tabs_and_wide_gaps_as_those_of_the_package_do():
    finder = RuleFinder([Rule(id="own.bay", label="BAY", pattern="bay [a-z]{4}", finds=("",))])
    assert [span[:2] for span in finder.find("bay\teast, bay  west")] == [(0, 8), (10, 19)]


def test_a_cued_pattern_needs_its_cue_right_before(tmp_path):
    with pytest.raises(DataError, match=r"own\.badge: it does not find"):
        read(tmp_path, BADGES)
