"""Token classification models in ONNX, which run on the CPU without torch."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from privtool.core.errors import UnavailableError
from privtool.models.hub.files import CONFIG, TOKENIZER, names_with_onnx, onnx_files
from privtool.models.hub.resolve import ResolvedModel
from privtool.models.runtime.onnx import cpu_session
from privtool.models.taggers.labels import THRESHOLD, LabelMap
from privtool.models.taggers.token_classifier import TokenTagger
from privtool.models.taggers.windowing import Inputs

if TYPE_CHECKING:
    from privtool.text.word_scores import WordScores

_LONGEST = 512
# The positions of these start after that of padding.
_LIKE_ROBERTA = re.compile("camembert|data2vec|ibert|longformer|luke|mpnet|roberta|xmod")
_KINDS = {"tensor(int64)": np.int64, "tensor(int32)": np.int32}
_SAME = 1e-4  # the largest difference of logits that other rows of a batch may make


class OnnxLabeler:
    """A session of onnxruntime; a `PieceLabeler`."""

    pads = False

    def __init__(self, file: Path, config: dict[str, Any]) -> None:
        """Load the graph in a file; raise what onnxruntime raises, or `ValueError` for its kind."""
        self._session = cpu_session(file)
        self._inputs = {each.name: _KINDS[each.type] for each in self._session.get_inputs()}
        self.pad = int(config.get("pad_token_id") or 0)
        stated = int(config.get("max_position_embeddings") or 0)
        skipped = self.pad + 1 if _LIKE_ROBERTA.search(str(config.get("model_type"))) else 0
        self.longest_input = stated - skipped if stated > 0 else _LONGEST
        self._one_by_one = False
        self._one_by_one = self._mixes_rows(len(config["id2label"]))

    def probabilities(self, inputs: Inputs) -> NDArray[np.float32]:
        logits = self._logits(inputs)
        powers = np.exp(logits - logits.max(axis=-1, keepdims=True))
        probabilities: NDArray[np.float32] = powers / powers.sum(axis=-1, keepdims=True)
        return probabilities

    def _logits(self, inputs: Inputs) -> NDArray[np.float32]:
        ids = inputs["input_ids"]
        given = {"token_type_ids": np.zeros_like(ids), **inputs}
        fed = {name: given[name].astype(kind, copy=False) for name, kind in self._inputs.items()}
        if not self._one_by_one:
            return np.asarray(self._session.run(None, fed)[0], np.float32)
        rows = ({name: value[n : n + 1] for name, value in fed.items()} for n in range(len(ids)))
        return np.concatenate([np.asarray(self._session.run(None, row)[0]) for row in rows])

    def _mixes_rows(self, labels: int) -> bool:
        """Return whether the result for a row depends on other rows, as if their range is shared.

        Raise `ValueError` unless there is a score for each label.
        """
        ids = np.array([[5, 6, 7], [7, 20, 9]])
        both = self._logits({"input_ids": ids, "attention_mask": np.ones_like(ids)})
        if both.shape != (*ids.shape, labels):
            raise ValueError("the model does not score its labels")
        alone = self._logits({"input_ids": ids[:1], "attention_mask": np.ones_like(ids[:1])})
        return not np.allclose(both[:1], alone, rtol=0, atol=_SAME)


def load_onnx_tagger(
    resolved: ResolvedModel,
    batch_size: int,
    threshold: float = THRESHOLD,
    label_map: LabelMap | None = None,
    needed: WordScores | None = None,
) -> TokenTagger:
    """Load a tagger from a folder as those of transformers.js.

    It holds an ONNX file, itself or in its folder `onnx`, `tokenizer.json` and `config.json`. Raise
    `UnavailableError` if one is missing or is broken.
    """
    folder = resolved.path
    config, labels = _read_config(folder, resolved.name)
    files = onnx_files(names_with_onnx(folder))
    if not files:
        raise UnavailableError(f"'{resolved.name}' has no ONNX file")
    try:
        tokenizer = Tokenizer.from_file(str(folder / TOKENIZER))
    except Exception as error:
        raise UnavailableError(f"'{resolved.name}' has no readable {TOKENIZER}") from error
    try:
        model = OnnxLabeler(folder / files[0], config)
    except Exception as error:  # its messages quote paths
        raise UnavailableError(
            f"{files[0]} of '{resolved.name}' cannot be loaded as a tagger ({type(error).__name__})"
        ) from error
    return TokenTagger(
        model,
        tokenizer,
        labels,
        threshold,
        batch_size=batch_size,
        label_map=label_map,
        needed=needed,
    )


def _read_config(folder: Path, name: str) -> tuple[dict[str, Any], dict[int, str]]:
    try:
        config: dict[str, Any] = json.loads((folder / CONFIG).read_text(encoding="utf-8"))
        named = config.get("id2label") or {}
        labels = {int(number): label for number, label in named.items()}
    except (OSError, ValueError, AttributeError):
        raise UnavailableError(f"'{name}' has no readable {CONFIG}") from None
    if not labels:
        raise UnavailableError(f"'{name}' has no labels (id2label) in {CONFIG}")
    return config, labels
