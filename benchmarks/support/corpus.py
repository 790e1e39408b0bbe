"""A synthetic corpus with the word frequencies of English, as JSONL and as plain text."""

from __future__ import annotations

import json
import random
from itertools import accumulate
from pathlib import Path

from privtool.text.word_lists import VOCABULARY_FILE, read_vocabulary

FOLDER = Path("build/benchmarks")


def corpus(words: int, seed: int = 1) -> tuple[Path, Path]:
    """The paths of the JSONL and the text file with about so many words, made if missing."""
    jsonl, text = FOLDER / f"corpus-{words}-{seed}.jsonl", FOLDER / f"corpus-{words}-{seed}.txt"
    if jsonl.exists() and text.exists():
        return jsonl, text
    FOLDER.mkdir(parents=True, exist_ok=True)
    vocabulary = read_vocabulary(VOCABULARY_FILE)
    names = [word for word, _ in vocabulary]
    weights = list(accumulate(count for _, count in vocabulary))
    draws = random.Random(seed)
    with jsonl.open("w", encoding="utf-8") as records, text.open("w", encoding="utf-8") as lines:
        written = 0
        number = 0
        while written < words:
            line = _sentence(draws, names, weights)
            records.write(json.dumps({"id": f"made-up-{number:07d}", "text": line}) + "\n")
            lines.write(line + "\n")
            written += line.count(" ") + 1
            number += 1
    return jsonl, text


def _sentence(draws: random.Random, names: list[str], weights: list[int]) -> str:
    """8 to 32 words with a capital, a comma in the middle and a full stop."""
    length = draws.randint(8, 32)
    words = draws.choices(names, cum_weights=weights, k=length)
    words[0] = words[0].capitalize()
    words[length // 2] += ","
    return " ".join(words) + "."
