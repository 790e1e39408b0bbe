"""Whether two private phrases name one thing, whose surrogates may be the same."""

from __future__ import annotations

from privtool.text.english.nicknames import other_names
from privtool.text.surrogates.places.countries import world
from privtool.text.surrogates.prf import normalized
from privtool.text.word_sets import word_set

_GENERIC = word_set(  # "Flag Day", "Labor Day"
    """the of and in for at day night week cup prize award open games festival university college
    school hospital church bank company group club city county state department"""
)
_PARTS_OF_BRITAIN = frozenset(("england", "scotland", "wales", "northern ireland"))


def are_one(one: str, two: str) -> bool:
    """Return whether two phrases share a word of their own, or name one country, city or person."""
    first, second = _words(one), _words(two)
    if first & second:
        return True
    if not _PARTS_OF_BRITAIN.isdisjoint((normalized(one), normalized(two))):
        return False  # "Britain" and "Scotland"
    if world().country(one) is not None:
        return world().country(one) == world().country(two)
    if normalized(world().usual(one)) == normalized(world().usual(two)):
        return True
    return any(two_word in other_names().get(word, ()) for word in first for two_word in second)


def _words(phrase: str) -> set[str]:
    return set(normalized(phrase).replace("-", " ").replace(".", "").split()) - _GENERIC
