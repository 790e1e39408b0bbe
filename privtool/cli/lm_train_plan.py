"""From the options of `privtool lm-train` to a trained model."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any, NamedTuple

from privtool import __version__
from privtool.cli.clean_sets import clean_sets, read_clean_sets
from privtool.cli.lm_choices import LmChoices
from privtool.cli.read_sentences import read_sentences
from privtool.cli.train_choices import TrainChoices, check_place
from privtool.core.output import writing
from privtool.core.run import Rejects, StreamOptions, for_this_rank


class LmTrainPlan(NamedTuple):
    """The options of `privtool lm-train`; None stands for what was not given."""

    out: Path
    valid: Path | None
    tests: tuple[str, ...]
    marker_loss: str
    lm: LmChoices
    training: TrainChoices
    resume: bool
    force: bool

    def check(self, stream: StreamOptions) -> None:
        """Raise `UsageError` for options that contradict each other or name what is not there."""
        check_place(self.out, self.resume, self.force)
        self.training.check()
        self.lm.check()
        clean_sets(self.valid, self.tests, stream.inputs)

    def run(self, stream: StreamOptions) -> None:
        """Read, train, measure, save and print the results."""
        from privtool.models.lm_data import TokenStore
        from privtool.models.lm_making import Texts, check_texts, make_lm
        from privtool.models.work_folder import Place, check_work

        started = time.perf_counter()
        stream = for_this_rank(stream)
        place = Place(self.out, self.force, self.resume)
        check_work(place)
        settings = self.training.settings(self.lm.init is not None, stream)
        given = self.lm.given()
        splitting = self.lm.splitting(given)
        store = TokenStore()
        with Rejects(stream) as set_aside:
            rejected = read_sentences(stream, splitting, store, set_aside)
        tokens = given.tokens if given else self.lm.new_tokens(store.by_frequency)
        train = store.corpus(tokens.ids, tokens.specials.unknown)
        clean = read_clean_sets(
            clean_sets(self.valid, self.tests, stream.inputs), tokens, stream, splitting
        )
        texts = Texts(train, clean.pop("valid", None) if self.valid else None, clean)
        check_texts(texts, tokens)
        model = given.model if given else self.lm.new_model(tokens, self.training.seed)
        card = {
            "model": "privtool lm-train",
            "version": __version__,
            "options": {
                "marker_loss": self.marker_loss,
                **self.lm.card(tokens, model, given),
                **self.training.card(settings),
            },
            "init": given is not None,
        }
        with writing(stream.output) as write:
            result = make_lm(
                place, model.train().to(settings.device), tokens, texts, settings,
                self.training.batch_tokens, self.marker_loss == "ignore", card,
            )  # fmt: skip
            write(json.dumps(result).encode() + b"\n")
        self._print_summary(stream, result, rejected, time.perf_counter() - started)

    def _print_summary(
        self, stream: StreamOptions, result: dict[str, Any], rejected: int, seconds: float
    ) -> None:
        if stream.quiet:
            return
        train = result["train"]
        shown = [f"{train['records']:,} records", f"{train['words']:,} words"]
        shown.append(f"{result['steps']:,} steps")
        if stream.rejects is not None:
            shown.append(f"{rejected:,} rejected")
        print(f"{stream.command}: {', '.join(shown)}, {seconds:.1f} s", file=sys.stderr)
