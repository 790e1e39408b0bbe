"""Tuning a language model to fill: rounds of filling and training (Vats 2023, section 3.2).

In each round the masked records are filled anew by the model of the round before, then that model
goes on learning from the filled text. Each round has a seed of its own, one more than the one
before it: else it would hide the very words that the model has just learned.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import load_file, save_file

from privtool.core.digest import short_digest
from privtool.core.errors import DataError, PrivtoolError, reason_of
from privtool.models.fillers.checkpoint import save_filler
from privtool.models.fillers.files import FillerFiles
from privtool.models.fillers.tuning.families import Kind, Passage
from privtool.models.fillers.tuning.objective import HiddenWords, HiddenWordScore, hidden_word_score
from privtool.models.fillers.tuning.word_masking import Hiding, HidingBatches
from privtool.models.runtime.precision import dtype_of
from privtool.models.runtime.weights import fingerprint
from privtool.models.training.run import TrainResult, train
from privtool.models.training.run_dir import RunDir
from privtool.models.training.settings import TrainSettings

_SEED_OF_VALID = 1  # the words that are hidden to measure are the same in every run
_NO_WORD = "no record holds a word to train on"
Fill = Callable[[Any, Sequence[bytes], int], Iterable[str]]


class FillerText(NamedTuple):
    """What to tune on: texts as they are, and encoded records with slots, which `fill` fills.

    It is given a model, the records and a seed. Those of `valid` are to measure on.
    """

    as_it_is: Sequence[Passage]
    to_fill: Sequence[bytes]
    fill: Fill
    valid: Sequence[Passage] | None

    def digest(self) -> str:
        """A name that changes when any text does."""
        parts = (map(tuple, self.as_it_is), self.to_fill, map(tuple, self.valid or ()))
        lines = ([*map(repr, part), ""] for part in parts)
        return short_digest(line.encode() + b"\n" for line in chain.from_iterable(lines))


class TuneSettings(NamedTuple):
    """How to tune, see `privtool fill-train --help`; `cells` are the tokens of a batch.

    `rate` is that of `Hiding`. `dtype` and `batch_size` are those that records are filled with.
    """

    training: TrainSettings
    rounds: int
    rate: float | None
    cells: int
    dtype: str
    batch_size: int | None


def train_filler(
    run_dir: RunDir,
    files: FillerFiles,
    kind: Kind,
    base: str,
    text: FillerText,
    settings: TuneSettings,
    trained: bool,
    card: Mapping[str, Any],
) -> dict[str, Any]:
    """Tune, measure and save; returns the run card, which is also saved with the model.

    `files.model` is the model on its device, maybe with an adapter around it, which alone is
    trained then; `base` is its name as it may be told; `trained` says that the adapter has been
    trained before. Raises `DataError` for text without words.
    """
    return _Tuning(run_dir, files, kind, text, settings, trained).run(base, card)


class _Tuning:
    """One run."""

    def __init__(
        self, run_dir: RunDir, files: FillerFiles, kind: Kind, text: FillerText,
        settings: TuneSettings, trained: bool,
    ) -> None:  # fmt: skip
        self._run_dir, self._files, self._kind, self._text = run_dir, files, kind, text
        self._settings, self._trained = settings, trained
        self._model = files.model

    def run(self, base: str, card: Mapping[str, Any]) -> dict[str, Any]:
        text = self._text
        if not text.to_fill and not self._batches(text.as_it_is, _SEED_OF_VALID).words:
            raise DataError(_NO_WORD)
        valid = None
        if text.valid is not None:
            valid = self._batches(text.valid, _SEED_OF_VALID)
            if not valid.words:
                raise DataError("the set 'valid' holds no word to measure on")
        model = fingerprint(self._model)
        tokens = short_digest(self._files.backend.to_str())
        run = {"options": card["options"], "text": text.digest(), "model": model, "tokens": tokens}
        self._run_dir.open(run)
        before = self._score(valid)
        rounds: list[dict[str, Any]] = []
        for number in range(1, self._settings.rounds + 1):
            rounds.append(self._round(number, valid))
        result: dict[str, Any] = {**card, "prompt": self._kind.prompt}
        result["parameters"] = _size(self._model, False)
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
            self._run_dir.out, self._run_dir.force, self._model, self._files.tokenizer, base, result
        )
        self._run_dir.remove()
        return result

    def _round(self, number: int, valid: HidingBatches | None) -> dict[str, Any]:
        """Fill and train once, or take the weights of a round that is done."""
        work = self._run_dir.path / f"round-{number}"
        done = self._run_dir.path / f"round-{number}.safetensors"
        if done.is_file() and (taken := self._taken(done)) is not None:
            return self._told(taken, valid)
        training = self._settings.training
        training = training._replace(seed=training.seed + number - 1)
        filled = self._filled(self._trained or number > 1, training.seed)
        texts = [*self._text.as_it_is, *(Passage((one,)) for one in filled)]
        batches = self._batches(texts, training.seed % (1 << 32))
        if not batches.words:
            raise DataError(_NO_WORD)
        objective = HiddenWords(self._kind.logits, valid)
        model = self._model.train()
        outcome = train(training, model, batches, objective, work, valid=valid is not None)
        if number < self._settings.rounds:
            self._keep(done, outcome)
            shutil.rmtree(work, ignore_errors=True)
        return self._told(outcome, valid) | {"train": self._counted(len(texts), batches)}

    def _filled(self, trained: bool, seed: int) -> list[str]:
        """The texts of the records to fill, filled by the model as it is now."""
        text, settings = self._text, self._settings
        if not text.to_fill:
            return []
        dtype = dtype_of(settings.dtype, settings.training.device)
        filler = self._kind.filler(self._model, dtype, settings.batch_size, trained)
        return list(text.fill(filler, text.to_fill, seed))

    def _batches(self, texts: Sequence[Passage], seed: int) -> HidingBatches:
        return self._kind.batches(texts, Hiding(self._settings.rate, self._settings.cells, seed))

    def _score(self, valid: HidingBatches | None) -> HiddenWordScore | None:
        return None if valid is None else hidden_word_score(self._model, self._kind.logits, valid)

    def _told(self, outcome: TrainResult, valid: HidingBatches | None) -> dict[str, Any]:
        told: dict[str, Any] = {"steps": outcome.steps, "epochs": round(outcome.epochs, 4)}
        score = self._score(valid)
        if score is not None:
            told |= {"best_step": outcome.best_step, "valid": score.shown()}
        return told

    def _counted(self, records: int, batches: HidingBatches) -> dict[str, Any]:
        return {
            "records": records,
            "unmasked": sum(len(text.segments) == 1 for text in self._text.as_it_is),
            "filled": len(self._text.to_fill),
            "words": batches.words,
            "pieces": batches.pieces,
            "padding": batches.padding_share,
        }

    def _keep(self, file: Path, outcome: TrainResult) -> None:
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
            with open(aside, "rb") as written:
                os.fsync(written.fileno())
            os.replace(aside, file)
        except (OSError, SafetensorError) as error:
            why = reason_of(error, "is the disk full?")
            raise PrivtoolError(
                f"{file.parent}: the weights of a round cannot be written ({why}); make room and "
                "use --resume"
            ) from None

    def _taken(self, file: Path) -> TrainResult | None:
        """Take the weights that `_keep` wrote; None for a file that a crash has damaged."""
        try:
            weights = load_file(file)
            with safe_open(file, "pt") as opened:
                facts = opened.metadata()
        except SafetensorError:
            return None
        with torch.no_grad():
            for name, parameter in self._model.named_parameters():
                if name in weights:
                    parameter.copy_(weights[name])
        best = facts["best_step"]
        steps, epochs = int(facts["steps"]), float(facts["epochs"])
        return TrainResult(steps, epochs, None if best == "None" else int(best))


def _size(model: Any, trained: bool) -> int:
    return sum(p.numel() for p in model.parameters() if p.requires_grad or not trained)
