"""Names of a fixed form: "CCC-plus" of debt, "Monday Night Boxing", "World No. 1"."""

from __future__ import annotations

import re

from privtool.text.surrogates.context import Context
from privtool.text.surrogates.letter_case import cased_like
from privtool.text.surrogates.name_groups import pool_of
from privtool.text.surrogates.prf import KeyedRandom

_GRADE = re.compile(
    r"(?P<grade>AA|A|BBB|BB|B|CCC|CC)(?P<gap>[ -]?)(?P<sign>plus|minus|[+-])"
    r"|(?P<moodys>Aa|A|Baa|Ba|B|Caa)(?P<space>[ -]?)(?P<part>[123])"
)
_GRADES = ("AA", "A", "BBB", "BB", "B", "CCC")
_MOODYS = ("Aa", "A", "Baa", "Ba", "B", "Caa")
_OTHER_SIGN = {"plus": "minus", "minus": "plus", "+": "-", "-": "+"}
_RANK = re.compile(r"(world no\.? ?)(\d{1,2})", re.IGNORECASE)
_DAY = "monday|tuesday|wednesday|thursday|friday|saturday|sunday"
_SHOW = re.compile(
    rf"(?P<day>{_DAY}) (?P<time>night|afternoon|morning) (?P<what>[a-z]+)", re.IGNORECASE
)
_TIMES = pool_of("Night|Afternoon|Morning|Evening")
_DAYS = pool_of("|".join(map(str.title, _DAY.split("|"))))
_SPORTS = pool_of("Football|Hockey|Baseball|Soccer|Wrestling|Basketball|Boxing|Racing")
_SHOWS = pool_of("Live|Classics|Stories|Theater|Jazz|Quiz|Comedy|Magazine")


def of_fixed_form(name: str, context: Context) -> str | None:
    """Return another grade, rank or show; None for any other name."""
    grade = _GRADE.fullmatch(name)
    if grade is not None:
        return context.retry("grade", name, lambda rng: _drawn(grade, rng))
    rank = _RANK.fullmatch(name)
    if rank is not None:
        other = context.retry("rank", rank[2], lambda rng: str(rng.between(1, 9)))
        return rank[1] + other
    show = _SHOW.fullmatch(name)
    if show is None:
        return None
    what = _SPORTS if show["what"].title() in _SPORTS.phrases else _SHOWS
    pools = {"day": _DAYS, "time": _TIMES, "what": what}
    return " ".join(
        cased_like(show[part], context.pick(part, show[part], pool)) for part, pool in pools.items()
    )


def _drawn(match: re.Match[str], rng: KeyedRandom) -> str:
    if match["moodys"]:
        return f"{_MOODYS[rng.below(len(_MOODYS))]}{match['space']}{rng.between(1, 3)}"
    sign = _OTHER_SIGN[match["sign"]] if rng.below(2) else match["sign"]
    return f"{_GRADES[rng.below(len(_GRADES))]}{match['gap']}{sign}"
