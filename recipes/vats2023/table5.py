"""The table of what filling wins back, from the results that `make table5` left in a folder.

Figures are means over the seeds, with the lowest and highest in brackets. Recovery is the share of
what masking costs that a row wins back: (Baseline0 - row) / (Baseline0 - Oracle), each seed by
itself. For WSJ the paper's recovery stands beside it (Vats 2023, Table 5: that of BERT,
and of its best row). Writes `table5.md` into the folder and prints it.
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


class Found(NamedTuple):
    """The figures of a row, by seed."""

    by_seed: dict[str, float]

    def shown(self, decimals: int) -> str:
        """The mean, and the range where there is one."""
        values = list(self.by_seed.values())
        mean = sum(values) / len(values)
        mean, low, high = (f"{x:.{decimals}f}" for x in (mean, min(values), max(values)))
        return mean if low == high else f"{mean} ({low} to {high})"


def read(folder: Path, row: str, method: str) -> Found:
    """The test perplexities of a row that are there."""
    name = f"{row}.json" if row == "oracle" else f"{method}.{row}.json"
    found = {}
    for file in sorted(folder.glob(f"*/{name}")):
        found[file.parent.name] = json.loads(file.read_bytes())["test"]["test"]["perplexity"]
    return Found(found)


def recovery(row: float, worst: float, oracle: float) -> float:
    """The percentage of the gap between Baseline0 and Oracle that a row closes."""
    return 100 * (worst - row) / (worst - oracle)


def recoveries(row: Found, worst: Found, oracle: Found) -> Found:
    """Those of the seeds that all three have."""
    seeds = row.by_seed.keys() & worst.by_seed.keys() & oracle.by_seed.keys()
    return Found(
        {s: recovery(row.by_seed[s], worst.by_seed[s], oracle.by_seed[s]) for s in sorted(seeds)}
    )


def papers(row: str, method: str) -> str:
    """The paper's recovery in a row."""
    place = METHODS.index(method)
    worst, oracle = PAPER["baseline0"][place], PAPER["oracle"][place]
    return f"{recovery(PAPER[row][place], worst, oracle):.0f} %" if row in PAPER else "-"


def table(folder: Path, with_paper: bool) -> list[str]:
    """The lines of the table, in Markdown."""
    heads = ["method", "row", "perplexity", "recovered"] + ["paper (BERT)"] * with_paper
    lines = [f"| {' | '.join(heads)} |", "|---|---" + "|---:" * (len(heads) - 2) + "|"]
    for method in METHODS:
        found = {row: read(folder, row, method) for row in ROWS}
        for row, name in ROWS.items():
            if not found[row].by_seed:
                continue
            shares = recoveries(found[row], found["baseline0"], found["oracle"])
            cells = [method, name, found[row].shown(1)]
            cells.append(f"{shares.shown(0)} %" if shares.by_seed else "-")
            cells += [papers(row, method)] * with_paper
            lines.append(f"| {' | '.join(cells)} |")
        if with_paper:
            lines.append(f"| {method} | the paper's best | | | {papers('best', method)} |")
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
