"""The differences between masked and causal language models when they are tuned to fill."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import torch

from privtool.models.fillers.causal.inputs import CausalTokens
from privtool.models.fillers.causal.lm import CausalFiller
from privtool.models.fillers.causal.prompts import NAME
from privtool.models.fillers.files import FillerFiles
from privtool.models.fillers.lora import is_adapted, merged_copy, unwrapped
from privtool.models.fillers.masked.head import parts_of
from privtool.models.fillers.masked.inputs import MaskedTokens
from privtool.models.fillers.masked.lm import MaskedLM
from privtool.models.fillers.masked.slot_model import TorchSlotModel
from privtool.models.fillers.tuning.masked_dataset import MaskedLmBatches, word_piece_corpus
from privtool.models.fillers.tuning.prompt_dataset import PromptBatches
from privtool.models.fillers.tuning.word_masking import MaskedWordBatches, WordMasking
from privtool.models.training.objectives import Batch


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
