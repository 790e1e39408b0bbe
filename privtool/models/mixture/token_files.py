"""Corpora on disk as token ids, so that they may be larger than memory.

A corpus is read once, with provisional numbers for tokens, as the vocabulary is not known yet. When
all corpora are read, the numbers are mapped to ids in chunks. The files encode the text: only their
owner can read them, and they are deleted after the run.
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

from privtool.core.errors import DataError, named_write_errors
from privtool.models.lm.checkpoint import LmTokens
from privtool.models.lm.dataset import Corpus, Numbering

_LIST = "corpora.json"
_TOKENIZER = "tokenizer"
_CHUNK = 1 << 20  # tokens mapped at a time


class MixedCorpus(NamedTuple):
    """A named corpus; `unknown` and `markers` count tokens of these kinds."""

    name: str
    corpus: Corpus
    digest: str
    unknown: int
    markers: int

    @property
    def targets(self) -> int:
        """The number of tokens and ends of sentences."""
        return len(self.corpus.ids) + self.corpus.sentences

    def summary(self) -> dict[str, Any]:
        """Return the counts of the run card."""
        return {"corpus": self.name, **self.corpus.counts(self.unknown, self.markers)}


class CorpusFiles:
    """Writes corpora one after another into a new folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._numbering = Numbering()
        self._entries: list[dict[str, Any]] = []
        with named_write_errors(folder):
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir(parents=True, mode=0o700)

    @contextmanager
    def adding(self, name: str) -> Iterator[CorpusWriter]:
        """Write one more corpus within a `with` block.

        Raise `PrivtoolError` if it cannot be written.
        """
        stem = self._folder / str(len(self._entries))
        with (
            named_write_errors(self._folder),
            open(f"{stem}.ids", "wb") as ids,
            open(f"{stem}.bounds", "wb") as bounds,
        ):
            writer = CorpusWriter(self._numbering, ids, bounds)
            yield writer
        self._entries.append({"name": name, "words": writer.words})

    def by_frequency(self) -> list[str]:
        """Return all tokens of all corpora, most frequent first."""
        return self._numbering.by_frequency()

    def finish(self, tokens: LmTokens, extra: Mapping[str, Any]) -> CorpusSet:
        """Map the corpora to the ids of a vocabulary; `extra` is saved for `load_corpora`.

        The returned tokenizer is reloaded from disk, as a resumed run has it. Raise `UsageError`
        for a token without an id.
        """
        table = self._numbering.ids(tokens.ids, tokens.specials.unknown)
        with named_write_errors(self._folder):
            for number, row in enumerate(self._entries):
                row.update(unknown=0, markers=0)
                ids = _map(self._folder / f"{number}.ids", np.int32, "r+")
                for start in range(0, len(ids), _CHUNK):
                    chunk = table[ids[start : start + _CHUNK]]
                    ids[start : start + _CHUNK] = chunk
                    row["unknown"] += int((chunk == tokens.specials.unknown).sum())
                    row["markers"] += int(np.isin(chunk, tokens.markers).sum())
                if isinstance(ids, np.memmap):
                    ids.flush()
                row["digest"] = _corpus(self._folder, number, row).digest()
            tokens.tokenizer.save_pretrained(self._folder / _TOKENIZER)
            content = {"kind": tokens.kind, "corpora": self._entries, **extra}
            new_file = self._folder / f"{_LIST}.new"
            new_file.write_text(json.dumps(content), encoding="utf-8")
            new_file.replace(self._folder / _LIST)
        sources = [_source(self._folder, n, row) for n, row in enumerate(self._entries)]
        return CorpusSet(sources, LmTokens(tokens.kind, _tokenizer(self._folder)), dict(extra))


class CorpusWriter:
    """Writes sentences of tokens."""

    def __init__(self, numbering: Numbering, ids: IO[bytes], bounds: IO[bytes]) -> None:
        self._numbering, self._ids, self._bounds = numbering, ids, bounds
        self._end = 0
        self.words = 0
        bounds.write(np.zeros(1, np.int64).tobytes())

    def add(self, sentences: Iterable[Sequence[str]], words: int) -> None:
        """Add sentences, which have `words` words in total."""
        numbers: list[int] = []
        bounds: list[int] = []
        for tokens in sentences:
            numbers += self._numbering.of(tokens)
            bounds.append(self._end + len(numbers))
        self._end += len(numbers)
        self.words += words
        self._ids.write(np.array(numbers, np.int32).tobytes())
        self._bounds.write(np.array(bounds, np.int64).tobytes())


class CorpusSet(NamedTuple):
    """The results of `CorpusFiles.finish`: corpora, their vocabulary, and extra fields."""

    sources: list[MixedCorpus]
    tokens: LmTokens
    extra: dict[str, Any]


def load_corpora(folder: Path) -> CorpusSet | None:
    """Load the corpora in a folder. Return None if they are incomplete or damaged."""
    if not (folder / _LIST).is_file():
        return None
    try:
        extra = json.loads((folder / _LIST).read_text(encoding="utf-8"))
        rows, kind = extra.pop("corpora"), extra.pop("kind")
        sources = [_source(folder, number, row) for number, row in enumerate(rows)]
        if any(source.corpus.bounds[-1] != len(source.corpus.ids) for source in sources):
            return None
        tokenizer = _tokenizer(folder)
    except Exception:  # the library does not document its errors for damaged tokenizers
        return None
    return CorpusSet(sources, LmTokens(kind, tokenizer), extra)


def _tokenizer(folder: Path) -> Any:
    from transformers import AutoTokenizer

    return AutoTokenizer.from_pretrained(folder / _TOKENIZER, local_files_only=True)


def check_sources(sources: Sequence[MixedCorpus]) -> None:
    """Raise `DataError` for a corpus that cannot be used for training."""
    for source in sources:
        if not source.corpus.sentences:
            raise DataError(f"the corpus '{source.name}' has no records")
        if not len(source.corpus.ids):
            raise DataError(f"the corpus '{source.name}' has no words")
        if source.markers == len(source.corpus.ids):
            raise DataError(f"the corpus '{source.name}' has no words except markers")
    if all(source.unknown + source.markers == len(source.corpus.ids) for source in sources):
        raise DataError("the vocabulary has no words of the training text")


def _source(folder: Path, number: int, row: Mapping[str, Any]) -> MixedCorpus:
    corpus = _corpus(folder, number, row)
    return MixedCorpus(row["name"], corpus, row["digest"], row["unknown"], row["markers"])


def _corpus(folder: Path, number: int, row: Mapping[str, Any]) -> Corpus:
    ids = _map(folder / f"{number}.ids", np.int32, "r")
    return Corpus(ids, _map(folder / f"{number}.bounds", np.int64, "r"), row["words"])


def _map(file: Path, dtype: Any, mode: Any) -> NDArray[Any]:
    """Map the numbers of a file into memory; an empty file cannot be mapped."""
    if not file.stat().st_size:
        return np.zeros(0, dtype)
    return np.memmap(file, dtype, mode)
