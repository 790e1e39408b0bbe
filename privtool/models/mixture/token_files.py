"""Corpora on disk as ids, so that a corpus may be larger than memory.

A corpus is read once, as numbers of tokens whose vocabulary is not known yet; when all corpora
are read, the numbers become ids, some at a time. The files hold the text in another spelling: they
are readable for their owner only, and go when the run is done.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from privtool.core.errors import DataError, PrivtoolError, reason_of
from privtool.models.lm.checkpoint import LmTokens
from privtool.models.lm.dataset import Corpus, Numbering

_LIST = "corpora.json"
_TOKENIZER = "tokenizer"
_PART = 1 << 20  # tokens that are worked on at a time


class Source(NamedTuple):
    """A corpus with its name; `unknown` and `markers` count tokens of these kinds."""

    name: str
    corpus: Corpus
    digest: str
    unknown: int
    markers: int

    @property
    def targets(self) -> int:
        """All tokens and ends of sentences, which is what is learned from."""
        return len(self.corpus.ids) + self.corpus.sentences

    def counted(self) -> dict[str, Any]:
        """What is told about it."""
        total = max(1, len(self.corpus.ids))
        return {
            "corpus": self.name,
            "records": self.corpus.sentences,
            "words": self.corpus.words,
            "tokens": len(self.corpus.ids),
            "unknown_rate": self.unknown / total,
            "marker_rate": self.markers / total,
        }


class CorpusFiles:
    """Takes in corpora one after another, in a folder that this makes."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._numbering = Numbering()
        self._counts = np.zeros(0, np.int64)
        self._rows: list[dict[str, Any]] = []
        with _told(folder):
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir(parents=True, mode=0o700)

    @contextmanager
    def adding(self, name: str) -> Iterator[CorpusWriter]:
        """Takes in the sentences of one more corpus, until the block ends.

        Raises `PrivtoolError` for what cannot be written.
        """
        place = self._folder / str(len(self._rows))
        with (
            _told(self._folder),
            open(f"{place}.ids", "wb") as ids,
            open(f"{place}.bounds", "wb") as bounds,
        ):
            writer = CorpusWriter(self._numbering, ids, bounds)
            yield writer
        self._counts = _sum(self._counts, writer.counts)
        self._rows.append({"name": name, "words": writer.words})

    def by_frequency(self) -> list[str]:
        """All tokens of all corpora, the most frequent first."""
        return self._numbering.by_frequency(_sum(self._counts, np.zeros(len(self._numbering), int)))

    def finish(self, tokens: LmTokens, more: Mapping[str, Any]) -> Reopened:
        """The corpora in the ids of a vocabulary; `more` is kept with them for a later `reopened`.

        The tokenizer is the one that was written and read again, as a later run has it.
        Raises `UsageError` for a token that the vocabulary has nothing for.
        """
        place = self._numbering.ids(tokens.ids, tokens.specials.unknown)
        with _told(self._folder):
            for number, row in enumerate(self._rows):
                row.update(unknown=0, markers=0)
                ids = _mapped(self._folder / f"{number}.ids", np.int32, "r+")
                for start in range(0, len(ids), _PART):
                    part = place[ids[start : start + _PART]]
                    ids[start : start + _PART] = part
                    row["unknown"] += int((part == tokens.specials.unknown).sum())
                    row["markers"] += int(np.isin(part, tokens.markers).sum())
                if isinstance(ids, np.memmap):
                    ids.flush()
                row["digest"] = self._corpus(number, row).digest()
            tokens.tokenizer.save_pretrained(self._folder / _TOKENIZER)
            content = {"kind": tokens.kind, "corpora": self._rows, **more}
            aside = self._folder / f"{_LIST}.new"
            aside.write_text(json.dumps(content), encoding="utf-8")
            aside.replace(self._folder / _LIST)
        sources = [_source(row, self._corpus(n, row)) for n, row in enumerate(self._rows)]
        return Reopened(sources, LmTokens(tokens.kind, _tokenizer(self._folder)), dict(more))

    def _corpus(self, number: int, row: Mapping[str, Any]) -> Corpus:
        return _corpus(self._folder, number, row)


