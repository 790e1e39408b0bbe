"""Forms of the words around a place: whether "the" belongs to it or to a noun after it."""

from __future__ import annotations

import regex

from privtool.text.word_sets import word_set

DEFINITE, VENUE = "definite", "venue"  # cues to a place
_AT = word_set("at inside outside behind beside opposite")
_THE_BEFORE = regex.compile(r"(?:^|(?P<before>\p{L}*)[^\p{L}])[Tt]he\s+\Z")
_PHRASE = regex.compile(r"[Tt]he\s")
_CLAUSE = (
    "the|a|an|this|that|his|her|its|their|our|my|he|she|it|they|we|you|i|is|was|are|were|to|in"
    "|on|at|for|with|from|not|then|also|now|will|would|had|has|when|where|if"
)
# A full stop or another sign, a possessive, a verb, a preposition or the like: no noun.
_NO_NOUN = regex.compile(
    r"\s*\Z|[.!?;:)\]\"\u201d]|['\u2019]s?\s|,(?:\s\p{Ll}|[\"\u201d])|\s[(\u2013\u2014-]+[\s\p{L}]"
    rf"|\s(?:and|or|but)(?:,|\s(?:{_CLAUSE}|uh|um|usually|just|maybe|there|so|everything)\b)"
    r"|\s(?:is|was|are|were|has|had|have|will|would|can|could|may|might|must|should|did|does|do"
    r"|became|becomes|remains|remained|isn't|wasn't|began|seems|seemed"
    r"|to|for|in|on|at|with|as|by|from|of|over|under|into|through|near|around|across"
    r"|than|after|before|during|since|until|while|who|which|that|when|where|if|because|unless"
    r"|he|she|it|they|we|you|i|this|last|anyway|again|too|today|yesterday|tomorrow|now|then|here"
    r"|there|so|just|also|always|never|not|ever|once|though|itself|alone|says|said)\b(?!-)"
)


def cues_of_article(before: str, name: str, after: str) -> set[str]:
    """Return whether a place has "the" without a noun after it, and whether one is at it."""
    own = _PHRASE.match(name) is not None
    found = None if own else _THE_BEFORE.search(before)
    if not (own or found) or _NO_NOUN.match(after) is None:
        return set()
    word = (found["before"] or "").lower() if found else ""
    return {DEFINITE, VENUE} if word in _AT else {DEFINITE}
