"""Word lists: the words that `mask` keeps and that `fill` keeps away from."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from privtool.core.digest import short_digest
from privtool.core.errors import DataError, UsageError
from privtool.core.reading import read_blocks
from privtool.text.words import key_of, words

LISTS = Path(__file__).parent / "lists"
COMMON = "common-en"
VOCABULARY = "vocab-en"
VOCABULARY_SIZE = 10_000  # Vats 2023, section 4.2.2
_LONGEST_LINE, _LINES = 1 << 20, 8192
_COUNT = re.compile("[0-9]{1,18}")
_NUMBER = "[1-9][0-9]{0,11}"
_LIMITED = re.compile(f"{VOCABULARY}:(?:top({_NUMBER})|min({_NUMBER}))")


class WordList(NamedTuple):
    """A set of word keys with a name; `reference` names it together with what is in it."""

    name: str
    words: frozenset[str]
    reference: str

    def keeps(self, key: str) -> bool:
        """Whether a word is in the list, or is hyphenated and all its parts are.

        Parts that are numbers say nothing: those of a private date are frequent ones.
        """
        words = self.words
        return key in words or (
            "-" in key
            and all(part in words for part in key.split("-"))
            and not any(map(str.isnumeric, key))
        )


def make_word_list(name: str, words: Iterable[str]) -> WordList:
    """A list of some words, with a reference that changes when any word does."""
    keys = frozenset(words)
    digest = short_digest("\n".join(sorted(keys)))
    return WordList(name, keys, f"{name}@{digest}")


def load_allow_list(path: Path | None = None) -> WordList:
    """The embedded list of common words, or a file with one word a line (`#` starts a comment).

    A word with an enclitic stands for the word without it: `don't` for `do`. A phrase of several
    words keeps none of them. Raises `UsageError` for a file that cannot be read or holds no word.
    """
    lines = _lines(path or LISTS / f"{COMMON}.txt")
    entries = (line.partition("#")[0].strip() for line in lines)
    found = make_word_list(
        _name_of(path) if path else COMMON, map(_entry_key, filter(None, entries))
    )
    if not found.words:
        raise UsageError(f"{path}: the list holds no word")
    return found


def load_vocabulary(
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
    name = f"{_name_of(path) if path else VOCABULARY}:{limit}"
    return make_word_list(name, (key_of(word) for word, _ in chosen))


def embedded_list(reference: str) -> WordList | None:
    """The embedded list that a record's reference names, or None if it is not an embedded one.

    Raises `DataError` when the list of that name has changed since.
    """
    name = reference.partition("@")[0]
    found: WordList | None
    limited = _LIMITED.fullmatch(name)
    try:
        if name == COMMON:
            found = load_allow_list()
        elif limited:
            top, min_count = (int(number) if number else None for number in limited.groups())
            found = load_vocabulary(None, top, min_count)
        else:
            return None
    except UsageError:
        found = None
    if found is None or found.reference != reference:
        raise DataError(f"the embedded word list {name} has changed: mask again with this version")
    return found


def read_vocabulary(file: Path, first: int | None = None) -> list[tuple[str, int]]:
    """The (word, count) pairs of a vocabulary file in its order; `first` reads only so many.

    Raises `UsageError` for a line that is not a word, a tab and a count.
    """
    pairs: list[tuple[str, int]] = []
    for number, line in enumerate(islice(_lines(file), first), 1):
        word, tab, count = line.rpartition("\t")
        if not (tab and word and _COUNT.fullmatch(count)):
            raise UsageError(f"{file.name}:{number}: not a word, a tab and a count")
        pairs.append((word, int(count)))
    return pairs


def public_vocabulary(name: Path) -> Path:
    """The file of a vocabulary of public text: that of the embedded one, or any other."""
    return LISTS / f"{VOCABULARY}.tsv" if str(name) == VOCABULARY else name


def _name_of(path: Path) -> str:
    """The name of a file as a record can hold it: bytes that are not UTF-8 are escaped."""
    return path.name.encode("utf-8", "backslashreplace").decode()


def _entry_key(entry: str) -> str:
    found = words(entry)
    return found[0].key if len(found) == 1 else key_of(entry)


def _lines(file: Path) -> list[str]:
    """The lines of a file, compressed or not."""
    name = "./-" if str(file) == "-" else str(file)  # no file of a list is standard input
    try:
        blocks = read_blocks([name], _LONGEST_LINE, _LINES)
        lines = [line or b"" for block in blocks for line in block.lines]
        return b"\n".join(lines).decode().splitlines()
    except UnicodeDecodeError:
        raise UsageError(f"{file.name}: not valid UTF-8") from None


class WordListRegistry:
    """The lists that records may refer to: those given by options and the embedded ones."""

    def __init__(self, given: Sequence[WordList]) -> None:
        self._known = {listed.reference: listed for listed in given}

    def __call__(self, reference: str) -> WordList:
        """The list of that name and content; `DataError` when it is not at hand."""
        found = self._known.get(reference) or embedded_list(reference)
        if found is None:
            raise DataError(
                "the record was masked with a word list that is not at hand: name the same "
                "--list FILE, or --vocab FILE with the same --top or --min-count"
            )
        self._known[reference] = found
        return found
