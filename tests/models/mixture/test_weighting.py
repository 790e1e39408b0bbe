"""The mathematics of corpus weights, against examples worked by hand."""

import numpy as np

from privtool.models.lm.dataset import Corpus
from privtool.models.mixture.token_files import MixedCorpus
from privtool.models.mixture.weighting import (
    RECORD,
    TOKEN,
    by_unit,
    ngram_weights,
    proportional_weights,
)

END = 1


def corpus_of(*sentences):
    bounds = np.cumsum([0, *map(len, sentences)]).astype(np.int64)
    flat = np.array([i for s in sentences for i in s], np.int32)
    return Corpus(flat, bounds, len(flat))


ONE, TWO = corpus_of([3, 4], [4, 3, 4], [3]), corpus_of([5, 6, 7], [7, 5, 6, 7])


def test_units():
    text = corpus_of([3], [])
    logs = np.array([-1.0, -3.0, -5.0])
    assert by_unit(logs, text, TOKEN).tolist() == logs.tolist()
    assert by_unit(logs, text, RECORD).tolist() == [-4, -5]


def test_fixed_weights():
    sources = [MixedCorpus(str(n), c, "", 0, 0) for n, c in enumerate((ONE, TWO))]
    assert proportional_weights(sources).tolist() == [3 / 5, 2 / 5]
    for unit in (RECORD, TOKEN):
        found = ngram_weights(sources, corpus_of([3, 4], [4]), 2, 9, END, unit)
        assert found[0] > 0.8
