"""What people are called who are not named: "Mom and Dad", "Coach"."""

from __future__ import annotations

import regex

from privtool.text.surrogates.context import Context
from privtool.text.surrogates.letter_case import cased_like
from privtool.text.surrogates.name_groups import pool_of
from privtool.text.surrogates.prf import normalized
from privtool.text.word_sets import word_set

_CALLED = word_set(
    """mom mommy mum mummy mama momma dad daddy papa grandma grandpa granny nana gramps auntie
    grandmother grandfather mother father"""
)
_CALLS = regex.compile(rf"\b(?:{'|'.join(sorted(_CALLED))})\b", regex.IGNORECASE)
_AROUND_KIN = word_set("my your his her our their and or the")
_KIN = regex.compile(r"\p{L}+")
_KIN_WORDS = pool_of("Mom|Dad|Grandma|Grandpa|Auntie|Nana")
_VOCATIVES = pool_of("Boss|Captain|Chief|Coach|Doc|Professor|Sarge")
# Who is called by a title alone.
_NOBLES = (
    pool_of("Baroness|Countess|Duchess|Marchioness|Viscountess|Princess|Empress"),
    pool_of("Baron|Count|Duke|Marquess|Viscount|Prince|Emperor|Earl"),
    pool_of("Archbishop|Cardinal|Bishop|Abbot"),
    pool_of("General|Colonel|Admiral|Commander|Lieutenant|Sergeant|Corporal"),
)
_VOCATIVE_WORDS = frozenset(map(normalized, (*_VOCATIVES.phrases, "Doctor", "Teach", "Sir")))
CALLERS = _CALLED | _AROUND_KIN | _VOCATIVE_WORDS  # words of phrases that may name nobody


def other_caller(phrase: str, context: Context) -> str | None:
    """Return other relatives or another title for a phrase that names nobody, else None."""
    if nobody_but_kin(phrase):
        return _KIN.sub(lambda match: _other_kin(match[0], context), phrase)
    if normalized(phrase) in _VOCATIVE_WORDS:
        return cased_like(phrase, context.pick("vocative", phrase, _VOCATIVES))
    for pool in _NOBLES:
        if phrase.title() in pool.phrases:
            return cased_like(phrase, context.pick("noble", phrase, pool))
    return None


def _other_kin(word: str, context: Context) -> str:
    if normalized(word) not in _CALLED:
        return word
    return cased_like(word, context.pick("kin", word, _KIN_WORDS))


def nobody_but_kin(phrase: str) -> bool:
    """Return whether a phrase calls relatives and names nobody: "mom and dad"."""
    words = [normalized(word) for word in phrase.split()] if _CALLS.search(phrase) else []
    return not _CALLED.isdisjoint(words) and all(word in _CALLED | _AROUND_KIN for word in words)
