"""What fillers are tuned on, how masked and causal language models differ, and loading one."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

import torch
from tokenizers import Tokenizer

from privtool.core.errors import UsageError, option
from privtool.core.record import decode
from privtool.core.rng import short_digest
from privtool.models.fillers import load
from privtool.models.fillers.causal.inputs import NAME, CausalTokens
from privtool.models.fillers.causal.lm import CausalFiller
from privtool.models.fillers.load import FillerFiles, is_adapted, is_prompted, unwrapped
from privtool.models.fillers.masked.inputs import MaskedTokens
from privtool.models.fillers.masked.lm import MaskedLM
from privtool.models.fillers.masked.slot_model import TorchSlotModel, parts_of
from privtool.models.fillers.masked.vocabulary import WordStart, unknown_id, word_start
from privtool.models.fillers.tuning import datasets
from privtool.models.fillers.tuning.word_masking import MaskedWordBatches, WordMasking
from privtool.models.hub.files import digest_of_weights
from privtool.models.hub.pretrained import is_causal_folder, load_causal
from privtool.models.hub.resolve import ResolvedModel
from privtool.models.training.batches import Batch
from privtool.models.training.settings import TrainSettings
from privtool.text.words import key_of, words


class Example(NamedTuple):
    """A text as the segments around its slots, and the starts of the words to mask (None: any)."""

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
        return datasets.MaskedLmBatches(self._tokens.word_pieces(texts), self._tokens, masking)

    def logits(self, model: Any, batch: Batch, positions: torch.Tensor) -> torch.Tensor:
        """Compute the logits of some positions; only these go through the head."""
        body, head = parts_of(unwrapped(model))
        encoded = body(input_ids=batch["input_ids"], attention_mask=batch["attention_mask"])
        hidden = encoded.last_hidden_state.flatten(0, 1)[positions]
        return head.logits(head.transform(hidden)).float()

    def filler(
        self, model: Any, dtype: torch.dtype, batch_size: int | None, _trained: bool
    ) -> MaskedLM:
        """Return a copy as a filler, so that the trained weights stay in single precision."""
        copied = copy.deepcopy(model)
        copied = copied.merge_and_unload() if is_adapted(copied) else copied
        slots = TorchSlotModel(copied.eval().to(dtype))
        return MaskedLM(slots, self._files.backend, self._files.tokenizer.mask_token, batch_size)


class CausalFamily:
    """Causal LMs such as LLaMA: an adapter is trained on prompts of the format `prompt`."""

    prompt: str | None = NAME

    def __init__(self, files: FillerFiles) -> None:
        self._files = files
        self._tokens = CausalTokens(files.tokenizer, unwrapped(files.model), True)

    def batches(self, texts: Sequence[Example], masking: WordMasking) -> MaskedWordBatches:
        """Return batches of texts, except those with slots, which are not complete outputs."""
        complete = [(text.segments[0], text.private) for text in texts if len(text.segments) == 1]
        return datasets.PromptBatches(complete, self._tokens, masking)

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
    """Settings of `fill-train`, of its `WordMasking`, and `dtype` and `batch_size` to fill with."""

    training: TrainSettings
    rounds: int
    rate: float | None
    max_tokens: int
    dtype: str
    batch_size: int | None


def with_words(files: FillerFiles, words: Iterable[str]) -> FillerFiles:
    """Return a model and its tokenizer with a token for each word that had none.

    A new token begins as the first piece of its word, which the model predicts in its place; the
    mean of all pieces is predicted less often than other words. Raise `UsageError` unless
    the tokenizer is WordPiece: the words of others depend on the space before them.
    """
    from transformers import PreTrainedTokenizerFast

    if word_start(files.backend) is not WordStart.PLAIN:
        raise UsageError(f"{option('words')} needs a model with WordPiece, such as mini or BERT")
    pieces = _pieces_of_new(files.backend, words)
    if not pieces:
        return files
    description = json.loads(files.backend.to_str())
    vocabulary = description["model"]["vocab"]
    # Added tokens are counted on from the vocabulary: in it, they keep their places.
    vocabulary |= {added["content"]: added["id"] for added in description["added_tokens"]}
    first = max(vocabulary.values()) + 1
    vocabulary |= {word: first + number for number, word in enumerate(pieces)}
    _grow(files.model, first, list(pieces.values()))
    tokenizer = PreTrainedTokenizerFast(
        tokenizer_object=Tokenizer.from_str(json.dumps(description)),
        model_max_length=files.tokenizer.model_max_length,
        **files.tokenizer.special_tokens_map,
    )
    return FillerFiles(files.model, tokenizer)


def _pieces_of_new(tokenizer: Tokenizer, words: Iterable[str]) -> dict[str, list[int]]:
    """Return the pieces of each word, normalized, that is several pieces of one word."""
    unknown = unknown_id(tokenizer)
    found: dict[str, list[int]] = {}
    for word in words:
        read = tokenizer.encode(word, add_special_tokens=False)
        key = tokenizer.normalizer.normalize_str(word) if tokenizer.normalizer else word
        if len(read.ids) > 1 and {*read.word_ids} == {0} and unknown not in read.ids:
            found.setdefault(key, read.ids)
    return found


@torch.no_grad()
def _grow(model: Any, first: int, pieces: list[list[int]]) -> None:
    """Give a model tokens from `first` on, each with rows and bias of the first of its pieces."""
    model.resize_token_embeddings(first + len(pieces), mean_resizing=False)
    output = model.get_output_embeddings()
    rows = {id(each): each for each in (model.get_input_embeddings().weight, output.weight)}
    if getattr(output, "bias", None) is not None:
        rows[id(output.bias)] = output.bias
    for weights in rows.values():
        for number, ids in enumerate(pieces, first):
            weights[number] = weights[ids[0]]


class LoadedFiller(NamedTuple):
    """A model on its device, its family, and whether its adapter is already trained on prompts.

    If there is an adapter, only its weights are trained. `base` is a digest of the other ones.
    """

    files: FillerFiles
    family: FillerFamily
    trained: bool
    base: str


def load_for_tuning(
    resolved: ResolvedModel,
    settings: TrainSettings,
    *,
    adapted: bool,
    adapter: Path | None,
    words: Sequence[str] = (),
) -> LoadedFiller:
    """Load a filler to tune: if `adapted` the weights of an adapter, else all.

    It starts from `adapter`, which is merged into the weights if all are trained. Each of the
    `words` gets a token. Raise what `load_filler` and `with_words` raise.
    """
    causal = is_causal_folder(resolved.path)
    if causal:
        half = settings.bfloat16 and settings.device.type == "cuda"
        dtype = torch.bfloat16 if half else torch.float32
        files = FillerFiles(*load_causal(resolved, dtype))
    else:
        files = load.load_filler_files(resolved)
    model, base = files.model, digest_of_weights(resolved.path)
    if adapter is not None:
        load.check_base(adapter, base)
        trust_pickle = resolved.source.trust_pickle
        model = load.with_adapter(model, adapter, trust_pickle, trainable=adapted)
        if not adapted:
            model = model.merge_and_unload().requires_grad_(True)  # peft has frozen them
    elif adapted:
        model = load.with_new_adapter(model, causal, settings.seed % (1 << 32))
    files = files._replace(model=model)
    if words:
        files = with_words(files, words)
    files.model.to(settings.device)
    family = CausalFamily(files) if causal else MaskedFamily(files)
    return LoadedFiller(files, family, adapter is not None and is_prompted(adapter), base)
