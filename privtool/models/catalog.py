"""Short names of models: what they stand for, and which of them come with the package."""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

MASKED_LM, CAUSAL_LM, TAGGER, FLAIR = "masked-lm", "causal-lm", "tagger", "flair-tagger"
RECOGNIZER, VOICE, ALIGNER = "recognizer", "voice", "aligner"
POCKETSPHINX, ESPEAK, MMS_FA = "pocketsphinx", "espeak", "mms_fa"
EMBEDDED = Path(__file__).parent / "embedded"
IN_A_FOLDER = "FOLDER"  # how a model in a folder is called: its path may tell names


class Alias(NamedTuple):
    """A model by its short name; `hub_id` is None when its weights come with the package.

    `revision` is the commit on the hub that results are reproducible with.
    """

    name: str
    hub_id: str | None
    revision: str
    kind: str
    license: str
    note: str

    @property
    def folder(self) -> Path | None:
        """Where the weights of an embedded model are."""
        return EMBEDDED / self.name if self.hub_id is None else None


ALIASES = {
    alias.name: alias
    for alias in (
        Alias("mini", None, "", MASKED_LM, "Apache-2.0", "the default filler"),
        Alias("mini-ner", None, "", TAGGER, "Apache-2.0", "the default tagger"),
        Alias(
            "bert",
            "google-bert/bert-base-uncased",
            "86b5e0934494bd15c9632b12f734a8a67f723594",
            MASKED_LM,
            "Apache-2.0",
            "lower case only",
        ),
        Alias(
            "roberta",
            "FacebookAI/roberta-base",
            "e2da8e2f811d1448a5b465c236feacd80ffbac7b",
            MASKED_LM,
            "MIT",
            "",
        ),
        Alias(
            "llama2",
            "meta-llama/Llama-2-7b-hf",
            "01c7f73d771dfac7d292323805ebc428287df4f9",
            CAUSAL_LM,
            "Llama 2 Community License",
            "gated: needs leave of its owner and a token",
        ),
        Alias(
            "bert-ner",
            "dslim/bert-base-NER",
            "d1a3e8f13f8c3566299d95fcfc9a8d2382a9affc",
            TAGGER,
            "MIT",
            "",
        ),
        Alias(
            "flair",
            "flair/ner-english-large",
            "e2b1caabf7f9bac1e7829db73eac734df7e6ad7b",
            FLAIR,
            "not stated",
            "a pickle: needs --trust-pickle",
        ),
    )
}


class Engine(NamedTuple):
    """What speech commands know by name: in a package that was installed, or fetched by torch."""

    name: str
    package: str
    kind: str
    license: str
    note: str


ENGINES = (
    Engine(POCKETSPHINX, "pocketsphinx", RECOGNIZER, "BSD-2-Clause", "the default of align"),
    Engine(ESPEAK, "espeakng_loader", VOICE, "GPL-3.0-or-later", "the default of tts"),
    Engine(MMS_FA, "", ALIGNER, "CC-BY-NC-4.0", "align; a pickle: needs --trust-pickle"),
)


def name_to_show(name: str) -> str:
    """A model as cards and totals may call it."""
    return IN_A_FOLDER if name not in ALIASES and os.path.exists(name) else name


def engine_is_here(engine: Engine) -> bool:
    """Whether its package is installed, or its weights are in the cache of torch."""
    if engine.package:
        return find_spec(engine.package) is not None
    return mms_weights().is_file()


def mms_weights() -> Path:
    """Where torch keeps the weights of `mms_fa`: torch itself takes long to load."""
    cache = os.environ.get("XDG_CACHE_HOME", "~/.cache")
    home = os.environ.get("TORCH_HOME", os.path.join(cache, "torch"))
    return Path(home).expanduser() / "hub" / "checkpoints" / "model.pt"
