"""Cues to a place in the words next to it: a street, a river, a capital, an adjective."""

from __future__ import annotations

import regex

from privtool.text.lexicon import words
from privtool.text.surrogates.geography.countries import NATIONS_OF
from privtool.text.surrogates.geography.states import is_abbreviation
from privtool.text.surrogates.last_words import last_word, last_words
from privtool.text.word_sets import word_set

_TALKS = word_set("talks discussions negotiations relations ties treaty contacts dialogue")
_VISITS = frozenset((("state", "visit"), ("official", "visit")))
_COAST_AFTER = regex.compile(r"\s(?:harbou?r|beach(?:es)?|pier|fishermen)\b")
_PROVINCE_AFTER = regex.compile(
    r"\s(?:d[ée]partement|oblast|prefecture|canton|voivodeship|governorate|raion|krai)\b"
)
_HIGHEST_BEFORE = regex.compile(
    r"\b(?:highest|tallest)\s(?:point|peak|elevation|mountain|summit|hill)\s(?:is|was)\s(?:the\s)?\Z",
    regex.IGNORECASE,
)
# What only a government does: "Brussels fined ...".
_GOVERNS = regex.compile(
    r"\s(?:has\s|is\s)?(?:denie[sd]|fine[sd]|reject(?:s|ed)|accuse[sd]|condemn(?:s|ed)"
    r"|threaten(?:s|ed)|vow(?:s|ed)|warn(?:s|ed|ing)|retaliated|expelled|recalled|imposed|lodged|protested"
    r"|insists?|insisted|welcomed|signed|pledged|agreed|refused|sanctioned|lifted|vetoed)\b"
)
# After "U.S.": no verb, preposition or conjunction.
_NOUN_AFTER = regex.compile(
    r" (?!(?:and|or|but|is|was|has|had|will|would|can|could|may|might|must|should|did|does|to|for"
    r"|in|on|at|with|as|by|from|of|over|under|into|said|says|than|after|before|during|since|while|who"
    r"|which|that|when|where|if|because|also|not|never|he|she|it|they|we|you|i|this|last|next|alone"
    r"|itself|today|now|so|more|about|[a-z]+ed)\b)(?:\p{L}\p{Ll}|\p{Lu}{2,}\b)"
)


def cues_of_place(before: str, name: str, after: str) -> set[str]:
    """Return whether a place is a street, a river, a peak or a capital by the words next to it."""
    if before.rstrip()[-1:] == "," and is_abbreviation(name):
        return {"state"}
    if name.replace(".", "") in NATIONS_OF:
        return {_part_of_speech(before, after)}
    if _HIGHEST_BEFORE.search(before):
        return {"peak"}
    last = last_word(before)
    if last == "of" and "province" in last_words(before)[-2:-1]:
        return {"province"}
    if last in words("cues.street-prepositions"):
        return {"street"}
    if last in words("cues.crossed") and name[:4].lower() == "the ":
        return {"river"}
    talks = last == "with" and not _TALKS.isdisjoint(last_words(before)[-2:-1])
    talks |= last == "to" and tuple(last_words(before)[-3:-1]) in _VISITS
    if (
        talks
        or last == "capital"
        or (words("cues.capitals").intersection(last_words(before)) and last in ("in", "of", "to"))
    ):
        return {"capital"}
    if _PROVINCE_AFTER.match(after):
        return {"province"}
    if _COAST_AFTER.match(after):
        return {"coast"}
    speaks = not before.strip() or before.rstrip()[-1:] in ".!?"
    return {"capital"} if speaks and _GOVERNS.match(after) else set()


def _part_of_speech(before: str, after: str) -> str:
    """Return what "U.S." is: without "the", and before another word, an adjective."""
    follows = _NOUN_AFTER.match(after) is not None and last_word(before) != "the"
    return "adjective" if follows else "noun"
