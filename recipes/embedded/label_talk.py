"""Label lines of public talk with the packaged `mini-ner`, to train its next version on.

A word is a name where the tagger is sure, or where it is less sure and the lists have it as a name
that is hardly ever a word. It is no name where both say so, and titles and drugs never are. All
other words, and capitals that neither takes for a name, are not learned from; nor are peoples,
products and works in medical talk, as the tagger takes too much there for one (Yarowsky 1995,
self-training). Writes gzip JSONL.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
import re
from pathlib import Path
from typing import Any

import numpy as np
from tagger_model import TAGS, encode, tag
from tagger_text import LABELS, Sentence
from talk.plain_words import DRUGS
from transformers import BertTokenizerFast

from privtool.models.catalog import EMBEDDED
from privtool.models.taggers.torch_labeler import load_mini_ner
from privtool.text.known_names import lexicon

SURE, WITH_LISTS, NONE = 0.9, 0.3, 0.02
_CAPITAL = re.compile(r"(?<=[^.?!] )[A-Z](?!\b)")
_NEVER = {*map(str.lower, DRUGS), *["doctor", "dr", "mister", "mr", "mrs", "ms", "miss", "missus"]}
CORPORA = {"selfdialogue.train": 24_000, "medical.train": 15_000}


def read_lines(path: Path, count: int, rng: random.Random) -> list[Sentence]:
    """Draw lines of a corpus, without names yet."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    rows = rng.sample(rows, min(count, len(rows)))
    return [Sentence(row["text"], (), f"{path.name}:{row['dialogue']}") for row in rows]


def entities(
    text: str, spans: list[tuple[int, int]], probabilities: np.ndarray
) -> list[dict[str, Any]]:
    """Return the names of a line, and with the label null what may be one.

    `probabilities` are words x tags.
    """
    listed = lexicon().listed
    capitals = {match.start() for match in _CAPITAL.finditer(text)}
    found: list[dict[str, Any]] = []
    for (start, end), row in zip(spans, probabilities, strict=True):
        word, mass = text[start:end].lower(), 1.0 - float(row[0])
        in_lists = listed.get(word, False)
        if word in _NEVER:
            continue
        if mass >= SURE or (mass >= WITH_LISTS and in_lists):
            best = int(row[1:].argmax()) + 1
            label: str | None = LABELS[(best - 1) // 2].value if mass >= SURE else "PERSON"
            begins = TAGS[best].startswith("B")
        elif mass > NONE or in_lists or start in capitals:
            label, begins = None, True
        else:
            continue
        last = found[-1] if found else None
        if last and not begins and last["label"] == label and not text[last["end"] : start].strip():
            last["end"] = end
        else:
            found.append({"start": start, "end": end, "label": label})
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder with text/*.jsonl.gz")
    parser.add_argument("--out", type=Path, required=True, help="gzip JSONL to write")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    model = load_mini_ner(EMBEDDED / "mini-ner")
    tokenizer = BertTokenizerFast(tokenizer_file=str(EMBEDDED / "mini" / "tokenizer.json"))
    rng, number = random.Random(args.seed), 0
    with gzip.open(args.out, "wt", encoding="utf-8") as out:
        for corpus, count in CORPORA.items():
            lines = read_lines(args.data / "text" / f"{corpus}.jsonl.gz", count, rng)
            tagged = tag(model, lines, tokenizer)
            for line, words in zip(lines, tagged, strict=True):
                places = encode(line.text, tokenizer, 512)[3]
                names = entities(line.text, places, words.probabilities)
                if corpus.startswith("medical"):
                    names = [n | {"label": None} if n["label"] == "MISC" else n for n in names]
                row = {"id": number, "text": line.text, "doc": line.document, "entities": names}
                out.write(json.dumps(row, ensure_ascii=False) + "\n")
                number += 1


if __name__ == "__main__":
    main()
