"""A bigram of a recognizer's transcripts: an estimate of its internal language model.

It is subtracted from the scores when another language model is fused (LODR, see `token_lm.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
import torch
from safetensors import SafetensorError
from safetensors.torch import load_file, save_file

from privtool.core.errors import DataError, UnavailableError, option
from privtool.models.lm.dataset import Corpus
from privtool.models.lm.incremental import State
from privtool.models.lm.ngram import NgramModel

FILE = "bigram.safetensors"
_TABLE = "logprobs"
_CHUNK = 64  # tokens whose successors are scored at a time


class PieceBigram:
    """Natural log-probabilities (tokens + 1, tokens + 1) of the next token: a `TokenLm`.

    The last row is the start of a sentence, the last column its end.
    """

    never_positive = True

    def __init__(self, table: torch.Tensor) -> None:
        self.table = table

    @staticmethod
    def train(targets: Iterable[Sequence[int]], tokens: int) -> PieceBigram:
        """Estimate the bigram of sentences by modified Kneser-Ney (`lm/ngram.py`).

        Raise `DataError` if there are none.
        """
        sentences = [np.asarray(target, np.int32) for target in targets]
        if not sentences:
            raise DataError("there are no records to count tokens in")
        model = NgramModel(_corpus(sentences), 2, tokens + 1, tokens)
        table = np.empty((tokens + 1, tokens + 1), np.float32)
        vocabulary = np.arange(tokens, dtype=np.int32)
        single = model.logprobs(_corpus([vocabulary[token : token + 1] for token in vocabulary]))
        table[tokens, :tokens], table[:tokens, tokens] = single[::2], single[1::2]
        table[tokens, tokens] = model.logprobs(_corpus([vocabulary[:0]]))[0]
        for start in range(0, tokens, _CHUNK):
            chunk = vocabulary[start : start + _CHUNK]
            pairs = [
                np.stack((np.full_like(vocabulary, token), vocabulary), 1).ravel()
                for token in chunk
            ]
            logprobs = model.logprobs(_corpus(pairs)).reshape(len(chunk), 2 * tokens + 1)
            table[chunk, :tokens] = logprobs[:, 1::2]
        return PieceBigram(torch.from_numpy(table))

    def save(self, folder: Path) -> None:
        """Write the file of the bigram into a folder."""
        save_file({_TABLE: self.table.contiguous()}, folder / FILE, metadata={"format": "pt"})

    @staticmethod
    def load(folder: Path, tokens: int) -> PieceBigram:
        """Load the bigram of a recognizer with `tokens` tokens. Raise `UnavailableError`."""
        try:
            table = load_file(folder / FILE)[_TABLE]
        except (OSError, SafetensorError, KeyError):
            raise UnavailableError(
                f"{folder} has no bigram of its transcripts ({FILE}); retrain it, or omit "
                f"{option('lodr_weight')}"
            ) from None
        if table.shape != (tokens + 1, tokens + 1):
            raise UnavailableError(f"{folder} has a bigram over different tokens")
        return PieceBigram(table)

    def to(self, device: torch.device) -> PieceBigram:
        """Return a copy on a device."""
        return PieceBigram(self.table.to(device))

    def start(self, count: int) -> tuple[torch.Tensor, State]:
        """See `TokenLm`; the state is the last token."""
        last = torch.full((count,), len(self.table) - 1, device=self.table.device)
        return self.table[last, :-1], (last,)

    def step(self, tokens: torch.Tensor, state: State) -> tuple[torch.Tensor, State]:  # noqa: ARG002
        """See `TokenLm`."""
        return self.table[tokens, :-1], (tokens,)

    def finish(self, state: State) -> torch.Tensor:
        """See `TokenLm`."""
        return self.table[state[0], -1]


def _corpus(sentences: Sequence[np.ndarray]) -> Corpus:
    bounds = np.cumsum([0, *map(len, sentences)], dtype=np.int64)
    return Corpus(np.concatenate(sentences), bounds, 0)
