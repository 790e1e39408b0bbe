"""What a speaker says between the parts of a value does not end it."""

import pytest

from benchmarks.support.dictation import KINDS, generated
from benchmarks.support.hesitant_speech import CLEAN, DISTRACTED, HESITANT
from benchmarks.text.dictation import surviving
from privtool.text.detection.tagger import PatternTagger

_TAGGER = PatternTagger()
_WORDED = ("e-mail", "address")  # kinds with words that are not digits or letters


@pytest.mark.parametrize("kind", KINDS)
def test_dictation(kind):
    for manner, worded, number in ((CLEAN, 0.05, 0.01), (HESITANT, 0.1, 0.02)):
        texts = generated(kind, manner, 200, 1)
        tagged = _TAGGER.tag([dictation.text for dictation in texts])
        leaks = [surviving(*pair) for pair in zip(tagged, texts, strict=True)]
        assert sum(map(bool, leaks)) <= len(leaks) * (worded if kind in _WORDED else number)


@pytest.mark.parametrize("kind", KINDS)
def test_distractions(kind):
    texts = generated(kind, DISTRACTED, 200, 1)
    tagged = _TAGGER.tag([dictation.text for dictation in texts])
    leaks = [surviving(*pair) for pair in zip(tagged, texts, strict=True)]
    assert sum(map(bool, leaks)) <= 0.05 * len(leaks)
