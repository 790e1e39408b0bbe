"""Write held-out generated talk with its entities, a file NAME.jsonl.gz for each kind."""

from __future__ import annotations

import argparse
import gzip
import json
from pathlib import Path

from tagger_corpora import unseen_talk
from talk.kinds import KINDS


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out-dir", type=Path, required=True)
    folder: Path = parser.parse_args().out_dir
    folder.mkdir(parents=True, exist_ok=True)
    for kind in KINDS:
        with gzip.open(folder / f"{kind}.jsonl.gz", "wt", encoding="utf-8") as lines:
            for number, sentence in enumerate(unseen_talk(kind)):
                entities = [
                    {"start": name.start, "end": name.end, "label": name.label}
                    for name in sentence.names
                    if name.label is not None
                ]
                row = {"id": f"{kind}-{number}", "text": sentence.text, "entities": entities}
                lines.write(json.dumps(row, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
