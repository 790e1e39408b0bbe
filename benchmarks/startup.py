"""Start-up: one record through each command, and each command's help, against `import torch`."""

from __future__ import annotations

import argparse
import sys
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.support.measure import report, shell, side_by_side
from privtool.workflows.names import command_names

ROOT = Path(__file__).resolve().parent.parent
PREPARE = f"""
ln -s {ROOT}/data/sample/speech speech
head -n 1 {ROOT}/data/sample/raw.jsonl > one.jsonl
head -n 1 speech/manifest.jsonl > turn.jsonl
python -m privtool lm-train -q --size tiny --epochs 1 --out-dir lm {ROOT}/data/sample/raw.jsonl
"""
# Some write what those after them read.
COMMANDS = (
    "mask one.jsonl > masked.jsonl",
    "mask --method entityTagger --tagger patterns one.jsonl",
    "mask --method entityTagger one.jsonl",
    "fill masked.jsonl",
    "vocab one.jsonl",
    "models",
    "lm-score --model lm one.jsonl",
    "align --audio-root speech turn.jsonl > aligned.jsonl",
    "redact --audio-root speech --out-dir redacted --force aligned.jsonl",
    "surrogate aligned.jsonl > surrogates.jsonl",
    "tts --audio-root speech --out-dir spoken --force surrogates.jsonl",
    "splice --audio-root speech --out-dir spliced --force surrogates.jsonl",
    "asr-eval --audio-root speech turn.jsonl > hyp.jsonl",
    "asr-eval --hyp-field hyp hyp.jsonl",
    "export --to kaldi --audio-root speech --out-dir kaldi --force turn.jsonl",
    "import --from kaldi kaldi",
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    runs = parser.parse_args().runs
    helps = [f"{name} --help" for name in command_names()]
    lines = {"import torch": "python -c 'import torch'"}
    lines |= {line: f"python -m privtool {line}" for line in ("--help", *helps, *COMMANDS)}
    with TemporaryDirectory() as folder:
        path = Path(sys.executable).parent
        prefix = f"cd {folder}; export PATH={path}:$PATH PYTHONPATH={ROOT}; exec > /dev/null; "
        shell(prefix + PREPARE)
        times = side_by_side({n: partial(shell, prefix + line) for n, line in lines.items()}, runs)
    torch = times.pop("import torch")
    for name, seconds in times.items():
        report(f"start-up: {name}", seconds=seconds, import_torch=torch, ratio=seconds / torch)


if __name__ == "__main__":
    main()
