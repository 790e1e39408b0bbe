"""The speed of each command, against that of another version of privtool on the same machine.

    git worktree add --detach old HEAD~50
    python -m benchmarks.against old

Both versions run each command at the same time, on a core of their own, and with the same packages.
Input is made by this version: invented sentences, of which one in four holds private values, and
the recordings of `data/sample`. Ratios are of CPU seconds, start-up included, the median of some
runs: above 1, this version is faster. A command that the other version cannot run has no ratio.
With `--short`, inputs are small and each command runs once, which shows large changes only.
"""

from __future__ import annotations

import argparse
import json
import shlex
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from benchmarks.support.measure import at_once, processor, shell
from benchmarks.support.private_sentences import generated

ROOT = Path(__file__).resolve().parent.parent
SPEECH = ROOT / "data/sample/speech"
SENTENCES, FEW_SENTENCES = 4000, 200
PREPARE = (
    f"ln -s {SPEECH} speech",
    "mask -q --method allowList text.jsonl > masked.jsonl",
    "mask -q --method entityTagger --tagger patterns --annotate text.jsonl > entities.jsonl",
    "align -q --audio-root speech speech/manifest.jsonl > aligned.jsonl",
    "surrogate -q aligned.jsonl > surrogates.jsonl",
    "lm-train -q --size tiny --epochs 1 --out-dir lm text.jsonl > lm.json",
    "asr-eval -q --audio-root speech speech/manifest.jsonl > hyp.jsonl",
)
# OUT is a folder of each version.
COMMANDS = (
    "mask --method allowList text.jsonl",
    "mask --method vocabThres --top 5000 text.jsonl",
    "mask --method entityTagger --tagger patterns text.jsonl",
    "mask --method entityTagger text.jsonl",
    "fill masked.jsonl",
    "vocab text.jsonl",
    "surrogate entities.jsonl",
    "lm-train --size tiny --epochs 1 --force --out-dir OUT/lm text.jsonl",
    "lm-score --model lm text.jsonl",
    "audit text --gold entities.jsonl masked.jsonl",
    "align --audio-root speech speech/manifest.jsonl",
    "redact --audio-root speech --out-dir OUT/redacted --force aligned.jsonl",
    "tts --audio-root speech --out-dir OUT/spoken --force surrogates.jsonl",
    "splice --audio-root speech --out-dir OUT/spliced --force surrogates.jsonl",
    "asr-eval --audio-root speech speech/manifest.jsonl",
    "asr-eval --hyp-field hyp hyp.jsonl",
    "export --to kaldi --audio-root speech --out-dir OUT/kaldi --force speech/manifest.jsonl",
)


def main() -> None:
    """Print a row for each command."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("old", type=Path, help="checkout of the other version")
    parser.add_argument("--runs", type=int, default=3, help="of each command (default 3)")
    parser.add_argument("--short", action="store_true", help="small inputs, one run")
    arguments = parser.parse_args()
    runs = 1 if arguments.short else arguments.runs
    print(f"{processor()}; CPU seconds, median of {runs}\n")
    print("| command | old | new | ratio |\n| -- | -: | -: | -: |")
    with TemporaryDirectory() as name:
        folder = Path(name)
        texts = generated(FEW_SENTENCES if arguments.short else SENTENCES, seed=1)
        with (folder / "text.jsonl").open("w", encoding="utf-8") as lines:
            for number, text in enumerate(texts):
                print(json.dumps({"id": number, "text": text}), file=lines)
        for line in PREPARE:
            shell(_line(line, ROOT, folder, folder) if "ln " not in line else f"cd {name}; {line}")
        for line in COMMANDS:
            print(row(line, arguments.old.resolve(), folder, runs), flush=True)


def row(line: str, old: Path, folder: Path, runs: int) -> str:
    """Return the row of a command in the table."""
    lines = {
        each: ("bash", "-c", _line(line, root, folder, folder / each))
        for each, root in (("old", old), ("new", ROOT))
    }
    try:
        used = [at_once(lines) for _ in range(runs)]
    except SystemExit:
        return f"| {line} | | | one failed |"
    before, now = (median(each[version].cpu for each in used) for version in ("old", "new"))
    return f"| {line} | {before:.2f} | {now:.2f} | {before / now:.2f} |"


def _line(line: str, root: Path, folder: Path, out: Path) -> str:
    """Return a line for a shell that runs a command of a version in a folder."""
    path = shlex.quote(f"{root}")
    command = line.replace("OUT", str(out))
    return (
        f"cd {folder}; export PYTHONPATH={path} OMP_NUM_THREADS=1; "
        f"{shlex.quote(sys.executable)} -m privtool {command} 2> {out}.log"
    )


if __name__ == "__main__":
    main()
