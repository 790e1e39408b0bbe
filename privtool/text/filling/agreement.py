"""What the words next to a slot rule out: a/an before the wrong sound, the same word twice.

Also a final "s" before another one, "McDonald's's", and common words that cannot stand there.
"""

from __future__ import annotations

import re

from privtool.text.lexicon import one_of, words

_WORD = re.compile(r"[^\W_]+(?:['\u2019-][^\W_]+)*")
_CONSONANT_SOUND = r"uni(?!n|m)|u[gkz]|us(?:e|u|a)|eu|ewe|one\b|once|u\b|ur(?:a|o)|ut(?:e|i)"
_VOWEL_SOUND = re.compile(
    rf"(?!{_CONSONANT_SOUND})(?:[aeiou]|8|11\b|18\b)|hour|honest|honor|honour|heir"
)
_SPELLED_VOWEL = frozenset("AEFHILMNORSX8")  # how letters that are said one by one begin
_ARTICLES = ("a", "an")
_JOINING = frozenset(("and", "or", "nor", "but", "than", "versus"))
_LONGEST_SPELLED = 4  # letters of an acronym
_OPENING = " \n\t\"'\u201c\u2018("  # "an "apple""
_NEAR = 64  # characters that are looked at
_POSSESSIVE = re.compile(r"['\u2019]s\b")
_NO_OWNERS = words("grammar.no-owners")
_OWNED = re.compile(
    rf"['\u2019]s (?!(?:{one_of(words('grammar.after-is'))}|(?!early\b|family\b)\w+(?:ing|ed|ly))"
    r"\b)[a-z$\u00a3]"
)
_NOT_OTHERS = frozenset(("i", "you", "we", "they"))
_OF_OTHERS = re.compile(r" ([a-z]{2,}[^su'\u2019]s)\b")  # "I breaks"
_NO_VERBS, _TWICE = words("grammar.no-verbs"), words("grammar.twice")
_DETERMINED = re.compile(r"\b(?:an?|the|my|your|his|her|our|their|its|this|that)\s+$", re.I)
# What follows a noun, not an adjective: an end, or a word that nothing can describe.
_NOUN_ENDS = re.compile(
    rf"(?:$|[.,;:?!)\"\u201d]|['\u2019]s\b| {one_of(words('grammar.after-nouns'))}\b)"
)
_ENDS = re.compile(r"$|\s*[.,;:?!)]")  # a space alone is before another slot
_PREPOSITION = re.compile(r"\b(?:to|of|at|by|about|with|for|on|in|into|from) $")
_COPULA = re.compile(r"\b(?:be|been|being|is|are|was|were) $", re.IGNORECASE)
_SENTENCES = re.compile(r"[.?!;]")
_WORDS = re.compile(r"[a-z']+")
_LAST = 5  # words that no object repeats: "you can ask you"


def takes_an(word: str) -> bool:
    """Return whether "an", not "a", stands before a word."""
    if word.isupper() and 1 < len(word) <= _LONGEST_SPELLED:
        return word[0] in _SPELLED_VOWEL
    return _VOWEL_SOUND.match(word.lower()) is not None


def _fits_ending(word: str, after: str) -> bool:
    """Return whether a word can stand before a possessive or the verb of others."""
    possessive = _POSSESSIVE.match(after) is not None
    if possessive and (word.endswith(("s", "'")) or word in _NOT_OTHERS):
        return False  # "I's"
    if word in _NO_OWNERS and _OWNED.match(after):  # "'s first acquisition"
        return False
    verb = _OF_OTHERS.match(after) if word in _NOT_OTHERS else None
    return not verb or verb[1] in _NO_VERBS


def fits_neighbors(word: str, before: str, after: str) -> bool:
    """Return whether a word can stand between two texts, by its neighbors alone."""
    left_text, right_text = before[-_NEAR:].lower(), after[:_NEAR].lower()
    left, right = _WORD.findall(left_text)[::-1], _WORD.findall(right_text)  # the nearest first
    if left and not left_text.rstrip(_OPENING).endswith(left[0]):
        left = []
    if right and not after.lower().lstrip().startswith(right[0]):
        right = []
    parts = _WORD.findall(word.lower())
    if not parts:
        return True
    if not _fits_ending(word.lower(), after):
        return False
    if left and left[0] in _ARTICLES and takes_an(word) != (left[0] == "an"):
        return False
    if right and parts[-1] in _ARTICLES and takes_an(right[0]) != (parts[-1] == "an"):
        return False
    if parts[0] in _TWICE:
        return True
    near = [said[: 2 if said[0] in _JOINING else 1] for said in (left, right) if said]
    return not any(parts[0] in said or parts[-1] in said for said in near)


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
