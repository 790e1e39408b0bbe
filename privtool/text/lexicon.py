"""The lexicon: word classes, names and tables of a language, in the files of `privtool/data`.

A class has one home. `privtool/data/en/kin.txt` has sections such as

    # Called by a given name.
    [female]
    aunt auntie sister
    [family]
    @kin.female @kin.male cousin

and `words("kin.female")` returns those of a section. Entries are separated by white space, or by
`|` in a section that has bars ("United Way|Red Cross"). `@file.section` stands for all entries of
another section. A `#` at the start of a line begins a comment. A table, such as
`privtool/data/en/age_bands.tsv`, has rows of cells separated by tabs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

DATA = Path(__file__).parent.parent / "data"
_SECTION = re.compile(r"^\[(.+)\]$", re.MULTILINE)
_OTHER = re.compile(r"@[a-z_-]+\.[a-z._-]+")


@cache
def words(name: str, language: str = "en") -> frozenset[str]:
    """Return the entries of a section ("kin.female") as a set; raise `KeyError` without one."""
    return frozenset(entries(name, language))


@cache
def entries(name: str, language: str = "en") -> tuple[str, ...]:
    """Return the entries of a section in their order; raise `KeyError` for an unknown section."""
    file, _, section = name.partition(".")
    found: dict[str, None] = {}
    for entry in sections(file, language)[section]:
        other = _OTHER.fullmatch(entry)
        found |= dict.fromkeys(entries(entry[1:], language) if other else (entry,))
    return tuple(found)


@cache
def sections(file: str, language: str = "en") -> dict[str, tuple[str, ...]]:
    """Return the entries of each section of a file as they are written, `@` included."""
    lines = (DATA / language / f"{file}.txt").read_text(encoding="utf-8").splitlines()
    text = "\n".join(line for line in lines if not line.startswith("#"))
    _, *parts = _SECTION.split(text)
    found = {name: _split(body) for name, body in zip(parts[::2], parts[1::2], strict=True)}
    if len(found) < len(parts) // 2:
        raise ValueError(f"{file}.txt has two sections of one name")
    return found


@cache
def rows(file: str, language: str = "en") -> tuple[tuple[str, ...], ...]:
    """Return the rows of a table; blank lines and lines that start with `#` are left out."""
    lines = (DATA / language / f"{file}.tsv").read_text(encoding="utf-8").splitlines()
    return tuple(tuple(line.split("\t")) for line in lines if line and not line.startswith("#"))


def _split(body: str) -> tuple[str, ...]:
    """Return the entries of a section, each with single spaces."""
    if "|" not in body:
        return tuple(body.split())
    return tuple(" ".join(entry.split()) for entry in body.split("|"))


def one_of(words: Iterable[str]) -> str:
    """Return a regular expression of any of some words, of which the longest that fits counts."""
    longest = sorted(words, key=lambda word: (-len(word), word))
    return f"(?:{'|'.join(map(re.escape, longest))})"


def word_set(text: str) -> frozenset[str]:
    """Return the words of a text that are separated by white space."""
    return frozenset(text.split())
