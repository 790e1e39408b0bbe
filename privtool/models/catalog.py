"""Short names of models and speech engines."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from privtool.core.errors import UnavailableError

MASKED_LM, CAUSAL_LM, TAGGER, FLAIR = "masked-lm", "causal-lm", "tagger", "flair-tagger"
RECOGNIZER, VOICE, ALIGNER = "recognizer", "voice", "aligner"
POCKETSPHINX, ESPEAK, MMS_FA = "pocketsphinx", "espeak", "mms_fa"
EMBEDDED = Path(__file__).parent / "embedded"
IN_A_FOLDER = "FOLDER"  # stands for a path, which may reveal names


class Alias(NamedTuple):
    """A model on the hub at a commit; `hub_id` is None if the package includes its weights."""

    name: str
    hub_id: str | None
    revision: str
    kind: str
    license: str
    note: str = ""

    @property
    def folder(self) -> Path | None:
        """The folder of an embedded model."""
        return EMBEDDED / self.name if self.hub_id is None else None


ALIASES = {
    alias.name: alias
    for alias in (
        Alias("mini", None, "", MASKED_LM, "Apache-2.0", "the default filler"),
        Alias("mini-ner", None, "", TAGGER, "Apache-2.0", "the default tagger"),
        Alias(
            "rampart",
            None,
            "",
            TAGGER,
            "CC-BY-4.0",
            "the default tagger of other languages than English",
        ),
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
            "qwen3",
            "Qwen/Qwen3-4B-Base",
            "906bfd4b4dc7f14ee4320094d8b41684abff8539",
            CAUSAL_LM,
            "Apache-2.0",
        ),
        Alias(
            "smollm3",
            "HuggingFaceTB/SmolLM3-3B-Base",
            "d78a42f79198603e614095753484a04c10c2b940",
            CAUSAL_LM,
            "Apache-2.0",
        ),
        Alias(
            "bert-ner",
            "dslim/bert-base-NER",
            "d1a3e8f13f8c3566299d95fcfc9a8d2382a9affc",
            TAGGER,
            "MIT",
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
    """A speech engine of an installed package, or one that torch downloads."""

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
    """Return the name of a model for cards and totals."""
    return IN_A_FOLDER if name not in ALIASES and os.path.exists(name) else name


def engine_is_here(engine: Engine) -> bool:
    """Return whether its package is installed, or its weights are in the cache of torch."""
    return bool(find_spec(engine.package) if engine.package else mms_weights().is_file())


def mms_weights() -> Path:
    """Return where torch caches the weights of `mms_fa`, without the slow import of torch."""
    cache = os.environ.get("XDG_CACHE_HOME", "~/.cache")
    home = os.environ.get("TORCH_HOME", os.path.join(cache, "torch"))
    return Path(home).expanduser() / "hub" / "checkpoints" / "model.pt"


@contextmanager
def damaged_is_unavailable(name: str) -> Iterator[None]:
    """Raise `UnavailableError` for any error in loading an embedded model."""
    try:
        yield
    except Exception as error:
        raise UnavailableError(
            f"the embedded model '{name}' is damaged: install privtool again"
        ) from error


def tagger_format(name: str) -> tuple[str, str]:
    """Return the format that is forced for a tagger, empty if none is, and its name without it."""
    kind, colon, bare = name.partition(":")
    return (kind, bare) if colon and kind in ("flair", "onnx", "gliner2") else ("", name)
