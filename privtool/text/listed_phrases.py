"""Words and phrases that users list, found in any letter case, spacing and punctuation.

A phrase is compared by its parts, which are runs of letters or of digits, without accents:
"Zephyr-9", "zephyr 9" and "Zéphyr9" are one phrase. Its last part may have a plural s. A `*` at the
beginning or the end of a line stands for further letters or digits of the same part. `find_eponyms`
finds diseases, signs and devices that are named after people.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple
from unicodedata import category, combining, normalize

import regex

from privtool.core.errors import DataError, UsageError
from privtool.core.spans import Span
from privtool.text.labels import Label, own_label
from privtool.text.lexicon import one_of, words
from privtool.text.unicode import fold_to_ascii

_PART = regex.compile(r"\p{L}[\p{L}\p{M}\p{Cf}]*+|\p{N}[\p{N}\p{Cf}]*+")
_ASCII_PART = regex.compile(r"[A-Za-z]++|[0-9]++")
_MOST_BETWEEN = 4  # characters between two parts of a phrase
_MOST_PARTS = 32


class ListedPhrase(NamedTuple):
    """A phrase by the keys of its parts, with the label of what it is."""

    parts: tuple[str, ...]
    label: str
    open_start: bool = False
    open_end: bool = False


def read_phrases(path: Path, label: str = Label.MISC.value) -> list[ListedPhrase]:
    """Read a list: a word or phrase on each line, a label of its own after a tab.

    Blank lines and comments, which begin with `#`, are skipped. Raise `UsageError` for a file that
    cannot be read, and `DataError` for a malformed line.
    """
    try:
        lines = path.read_text(encoding="utf-8-sig").split("\n")
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise DataError(f"{path}: not valid UTF-8; convert it with iconv") from None
    phrases = []
    for number, line in enumerate(lines, 1):
        if line.strip() and not line.lstrip().startswith("#"):
            try:
                phrases.append(_phrase(line, label))
            except ValueError as error:
                raise DataError(f"{path}:{number}: {error}") from None
    if not phrases:
        raise UsageError(f"{path}: the list is empty")
    return phrases


def _phrase(line: str, label: str) -> ListedPhrase:
    """Return the phrase of a line. Raise `ValueError` for one that is not valid."""
    text, _, own = line.strip().partition("\t")
    kind = own_label(own.strip()) if own.strip() else label
    bare = text.strip()
    inner = bare.removeprefix("*").removesuffix("*")
    parts = tuple(map(_key, _PART.findall(inner)))
    if not parts or len(parts) > _MOST_PARTS:
        raise ValueError(f"a phrase needs 1 to {_MOST_PARTS} words of letters or digits")
    if "*" in inner:
        raise ValueError("a * may only stand at the beginning or the end")
    return ListedPhrase(parts, kind, bare.startswith("*"), bare.endswith("*"))


def _key(part: str) -> str:
    if part.isascii():
        return part.lower()
    plain = normalize("NFKD", part.casefold())
    return "".join(char for char in plain if not combining(char) and category(char) != "Cf")


class PhraseFinder:
    """Finds listed phrases, the longest at each place, in time linear in the text.

    Many may begin with one word. With `whole`, no phrase is found that letters, digits or
    underscores touch: "max" in "max2024".
    """

    def __init__(self, phrases: Iterable[ListedPhrase], *, whole: bool = False) -> None:
        self._whole = whole
        # Sizes are of what is needed of a part (all: 0, first letters, last letters: negative):
        # by that of the first part and the part, how many parts, and the size of the last.
        starts: dict[int, dict[str, tuple[tuple[int, int], ...]]] = {0: {}}
        self._labels: dict[tuple[int | str, ...], str] = {}  # of both sizes and all parts
        self._inside: dict[str, str] = {}  # labels of what a part may hold
        for parts, label, open_start, open_end in phrases:
            first, alone = parts[0], len(parts) == 1
            if open_start and open_end and alone:
                self._inside.setdefault(first, label)
                continue
            size = -len(first) if open_start else len(first) * (open_end and alone)
            form = len(parts), len(parts[-1]) * (open_end and not alone)
            self._labels.setdefault((size, form[1], *parts), label)
            listed = starts.setdefault(size, {})
            for key in (first, first + "s", first + "es") if alone and not size else (first,):
                if form not in (forms := listed.get(key, ())):
                    listed[key] = (*forms, form)
        self._starts = dict(sorted(starts.items(), key=lambda item: (item[0] < 0, abs(item[0]))))
        self._open = bool(self._inside) or len(starts) > 1

    def find(self, text: str) -> list[Span]:
        """Return the spans of phrases, sorted; none holds another."""
        pattern = _ASCII_PART if text.isascii() else _PART
        keys = list(map(_key, pattern.findall(text)))
        if not self._open and self._starts[0].keys().isdisjoint(keys):
            return []  # nearly all texts
        places = [match.span() for match in pattern.finditer(text)]
        spans: list[Span] = []
        for at, (start, _) in enumerate(places):
            found = [
                Span(start, places[at + count - 1][1], label)
                for count, label in self._listed(keys[at : at + _MOST_PARTS])
                if all(b[0] - a[1] <= _MOST_BETWEEN for a, b in pairwise(places[at : at + count]))
            ]
            if self._whole:
                found = [span for span in found if not _is_touched(text, span)]
            longest = max(found, key=lambda span: span.end, default=None)
            if longest and longest.end > (spans[-1].end if spans else 0):
                spans.append(longest)
        return spans

    def _listed(self, keys: Sequence[str]) -> Iterator[tuple[int, str]]:
        """Yield how many parts phrases at the first key have, and their labels."""
        for size, listed in self._starts.items():
            first = keys[0][:size] if size > 0 else keys[0][size:]
            for count, needed in listed.get(first, ()):
                *parts, last = first, *keys[1:count]
                if len(parts) < count - 1:
                    continue
                ends = last, last.removesuffix("s"), last.removesuffix("es")
                for end in (last[:needed],) if needed else ends:
                    if label := self._labels.get((size, needed, *parts, end)):
                        yield count, label
                        break
        for part, label in self._inside.items():
            if part in keys[0]:
                yield 1, label


def _is_touched(text: str, span: Span) -> bool:
    """Return whether letters, digits or underscores touch a span."""
    around = text[max(0, span.start - 1) : span.start] + text[span.end : span.end + 1]
    return any(char.isalnum() or char == "_" for char in around)


def find_eponyms(text: str) -> list[Span]:
    """Return the spans of eponyms with the words that they name, sorted and disjoint."""
    return [Span(*match.span(), "") for match in _pattern().finditer(fold_to_ascii(text))]


@cache
def _pattern() -> re.Pattern[str]:
    name = one_of(words("eponyms.names")).replace(r"\ ", r"\s")
    heads, between = (one_of(words(f"eponyms.{part}")) for part in ("heads", "between"))
    return re.compile(
        rf"(?<!\w)(?i:{name}(?:[ -]{name})?)(?:'s|'|s)?[\s-]+"
        rf"(?i:(?:{between}[\s-]+){{0,2}}{heads})(?!\w)"
    )
