"""The guarantees of the tagger as a whole."""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path

from privtool.core.spans import Span
from privtool.text.detection.tagger import PatternTagger
from privtool.text.labels import Label

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
