"""Totals of `privtool asr-eval` as records come: for each weight and each value of a field."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from privtool.cli.asr_eval_plan import AsrEvalPlan
from privtool.core.errors import DataError
from privtool.stages.eval_scores import Scored
from privtool.text.scoring.resampling import Paired, Resampling, Totals
from privtool.text.scoring.summary import Line, Part, summary_of

_MOST_VALUES = 1000  # of the field that scores are told by, and of weights


class EvalLines:
    """The totals of each weight, and of each value of a field."""

    def __init__(self, plan: AsrEvalPlan) -> None:
        self._how, self._plan = plan.how, plan
        self._found: dict[Part, Line] = {}
        self.speakers: set[str] = set()

    def add(self, scored: Scored) -> None:
        """Add what was counted in a record. Raises `DataError` for too many values or weights."""
        weight = scored.weight if self._plan.weighted else None
        self._add(Part(weight), scored)
        if scored.of_speaker and scored.unit is not None:
            self.speakers.add(scored.unit)
        if scored.value is not None:
            self._add(Part(weight, scored.value), scored)

    def _check(self) -> None:
        """Raise `DataError` for more lines than anybody wants."""
        weights = len({part.weight for part in self._found})
        if weights > _MOST_VALUES:
            raise DataError(f"field 'lm_weight' has more than {_MOST_VALUES:,} values")
        if len(self._found) > (_MOST_VALUES + 1) * weights:
            raise DataError(f"the field of --by has more than {_MOST_VALUES:,} values")

    def _add(self, part: Part, scored: Scored) -> None:
        line = self._found.get(part)
        if line is None:
            line = _new_line(part, self._how, scored.other is not None)
            self._found[part] = line
            self._check()
        if line.paired is not None and scored.other is not None:
            line.paired.add(scored.counts, scored.other, scored.unit)
        else:
            line.totals.add(scored.counts, scored.unit)

    @property
    def all(self) -> list[Line]:
        """The lines by weight, all records first and then the values of the field."""

        def order(part: Part) -> tuple[bool, float, bool, str]:
            value, weight = part.value, part.weight
            return weight is not None, weight or 0.0, value is not None, value or ""

        if not self._found:
            return [_new_line(Part(), self._how, False)]
        return [self._found[part] for part in sorted(self._found, key=order)]


def _new_line(part: Part, how: Resampling, compared: bool) -> Line:
    if not compared:
        return Line(part, Totals(how))
    paired = Paired(how)
    return Line(part, paired.this, paired)


def rows_of(
    lines: list[Line], head_of: Callable[[Line], dict[str, object]], with_samples: bool
) -> bytes:
    """Totals as lines of JSON."""
    rows = (summary_of(line, head_of(line), with_samples) for line in lines)
    return b"".join(msgspec.json.encode(row) + b"\n" for row in rows)
