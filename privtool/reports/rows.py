"""JSON lines of commands, read for a report: each line says what kind it is."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

from privtool.core.options import shown_values
from privtool.core.run_summary import COUNTS, LABEL_COUNT, RULE_COUNT
from privtool.reports.audit_rows import audit_of
from privtool.reports.runs import MEASURES, KnownNames, Measure, MeasureComparison, Run, Step
from privtool.reports.taken import TakenFields
from privtool.reports.training_rows import add_curves, add_training
from privtool.text.labels import Label
from privtool.text.rules.files import rule_ids
from privtool.text.scoring.categories import CATEGORIES

_WORD_CATEGORIES = frozenset((*CATEGORIES, *Label.__members__))
_ASR_EVAL = "asr-eval"
_OF_CURVES = {"epoch", "train_loss", "weights"}
_LARGEST_LOG = 700.0  # of a perplexity that a float can hold


class RunReader:
    """Reads the results of a run row by row; `results` is how many there were."""

    def __init__(self, name: str, known: KnownNames) -> None:
        self._run, self._known = Run(name), known
        self._curve: list[TakenFields] = []
        self.results = 0

    def add(self, row: Mapping[str, Any]) -> bool:
        """Add what a row holds; returns whether it is a result of a command."""
        taken = TakenFields(dict(row))
        if set(row) >= _OF_CURVES:
            self._curve.append(taken)
        elif _add(self._run, taken, self._known):
            self._run.dropped += taken.dropped
        else:
            return False
        self.results += 1
        return True

    def finish(self) -> Run:
        """Return the run, with the curves of its rows."""
        add_curves(self._run, self._curve)
        self._run.dropped += sum(taken.dropped for taken in self._curve)
        return self._run


def _add(run: Run, row: TakenFields, known: KnownNames) -> bool:
    """Add a row to a run; returns whether it is a result of a command."""
    command = _command(row.values())
    options = known.options(command)
    if options is None:
        return False
    row.skip("command", "model" if "command" not in row.names else "command")
    names = set(row.names)
    if "figures" in names:
        run.audits.append(audit_of(command, row))
        seed = row.whole("seed")
        run.steps.append(
            Step(command, _signed(row), options={} if seed is None else {"seed": seed})
        )
    elif "scores" in names:
        _add_scores(run, row, options, known)
    elif "options" in names and "model" in names:
        shown = _shown_options(row, options)
        add_training(run, Step(command, row.version("version"), options=shown), row)
    elif "counts" in names and "seconds" in names:
        run.steps.append(_summary(command, row, options, known))
        _add_perplexity(run, run.steps[-1].counts)
    else:
        return False
    return True


def _command(row: Mapping[str, Any]) -> str:
    named = row.get("command", row.get("model"))
    return named.removeprefix("privtool ") if isinstance(named, str) else ""


def _signed(row: TakenFields) -> str | None:
    return row.version("signature")


def _shown_options(row: TakenFields, options: Mapping[str, Any]) -> dict[str, Any]:
    given = row.fields("options")
    shown = shown_values(options, given.values())
    given.skip(*shown)
    return shown


def _summary(command: str, row: TakenFields, options: Mapping[str, Any], known: KnownNames) -> Step:
    counts = row.fields("counts")
    found = {name: counts.whole(name) for name in counts.names if _is_count(name)}
    models = []
    given = row.fields("models")
    for role in given.names:
        if role in options:
            for entry in given.items(role):
                name = entry.choice("name", known.models)
                models.append((name or "", entry.digest("weights") or ""))
    return Step(
        command,
        row.version("version"),
        row.number("seconds"),
        {name: count for name, count in found.items() if count is not None},
        _shown_options(row, options),
        tuple(models),
    )


def _is_count(name: str) -> bool:
    label, rule = name.removeprefix(LABEL_COUNT), name.removeprefix(RULE_COUNT)
    of_label = label != name and label in Label.__members__
    return name in COUNTS or of_label or (rule != name and rule in rule_ids())


def _add_perplexity(run: Run, counts: Mapping[str, float]) -> None:
    """Add the perplexity of `lm-score`, whose summary has only sums."""
    if counts.get("tokens") and "millinats" in counts:
        mean = min(counts["millinats"] / 1000 / counts["tokens"], _LARGEST_LOG)
        run.measures.append(Measure("perplexity_token", "scored text", math.exp(mean)))


def _scores(row: TakenFields, where: str) -> Iterator[tuple[str, str, TakenFields]]:
    """Yield the name of each measure, what it is of, and its numbers."""
    scores = row.fields("scores")
    for name in scores.names:
        category, _, measure = name.rpartition(".")
        if measure in MEASURES and (not category or category in _WORD_CATEGORIES):
            yield measure, f"{where}, {category}" if category else where, scores.fields(name)


def _add_scores(run: Run, row: TakenFields, options: Mapping[str, Any], known: KnownNames) -> None:
    """Add the totals of `asr-eval`; those of one value of a field are left out: it may be text."""
    if row.values().get("value") is not None:
        return
    weight = row.number("lm_weight")
    where = "recognition" if weight is None else f"recognition, LM weight {weight:g}"
    for measure, place, score in _scores(row, where):
        value = score.number("value")
        if value is not None:
            ends = score.number("low"), score.number("high")
            run.measures.append(Measure(measure, place, value, *ends))
    if "against" in row.names:
        other = row.fields("against")
        other.skip("counts", "samples", "swapped")
        for measure, place, score in _scores(other, where):
            numbers = [score.number(name) for name in MeasureComparison._fields[2:]]
            run.compared.append(MeasureComparison(measure, place, *numbers))
    row.skip("against_field")
    models = [
        (row.choice(role, known.models) or "", row.digest(f"{role}_weights") or "")
        for role in ("model", "lm")
        if role in row.names
    ]
    shown = shown_values(options, row.values())
    row.skip(*shown, "counts", "samples", "resampled", "speakers")
    run.steps.append(Step(_ASR_EVAL, _signed(row), options=shown, models=tuple(models)))
