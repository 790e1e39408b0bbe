"""Write and print `table5.md` from the results of `make table5` in a folder.

Scores are means over the seeds, with the range in parentheses. Recovery is the fraction of the
masking loss that a row recovers, (Baseline0 - row) / (Baseline0 - Oracle), per seed. For WSJ the
last column is the recovery in the paper (Vats 2023, Table 5: BERT, and its best row).
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import NamedTuple

ROWS = {
    "oracle": "Oracle",
    "baseline0": "Baseline0",
    "baseline1": "Baseline1",
    "top1": "Top-1",
    "topk": "Top-K",
    "topk-ft": "Top-K, FT",
    "drawn": "drawn by probability, each word by itself, tuned (ours)",
    "samples": "the same, 4 fillings",
    "news-samples": "the same, tuned to public text of the kind",
}
# Vats 2023, Table 5: perplexities on WSJ by masking method.
PAPER = {
    "oracle": (86.5, 86.5, 86.5),
    "baseline0": (309.0, 144.3, 204.0),
    "baseline1": (210.0, 122.9, 198.2),
    "top1": (205.9, 119.4, 149.3),
    "topk": (174.1, 103.3, 108.3),
    "topk-ft": (186.7, 113.4, 162.3),
    "best": (114.5, 93.4, 98.7),
}
METHODS = ("allowList", "vocabThres", "entityTagger")


class SeedScores(NamedTuple):
    """The scores of a row by seed."""

    by_seed: dict[str, float]

    def text(self, decimals: int) -> str:
        """Format the mean, and the range if the scores differ."""
        values = list(self.by_seed.values())
        mean = sum(values) / len(values)
        mean, low, high = (f"{x:.{decimals}f}" for x in (mean, min(values), max(values)))
        return mean if low == high else f"{mean} ({low} to {high})"


def read_scores(folder: Path, row: str, method: str) -> SeedScores:
    """Read the test perplexities of a row; seeds without a result are left out."""
    name = f"{row}.json" if row == "oracle" else f"{method}.{row}.json"
    by_seed = {}
    for file in sorted(folder.glob(f"*/{name}")):
        by_seed[file.parent.name] = json.loads(file.read_bytes())["test"]["test"]["perplexity"]
    return SeedScores(by_seed)


def recovery(row: float, worst: float, oracle: float) -> float:
    """Return the percentage of the gap between Baseline0 and Oracle that a row closes."""
    return 100 * (worst - row) / (worst - oracle)


def recoveries(row: SeedScores, worst: SeedScores, oracle: SeedScores) -> SeedScores:
    """Return the recovery for each seed that all three have."""
    seeds = row.by_seed.keys() & worst.by_seed.keys() & oracle.by_seed.keys()
    return SeedScores(
        {s: recovery(row.by_seed[s], worst.by_seed[s], oracle.by_seed[s]) for s in sorted(seeds)}
    )


def paper_recovery(row: str, method: str) -> str:
    """Return the recovery that the paper reports for a row."""
    column = METHODS.index(method)
    worst, oracle = PAPER["baseline0"][column], PAPER["oracle"][column]
    return f"{recovery(PAPER[row][column], worst, oracle):.0f} %" if row in PAPER else "-"


def table(folder: Path, with_paper: bool) -> list[str]:
    """Return the lines of the table, in Markdown."""
    heads = ["method", "row", "perplexity", "recovered"] + ["paper (BERT)"] * with_paper
    lines = [f"| {' | '.join(heads)} |", "|---|---" + "|---:" * (len(heads) - 2) + "|"]
    for method in METHODS:
        scores = {row: read_scores(folder, row, method) for row in ROWS}
        for row, name in ROWS.items():
            if not scores[row].by_seed:
                continue
            shares = recoveries(scores[row], scores["baseline0"], scores["oracle"])
            cells = [method, name, scores[row].text(1)]
            cells.append(f"{shares.text(0)} %" if shares.by_seed else "-")
            cells += [paper_recovery(row, method)] * with_paper
            lines.append(f"| {' | '.join(cells)} |")
        if with_paper:
            lines.append(f"| {method} | the paper's best | | | {paper_recovery('best', method)} |")
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    args = parser.parse_args()
    lines = table(args.folder, with_paper="wsj" in args.folder.name)
    (args.folder / "table5.md").write_text("\n".join(lines) + "\n", encoding="utf-8")
    print("\n".join(lines))


if __name__ == "__main__":
    main()
