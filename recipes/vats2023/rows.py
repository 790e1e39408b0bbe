"""Rows of table5 and beside: how text is filled and how the language model is adapted to it."""

from __future__ import annotations

from typing import NamedTuple


class Row(NamedTuple):
    """A row of a table; variables and the seed are filled in where braces name them."""

    fill: str | None = None  # options of `fill`; None for the text as it is
    filler: str | None = None  # a key of FILLERS or "tuned"; None for the default model
    adapt: str = ""  # further options of `lm-train`, with variables like those of `fill`
    epochs: str = "EPOCHS"  # a variable
    patience: str = "{PATIENCE}"  # evaluations without improvement
    text: str = "masked"  # what is filled, or what the model is adapted to
    labels: bool = False  # only where masks have labels, by entityTagger


_SAMPLES = "{DRAWN} --seed {seed} --samples 4"
_TYPED_SAMPLES = "--typed labels --seed {seed} --samples 4"
_DEFAULT_SAMPLES = "--seed {seed} --samples 4"
# Never stopped early: with evaluations within an epoch, the first that is no better than the one
# before would end a run while its learning rate is still high.
_OF_SAMPLES = {"epochs": "SAMPLES_EPOCHS", "adapt": "{SAMPLES_OPTIONS}", "patience": "1000"}
CLASS_LM = "class-lm"
ROWS = {
    "baseline0": Row(),
    "baseline1": Row(adapt="--marker-loss ignore"),
    "top1": Row("--paper --topk 1"),
    "topk": Row("--paper --seed {seed}"),
    "topk-ft": Row("--paper --seed {seed}", "on-all"),
    "drawn": Row("{DRAWN} --seed {seed}", "tuned"),
    "samples": Row(_SAMPLES, "tuned", **_OF_SAMPLES),
    "prior": Row(f"{{RARE}} {_DEFAULT_SAMPLES} {{PRIOR}}", "tuned", **_OF_SAMPLES),
    "default": Row("--seed {seed}"),
    "default-samples": Row(_DEFAULT_SAMPLES, **_OF_SAMPLES),
    "default-prior": Row(f"{_DEFAULT_SAMPLES} {{PRIOR}}", **_OF_SAMPLES),
    "typed": Row("--typed labels --seed {seed}", "tuned", labels=True),
    "typed-samples": Row(_TYPED_SAMPLES, "tuned", labels=True, **_OF_SAMPLES),
    "typed-prior": Row(f"{_TYPED_SAMPLES} {{PRIOR}}", "tuned", labels=True, **_OF_SAMPLES),
    "surrogates": Row(text="surrogates", labels=True),
    CLASS_LM: Row(text="classes", labels=True),
    "news-drawn": Row("{DRAWN} --seed {seed}", "news-entities"),
    "news-samples": Row(_SAMPLES, "news-entities", **_OF_SAMPLES),
}
BASELINES = ("baseline0", "baseline1")
# Rows of beside, and the row of table5 whose text each of them adds to the public text.
BESIDE_ROWS = {"baseline0": "baseline0", "baseline1": "baseline1", "drawn": "news-drawn"}


class Filler(NamedTuple):
    """A filler tuned for a method and a seed."""

    text: str  # what the method leaves: "masked", "annotated" or "news-annotated"
    options: str  # of `fill-train`


FILLERS = {
    "on-all": Filler("masked", "--paper --on all --epochs 3"),
    "on-masked": Filler("masked", "--merge --on masked --epochs 3"),
    "entities": Filler("annotated", "--mask entities --epochs 2"),
    "news-entities": Filler("news-annotated", "--mask entities --epochs 2"),
}


def filler_name(name: str, method: str) -> str:
    """Resolve "tuned" for a mask method.

    That is the filler tuned to what is not masked, except for entityTagger: unmasked text contains
    few names, so its filler learns what the tagger would mask in the generic text.
    """
    if name != "tuned":
        return name
    return "entities" if method == "entityTagger" else "on-masked"
