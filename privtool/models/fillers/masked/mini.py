"""Loading `mini`, the embedded filler, without transformers."""

from __future__ import annotations

from pathlib import Path

from tokenizers import Tokenizer

from privtool.models.bert import BertConfig, BertMaskedLM
from privtool.models.catalog import damaged_is_unavailable
from privtool.models.runtime.weights import load_quantized

MINI = "mini"
MASK = "[MASK]"


def load_mini(folder: Path) -> BertMaskedLM:
    """Load the model in single precision on the CPU. Raise `UnavailableError` for damaged files."""
    with damaged_is_unavailable(MINI):
        config = BertConfig.read(folder / "config.json")
        return BertMaskedLM(config, load_quantized(folder / "model.safetensors")).eval()


def mini_tokenizer(folder: Path) -> Tokenizer:
    """Load its tokenizer. Raise `UnavailableError` for a damaged file."""
    with damaged_is_unavailable(MINI):
        return Tokenizer.from_file(str(folder / "tokenizer.json"))
