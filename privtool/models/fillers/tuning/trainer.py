"""Tuning a language model to fill: rounds of filling and training (Vats 2023, section 3.2).

In each round the model of the round before fills the masked records, and is then trained further on
the filled text. Each round has its own seed, one more than that of the round before: otherwise it
would mask the same words again.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from safetensors import SafetensorError, safe_open
from safetensors.torch import load_file, save_file

from privtool.core.device import rank, ranks
from privtool.core.errors import DataError, PrivtoolError, option, reason_of
from privtool.core.reporting import percent
from privtool.core.rng import short_digest
from privtool.models.fillers.load import save_filler
from privtool.models.fillers.tuning import families, word_masking
from privtool.models.fillers.tuning.families import Example, FillerCorpus, LoadedFiller
from privtool.models.fillers.tuning.word_masking import MaskedWordBatches
from privtool.models.runtime.numerics import dtype_of, fingerprint
from privtool.models.training.batches import warn_no_better
from privtool.models.training.checkpoints import trained_weights
from privtool.models.training.process_group import gathered, leave_process_group, wait_for_all
from privtool.models.training.run import TrainResult, train
from privtool.models.training.run_dir import RunDir

_VALID_SEED = 1  # every run masks the same words of the validation set
_MANY_SPLIT = 0.02  # of the words
_NO_WORD = "no record has words to train on"


def train_filler(
    run_dir: RunDir,
    loaded: LoadedFiller,
    base: str,
    corpus: FillerCorpus,
    settings: families.FillerTrainSettings,
    card: Mapping[str, Any],
    warn: Callable[[str], None],
) -> dict[str, Any]:
    """Tune, evaluate and save a filler; return its run card, which is saved with it.

    Of the processes of `torchrun` each fills its part of the records; only the first evaluates,
    saves and returns a card. `base` is the name of the base model in cards. Raise `DataError` for a
    corpus without words.
    """
    return _Tuning(run_dir, loaded, corpus, settings, warn).run(base, card)


class _Tuning:
    _last: tuple[TrainResult, MaskedWordBatches]  # of the last round

    def __init__(
        self,
        run_dir: RunDir,
        loaded: LoadedFiller,
        corpus: FillerCorpus,
        settings: families.FillerTrainSettings,
        warn: Callable[[str], None],
    ) -> None:
        self._warn = warn
        self._run_dir, self._corpus, self._settings = run_dir, corpus, settings
        self._files, self._family, self._trained = loaded.files, loaded.family, loaded.trained
        self._model = loaded.files.model

    def run(self, base: str, card: Mapping[str, Any]) -> dict[str, Any]:
        corpus = self._corpus
        if not corpus.to_fill and not self._batches(corpus.texts, _VALID_SEED).words:
            raise DataError(_NO_WORD)
        valid = None
        if corpus.valid is not None:
            valid = self._batches(corpus.valid, _VALID_SEED)
            if not valid.words:
                raise DataError("the set 'valid' has no words to measure on")
        self._run_dir.open(
            {
                "options": card["options"],
                "text": corpus.digest(),
                "model": fingerprint(self._model),
                "tokens": short_digest(self._files.backend.to_str()),
            }
        )
        before = self._score(valid)
        rounds = [self._round(number, valid) for number in range(1, self._settings.rounds + 1)]
        leave_process_group()
        if rank() > 0:
            return {}
        sizes = [(each.numel(), each.requires_grad) for each in self._model.parameters()]
        train_counts = [each.pop("train", None) for each in rounds]
        result: dict[str, Any] = {
            **card,
            "prompt": self._family.prompt,
            "parameters": sum(size for size, _ in sizes),
            "trained_parameters": sum(size for size, trained in sizes if trained),
            "train": train_counts[-1],
            "rounds": rounds,
        }
        last, batches = self._last
        size, measured = self._files.backend.get_vocab_size(), valid or batches
        unigram = word_masking.unigram_loss(measured, batches, size, every=valid is None)
        name, reached = "the training text", last.training_loss
        if before is not None:
            result["valid"] = {
                "words": before.words,
                "pieces": before.pieces,
                "unigram": {"loss": unigram},
                "before": before.shown(),
                "after": rounds[-1]["valid"],
            }
            name, reached = option("valid"), rounds[-1]["valid"]["loss"]
        save_filler(
            self._run_dir.out, self._run_dir.force, self._model, self._files.tokenizer, base, result
        )
        self._run_dir.remove()
        if reached >= unigram:
            warn_no_better(self._warn, [name], last.was_best_before)
        split, words = batches.split_words, batches.words
        if split >= _MANY_SPLIT * words:
            self._warn(
                f"{percent(split, words)} of the words have no token of their own, so that the "
                f"model cannot fill them in: use {option('words')} FILE, such as privtool vocab "
                "makes of public text"
            )
        if before is not None and reached >= before.loss:
            self._warn(
                f"on {option('valid')} the new model predicts masked words no better than the one "
                "that it was trained from"
            )
        return result

    def _round(self, number: int, valid: MaskedWordBatches | None) -> dict[str, Any]:
        """Fill and train once, or load the weights of a finished round."""
        run_dir = self._run_dir.path / f"round-{number}"
        weights = self._run_dir.path / f"round-{number}.safetensors"
        if weights.is_file() and (finished := self._load_round(weights)) is not None:
            return self._results(finished, valid)
        training = self._settings.training
        training = training._replace(seed=training.seed + number - 1)
        filled = self._fill(self._trained or number > 1, training.seed)
        texts = [*self._corpus.texts, *(Example((text,)) for text in filled)]
        batches = self._batches(texts, training.seed % (1 << 32))
        if not batches.words:
            raise DataError(_NO_WORD)
        objective = word_masking.MaskedWordObjective(self._family.logits, valid)
        model = self._model.train()
        result = train(training, model, batches, objective, run_dir)
        if number == self._settings.rounds:
            result.warn_if_stopped_early(self._warn)
            self._last = result, batches
        elif rank() == 0:
            self._save_round(weights, result)
            shutil.rmtree(run_dir, ignore_errors=True)
        if number < self._settings.rounds:
            wait_for_all()
        return self._results(result, valid) | {"train": self._counts(len(texts), batches)}

    def _fill(self, trained: bool, seed: int) -> list[str]:
        corpus, settings = self._corpus, self._settings
        if not corpus.to_fill:
            return []
        dtype = dtype_of(settings.dtype, settings.training.device)
        filler = self._family.filler(self._model, dtype, settings.batch_size, trained)
        own = list(corpus.fill(filler, corpus.to_fill[rank() :: ranks()], seed))
        texts = [""] * len(corpus.to_fill)
        for number, part in enumerate(gathered(own)):
            texts[number :: ranks()] = part
        return texts

    def _batches(self, texts: Sequence[Example], seed: int) -> MaskedWordBatches:
        masking = word_masking.WordMasking(self._settings.rate, self._settings.max_tokens, seed)
        return self._family.batches(texts, masking)

    def _score(self, valid: MaskedWordBatches | None) -> word_masking.MaskedWordScore | None:
        if valid is None:
            return None
        return word_masking.score_masked_words(self._model, self._family.logits, valid)

    def _results(self, result: TrainResult, valid: MaskedWordBatches | None) -> dict[str, Any]:
        entries: dict[str, Any] = {"steps": result.steps, "epochs": round(result.epochs, 4)}
        score = self._score(valid)
        if score is not None:
            entries |= {"best_step": result.best_step, "valid": score.shown()}
        return entries

    def _counts(self, records: int, batches: MaskedWordBatches) -> dict[str, Any]:
        return {
            "records": records,
            "unmasked": sum(len(text.segments) == 1 for text in self._corpus.texts),
            "filled": len(self._corpus.to_fill),
            "words": batches.words,
            "pieces": batches.pieces,
            "padding": batches.padding_share,
        }

    def _save_round(self, file: Path, result: TrainResult) -> None:
        """Write the trained weights of a finished round atomically."""
        new = file.with_suffix(".new")
        metadata = {name: repr(value) for name, value in result._asdict().items()}
        try:
            save_file(trained_weights(self._model), new, metadata=metadata)
            with open(new, "rb") as written:
                os.fsync(written.fileno())
            os.replace(new, file)
        except (OSError, SafetensorError) as error:
            why = reason_of(error, "is the disk full?")
            raise PrivtoolError(
                f"{file.parent}: the weights of a round cannot be written ({why}); make room and "
                f"use {option('resume')}"
            ) from None

    def _load_round(self, file: Path) -> TrainResult | None:
        """Load the weights of a finished round; return None if a crash has damaged the file."""
        try:
            weights = load_file(file)
            with safe_open(file, "pt") as opened:
                metadata = opened.metadata()
        except SafetensorError:
            return None
        self._model.load_state_dict(weights, strict=False)
        best = metadata["best_step"]
        steps, epochs = int(metadata["steps"]), float(metadata["epochs"])
        return TrainResult(steps, epochs, None if best == "None" else int(best))
