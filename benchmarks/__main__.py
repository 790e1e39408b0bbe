"""Run all benchmarks, one after the other."""

from __future__ import annotations

import subprocess
import sys

MODULES = (
    "startup",
    "masking",
    "aligning",
    "redacting",
    "memory",
    "patterns_vs_presidio",
    "tagging",
    "filling",
    "lm_loss",
    "lm_training",
    "recognising",
    "splicing",
    "asr_training",
)

if __name__ == "__main__":
    for module in MODULES:
        subprocess.run([sys.executable, "-m", f"benchmarks.{module}"], check=True)
