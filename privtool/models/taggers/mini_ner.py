"""Loading `mini-ner`: the encoder of `mini` with an adapter, case shapes and a tagging head."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from privtool.models.quantization import FOLDER, load_quantized

if TYPE_CHECKING:
    import torch

    from privtool.models.taggers.token_classifier import TokenTagger


def load_embedded_tagger(
    folder: Path, device: torch.device, batch_size: int, threshold: float | None = None
) -> TokenTagger:
    """Load the tagger onto its device; `threshold` None takes the one it was trained for."""
    from peft import PeftModel
    from tokenizers import Tokenizer
    from transformers import BertConfig, BertForTokenClassification

    from privtool.models.taggers.token_classifier import TokenTagger

    settings = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    default = settings.pop("threshold")
    model = BertForTokenClassification(BertConfig(**settings))
    encoder = {
        name: weight
        for name, weight in load_quantized(FOLDER / "mini" / "model.safetensors").items()
        # The adapter brings its own token types: they are case shapes.
        if name.startswith("bert.") and "token_type" not in name
    }
    model.load_state_dict(encoder, strict=False)
    model = PeftModel.from_pretrained(model, str(folder)).merge_and_unload()
    tokenizer = Tokenizer.from_file(str(FOLDER / "mini" / "tokenizer.json"))
    return TokenTagger(
        model.eval().to(device),
        tokenizer,
        model.config.id2label,
        default if threshold is None else threshold,
        batch_size=batch_size,
        shapes=True,
        first_piece=True,
    )
