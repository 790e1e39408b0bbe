"""Private values: the phrases of gold entities in a form that does not depend on how they stand.

A value is found in other text whatever its case, accents, punctuation or Unicode form, also in one
word or with its digits grouped otherwise.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Container, Iterable, Iterator, Sequence
from typing import Any
from urllib.parse import unquote

import msgspec
import regex

from privtool.core.record import Record
from privtool.text.labels import Label, canonical_label

DIRECT = frozenset(
    {
        *(Label.PERSON, Label.ADDRESS, Label.PHONE, Label.EMAIL, Label.URL, Label.IP),
        *(Label.USERNAME, Label.CARD, Label.IBAN, Label.SSN, Label.NATIONAL_ID, Label.ID),
    }
)
"""Labels of direct identifiers: each by itself may identify a person."""
BANDS = ("1 unit", "2-4 units", "5-19 units", "20 or more units")
_BAND_STARTS = (20, 5, 2)
LONGEST = 8  # words of a value that is looked for as a whole
_SHORTEST = 3  # letters and digits: shorter values occur everywhere
# Scripts without spaces: each character is a part, and says as much as several letters.
_UNSPACED = r"\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}"
_PARTS = regex.compile(rf"[{_UNSPACED}]\p{{M}}*|(?:(?![{_UNSPACED}])[\p{{L}}\p{{M}}\p{{N}}])+")
_ONE_UNSPACED = regex.compile(rf"[{_UNSPACED}]")
_UNSAID = regex.compile(r"[\p{Cf}\u0300-\u036f]+")  # invisible characters and accents
# Titles and function words say nothing of a person (Pilan et al. 2022, section 4.2: adpositions,
# particles, conjunctions, determiners).
TRIVIAL = frozenset(
    {
        *("mr", "mrs", "ms", "no", "nr", "about"),
        *("a", "an", "the", "this", "that", "these", "those", "and", "or", "but", "nor", "not"),
        *("of", "in", "on", "at", "by", "for", "to", "from", "with", "into", "onto", "over"),
        *("under", "near", "between", "through", "during", "before", "after", "since", "until"),
        *("as", "per", "via"),
    }
)


def is_direct(label: str) -> bool:
    """Whether a label is one of direct identifiers."""
    return canonical_label(label) in DIRECT


def plain(text: str) -> str:
    """Return a text case-folded, in compatibility form, without accents."""
    if not text.isascii():
        bare = _UNSAID.sub("", unicodedata.normalize("NFKD", text))
        text = unicodedata.normalize("NFKC", bare)
    return text.casefold()


def parts_of(text: str) -> list[str]:
    """Return the runs of letters and digits of a text; in scripts without spaces, characters."""
    return _PARTS.findall(plain(unquote(text)))


def value_of(phrase: str) -> tuple[str, ...]:
    """Return the value of a private phrase; empty where it is too short to be looked for."""
    parts = tuple(parts_of(phrase))
    said = sum(2 if _ONE_UNSPACED.match(part) else len(part) for part in parts)
    return parts if said >= _SHORTEST and len(parts) <= LONGEST else ()


def band_of(units: int) -> str:
    """Return the band of rarity of a value that so many units have."""
    return BANDS[sum(units >= start for start in _BAND_STARTS)]


class Values:
    """Values to look for. Their parts may be one word in a text, and digits may be any parts."""

    def __init__(self, values: Iterable[tuple[str, ...]] = ()) -> None:
        self._forms = {form for value in values for form in (value, ("".join(value),))}

    def add(self, value: tuple[str, ...]) -> None:
        self._forms |= {value, ("".join(value),)}

    def __contains__(self, parts: Any) -> bool:
        joined = "".join(parts)
        return parts in self._forms or (
            joined.isdigit() and (joined,) in self._forms and all(parts)
        )


def occurrences(parts: Sequence[str], values: Container[tuple[str, ...]]) -> Iterator[range]:
    """Yield where values are among parts: disjoint, the longest at each place."""
    at, lengths = 0, range(min(LONGEST, len(parts)), 0, -1)
    while at < len(parts):
        for length in lengths:
            if tuple(parts[at : at + length]) in values and at + length <= len(parts):
                yield range(at, at + length)
                at += length
                break
        else:
            at += 1


def contained(parts: Sequence[str], values: set[tuple[str, ...]]) -> set[tuple[str, ...]]:
    """Return which of some values occur among parts."""
    known = Values(values)
    windows = (tuple(parts[at : at + n]) for at in range(len(parts)) for n in range(1, LONGEST + 1))
    found = {"".join(window) for window in windows if window in known} if values else set()
    return {value for value in values if "".join(value) in found}


# What holds kinds, places and names of methods, and no text of the record.
_NOT_TEXT = frozenset({"masks", "fills", "entities", "word_lists", "text"})
_WORDS = ("words", "hyp_words")
_BREAK = ""  # between fields: is part of no value


def side_parts(record: Record) -> list[str]:
    """Return the parts of all strings in the fields of a record other than its text.

    Names of unknown fields count, too. Runs of different strings are separated by an empty part.
    """
    found: list[str] = []
    known: dict[str, Any] = msgspec.to_builtins(record)
    fields = {**known, **known.pop("", {})}
    for name, value in fields.items():
        if name in _NOT_TEXT:
            continue
        if name in _WORDS and isinstance(value, list | tuple):
            value = " ".join(str(word.get("word", "")) for word in value)
        for string in _strings(value):
            found += [*parts_of(string), _BREAK]
    return found


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, inner in value.items():
            yield str(name)
            yield from _strings(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _strings(inner)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield str(value)
