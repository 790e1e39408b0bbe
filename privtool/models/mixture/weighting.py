"""Corpus weights that are known before training."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from privtool.models.lm.dataset import Corpus
from privtool.models.lm.ngram import ngram_logprobs
from privtool.models.lm.perplexity import record_sums
from privtool.models.lm.word_tokenizer import Specials
from privtool.models.mixture.em import mixture_weights
from privtool.models.mixture.sampler import Weights
from privtool.models.mixture.token_files import MixedCorpus

PROPORTIONAL, STATIC, NGRAM, ADAPTIVE = "proportional", "static", "ngram-opt", "adaptive"
RECORD, TOKEN = "record", "token"


class TargetText(NamedTuple):
    """The text that the weights are fitted to, and the unit: RECORD or TOKEN."""

    text: Corpus
    specials: Specials
    unit: str


def proportional_weights(sources: Sequence[MixedCorpus]) -> Weights:
    """Return weights by the number of records, as if all corpora were one."""
    sizes = np.array([source.corpus.sentences for source in sources], np.float64)
    weights: Weights = sizes / sizes.sum()
    return weights


def ngram_weights(
    sources: Sequence[MixedCorpus], target: Corpus, order: int, entries: int, end: int, unit: str
) -> Weights:
    """Return the weights of the corpora's n-gram models that fit a text best (Raju 2019)."""
    corpora = [source.corpus for source in sources]
    logprobs = ngram_logprobs(corpora, target, order, entries, end)
    columns = [by_unit(column, target, unit) for column in logprobs.T]
    return mixture_weights(np.stack(columns, axis=1)).weights


def by_unit(logprobs: NDArray[np.float64], text: Corpus, unit: str) -> NDArray[np.float64]:
    """Return log-probabilities (targets), summed by record if that is the unit."""
    return logprobs if unit == TOKEN else record_sums(logprobs, text)
