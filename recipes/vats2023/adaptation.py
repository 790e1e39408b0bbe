"""Targets that adapt the generic language model to private text, raw, masked or filled."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path

from generic_lm import corpus, first_records, generic_steps
from private_prior import PrivatePrior
from rows import BASELINES, BESIDE_ROWS, CLASS_LM, FILLERS, ROWS, Row, filler_name
from runner import Command, Step, Target
from settings import PYTHON, Settings, has_labels, mask_options, script


class Adaptation:
    """Files in the table's folder and the steps that write them."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.privtool = settings["PRIVTOOL"]
        self.table = settings.path("TABLE")
        self.news = self.table / "news.jsonl"
        # A step writes the training text if only a part of the corpus is used.
        self.first = [self.table / "train.jsonl"] if settings["TRAIN_RECORDS"] else []
        self.train = self.first[0] if self.first else corpus(settings, "CORPUS", "train")
        self.generic = self.table / "generic/privtool.json"  # its card, written last
        self.seeds, self.methods = settings.words("SEEDS"), settings.words("METHODS")
        self.fillings = settings.words("FILLINGS")
        if unknown := set(self.fillings) - ROWS.keys():
            raise SystemExit(f"FILLINGS: unknown {' '.join(sorted(unknown))}")
        news_methods = settings.words("NEWS_METHODS") if settings["NEWS"] else []
        self.news_methods = [method for method in self.methods if method in news_methods]

    def table5(self) -> Target:
        """Return the target with all rows."""
        files = []
        for seed in self.seeds:
            files.append(self.table / seed / "oracle.json")
            rows = [
                (method, row)
                for method in self.methods
                for row in (*BASELINES, *self.fillings)
                if has_labels(method) or not ROWS[row].labels
            ]
            rows += [(method, "news-samples") for method in self.news_methods]
            files += [self.table / seed / f"{method}.{row}.json" for method, row in rows]
        return Target(files, self._steps(), (PYTHON, script("table5.py"), self.table))

    def beside(self) -> Target:
        """Return the target with the public text added to every row."""
        folder = self.table / "beside"
        files = []
        for seed in self.seeds:
            files.append(folder / seed / "oracle.json")
            for method in self.news_methods:
                files += [folder / seed / f"{method}.{row}.json" for row in BESIDE_ROWS]
        return Target(files, self._steps(), (PYTHON, script("table5.py"), folder))

    def private_words(self) -> Target:
        """Return the target that compares the last row of each method with the Oracle."""
        files = [self.table / f"private-words.{method}.md" for method in self.methods]
        return Target(files, self._steps(), ("tail", "-n", "+1", *files))

    def _steps(self) -> Iterator[Step]:
        yield from generic_steps(self.settings)
        yield first_records(self.settings, "NEWS", "ANNOTATED_RECORDS", self.news)
        if self.first:
            yield first_records(self.settings, "CORPUS", "TRAIN_RECORDS", self.train)
        for method in self.methods:
            yield from self._masked_texts(method)
            yield from self._prior(method).steps()
            for seed in self.seeds:
                yield from self._fillers(method, seed)
                yield from self._filled_texts(method, seed)
        for seed in self.seeds:
            yield from self._results(seed)
        yield from self._kept_models()

    def _masked_texts(self, method: str) -> Iterator[Step]:
        mask = (self.privtool, "mask", *mask_options(method))
        generic = self.table / "generic.jsonl"
        head = ("head", "-n", self.settings["ANNOTATED_RECORDS"], generic)
        valid = corpus(self.settings, "CORPUS", "valid")
        masked, annotated, news, validation = (
            self.table / f"{method}.{name}.jsonl"
            for name in ("masked", "annotated", "news-annotated", "valid")
        )
        yield Step(masked, self.first, [[(*mask, "-o", masked, self.train)]])
        yield Step(annotated, [generic], [[head, (*mask, "--annotate", "-o", annotated)]])
        yield Step(news, [self.news], [[(*mask, "--annotate", "-o", news, self.news)]])
        yield Step(validation, [], [[(*mask, "--annotate", "-o", validation, valid)]])
        if has_labels(method):
            classes, surrogates = (
                self.table / f"{method}.{name}.jsonl" for name in ("classes", "surrogates")
            )
            yield Step(
                classes, self.first, [[(*mask, "--marker=class", "-o", classes, self.train)]]
            )
            private = self._prior(method).annotated
            replace = (self.privtool, "surrogate", "-o", surrogates, private)
            yield Step(surrogates, [private], [[replace]])

    def _fillers(self, method: str, seed: str) -> Iterator[Step]:
        for name, (text, options) in FILLERS.items():
            folder = self.table / seed / f"{method}.{name}"
            source = self.table / f"{method}.{text}.jsonl"
            train: Command = (
                *(self.privtool, "fill-train", *options.split(), "--seed", seed, "--resume"),
                *("--out-dir", folder, "-o", f"{folder}.json", source),
            )
            # The runner makes the folder; unfinished work is beside it.
            remove = [("rm", "-rf", folder)]
            yield Step(folder / "config.json", [source], [remove, [train]])

    def _filled_texts(self, method: str, seed: str) -> Iterator[Step]:
        masked = self.table / f"{method}.masked.jsonl"
        for name, row in ROWS.items():
            if row.fill is None:
                continue
            output, inputs = self._text(method, name, seed), [masked]
            prior = self._prior(method)
            values = {**self.settings, "seed": seed, "PRIOR": shlex.join(prior.options)}
            options = shlex.split(row.fill.format_map(values))
            if "{PRIOR}" in row.fill:
                inputs += prior.files
            if "{DRAWN}" in row.fill or "{RARE}" in row.fill:
                inputs.append(self.table / "words.tsv")
            if row.filler is not None:
                folder = self.table / seed / f"{method}.{filler_name(row.filler, method)}"
                inputs.append(folder / "config.json")
                options += ["--model", str(folder)]
            yield Step(output, inputs, [[(self.privtool, "fill", *options, "-o", output, masked)]])

    def _prior(self, method: str) -> PrivatePrior:
        return PrivatePrior(self.settings, method, self.train, list(self.first))

    def _text(self, method: str, row: str, seed: str) -> Path:
        if ROWS[row].fill is None:
            return self.table / f"{method}.{ROWS[row].text}.jsonl"
        return self.table / seed / f"{method}.{row}.jsonl"

    def _results(self, seed: str) -> Iterator[Step]:
        """Yield the steps of table5 and beside that adapt a model and keep its result only."""
        folder, beside = self.table / seed, self.table / "beside" / seed
        yield self._result(folder / "oracle.json", seed, ROWS["baseline0"], [])
        yield self._result(beside / "oracle.json", seed, ROWS["baseline0"], [self.news])
        for method in self.methods:
            for name, row in ROWS.items():
                output, text = folder / f"{method}.{name}.json", self._text(method, name, seed)
                if name == CLASS_LM:
                    yield self._class_result(output, seed, method)
                else:
                    yield self._result(output, seed, row, [text])
            for name, source in BESIDE_ROWS.items():
                texts = [self._text(method, source, seed), self.news]
                yield self._result(beside / f"{method}.{name}.json", seed, ROWS[source], texts)

    def _result(self, output: Path, seed: str, row: Row, texts: Sequence[Path]) -> Step:
        oracle = output.name == "oracle.json"
        raw = [self.train] if oracle else []
        model = output.with_suffix(".lm")
        further = row.adapt.format_map(self.settings).split()
        train = (*self._adapt(model, seed, row), "-o", output, *further, *raw, *texts)
        remove = [("rm", "-rf", model)]
        inputs = [*texts, self.generic, *(self.first if oracle else ())]
        return Step(output, inputs, [remove, [train], remove])

    def _class_result(self, output: Path, seed: str, method: str) -> Step:
        """Return the step that adapts a model of classes and evaluates it with their words."""
        model, labels = output.with_suffix(".lm"), self._prior(method).labels
        text, test = self._text(method, CLASS_LM, seed), corpus(self.settings, "CORPUS", "test")
        train = (*self._adapt(model, seed, ROWS[CLASS_LM]), "-o", f"{model}.json", text)
        evaluate = (PYTHON, script("class_lm.py"), "-o", output, model, labels, test)
        remove = [("rm", "-rf", model)]
        return Step(output, [text, labels, self.generic], [remove, [train], [evaluate], remove])

    def _adapt(self, model: Path, seed: str, row: Row) -> Command:
        valid, test = (corpus(self.settings, "CORPUS", part) for part in ("valid", "test"))
        patience = row.patience.format_map(self.settings)
        return (
            *(self.privtool, "lm-train", "-q", "--resume", "--init", self.generic.parent),
            *("--epochs", self.settings[row.epochs], "--patience", patience),
            *(*self.settings.words("LEARNING"), "--valid", valid, "--test", f"test={test}"),
            *("--seed", seed, "--out-dir", model),
        )

    def _kept_models(self) -> Iterator[Step]:
        """Yield the steps of private-words, which needs models of the first seed."""
        seed, oracle = self.seeds[0], self.table / "kept/oracle"
        train = (*self._adapt(oracle, seed, ROWS["baseline0"]), self.train)
        remove = [("rm", "-rf", oracle)]
        yield Step(oracle / "privtool.json", [self.generic, *self.first], [remove, [train]])
        for method in self.methods:
            text = self._text(method, "samples", seed)
            model = self.table / f"kept/{method}.samples"
            train = (*self._adapt(model, seed, ROWS["samples"]), text)
            remove = [("rm", "-rf", model)]
            yield Step(model / "privtool.json", [text, self.generic], [remove, [train]])
            valid = self.table / f"{method}.valid.jsonl"
            inputs = [valid, oracle / "privtool.json", model / "privtool.json"]
            compare = (PYTHON, script("private_words.py"), valid, oracle, model)
            output = self.table / f"private-words.{method}.md"
            yield Step(output, inputs, [[compare]], capture=True)
