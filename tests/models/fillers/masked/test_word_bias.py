"""What is added to the scores of words: in rankings and in guesses."""

from math import log2

import pytest

from privtool.core.model_options import Runtime
from privtool.interfaces.filling import Wanted, WordBias
from privtool.models.fillers.load import load_filler
from privtool.text.words import key_of
from tests.support.tiny_models import SENTENCES, WORDS, resolved, tiny_bert

BIAS = WordBias({WORDS[0]: 5.0, WORDS[1]: -3.0}, 0.5)


@pytest.fixture(scope="module")
def filler(tmp_path_factory):
    folder = tiny_bert(tmp_path_factory.mktemp("model") / "filler")
    return load_filler(resolved(folder), Runtime("cpu", "fp32"))


def ranked(filler, wants):
    draft = filler.draft(["", SENTENCES[0]])
    rankings = filler.rank([draft] * len(wants), wants, 10**6)
    return [{c.word: c.score for c in ranking.best.all()} for ranking in rankings]


def test_scores_are_moved_for_the_slots_that_ask_for_it(filler):
    plain, moved, again = ranked(
        filler, [Wanted(None, ()), Wanted(None, (), (), BIAS), Wanted(None, ())]
    )
    assert plain == again
    for word, score in plain.items():
        expected = score + BIAS.words.get(key_of(word), BIAS.other)
        assert moved[word] == pytest.approx(expected, abs=1e-5)


def test_guesses_follow_them(filler):
    (moved,) = ranked(filler, [Wanted(None, (), (), BIAS)])
    draft = filler.draft(["", SENTENCES[0]])
    (guess,) = filler.guess([draft], [Wanted(None, (), (), BIAS)], [[WORDS[0]]], 3)
    order = sorted(moved, key=lambda word: -moved[word])
    assert list(guess.words) == order[:3]
    (rank,) = guess.ranks
    highest = max(moved.values())
    total = sum(2.718281828459045 ** (score - highest) for score in moved.values())
    of_word = sum(
        2.718281828459045 ** (score - highest)
        for word, score in moved.items()
        if key_of(word) == WORDS[0]
    )
    assert rank.bits == pytest.approx(-log2(of_word / total), abs=1e-3)
