"""What is counted in a record: its hypotheses against its text, and who and what it belongs to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from msgspec import UNSET, UnsetType

from privtool.core.blocks import Counts
from privtool.core.errors import DataError, option
from privtool.core.fields import entities_or_empty, field_of, id_of, masks_or_empty, text_of
from privtool.core.record import FIELDS, Record, check_spans, require
from privtool.interfaces.recognition import Hypothesis
from privtool.text.gaps import gaps_to_spaces
from privtool.text.scoring.alignment import WordAlignment
from privtool.text.scoring.scorer import Scoring, ScoringInput

SPEAKER, TURN, NO_UNIT = "speaker", "turn", "none"
Id = str | int
_OF_SPEAKER = "speaker "  # a unit begins with it that is a speaker


class EvalSettings(NamedTuple):
    """What is scored and told.

    `hyp_field` names the field that holds what another system recognized; `against` has the texts
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
    """What was counted in a record, by this system at one of its weights and by the other one.

    Where hypotheses came with the records, `weight` is what each one tells, None for nothing.
    """

    weight: float | None
    id: Id
    unit: str | None
    value: str | None
    counts: Counts
    other: Counts | None
    aligned: WordAlignment | None

    @property
    def of_speaker(self) -> bool:
        """Whether the unit is a speaker, and not the turn of nobody named."""
        return self.unit is not None and self.unit.startswith(_OF_SPEAKER)


def turn_unit(record_id: Id) -> str:
    """The unit that a record is by itself."""
    return f"turn {type(record_id).__name__}:{record_id}"


class TurnScores:
    """Scores records, and tells what is wrong with those that cannot be."""

    def __init__(self, settings: EvalSettings) -> None:
        self._settings = settings

    def check(self, record: Record) -> None:
        """Raise `DataError` for a record that lacks what its scores are told by."""
        if record.text is not UNSET and record.masks is not UNSET:
            check_spans(record.masks, len(record.text), "masks")
        if record.text is not UNSET and record.entities is not UNSET:
            check_spans(record.entities, len(record.text), "entities")
        if self._settings.against is not None and record.text is not UNSET:
            self._other(record)
        self._value(record)

    def scored(
        self,
        records: Sequence[Record],
        weights: Sequence[float],
        heard: Sequence[Sequence[Sequence[Hypothesis]]],
        counts: Counts,
    ) -> list[Scored]:
        """The scores of all records that have a text, at all weights.

        Counts `scored`, `unscored` and `alone` (without a speaker, where speakers are units).
        """
        settings = self._settings
        whose: list[tuple[Record, float]] = []
        given: list[ScoringInput] = []
        others: list[ScoringInput] = []
        for record, of_record in zip(records, heard, strict=True):
            if record.text is UNSET:
                counts["unscored"] += 1
                continue
            counts["scored"] += 1
            counts["alone"] += settings.unit == SPEAKER and self._speaker(record) is UNSET
            for weight, guesses in zip(weights, of_record, strict=True):
                whose.append((record, weight))
                given.append(self._to_score(record, guesses[0].text if guesses else ""))
                if settings.against is not None:
                    others.append(self._to_score(record, self._other(record)))
        compared = settings.scoring.score(others) if others else [None] * len(given)
        found = zip(whose, settings.scoring.score(given), compared, strict=True)
        return [
            Scored(
                self._weight(record, weight),
                id_of(record),
                self._unit(record),
                self._value(record),
                own,
                None if other is None else other[1],
                aligned if settings.show else None,
            )
            for (record, weight), (aligned, own), other in found
        ]

    def _weight(self, record: Record, weight: float) -> float | None:
        """The weight of the language model in a hypothesis."""
        if self._settings.hyp_field is None:
            return weight
        return None if record.lm_weight is UNSET else record.lm_weight

    def _to_score(self, record: Record, hypothesis: str) -> ScoringInput:
        """What a record is scored by: its text without what stands in it for private words."""
        text = text_of(record)
        said = gaps_to_spaces(text, masks_or_empty(record))
        entities = entities_or_empty(record)
        return ScoringInput(said, hypothesis, entities, self._role(record))

    def _role(self, record: Record) -> str | None:
        """The role that the speaker of a record is."""
        speaker = str(record.speaker).lower()
        return speaker if speaker in self._settings.scoring.roles else None

    def _speaker(self, record: Record) -> str | int | UnsetType:
        """Who speaks; one who is told by a role alone is nobody: many may have it."""
        return UNSET if self._role(record) is not None else record.speaker

    def _other(self, record: Record) -> str:
        """The hypothesis of the other system. Raises `DataError` for none."""
        found = (self._settings.against or {}).get(id_of(record))
        if found is None:
            raise DataError(f"no record of {option('against')} has this id")
        return found

    def _unit(self, record: Record) -> str | None:
        """What is resampled as a whole: a record without a speaker is a unit by itself."""
        if self._settings.unit == NO_UNIT:
            return None
        speaker = self._speaker(record)
        if self._settings.unit == SPEAKER and speaker is not UNSET:
            return f"{_OF_SPEAKER}{type(speaker).__name__}:{speaker}"
        return turn_unit(id_of(record))

    def _value(self, record: Record) -> str | None:
        """The value of the field that scores are told by. Raises `DataError` for no simple one."""
        if self._settings.by is None:
            return None
        value = field_of(record, self._settings.by)
        if value is UNSET or value is None:
            return ""
        if not isinstance(value, str | int):
            raise DataError(f"field '{self._settings.by}' is neither text nor a whole number")
        return str(value)


def text_in(record: Record, name: str) -> str:
    """The text that a field holds. Raises `DataError` for none."""
    value = field_of(record, name)
    if value is UNSET and name in FIELDS:
        require(record, name)
    if value is UNSET:
        raise DataError(f"field '{name}' is missing")
    if not isinstance(value, str):
        raise DataError(f"field '{name}' is no text")
    return value
