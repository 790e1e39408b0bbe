"""Write the tables of recognizers from the summaries of `make tables` in a folder.

A score is the mean over the seeds, with the range in parentheses; for a single seed, with the 95 %
interval of the bootstrap over speakers. Recovery is the fraction of the loss from removing private
words that a system recovers, (B3 - system) / (B3 - B1), per seed. The last column is the recovery
in the paper (Flechl 2022, tables 1 and 2).
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any, NamedTuple

SYSTEMS = {
    "b1": "B1 identified",
    "b2": "B2 turns removed",
    "b3": "B3 words removed",
    "t1": "T1 tts, words",
    "t2": "T2 tts, turns",
    "s1": "S1 spliced SD",
    "s2": "S2 spliced SP",
    "s3": "S3 SD, from B3",
    "s4": "S4 SP, from B3",
    "x": "X SP, tts, matched",
    "xs": "XS X, in versions",
}
# Scores in the paper, in percent, by the names of `asr-eval`; systems in the order of the paper.
_ORDER = ("b1", "b2", "b3", "t1", "t2", "s1", "s2", "s3", "s4")
PAPER = {
    "wer": (11.8, 12.3, 12.1, 12.2, 12.2, 12.4, 12.0, 11.9, 11.8),
    "numbers.f1": (96.9, 94.7, 95.1, 95.0, 95.2, 95.6, 96.0, 95.6, 96.2),
    "dates.f1": (96.4, 51.7, 59.9, 83.0, 91.3, 90.8, 93.9, 90.7, 92.6),
    "[NAME].f1": (77.0, 22.7, 21.4, 40.8, 58.7, 27.3, 42.3, 27.4, 37.6),
    "r10.f1": (85.5, 43.6, 48.2, 64.7, 74.6, 66.1, 71.6, 66.1, 70.0),
    "r20.f1": (86.9, 74.6, 75.5, 79.6, 82.3, 76.9, 80.0, 76.9, 80.6),
}
SCORES = {
    "wer": "WER",
    "numbers.f1": "F1 of numbers",
    "dates.f1": "F1 of dates",
    "[NAME].f1": "F1 of spelled names",
    "r10.f1": "F1 of r10",
    "r20.f1": "F1 of r20",
}


class Score(NamedTuple):
    """A score in percent and its interval, if it has one."""

    value: float
    low: float | None
    high: float | None


def read_scores(folder: Path, system: str) -> dict[str, dict[str, Score]]:
    """Read the scores of a system by seed."""
    by_seed: dict[str, dict[str, Score]] = {}
    for file in sorted(folder.glob(f"*/{system}.json")):
        scores = json.loads(file.read_bytes())["scores"]
        by_seed[file.parent.name] = {
            name: _score(score) for name, score in scores.items() if score["value"] is not None
        }
    return by_seed


def _score(score: dict[str, Any]) -> Score:
    low, high = (None if score[k] is None else 100 * score[k] for k in ("low", "high"))
    return Score(100 * score["value"], low, high)


def recovery(value: float, worst: float, best: float) -> float | None:
    """Return the percentage of the gap between B3 and B1 that is closed; None without a gap."""
    return None if worst == best else 100 * (worst - value) / (worst - best) + 0.0


def mean_and_range(by_seed: dict[str, dict[str, Score]], score: str) -> str:
    """Format the mean of a score and its range or interval."""
    seeds = [scores[score] for scores in by_seed.values() if score in scores]
    if not seeds:
        return "-"
    values = [one.value for one in seeds]
    low, high = seeds[0].low, seeds[0].high
    if len(seeds) > 1:
        low, high = min(values), max(values)
    spread = f" ({low:.1f} to {high:.1f})" if low is not None and high is not None else ""
    return f"{sum(values) / len(values):.1f}{spread}"


def mean_recovery(systems: dict[str, dict[str, dict[str, Score]]], system: str, score: str) -> str:
    """Format the mean recovery over the seeds that B1, B3 and the system share."""
    rows = [systems[name] for name in (system, "b3", "b1")]
    shares = []
    for seed in rows[0]:
        if all(score in row.get(seed, {}) for row in rows):
            shares.append(recovery(*(row[seed][score].value for row in rows)))
    known = [share for share in shares if share is not None]
    return f"{sum(known) / len(known):.0f} %" if known else "-"


def paper_recovery(system: str, score: str) -> str:
    """Format the recovery in the paper."""
    if system not in _ORDER or score not in PAPER:
        return "-"
    values = dict(zip(_ORDER, PAPER[score], strict=True))
    share = recovery(values[system], values["b3"], values["b1"])
    return "-" if share is None else f"{share:.0f} %"


def tables(folder: Path) -> list[str]:
    """Return the lines of a Markdown table for each score that any system has."""
    systems = {name: read_scores(folder, name) for name in SYSTEMS}
    lines: list[str] = []
    for score, name in SCORES.items():
        rows = [
            [
                SYSTEMS[s],
                mean_and_range(by_seed, score),
                mean_recovery(systems, s, score),
                paper_recovery(s, score),
            ]
            for s, by_seed in systems.items()
            if any(score in scores for scores in by_seed.values())
        ]
        if not rows:
            continue
        lines += ["", f"| system | {name}, % | recovered | paper |", "|---|---:|---:|---:|"]
        lines += [f"| {' | '.join(row)} |" for row in rows]
    return lines[1:]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("output", type=Path)
    args = parser.parse_args()
    lines = tables(args.folder)
    args.output.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print("\n".join(lines))


if __name__ == "__main__":
    main()
