"""A tagger over GLiNER2 models, which look for the labels that they are given."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from typing import Any

import torch

from privtool.core.errors import PrivtoolError, UnavailableError, UsageError, option
from privtool.core.spans import Span
from privtool.models.hub.files import offline
from privtool.models.hub.pretrained import translated_errors
from privtool.models.hub.resolve import ResolvedModel
from privtool.models.runtime.numerics import not_finite
from privtool.models.taggers.labels import THRESHOLD, LabelMap
from privtool.models.text_windows import word_windows

_LONGEST = 512  # pieces that models were trained with, labels included
_BYTES = 4  # of a character, and pieces, at most
_FEWEST = 64  # pieces that labels must leave for text


def _check_finite(_part: object, _inputs: object, output: object) -> None:
    """Raise `UnavailableError` for scores that are not numbers: no threshold would be reached."""
    if isinstance(output, torch.Tensor) and not bool(output.isfinite().all()):
        raise not_finite()


class GlinerTagger:
    """Finds phrases by the score that a model gives a span for a label; they may overlap.

    The model sees one window of one text at a time: in a batch, padding would change scores.
    """

    def __init__(self, model: Any, label_map: LabelMap, threshold: float, name: str) -> None:
        """Take over an extractor. Raise `UsageError` if its labels leave no room for text."""
        self._model, self._threshold = model.eval(), threshold
        model.strict_extraction = True  # else an error counts as nothing found
        for part in model.modules():
            part.register_forward_hook(_check_finite)
        self._labels = {each.lower(): label.value for each, label in label_map.items()}
        self._schema = model.create_schema().entities(list(self._labels))
        positions = getattr(model.encoder.config, "max_position_embeddings", None) or _LONGEST
        self._longest = min(positions, _LONGEST)
        self._size = (self._longest - len(self._input("."))) * 7 // 8  # words split otherwise
        if self._size < min(_FEWEST, self._longest // 4):
            raise UsageError(f"{option('label_map')} has too many labels for {name}")
        self._overlap = self._size // 4
        self._split = model.processor.word_splitter
        model.set_word_splitter(self._words)

    def tag(self, texts: Sequence[str]) -> list[list[Span]]:
        """Return the spans of each text, the likeliest first."""
        spans = {text: self._spans(text) for text in dict.fromkeys(texts)}
        return [list(spans[text]) for text in texts]

    def _spans(self, text: str) -> list[Span]:
        words = list(self._words(text))
        starts, ends = [start for _, start, _ in words], [end for *_, end in words]
        sizes = (self._pieces(word) for word, *_ in words)
        found: set[Span] = set()
        for first, last, core, core_end in word_windows(sizes, self._size, self._overlap):
            begin, end = starts[first], ends[last - 1]
            for span in self._found(text[begin:end]):
                moved = span._replace(start=begin + span.start, end=min(begin + span.end, end))
                if moved.start < ends[core_end - 1] and starts[core] < moved.end:
                    found.add(moved)
        return sorted(found, key=lambda span: (-span.score, span))

    def _found(self, text: str) -> Iterator[Span]:
        if len(self._input(text)) > self._longest:
            raise PrivtoolError("a window is too long for the GLiNER2 model")
        (result,) = self._model.batch_extract(
            [text],
            self._schema,
            threshold=self._threshold,
            include_confidence=True,
            include_spans=True,
            overlap_policy="allow",
        )
        for label, spans in result["entities"].items():
            for each in spans:
                yield Span(each["start"], each["end"], self._labels[label], each["confidence"])

    def _words(self, text: str, lower: bool = True) -> Iterator[tuple[str, int, int]]:
        """Yield the words of a text, parts of those that are too long for an overlap."""
        for word, start, end in self._split(text, lower):
            step = len(word)
            if self._pieces(word) > self._overlap:
                step = max(self._overlap // _BYTES - 1, 1)
            for place in range(start, end, step):
                stop = min(place + step, end)
                yield text[place:stop] if step < len(word) else word, place, stop

    def _pieces(self, word: str) -> int:
        return max(len(self._model.processor.tokenizer.tokenize(word)), 1)

    def _input(self, text: str) -> list[int]:
        """Return the input for a text, labels included.

        It raises what `batch_extract` would catch, to go on without the text.
        """
        ids: list[int] = self._model.processor.transform_record(text, self._schema).input_ids
        return ids


def load_gliner_tagger(
    resolved: ResolvedModel,
    device: torch.device,
    threshold: float = THRESHOLD,
    label_map: LabelMap | None = None,
) -> GlinerTagger:
    """Load a model onto its device; it looks for the names of `label_map`.

    Raise `UsageError` if there are none or too many, `UnavailableError` if the library or the model
    cannot be loaded.
    """
    if not label_map:
        raise UsageError(
            f"{resolved.name} looks for the labels of {option('label_map')}: name some"
        )
    logging.getLogger("gliner2").setLevel(logging.CRITICAL + 1)  # its messages quote texts
    try:
        from gliner2 import AutoExtractor
    except ImportError:
        raise UnavailableError(
            f"{resolved.name} needs GLiNER2: install it with `pip install 'privtool[gliner]'`"
        ) from None
    with offline(), translated_errors("tagger", resolved.name):
        model = AutoExtractor.from_pretrained(
            str(resolved.path), map_location=str(device), attention_backend="standard"
        )
    return GlinerTagger(model, label_map, threshold, resolved.name)
