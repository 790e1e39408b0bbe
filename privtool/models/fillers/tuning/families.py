"""What differs between masked and causal language models when they are tuned to fill."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

import torch

from privtool.models.fillers.causal.inputs import CausalTokens
from privtool.models.fillers.causal.lm import CausalFiller
from privtool.models.fillers.causal.prompts import NAME
from privtool.models.fillers.files import FillerFiles
from privtool.models.fillers.lora import bare, is_adapted, merged_copy
from privtool.models.fillers.masked.inputs import MaskedTokens
from privtool.models.fillers.masked.lm import MaskedLM, parts_of
from privtool.models.fillers.tuning.masked_dataset import WordBatches, word_corpus
from privtool.models.fillers.tuning.prompt_dataset import PromptBatches
from privtool.models.fillers.tuning.word_masking import Hiding, HidingBatches
from privtool.models.training.objectives import Batch


class Passage(NamedTuple):
    """A text to learn from, given as what stays around its slots.

    `private` are the starts of the words to hide, of a text without slots; None where all may be.
    """

    segments: tuple[str, ...]
    private: tuple[int, ...] | None = None


class Kind(Protocol):
    """A kind of filler. `prompt` names the format that adapters of it are trained on, if any."""

    prompt: str | None

    def batches(self, texts: Sequence[Passage], how: Hiding) -> HidingBatches:
        """Batches of texts."""

    def logits(self, model: Any, batch: Batch, at: torch.Tensor) -> torch.Tensor:
        """See `filler_objective.Logits`."""

    def filler(
        self, model: Any, dtype: torch.dtype, batch_size: int | None, trained: bool
    ) -> MaskedLM | CausalFiller:
        """The model as `privtool fill` uses it; `trained` says whether its adapter is."""


class MaskedKind:
    """BERT and its kin: hidden words are mask tokens."""

    prompt: str | None = None

    def __init__(self, files: FillerFiles) -> None:
        self._files = files
        self._tokens = MaskedTokens(
            files.backend, files.tokenizer.mask_token, bare(files.model).config
        )

    def batches(self, texts: Sequence[Passage], how: Hiding) -> HidingBatches:
        """In slots the model sees mask tokens that nothing is to be told of."""
        corpus = word_corpus(self._tokens.word_pieces(*text) for text in texts)
        return WordBatches(corpus, self._tokens, how)

    def logits(self, model: Any, batch: Batch, at: torch.Tensor) -> torch.Tensor:
        """Only the hidden places go through the head."""
        body, head = parts_of(bare(model))
        hidden = body(
            input_ids=batch["input_ids"], attention_mask=batch["attention_mask"]
        ).last_hidden_state
        rows = head.transform(hidden[at])
        return torch.nn.functional.linear(rows, head.weight, head.bias).float()

    def filler(
        self,
        model: Any,
        dtype: torch.dtype,
        batch_size: int | None,
        trained: bool,  # noqa: ARG002  a masked model is asked in one way only
    ) -> MaskedLM:
        """A copy, so that what is trained stays in single precision."""
        copy = merged_copy(model).to(dtype)
        return MaskedLM(copy, self._files.backend, self._files.tokenizer.mask_token, batch_size)


class CausalKind:
    """LLaMA and its kin: an adapter is trained on prompts, see `prompts`."""

    prompt: str | None = NAME

    def __init__(self, files: FillerFiles) -> None:
        self._files = files
        model = bare(files.model)
        entries = model.get_output_embeddings().weight.shape[0]
        self._tokens = CausalTokens(files.tokenizer, model.config, entries, True)

    def batches(self, texts: Sequence[Passage], how: Hiding) -> HidingBatches:
        """Texts with slots are left out: their output would not be whole."""
        whole = [(text.segments[0], text.private) for text in texts if len(text.segments) == 1]
        return PromptBatches(whole, self._tokens, how)

    def logits(self, model: Any, batch: Batch, at: torch.Tensor) -> torch.Tensor:
        """What the model makes of the whole text before; padding stands on the right."""
        output = bare(model)(
            input_ids=batch["input_ids"], attention_mask=batch["attention_mask"], use_cache=False
        )
        logits: torch.Tensor = output.logits[at].float()
        return logits

    def filler(
        self,
        model: Any,
        dtype: torch.dtype,  # noqa: ARG002  a large model is not copied
        batch_size: int | None,
        trained: bool,
    ) -> CausalFiller:
        """The model itself."""
        prompted = is_adapted(model) and trained
        return CausalFiller(bare(model.eval()), self._files.tokenizer, batch_size, prompted)
