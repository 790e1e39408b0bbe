"""Word lists: the words that `mask` keeps and that `fill` keeps away from."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from privtool.core.errors import DataError, UsageError
from privtool.text.words import key_of

LISTS = Path(__file__).parent / "lists"
COMMON = "common-en"
VOCABULARY = "vocab-en"
VOCABULARY_SIZE = 10_000  # Vats 2023, section 4.2.2


class WordList(NamedTuple):
    """A set of word keys with a name; `reference` names it together with what is in it."""

    name: str
    words: frozenset[str]
    reference: str

    def keeps(self, key: str) -> bool:
        """Whether a word is in the list, or is hyphenated and all its parts are."""
        words = self.words
        return key in words or ("-" in key and all(part in words for part in key.split("-")))


def word_list(name: str, words: Iterable[str]) -> WordList:
    """A list of some words, with a reference that changes when any word does."""
    keys = frozenset(words)
    digest = hashlib.sha256("\n".join(sorted(keys)).encode()).hexdigest()[:16]
    return WordList(name, keys, f"{name}@{digest}")


def allow_list(path: Path | None = None) -> WordList:
    """The embedded list of common words, or a file with one word a line (`#` starts a comment).

    Raises `UsageError` for a file that cannot be read or holds no word.
    """
    lines = _lines(path or LISTS / f"{COMMON}.txt")
    words = (key_of(line.strip()) for line in lines if line.strip() and line[0] != "#")
    found = word_list(path.name if path else COMMON, words)
    if not found.words:
        raise UsageError(f"{path}: the list holds no word")
    return found


def vocabulary(
    path: Path | None = None, top: int | None = None, min_count: int | None = None
) -> WordList:
    """The most frequent words of a vocabulary file, by default the embedded one.

    With `min_count` the words that occur at least so often, else the `top` most frequent ones
    (10,000 when neither is given). Raises `UsageError` for a file that is not a vocabulary.
    """
    if top is None and min_count is None:
        top = VOCABULARY_SIZE
    file = path or LISTS / f"{VOCABULARY}.tsv"
    counts = read_vocabulary(file, None if path or min_count is not None else top)
    if path:
        counts.sort(key=lambda pair: (-pair[1], pair[0]))
    if min_count is not None:
        counts = [pair for pair in counts if pair[1] >= min_count]
    chosen = counts[:top]
    if not chosen:
        raise UsageError(f"{file.name}: no word is frequent enough")
    limit = f"top{top}" if min_count is None else f"min{min_count}"
    name = f"{path.name if path else VOCABULARY}:{limit}"
    return word_list(name, (key_of(word) for word, _ in chosen))


def embedded(reference: str) -> WordList | None:
    """The embedded list that a record's reference names, or None if it is not an embedded one.

    Raises `DataError` when the list of that name has changed since.
    """
    name = reference.partition("@")[0]
    base, _, limit = name.partition(":")
    if base == COMMON:
        found = allow_list()
    elif base == VOCABULARY and limit.startswith("top") and limit[3:].isdigit():
        found = vocabulary(top=int(limit[3:]))
    elif base == VOCABULARY and limit.startswith("min") and limit[3:].isdigit():
        found = vocabulary(min_count=int(limit[3:]))
    else:
        return None
    if found.reference != reference:
        raise DataError(f"the embedded word list {name} has changed: mask again with this version")
    return found


def read_vocabulary(file: Path, first: int | None = None) -> list[tuple[str, int]]:
    """The (word, count) pairs of a vocabulary file in its order; `first` reads only so many.

    Raises `UsageError` for a line that is not a word, a tab and a count.
    """
    pairs: list[tuple[str, int]] = []
    for number, line in enumerate(islice(_lines(file), first), 1):
        word, tab, count = line.rpartition("\t")
        if not (tab and word and count.isascii() and count.isdigit()):
            raise UsageError(f"{file.name}:{number}: not a word, a tab and a count")
        pairs.append((word, int(count)))
    return pairs


def _lines(file: Path) -> list[str]:
    try:
        return file.read_text(encoding="utf-8-sig").splitlines()
    except UnicodeDecodeError:
        raise UsageError(f"{file.name}: not valid UTF-8") from None
    except OSError as error:
        raise UsageError(f"{file}: {(error.strerror or 'cannot be read').lower()}") from None
