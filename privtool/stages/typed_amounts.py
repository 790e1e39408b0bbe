"""What the amounts of a text that have phrases tell of the next one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from privtool.text.labels import Label, canonical_label
from privtool.text.phrases.changes import is_new_level, percentage_change, turned_change
from privtool.text.phrases.money import CURRENCY
from privtool.text.phrases.percentages import is_percentage
from privtool.text.phrases.related import is_compared, is_share_of
from privtool.text.phrases.slots import Earlier, PhrasePlace, Words

AMOUNTS = frozenset((Label.MONEY, Label.NUMBER, Label.AGE))
_CONVERTED = " ($"  # before a sum in another currency


class _Kind(NamedTuple):
    label: str
    size: int
    currency: bool
    percentage: bool


def _kind_of(place: PhrasePlace) -> _Kind:
    return _Kind(place.label, place.size, place.before[-1:] in CURRENCY, is_percentage(place))


class RelatedAmounts:
    """The phrases of a text so far, from left to right.

    The last one of the same kind is `earlier` for the next. "rose 5% to [MASK] from [MASK]" says by
    how much these two differ: `change`, for all amounts that are compared after it.
    """

    def __init__(self) -> None:
        self._last: Words | None = None
        self._last_kind: _Kind | None = None
        self._amounts: dict[_Kind, Words] = {}
        self._percentage: float | None = None
        self._change = 0.0

    def related(self, place: PhrasePlace, gap: str | None, between: str | None) -> PhrasePlace:
        """Return the place with what is known of it.

        `gap` is the text between it and a phrase of the same label before it, `between` that to any
        phrase, if no slot is in it.
        """
        kind = _kind_of(place)
        near = kind == self._last_kind or kind not in self._amounts or gap == _CONVERTED
        if gap is not None and self._last is not None and near:
            place = place._replace(earlier=Earlier(self._last, gap))
        elif kind in self._amounts:
            place = place._replace(earlier=Earlier(self._amounts[kind], None))
        self._note_change(place, between or "")
        return place._replace(change=self._change)

    def add(self, place: PhrasePlace, phrases: Sequence[Words]) -> None:
        """Note the phrases that may fill a place; what is not certain tells nothing."""
        self._last_kind = _kind_of(place)
        self._last = phrases[0] if len(phrases) == 1 else None
        self._percentage = None
        if self._last is not None and canonical_label(place.label) in AMOUNTS:
            self._amounts[self._last_kind] = self._last
            self._percentage = percentage_change(place, self._last)

    def _note_change(self, place: PhrasePlace, between: str) -> None:
        turned = None if self._percentage is None else turned_change(self._percentage, between)
        if self._percentage is not None and is_new_level(between):
            self._change = self._percentage
        elif turned is not None:
            self._change = turned
        elif canonical_label(place.label) in AMOUNTS and not (
            is_compared(place) or is_share_of(place)
        ):
            self._change = 0.0
