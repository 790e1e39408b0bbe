"""Character-by-character simplification of texts: offsets stay those of the original."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

_FIRST_SIGN = 0x2000  # models have read earlier signs, such as ©, next to words
_LETTER_LIKE = range(0x2100, 0x2150)  # ™, №, ...
_JOINERS = "\ufe0f\u20e3"  # they turn a character into an emoji
_DRAWN = re.compile(
    r"(?:(?:CROSSED )?NEGATIVE )?(?:CIRCLED|SQUARED|PARENTHESIZED) LATIN (\w+) LETTER (\w)"
)
_FLAGS = range(0x1F1E6, 0x1F200)  # two make a flag, more can spell a word
_DASHES = "\u2212\u2043\u00ad\u02d7\u30fc"  # minus sign, hyphen bullet, soft hyphen, look-alikes
_QUOTES = "\u2018\u2019\u201b\u02bc\u2032\u00b4"
_INVISIBLE = "\u200b\u200c\u200d\u2060\ufeff"  # they may separate the groups of a number


class _Simplified(dict[int, int]):
    """A function of texts from one of code points, which is called once for each; length stays."""

    def __init__(self, function: Callable[[int], int]) -> None:
        super().__init__()
        self._function = function

    def __missing__(self, code: int) -> int:
        self[code] = result = self._function(code)
        return result

    def __call__(self, text: str) -> str:
        """Return the text with what the function returns in place of its characters."""
        return text if text.isascii() else text.translate(self)


def _drawn_letter(code: int) -> str | None:
    """Return the letter that a sign is a picture of: in a circle, in a square or in brackets."""
    found = _DRAWN.fullmatch(unicodedata.name(chr(code), "")) if code >= _FIRST_SIGN else None
    if found is None:
        return None
    return found[2] if found[1] == "CAPITAL" else found[2].lower()


@_Simplified
def drawn_letters(code: int) -> int:
    """Letters for signs that are pictures of them."""
    if code in _FLAGS:
        return code - _FLAGS.start + ord("A")
    return ord(_drawn_letter(code) or chr(code))


@_Simplified
def without_emoji(code: int) -> int:
    """Spaces for emoji, and plain letters for those of special fonts.

    WordPiece tokenizers do not know a word that touches an emoji, or is written in full-width or
    mathematical letters.
    """
    char = chr(code)
    plain = _drawn_letter(code) or unicodedata.normalize("NFKC", char)
    if len(plain) == 1 and plain != char:
        return ord(plain)
    sign = unicodedata.category(char) in ("So", "Sk") and code >= _FIRST_SIGN
    return ord(" ") if char in _JOINERS or (sign and code not in _LETTER_LIKE) else code


@_Simplified
def fold_to_ascii(code: int) -> int:
    """ASCII for digits, spaces, dashes, quotes and full-width forms."""
    if 0xFF01 <= code <= 0xFF5E:
        return code - 0xFEE0
    char = chr(code)
    if char.isdigit():  # of any script, superscript or circled
        return ord("0") + unicodedata.digit(char)
    category = unicodedata.category(char)
    if category == "Zs" or char in _INVISIBLE:
        return ord(" ")
    if (category == "Pd" and char != "\u2014") or char in _DASHES:  # an em dash separates clauses
        return ord("-")
    if char in _QUOTES:
        return ord("'")
    return code


def lower_same_length(text: str) -> str:
    """Return the text in lower case; letters that would become two characters are kept."""
    lowered = text.lower()
    if len(lowered) == len(text):
        return lowered
    return "".join(low if len(low := char.lower()) == 1 else char for char in text)
