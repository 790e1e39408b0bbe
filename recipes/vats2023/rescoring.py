"""Write the table of word error rates from the summaries of `make rescoring`.

With `--best`, print the weight with the lowest WER in a curve, the summary of a run with several
weights; the smallest one on a tie.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

ROWS = {
    "generic": ("generic LM", "no LM"),
    "adapted": ("adapted to raw text", "generic LM"),
    "filled": ("adapted to masked and filled text", "generic LM"),
}


def rows_of(file: Path) -> list[dict[str, Any]]:
    """Parse the lines of a summary."""
    return [json.loads(line) for line in file.read_bytes().splitlines()]


def best_weight(curve: list[dict[str, Any]]) -> float:
    """Return the weight with the lowest WER, the smallest on a tie."""
    return float(
        min(curve, key=lambda row: (row["scores"]["wer"]["value"], row["lm_weight"]))["lm_weight"]
    )


def percent(score: dict[str, Any]) -> str:
    """Format a score in percent, with its interval if it has one."""
    value = f"{100 * score['value']:.1f}"
    if score["low"] is None:
        return value
    return f"{value} ({100 * score['low']:.1f} to {100 * score['high']:.1f})"


def table(folder: Path) -> list[str]:
    """Return the lines of the table, in Markdown."""
    lines = ["| language model | WER, % | difference | to | p |", "|---|---:|---:|---|---:|"]
    for name, (label, baseline) in ROWS.items():
        (row,) = rows_of(folder / f"{name}.json")
        against = row["against"]["scores"]["wer"]
        if name == "generic":
            lines.append(f"| none | {100 * against['value']:.1f} | | | |")
        difference = percent({**against, "value": against["difference"]})
        cells = [label, percent(row["scores"]["wer"]), difference, baseline, f"{against['p']:.3f}"]
        lines.append(f"| {' | '.join(cells)} |")
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--best", type=Path, metavar="CURVE")
    parser.add_argument("folder", type=Path, nargs="?")
    parser.add_argument("output", type=Path, nargs="?")
    args = parser.parse_args()
    if args.best is not None:
        print(best_weight(rows_of(args.best)))
        return
    lines = table(args.folder)
    args.output.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print("\n".join(lines))


if __name__ == "__main__":
    main()
