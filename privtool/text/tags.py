"""Tags: what stands in angle brackets in a transcript and is not said.

A noise (`<laughter>`), or who speaks from there on (`<doctor>`). `<unk>` stands for a word and is
none.
"""

from __future__ import annotations

TAG = r"(?i:<(?!unk>)[^<>\s]{1,40}>)"
"""A tag as a pattern, for `re`, `regex` and the rules of tokenizers alike."""
