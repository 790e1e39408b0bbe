"""Training text of `mini`: single and joined lines, their tokens, and masking."""

from __future__ import annotations

import gzip
import itertools
import json
import operator
import random
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import numpy as np
import torch
from torch.utils.data import Dataset
from transformers import BertTokenizerFast

IGNORED = -100
FIRST_WORD = 999  # lower ids are special and unused tokens
SPOKEN = re.compile(r"[^\w\s']+")


def read_lines(path: Path, max_words: int) -> Iterator[tuple[str, str]]:
    """Yield document and text of distinct texts in a gzip JSONL file, up to `max_words` words."""
    seen: set[str] = set()
    words = 0
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            record = json.loads(line)
            text = record["text"]
            if text in seen:
                continue
            seen.add(text)
            words += text.count(" ") + 1
            yield record.get("doc", record["id"]), text
            if words >= max_words:
                return


def join_lines(lines: Iterable[tuple[str, str]], longest: Callable[[], int]) -> Iterator[str]:
    """Join neighboring lines of a document up to `longest()` words, at least one line each.

    Records have one or many sentences; a model trained on single sentences is weak on many.
    """
    for _, group in itertools.groupby(lines, key=operator.itemgetter(0)):
        taken: list[str] = []
        words, limit = 0, longest()
        for _, text in group:
            size = text.count(" ") + 1
            if taken and words + size > limit:
                yield " ".join(taken)
                taken, words, limit = [], 0, longest()
            taken.append(text)
            words += size
        yield " ".join(taken)


def spoken(text: str, rng: random.Random, share: float) -> str:
    """Remove punctuation in a fraction of the calls: transcripts often have none."""
    return SPOKEN.sub(" ", text) if rng.random() < share else text


def read_corpora(
    text: Path, wiki_words: int, spoken_words: int, longest: int, rng: random.Random
) -> list[str]:
    """Read lines of Wikipedia, half of them joined with neighbors, and of two dialogue corpora."""
    corpora = [("wiki", wiki_words, 0.0)]
    corpora += [(name, spoken_words, 0.2) for name in ("selfdialogue", "sgd")]
    lines: list[str] = []
    for name, words, unpunctuated in corpora:
        read = read_lines(text / f"{name}.train.jsonl.gz", words)
        joined = join_lines(read, lambda: rng.choice((1, rng.randint(1, longest))))
        lines += [spoken(line, rng, unpunctuated) for line in joined]
    return lines


class MaskedLines(Dataset[dict[str, list[int]]]):
    """Token ids and word indices of lines; the collator draws new masks in every epoch."""

    def __init__(self, texts: list[str], tokenizer: BertTokenizerFast, max_length: int) -> None:
        self.ids: list[np.ndarray] = []
        self.words: list[np.ndarray] = []
        for start in range(0, len(texts), 10_000):
            coded = tokenizer(texts[start : start + 10_000], truncation=True, max_length=max_length)
            for row, ids in enumerate(coded["input_ids"]):
                self.ids.append(np.array(ids, dtype=np.int32))
                word_ids = [-1 if w is None else w for w in coded.word_ids(row)]
                self.words.append(np.array(word_ids, dtype=np.int32))
        self.lengths = [len(ids) for ids in self.ids]

    def __len__(self) -> int:
        return len(self.ids)

    def __getitem__(self, index: int) -> dict[str, object]:
        return {"input_ids": self.ids[index], "words": self.words[index]}


class MaskingCollator:
    """Pads a batch and masks a fraction of its tokens, as BERT does or all by `[MASK]`.

    BERT: 80 % become `[MASK]`, 10 % a random token, 10 % stay. Filling only uses `[MASK]`.
    With probability `whole_words`, whole words of a row are masked instead of single word pieces.
    """

    def __init__(
        self, tokenizer: BertTokenizerFast, rate: float, whole_words: float, as_bert: bool
    ) -> None:
        self.mask_id, self.pad_id = tokenizer.mask_token_id, tokenizer.pad_token_id
        self.size = len(tokenizer)
        self.rate, self.whole_words, self.as_bert = rate, whole_words, as_bert

    def __call__(self, rows: list[dict[str, np.ndarray]]) -> dict[str, torch.Tensor]:
        longest = max(len(row["input_ids"]) for row in rows)
        ids = np.full((len(rows), longest), self.pad_id, dtype=np.int64)
        labels = np.full_like(ids, IGNORED)
        attention = np.zeros_like(ids)
        for n, row in enumerate(rows):
            size = len(row["input_ids"])
            ids[n, :size], attention[n, :size] = row["input_ids"], 1
            groups = row["words"]
            draws = np.random.random(size)
            if np.random.random() < self.whole_words:
                draws = draws[np.maximum(groups, 0)]
            chosen = np.flatnonzero((draws < self.rate) & (groups >= 0))
            if not len(chosen):
                chosen = np.array([np.random.randint(1, max(2, size - 1))])
            labels[n, chosen] = ids[n, chosen]
            if self.as_bert:
                fate = np.random.random(len(chosen))
                other = chosen[(fate >= 0.8) & (fate < 0.9)]
                ids[n, other] = np.random.randint(FIRST_WORD, self.size, len(other))
                chosen = chosen[fate < 0.8]
            ids[n, chosen] = self.mask_id
        return {
            "input_ids": torch.from_numpy(ids),
            "attention_mask": torch.from_numpy(attention),
            "labels": torch.from_numpy(labels),
        }
