"""Brings a text into plain characters, one for one, so that offsets stay those of the original."""

from __future__ import annotations

import unicodedata

_FIRST_SIGN = 0x2000  # signs before it, such as ©, stand beside words in what models have read
_LETTER_LIKE = range(0x2100, 0x2150)  # ™, №, ...
_JOINERS = "\ufe0f\u20e3"  # what makes an emoji of a character


class _Readable(dict[int, int]):
    """Code point to code point, worked out when a character is first met."""

    def __missing__(self, code: int) -> int:
        self[code] = readable = _without_emoji(code)
        return readable


def _without_emoji(code: int) -> int:
    char = chr(code)
    plain = unicodedata.normalize("NFKC", char)
    if len(plain) == 1 and plain != char:
        return ord(plain)
    sign = unicodedata.category(char) in ("So", "Sk") and code >= _FIRST_SIGN
    return ord(" ") if char in _JOINERS or (sign and code not in _LETTER_LIKE) else code


_READABLE = _Readable()


def without_emoji(text: str) -> str:
    """`text` with spaces for emoji and plain letters for those of special fonts; same length.

    A tokenizer of word pieces takes a word that touches an emoji, or is written in full-width or
    mathematical letters, for one that it has never seen.
    """
    return text if text.isascii() else text.translate(_READABLE)


_DASHES = "\u2212\u2043\u00ad\u02d7\u30fc"  # minus sign, hyphen bullet, soft hyphen, look-alikes
_QUOTES = "\u2018\u2019\u201b\u02bc\u2032\u00b4"
_INVISIBLE = "\u200b\u200c\u200d\u2060\ufeff"  # they may stand between the groups of a number


class _PlainCharacters(dict[int, int]):
    """Code point to plain code point, worked out when a character is first met."""

    def __missing__(self, code: int) -> int:
        plain = _fold_char(code)
        self[code] = plain
        return plain


def _fold_char(code: int) -> int:
    """The ASCII code point for digits, spaces, dashes, quotes and full-width forms."""
    if 0xFF01 <= code <= 0xFF5E:
        return code - 0xFEE0
    char = chr(code)
    if char.isdigit():  # of any script, also raised or circled
        return ord("0") + unicodedata.digit(char)
    category = unicodedata.category(char)
    if category == "Zs" or char in _INVISIBLE:
        return ord(" ")
    if (category == "Pd" and char != "\u2014") or char in _DASHES:  # an em dash parts clauses
        return ord("-")
    if char in _QUOTES:
        return ord("'")
    return code


_PLAIN = _PlainCharacters()


def fold_to_ascii(text: str) -> str:
    """`text` with digits, spaces, dashes, quotes and full-width forms as ASCII; same length."""
    return text if text.isascii() else text.translate(_PLAIN)


def lower_same_length(text: str) -> str:
    """`text` in lower case, same length: letters that would become two stay as they are."""
    lowered = text.lower()
    if len(lowered) == len(text):
        return lowered
    return "".join(low if len(low := char.lower()) == 1 else char for char in text)
