"""What no tagger of English text reads: invisible text, and words in other scripts than Latin."""

from __future__ import annotations

import regex

from privtool.core.spans import Span
from privtool.text.labels import LIKELY, SURE, Label
from privtool.text.lazy_regex import Regex
from privtool.text.lexicon import words

# Copies of ASCII, and selectors that can encode bytes: one is enough. Of the other invisible
# characters a few have their place in a word; a longer run can encode anything.
_CARRIERS = "\U000e0020-\U000e007f\U000e0100-\U000e01ef"
_INVISIBLE = (
    "\u00ad\u034f\u061c\u115f\u1160\u180b-\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U0001d173-\U0001d17a"
)
_UNSEEN = Regex(rf"[^\s\0]{{0,64}}(?:[{_CARRIERS}]|[{_INVISIBLE}]{{4}})[^\s\0]{{0,64}}")
# A letter that is no modifier, Latin or not. A single Greek or mathematical one is a symbol.
_LETTER = r"[\p{Lu}\p{Ll}\p{Lt}\p{Lo}]"
_OTHER = r"(?![\p{Latin}])" + _LETTER
_SYMBOL = r"[\p{Greek}\p{Common}]"
_IN_WORD = r"[\p{L}\p{M}\p{N}'\u2019\u200c\u200d\-]"
_WORD = regex.compile(
    rf"(?<!{_IN_WORD})(?!{_SYMBOL}(?!{_IN_WORD}))(?=[\p{{Latin}}\p{{N}}'\u2019\-]*+{_OTHER})"
    rf"[\p{{L}}\p{{N}}]{_IN_WORD}*+"
)
# Two flag letters are a flag; three or more, next to each other or with a space between, spell.
# Braille is no letter in Unicode; a single pattern may be part of a drawing.
_FLAG = "[\U0001f1e6-\U0001f1ff]"
_BETWEEN = r"[\p{Cf}\ufe0e\ufe0f]*+"
_DRAWN = regex.compile(
    rf"{_FLAG}(?:{_BETWEEN}{_FLAG}){{2,}}+|(?<!{_FLAG}){_FLAG}(?: {_FLAG}(?!{_FLAG})){{2,}}+"
    r"|[\u2801-\u28ff]{2,}+"
)
# Small capitals are Latin, but letters of their own, with which people decorate their names.
_SMALL_CAPITAL = (
    "[\u0262\u026a\u0274\u0280\u028f\u0299\u029c\u029f\u1d00-\u1d22\ua730\ua731\ua7ae\ua7af]"
)
_DECORATED = regex.compile(
    rf"(?<!{_IN_WORD})(?:(?!{_SMALL_CAPITAL})[\p{{L}}\p{{N}}])*+"
    rf"{_SMALL_CAPITAL}{_IN_WORD}*+"
)
_SMALL_CAPITALS = regex.compile(_SMALL_CAPITAL)
_FEWEST_SMALL = 2  # in a word
_SHORT_NAME = 3  # letters


def find_unseen(text: str) -> list[Span]:
    """Find the words that hold invisible text."""
    if text.isascii():
        return []
    return [Span(*match.span(), Label.MISC.value, SURE) for match in _UNSEEN.finditer(text)]


def other_script_words(text: str) -> list[Span]:
    """Return the words of the text with a letter of another script than Latin.

    Words in flag letters, in Braille and in small capitals are among them. Function words such as
    "and" are left out, but short ones with a capital may be names.
    """
    if text.isascii():
        return []
    found = []
    for match in _WORD.finditer(text):
        word = match.group()
        short_name = len(word) <= _SHORT_NAME and word[0].isupper()
        if short_name or word.lower() not in words("function_words.other-scripts", "intl"):
            found.append(match)
    found += _DRAWN.finditer(text)
    for match in _DECORATED.finditer(text):
        if len(_SMALL_CAPITALS.findall(match.group())) >= _FEWEST_SMALL:
            found.append(match)
    return [Span(*match.span(), Label.WORD.value, LIKELY) for match in found]
