"""What fillers are tuned on, and how masked and causal language models differ in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import Any, NamedTuple

import torch

from privtool.core.digest import short_digest
from privtool.core.record import decode
from privtool.models.fillers.causal.inputs import NAME, CausalTokens
from privtool.models.fillers.causal.lm import CausalFiller
from privtool.models.fillers.checkpoint import is_adapted, merged_copy, unwrapped
from privtool.models.fillers.files import FillerFiles
from privtool.models.fillers.masked.head import parts_of
from privtool.models.fillers.masked.inputs import MaskedTokens
from privtool.models.fillers.masked.lm import MaskedLM
from privtool.models.fillers.masked.slot_model import TorchSlotModel
from privtool.models.fillers.tuning.masked_dataset import MaskedLmBatches, word_piece_corpus
from privtool.models.fillers.tuning.prompt_dataset import PromptBatches
from privtool.models.fillers.tuning.word_masking import MaskedWordBatches, WordMasking
from privtool.models.training.objectives import Batch
from privtool.models.training.settings import TrainSettings
from privtool.text.words import key_of, words


class Example(NamedTuple):
    """A text to learn from, as the segments around its slots.

    `private` are the starts of the words to mask, in a text without slots; None to mask any word.
    """

    segments: tuple[str, ...]
    private: tuple[int, ...] | None = None


class MaskedFamily:
    """Masked LMs such as BERT: masked words are mask tokens, and there are no prompts."""

    prompt: str | None = None

    def __init__(self, files: FillerFiles) -> None:
        self._files = files
        model = TorchSlotModel(unwrapped(files.model))
        self._tokens = MaskedTokens(files.backend, files.tokenizer.mask_token, model)

    def batches(self, texts: Sequence[Example], masking: WordMasking) -> MaskedWordBatches:
        """Return batches of texts; slots are mask tokens without labels."""
        corpus = word_piece_corpus(self._tokens.word_pieces(*text) for text in texts)
        return MaskedLmBatches(corpus, self._tokens, masking)

    def logits(self, model: Any, batch: Batch, positions: torch.Tensor) -> torch.Tensor:
        """Compute the logits of some positions; only these go through the head."""
        body, head = parts_of(unwrapped(model))
        hidden = body(
            input_ids=batch["input_ids"], attention_mask=batch["attention_mask"]
        ).last_hidden_state
        return head.logits(head.transform(hidden.flatten(0, 1)[positions])).float()

    def filler(
        self, model: Any, dtype: torch.dtype, batch_size: int | None, _trained: bool
    ) -> MaskedLM:
        """Return a copy as a filler, so that the trained weights stay in single precision."""
        copy = TorchSlotModel(merged_copy(model).to(dtype))
        return MaskedLM(copy, self._files.backend, self._files.tokenizer.mask_token, batch_size)


class CausalFamily:
    """Causal LMs such as LLaMA: an adapter is trained on prompts of the format `prompt`."""

    prompt: str | None = NAME

    def __init__(self, files: FillerFiles) -> None:
        self._files = files
        model = unwrapped(files.model)
        entries = model.get_output_embeddings().weight.shape[0]
        self._tokens = CausalTokens(files.tokenizer, model.config, entries, True)

    def batches(self, texts: Sequence[Example], masking: WordMasking) -> MaskedWordBatches:
        """Return batches of texts, except those with slots, which are not complete outputs."""
        complete = [(text.segments[0], text.private) for text in texts if len(text.segments) == 1]
        return PromptBatches(complete, self._tokens, masking)

    def logits(self, model: Any, batch: Batch, positions: torch.Tensor) -> torch.Tensor:
        """Compute the logits of some positions; padding is on the right."""
        output = unwrapped(model)(
            input_ids=batch["input_ids"], attention_mask=batch["attention_mask"], use_cache=False
        )
        logits: torch.Tensor = output.logits.flatten(0, 1)[positions].float()
        return logits

    def filler(
        self, model: Any, _dtype: torch.dtype, batch_size: int | None, trained: bool
    ) -> CausalFiller:
        """Return the model itself, not a copy; `trained` is whether its adapter is trained."""
        prompted = is_adapted(model) and trained
        return CausalFiller(unwrapped(model.eval()), self._files.tokenizer, batch_size, prompted)


FillerFamily = MaskedFamily | CausalFamily


Fill = Callable[[Any, Sequence[bytes], int], Iterable[str]]


class FillerCorpus(NamedTuple):
    """What to tune on: `texts`, and encoded records with slots, which `fill` fills in each round.

    `fill` takes a filler, the records and a seed. `valid` is the validation set.
    """

    texts: Sequence[Example]
    to_fill: Sequence[bytes]
    fill: Fill
    valid: Sequence[Example] | None

    def tokens(self, family: FillerFamily) -> int:
        """Return about how many tokens an epoch has, with the slots as they are."""
        filled = (Example((decode(line).text or "",)) for line in self.to_fill)
        return family.batches([*self.texts, *filled], WordMasking(1.0, 1, 0)).tokens

    def words(self) -> set[str]:
        """Return the keys of the words of all texts, without what fills the slots."""
        masked = (decode(line).text or "" for line in self.to_fill)
        segments = chain((part for text in self.texts for part in text.segments), masked)
        return {key_of(text[word.start : word.end]) for text in segments for word in words(text)}

    def digest(self) -> str:
        parts = (map(tuple, self.texts), self.to_fill, map(tuple, self.valid or ()))
        lines = ([*map(repr, part), ""] for part in parts)
        return short_digest(line.encode() + b"\n" for line in chain.from_iterable(lines))


class FillerTrainSettings(NamedTuple):
    """Settings of tuning, see `privtool fill-train --help`.

    `rate` and `max_tokens` are those of `WordMasking`; records are filled in `dtype`, `batch_size`
    at a time.
    """

    training: TrainSettings
    rounds: int
    rate: float | None
    max_tokens: int
    dtype: str
    batch_size: int | None
