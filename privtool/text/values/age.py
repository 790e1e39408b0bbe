"""Ages: another one of the same stage of life."""

from __future__ import annotations

from functools import cache

from privtool.core.rng import KeyedRandom
from privtool.text.lexicon import rows
from privtool.text.values.number import Number, of_its_size

_OLDEST = 109


@cache
def _bands() -> tuple[tuple[int, int], ...]:
    return tuple((int(low), int(high)) for low, high in rows("age_bands"))


def draw(number: Number, rng: KeyedRandom) -> int:
    """Return another age of the same stage; beyond all, another number of its size."""
    value = number.value
    for low, high in _bands():
        oldest = _OLDEST if high == _bands()[-1][1] else high
        if value <= oldest:
            drawn = rng.between_except(low if value >= low else 0, high, value)
            return drawn or (3 - value if number.kind == "ordinal" else 0)
    return of_its_size(number, rng)
