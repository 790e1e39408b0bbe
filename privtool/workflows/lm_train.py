"""From the options of `privtool lm-train` to a trained model."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import NamedTuple

from privtool import __version__
from privtool.core.pipeline import Rejects, StreamOptions, for_this_rank
from privtool.core.reporting import print_end
from privtool.core.writing import writing
from privtool.workflows.config.lm import LmChoices
from privtool.workflows.config.training import PATIENCE, NewModel, TrainChoices
from privtool.workflows.datasets.held_out import clean_sets, read_clean_sets
from privtool.workflows.datasets.sentences import read_sentences


class LmTrainPlan(NamedTuple):
    """The options of `privtool lm-train`; None stands for what was not given."""

    folder: NewModel
    lm: LmChoices
    training: TrainChoices
    valid: Path | None
    tests: tuple[str, ...]
    marker_loss: str
    batch_tokens: int
    average: int

    def check(self, stream: StreamOptions) -> None:
        """Raise `UsageError` for options that contradict each other or name what is not there."""
        self.folder.check()
        self.training.check(self.valid)
        self.lm.check()
        clean = clean_sets(self.valid, self.tests, stream.inputs)
        self.folder.check_files(stream, [*clean.values(), *self.lm.files])

    def run(self, stream: StreamOptions) -> None:
        """Read, train, measure, save and print the results."""
        from privtool.models.lm.dataset import TokenStore
        from privtool.models.lm.trainer import LmData, check_texts, train_lm
        from privtool.models.runtime.weights import fingerprint

        started = time.perf_counter()
        stream = for_this_rank(stream)
        run_dir = self.folder.run_dir()
        settings = self.training.settings(
            self.lm.learning_rate, stream, self.average, PATIENCE if self.valid else None
        )
        given = self.lm.given()
        splitting = self.lm.splitting(given)
        store = TokenStore()
        with Rejects(stream) as set_aside:
            read_sentences(stream, splitting, store, set_aside)
        tokens = given.tokens if given else self.lm.new_tokens(store.by_frequency)
        train = store.corpus(tokens.ids, tokens.specials.unknown)
        clean = read_clean_sets(
            clean_sets(self.valid, self.tests, stream.inputs), tokens, stream, splitting
        )
        texts = LmData(train, clean.pop("valid", None) if self.valid else None, clean)
        check_texts(texts, tokens)
        model = given.model if given else self.lm.new_model(tokens, self.training.seed)
        card = {
            "model": "privtool lm-train",
            "version": __version__,
            "options": {
                "marker_loss": self.marker_loss,
                "batch_tokens": self.batch_tokens,
                **self.lm.card(tokens, model, given),
                **self.training.card(settings),
            },
            "init": None if given is None else fingerprint(given.model),
        }
        with writing(stream.output) as write:
            result = train_lm(
                run_dir, model.train().to(settings.device), tokens, texts, settings,
                self.batch_tokens, self.marker_loss == "ignore", card,
            )  # fmt: skip
            write(json.dumps(result).encode() + b"\n")
        if not result:  # of several processes the first one has it
            return
        train = result["train"]
        shown = [f"{train['records']:,} records", f"{train['words']:,} words"]
        shown.append(f"{result['steps']:,} steps")
        print_end(stream, shown, set_aside.count, time.perf_counter() - started)
