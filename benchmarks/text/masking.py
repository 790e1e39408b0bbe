"""`privtool mask --method allowList` against mawk doing the same on plain text.

Whole processes are timed, start-up included. mawk reads and writes text lines, splits at white
space, strips punctuation and looks words up in the same list; privtool reads and writes JSONL, with
the positions of masks.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from functools import partial
from pathlib import Path

from benchmarks.support.corpus import FOLDER, corpus
from benchmarks.support.measure import peak_child_megabytes, report, shell, side_by_side
from privtool.text.word_lists import load_allow_list

_AWK = """
FNR == NR { keep[$1] = 1; next }
{
  for (i = 1; i <= NF; i++) {
    w = tolower($i); gsub(/[^a-z0-9'-]/, "", w)
    if (w != "" && !(w in keep)) $i = "[MASK]"
  }
  print
}
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--words", type=int, default=10_000_000)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--corpus", type=Path, help="a JSONL file instead of the made-up corpus")
    parser.add_argument("--text", type=Path, help="the same as plain text")
    args = parser.parse_args()
    if not shutil.which("mawk"):
        sys.exit("mawk is not installed")
    jsonl, text = (args.corpus, args.text) if args.corpus else corpus(args.words)
    FOLDER.mkdir(parents=True, exist_ok=True)
    kept, program = FOLDER / "list.txt", FOLDER / "mask.awk"
    kept.write_text("\n".join(sorted(load_allow_list().words)) + "\n", encoding="utf-8")
    program.write_text(_AWK, encoding="utf-8")
    words = sum(len(line.split()) for line in text.open(encoding="utf-8"))
    mask = f"{sys.executable} -m privtool mask -q --method allowList"
    times = side_by_side(
        {
            "mawk": partial(shell, f"mawk -f {program} {kept} {text} > /dev/null"),
            "one process": partial(shell, f"{mask} < {jsonl} > /dev/null"),
            "two processes": partial(shell, f"{mask} --jobs 2 < {jsonl} > /dev/null"),
        },
        args.runs,
    )
    report(
        "mask allowList against mawk",
        corpus=jsonl.name,
        words=words,
        words_per_second={name: round(words / time) for name, time in times.items()},
        ratio_one_process=times["mawk"] / times["one process"],
        ratio_two_processes=times["mawk"] / times["two processes"],
        peak_megabytes=peak_child_megabytes(),
        runs=args.runs,
    )


if __name__ == "__main__":
    main()
