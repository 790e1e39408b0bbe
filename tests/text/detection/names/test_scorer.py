"""The scorer of names: its weights, and what known names reveal."""

import numpy as np
import pytest
from scipy.sparse import csr_matrix

from privtool.text.detection.names.cased_words import CasedWords
from privtool.text.detection.names.tagger import NameScorer
from privtool.text.lexicon import DATA, rows
from tests.support.tables import tabled
from tools.name_weights import _solved

_MOST = 20_000  # bytes


def test_the_weights_are_few_and_each_once():
    features = [feature for feature, _ in rows("name_weights")]
    assert (DATA / "en" / "name_weights.tsv").stat().st_size <= _MOST
    assert features == sorted(set(features))


@tabled("text", "text kind")
def test_lists_say_what_a_word_is(text, kind):
    assert NameScorer(CasedWords(text)).kinds[-1] == kind


def test_known_names_reveal_the_rest_of_them():
    text = CasedWords("it was xulbert kowalczyk who left early")
    scorer = NameScorer(text)
    assert scorer.revealed([2]) >= {2, 3}
    assert scorer.revealed([]) == frozenset()


def test_a_cue_or_a_verb_of_persons_makes_a_name_expected():
    expected = NameScorer(CasedWords("my name is table"))
    assert [expected.expects(index, 3) for index in range(4)] == [False, False, False, True]
    assert NameScorer(CasedWords("the table said so")).expects(1, 3)


def test_what_tells_names_from_words_gets_the_weight():
    always, tells, noise = np.ones(200), np.arange(200) % 2, np.arange(200) // 2 % 2
    weights = _solved(csr_matrix(np.column_stack([always, tells, noise])), tells.astype(float))
    assert weights[1] > 2
    assert weights[0] < 0
    assert weights[2] == pytest.approx(0)
