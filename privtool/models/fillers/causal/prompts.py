"""The prompt that causal models are tuned and used with to fill a text (Vats 2023, 4.2.4).

It combines an instruction, an input (the text with some words replaced by `[MASK]`) and an output
(the text). The instruction is that of the paper, the format that of Stanford Alpaca (Taori et al.
2023), which LLaMA models are often tuned on.
"""

from __future__ import annotations

from collections.abc import Sequence

from privtool.text.markers import MASK

NAME = "alpaca-mask"  # names this format in run cards
INSTRUCTION = "Predict the [MASK] tokens in the given sentence"


def prompt_of(segments: Sequence[str]) -> str:
    """Return the prompt for a text with a slot between any two segments."""
    return (
        f"### Instruction:\n{INSTRUCTION}\n\n### Input:\n{MASK.join(segments)}\n\n### Response:\n"
    )
