"""Words and phrases that users list, found in any letter case, spacing and punctuation.

A phrase is compared by its parts, which are runs of letters or of digits, without accents:
"Zephyr-9", "zephyr 9" and "Zéphyr9" are one phrase. Its last part may have a plural s. A `*` at the
beginning or the end of a line stands for further letters or digits of the same part. `find_eponyms`
has the package's own phrases: diseases, signs and devices that are named after people.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
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

    Blank lines and lines that begin with `#` are skipped. Raise `UsageError` for a file that cannot
    be read, and `DataError`, which names the line, for one without letters or digits, with a `*`
    inside, or with a malformed label.
    """
    try:
        lines = path.read_text(encoding="utf-8-sig").split("\n")
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise DataError(f"{path}: not valid UTF-8; convert it with iconv") from None
    phrases = []
    for number, line in enumerate(lines, 1):
        if line.strip() and not line.startswith("#"):
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

    With `whole`, no phrase is found that letters, digits or underscores touch: "max" in "max2024".
    """

    def __init__(self, phrases: Iterable[ListedPhrase], *, whole: bool = False) -> None:
        self._whole = whole
        # By the size of what they need of a part (all: 0, first letters, last letters: negative).
        parts: dict[int, dict[str, list[ListedPhrase]]] = {0: {}}
        self._inside: list[ListedPhrase] = []  # what a part may hold
        for phrase in dict.fromkeys(phrases):
            first, alone = phrase.parts[0], len(phrase.parts) == 1
            if phrase.open_start and phrase.open_end and alone:
                self._inside.append(phrase)
                continue
            size = -len(first) if phrase.open_start else len(first) * (phrase.open_end and alone)
            for key in (first, *_plurals(first)) if alone and not size else (first,):
                parts.setdefault(size, {}).setdefault(key, []).append(phrase)
        self._parts = dict(sorted(parts.items(), key=lambda item: (item[0] < 0, abs(item[0]))))
        self._open = bool(self._inside) or len(parts) > 1

    def find(self, text: str) -> list[Span]:
        """Return the spans of phrases, sorted and disjoint."""
        pattern = _ASCII_PART if text.isascii() else _PART
        keys = list(map(_key, pattern.findall(text)))
        if not self._open and self._parts[0].keys().isdisjoint(keys):
            return []  # nearly all texts
        places = [match.span() for match in pattern.finditer(text)]
        spans: list[Span] = []
        for at, (start, _) in enumerate(places):
            if spans and start < spans[-1].end:
                continue
            fitting = (p for p in self._candidates(keys[at]) if _fits(p, keys, places, at))
            found = [
                Span(start, places[at + len(phrase.parts) - 1][1], phrase.label)
                for phrase in fitting
            ]
            if self._whole:
                found = [span for span in found if not _is_touched(text, span)]
            if found:
                spans.append(max(found, key=lambda span: span.end))
        return spans

    def _candidates(self, key: str) -> Iterator[ListedPhrase]:
        for size, listed in self._parts.items():
            yield from listed.get(key[:size] if size > 0 else key[size:], ())
        for phrase in self._inside:
            if phrase.parts[0] in key:
                yield phrase


def _plurals(key: str) -> tuple[str, ...]:
    return () if key.isdigit() else (key + "s", key + "es")


def _fits(
    phrase: ListedPhrase, keys: Sequence[str], places: Sequence[tuple[int, int]], at: int
) -> bool:
    """Return whether the parts after the first one fit, with little between them."""
    count = len(phrase.parts)
    if count == 1:
        return True
    following = keys[at + 1 : at + count]
    if len(following) < count - 1 or tuple(following[:-1]) != phrase.parts[1:-1]:
        return False
    last, wanted = following[-1], phrase.parts[-1]
    if not (last.startswith(wanted) if phrase.open_end else last in (wanted, *_plurals(wanted))):
        return False
    between = zip(places[at : at + count - 1], places[at + 1 : at + count], strict=True)
    return all(after[0] - before[1] <= _MOST_BETWEEN for before, after in between)


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
