"""Scoring: the log-probability and perplexity of each record by a language model."""

from __future__ import annotations

import math

import msgspec

from privtool.core.blocks import Counts
from privtool.core.fields import text_of
from privtool.core.record import Record
from privtool.interfaces.lm_scoring import Score, Scorer


class LmScoreStage:
    """Adds `logprob`, `tokens` and `perplexity` to records; all else stays as it is."""

    def __init__(self, scorer: Scorer) -> None:
        self._scorer = scorer

    def check(self, record: Record) -> None:
        """Raise `DataError` for a record without text, or with one that cannot be scored."""
        self._scorer.check(text_of(record))

    def process(self, records: list[Record], counts: Counts) -> list[Record]:
        """The records with their scores; adds `tokens` and `millinats` (thousandths of a nat)."""
        if not records:
            return []
        scores = self._scorer.score([text_of(record) for record in records])
        new: list[Record] = []
        for record, score in zip(records, scores, strict=True):
            counts["tokens"] += score.tokens
            new.append(
                msgspec.structs.replace(
                    record,
                    logprob=score.logprob,
                    tokens=score.tokens,
                    perplexity=_perplexity(score),
                )
            )
        counts["millinats"] += round(-1000 * math.fsum(score.logprob for score in scores))
        return new


def _perplexity(score: Score) -> float:
    """The perplexity of a token; 1 for no token, the largest number where it is larger still."""
    if not score.tokens:
        return 1.0
    return math.exp(min(-score.logprob / score.tokens, 700.0))
