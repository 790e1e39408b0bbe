"""Texts as models of plain text know them, one character for one, so that offsets stay."""

from __future__ import annotations

import unicodedata

_FIRST_SIGN = 0x2000  # signs before it, such as ©, stand beside words in what models have read
_LETTER_LIKE = range(0x2100, 0x2150)  # ™, №, ...
_JOINERS = "\ufe0f\u20e3"  # what makes an emoji of a character


class _Readable(dict[int, int]):
    """Code point to code point, worked out when a character is first met."""

    def __missing__(self, code: int) -> int:
        self[code] = readable = _readable(code)
        return readable


def _readable(code: int) -> int:
    char = chr(code)
    plain = unicodedata.normalize("NFKC", char)
    if len(plain) == 1 and plain != char:
        return ord(plain)
    sign = unicodedata.category(char) in ("So", "Sk") and code >= _FIRST_SIGN
    return ord(" ") if char in _JOINERS or (sign and code not in _LETTER_LIKE) else code


_READABLE = _Readable()


def readable(text: str) -> str:
    """`text` with spaces for emoji and plain letters for those of special fonts; same length.

    A tokenizer of word pieces takes a word that touches an emoji, or is written in full-width or
    mathematical letters, for one that it has never seen.
    """
    return text if text.isascii() else text.translate(_READABLE)
