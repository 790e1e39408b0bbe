"""Writing the folder of a trained model."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from safetensors import SafetensorError

from privtool.core.errors import PrivtoolError
from privtool.core.run_card import CARD
from privtool.core.writing import whole_folder


@contextmanager
def new_model_dir(out: Path, force: bool, card: Mapping[str, Any], readme: str) -> Iterator[Path]:
    """Open a folder to write a model into; it gets its name, card and README when the block ends.

    With `force` it replaces an older one. Raise `PrivtoolError` when it cannot be written.
    """
    try:
        with whole_folder(out, force, CARD) as folder:
            yield folder
            (folder / CARD).write_text(json.dumps(card, indent=2) + "\n", encoding="utf-8")
            (folder / "README.md").write_text(readme, encoding="utf-8")
            mode = (folder / CARD).stat().st_mode
            for file in folder.iterdir():  # weights are written readable for their owner only
                file.chmod(mode)
    except (SafetensorError, RuntimeError):
        raise PrivtoolError(f"{out}: cannot be written (is the disk full?)") from None
