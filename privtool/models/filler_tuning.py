"""Tuning a masked language model to fill: rounds of filling and training (Vats 2023, section 3.2).

In each round the masked records are filled anew by the model of the round before, then that model
goes on learning from the filled text.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import torch
from safetensors import SafetensorError
from safetensors.torch import load_file, save_file

from privtool.core.errors import DataError, PrivtoolError, reason_of
from privtool.models.adapters import merged_copy, with_adapter, with_new_adapter
from privtool.models.filler_files import FillerFiles, load_filler_files
from privtool.models.filler_folder import save_filler
from privtool.models.hidden_words import HidingBatches, WordCorpus, word_corpus
from privtool.models.hub import model_folder
from privtool.models.masked_lm import MaskedLM, parts_of
from privtool.models.masked_tokens import MaskedTokens
from privtool.models.mlm_objective import HiddenWords, HiddenWordScore, hidden_word_score
from privtool.models.precision import dtype_of
from privtool.models.training import Outcome, TrainSettings, train
from privtool.models.work_folder import Place, open_work

_SEED_OF_VALID = 1  # the words that are hidden to measure are the same in every run
Fill = Callable[[Any, Sequence[bytes]], Iterable[str]]


class FillerText(NamedTuple):
    """What to tune on: clean texts and encoded records with slots, which `fill` fills.

    `valid` are texts to measure on, each as what stays around its slots.
    """

    clean: Sequence[str]
    masked: Sequence[bytes]
    fill: Fill
    valid: Sequence[Sequence[str]] | None

    def digest(self) -> str:
        """A name that changes when any text does."""
        found = hashlib.sha256()
        parts = (tuple(self.clean), tuple(self.masked), tuple(map(tuple, self.valid or ())))
        for part in parts:
            for text in part:
                found.update(repr(text).encode() + b"\n")
            found.update(b"\n")
        return found.hexdigest()[:16]


class TuneSettings(NamedTuple):
    """How to tune, see `privtool fill-train --help`; `cells` are the tokens of a batch.

    `dtype` and `batch_size` are those that records are filled with.
    """

    training: TrainSettings
    rounds: int
    rate: float
    cells: int
    dtype: str
    batch_size: int | None


def load_for_tuning(
    name: str,
    adapter: Path | None,
    rank: int | None,
    settings: TrainSettings,
    offline: bool,
    trust_pickle: bool,
) -> FillerFiles:
    """The filler of that name on its device, ready to be tuned whole or by its adapter.

    With a `rank` there is an adapter around it, that of `adapter` or a new one; without, one that
    is given becomes a part of the weights. Raises what `load_filler` raises.
    """
    folder = model_folder(name, offline, trust_pickle)
    files = load_filler_files(name, folder, trust_pickle)
    model = files.model
    parts_of(model)  # an architecture that fill does not know is told at once
    if adapter is not None:
        model = with_adapter(model, adapter, trust_pickle, trainable=rank is not None)
        if rank is None:
            model = model.merge_and_unload().requires_grad_(True)  # peft has held its weights fast
    elif rank is not None:
        model = with_new_adapter(model, rank, False, settings.seed % (1 << 32))
    return files._replace(model=model.to(settings.device))


def tune_masked(
    place: Place,
    files: FillerFiles,
    base: str,
    text: FillerText,
    settings: TuneSettings,
    card: Mapping[str, Any],
) -> dict[str, Any]:
    """Tune, measure and save; returns the run card, which is also saved with the model.

    `files.model` is the model on its device, maybe with an adapter around it, which alone is
    trained then; `base` is its name as it may be told. Raises `DataError` for text without words.
    """
    return _Tuning(place, files, text, settings).run(base, card)


class _Tuning:
    """One run."""

    def __init__(
        self, place: Place, files: FillerFiles, text: FillerText, settings: TuneSettings
    ) -> None:
        self._place, self._files, self._text, self._settings = place, files, text, settings
        self._model = files.model
        mask = files.tokenizer.mask_token
        self._tokens = MaskedTokens(files.backend, mask, self._model.config)

    def run(self, base: str, card: Mapping[str, Any]) -> dict[str, Any]:
        text, pieces = self._text, self._tokens.word_pieces
        if not text.masked and not any(pieces([clean]).starts for clean in text.clean):
            raise DataError("no record holds a word to train on")
        valid = self._valid()
        run = {"options": card["options"], "text": text.digest()}
        open_work(self._place, run)
        before = self._score(valid)
        rounds: list[dict[str, Any]] = []
        for number in range(1, self._settings.rounds + 1):
            rounds.append(self._round(number, valid))
        result: dict[str, Any] = {**card, "parameters": _size(self._model, False)}
        result["trained_parameters"] = _size(self._model, True)
        result["train"] = rounds[-1].pop("train")
        for earlier in rounds[:-1]:
            earlier.pop("train", None)
        result["rounds"] = rounds
        if before is not None:
            result["valid"] = {
                "words": before.words,
                "pieces": before.pieces,
                "before": before.shown(),
                "after": rounds[-1]["valid"],
            }
        save_filler(
            self._place.out, self._place.force, self._model, self._files.tokenizer, base, result
        )
        shutil.rmtree(self._place.work, ignore_errors=True)
        return result

    def _round(self, number: int, valid: HidingBatches | None) -> dict[str, Any]:
        """Fill and train once, or take the weights of a round that is done."""
        work = self._place.work / f"round-{number}"
        done = self._place.work / f"round-{number}.safetensors"
        if done.is_file():
            return self._taken(done, valid)
        corpus = self._corpus()
        seed = self._settings.training.seed % (1 << 32)
        batches = HidingBatches(
            corpus, self._tokens, self._settings.rate, self._settings.cells, seed
        )
        objective = HiddenWords(valid)
        model = self._model.train()
        training = self._settings.training
        outcome = train(training, model, batches, objective, valid is not None, work)
        if number < self._settings.rounds:
            self._keep(done, outcome)
            shutil.rmtree(work, ignore_errors=True)
        return self._told(outcome, valid) | {"train": self._counted(corpus, batches)}

    def _corpus(self) -> WordCorpus:
        text, settings = self._text, self._settings
        filled: Iterable[str] = ()
        if text.masked:
            device = settings.training.device
            copy = merged_copy(self._model).to(dtype_of(settings.dtype, device))
            mask = self._files.tokenizer.mask_token
            filler = MaskedLM(copy, self._files.backend, mask, settings.batch_size)
            filled = list(text.fill(filler, text.masked))
        texts = (*text.clean, *filled)
        return word_corpus(self._tokens.word_pieces([one]) for one in texts)

    def _valid(self) -> HidingBatches | None:
        if self._text.valid is None:
            return None
        corpus = word_corpus(map(self._tokens.word_pieces, self._text.valid))
        if not corpus.words:
            raise DataError("the set 'valid' holds no word")
        rate, cells = self._settings.rate, self._settings.cells
        return HidingBatches(corpus, self._tokens, rate, cells, _SEED_OF_VALID)

    def _score(self, valid: HidingBatches | None) -> HiddenWordScore | None:
        return None if valid is None else hidden_word_score(self._model, valid)

    def _told(self, outcome: Outcome, valid: HidingBatches | None) -> dict[str, Any]:
        told: dict[str, Any] = {"steps": outcome.steps, "epochs": round(outcome.epochs, 4)}
        score = self._score(valid)
        if score is not None:
            told |= {"best_step": outcome.best_step, "valid": score.shown()}
        return told

    def _counted(self, corpus: WordCorpus, batches: HidingBatches) -> dict[str, Any]:
        return {
            "records": len(corpus.bounds) - 1,
            "unmasked": len(self._text.clean),
            "filled": len(self._text.masked),
            "words": corpus.words,
            "pieces": len(corpus.ids),
            "padding": batches.padding_share,
        }

    def _keep(self, file: Path, outcome: Outcome) -> None:
        """Write the trained weights of a round that is done, whole or not at all."""
        weights = {
            name: parameter.detach().cpu().contiguous()
            for name, parameter in self._model.named_parameters()
            if parameter.requires_grad
        }
        aside = file.with_suffix(".new")
        facts = {name: repr(value) for name, value in outcome._asdict().items()}
        try:
            save_file(weights, aside, metadata=facts)
            os.replace(aside, file)
        except (OSError, SafetensorError) as error:
            why = reason_of(error, "is the disk full?")
            raise PrivtoolError(
                f"{file.parent}: the weights of a round cannot be written ({why}); make room and "
                "use --resume"
            ) from None

    def _taken(self, file: Path, valid: HidingBatches | None) -> dict[str, Any]:
        """Take the weights that `_keep` wrote."""
        from safetensors import safe_open

        weights = load_file(file)
        with torch.no_grad():
            for name, parameter in self._model.named_parameters():
                if name in weights:
                    parameter.copy_(weights[name])
        with safe_open(file, "pt") as opened:
            facts = opened.metadata()
        best = facts["best_step"]
        outcome = Outcome(
            int(facts["steps"]), float(facts["epochs"]), None if best == "None" else int(best)
        )
        return self._told(outcome, valid)


def _size(model: Any, trained: bool) -> int:
    return sum(p.numel() for p in model.parameters() if p.requires_grad or not trained)
