"""Cues to a person in the words after it: a pronoun, a family in the plural."""

from __future__ import annotations

import regex

MANY = "many"  # a cue
# After a name that is no adjective: "run by the Hutts, which".
_AFTER_FAMILY = regex.compile(
    r"\s*(?:[.,;:!?)]|\Z)|\s(?:are|were|have|had|in|and|or|who|which|that|from|at|on|to|for|with|will"
    r"|would|can|could|may|did|do|said|say|lived?|came|went|moved|owne?d?)\b"
)
_PRONOUN = regex.compile(r"\b(?:he|him|his|himself|she|hers?|herself)\b")
_END = regex.compile(r"[.;:!?\n]")
_FAR = 160  # characters
_ANOTHER = regex.compile(  # whose pronoun it may be
    r"\b(?:mother|father|mom|dad|wife|husband|son|daughter|brother|sister|girlfriend|boyfriend|man"
    r"|woman|boy|girl|friend|who|that|whether|if|told|asked)\b"
)
_SHORTEST_FAMILY = 4  # letters


def pronoun_cues(text: str, start: int, stop: int) -> set[str]:
    """Return the cue of a pronoun in the rest of a sentence: "Ivankov, 41, ... fined him".

    The person ends at `start`, and another one or the text begins or ends at `stop`.
    """
    match = _PRONOUN.search(text, start, min(stop, start + _FAR))
    if match is None or _END.search(text, start, match.start()):
        return set()
    if _ANOTHER.search(text, start, match.start()):
        return set()
    return {"she" if match[0].startswith(("she", "her")) else "he"}


def family_cues(before: str, name: str, after: str) -> set[str]:
    """Return the cue to a name of several persons: "run by the Hutts"."""
    article = before[-4:].lower() == "the " and not before[-5:-4].isalpha()
    plural = name[-1:] == "s" and len(name) >= _SHORTEST_FAMILY and name.isalpha()
    return {MANY} if article and plural and _AFTER_FAMILY.match(after) else set()
