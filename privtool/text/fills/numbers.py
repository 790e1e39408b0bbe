"""Numbers between two others, in digits or words."""

from __future__ import annotations

import math
import re
from functools import cached_property

from privtool.text.english.numbers import ordinal_ending, ordinal_words
from privtool.text.english.verbalize import cardinal_slots
from privtool.text.fills.place import Words
from privtool.text.surrogates.prf import KeyedRandom

_RANGE = re.compile(r"([\d.,]*\d)\.\.([\d.,]*\d)(th)?")
ANY = 0.0, math.inf  # between which all values are
_STEPS = 1 << 20
_NEAR = 2  # times as large or small as its bounds may be those that another value sets
_WIDE = 10  # times as large: such numbers are drawn by their magnitude
_SAMPLES = 40  # values that show how many words a number may have
_ROUNDED = ((1000, 1000), (100, 50), (30, 5))  # from which number on words are rounded, and to what


class Number:
    """A number from `low` to `high`, with as many decimals as `low`; `2..9th` is an ordinal."""

    def __init__(self, low: str, high: str, ordinal: bool) -> None:
        self._low, self._high = (float(each.replace(",", "")) for each in (low, high))
        self._ordinal = ordinal
        self._decimals = len(low.partition(".")[2])

    @classmethod
    def parsed(cls, text: str) -> Number | None:
        """Return the number of "2..60"; None for another text."""
        found = _RANGE.fullmatch(text)
        return None if found is None else cls(found[1], found[2], found[3] is not None)

    @cached_property
    def spoken_sizes(self) -> frozenset[int]:
        """How many words the number may have."""
        step = (self._high - self._low) / _SAMPLES
        return frozenset(len(self.words(self._low + step * n, True)) for n in range(_SAMPLES + 1))

    def draw(self, between: tuple[float, float], rng: KeyedRandom) -> float:
        """Return a value as it is written, `between` two others if these are of its magnitude.

        Between two equal ones, it has a decimal more than others, to be that close to them.
        """
        low, high, step = self._low, self._high, 10.0**-self._decimals
        if between[0] == between[1]:
            return round(between[0], self._decimals + (self._decimals > 0))
        if low <= _NEAR * between[1] and between[0] <= _NEAR * high:
            low = max(low, math.ceil(between[0] / step) * step)
            high = max(math.floor(min(high, between[1]) / step) * step, low)
        part = (rng.below(_STEPS) + 0.5) / _STEPS
        wide = low > 0 and high > _WIDE * low
        value = low * (high / low) ** part if wide else low + part * (high + step - low)
        return round(value - step / 2, self._decimals)

    def words(self, value: float, spoken: bool) -> Words:
        """Return the words of a value, or its digits."""
        whole = int(value)
        if spoken:
            if self._ordinal:
                return tuple(ordinal_words(whole).split())
            unit = next((unit for least, unit in _ROUNDED if whole >= least), 1)
            return tuple(slot[0] for slot in cardinal_slots(whole // unit * unit) if "" not in slot)
        if self._decimals:
            return (f"{value:,.{self._decimals + 1}f}".removesuffix("0"),)
        unit = 10 ** max(0, len(str(whole)) - 2) if whole >= 1000 else 1
        return (f"{whole // unit * unit:,}" + (ordinal_ending(whole) if self._ordinal else ""),)
