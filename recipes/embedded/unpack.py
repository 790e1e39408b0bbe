"""Write the packaged encoder `mini` as a folder of transformers, to train on what is packaged."""

from __future__ import annotations

import argparse
import json
import shutil
from pathlib import Path

from transformers import BertConfig, BertForMaskedLM

from privtool.models.bert import with_decoder
from privtool.models.catalog import EMBEDDED
from privtool.models.runtime.weights import load_quantized


def unpack_filler(folder: Path, out: Path) -> None:
    """Restore the int8 weights of a packaged masked LM to float32, with its tokenizer."""
    out.mkdir(parents=True, exist_ok=True)
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    model = BertForMaskedLM(BertConfig(**config))
    model.load_state_dict(with_decoder(load_quantized(folder / "model.safetensors")))
    model.save_pretrained(out)
    shutil.copyfile(folder / "tokenizer.json", out / "tokenizer.json")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out-dir", type=Path, required=True)
    unpack_filler(EMBEDDED / "mini", parser.parse_args().out_dir)


if __name__ == "__main__":
    main()
