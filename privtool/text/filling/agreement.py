"""What the words next to a slot rule out: a/an before the wrong sound, the same word twice.

Also a final "s" before another one: "McDonald's's".
"""

from __future__ import annotations

import re

from privtool.text.lexicon import words

_WORD = re.compile(r"[^\W_]+(?:['\u2019-][^\W_]+)*")
_VOWEL_SOUND = re.compile(r"(?:[aeiou]|8|11\b|18\b)")
_SILENT_H = re.compile(r"(?:hour|honest|honor|honour|heir)")
_CONSONANT_SOUND = re.compile(
    r"(?:uni(?!n|m)|u[gkz]|us(?:e|u|a)|eu|ewe|one\b|once|u\b|ur(?:a|o)|ut(?:e|i))"
)
_SPELLED_VOWEL = frozenset("AEFHILMNORSX8")  # how letters that are said one by one begin
_JOINING = frozenset(("and", "or", "nor", "but", "than", "versus"))
_LONGEST_SPELLED = 4  # letters of an acronym
_OPENING = " \n\t\"'\u201c\u2018("  # "an "apple""
_NEAR = 64  # characters that are looked at
_POSSESSIVE = re.compile(r"['\u2019]s\b")
_NO_OWNERS = words("grammar.no-owners")
_OWNED = re.compile(
    r"['\u2019]s (?!(?:an?|the|not|so|very|just|been|going|gonna|no|my|your|his|her|our|their|like|"
    r"about|really|pretty|too|quite|all|more|as|in|on|at|for|to|what|why|how|where|that|only|always|"
    r"never|still|also|now|already|even|probably|one|some|something|nothing|gone|good|great|nice|fine|hard|bad|better|true|"
    r"different|kind|sort|sure|part|time|got|(?!early\b|family\b)\w+(?:ing|ed|ly))\b)[a-z$\u00a3]"
)
_NOT_OTHERS = frozenset(("i", "you", "we", "they"))
_OF_OTHERS = re.compile(r" ([a-z]{2,}[^su'\u2019]s)\b")  # "I breaks"
_NO_VERBS, _TWICE = words("grammar.no-verbs"), words("grammar.twice")


def takes_an(word: str) -> bool:
    """Return whether "an", not "a", stands before a word."""
    key = word.lower()
    if word.isupper() and 1 < len(word) <= _LONGEST_SPELLED:
        return word[0] in _SPELLED_VOWEL
    if _SILENT_H.match(key):
        return True
    return bool(_VOWEL_SOUND.match(key)) and not _CONSONANT_SOUND.match(key)


def is_owner(after: str) -> bool:
    """Return whether the text after a word makes it an owner: "'s first acquisition"."""
    return _OWNED.match(after) is not None


def _fits_ending(word: str, after: str) -> bool:
    """Return whether a word can stand before a possessive or the verb of others."""
    possessive = _POSSESSIVE.match(after) is not None
    if possessive and (word.endswith(("s", "'")) or word in _NOT_OTHERS):
        return False  # "I's"
    if word in _NO_OWNERS and is_owner(after):
        return False
    verb = _OF_OTHERS.match(after) if word in _NOT_OTHERS else None
    return not verb or verb[1] in _NO_VERBS


def fits_neighbors(word: str, before: str, after: str) -> bool:
    """Return whether a word can stand between two texts, by its neighbors alone."""
    left = _WORD.findall(before[-_NEAR:].lower())
    right = _WORD.findall(after[:_NEAR].lower())
    beside_left = bool(left) and before[-_NEAR:].lower().rstrip(_OPENING).endswith(left[-1])
    beside_right = bool(right) and after.lower().lstrip().startswith(right[0])
    parts = _WORD.findall(word.lower())
    if not parts:
        return True
    if not _fits_ending(word.lower(), after):
        return False
    if beside_left and left[-1] in ("a", "an") and takes_an(word) != (left[-1] == "an"):
        return False
    if beside_right and parts[-1] in ("a", "an") and takes_an(right[0]) != (parts[-1] == "an"):
        return False
    if parts[0] in _TWICE:
        return True
    neighbors = {left[-1]} if beside_left else set()
    neighbors |= {right[0]} if beside_right else set()
    if beside_left and left[-1] in _JOINING and len(left) > 1:
        neighbors.add(left[-2])
    if beside_right and right[0] in _JOINING and len(right) > 1:
        neighbors.add(right[1])
    return parts[0] not in neighbors and parts[-1] not in neighbors
