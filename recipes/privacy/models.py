"""What a language model remembers of private text: raw, masked, and filled, in one table.

A generic language model is adapted to the same records in each form, with canaries among them.
`privtool audit model` measures the exposure of the canaries and tells the raw records from others
of the same corpus. `privtool audit guess` measures what a filler guesses back of the masked text.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from steps import PRIVTOOL, cell, figures_of, records, table, write_once, write_records

METHOD = ("--method", "allowList+entityTagger")
DRAWN = ("--no-merge", "--topk", "5000", "--sample", "weighted", "--rare", "vocab-en")
PATTERN = "my name is {given} {surname} and my number is {d} {d} {d} {d} {d} {d}"
ADAPTATION = ("--epochs", "5", "--batch-tokens", "1024", "--learning-rate", "1e-3")


class Models:
    """The steps, with their files in one folder."""

    def __init__(self, args: argparse.Namespace) -> None:
        self._args, self._run = args, args.run
        self._run.mkdir(parents=True, exist_ok=True)

    def corpora(self) -> None:
        """Write the generic text, the members with canaries, and records that no model sees."""
        args, run = self._args, self._run
        write_records(run / "generic.jsonl", records(args.data, args.generic, args.generic_records))
        both = [*records(args.data, args.corpus, 2 * args.records)]
        write_records(run / "members.jsonl", iter(both[::2]))
        write_records(run / "holdout.jsonl", iter(both[1::2]))
        self._do("vocab.tsv", ["vocab", "-q", "--top", "10000"], "generic.jsonl")
        self._train("generic", ["--size", "tiny", "--vocab", run / "vocab.tsv"], "generic.jsonl")
        key = ["--key-file", run / "canaries.key", "--seed", "1", "--pattern", PATTERN]
        canaries = ["audit", "canaries", "make", "-q", "--model", run / "generic", *key]
        self._do("raw.jsonl", canaries, "members.jsonl")

    def safe_text(self) -> None:
        """Mask the members with their canaries, and fill them in two ways."""
        self._do("masked.jsonl", ["mask", "-q", *METHOD], "raw.jsonl")
        self._do("top-k.jsonl", ["fill", "-q", "--provenance"], "masked.jsonl")
        self._do("drawn.jsonl", ["fill", "-q", "--provenance", *DRAWN], "masked.jsonl")

    def audits(self) -> str:
        """Adapt the generic model to each text and audit it; return the table."""
        rows = []
        for name in ("raw", "masked", "top-k", "drawn"):
            init = ["--init", self._run / "generic", *ADAPTATION]
            self._train(f"{name}.lm", init, f"{name}.jsonl")
            audit = ["audit", "model", "-q", "--model", self._run / f"{name}.lm"]
            audit += [
                "--reference",
                self._run / "generic",
                "--holdout",
                self._run / "holdout.jsonl",
            ]
            audit += ["--canaries", self._run / "canaries.key"]
            self._do(f"{name}.model.json", audit, "members.jsonl")
            figures = figures_of(self._run / f"{name}.model.json")
            rows += [[name, *key, cell(each)] for key, each in figures.items()]
        return table(["trained on", "figure", "of", "value"], rows)

    def guesses(self) -> str:
        """Guess the masked words back; return the table."""
        held = ["mask", "-q", *METHOD, "--annotate"]
        self._do("held.jsonl", held, "holdout.jsonl")
        tuning = ["fill-train", "-q", "--on", "filled", "--out-dir", self._run / "tuned"]
        self._do("tuned.json", tuning, "masked.jsonl")
        rows = []
        for name in ("top-k", "drawn"):
            guess = ["audit", "guess", "-q", "--raw", self._run / "raw.jsonl"]
            guess += ["--masked", self._run / "masked.jsonl", "--holdout", self._run / "held.jsonl"]
            guess += ["--tuned", self._run / "tuned", self._run / f"{name}.jsonl"]
            self._do(f"{name}.guess.json", guess, f"{name}.jsonl")
            figures = figures_of(self._run / f"{name}.guess.json")
            for key, each in figures.items():
                control, risk = each.get("control"), each.get("risk")
                shown = "-" if not control else f"{100 * control['value']:.1f}"
                rows.append([name, *key, cell(each), shown, cell(risk and each | risk)])
        return table(["fills", "figure", "of", "attack", "control", "risk"], rows)

    def _train(self, name: str, options: list[str | Path], source: str) -> None:
        out = ["--resume", "--out-dir", self._run / name]
        self._do(f"{name}.json", ["lm-train", "-q", *options, *out], source)

    def _do(self, name: str, command: list[str | Path], source: str) -> None:
        write_once(self._run / name, (*PRIVTOOL, *command), self._run / source)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--run", type=Path, required=True)
    parser.add_argument("--corpus", default="wsj.train")
    parser.add_argument("--records", type=int, default=2000, help="members, and as many others")
    parser.add_argument("--generic", default="reuters.train")
    parser.add_argument("--generic-records", type=int, default=8000)
    models = Models(parser.parse_args())
    models.corpora()
    models.safe_text()
    print(models.guesses())
    print(models.audits())


if __name__ == "__main__":
    main()
