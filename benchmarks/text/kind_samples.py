"""Names and nouns of known kinds in public text, and features of the words around them."""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import regex

from privtool.text.lexicon import word_set

_TABLE = Path(__file__).parent / "kinds_of_names.tsv"
_NAME_WORD = regex.compile(r"\w+(?:['\u2019&.-]\w+)*")
_TOKEN = regex.compile(r"[A-Za-z0-9]+(?:[.'\u2019&-][A-Za-z0-9]+)*'?s?|[^\sA-Za-z0-9]")
_AROUND = 96  # characters on each side
_CAP = 400  # sentences with one name, of one corpus
# Corpora, the weight of a sentence, and the most lines: none that an experiment treats as private.
_CORPORA = (
    ("selfdialogue.train", 1.2, None),
    ("medical.train", 1.5, None),
    ("sgd.train", 0.7, 40_000),
    ("wiki.train", 0.6, None),
)
_DETERMINERS = word_set(
    "a an the my his her our your their its this that some any no these those another every each"
)
_SMALL = _DETERMINERS | word_set(
    """i you he she we they it is was are were be been am of to in on at for with by from and or
    but not as if so do did does have has had will would can could just about up out into there
    what who when where which me him them us n't 's"""
)
_REACH = 8  # words on each side that count wherever they stand


class Sample(NamedTuple):
    """A place in public text where a name of a kind, or its noun, stood."""

    kind: str
    before: str
    after: str
    weight: float


def kinds_of_names() -> dict[tuple[str, ...], str]:
    """Return the kinds of the names and nouns in the table."""
    kinds: dict[tuple[str, ...], str] = {}
    for line in _TABLE.read_text("utf-8").splitlines():
        kind, _, nouns, names = line.split("\t")
        for name in (*nouns.split(), *filter(None, names.split("|"))):
            kinds[tuple(name.split())] = kind
    return kinds


def labels_of_kinds() -> dict[str, str]:
    """Return L, O or M of each kind: a place, an organization or another thing."""
    rows = (line.split("\t") for line in _TABLE.read_text("utf-8").splitlines())
    return {row[0]: row[1] for row in rows}


def read_samples(folder: Path, kinds: set[str], rng: random.Random) -> list[Sample]:
    """Return at most `_CAP` samples of each name of some kinds and each corpus, at random."""
    kept: dict[tuple[str, tuple[str, ...]], list[Sample]] = {}
    seen: dict[tuple[str, tuple[str, ...]], int] = {}
    names = {name: kind for name, kind in kinds_of_names().items() if kind in kinds}
    for corpus, weight, most in _CORPORA:
        for name, sample in _found(folder / f"{corpus}.jsonl.gz", names, weight, most):
            key = corpus, name
            seen[key] = seen.get(key, 0) + 1
            samples = kept.setdefault(key, [])
            if len(samples) < _CAP:
                samples.append(sample)
            elif (at := rng.randrange(seen[key])) < _CAP:
                samples[at] = sample
    return [sample for samples in kept.values() for sample in samples]


def _found(
    path: Path, kinds: dict[tuple[str, ...], str], weight: float, most: int | None
) -> Iterator[tuple[tuple[str, ...], Sample]]:
    """Yield the names in a file of records, with what is around them."""
    starts: dict[str, list[tuple[str, ...]]] = {}
    for name in sorted(kinds, key=len, reverse=True):
        starts.setdefault(name[0], []).append(name)
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for number, line in enumerate(lines):
            if most is not None and number >= most:
                return
            text = json.loads(line)["text"]
            words = list(_NAME_WORD.finditer(text))
            for at, first in enumerate(words):
                for name in starts.get(first[0], ()):
                    if tuple(word[0] for word in words[at : at + len(name)]) == name:
                        end = words[at + len(name) - 1].end()
                        before = text[max(0, first.start() - _AROUND) : first.start()]
                        yield name, Sample(kinds[name], before, text[end : end + _AROUND], weight)
                        break


def features(before: str, after: str) -> Iterator[str]:
    """Yield the features of a place between two texts: neighbors, pairs of them, and all words."""
    left = [_key(word) for word in _TOKEN.findall(before)[-12:]]
    right = [_key(word) for word in _TOKEN.findall(after)[:10]]
    start = max((at + 1 for at, word in enumerate(left) if word in ".!?"), default=0)
    left = left[start:]
    end = next((at + 1 for at, word in enumerate(right) if word in ".!?"), len(right))
    right = right[:end]
    third, second, first = ["<s>", "<s>", "<s>", *left][-3:]
    following, fourth, fifth = [*right, "</s>", "</s>", "</s>"][:3]
    yield from (f"p1={first}", f"p2={second}", f"p3={third}", f"n1={following}", f"n2={fourth}")
    yield from (f"n3={fifth}", f"p21={second}_{first}", f"p1n1={first}_{following}")
    yield from (f"n12={following}_{fourth}", f"p321={third}_{second}_{first}")
    determiner = left.pop() if left and left[-1] in _DETERMINERS else "-"
    last, before_last = ["<s>", "<s>", *left][-1], ["<s>", "<s>", *left][-2]
    yield from (f"d={determiner}", f"q1={last}", f"q21={before_last}_{last}")
    yield f"q1n1={last}_{following}"
    content = next((word for word in reversed(left) if _is_content(word)), None)
    if content is not None:
        yield f"lc={content}_{'' if content == last else last}"
    for side, words in (("b", left[-_REACH:]), ("a", right[:_REACH])):
        for word in filter(_is_content, words):
            yield f"{side}={word}"
            yield f"w={word}"


def _is_content(word: str) -> bool:
    return word.isalpha() and word not in _SMALL


def _key(word: str) -> str:
    """Return a word in lower case, without a possessive ending; numbers as zeros."""
    word = word.lower().replace("\u2019", "'")
    if word.isdigit():
        return "0" if len(word) < 4 else "0000"
    return word[:-2] if word.endswith("'s") and len(word) > 3 else word
