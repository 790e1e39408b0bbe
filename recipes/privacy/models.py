"""What a language model learns and remembers of private text: raw, masked, filled, replaced.

A generic language model is adapted to the same records in each form, with canaries among them.
`lm-train` measures its perplexity on other raw records of the same corpus, `audit model` how
exposed the canaries are and how well the raw records can be distinguished from those others,
`audit guess` what a filler guesses back of the masked text. `report` draws privacy against
perplexity.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from steps import (
    PRIVTOOL,
    Figures,
    cell,
    figures_of,
    records,
    share_of,
    table,
    write_once,
    write_records,
)

ENTITIES = ("--method", "entityTagger")  # surrogates have no kind for what only a list masks
DRAWN = ("--typed", "none")
PATTERN = "my name is {given} {surname} and my number is {d} {d} {d} {d} {d} {d}"
FILLS = ("top-k", "drawn", "typed")
TEXTS = ("raw", "masked", *FILLS, "samples", "surrogates")
# Files that do not depend on how the text is masked, by the first part of their names.
SHARED = (
    *("generic", "vocab", "both", "members", "holdout"),
    *("canaries", "raw", "annotated", "surrogates"),
)
BANDS = ("", "1 unit", "2-4 units", "5-19 units", "20 or more units")
ADAPTATION = ("--batch-tokens", "1024", "--learning-rate", "1e-3")
EPOCHS = {"samples": "2"}  # four fillings show each record as often in fewer epochs


class Models:
    """The steps, with their files in one folder, or those of all ways to mask in another."""

    def __init__(self, args: argparse.Namespace) -> None:
        self._args, self._method = args, ("--method", args.method)
        args.run.mkdir(parents=True, exist_ok=True)

    def corpora(self) -> None:
        """Write the generic text, the members with canaries, and records that no model sees."""
        args, path = self._args, self._path
        generic = records(args.data, args.generic, args.generic_records)
        write_records(path("generic.jsonl"), generic)
        both = [*records(args.data, args.corpus, 2 * args.records)]
        write_records(path("both.jsonl"), iter(both))
        write_records(path("members.jsonl"), iter(both[::2]))
        write_records(path("holdout.jsonl"), iter(both[1::2]))
        self._do("vocab.tsv", ["vocab", "-q", "--top", "10000"], "generic.jsonl")
        self._train("generic", ["--size", "tiny", "--vocab", path("vocab.tsv")], "generic.jsonl")
        key = ["--key-file", path("canaries.key"), "--seed", "1", "--pattern", PATTERN]
        canaries = ["audit", "canaries", "make", "-q", "--model", path("generic"), *key]
        self._do("raw.jsonl", canaries, "members.jsonl")

    def safe_text(self) -> None:
        """Mask the members with their canaries, fill them in four ways, and draw surrogates."""
        self._do("masked.jsonl", ["mask", "-q", *self._method], "raw.jsonl")
        self._do("top-k.jsonl", ["fill", "-q", "--paper", "--provenance"], "masked.jsonl")
        self._do("drawn.jsonl", ["fill", "-q", "--provenance", *DRAWN], "masked.jsonl")
        self._do("typed.jsonl", ["fill", "-q", "--provenance"], "masked.jsonl")
        self._do("samples.jsonl", ["fill", "-q", "--samples", "4"], "masked.jsonl")
        self._do("annotated.jsonl", ["mask", "-q", *ENTITIES, "--annotate"], "raw.jsonl")
        key = ["--key-file", self._path("surrogates.key"), "--make-key"]
        self._do("surrogates.jsonl", ["surrogate", "-q", *key], "annotated.jsonl")

    def audits(self) -> dict[str, Figures]:
        """Adapt the generic model to each text and audit it; return the figures of each."""
        found = {}
        for name in TEXTS:
            init = ["--init", self._path("generic"), "--epochs", EPOCHS.get(name, "5")]
            init += [*ADAPTATION, "--test", f"held={self._path('holdout.jsonl')}"]
            self._train(f"{name}.lm", init, f"{name}.jsonl")
            audit = ["audit", "model", "-q", "--model", self._path(f"{name}.lm")]
            audit += ["--reference", self._path("generic")]
            audit += ["--holdout", self._path("holdout.jsonl")]
            audit += ["--canaries", self._path("canaries.key")]
            self._do(f"{name}.model.json", audit, "members.jsonl")
            found[name] = figures_of(self._path(f"{name}.model.json"))
        return found

    def table(self, found: dict[str, Figures]) -> str:
        """Return the table of perplexities and figures."""
        keys = next(iter(found.values()))
        rows = [["perplexity", "holdout", *(f"{self._perplexity(name):.1f}" for name in TEXTS)]]
        rows += [[*key, *(cell(found[name].get(key)) for name in TEXTS)] for key in keys]
        return table(["figure", "of", *TEXTS], rows)

    def summary(self, found: dict[str, Figures]) -> dict[str, Any]:
        """Return the perplexity of each text and its figures of all canaries and records."""
        return {
            name: {"perplexity": self._perplexity(name)}
            | {figure: each["value"] for (figure, group), each in found[name].items() if not group}
            for name in TEXTS
        }

    def _perplexity(self, name: str) -> float:
        result = json.loads(self._path(f"{name}.lm.json").read_bytes())
        return float(result["test"]["held"]["perplexity"])

    def report(self) -> None:
        """Write a page with the privacy of each text against the perplexity of its model."""
        files = [(name, f"{name}.{end}") for name in TEXTS for end in ("lm.json", "model.json")]
        files += [(name, f"{name}.guess.json") for name in FILLS]
        names = [f"--name={name}" for name, _ in files]
        paths = [self._path(file) for _, file in files]
        share = ["--oracle", "raw", "--baseline", "masked"]
        self._do("report.html", ["report", "-q", *share, *names, *paths], paths[0].name)

    def guesses(self) -> str:
        """Guess the masked words back; return the tables by attacker and of the fills."""
        self._do("held.jsonl", ["mask", "-q", *self._method], "holdout.jsonl")
        tuning = ["fill-train", "-q", "--paper", "--on", "filled", "--epochs", "3"]
        tuning += ["--out-dir", self._path("tuned")]
        self._do("tuned.json", tuning, "masked.jsonl")
        self._without_canaries("masked")
        figures, fills = {}, []
        for name in FILLS:
            self._without_canaries(name)
            guess = ["audit", "guess", "-q", "--raw", self._path("both.jsonl")]
            guess += ["--masked", self._path("masked.members.jsonl")]
            guess += ["--holdout", self._path("held.jsonl"), "--tuned", self._path("tuned")]
            guess += [self._path(f"{name}.members.jsonl")]
            self._do(f"{name}.guess.json", guess, f"{name}.members.jsonl")
            figures = figures_of(self._path(f"{name}.guess.json"))
            for key in (("fill_detection", ""), ("search_linkage", "filled")):
                fills.append([name, key[0], cell(figures[key])])
        fills.append(["markers", "search_linkage", cell(figures["search_linkage", "masked"])])
        return by_attacker(figures) + "\n" + table(["text", "figure", "value"], fills)

    def _without_canaries(self, name: str) -> None:
        """Write the records of a text that are not canaries, which nobody masks in earnest."""
        ids = {row["id"] for row in records(self._path("members").parent, "members", sys.maxsize)}
        kept = (
            row for row in records(self._path(name).parent, name, sys.maxsize) if row["id"] in ids
        )
        write_records(self._path(f"{name}.members.jsonl"), kept)

    def _path(self, name: str) -> Path:
        """Return a file or folder by its name."""
        of_all = name.partition(".")[0] in SHARED
        return Path((of_all and self._args.shared) or self._args.run) / name

    def _train(self, name: str, options: list[str | Path], source: str) -> None:
        out = ["--resume", "--out-dir", self._path(name)]
        self._do(f"{name}.json", ["lm-train", "-q", *options, *out], source)

    def _do(self, name: str, command: list[str | Path], source: str) -> None:
        write_once(self._path(name), (*PRIVTOOL, *command), self._path(source))


def by_attacker(figures: Figures) -> str:
    """Return the table of guesses by attacker and rarity of the word; labels are left out."""
    rows = []
    groups = {group: None for name, group in figures if name == "guess_at_1"}
    for group in sorted(groups, key=lambda group: (group.partition("/")[0], order(group))):
        attacker, _, words = group.partition("/")
        if words not in BANDS:
            continue
        row = [attacker or "any", words or "all"]
        for figure in (figures[f"guess_at_{k}", group] for k in (1, 10, 100)):
            risk = figure.get("risk")
            row += [cell(figure), share_of(figure, "control"), cell(risk and figure | risk)]
        rows.append([*row, cell(figures.get(("guess_rank_bits", group)))])
    at = [part for k in (1, 10, 100) for part in (f"@{k}", "control", "risk")]
    return table(["attacker", "words in", *at, "bits left"], rows)


def order(group: str) -> int:
    """Return the place of a group among those of its attacker."""
    return BANDS.index(words) if (words := group.partition("/")[2]) in BANDS else len(BANDS)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--run", type=Path, required=True)
    parser.add_argument("--corpus", default="wsj.train")
    parser.add_argument("--records", type=int, default=2000, help="members, and as many others")
    parser.add_argument("--generic", default="reuters.train")
    parser.add_argument("--generic-records", type=int, default=8000)
    parser.add_argument("--method", default="allowList+entityTagger", help="how `mask` masks")
    parser.add_argument("--shared", type=Path, help="folder of what all methods have in common")
    parser.add_argument(
        "--only-models", action="store_true", help="write models.json, for picture.py"
    )
    args = parser.parse_args()
    models = Models(args)
    models.corpora()
    models.safe_text()
    if args.only_models:
        summary = json.dumps(models.summary(models.audits()), indent=1)
        (args.run / "models.json").write_text(summary + "\n", encoding="utf-8")
        return
    print(models.guesses())
    print(models.table(models.audits()))
    models.report()


if __name__ == "__main__":
    main()
