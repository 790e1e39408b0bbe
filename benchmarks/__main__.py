"""Run all benchmarks that need no corpus, one after the other.

Comparisons with tools that are not installed are left out: `pip install '.[bench]'`.
"""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec

MODULES = (
    "startup",
    "text.masking",
    "text.tables",
    "audio.alignment",
    "audio.redaction",
    "audio.slips",
    "memory",
    "under_load",
    "scaling",
    "host",
    "text.patterns_vs_presidio",
    "text.dictation",
    "text.dictated_turns",
    "text.tagging",
    "text.filling",
    "text.auditing",
    "lm.loss",
    "lm.training",
    "asr.recognition",
    "audio.splicing",
    "asr.training",
)

NEEDED = {"text.patterns_vs_presidio": "presidio_analyzer"}

if __name__ == "__main__":
    for module in MODULES:
        if module in NEEDED and find_spec(NEEDED[module]) is None:
            print(f"{module}: {NEEDED[module]} is not installed, left out", file=sys.stderr)
            continue
        subprocess.run([sys.executable, "-m", f"benchmarks.{module}"], check=True)
