"""Loading `mini-ner`, which runs in onnxruntime on the CPU and in torch elsewhere."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

from tokenizers import Tokenizer

from privtool.core.device import choose_device
from privtool.models.catalog import damaged_is_unavailable
from privtool.models.taggers.token_classifier import PieceLabeler, TokenTagger

# Shares of the threshold. In text without capitals and signs, the model is less sure of the same
# names; next to a word list, doubtful words cost little, as the list masks most of them, too.
_SPOKEN, _CAREFUL = 1 / 2, 1 / 14
_EXACT, _INT8 = ".onnx", "-int8.onnx"  # the graphs next to the folder


class _Labelers(NamedTuple):
    """The model, and a faster one that reads a text first."""

    model: PieceLabeler
    screen: PieceLabeler | None = None


def load_embedded_tagger(
    folder: Path,
    device: str,
    batch_size: int,
    threshold: float | None = None,
    *,
    onnx: bool = True,
    weak_names: bool = False,
    careful: bool = False,
) -> TokenTagger:
    """Load the tagger into onnxruntime, or with torch onto a device.

    `threshold` None is the one that it was trained for, half of it in text without capitals and
    signs, and with `careful` a fourteenth of it. With `weak_names`, listed names and words next to
    persons need a lower score. Raise `UnavailableError` for damaged files.
    """
    with damaged_is_unavailable("mini-ner"):
        config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
        labelers = _in_onnx(folder, config) if onnx else _in_torch(folder, device)
        tokenizer = Tokenizer.from_file(str(folder.with_name("mini") / "tokenizer.json"))
    spoken = threshold
    if threshold is None:
        threshold, spoken = (
            config["threshold"] * share
            for share in ((_CAREFUL, _CAREFUL) if careful else (1.0, _SPOKEN))
        )
    return TokenTagger(
        labelers.model,
        tokenizer,
        {int(number): label for number, label in config["id2label"].items()},
        threshold,
        screen=labelers.screen,
        batch_size=batch_size,
        shapes=True,
        first_piece=True,
        weak_names=weak_names,
        spoken_threshold=spoken,
    )


def _in_torch(folder: Path, device: str) -> _Labelers:
    from privtool.models.taggers.mini_ner_weights import load_classifier
    from privtool.models.taggers.torch_labeler import TorchLabeler

    return _Labelers(TorchLabeler(load_classifier(folder).to(choose_device(device))))


def _in_onnx(folder: Path, config: dict[str, Any]) -> _Labelers:
    from privtool.models.taggers.onnx_labeler import OnnxLabeler

    files = (folder.with_name(folder.name + end) for end in (_EXACT, _INT8))
    return _Labelers(*(OnnxLabeler(file, config) for file in files))
