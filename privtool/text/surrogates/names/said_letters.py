"""Letters said with their case or an example: "capital R, small e", "X as in xylophone"."""

from __future__ import annotations

from string import ascii_lowercase

import regex

from privtool.text.detection.said.items import SPELLING_ALPHABET
from privtool.text.detection.said.letters import PAUSE, PLACE, SIGN, SIGN_NAME
from privtool.text.letter_case import cased_like
from privtool.text.surrogates.common_words import uncommon_words
from privtool.text.surrogates.context import Context
from privtool.text.surrogates.prf import KeyedRandom

_AS = rf"{PLACE},? (?:(?:as|like) in|for|like){PAUSE} "
_LETTER = regex.compile(rf"(?<!\w)(?<!with )(\p{{L}})(?!\w)(?:({_AS})(\p{{L}}++))?", regex.I)
_SAID = regex.compile(
    r"(?:(?:capital|small|big|little|(?:upper|lower) ?case) \p{L}"
    rf"|(?:\p{{L}}[ ,.-]++){{0,40}}with {SIGN}|\p{{L}}(?:,? \p{{L}})?{_AS}\p{{L}}+)\b",
    regex.I,
)
_SIGN_NAME = regex.compile(rf"\b{SIGN_NAME}\b", regex.I)
_EXAMPLES = {word[0]: word for word in sorted(SPELLING_ALPHABET)}


def is_said_letters(phrase: str) -> bool:
    """Return whether a phrase is letters, the first with its case, a sign or an example.

    All words that would stay are common, or the name of a sign.
    """
    if " " not in phrase or _SAID.match(phrase) is None:
        return False
    return not uncommon_words(_SIGN_NAME.sub("", _LETTER.sub("", phrase)))


def other_letters(phrase: str, context: Context) -> str:
    """Return other letters, said the same way."""
    return context.retry(
        "letters", phrase, lambda rng: _LETTER.sub(lambda match: _other(match, rng), phrase)
    )


def _other(match: regex.Match[str], rng: KeyedRandom) -> str:
    old = match[1].lower()
    letter = rng.choice("".join(one for one in ascii_lowercase if one != old))
    shown = letter.upper() if match[1].isupper() else letter
    return shown if match[2] is None else shown + match[2] + cased_like(match[3], _EXAMPLES[letter])
