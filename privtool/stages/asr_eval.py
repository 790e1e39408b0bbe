"""Recognition and its scores: hypotheses for records, and what is counted in each of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

import msgspec
from msgspec import UNSET

from privtool.audio.clips import Clip, ClipReader, count_conversions
from privtool.audio.decoding import Samples
from privtool.audio.recognition import Hypothesis
from privtool.core.blocks import BlockResult, Counts, FilterBlock, Format
from privtool.core.errors import DataError
from privtool.core.lines import Block
from privtool.core.record import FIELDS, Guess, Record, WordTime, require
from privtool.text.scoring.scorer import Scoring, ToScore
from privtool.text.scoring.word_alignment import Aligned

SPEAKER, TURN, NO_UNIT = "speaker", "turn", "none"
UNITS = (SPEAKER, TURN, NO_UNIT)
Id = str | int


class Recognizer(Protocol):
    """Tells what is said in clips. What it says of one must not depend on the others."""

    @property
    def rate(self) -> int:
        """The samples a second that it wants."""

    @property
    def weights(self) -> tuple[float, ...]:
        """The weights of a language model that it answers for; (0.0,) without one."""

    def recognize(self, clips: Sequence[Samples]) -> list[list[list[Hypothesis]]]:
        """For each clip (mono floats), for each weight, what may be said, the best first."""


class EvalSettings(NamedTuple):
    """What is scored and told.

    `hyp_field` names the field that holds what another system recognised; `against` has the texts
    of a system to compare with by the ids of records. Speakers or turns are the `unit` that is
    resampled. Scores are also told for each value of the field `by`. `nbest` over 1 puts so many
    hypotheses into records. With `as_text` the text of a record that comes out is its hypothesis;
    with `show` alignments are kept to be looked at.
    """

    scoring: Scoring
    hyp_field: str | None = None
    against: Mapping[Id, str] | None = None
    unit: str = SPEAKER
    by: str | None = None
    nbest: int = 1
    as_text: bool = False
    show: bool = False


class Scored(NamedTuple):
    """What was counted in a record, by this system at one of its weights and by the other one."""

    weight: float
    id: Id
    unit: str | None
    value: str | None
    counts: Counts
    other: Counts | None
    aligned: Aligned | None


class Evaluated(NamedTuple):
    """What became of a block, and the scores of its records."""

    result: BlockResult
    scored: list[Scored]


class EvalBlock:
    """Recognises and scores the records of a block."""

    def __init__(self, stage: AsrEvalStage, format: Format, keep_going: bool) -> None:
        self._stage, self._filter = stage, FilterBlock(stage, format, keep_going)

    def __call__(self, block: Block) -> Evaluated:
        return Evaluated(self._filter(block), self._stage.taken())


class AsrEvalStage:
    """Adds `hyp`, with times `hyp_words`, with several hypotheses `nbest`, with an LM `lm_weight`.

    A record comes out once for each weight. Without `text` it is recognised and not scored; one
    with `drop_turn` is left out, as its text is not what is said.
    """

    def __init__(
        self, settings: EvalSettings, recognizer: Recognizer | None, clips: ClipReader | None
    ) -> None:
        """Without a recogniser and clips the hypotheses are those of `hyp_field`."""
        self._settings, self._recognizer, self._clips = settings, recognizer, clips
        self._held: dict[int, Clip] = {}  # by id() of the record, from its check to its processing
        self._scored: list[Scored] = []

    def check(self, record: Record) -> None:
        """Read the audio of the record: only here can it still be refused.

        Raises `DataError` for a record without audio or hypothesis, with a field of the wrong
        kind, and for one that the other system has nothing for.
        """
        settings = self._settings
        if record.drop_turn is True:
            return
        if settings.against is not None and record.text is not UNSET:
            self._other(record)
        self._value(record)
        if self._recognizer is not None and self._clips is not None:
            self._held[id(record)] = self._clips.clip(record, self._recognizer.rate)
        else:
            self._given(record)

    def attempt(self, records: list[Record], counts: Counts) -> list[list[Record] | str]:
        """The records with hypotheses; counts `scored`, `unscored`, `dropped`, `silent` ..."""
        used = [record for record in records if record.drop_turn is not True]
        weights, heard = self._heard(used, counts)
        made: dict[int, list[Record] | str] = {
            id(record): [
                self._with_hypotheses(record, weight, guesses, weights != (0.0,))
                for weight, guesses in zip(weights, of_record, strict=True)
            ]
            for record, of_record in zip(used, heard, strict=True)
        }
        self._score(used, weights, heard, counts)
        counts["dropped"] += len(records) - len(used)
        best = [guesses[0].text for of_record in heard for guesses in of_record[:1] if guesses]
        counts["silent"] += len(used) - sum(bool(text.strip()) for text in best)
        return [made.get(id(record), []) for record in records]

    def taken(self) -> list[Scored]:
        """The scores since the last call."""
        scored, self._scored = self._scored, []
        return scored

    def _heard(
        self, records: Sequence[Record], counts: Counts
    ) -> tuple[tuple[float, ...], list[list[list[Hypothesis]]]]:
        """The weights, and for each record and weight what may be said."""
        if self._recognizer is None:
            return (0.0,), [[[Hypothesis(self._given(record), 0.0)]] for record in records]
        clips = [self._held.pop(id(record)) for record in records]
        self._held.clear()
        for clip in clips:
            count_conversions(clip, counts)
            counts["audio_milliseconds"] += round(1000 * clip.seconds)
        heard = self._recognizer.recognize([clip.samples for clip in clips]) if clips else []
        return self._recognizer.weights, heard

    def _with_hypotheses(
        self, record: Record, weight: float, guesses: Sequence[Hypothesis], by_weight: bool
    ) -> Record:
        best = guesses[0] if guesses else Hypothesis("", 0.0)
        nbest = (
            UNSET
            if self._settings.nbest == 1
            else [_guess(one, by_weight) for one in guesses[: self._settings.nbest]]
        )
        return msgspec.structs.replace(
            record,
            text=best.text if self._settings.as_text else record.text,
            hyp=best.text,
            hyp_words=UNSET if best.words is None else tuple(map(_rounded, best.words)),
            nbest=nbest,
            lm_weight=weight if by_weight else UNSET,
            extra=UNSET,
        )

    def _score(
        self,
        records: Sequence[Record],
        weights: Sequence[float],
        heard: Sequence[Sequence[Sequence[Hypothesis]]],
        counts: Counts,
    ) -> None:
        """Keep the scores of all records that have a text, at all weights."""
        settings = self._settings
        whose: list[tuple[Record, float]] = []
        given: list[ToScore] = []
        others: list[ToScore] = []
        for record, of_record in zip(records, heard, strict=True):
            if record.text is UNSET:
                counts["unscored"] += 1
                continue
            counts["scored"] += 1
            counts["alone"] += settings.unit == SPEAKER and record.speaker is UNSET
            for weight, guesses in zip(weights, of_record, strict=True):
                whose.append((record, weight))
                given.append(self._to_score(record, guesses[0].text if guesses else ""))
                if settings.against is not None:
                    others.append(self._to_score(record, self._other(record)))
        compared = settings.scoring.score(others) if others else [None] * len(given)
        for (record, weight), (aligned, found), other in zip(
            whose, settings.scoring.score(given), compared, strict=True
        ):
            self._scored.append(
                Scored(
                    weight,
                    record.id,  # type: ignore[arg-type]
                    self._unit(record),
                    self._value(record),
                    found,
                    None if other is None else other[1],
                    aligned if settings.show else None,
                )
            )

    def _to_score(self, record: Record, hypothesis: str) -> ToScore:
        speaker = str(record.speaker).lower()
        role = speaker if speaker in self._settings.scoring.roles else None
        entities = () if record.entities is UNSET else record.entities
        return ToScore(str(record.text), hypothesis, entities, role)

    def _given(self, record: Record) -> str:
        """The hypothesis that the record came with. Raises `DataError` for none."""
        return text_in(record, str(self._settings.hyp_field))

    def _other(self, record: Record) -> str:
        """The hypothesis of the other system. Raises `DataError` for none."""
        found = (self._settings.against or {}).get(record.id)  # type: ignore[arg-type]
        if found is None:
            raise DataError("no record of --against has this id")
        return found

    def _unit(self, record: Record) -> str | None:
        """What is resampled as a whole: a record without a speaker is a unit by itself."""
        if self._settings.unit == NO_UNIT:
            return None
        if self._settings.unit == SPEAKER and record.speaker is not UNSET:
            return f"speaker {type(record.speaker).__name__}:{record.speaker}"
        return f"turn {type(record.id).__name__}:{record.id}"

    def _value(self, record: Record) -> str | None:
        """The value of the field that scores are told by. Raises `DataError` for no simple one."""
        if self._settings.by is None:
            return None
        value = _field(record, self._settings.by)
        if value is UNSET or value is None:
            return ""
        if not isinstance(value, str | int):
            raise DataError(f"field '{self._settings.by}' is neither text nor a whole number")
        return str(value)


def text_in(record: Record, name: str) -> str:
    """The text that a field holds. Raises `DataError` for none."""
    value = _field(record, name)
    if value is UNSET and name in FIELDS:
        require(record, name)
    if value is UNSET:
        raise DataError(f"field '{name}' is missing")
    if not isinstance(value, str):
        raise DataError(f"field '{name}' is no text")
    return value


def _field(record: Record, name: str) -> object:
    """The value of a field, of those that privtool knows or of others."""
    if name in FIELDS:
        return getattr(record, name)
    return UNSET if record.extra is UNSET else record.extra.get(name, UNSET)


def _guess(hypothesis: Hypothesis, with_lm: bool) -> Guess:
    lm_score = round(hypothesis.lm_score, 4) if with_lm else UNSET
    return Guess(hypothesis.text, round(hypothesis.score, 4), lm_score)


def _rounded(word: WordTime) -> WordTime:
    score = word.score if word.score is UNSET else round(word.score, 3)
    return WordTime(word.word, round(word.start, 3), round(word.end, 3), score)
