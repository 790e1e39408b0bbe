"""Variables of the recipe: from the command line of make or the environment, with defaults."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

RECIPE = Path(__file__).resolve().parent
PYTHON = os.path.relpath(sys.executable)

_REQUIRED = {"DATA": "the corpora", "SPEECH": "manifest.jsonl"}
_DEFAULTS = {
    "PRIVTOOL": os.path.relpath(Path(sys.executable).with_name("privtool")),
    "RUN": os.path.relpath(RECIPE.parents[1] / "build" / "vats2023"),
    # table2
    "CORPORA": "swda reddit wsj",
    "RECORDS": "20000",
    # table5, beside, private-words
    "TABLE": "{RUN}/table5-{CORPUS}-{SIZE}",
    "CORPUS": "wsj",
    "TRAIN_RECORDS": "",  # the first records of CORPUS.train; empty for all
    "GENERIC": "wiki",
    "SIZE": "small",
    "SEEDS": "1 2 3",
    "METHODS": "allowList vocabThres entityTagger",
    # Rows of phrases and classes are for entityTagger alone, see rows.py.
    "FILLINGS": "top1 topk topk-ft drawn samples typed typed-samples surrogates class-lm",
    # Draw each masked word independently by its probability, not evenly from the ten best. Where a
    # word list masked, also draw words of the generic text that the filler has no token for.
    "DRAWN": "--typed none {RARE}",
    "RARE": "--rare '{TABLE}/words.tsv'",
    # Evaluations without improvement before a run ends; runs of four fillings never end early.
    "PATIENCE": "1",
    # Where the corpus is small, evaluate within an epoch of four fillings: `--eval-every`.
    "SAMPLES_OPTIONS": "",
    # The row `prior`: what a private release of the masked words protects, how well, and how much
    # it counts. The weight was chosen on words that are not masked, see choose_prior_weight.py.
    "UNIT": "record",
    "EPSILON": "4",
    "WORDS_PER_UNIT": "8",
    "PRIOR_WEIGHT": "0.75",
    "ANNOTATED_RECORDS": "24000",
    # Public text of the same kind as CORPUS, or empty. The generic text has few of the names in
    # such a corpus: for NEWS_METHODS another filler learns those of the public text.
    "NEWS": "reuters",
    "NEWS_METHODS": "entityTagger",
    # rescoring
    "HEARD": "{RUN}/rescoring",
    "WEIGHTS": "0,0.25,...,3",
    "ADAPT_EPOCHS": "5",
}
_PAPER = {
    "GENERIC_RECORDS": "100000000",
    "WORDS": "85000",
    "SHAPE": "--size paper",
    "EPOCHS": "3",
    "SAMPLES_EPOCHS": "1",
    "LEARNING": "--learning-rate 3e-4",
}
# About 7 million parameters: eight minutes per row on one core (`make -j 2` uses two). Epochs,
# learning rate and batch size are tuned for the Oracle on wsj.valid and shared by all rows.
_SMALL = {
    "GENERIC_RECORDS": "70000",
    "WORDS": "20000",
    "SHAPE": "--size small --layers 2 --batch-tokens 1024 --learning-rate 1e-3",
    "EPOCHS": "5",
    "SAMPLES_EPOCHS": "2",  # four fillings show each record as often in fewer epochs
    "LEARNING": "--batch-tokens 1024 --learning-rate 1e-3",
}
# Two million parameters: half a minute per row on one core for 40,000 words, see docs/results.md.
_TINY = {
    "GENERIC_RECORDS": "20000",
    "WORDS": "10000",
    "SHAPE": "--size tiny --hidden 128 --heads 4 --batch-tokens 1024 --learning-rate 2e-3",
    "EPOCHS": "6",
    "SAMPLES_EPOCHS": "2",
    "LEARNING": "--batch-tokens 1024 --learning-rate 1e-3",
    "PATIENCE": "1000",  # one text overfits after four epochs, four fillings of it do not
    "ANNOTATED_RECORDS": "4000",
}
_SIZES = {"paper": _PAPER, "small": _SMALL, "tiny": _TINY}


def mask_options(method: str) -> tuple[str, ...]:
    """Return the options of `mask` for a method; the tagger is that of the results in docs."""
    tagger = ("--tagger", "mini-ner") if "entityTagger" in method.split("+") else ()
    return ("--method", method, *tagger)


def has_labels(method: str) -> bool:
    """Tell whether masks of a method name the class of what they hide."""
    return method == "entityTagger"


class Settings(Mapping[str, str]):
    """Values by variable name. Exit with a message when a required one is not set."""

    def __init__(self, values: Mapping[str, str]) -> None:
        self._values = values
        size = values.get("SIZE", _DEFAULTS["SIZE"])
        if size not in _SIZES:
            raise SystemExit(f"SIZE: {size} is not one of {' '.join(_SIZES)}")
        self._defaults = _DEFAULTS | _SIZES[size]

    def __getitem__(self, name: str) -> str:
        if name in self._values:
            return self._values[name]
        if name in _REQUIRED:
            raise SystemExit(f"set {name} to the folder that holds {_REQUIRED[name]}")
        return self._defaults[name].format_map(self)

    def __iter__(self) -> Iterator[str]:
        return iter(self._defaults)

    def __len__(self) -> int:
        return len(self._defaults)

    def path(self, name: str) -> Path:
        """Return a variable as a path."""
        return Path(self[name])

    def words(self, name: str) -> list[str]:
        """Split a variable into words, as a shell does."""
        return shlex.split(self[name])


def script(name: str) -> str:
    """Return the path of a script of the recipe."""
    return os.path.relpath(RECIPE / name)
