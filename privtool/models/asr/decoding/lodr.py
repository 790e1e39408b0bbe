"""What a recognizer has learned of its language, roughly: a bigram of the tokens it was trained on.

It is taken out of the scores when another language model is put in (LODR, see `token_lms.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
import torch
from safetensors import SafetensorError
from safetensors.torch import load_file, save_file

from privtool.core.errors import DataError, UnavailableError
from privtool.models.lm.dataset import Corpus
from privtool.models.lm.incremental import State
from privtool.models.lm.ngram import NgramModel

FILE = "bigram.safetensors"
_TABLE = "logprobs"
_FOLLOWED = 64  # tokens whose followers are asked for at a time


class PieceBigram:
    """Natural log-probabilities (tokens + 1, tokens + 1) of a token after another: a `TokenLm`.

    The last row is the start of a sentence, the last column its end.
    """

    never_positive = True

    def __init__(self, table: torch.Tensor) -> None:
        self.table = table

    @staticmethod
    def counted(targets: Iterable[Sequence[int]], tokens: int) -> PieceBigram:
        """The bigram of some sentences, by modified Kneser-Ney (`ngram_lm.py`).

        Raises `DataError` where there are no sentences.
        """
        sentences = [np.asarray(target, np.int32) for target in targets]
        if not sentences:
            raise DataError("there is no record to count tokens in")
        model = NgramModel(_corpus(sentences), 2, tokens + 1, tokens)
        table = np.empty((tokens + 1, tokens + 1), np.float32)
        everything = np.arange(tokens, dtype=np.int32)
        single = model.logprobs(_corpus([everything[place : place + 1] for place in everything]))
        table[tokens, :tokens], table[:tokens, tokens] = single[::2], single[1::2]
        table[tokens, tokens] = model.logprobs(_corpus([everything[:0]]))[0]
        for start in range(0, tokens, _FOLLOWED):
            some = everything[start : start + _FOLLOWED]
            pairs = [
                np.stack((np.full_like(everything, token), everything), 1).ravel() for token in some
            ]
            found = model.logprobs(_corpus(pairs)).reshape(len(some), 2 * tokens + 1)
            table[some, :tokens] = found[:, 1::2]
        return PieceBigram(torch.from_numpy(table))

    def save(self, folder: Path) -> None:
        """Write the file of the bigram into a folder."""
        save_file({_TABLE: self.table.contiguous()}, folder / FILE, metadata={"format": "pt"})

    @staticmethod
    def load(folder: Path, tokens: int) -> PieceBigram:
        """The bigram of a recognizer with so many tokens. Raises `UnavailableError` without one."""
        try:
            table = load_file(folder / FILE)[_TABLE]
        except (OSError, SafetensorError, KeyError):
            raise UnavailableError(
                f"{folder} has no bigram of its transcripts ({FILE}); train it anew, or leave "
                "--lodr-weight away"
            ) from None
        if table.shape != (tokens + 1, tokens + 1):
            raise UnavailableError(f"{folder} has a bigram of other tokens")
        return PieceBigram(table)

    def to(self, device: torch.device) -> PieceBigram:
        """The same on a device."""
        return PieceBigram(self.table.to(device))

    def start(self, count: int) -> tuple[torch.Tensor, State]:
        """As `TokenLm` says; the state is the last token."""
        last = torch.full((count,), len(self.table) - 1, device=self.table.device)
        return self.table[last, :-1], (last,)

    def step(self, tokens: torch.Tensor, state: State) -> tuple[torch.Tensor, State]:  # noqa: ARG002
        """As `TokenLm` says."""
        return self.table[tokens, :-1], (tokens,)

    def finish(self, state: State) -> torch.Tensor:
        """As `TokenLm` says."""
        return self.table[state[0], -1]


def _corpus(sentences: Sequence[np.ndarray]) -> Corpus:
    bounds = np.cumsum([0, *map(len, sentences)], dtype=np.int64)
    return Corpus(np.concatenate(sentences), bounds, 0)
