"""Word lists: the words that `mask` keeps and `fill` avoids, and vocabularies."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from privtool.core.errors import UsageError
from privtool.core.language_marks import ENGLISH
from privtool.core.options import VOCABULARY_SIZE
from privtool.core.reading import read_blocks
from privtool.core.rng import short_digest
from privtool.text import lexicon
from privtool.text.languages import settings
from privtool.text.words import key_of, words

LISTS = Path(__file__).parent / "lists"
COMMON = "common-en"
VOCABULARY = "vocab-en"
VOCABULARY_FILE = LISTS / f"{VOCABULARY}.tsv"
_COMMON_WORDS = 20_000  # of other languages: they have more forms of a word
_LONGEST_LINE, _LINES = 1 << 20, 8192
_COUNT = re.compile("[0-9]{1,18}")


class WordList(NamedTuple):
    """A named set of word keys; `reference` identifies its name and content."""

    name: str
    words: frozenset[str]
    reference: str

    def keeps(self, key: str) -> bool:
        """Return whether a word, or each part of a hyphenated word, is in the list.

        Words with parts that are numbers are not kept: parts of private dates are frequent. A
        listed elision may stand before a word: "l'eau".
        """
        words = self.words
        if key in words:
            return True
        if "-" in key:
            return not any(map(str.isnumeric, key)) and all(map(self.keeps, key.split("-")))
        elided, sign, rest = key.partition("'")
        return bool(sign) and elided + sign in words and rest in words


def make_word_list(name: str, words: Iterable[str]) -> WordList:
    """Return a word list whose reference changes with any of its words."""
    keys = frozenset(words)
    digest = short_digest("\n".join(sorted(keys)))
    return WordList(name, keys, f"{name}@{digest}")


def load_allow_list(path: Path | None = None, language: str = ENGLISH) -> WordList:
    """Load the embedded list of common words of a language, or a file with one word per line.

    `#` starts a comment. A word with an enclitic counts without it: `don't` as `do`. A phrase of
    several words keeps none of them. Raise `UsageError` for an unreadable file or an empty list.
    """
    if path is None:
        return _common_words(language)
    found = _word_list(_name_of(path), path)
    if not found.words:
        raise UsageError(f"{path}: the list has no words")
    return found


@cache  # processes that are forked have it, too
def _common_words(language: str) -> WordList:
    if language == ENGLISH:
        return _word_list(COMMON, LISTS / f"{COMMON}.txt")
    common = (word for word, _, kind in frequent_words(language) if not kind)
    elided = (f"{each}'" for each in settings(language).get("elisions", ()))
    return make_word_list(f"common-{language}", (*elided, *islice(common, _COMMON_WORDS)))


@cache
def frequent_words(language: str) -> tuple[tuple[str, int, str], ...]:
    """Return the frequent words of a language but English, with counts per 10^9 words and kinds.

    The most frequent comes first; `lists/README.md` says what kinds there are.
    """
    rows = (f"{line}\t".split("\t") for line in _lines(LISTS / f"words-{language}.tsv"))
    return tuple((word, int(count), kind) for word, count, kind, *_ in rows)


@cache
def plain_words(language: str, most: int | None = None) -> frozenset[str]:
    """Return those of the most frequent words of a language that its dictionary or lexicon has."""
    common = lexicon.words("words.common", language)
    found = ((word, kind) for word, _, kind in frequent_words(language)[:most])
    return frozenset(word for word, kind in found if kind != "other" or word in common)


def _word_list(name: str, path: Path) -> WordList:
    keys = []
    for line in _lines(path):
        if entry := line.partition("#")[0].strip():
            found = words(entry)
            keys.append(found[0].key if len(found) == 1 else key_of(entry))
    return make_word_list(name, keys)


def load_vocabulary(
    path: Path | None = None,
    top: int | None = None,
    min_count: int | None = None,
    language: str = ENGLISH,
) -> WordList:
    """Load the most frequent words of a vocabulary file, by default the embedded one.

    These are the words with at least `min_count` occurrences, or the `top` most frequent ones
    (default: 10,000). Raise `UsageError` for a file that is not a vocabulary.
    """
    if top is None and min_count is None:
        top = VOCABULARY_SIZE.of()
    file = path or VOCABULARY_FILE
    if path is None and language != ENGLISH:
        counts = [(word, count) for word, count, _ in frequent_words(language)]
    else:
        counts = read_vocabulary(file, None if path or min_count is not None else top)
    if path:
        counts.sort(key=lambda pair: (-pair[1], pair[0]))
    if min_count is not None:
        counts = [pair for pair in counts if pair[1] >= min_count]
    chosen = counts[:top]
    if not chosen:
        raise UsageError(f"{file.name}: no word is frequent enough")
    limit = f"top{top}" if min_count is None else f"min{min_count}"
    name = f"{_name_of(path) if path else f'vocab-{language}'}:{limit}"
    return make_word_list(name, (key_of(word) for word, _ in chosen))


def read_vocabulary(file: Path, first: int | None = None) -> list[tuple[str, int]]:
    """Return the (word, count) pairs of a vocabulary file, or only the `first` N of them.

    Raise `UsageError` for a line that is not a word, a tab and a count.
    """
    pairs: list[tuple[str, int]] = []
    for number, line in enumerate(islice(_lines(file), first), 1):
        word, tab, count = line.rpartition("\t")
        if not (tab and word and _COUNT.fullmatch(count)):
            raise UsageError(f"{file.name}:{number}: not a word, a tab and a count")
        pairs.append((word, int(count)))
    return pairs


def read_labeled_vocabulary(file: Path) -> dict[str, list[tuple[str, int]]]:
    """Return the words and counts of a file of `vocab --labels` by label.

    Raise `UsageError` for a line that is not a label, a word and a count.
    """
    by_label: dict[str, list[tuple[str, int]]] = {}
    for number, (entry, count) in enumerate(read_vocabulary(file), 1):
        label, tab, word = entry.partition("\t")
        if not (tab and label and word):
            raise UsageError(f"{file.name}:{number}: not a label, a word and a count")
        by_label.setdefault(label, []).append((word, count))
    return by_label


def _name_of(path: Path) -> str:
    """Return a file name for records: bytes that are not UTF-8 are escaped."""
    return path.name.encode("utf-8", "backslashreplace").decode()


def _lines(file: Path) -> list[str]:
    """Return the lines of a file, compressed or not."""
    name = "./-" if str(file) == "-" else str(file)  # a list is never read from standard input
    try:
        blocks = read_blocks([name], _LONGEST_LINE, _LINES)
        lines = [line or b"" for block in blocks for line in block.lines]
        return b"\n".join(lines).decode().splitlines()
    except UnicodeDecodeError:
        raise UsageError(f"{file.name}: not valid UTF-8") from None
