"""Copy trained weights into the package: `mini` in int8, and the adapter of `mini-ner`."""

from __future__ import annotations

import argparse
import json
import shutil
from pathlib import Path

from quantizing import save_quantized
from transformers import BertForMaskedLM

from privtool.models.catalog import EMBEDDED

_CONFIG = [
    "vocab_size",
    "hidden_size",
    "num_hidden_layers",
    "num_attention_heads",
    "intermediate_size",
    "hidden_act",
    "max_position_embeddings",
    "type_vocab_size",
    "layer_norm_eps",
    "pad_token_id",
]
_TAGGER_FILES = ("adapter_config.json", "adapter_model.safetensors", "config.json")


def package_filler(trained: Path, folder: Path) -> None:
    """Write config, tokenizer and int8 weights of a trained masked LM."""
    folder.mkdir(parents=True, exist_ok=True)
    model = BertForMaskedLM.from_pretrained(trained)
    config = {name: getattr(model.config, name) for name in _CONFIG}
    (folder / "config.json").write_text(json.dumps(config, indent=2, sort_keys=True) + "\n")
    tokenizer = json.loads((trained / "tokenizer.json").read_text(encoding="utf-8"))
    compact = json.dumps(tokenizer, ensure_ascii=False, separators=(",", ":"))
    (folder / "tokenizer.json").write_text(compact, encoding="utf-8")
    # The decoder weight is tied to the embeddings, and its bias to that of the head.
    weights = {
        name: weight
        for name, weight in model.state_dict().items()
        if not name.startswith("cls.predictions.decoder")
    }
    save_quantized(weights, folder / "model.safetensors")
    (folder / "model.safetensors").chmod(0o644)


def package_tagger(trained: Path, folder: Path) -> None:
    """Copy the adapter, which is already in half precision."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in _TAGGER_FILES:
        shutil.copyfile(trained / name, folder / name)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--filler", type=Path, help="folder that train_filler.py wrote")
    parser.add_argument("--tagger", type=Path, help="folder that train_tagger.py wrote")
    args = parser.parse_args()
    if args.filler:
        package_filler(args.filler, EMBEDDED / "mini")
    if args.tagger:
        package_tagger(args.tagger, EMBEDDED / "mini-ner")
    size = sum(file.stat().st_size for file in EMBEDDED.rglob("*") if file.is_file())
    print(json.dumps({"embedded_bytes": size}))


if __name__ == "__main__":
    main()
