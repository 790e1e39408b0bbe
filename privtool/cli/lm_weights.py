"""The weights of a language model in a list such as `0,0.1,...,0.6`."""

from __future__ import annotations

import math
from decimal import Decimal, InvalidOperation

from privtool.core.errors import UsageError

_MOST = 1000
_DOTS = "..."


def parse_weights(given: str) -> tuple[float, ...]:
    """The weights in order, each once. Dots stand for steps as the one before them.

    Raises `UsageError` for what is no such list.
    """
    found: list[Decimal] = []
    parts = [part.strip() for part in given.split(",")]
    for place, part in enumerate(parts):
        if part != _DOTS:
            found.append(_weight(part, given))
            continue
        if not 2 <= place < len(parts) - 1 or _DOTS in parts[place - 2 : place]:
            raise _wrong(given, "dots need two weights before them and one after")
        end, step = _weight(parts[place + 1], given), found[-1] - found[-2]
        steps = (end - found[-1]) / step if step else Decimal(-1)
        if steps < 1 or steps != steps.to_integral_value() or steps > _MOST:
            raise _wrong(given, "the steps do not lead to the weight after the dots")
        found += [found[-1] + step * number for number in range(1, int(steps))]
    return tuple(dict.fromkeys(float(weight) for weight in found))


def _weight(part: str, given: str) -> Decimal:
    try:
        weight = Decimal(part)
    except InvalidOperation:
        raise _wrong(given, f"'{part}' is no number") from None
    if not math.isfinite(weight) or weight < 0:
        raise _wrong(given, f"'{part}' is no number from 0 on")
    return weight


def _wrong(given: str, why: str) -> UsageError:
    return UsageError(f"--lm-weight {given}: {why}")
