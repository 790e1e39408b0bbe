"""Loading `mini-ner`, which runs in onnxruntime on the CPU and in torch elsewhere."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from privtool.core.device import choose_device
from privtool.models.catalog import damaged_is_unavailable
from privtool.models.taggers.token_classifier import TokenTagger
from privtool.models.taggers.windowing import Inputs, PieceLabeler

# Shares of the threshold. In text without capitals and signs, the model is less sure of the same
# names; next to a word list, doubtful words cost little, as the list masks most of them, too.
_SPOKEN, _CAREFUL = 1 / 2, 1 / 13
_NAME = "mini-ner"
_EXACT, _INT8 = ".onnx", "-int8.onnx"  # the graphs next to the folder; the faster one reads first


class _LoadedLater:
    """The exact model, which is loaded for the first text that `screen` leaves in doubt."""

    def __init__(self, load: Callable[[], PieceLabeler], screen: PieceLabeler) -> None:
        self._load = cache(load)
        self.pads, self.pad = screen.pads, screen.pad
        self.longest_input = screen.longest_input

    def probabilities(self, inputs: Inputs) -> NDArray[np.float32]:
        """Return the probabilities of the model's own labels."""
        with damaged_is_unavailable(_NAME):
            labeler = self._load()
        return labeler.probabilities(inputs)


def load_embedded_tagger(
    folder: Path,
    device: str,
    batch_size: int,
    threshold: float | None = None,
    *,
    onnx: bool = True,
    careful: bool = False,
) -> TokenTagger:
    """Load the tagger into onnxruntime, or with torch onto a device.

    `threshold` None is the one that it was trained for, half of it in text without capitals and
    signs, and with `careful` a thirteenth of it. Raise `UnavailableError` for damaged files.
    """
    model: PieceLabeler
    screen: PieceLabeler | None = None
    with damaged_is_unavailable(_NAME):
        config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
        if onnx:
            from privtool.models.taggers.onnx_labeler import OnnxLabeler

            exact, int8 = (folder.with_name(folder.name + end) for end in (_EXACT, _INT8))
            screen = OnnxLabeler(int8, config)
            model = _LoadedLater(partial(OnnxLabeler, exact, config), screen)
        else:
            from privtool.models.taggers.torch_labeler import TorchLabeler, load_mini_ner

            model = TorchLabeler(load_mini_ner(folder).to(choose_device(device)))
        tokenizer = Tokenizer.from_file(str(folder.with_name("mini") / "tokenizer.json"))
    spoken = threshold
    if threshold is None:
        threshold, spoken = (
            config["threshold"] * share
            for share in ((_CAREFUL, _CAREFUL) if careful else (1.0, _SPOKEN))
        )
    return TokenTagger(
        model,
        tokenizer,
        {int(number): label for number, label in config["id2label"].items()},
        threshold,
        screen=screen,
        batch_size=batch_size,
        of_words=True,
        spoken_threshold=spoken,
    )
