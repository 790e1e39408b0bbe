"""How many adversarial records leak by kind: the numbers may only fall."""

from __future__ import annotations

from collections import Counter

import pytest

from privtool.stages.whole_names import WholeNames
from privtool.text.detection.tagger import PatternTagger
from privtool.text.word_lists import WordList, load_allow_list
from privtool.text.words import words
from tests.support.adversarial import Adversarial, records

# Kinds of which `patterns` lets some through; joining `allowList` masks none of them.
LEAKS = {
    "account, distracted": 2,
    "ip, distracted": 2,
    "date, distracted": 3,
    "code, distracted": 3,
    "surname, distracted": 2,
    "e-mail, distracted": 1,
    "address, distracted": 5,
}
TAGGER = WholeNames(PatternTagger(), other_scripts=False)


def _leaks(record: Adversarial, kept: WordList | None = None) -> bool:
    """Return whether a private word lies outside all spans (and in the list of kept words)."""
    covered: set[int] = set()
    for span in TAGGER.tag([record.text])[0]:
        covered.update(range(span.start, span.end))
    return any(
        any(record.text[k].isalnum() and k not in covered for k in range(word.start, word.end))
        and any(start < word.end and word.start < end for start, end in record.private)
        and (kept is None or kept.keeps(word.key))
        for word in words(record.text)
    )


def test_there_are_enough_records():
    assert len(records()) >= 500
    assert len({record.kind for record in records()}) >= 40


@pytest.mark.parametrize("joined", [False, True], ids=["patterns", "patterns and allowList"])
def test_no_kind_leaks_more_than_it_did(joined):
    kept = load_allow_list() if joined else None
    leaks = Counter(record.kind for record in records() if _leaks(record, kept))
    assert dict(leaks) == LEAKS
