"""Signals of records for membership inference, and the losses of canaries."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from privtool.audit.canaries import Pattern
from privtool.audit.counts import unit_of
from privtool.audit.model_figures import LOSS, RATIO, REFERENCE, Signals, loss_signal, ratio_signal
from privtool.core.blocks import process_batch
from privtool.core.errors import DataError
from privtool.core.record import Record, text_of
from privtool.interfaces.lm_scoring import TokenScorer
from privtool.stages.audit_block import Audited

Floats = NDArray[np.float64]
_BATCH = 1024  # canaries


class ScoredRecords(NamedTuple):
    """Records with their signals, hashes of their texts; counts of those without signals."""

    signals: Signals
    texts: NDArray[np.uint64]
    skipped: Counter[str]


@dataclass(slots=True)
class AuditModelStage:
    """Scores the tokens of records by a model and by references that did not see them.

    Records of `canaries` are left out: what is known of them says nothing of others.
    """

    model: TokenScorer
    references: Sequence[TokenScorer]
    unit: Sequence[str]
    canaries: frozenset[str]
    _found: list[tuple[str, int, list[float]]] = field(default_factory=list)
    _skipped: Counter[str] = field(default_factory=Counter)

    @property
    def names(self) -> list[str]:
        return [LOSS, REFERENCE, RATIO] if self.references else [LOSS]

    def audit(self, records: Iterable[Record]) -> Iterator[Audited | str]:
        return process_batch(records, self._checked, self._audited)

    def _checked(self, record: Record) -> tuple[str, str] | None:
        """Return text and unit, None for a canary. Raise `DataError` if it cannot be scored."""
        if record.id in self.canaries:
            return None
        text = text_of(record)
        for scorer in (self.model, *self.references):
            scorer.check(text)
        return text, unit_of(record, self.unit)

    def _audited(self, batch: Sequence[tuple[str, str] | None]) -> list[Audited]:
        wanted = [each for each in batch if each is not None]
        self._skipped["canaries"] += len(batch) - len(wanted)
        texts = [text for text, _ in wanted]
        losses = self.model.token_losses(texts)
        others = [reference.token_losses(texts) for reference in self.references]
        for (text, unit), own, *theirs in zip(wanted, losses, *others, strict=True):
            if not len(own):
                self._skipped["without tokens"] += 1
                continue
            row = [loss_signal(own)]
            if theirs:
                row.append(float(np.mean([loss_signal(each) for each in theirs])))
                row.append(float(np.mean([ratio_signal(own, each) for each in theirs])))
            self._found.append((unit, _hash(text), row))
        return [
            Audited(each[1] if each else "", Counter(), counted=each is not None) for each in batch
        ]

    def drain(self) -> ScoredRecords:
        """Return the records since the last call."""
        found, self._found = self._found, []
        skipped, self._skipped = self._skipped, Counter()
        rows = np.array([row for _, _, row in found]).reshape(len(found), len(self.names))
        return ScoredRecords(
            Signals(dict(zip(self.names, rows.T, strict=True)), [unit for unit, _, _ in found]),
            np.array([text for _, text, _ in found], np.uint64),
            skipped,
        )


def joined(parts: Sequence[ScoredRecords]) -> ScoredRecords:
    """Return the records of all parts, of which there is at least one."""
    names = parts[0].signals.values
    return ScoredRecords(
        Signals(
            {name: np.concatenate([part.signals.values[name] for part in parts]) for name in names},
            [unit for part in parts for unit in part.signals.units],
        ),
        np.concatenate([part.texts for part in parts]),
        sum((part.skipped for part in parts), Counter()),
    )


def _hash(text: str) -> int:
    digest = hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8)
    return int.from_bytes(digest.digest(), "big")


def secret_losses(scorer: TokenScorer, pattern: Pattern, texts: Sequence[str]) -> Floats:
    """Return -log p(secret words | others) of canaries. Raise `DataError` for an unknown word."""
    losses: list[float] = []
    closing = max(len(scorer.framed("")) - 1, 0)  # special tokens after a text
    for start in range(0, len(texts), _BATCH):
        batch = texts[start : start + _BATCH]
        for text, of_tokens in zip(batch, scorer.token_losses(batch), strict=True):
            ids = scorer.framed(text)
            if scorer.unknown in ids[1:]:
                raise DataError("the model does not have all words of the canaries")
            loss = 0.0
            for first, end in pattern.secret_spans(text):
                before = _shared(scorer.framed(text[:first].rstrip(" ")), ids)
                after = min(_shared(scorer.framed(text[:end]), ids), len(ids) - closing)
                loss += float(of_tokens[max(before - 1, 0) : after - 1].sum())
            losses.append(loss)
    return np.array(losses)


def _shared(start: Iterable[int], ids: Iterable[int]) -> int:
    """Return how many ids a text shares with its start, which may end with a special token."""
    pairs = zip(start, ids, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
