"""Results of trainers and their curves, read for a report."""

from __future__ import annotations

from collections.abc import Iterable

from privtool.reports.runs import Curve, Measure, Run, Step
from privtool.reports.taken import TakenFields

_PERPLEXITIES = (
    "perplexity",
    "perplexity_known",
    "perplexity_token",
    "perplexity_unigram",
    "unknown_rate",
)
_TRAIN_COUNTS = {"records": "records", "words": "words", "turns": "turns", "tokens": "tokens"}
VOCABULARY = "entries of the vocabulary"
_SIZES = {"parameters": "weights of the model", "vocabulary": VOCABULARY}
_QUANTITIES = {
    "loss": "training loss",
    "train_loss": "training loss",
    "valid_loss": "validation loss",
    "valid_wer": "validation word error rate",
}


def add_training(run: Run, step: Step, row: TakenFields) -> None:
    """Add the results of a trainer to a run; `step` says what ran."""
    train = row.fields("train")
    counts = {f"{title} trained on": train.whole(name) for name, title in _TRAIN_COUNTS.items()}
    for number, corpus in enumerate(row.items("corpora"), 1):
        counts[f"words of corpus {number}"] = corpus.whole("words")
        corpus.skip("corpus", "records", "tokens", "unknown_rate", "marker_rate")
    train.skip("unknown_rate", "marker_rate", "padding", "examples", "seconds", "unknown")
    counts |= {title: row.whole(name) for name, title in _SIZES.items()}
    counts |= {"steps": row.whole("steps"), "extra steps": row.whole("extra_iterations")}
    known = {title: count for title, count in counts.items() if count is not None}
    run.steps.append(step._replace(counts=known))
    if "valid" in row.names:
        _add_valid(run, row.fields("valid"))
    tests = row.fields("test")
    for number, name in enumerate(tests.names, 1):  # which users chose: they are not shown
        _add_measures(run, tests.fields(name), f"test {number}", _PERPLEXITIES)
    add_curves(run, row.items("history"))
    row.skip("init", "epochs", "best_step", "extra_share", "weights", "vocabulary_digest")


def _add_valid(run: Run, valid: TakenFields) -> None:
    for part, where in (("before", "valid, before"), ("after", "valid, after")):
        if part in valid.names:
            _add_measures(run, valid.fields(part), where, ("accuracy", "loss"))
    _add_measures(run, valid, "valid", (*_PERPLEXITIES, "wer", "loss"))


def _add_measures(run: Run, row: TakenFields, where: str, names: Iterable[str]) -> None:
    for name in names:
        value = row.number(name)
        if value is not None:
            run.measures.append(Measure(name, where, value))
    row.skip("records", "words", "tokens", "pieces")


def add_curves(run: Run, rows: Iterable[TakenFields]) -> None:
    """Add the quantities of rows by epoch; corpora are numbered, as users chose their names."""
    points: dict[str, list[tuple[float, float]]] = {}
    for row in rows:
        epoch = row.number("epoch")
        found = [(title, row.number(name)) for name, title in _QUANTITIES.items()]
        weights = row.fields("weights")
        found += [
            (f"weight of corpus {number}", weights.number(name))
            for number, name in enumerate(weights.names, 1)
        ]
        for title, value in found:
            if epoch is not None and value is not None:
                points.setdefault(title, []).append((epoch, value))
        row.skip("step", "records", "tokens", "extra_iterations", "extra_seconds", "seconds")
    run.curves += [Curve(title, tuple(found)) for title, found in points.items()]
