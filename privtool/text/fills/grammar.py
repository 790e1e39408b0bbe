"""Common words for slots that have no name, and which of them fit the words next to one."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from privtool.text.filling.word_classes import classes_of
from privtool.text.known_names import person_names
from privtool.text.lexicon import words
from privtool.text.word_lists import (
    VOCABULARY,
    load_allow_list,
    public_vocabulary,
    read_vocabulary,
)

_FREQUENT = 1_500  # words of public text
_ONE_LETTER = frozenset("ai")
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


class CommonSlot:
    """The grammar of a slot between two texts.

    A noun follows an article that no other noun follows, and owns ("'s"), no determiner is last, no
    subject follows a preposition, no pronoun an article or "is", and nobody is the object of the
    clause whose subject they are.
    """

    def __init__(self, before: str, after: str) -> None:
        left = before[-_NEAR:]
        excluded: set[str] = set()
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
        self._excluded = excluded | words("fills.objects").intersection(clause[-_LAST:])

    def fits(self, word: str) -> bool:
        """Return whether a common word can stand in the slot."""
        return word.lower() not in self._excluded


@cache
def everyday_words(pronouns: bool) -> tuple[tuple[str], ...]:
    """Return the frequent words of public text that name nobody and nothing, as phrases.

    Function words other than pronouns are not in it: nobody takes "the" for a name.
    Pronouns are in it only if asked for: where one fits, so does the name of a person or place.
    """
    kept = words("grammar.pronouns") if pronouns else frozenset()
    left_out = (words("grammar.function") | words("grammar.pronouns") | {"there"}) - kept
    common, persons = load_allow_list().words, person_names()
    frequent = read_vocabulary(public_vocabulary(Path(VOCABULARY)), _FREQUENT)
    return tuple(
        (word,)
        for word, _ in frequent
        if word.isalpha()
        and word in common
        and word not in persons
        and word not in left_out
        and not classes_of(word)
        and (len(word) > 1 or word in _ONE_LETTER)
    )
