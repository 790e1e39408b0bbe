"""Recognition of records, and the scores of their hypotheses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

import msgspec
from msgspec import UNSET

from privtool.audio.editing.regions import require_own_audio
from privtool.audio.io.clips import Clip, count_conversions, read_clip
from privtool.audio.io.roots import AudioRoot
from privtool.core.blocks import (
    BlockResult,
    Counts,
    FilterBlock,
    Format,
    Outcome,
    Reject,
    process_batch,
)
from privtool.core.reading import Block
from privtool.core.record import NBestEntry, Record, WordTime
from privtool.interfaces.recognition import Hypothesis, Recognizer
from privtool.stages.eval_scores import EvalSettings, Scored, TurnScores, text_in


class Evaluated(NamedTuple):
    """The result of a block and the scores of its records."""

    result: BlockResult
    scored: list[Scored]

    @property
    def rejects(self) -> list[Reject]:
        return self.result.rejects


class EvalBlock:
    """Recognizes and scores the records of a block."""

    def __init__(self, stage: AsrEvalStage, line_format: Format, keep_going: bool) -> None:
        self._stage, self._filter = stage, FilterBlock(stage, line_format, keep_going)

    def __call__(self, block: Block) -> Evaluated:
        return Evaluated(self._filter(block), self._stage.drain())

    def recognized(self, block: Block) -> BlockResult:
        """Return the result of a block alone."""
        return self(block).result


class _Turn(NamedTuple):
    """A record with its clip, or with its own hypothesis."""

    record: Record
    clip: Clip | None = None
    hypothesis: str = ""


class AsrEvalStage:
    """Adds `hyp`, with times `hyp_words`, with several hypotheses `nbest`, with an LM `lm_weight`.

    A record is written once per weight. Records without `text` are not scored; those with
    `drop_turn` are dropped, as their text does not match the audio.
    """

    def __init__(
        self,
        settings: EvalSettings,
        recognizer: Recognizer | None,
        root: AudioRoot | None,
        fused: bool = False,
    ) -> None:
        """Without a recognizer and a root of audio, score the hypotheses of `hyp_field`.

        With `fused` the recognizer uses a language model at each of its weights.
        """
        self._settings, self._fused = settings, fused
        self._recognizer, self._root = recognizer, root
        self._scores = TurnScores(settings)
        self._scored: list[Scored] = []

    def process(self, records: Sequence[Record], counts: Counts) -> Iterator[Outcome]:
        """Yield the records with hypotheses; count `scored`, `unscored`, `dropped`, `silent`."""
        return process_batch(records, self._read, partial(self._process, counts=counts))

    def drain(self) -> list[Scored]:
        """Return the scores since the last call."""
        scored, self._scored = self._scored, []
        return scored

    def _read(self, record: Record) -> _Turn:
        """Read the audio or the hypothesis of a record, unless its turn is dropped.

        Raise `DataError` for a record that lacks them, has a field of the wrong type, or has no
        hypothesis of the other system.
        """
        if record.drop_turn is True:
            return _Turn(record)
        self._scores.check(record)
        if self._recognizer is None or self._root is None:
            return _Turn(record, hypothesis=text_in(record, str(self._settings.hyp_field)))
        require_own_audio(record)
        return _Turn(record, read_clip(self._root, record, self._recognizer.rate))

    def _process(self, batch: list[_Turn], counts: Counts) -> Iterator[list[Record]]:
        used = [turn for turn in batch if turn.record.drop_turn is not True]
        records = [turn.record for turn in used]
        weights, nbest_lists = self._recognized(used, counts)
        self._scored += self._scores.scored(records, weights, nbest_lists, counts)
        counts["dropped"] += len(batch) - len(used)
        best = [nbest[0].text for of_record in nbest_lists for nbest in of_record[:1] if nbest]
        counts["silent"] += len(used) - sum(bool(text.strip()) for text in best)
        remaining = iter(nbest_lists)
        for turn in batch:
            if turn.record.drop_turn is True:
                yield []
                continue
            weighted = zip(weights, next(remaining), strict=True)
            yield [self._with_hypotheses(turn.record, *each) for each in weighted]

    def _recognized(
        self, turns: Sequence[_Turn], counts: Counts
    ) -> tuple[tuple[float, ...], list[list[list[Hypothesis]]]]:
        """Return the weights and, for each turn and weight, the hypotheses, best first."""
        if self._recognizer is None:
            return (0.0,), [[[Hypothesis(turn.hypothesis, 0.0)]] for turn in turns]
        read = [(turn.record, turn.clip) for turn in turns if turn.clip is not None]
        clips = [clip for _, clip in read]
        for record, clip in read:
            count_conversions(record, clip, counts)
            counts["audio_milliseconds"] += round(1000 * clip.seconds)
        samples = [clip.samples for clip in clips]
        return self._recognizer.weights, self._recognizer.recognize(samples) if clips else []

    def _with_hypotheses(
        self, record: Record, weight: float, nbest: Sequence[Hypothesis]
    ) -> Record:
        best = nbest[0] if nbest else Hypothesis("", 0.0)
        entries = [_nbest_entry(one, self._fused) for one in nbest[: self._settings.nbest]]
        own_weight = record.lm_weight if self._recognizer is None else UNSET
        return msgspec.structs.replace(
            record,
            text=best.text if self._settings.as_text else record.text,
            hyp=best.text,
            hyp_words=UNSET if best.words is None else tuple(map(_rounded, best.words)),
            nbest=UNSET if self._settings.nbest == 1 else entries,
            lm_weight=weight if self._fused else own_weight,
            extra=UNSET,
        )


def _nbest_entry(hypothesis: Hypothesis, with_lm: bool) -> NBestEntry:
    lm_score = round(hypothesis.lm_score, 4) if with_lm else UNSET
    return NBestEntry(hypothesis.text, round(hypothesis.score, 4), lm_score)


def _rounded(word: WordTime) -> WordTime:
    score = word.score if word.score is UNSET else round(word.score, 3)
    return WordTime(word.word, round(word.start, 3), round(word.end, 3), score)
