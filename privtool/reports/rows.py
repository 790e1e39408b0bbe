"""JSON lines of commands, read for a report: each line says what kind it is."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, get_args

from privtool.audit.figures import GROUPS, MEANINGS, Comparison, Figure, Interval, Risk, Share
from privtool.audit.gate import Outcome, Verdict
from privtool.audit.values import BANDS
from privtool.core.options import shown_values
from privtool.core.reporting import LABEL_COUNT, RULE_COUNT, count_titles
from privtool.reports.allowed_fields import TakenFields
from privtool.reports.runs import (
    MEASURES,
    REFERENCE_NUMBERS,
    VOCABULARY,
    Audit,
    Curve,
    KnownNames,
    Measure,
    Run,
    Step,
)
from privtool.text.labels import Label
from privtool.text.rules.rule import rule_ids
from privtool.text.scoring.categories import CATEGORIES

_PERPLEXITIES = (
    "perplexity",
    "perplexity_known",
    "perplexity_token",
    "perplexity_unigram",
    "unknown_rate",
)
_TRAIN_COUNTS = {"records": "records", "words": "words", "turns": "turns", "tokens": "tokens"}
_SIZES = {"parameters": "weights of the model", "vocabulary": VOCABULARY}
_QUANTITIES = {
    "loss": "training loss",
    "train_loss": "training loss",
    "valid_loss": "validation loss",
    "valid_wer": "validation word error rate",
}
_NUMBER = re.compile(r"[0-9]{1,3}(?:\.[0-9]{1,2})?(?: %)?")
_OUTCOMES = get_args(Outcome)
_METHODS = ("wilson", "bootstrap", "none found")
_GROUP_PARTS = frozenset((*Label.__members__, *BANDS, *GROUPS))
_NOT_SHOWN = ("signature", "unit", "level", "resampled", "counts", "samples")
_WORD_CATEGORIES = frozenset((*CATEGORIES, *Label.__members__))
_OF_CURVES = {"epoch", "train_loss", "weights"}
_LARGEST_LOG = 700.0  # of a perplexity that a float can hold


def add_training(run: Run, step: Step, row: TakenFields, known: KnownNames) -> None:
    """Add the results of a trainer to a run; `step` says what ran."""
    train = row.fields("train")
    counts = {f"{title} trained on": train.whole(name) for name, title in _TRAIN_COUNTS.items()}
    for corpus in row.items("corpora"):
        number = _number(known.corpora, str(corpus.values().get("corpus")))
        counts[f"words of corpus {number}"] = corpus.whole("words")
        corpus.skip("corpus", "records", "tokens", "unknown_rate", "marker_rate")
    train.skip("unknown_rate", "marker_rate", "padding", "examples", "seconds", "unknown")
    counts |= {title: row.whole(name) for name, title in _SIZES.items()}
    counts |= {"steps": row.whole("steps"), "extra steps": row.whole("extra_iterations")}
    found = {title: count for title, count in counts.items() if count is not None}
    run.steps.append(step._replace(counts=found))
    valid = row.fields("valid")
    for part in ("before", "after"):
        _add_measures(run, valid.fields(part), f"valid, {part}", ("accuracy", "loss"))
    _add_measures(run, valid, "valid", (*_PERPLEXITIES, "wer", "loss"))
    tests = row.fields("test")
    for name in tests.names:
        where = f"test {_number(known.tests, name)}"
        _add_measures(run, tests.fields(name), where, _PERPLEXITIES)
    add_curves(run, row.items("history"), known.corpora)
    row.skip("init", "epochs", "best_step", "extra_share", "weights", "vocabulary_digest")


def _number(numbers: dict[str, int], name: str) -> int:
    """Return the number of a name that users chose, which is not shown, in all runs."""
    return numbers.setdefault(name, len(numbers) + 1)


def _add_measures(run: Run, row: TakenFields, where: str, names: Iterable[str]) -> None:
    for name in names:
        value = row.number(name)
        if value is not None:
            run.measures.append(Measure(name, where, value))
    row.skip("records", "words", "tokens", "pieces")


def add_curves(run: Run, rows: Iterable[TakenFields], corpora: dict[str, int]) -> None:
    """Add the quantities of rows by epoch, with numbers of corpora."""
    points: dict[str, list[tuple[float, float]]] = {}
    for row in rows:
        epoch = row.number("epoch")
        found = [(title, row.number(name)) for name, title in _QUANTITIES.items()]
        weights = row.fields("weights")
        found += [
            (f"weight of corpus {_number(corpora, name)}", weights.number(name))
            for name in weights.names
        ]
        for title, value in found:
            if epoch is not None and value is not None:
                points.setdefault(title, []).append((epoch, value))
        row.skip("step", "records", "tokens", "extra_iterations", "extra_seconds", "seconds")
    run.curves += [Curve(title, tuple(found)) for title, found in points.items()]


class _KnownGroups:
    """Names of groups: labels, bands of rarity, attackers, numbers, or several joined by `/`."""

    def __contains__(self, group: object) -> bool:
        return isinstance(group, str) and all(
            part in _GROUP_PARTS or _NUMBER.fullmatch(part) for part in group.split("/")
        )


def audit_of(command: str, row: TakenFields) -> Audit:
    """Return the figures and verdicts of a row, of those that are known."""
    row.skip(*_NOT_SHOWN)
    figures = [_figure(each) for each in row.items("figures")]
    verdicts = [_verdict(each) for each in row.items("verdicts")]
    compared = [(_named(each, "name"), _compared_numbers(each)) for each in row.items("against")]
    return Audit(
        command,
        tuple(each for each in figures if each is not None),
        tuple(each for each in verdicts if each is not None),
        row.whole("records"),
        row.whole("units"),
        row.whole("largest_unit"),
        tuple(Comparison(*named, *numbers) for named, numbers in compared if named),
        _reference_numbers(row),
        row.length("notes"),
        row.choice("verdict", _OUTCOMES),  # type: ignore[arg-type]
    )


def _compared_numbers(row: TakenFields) -> list[float | None]:
    """Take the numbers of a comparison, of figures or of measures."""
    return [row.number(name) for name in Comparison._fields[2:]]


def _reference_numbers(row: TakenFields) -> dict[str, float]:
    """Take the numbers of a result that have a title."""
    found = {}
    objects = {"": row}
    for path in REFERENCE_NUMBERS:
        *outer, name = path.split(".")
        holder, place = row, ""
        for part in outer:
            place = f"{place}.{part}"
            if place not in objects:
                objects[place] = holder.fields(part)
            holder = objects[place]
        value = holder.number(name)
        if value is not None:
            found[path] = value
    return found


def _named(row: TakenFields, name: str) -> tuple[str, str] | None:
    """The figure and group of a row; None for unknown ones."""
    figure, group = row.choice(name, MEANINGS), row.choice("group", _KnownGroups())
    if not row.values().get("group"):
        row.skip("group")
        group = ""
    return None if figure is None or group is None else (figure, group)


def _figure(row: TakenFields) -> Figure | None:
    row.skip("kind")
    named = _named(row, "name")
    low, high = row.number("low"), row.number("high")
    method = row.choice("interval", _METHODS)
    if named is None or low is None or high is None or method is None or low > high:
        return None
    return Figure(
        name=named[0],
        group=named[1],
        value=row.number("value"),
        interval=Interval(low, high, method),  # type: ignore[arg-type]
        attack=_share(row, "attack"),
        baseline=_share(row, "baseline"),
        control=_share(row, "control"),
        risk=_risk(row),
    )


def _share(row: TakenFields, role: str) -> Share | None:
    share = row.fields(role)
    share.skip("value")
    hits, of = share.whole("hits"), share.whole("of")
    return None if hits is None or of is None else Share(hits, of)


def _risk(row: TakenFields) -> Risk | None:
    risk = row.fields("risk")
    value, low, high = (risk.number(name) for name in Risk._fields)
    return None if value is None or low is None or high is None else Risk(value, low, high)


def _verdict(row: TakenFields) -> Verdict | None:
    named = _named(row, "figure")
    limit, outcome = row.number("limit"), row.choice("outcome", _OUTCOMES)
    if named is None or limit is None or outcome is None:
        return None
    return Verdict(*named, limit, outcome)  # type: ignore[arg-type]


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
        add_curves(self._run, self._curve, self._known.corpora)
        self._run.dropped += sum(taken.dropped for taken in self._curve)
        return self._run


def _add(run: Run, row: TakenFields, known: KnownNames) -> bool:
    """Add a row to a run; returns whether it is a result of a command."""
    named = row.values().get("command", row.values().get("model"))
    command = named.removeprefix("privtool ") if isinstance(named, str) else ""
    options = known.options(command)
    if options is None:
        return False
    row.skip("command", "model" if "command" not in row.names else "command")
    names = set(row.names)
    if "figures" in names:
        run.audits.append(audit_of(command, row))
        seed = row.whole("seed")
        shown = {} if seed is None else {"seed": seed}
        run.steps.append(Step(command, row.version("signature"), options=shown))
    elif "scores" in names:
        _add_scores(run, row, options, known)
    elif "options" in names and "model" in names:
        shown = _shown_options(row, options)
        add_training(run, Step(command, row.version("version"), options=shown), row, known)
    elif "counts" in names and "seconds" in names:
        run.steps.append(_summary(command, row, options, known))
        counts = run.steps[-1].counts
        if counts.get("tokens") and "millinats" in counts:  # `lm-score` has only sums
            mean = min(counts["millinats"] / 1000 / counts["tokens"], _LARGEST_LOG)
            run.measures.append(Measure("perplexity_token", "scored text", math.exp(mean)))
    else:
        return False
    return True


def _shown_options(row: TakenFields, options: Mapping[str, Any]) -> dict[str, Any]:
    given = row.fields("options")
    shown = shown_values(options, given.values())
    given.skip(*shown)
    return shown


def _summary(command: str, row: TakenFields, options: Mapping[str, Any], known: KnownNames) -> Step:
    counts = row.fields("counts")
    found = {name: counts.whole(name) for name in counts.names if _is_count(name)}
    given = row.fields("models")
    entries = (entry for role in given.names if role in options for entry in given.items(role))
    models = ((each.choice("name", known.models), each.digest("weights")) for each in entries)
    return Step(
        command,
        row.version("version"),
        row.number("seconds"),
        {name: count for name, count in found.items() if count is not None},
        _shown_options(row, options),
        tuple((name or "", digest or "") for name, digest in models),
    )


def _is_count(name: str) -> bool:
    label, rule = name.removeprefix(LABEL_COUNT), name.removeprefix(RULE_COUNT)
    of_label = label != name and label in Label.__members__
    return name in count_titles() or of_label or (rule != name and rule in rule_ids())


def _scores(row: TakenFields, where: str) -> Iterator[tuple[str, str, TakenFields]]:
    """Yield the name of each measure, what it is of, and its numbers."""
    scores = row.fields("scores")
    for name in scores.names:
        category, _, measure = name.rpartition(".")
        if measure in MEASURES and (not category or category in _WORD_CATEGORIES):
            yield measure, f"{where}, {category}" if category else where, scores.fields(name)


def _add_scores(run: Run, row: TakenFields, options: Mapping[str, Any], known: KnownNames) -> None:
    """Add the totals of `asr-eval`."""
    weight = row.number("lm_weight")
    where = "recognition" if weight is None else f"recognition, LM weight {weight:g}"
    for measure, place, score in _scores(row, where):
        value = score.number("value")
        if value is not None:
            ends = score.number("low"), score.number("high")
            run.measures.append(Measure(measure, place, value, *ends))
    other = row.fields("against")
    other.skip("counts")
    for measure, place, score in _scores(other, where):
        run.compared.append(Comparison(measure, place, *_compared_numbers(score)))
    models = [
        (row.choice(role, known.models) or "", row.digest(f"{role}_weights") or "")
        for role in ("model", "lm")
        if role in row.names
    ]
    shown = shown_values(options, row.values())
    row.skip(*shown, "counts", "samples", "resampled", "speakers")
    version = row.version("signature")
    run.steps.append(Step("asr-eval", version, options=shown, models=tuple(models)))
