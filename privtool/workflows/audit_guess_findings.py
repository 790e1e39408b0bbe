"""What `privtool audit guess` notes of all records together."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from privtool.workflows.auditing import Findings
from privtool.workflows.guess_models import GuessModels

if TYPE_CHECKING:
    from privtool.audit.raw_texts import RawTexts
    from privtool.text.scoring.bootstrap import Totals


class MaskedIds:
    """The ids of all masked records, and what is noted of an audit once they are known.

    `is_masked` is whether there are masked records at all, `held_out` whether there is a control.
    """

    def __init__(self, raw: RawTexts, models: GuessModels, is_masked: bool, held_out: bool) -> None:
        self._raw, self._models = raw, models
        self._is_masked, self._held_out = is_masked, held_out
        self._ids: set[str | int] = set()

    def add(self, across: set[str | int]) -> None:
        self._ids |= across

    def finish(self, totals: Totals) -> Findings:
        """Say what was not attacked, and what could not be guessed by whom."""
        return Findings(notes=list(self._notes(totals)) if self._is_masked else ())

    def _notes(self, totals: Totals) -> Iterator[str]:
        from privtool.audit.counts import SCALE, Key, names_of

        missing = len(self._raw) - len(self._ids)
        if missing:
            yield f"{missing:,} of {len(self._raw):,} raw records have no masked record"
        _, attempts = names_of(Key("guess_at_1"))
        total = totals.counts[attempts]
        if not total:
            yield "no word is masked: nothing was guessed"
        elif not self._held_out:
            yield "no held-out records, no control: part of what is guessed may be plain English"
        for name in self._models.names:
            _, known = names_of(Key("guess_surprisal", name))
            lacking = 1 - totals.counts[known] / SCALE / total if total else 0
            if lacking:
                yield f"{name} cannot propose {100 * lacking:.1f} % of the masked words"
