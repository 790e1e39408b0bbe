"""Write and print `table5.md` from the results of `make table5` in a folder.

Scores are means over the seeds, with the range in parentheses. Recovery is the fraction of the
masking loss that a row recovers, (Baseline0 - row) / (Baseline0 - Oracle), per seed. For the
corpora of the paper the last column is the recovery there (Vats 2023: BERT, and the best row).
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
    "prior": "the same with a private prior, values as phrases",
    "default": "`fill` without options",
    "default-samples": "the same, 4 fillings",
    "default-prior": "the same with a private prior",
    "typed": "phrases of the class (ours)",
    "typed-samples": "the same, 4 fillings",
    "typed-prior": "the same with a private prior",
    "surrogates": "surrogates of the entities (ours)",
    "class-lm": "language model of classes",
    "news-samples": "the same, tuned to public text of the kind",
}
# Vats 2023, Tables 3 to 5: perplexities by corpus and masking method; the rows of BERT and, as
# "best", the lowest of all rows. Their conversations are Fisher, ours Switchboard.
PAPER = {
    "swda": {
        "oracle": (37.3, 37.3, 37.3),
        "baseline0": (120.1, 42.3, 41.7),
        "baseline1": (109.4, 41.6, 41.6),
        "top1": (93.0, 41.3, 41.5),
        "topk": (75.2, 40.8, 40.5),
        "topk-ft": (73.6, 39.8, 39.7),
        "best": (65.3, 38.9, 38.5),
    },
    "reddit": {
        "oracle": (76.0, 76.0, 76.0),
        "baseline0": (339.6, 168.2, 82.3),
        "baseline1": (221.9, 134.9, 79.8),
        "top1": (196.2, 121.2, 78.9),
        "topk": (127.4, 106.3, 78.7),
        "topk-ft": (117.4, 102.5, 77.6),
        "best": (98.5, 82.1, 76.8),
    },
    "wsj": {
        "oracle": (86.5, 86.5, 86.5),
        "baseline0": (309.0, 144.3, 204.0),
        "baseline1": (210.0, 122.9, 198.2),
        "top1": (205.9, 119.4, 149.3),
        "topk": (174.1, 103.3, 108.3),
        "topk-ft": (186.7, 113.4, 162.3),
        "best": (114.5, 93.4, 98.7),
    },
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


def paper_recovery(corpus: str, row: str, method: str) -> str:
    """Return the recovery that the paper reports for a row on a corpus."""
    perplexities, column = PAPER[corpus], METHODS.index(method)
    worst, oracle = perplexities["baseline0"][column], perplexities["oracle"][column]
    if row not in perplexities:
        return "-"
    return f"{recovery(perplexities[row][column], worst, oracle):.0f} %"


def table(folder: Path, paper: str | None) -> list[str]:
    """Return the lines of the table, in Markdown; `paper` is the corpus to compare with."""
    heads = ["method", "row", "perplexity", "recovered"] + ["paper (BERT)"] * (paper is not None)
    lines = [f"| {' | '.join(heads)} |", "|---|---" + "|---:" * (len(heads) - 2) + "|"]
    for method in METHODS:
        scores = {row: read_scores(folder, row, method) for row in ROWS}
        for row, name in ROWS.items():
            if not scores[row].by_seed:
                continue
            shares = recoveries(scores[row], scores["baseline0"], scores["oracle"])
            cells = [method, name, scores[row].text(1)]
            cells.append(f"{shares.text(0)} %" if shares.by_seed else "-")
            if paper is not None:
                cells.append(paper_recovery(paper, row, method))
            lines.append(f"| {' | '.join(cells)} |")
        if paper is not None:
            best = paper_recovery(paper, "best", method)
            lines.append(f"| {method} | the paper's best | | | {best} |")
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    args = parser.parse_args()
    name = args.folder.resolve().name  # table5-CORPUS-SIZE
    lines = table(args.folder, next((corpus for corpus in PAPER if corpus in name), None))
    (args.folder / "table5.md").write_text("\n".join(lines) + "\n", encoding="utf-8")
    print("\n".join(lines))


if __name__ == "__main__":
    main()
