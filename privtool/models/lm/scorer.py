"""Scoring texts with a causal language model: one of `lm-train`, or any of transformers."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import torch

from privtool.core.device import choose_device, parse_batch_size
from privtool.core.errors import UnavailableError
from privtool.core.model_options import Runtime
from privtool.core.run_card import CARD
from privtool.interfaces.lm_scoring import Score
from privtool.models.hub.causal import has_plain_head, load_causal
from privtool.models.hub.resolve import ResolvedModel
from privtool.models.lm.checkpoint import WORDS, load_lm
from privtool.models.lm.dataset import LONGEST, Piece, pieces
from privtool.models.lm.piece_tokenizer import PieceSplitter
from privtool.models.runtime.batch_invariance import one_in_fixed_rows
from privtool.models.runtime.precision import dtype_of
from privtool.text.lm_words import LmWordSplitter

_LONGEST = 2048  # tokens that are seen at a time; of some models one could pay for no more
_ROOMS = ("n_positions", "max_position_embeddings", "seq_length")  # as settings call it
_BUCKET = 16
_TOKENIZER = "tokenizer.json"
# A CPU always gets as many, filled up, so that they must be few: the last bits of a product depend
# on how many rows it has.
_TOKENS_PER_BATCH = {"cpu": 512, "cuda": 32768, "mps": 8192}
Framed = tuple[list[int], int]  # the ids of a text with its frame, and how many are only context


class LmScorer:
    """Scores texts; a text longer than the model sees is judged in pieces that overlap by half.

    `model` must be in evaluation mode and on its device; `frame` makes the ids of a text, and
    `check` raises `DataError` where it cannot.
    """

    def __init__(
        self,
        model: Any,
        frame: Callable[[str], Framed],
        batch_size: int | None,
        check: Callable[[str], None] = lambda _: None,
    ) -> None:
        self._model, self._frame, self.check = model, frame, check
        self._device: torch.device = next(model.parameters()).device
        self._batch_size = batch_size
        self._plain = has_plain_head(model)
        self._room = _room(model)

    def score(self, texts: Sequence[str]) -> list[Score]:
        """The scores of texts, in order; each depends on its own text alone.

        Pieces are padded to a length that depends on themselves alone, as the last bits of a row
        depend on that, and each goes through the output layer by itself.
        """
        framed = [self._frame(text) for text in texts]
        targets = [len(ids) - context for ids, context in framed]
        waiting: dict[int, list[Piece]] = {}
        for piece in pieces([max(count, 0) for count in targets], self._room, self._room // 2):
            if piece.end > piece.start:
                waiting.setdefault(self._padded(piece), []).append(piece)
        sums: list[list[float]] = [[] for _ in texts]
        for width in sorted(waiting):
            size = self._batch_size or _rows(self._device.type, width)
            for start in range(0, len(waiting[width]), size):
                batch = waiting[width][start : start + size]
                for piece, loss in zip(batch, self._losses(batch, framed, width), strict=True):
                    sums[piece.sentence].append(loss)
        if not all(math.isfinite(loss) for losses in sums for loss in losses):
            raise UnavailableError("the model's scores are no numbers: its weights are bad")
        return [
            Score(-math.fsum(losses) + 0.0, max(count, 0))
            for losses, count in zip(sums, targets, strict=True)
        ]

    def _padded(self, piece: Piece) -> int:
        length = piece.end - piece.start
        return min((length + _BUCKET - 1) // _BUCKET * _BUCKET, self._room)

    @torch.inference_mode()
    def _losses(self, batch: Sequence[Piece], framed: Sequence[Framed], width: int) -> list[float]:
        """The negative log-probability of the targets that each piece judges."""
        ids = torch.zeros((len(batch), width), dtype=torch.long)  # what is padding is never judged
        labels = torch.zeros((len(batch), width), dtype=torch.long)
        for row, piece in enumerate(batch):
            own, size = framed[piece.sentence][0], piece.end - piece.start
            ids[row, :size] = torch.tensor(own[piece.start : piece.end])
            labels[row, :size] = torch.tensor(own[piece.start + 1 : piece.end + 1])
        logits = self._logits(ids.to(self._device))
        found: list[float] = []
        for row, piece in enumerate(batch):
            losses = torch.nn.functional.cross_entropy(
                logits(row).float(), labels[row].to(self._device), reduction="none"
            )
            judged = losses[piece.first - piece.start : piece.end - piece.start]
            found.append(judged.cpu().double().sum().item())
        return found

    def _logits(self, ids: torch.Tensor) -> Callable[[int], torch.Tensor]:
        """A function that gives the logits (length, tokens) of a row of ids (rows, length)."""
        if not self._plain:
            return lambda row: self._model(input_ids=ids[row : row + 1]).logits[0]
        hidden = self._hidden(ids)
        head = self._model.get_output_embeddings()
        return lambda row: head(hidden[row])

    def _hidden(self, ids: torch.Tensor) -> torch.Tensor:
        """The last layer (rows, length, size) for ids (rows, length).

        What a row comes to depends, in its last bits, on how many there are: rows of one length
        are always as many on a CPU.
        """
        size = _rows("cpu", ids.shape[1])
        return one_in_fixed_rows(lambda ids: self._model.base_model(input_ids=ids)[0], ids, size)


def _room(model: Any) -> int:
    """The most tokens that are judged together: as many as the settings tell that it sees."""
    config = model.config.get_text_config()
    told = (getattr(config, name, None) for name in _ROOMS)
    room = next(filter(None, told), None)
    if room is None:
        return LONGEST
    for name, module in model.named_modules():
        if (
            name.endswith("position_embeddings")
            and getattr(module, "padding_idx", None) is not None
        ):
            room -= module.padding_idx + 1  # RoBERTa counts from there on
    return int(min(room, _LONGEST))


def _rows(device: str, width: int) -> int:
    """How many rows of a length go through a model together."""
    return max(1, _TOKENS_PER_BATCH[device] // width)


def load_scorer(resolved: ResolvedModel, runtime: Runtime) -> LmScorer:
    """Load a scorer on a model of `lm-train` or any causal LM.

    Raises `UnavailableError` for a model of another kind.
    """
    device = choose_device(runtime.device)
    dtype = dtype_of(runtime.dtype, device)
    batch_size = parse_batch_size(runtime.batch_size, 0) or None
    folder = resolved.path
    if (folder / CARD).is_file():  # of some trainer of ours
        lm = load_lm(folder)
        end, _, unknown = lm.tokens.specials
        pieces = None if lm.tokens.kind == WORDS else PieceSplitter(folder / _TOKENIZER)
        split = pieces or LmWordSplitter()
        ids = lm.tokens.ids

        def frame(text: str) -> Framed:
            return [end, *(ids.get(token, unknown) for token in split(text)), end], 1

        model = lm.model.to(device, dtype)
        if pieces is None:
            return LmScorer(model, frame, batch_size)
        return LmScorer(model, frame, batch_size, pieces.check)
    model, tokenizer = load_causal(resolved)
    model = model.to(device, dtype)
    start = [] if tokenizer.bos_token_id is None else [tokenizer.bos_token_id]

    def frame_pieces(text: str) -> Framed:
        given = tokenizer(text, add_special_tokens=False, split_special_tokens=True)
        return [*start, *given["input_ids"]], 1

    return LmScorer(model, frame_pieces, batch_size)
