"""Scoring of records: counts of their hypotheses, units of resampling, groups."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from msgspec import UNSET, UnsetType

from privtool.core.blocks import Counts
from privtool.core.errors import DataError, option
from privtool.core.fields import entities_or_empty, field_of, id_of, masks_or_empty, text_of
from privtool.core.record import FIELDS, Id, Record, check_spans, require
from privtool.interfaces.recognition import Hypothesis
from privtool.text.gaps import gaps_to_spaces
from privtool.text.scoring.alignment import WordAlignment
from privtool.text.scoring.readings import markup_in
from privtool.text.scoring.scorer import Scoring, ScoringInput

SPEAKER, TURN, NO_UNIT = "speaker", "turn", "none"
_OF_SPEAKER = "speaker "  # starts the units that are speakers


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
    aligned: WordAlignment | None

    @property
    def of_speaker(self) -> bool:
        """Whether the unit is a speaker, not a turn."""
        return self.unit is not None and self.unit.startswith(_OF_SPEAKER)


def turn_unit(record_id: Id) -> str:
    return f"turn {type(record_id).__name__}:{record_id}"


class TurnScores:
    """Scores records."""

    def __init__(self, settings: EvalSettings) -> None:
        self._settings = settings

    def check(self, record: Record) -> None:
        """Raise `DataError` for a record that cannot be scored."""
        if record.text is not UNSET and record.masks is not UNSET:
            check_spans(record.masks, len(record.text), "masks")
        if record.text is not UNSET and record.entities is not UNSET:
            check_spans(record.entities, len(record.text), "entities")
        if self._settings.against is not None and record.text is not UNSET:
            self._other(record)

    def scored(
        self,
        records: Sequence[Record],
        weights: Sequence[float],
        nbest_lists: Sequence[Sequence[Sequence[Hypothesis]]],
        counts: Counts,
    ) -> list[Scored]:
        """Return the scores of all records with a text, at all weights.

        Add `scored`, `unscored` and `alone` (without a speaker, if speakers are units) to `counts`,
        and the `markup` of references that is scored as words.
        """
        settings = self._settings
        weighted: list[tuple[Record, float]] = []
        inputs: list[ScoringInput] = []
        others: list[ScoringInput] = []
        for record, of_record in zip(records, nbest_lists, strict=True):
            if record.text is UNSET:
                counts["unscored"] += 1
                continue
            counts["scored"] += 1
            counts["markup"] += 0 if settings.scoring.reads_markup else markup_in(record.text)
            counts["alone"] += settings.unit == SPEAKER and self._speaker(record) is UNSET
            for weight, nbest in zip(weights, of_record, strict=True):
                weighted.append((record, weight))
                inputs.append(self._input(record, nbest[0].text if nbest else ""))
                if settings.against is not None:
                    others.append(self._input(record, self._other(record)))
        compared = settings.scoring.score(others) if others else [None] * len(inputs)
        scores = zip(weighted, settings.scoring.score(inputs), compared, strict=True)
        return [
            Scored(
                self._weight(record, weight),
                id_of(record),
                self._unit(record),
                own,
                None if other is None else other[1],
                aligned if settings.show else None,
            )
            for (record, weight), (aligned, own), other in scores
        ]

    def _weight(self, record: Record, weight: float) -> float | None:
        """Return the language model weight of a hypothesis."""
        if self._settings.hyp_field is None:
            return weight
        return None if record.lm_weight is UNSET else record.lm_weight

    def _input(self, record: Record, hypothesis: str) -> ScoringInput:
        """Return the input of scoring; the gaps of the text are left out."""
        reference = gaps_to_spaces(text_of(record), masks_or_empty(record))
        return ScoringInput(reference, hypothesis, entities_or_empty(record), self._role(record))

    def _role(self, record: Record) -> str | None:
        speaker = str(record.speaker).lower()
        return speaker if speaker in self._settings.scoring.roles else None

    def _speaker(self, record: Record) -> str | int | UnsetType:
        """Return the speaker, `UNSET` for a role, which many speakers share."""
        return UNSET if self._role(record) is not None else record.speaker

    def _other(self, record: Record) -> str:
        """Return the hypothesis of the other system. Raise `DataError` if it has none."""
        found = (self._settings.against or {}).get(id_of(record))
        if found is None:
            raise DataError(f"no record of {option('against')} has this id")
        return found

    def _unit(self, record: Record) -> str | None:
        """Return the unit; a record without a speaker is a unit by itself."""
        if self._settings.unit == NO_UNIT:
            return None
        speaker = self._speaker(record)
        if self._settings.unit == SPEAKER and speaker is not UNSET:
            return f"{_OF_SPEAKER}{type(speaker).__name__}:{speaker}"
        return turn_unit(id_of(record))


def text_in(record: Record, name: str) -> str:
    """Return the text of a field. Raise `DataError` for a missing field or another type."""
    value = field_of(record, name)
    if value is UNSET and name in FIELDS:
        require(record, name)
    if value is UNSET:
        raise DataError(f"field '{name}' is missing")
    if not isinstance(value, str):
        raise DataError(f"field '{name}' is not a text")
    return value
