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

UNIFORM, PROPORTIONAL, STATIC, UNIMAX = "uniform", "proportional", "static", "unimax"
NGRAM, ADAPTIVE, CUMULATIVE = "ngram-opt", "adaptive", "cumulative"
REGRESSION, AIOLI = "regression", "aioli"
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


def unimax_weights(
    records: Sequence[int], targets: Sequence[int], budget: int, cap: int
) -> Weights:
    """Return weights that are as equal as a cap on the repetitions of a corpus allows.

    `records` and `targets` are the sizes of the corpora in records and tokens. `budget` tokens are
    shared equally; a corpus that would be seen more than `cap` times gets its size times `cap`, and
    the others share the rest. As records are what is drawn, the shares of tokens are converted
    to shares of records.
    Source: Chung et al. 2023, UniMax, algorithm 1.
    """
    sizes = np.array(targets, np.float64)
    shares = np.zeros(len(sizes))
    left = float(budget)
    for rank, corpus in enumerate(np.argsort(sizes, kind="stable")):
        shares[corpus] = min(left / (len(sizes) - rank), cap * sizes[corpus])
        left -= shares[corpus]
    drawn = shares * np.array(records, np.float64) / sizes
    weights: Weights = drawn / drawn.sum()
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
