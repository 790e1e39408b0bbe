"""Acronyms in parentheses next to the name that they stand for: initials of its surrogate."""

from __future__ import annotations

import re
from collections.abc import Callable

from privtool.text.labels import Label
from privtool.text.surrogates.context import Context, NoSurrogateError
from privtool.text.surrogates.prf import normalized

_CUE = "short for "
_NAMED = frozenset((Label.ORGANIZATION, Label.MISC))
_ACRONYM = re.compile(r"[A-Z]{2,6}|(?:[A-Z]\.){1,5}[A-Z]\.?")
_INITIAL = re.compile(r"\b[A-Z]")
_FEWEST_WORDS = 2


def short_form_cues(
    text: str, first: tuple[int, int], last: tuple[int, int], kinds: tuple[Label, Label]
) -> tuple[str | None, str | None] | None:
    """Return cues to two phrases of which one is the acronym of the other in parentheses.

    "South Western Railway (SWR)", "SWR (South Western Railway)".
    """
    closed = text[first[1] : last[0]].strip() == "(" and text[last[1] :].lstrip().startswith(")")
    if not closed or not _NAMED.issuperset(kinds):
        return None
    one, two = text[slice(*first)], text[slice(*last)]
    if _ACRONYM.fullmatch(two) and _is_long(one):
        return None, f"{_CUE}{one}"
    if _ACRONYM.fullmatch(one) and _is_long(two):
        return f"{_CUE}{two}", None
    return None


def short_form(
    phrase: str, context: Context, generate: Callable[[str, Context], str]
) -> str | None:
    """Return the initials of the surrogate of the only name that cues say a phrase is short for.

    None if there is no such name or none is found for it, or if its initials must not be drawn.
    """
    names = {cue.removeprefix(_CUE) for cue in context.cues if cue.startswith(_CUE)}
    if len(names) != 1 or not _ACRONYM.fullmatch(phrase):
        return None
    try:
        letters = _INITIAL.findall(generate(names.pop(), context._replace(cues=())))
    except NoSurrogateError:
        return None
    made = ("." if "." in phrase else "").join(letters) + ("." if phrase.endswith(".") else "")
    usable = _ACRONYM.fullmatch(made) and context.is_fresh(made, normalized(phrase))
    return made if usable else None


def _is_long(name: str) -> bool:
    """Return whether a name has several words with capitals, and is not all capitals."""
    return not name.isupper() and len(_INITIAL.findall(name)) >= _FEWEST_WORDS
