"""Recognition of records, and the scores of their hypotheses."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

import msgspec
from msgspec import UNSET, UnsetType

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
from privtool.core.errors import DataError, option
from privtool.core.reading import Block
from privtool.core.record import (
    Id,
    NBestEntry,
    Record,
    WordTime,
    check_spans,
    field_of,
    id_of,
    missing,
    text_of,
)
from privtool.interfaces.speech import Hypothesis, Recognizer
from privtool.text.gaps import gaps_to_spaces
from privtool.text.scoring.alignment import SCLITE, WordPair, markup_in
from privtool.text.scoring.scorer import Scoring, ScoringInput

SPEAKER, NO_UNIT = "speaker", "none"  # else each turn is a unit
OF_SPEAKER = "speaker "  # starts the units that are speakers


class EvalSettings(NamedTuple):
    """What to score and report.

    `hyp_field` names the field with the hypotheses of another system; `against` maps record ids to
    the hypotheses of a system to compare with. `unit` is resampled: speakers or turns. Records get
    `nbest` hypotheses if it is over 1, and with `as_text` the best one as their text. `show` keeps
    alignments for the HTML report.
    """

    scoring: Scoring
    hyp_field: str | None = None
    against: Mapping[Id, str] | None = None
    unit: str = SPEAKER
    nbest: int = 1
    as_text: bool = False
    show: bool = False


class Scored(NamedTuple):
    """The counts of a record for this system at one weight, and for the other system.

    For hypotheses from the records, `weight` is their `lm_weight`, None without one.
    """

    weight: float | None
    id: Id
    unit: str | None
    counts: Counts
    other: Counts | None
    aligned: list[WordPair] | None


def text_in(record: Record, name: str) -> str:
    """Return the text of a field. Raise `DataError` for a missing field or another type."""
    value = field_of(record, name)
    if value is UNSET:
        raise missing(name)
    if not isinstance(value, str):
        raise DataError(f"field '{name}' is not a text")
    return value


class Evaluated(NamedTuple):
    """The result of a block and the scores of its records."""

    result: BlockResult
    scored: list[Scored]

    @property
    def rejects(self) -> list[Reject]:
        return self.result.rejects


def eval_block(
    stage: AsrEvalStage, line_format: Format, keep_going: bool
) -> Callable[[Block], Evaluated]:
    """Return what recognizes and scores the records of a block."""
    filtered = FilterBlock(stage, line_format, keep_going)
    return lambda block: Evaluated(filtered(block), stage.drain())


# A record with its clip, or with its own hypothesis; None where the turn is dropped.
_Turn = tuple[Record, Clip | str | None]


@dataclass(slots=True)
class AsrEvalStage:
    """Adds `hyp`, with times `hyp_words`, with several hypotheses `nbest`, with an LM `lm_weight`.

    A record is written once per weight. Records without `text` are not scored; those with
    `drop_turn` are dropped, as their text does not match the audio. Without a recognizer and a root
    of audio, the hypotheses of `hyp_field` are scored. With `fused` the recognizer uses a language
    model at each of its weights.
    """

    settings: EvalSettings
    recognizer: Recognizer | None
    root: AudioRoot | None
    fused: bool = False
    _scored: list[Scored] = field(default_factory=list)

    def process(self, records: Sequence[Record], counts: Counts) -> Iterator[Outcome]:
        """Yield the records with hypotheses; count `scored`, `unscored`, `dropped`, `silent`."""
        read = partial(self._read, counts=counts)
        return process_batch(records, read, partial(self._process, counts=counts))

    def drain(self) -> list[Scored]:
        """Return the scores since the last call."""
        scored, self._scored = self._scored, []
        return scored

    def _read(self, record: Record, counts: Counts) -> _Turn:
        """Read audio or hypothesis, unless the turn is dropped. Raise `DataError` without them."""
        if record.drop_turn is True:
            return record, None
        self._check(record)
        if self.recognizer is None or self.root is None:
            return record, text_in(record, str(self.settings.hyp_field))
        require_own_audio(record)
        clip = read_clip(self.root, record, self.recognizer.rate)
        count_conversions(record, clip, counts)
        return record, clip

    def _process(self, batch: list[_Turn], counts: Counts) -> Iterator[list[Record]]:
        used = [(record, given) for record, given in batch if given is not None]
        weights, nbest_lists = self._recognized([given for _, given in used])
        records = [record for record, _ in used]
        self._scored += self._score(records, weights, nbest_lists, counts)
        counts["dropped"] += len(batch) - len(used)
        best = [nbest[0].text for of_record in nbest_lists for nbest in of_record[:1] if nbest]
        counts["silent"] += len(used) - sum(bool(text.strip()) for text in best)
        remaining = iter(nbest_lists)
        for record, given in batch:
            weighted = [] if given is None else zip(weights, next(remaining), strict=True)
            yield [self._with_hypotheses(record, *each) for each in weighted]

    def _recognized(
        self, turns: Sequence[Clip | str]
    ) -> tuple[tuple[float, ...], list[list[list[Hypothesis]]]]:
        """Return the weights and, for each turn and weight, the hypotheses, best first."""
        if self.recognizer is None:
            return (0.0,), [[[Hypothesis(str(given), 0.0)]] for given in turns]
        samples = [given.samples for given in turns if isinstance(given, Clip)]
        return self.recognizer.weights, self.recognizer.recognize(samples) if samples else []

    def _with_hypotheses(
        self, record: Record, weight: float, nbest: Sequence[Hypothesis]
    ) -> Record:
        best = nbest[0] if nbest else Hypothesis("", 0.0)
        entries = [
            NBestEntry(
                one.text, round(one.score, 4), round(one.lm_score, 4) if self.fused else UNSET
            )
            for one in nbest[: self.settings.nbest]
        ]
        text = best.text if self.settings.as_text else record.text
        record = msgspec.structs.replace(record, text=text, hyp=best.text, extra=UNSET)
        if self.settings.hyp_field == "hyp":
            return record  # with the times and guesses of its own hypothesis
        own_weight = record.lm_weight if self.recognizer is None else UNSET
        return msgspec.structs.replace(
            record,
            hyp_words=UNSET if best.words is None else tuple(map(_rounded, best.words)),
            nbest=UNSET if self.settings.nbest == 1 else entries,
            lm_weight=weight if self.fused else own_weight,
        )

    def _check(self, record: Record) -> None:
        """Raise `DataError` for a record that cannot be scored."""
        if record.text is UNSET:
            return
        check_spans((record.masks or ()), len(record.text), "masks")
        check_spans((record.entities or ()), len(record.text), "entities")
        if self.settings.against is not None:
            self._other(record)

    def _score(
        self,
        records: Sequence[Record],
        weights: Sequence[float],
        nbest_lists: Sequence[Sequence[Sequence[Hypothesis]]],
        counts: Counts,
    ) -> list[Scored]:
        """Return the scores of all records with a text, at all weights.

        Count `scored`, `unscored`, `alone` (without a speaker, their unit) and `markup` as words.
        """
        settings = self.settings
        reads_markup = settings.scoring.normalization == SCLITE
        weighted: list[tuple[Record, float | None]] = []
        inputs: list[ScoringInput] = []
        others: list[ScoringInput] = []
        for record, of_record in zip(records, nbest_lists, strict=True):
            if record.text is UNSET:
                counts["unscored"] += 1
                continue
            counts["scored"] += 1
            counts["markup"] += 0 if reads_markup else markup_in(record.text)
            counts["alone"] += settings.unit == SPEAKER and self._speaker(record) is UNSET
            own_weight = None if record.lm_weight is UNSET else record.lm_weight
            for weight, nbest in zip(weights, of_record, strict=True):
                weighted.append((record, weight if settings.hyp_field is None else own_weight))
                inputs.append(self._input(record, nbest[0].text if nbest else ""))
                if settings.against is not None:
                    others.append(self._input(record, self._other(record)))
        compared = settings.scoring.score(others) if others else [None] * len(inputs)
        scores = zip(weighted, settings.scoring.score(inputs), compared, strict=True)
        return [
            Scored(
                weight,
                id_of(record),
                self._unit(record),
                own,
                None if other is None else other[1],
                aligned if settings.show else None,
            )
            for (record, weight), (aligned, own), other in scores
        ]

    def _input(self, record: Record, hypothesis: str) -> ScoringInput:
        """Return the input of scoring; the gaps of the text are left out."""
        reference = gaps_to_spaces(text_of(record), (record.masks or ()))
        return ScoringInput(reference, hypothesis, (record.entities or ()), self._role(record))

    def _role(self, record: Record) -> str | None:
        speaker = str(record.speaker).lower()
        return speaker if speaker in self.settings.scoring.roles else None

    def _speaker(self, record: Record) -> str | int | UnsetType:
        """Return the speaker, `UNSET` for a role, which many speakers share."""
        return UNSET if self._role(record) is not None else record.speaker

    def _other(self, record: Record) -> str:
        """Return the hypothesis of the other system. Raise `DataError` if it has none."""
        found = (self.settings.against or {}).get(id_of(record))
        if found is None:
            raise DataError(f"no record of {option('against')} has this id")
        return found

    def _unit(self, record: Record) -> str | None:
        """Return the unit; a record without a speaker is a unit by itself."""
        if self.settings.unit == NO_UNIT:
            return None
        speaker = self._speaker(record)
        if self.settings.unit == SPEAKER and speaker is not UNSET:
            return f"{OF_SPEAKER}{type(speaker).__name__}:{speaker}"
        return f"turn {type(id_of(record)).__name__}:{id_of(record)}"


def _rounded(word: WordTime) -> WordTime:
    score = word.score if word.score is UNSET else round(word.score, 3)
    return WordTime(word.word, round(word.start, 3), round(word.end, 3), score)
