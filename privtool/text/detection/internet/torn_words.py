"""Words some of whose letters are written as references, codes or stars."""

from __future__ import annotations

import html
from functools import cache
from unicodedata import normalize

from privtool.core.spans import Span, merge_overlapping
from privtool.text.detection.confidence import LIKELY, POSSIBLE
from privtool.text.detection.view import TextView
from privtool.text.known_names import ordinary_words
from privtool.text.labels import Label
from privtool.text.lazy_regex import Regex
from privtool.text.word_lists import load_allow_list

PERSON = Label.PERSON.value

_ACCENT = "(?:acute|grave|circ|uml|tilde|cedil|slash|ring|caron|lig)"
_REFERENCE = Regex(
    rf"[^\W_]{{0,40}}(?:&(?:[a-z]{{1,2}}{_ACCENT}|szlig|eth|thorn);[^\W_]{{0,40}}){{1,8}}"
)
# "=?utf-8?Q?Ren=C3=A9?=" of headers of mail, and the same letters in its text.
_ENCODED_WORD = Regex(r"=\?[\w-]{2,24}\?[bq]\?[^?\s]{1,200}\?=")
_QUOTED = Regex(
    r"(?<![^\W_])[^\W\d_]{1,40}(?:(?:=[89A-F][\dA-F]){1,4}[^\W\d_]{1,40}){1,8}"
    r"(?:=[89A-F][\dA-F]){0,4}(?![^\W_])"
)
# "Jos\\u00e9" of JSON and of code.
_ESCAPED = Regex(r"[^\W_\\]{0,40}(?:\\{1,2}(?:u[\da-f]{4}|x[c-f][\da-f])[^\W_\\]{0,40}){1,8}")
# "H\"ofl" of TeX, "Zden\v{e}k" and "{\'E}milie", "Erd{\H o}s" and "S{\o}ren".
_ACCENTED = r"\\[\"'`^~=.]\\?[a-z]"
_BRACED = r"\{?\\[\"'`^~=.uvhckrbd] ?\{\\?[a-z]\}\}?"
_GROUPED = r"\{\\(?:[\"'`^~=.]\\?[a-z]|[uvhckrbd] [a-z]|o|l|ss|ae|oe|aa|i|j)\}"
_TEX = Regex(
    rf"(?:[^\W_]{{0,40}}(?:{_BRACED}|{_GROUPED})|[^\W_]{{1,40}}{_ACCENTED})"
    rf"(?:[^\W_]{{0,40}}(?:{_BRACED}|{_GROUPED}|{_ACCENTED})){{0,8}}[^\W_]{{0,40}}"
)
_CONTRACTIONS = tuple(f"\\'{end}" for end in ("s", "t", "m", "d", "ll", "re", "ve"))  # of code
_STARRED = Regex(r"(?<![^\W_*])[^\W\d_]{1,20}(?:\*{1,3}[^\W\d_]{1,20}){1,4}(?![^\W_*])")
_FEWEST_LETTERS = 4  # and stars, in a starred word: "a*b" is a product


def find(view: TextView) -> list[Span]:
    """Find "Ren&eacute;", "Gu=E9rin", "Jos\\u00e9", "H\\"ofl" and "M*hm*ud".

    Common words do not count.
    """
    text = view.lower
    spans: list[Span] = []
    if "&" in text:
        spans += [
            Span(*match.span(), PERSON, POSSIBLE)
            for match in _REFERENCE.finditer(text)
            if not _is_common(_without_accents(html.unescape(match.group())))
        ]
    if "=" in text:
        spans += [Span(*match.span(), PERSON, LIKELY) for match in _ENCODED_WORD.finditer(text)]
        spans += [Span(*match.span(), PERSON, POSSIBLE) for match in _QUOTED.finditer(view.plain)]
    if "\\" in text:
        spans += [Span(*match.span(), PERSON, POSSIBLE) for match in _ESCAPED.finditer(text)]
        spans += [
            Span(*match.span(), PERSON, POSSIBLE)
            for match in _TEX.finditer(text)
            if not match.group().endswith(_CONTRACTIONS)
        ]
    if "*" in text:
        spans += [
            Span(*match.span(), PERSON, POSSIBLE)
            for match in _STARRED.finditer(text)
            if len(match.group()) >= _FEWEST_LETTERS and not _is_word(match.group())
        ]
    return merge_overlapping(sorted(spans))


def _is_common(word: str) -> bool:
    return word in load_allow_list().words or word in ordinary_words()


def _without_accents(word: str) -> str:
    return normalize("NFKD", word).encode("ascii", "ignore").decode()


def _is_word(starred: str) -> bool:
    """Return whether these are words, or one with a star for each of some letters: "d*mn"."""
    parts = [part for part in starred.split("*") if part]
    if all(len(part) > 2 and _is_common(part) for part in parts):
        return True
    places = [(place, char) for place, char in enumerate(starred) if char != "*"]
    return any(
        all(word[place] == char for place, char in places)
        for word in _words_by_ends().get(_ends(starred), ())
    )


def _ends(word: str) -> tuple[int, str, str]:
    """The length of a word and its outer letters, which no star replaces."""
    return len(word), word[0], word[-1]


@cache
def _words_by_ends() -> dict[tuple[int, str, str], list[str]]:
    words: dict[tuple[int, str, str], list[str]] = {}
    for word in filter(None, load_allow_list().words | ordinary_words()):
        words.setdefault(_ends(word), []).append(word)
    return words
