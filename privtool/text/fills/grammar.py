"""Common words for slots that have no name, and which of them fit the words next to one."""

from __future__ import annotations

import re

from privtool.text.lexicon import words

_NEAR = 64  # characters that are looked at
_DETERMINED = re.compile(
    r"\b(?:an?|the|my|your|his|her|our|their|its|this|that)\s+$", re.IGNORECASE
)
# What follows a noun, not an adjective: an end, or a word that nothing can describe.
_NOUN_ENDS = re.compile(
    r"(?:$|[.,;:?!)\"\u201d]|['\u2019]s\b| (?:and|or|but|of|in|on|at|to|for|from|with|by|as|than|"
    r"that|which|who|before|after|because|when|while|about|into|during|until|is|was|are|were|has|"
    r"have|had|will|would|can|could|should|do|does|did|said|says)\b)"
)
_ENDS = re.compile(r"$|\s*[.,;:?!)]")  # a space alone is before another slot
_PREPOSITION = re.compile(r"\b(?:to|of|at|by|about|with|for|on|in|into|from) $")
_COPULA = re.compile(r"\b(?:be|been|being|is|are|was|were) $", re.IGNORECASE)
_SENTENCES = re.compile(r"[.?!;]")
_WORDS = re.compile(r"[a-z']+")
_LAST = 5  # words that no object repeats: "you can ask you"


def excluded_words(before: str, after: str) -> frozenset[str]:
    """Return the common words, in lower case, that a slot between two texts cannot have.

    A noun follows an article that no other noun follows, and owns ("'s"), no determiner is last, no
    subject follows a preposition, no pronoun an article or "is", and nobody is the object of the
    clause whose subject they are.
    """
    left = before[-_NEAR:]
    excluded = frozenset[str]()
    if _DETERMINED.search(left) or _COPULA.search(left):
        excluded |= words("fills.pronouns")
    owner = after.startswith(("'s", "\u2019s"))
    if owner or (_DETERMINED.search(left) and _NOUN_ENDS.match(after)):
        excluded |= words("fills.no_common_nouns")
    if _ENDS.match(after):
        excluded |= words("grammar.determiners")
    if _PREPOSITION.search(left):
        excluded |= words("fills.subjects")
    clause = _WORDS.findall(_SENTENCES.split(left.lower())[-1])
    return excluded | words("fills.objects").intersection(clause[-_LAST:])
