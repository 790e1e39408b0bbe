"""The text that `mini` learns from: lines as they are and joined, tokens, and which are hidden."""

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
FIRST_WORD = 999  # what is before are special and unused tokens
SPOKEN = re.compile(r"[^\w\s']+")


def read_lines(path: Path, max_words: int) -> Iterator[tuple[str, str]]:
    """Document and text of the distinct texts of a gzip JSONL file, up to `max_words` words."""
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
    """Neighboring lines of a document in one, of up to `longest()` words, at least one line each.

    Records have one sentence or many, and a model that has only seen one makes little of many.
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
    """The text without punctuation for a share of the calls: transcripts often have none."""
    return SPOKEN.sub(" ", text) if rng.random() < share else text


def read_corpora(
    text: Path, wiki_words: int, spoken_words: int, longest: int, rng: random.Random
) -> list[str]:
    """Lines of Wikipedia, half of them joined with neighbors, and of two dialogue corpora."""
    corpora = [("wiki", wiki_words, 0.0)]
    corpora += [(name, spoken_words, 0.2) for name in ("selfdialogue", "sgd")]
    lines: list[str] = []
    for name, words, unpunctuated in corpora:
        read = read_lines(text / f"{name}.train.jsonl.gz", words)
        joined = join_lines(read, lambda: rng.choice((1, rng.randint(1, longest))))
        lines += [spoken(line, rng, unpunctuated) for line in joined]
    return lines


class MaskedLines(Dataset[dict[str, list[int]]]):
    """Token ids and word numbers of lines; the collator masks them anew in every epoch."""

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
    """Pads a batch and hides a share of its tokens: as BERT does, or all behind `[MASK]`.

    As BERT does: 80 % become `[MASK]`, 10 % another token, 10 % stay. Fills only ever see `[MASK]`.
    With probability `whole_words` a row loses whole words instead of single word pieces.
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
