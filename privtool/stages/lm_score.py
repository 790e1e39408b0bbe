"""Scoring: the log-probability and perplexity of each record by a language model."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

import msgspec

from privtool.core.blocks import Counts, Outcome, process_batch
from privtool.core.record import Record, text_of
from privtool.interfaces.lm_scoring import Score, Scorer


class LmScoreStage(NamedTuple):
    """Adds `logprob`, `tokens` and `perplexity` to records; other fields do not change."""

    scorer: Scorer

    def process(self, records: Sequence[Record], counts: Counts) -> Iterator[Outcome]:
        """Yield the records with scores; at the end add `tokens` and `millinats` to `counts`."""
        scores: list[Score] = []
        yield from process_batch(records, self._with_text, partial(self._process, scores=scores))
        counts["tokens"] += sum(score.tokens for score in scores)
        counts["millinats"] += round(-1000 * math.fsum(score.logprob for score in scores))

    def _with_text(self, record: Record) -> tuple[Record, str]:
        """Return the record and its text. Raise `DataError` if it cannot be scored."""
        text = text_of(record)
        self.scorer.check(text)
        return record, text

    def _process(
        self, batch: list[tuple[Record, str]], scores: list[Score]
    ) -> Iterator[list[Record]]:
        new_scores = self.scorer.score([text for _, text in batch])
        scores += new_scores
        for (record, _), score in zip(batch, new_scores, strict=True):
            perplexity = _perplexity(score)
            yield [msgspec.structs.replace(record, perplexity=perplexity, **score._asdict())]


def _perplexity(score: Score) -> float:
    """Return the perplexity per token, at most exp(700); 1 without tokens."""
    if not score.tokens:
        return 1.0
    return math.exp(min(-score.logprob / score.tokens, 700.0))
