"""The one definition of a word, for every command that counts, masks, fills or trains.

A word is a run of letters and digits of any script with single inner apostrophes and hyphens (a
double one is a dash) and inner underscores; a number keeps its inner points, commas, colons and
slashes (`1,200.50`, `10:30`); an acronym its inner points (`U.S`); an e-mail address, a URL, an
`@handle`, a `#tag` and anything that looks like a marker are one word each. English enclitics
(`'s`, `n't`, `'ll`, ...) belong to no word: `Anna's` is the word `Anna`, followed by `'s`. No word
contains white space. All else is punctuation.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Sequence
from html import unescape
from typing import NamedTuple, TypeVar

import regex

from privtool.text import lexicon
from privtool.text.markers import LOOKALIKE

_T = TypeVar("_T")
_LONGEST_CACHED = 64  # characters


class Word(NamedTuple):
    """A word at `text[start:end]` and its key in word lists and vocabularies."""

    start: int
    end: int
    key: str


APOSTROPHES = "'`\u00b4\u2018\u2019\u02bc\u2032\uff07"
_HYPHENS = "\\-\u2010\u2011"
# Invisible text: copies of ASCII, and 240 selectors that can encode bytes.
_UNSEEN = "\U000e0020-\U000e007f\U000e0100-\U000e01ef"
# Invisible characters inside a word must not split it: "An<ZWSP>na" is one word.
_INVISIBLE = rf"(?![{_UNSEEN}])\p{{Cf}}"
# Alphabetic are letters and signs such as circled letters, but not letters and Han characters in
# brackets, squares and radicals (common in text from PDFs), private use characters (of special
# fonts), flags and Braille.
VISIBLE = (
    rf"\p{{Alphabetic}}\p{{M}}\p{{N}}\p{{Co}}{_UNSEEN}"
    "\u249c-\u24b5\u2800-\u28ff\u2e80-\u2fdf\u3200-\u33ff"
    "\U0001f110-\U0001f12c\U0001f18a-\U0001f18f\U0001f1a5\U0001f1e6-\U0001f2ff"
)
_CHARACTER = rf"[{VISIBLE}]"
# Invisible characters alone are a word from four in a row on, which can encode anything.
_UNSEEN_RUN = r"[\p{Cf}\u034f\ufe00-\ufe0f]{4}"
# A mark on another sign, such as the variation selector of an emoji, begins no word.
ATOM_START = rf"(?:(?!\p{{M}}){_CHARACTER}|[{_UNSEEN}]|{_UNSEEN_RUN})"
_ATOM = rf"{ATOM_START}[{VISIBLE}\p{{Cf}}]*+"
_JOINED = (
    rf"{_ATOM}(?:(?:[{APOSTROPHES}{_HYPHENS}]|_++"
    r"|(?<=\p{N})[.,:/](?=\p{N})|(?<=\p{Lu})&(?=\p{Lu}))"
    rf"{_ATOM})*+"
)
# Separators of str.split(): the White_Space of Unicode and four control characters.
_SPACE = r"\s\x1c-\x1f"
# Repetitions below that may fail late are bounded, so that the pattern takes linear time.
_HOST_LABEL = r"[\p{L}\p{N}][\p{L}\p{M}\p{N}\-]{0,62}"
_DOMAINS = lexicon.words("domains.known", "intl") - lexicon.words("domains.words", "intl")
# Endings that are also words too often start a sentence after a missing space.
_DOMAIN_END = "(?:" + "|".join(sorted(_DOMAINS | {"in", "me", "tv", "us"})) + ")"
_NOT_AT_END = r".,;:!?()\[\]{}'\u201d\u2019"
# Whatever looks like a marker is a separate word, even in a URL.
_REST = (
    rf"(?:[^{_SPACE}<>\"\[]|(?!{LOOKALIKE})\[)*"
    rf"[^{_SPACE}<>\"{_NOT_AT_END}]"
)
_URL = rf"(?:(?i:https?|ftp|file|mailto):/{{0,2}}|(?i:www)\.){_REST}"
_EMAIL = (
    r"[\p{L}\p{N}][\p{L}\p{M}\p{N}\p{Cf}._%+\-]{0,64}@"
    rf"{_HOST_LABEL}(?:\.{_HOST_LABEL}){{0,8}}"
)
_DOMAIN = (
    rf"(?:{_HOST_LABEL}\.){{1,8}}{_DOMAIN_END}(?!{_CHARACTER})"
    rf"(?:[:/?#]{_REST})?+"
)
# After a marker as after a word: masking a masked text again must change nothing.
_HANDLE = rf"(?<!{_CHARACTER}|\])[@\#]{_ATOM}(?:[._]*+{_ATOM})*+"
ENCLITIC = rf"(?:n[{APOSTROPHES}]t|[{APOSTROPHES}](?:s|re|ve|ll|d|m))"
_LONGEST_ENCLITIC = 3
WEB_SIGN = r"&(?:amp|lt|gt|quot|apos|nbsp|\#\d{1,7}|\#x[0-9a-fA-F]{1,6});"
RULE = (
    rf"(?P<marker>{LOOKALIKE})"
    rf"|(?P<entity>{WEB_SIGN})"
    rf"|(?P<enclitic>(?i:{ENCLITIC})+(?:(?=[nN]?[{APOSTROPHES}])|(?!{_CHARACTER})))"
    rf"|(?P<web>{_URL}|{_EMAIL}|{_DOMAIN}|{_HANDLE})"
    rf"|(?P<acronym>\p{{L}}(?>(?:\.\p{{L}}){{1,8}})(?!{_CHARACTER}))"
    rf"|(?P<plain>{_JOINED})"
)
"""The definition as a pattern."""
_WORD = regex.compile(RULE)
_ENCLITIC_AT_END = regex.compile(rf"(?<=[{VISIBLE}\p{{Cf}}]){ENCLITIC}$", regex.I)
# Negated auxiliaries without their n't.
NEGATED = {"ca": "can", "wo": "will", "sha": "shall", "ai": "be"}
_TO_PLAIN = str.maketrans(dict.fromkeys(APOSTROPHES, "'") | {"\u2010": "-", "\u2011": "-"})
# A key keeps a longer run, which can encode anything: no list knows the word.
_INVISIBLES = regex.compile(rf"(?<!{_INVISIBLE})(?:{_INVISIBLE}){{1,3}}(?!{_INVISIBLE})")
_LETTER_OR_DIGIT = regex.compile(_CHARACTER)


class ChunkCache(dict[str, _T]):
    """The results of a function of chunks: pieces of text between white space, often the same.

    No word crosses white space, so that chunks can be handled one by one. Long chunks are not
    cached. Of `size` chunks at most, the half that was not used lately is dropped.
    """

    def __init__(self, function: Callable[[str], _T], size: int = 1 << 20) -> None:
        super().__init__()
        self._function, self._half = function, size // 2
        self._before: dict[str, _T] = {}

    def __missing__(self, chunk: str) -> _T:
        before = self._before
        result = before[chunk] if chunk in before else self._function(chunk)
        if len(chunk) <= _LONGEST_CACHED:
            if len(self) >= self._half:
                self._before = self.copy()
                self.clear()
            self[chunk] = result
        return result


def has_words(text: str) -> bool:
    """Return whether a text has a letter or digit."""
    return _LETTER_OR_DIGIT.search(text) is not None


def words(text: str) -> list[Word]:
    """Return the words of a text in order, without their enclitics."""
    body = text.rstrip(".,;:!?")
    if body.isascii() and body.isalpha():  # most chunks
        return [Word(0, len(body), body.lower())]
    found: list[Word] = []
    for match in _WORD.finditer(text):
        start, end = match.span()
        kind = match.lastgroup
        if kind == "plain":
            found.append(_plain_word(text, start, end))
        elif kind != "enclitic" and (kind != "entity" or has_words(unescape(match.group()))):
            found.append(Word(start, end, key_of(match.group())))
    return found


def overlapping_words(found: Sequence[Word], spans: Iterable[tuple[int, int]]) -> list[range]:
    """Return, for each span (start, end) of a text, the indices of the words that overlap it."""
    starts, ends = [word.start for word in found], [word.end for word in found]
    return [range(bisect_right(ends, start), bisect_left(starts, end)) for start, end in spans]


def key_of(word: str) -> str:
    """Return the key of a word: lower case, composed (NFC), plain apostrophes and hyphens."""
    lowered = word.lower()
    if lowered.isascii():
        return lowered
    return unicodedata.normalize("NFC", _INVISIBLES.sub("", lowered).translate(_TO_PLAIN))


def _plain_word(text: str, start: int, end: int) -> Word:
    negated = False
    while enclitic := _ENCLITIC_AT_END.search(text, max(start + 1, end - _LONGEST_ENCLITIC), end):
        negated = enclitic.group()[0] in "nN"
        end = enclitic.start()
    key = key_of(text[start:end])
    return Word(start, end, NEGATED.get(key, key) if negated else key)
