"""Weights of a language model, as `--lm-weight` lists them: `0.3`, `0,0.2` or `0,0.1,...,0.6`."""

from __future__ import annotations

import math
from decimal import Decimal, InvalidOperation

from privtool.core.errors import UsageError, option

_MOST = 1000
_DOTS = "..."


def parse_weights(given: str) -> tuple[float, ...]:
    """Return the weights in order, each once; dots continue with the step before them.

    Raises `UsageError` for anything else.
    """
    found: list[Decimal] = []
    parts = [part.strip() for part in given.split(",")]
    for place, part in enumerate(parts):
        if part != _DOTS:
            found.append(_weight(part, given))
            continue
        if not 2 <= place < len(parts) - 1 or _DOTS in parts[place - 2 : place]:
            raise _error(given, "dots need two weights before them and one after")
        end, step = _weight(parts[place + 1], given), found[-1] - found[-2]
        steps = (end - found[-1]) / step if step else Decimal(-1)
        if steps < 1 or steps != steps.to_integral_value() or steps > _MOST:
            raise _error(given, "the steps do not lead to the weight after the dots")
        found += [found[-1] + step * number for number in range(1, int(steps))]
    return tuple(dict.fromkeys(float(weight) for weight in found))


def _weight(part: str, given: str) -> Decimal:
    try:
        weight = Decimal(part)
    except InvalidOperation:
        raise _error(given, f"'{part}' is not a number") from None
    if not math.isfinite(weight) or weight < 0:
        raise _error(given, f"'{part}' is negative or not finite")
    return weight


def _error(given: str, why: str) -> UsageError:
    return UsageError(f"{option('lm_weight')} {given}: {why}")
