"""Days, weeks and months with an ordinal: "the ninth month", "every second weekend"."""

from __future__ import annotations

import re
from functools import partial

from privtool.text.surrogates.common_words import uncommon_words
from privtool.text.surrogates.context import Context
from privtool.text.surrogates.dates.shift import shift_date
from privtool.text.surrogates.numbers.ordinals import (
    ORDINAL,
    ORDINAL_PATTERN,
    other_ordinal,
    value_of,
    written_like,
)

_NTH_UNIT = re.compile(
    rf"(?P<before>(?:[a-z]+\s+)*?){ORDINAL_PATTERN}"
    r"(?P<after>\s+(?:day|week|weekend|month|year|semester|term|trimester|night)(?:\s+[a-z]+)*)",
    re.IGNORECASE,
)
_MOST_COUNTED = 90  # of ordinals in words


def other_nth(phrase: str, context: Context) -> str | None:
    """Return "every second weekend" for "every third weekend"; of two ordinals, both others.

    Return None for another form.
    """
    counted = _NTH_UNIT.fullmatch(phrase)
    if not (counted and is_public(counted["before"]) and is_public(counted["after"])):
        return None
    if len(ORDINAL.findall(phrase)) > 1:
        others = partial(ORDINAL.sub, string=phrase)
        return context.retry("nth", phrase, lambda rng: others(partial(other_ordinal, rng=rng)))
    old = ORDINAL.fullmatch(phrase[counted.end("before") : counted.start("after")])
    if old is None or value_of(old) > _MOST_COUNTED:
        return shift_date(phrase, context)
    value = value_of(old)
    new = context.rng("nth", old[0]).between_except(max(1, value - 3), value + 3, value)
    return counted["before"] + written_like(new, old) + counted["after"]


def is_public(text: str) -> bool:
    """Return whether a text has neither digits nor uncommon words."""
    return not any(map(str.isdigit, text)) and not uncommon_words(text)