class CorpusWriter:
    """Writes sentences of tokens as they come; `counts` are those of the tokens by number."""

    def __init__(self, numbering: Numbering, ids: IO[bytes], bounds: IO[bytes]) -> None:
        self._numbering, self._ids, self._bounds = numbering, ids, bounds
        self._end = 0
        self.words = 0
        self.counts = np.zeros(0, np.int64)
        bounds.write(np.zeros(1, np.int64).tobytes())

    def add(self, sentences: Iterable[Sequence[str]], words: int) -> None:
        """More sentences, which hold so many words."""
        numbers: list[int] = []
        bounds: list[int] = []
        for tokens in sentences:
            numbers += self._numbering.of(tokens)
            bounds.append(self._end + len(numbers))
        self._end += len(numbers)
        self.words += words
        self.counts = _sum(self.counts, np.bincount(np.array(numbers, np.int64)))
        self._ids.write(np.array(numbers, np.int32).tobytes())
        self._bounds.write(np.array(bounds, np.int64).tobytes())


class Reopened(NamedTuple):
    """What `CorpusFiles.finish` left: corpora, their vocabulary, and what was kept with them."""

    sources: list[Source]
    tokens: LmTokens
    more: dict[str, Any]


def reopened(folder: Path) -> Reopened | None:
    """The corpora in a folder, or None if they were not all read or are damaged."""
    if not (folder / _LIST).is_file():
        return None
    try:
        more = json.loads((folder / _LIST).read_text(encoding="utf-8"))
        rows, kind = more.pop("corpora"), more.pop("kind")
        sources = [_source(row, _corpus(folder, number, row)) for number, row in enumerate(rows)]
        if any(source.corpus.bounds[-1] != len(source.corpus.ids) for source in sources):
            return None
        tokenizer = _tokenizer(folder)
    except Exception:  # what a damaged tokenizer leads to, the library does not say
        return None
    return Reopened(sources, LmTokens(kind, tokenizer), more)


def _tokenizer(folder: Path) -> Any:
    from transformers import AutoTokenizer

    return AutoTokenizer.from_pretrained(folder / _TOKENIZER, local_files_only=True)


def check_sources(sources: Sequence[Source]) -> None:
    """Raise `DataError` for a corpus that cannot be learned from."""
    for source in sources:
        if not source.corpus.sentences:
            raise DataError(f"the corpus '{source.name}' holds no record")
        if not len(source.corpus.ids):
            raise DataError(f"the corpus '{source.name}' holds no word")
        if source.markers == len(source.corpus.ids):
            raise DataError(f"the corpus '{source.name}' holds no word but markers")
    if all(source.unknown + source.markers == len(source.corpus.ids) for source in sources):
        raise DataError("the vocabulary has no word of the training text")


def _source(row: Mapping[str, Any], corpus: Corpus) -> Source:
    return Source(row["name"], corpus, row["digest"], row["unknown"], row["markers"])


def _corpus(folder: Path, number: int, row: Mapping[str, Any]) -> Corpus:
    ids = _mapped(folder / f"{number}.ids", np.int32, "r")
    return Corpus(ids, _mapped(folder / f"{number}.bounds", np.int64, "r"), row["words"])


def _mapped(file: Path, dtype: Any, mode: Any) -> NDArray[Any]:
    """The numbers in a file, which are read as they are needed; an empty file cannot be mapped."""
    if not file.stat().st_size:
        return np.zeros(0, dtype)
    return np.memmap(file, dtype, mode)


def _sum(one: NDArray[np.int64], two: NDArray[np.int64]) -> NDArray[np.int64]:
    """The sum of counts, the shorter ones being zero further on."""
    longer, shorter = (one, two) if len(one) > len(two) else (two, one)
    total = longer.astype(np.int64)
    total[: len(shorter)] += shorter
    return total


@contextmanager
def _told(folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise PrivtoolError(f"{folder}: cannot be written ({reason_of(error)})") from None
