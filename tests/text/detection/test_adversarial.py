"""Records written to slip through: nothing private survives the `patterns` tagger."""

from __future__ import annotations

import pytest

from privtool.stages.tagging_steps import whole_names
from privtool.text.detection.tagger import PatternTagger
from privtool.text.words import words
from tests.support.adversarial import Adversarial, records

TAGGER = whole_names(PatternTagger(), other_scripts=False)


def _leaks(record: Adversarial) -> bool:
    """Return whether a private word lies outside all spans."""
    covered: set[int] = set()
    for span in TAGGER.tag([record.text])[0]:
        covered.update(range(span.start, span.end))
    return any(
        any(record.text[k].isalnum() and k not in covered for k in range(word.start, word.end))
        and any(start < word.end and word.start < end for start, end in record.private)
        for word in words(record.text)
    )


def test_there_are_enough_records():
    assert len(records()) >= 500
    assert len({record.kind for record in records()}) >= 40


@pytest.mark.parametrize("kind", sorted({record.kind for record in records()}))
def test_nothing_private_survives(kind):
    assert [record.text for record in records() if record.kind == kind and _leaks(record)] == []
