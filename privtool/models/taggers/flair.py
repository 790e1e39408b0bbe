"""A tagger over flair's sequence taggers."""

from __future__ import annotations

import logging
import os
import unicodedata
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import regex
import torch
from numpy.typing import NDArray

from privtool.core.errors import UnavailableError, UsageError
from privtool.core.spans import Span
from privtool.models.catalog import is_path
from privtool.models.hub.files import is_pickle, is_reachable, offline, weight_files
from privtool.models.hub.resolve import ResolvedModel
from privtool.models.runtime.numerics import not_finite
from privtool.models.taggers.labels import THRESHOLD, LabeledSpans, LabelMap, label_columns
from privtool.models.text_windows import word_windows
from privtool.text.words import words

# The embeddings of a model truncate their input, often to 512 pieces. A word has at most as many
# pieces as bytes, and one for the space before it.
_SIZE = 500
_OVERLAP = 120
_LONGEST_TOKEN = 100  # bytes; shorter than an overlap, so that windows do not split tokens
_BETWEEN_WORDS = regex.compile(r"n?['\u2019]\w+|\w+|[^\w\s\p{Cf}\p{Cc}]")
_INVISIBLE = ("Cf", "Cc")
_TOO_NEW = 5  # transformers: flair 0.15 needs an older one
_NAMES = ("pytorch_model.bin", "best-model.pt", "final-model.pt")

Offsets = tuple[int, int]


class FlairTagger:
    """Finds private words by the probability that a flair model assigns to all labels but `O`.

    The model sees one window of one text at a time: in a batch, its output would depend on the
    other texts, and some models also read the sentences before and after.
    """

    def __init__(self, model: Any, threshold: float, label_map: LabelMap | None = None) -> None:
        """Take over a `flair.models.SequenceTagger`. Raise `UsageError` if no label is `O`."""
        self._model, self._threshold = model.eval(), threshold
        names = dict(enumerate(model.label_dictionary.get_items()))
        self._labels, self._columns = label_columns(names, label_map)

    def tag(self, texts: Sequence[str]) -> list[list[Span]]:
        """Return the spans of each text, sorted and disjoint, in offsets of the text."""
        spans = {text: self._spans(text) for text in dict.fromkeys(texts)}
        return [list(spans[text]) for text in texts]

    def _spans(self, text: str) -> list[Span]:
        found = LabeledSpans(text)
        offsets = tokens(text)
        sizes = (_max_pieces(text, each) for each in offsets)
        for first, last, core, core_end in word_windows(sizes, _SIZE, _OVERLAP):
            masses = self._masses([text[a:b] for a, b in offsets[first:last]])
            for (start, end), row in zip(
                offsets[core:core_end], masses[core - first : core_end - first], strict=True
            ):
                score = min(float(row.sum()), 1.0)
                if score >= self._threshold:
                    label = self._labels[int(row.argmax())]
                    found.add(Span(start, end, label, score), float(row.max()))
        return found.spans

    def _masses(self, token_texts: list[str]) -> NDArray[np.float32]:
        """Return the probability of each of our labels for each token."""
        from flair.data import Sentence, Token

        sentence = Sentence([Token(visible(text)) for text in token_texts])
        with torch.no_grad():
            scores = self._model.forward(*self._model._prepare_tensors([sentence]))
            if self._model.use_crf:
                features, _, transitions = scores
                ends = self._model.viterbi_decoder
                probabilities = marginals(features[0], transitions, ends.start_tag, ends.stop_tag)
            else:
                probabilities = scores.softmax(-1)
        sentence.clear_embeddings()
        if not bool(probabilities.isfinite().all()):  # no word would reach the threshold
            raise not_finite()
        values = probabilities.float().cpu().numpy()
        return np.stack([values[:, columns].sum(axis=1) for columns in self._columns], axis=1)


def tokens(text: str) -> list[Offsets]:
    """Return the offsets of words, of parts between words, and of signs; long tokens are split."""
    offsets: list[Offsets] = []
    done = 0
    for word in words(text):
        offsets += (match.span() for match in _BETWEEN_WORDS.finditer(text, done, word.start))
        offsets.append((word.start, word.end))
        done = word.end
    offsets += (match.span() for match in _BETWEEN_WORDS.finditer(text, done))
    return [part for token in offsets for part in _split(text, token)]


def visible(token: str) -> str:
    """Return a token without invisible characters, which models do not know."""
    if token.isascii():
        return token
    return "".join(c for c in token if unicodedata.category(c) not in _INVISIBLE) or token


def marginals(
    scores: torch.Tensor, transitions: torch.Tensor, start: int, stop: int
) -> torch.Tensor:
    """Return the probability of each tag at each token, over all tag sequences of a CRF.

    `scores[t, to, from]` is the score of tag `to` at token t after `from`; `transitions[to, from]`
    is the part of it that is the same for all tokens. flair only computes the score of the best
    sequence up to a token. Source: the forward-backward algorithm.
    """
    scores, transitions = scores.cpu().double(), transitions.cpu().double()
    forward = [scores[0, :, start]]
    for step in scores[1:]:
        forward.append(torch.logsumexp(step + forward[-1], dim=1))
    backward = [transitions[stop]]
    for step in scores[1:].flip(0):
        backward.append(torch.logsumexp(step + backward[-1].unsqueeze(1), dim=0))
    return (torch.stack(forward) + torch.stack(backward[::-1])).softmax(-1)


def _max_pieces(text: str, token: Offsets) -> int:
    return len(text[slice(*token)].encode()) + 1


def _split(text: str, token: Offsets) -> list[Offsets]:
    """Split a token into parts of at most `_LONGEST_TOKEN` bytes."""
    if _max_pieces(text, token) <= _LONGEST_TOKEN:
        return [token]
    first, end = token
    bytes_per_character = 1 if text[first:end].isascii() else 4
    step = _LONGEST_TOKEN // bytes_per_character - 1
    return [(start, min(start + step, end)) for start in range(first, end, step)]


def load_flair_tagger(
    resolved: ResolvedModel,
    device: torch.device,
    threshold: float = THRESHOLD,
    label_map: LabelMap | None = None,
) -> FlairTagger:
    """Load the tagger in a folder or file, a pickle that the user trusts.

    Old models on the hub need parts of another hub model, which are downloaded unless the source is
    offline. Raise `UnavailableError` if the model cannot be loaded, and `UsageError` if the folder
    holds no model or several.
    """
    file = _file(resolved)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        flair = _flair(resolved.name)
        # Its own handler writes to standard output.
        logging.getLogger("flair").setLevel(logging.CRITICAL)
        flair.device = device
        model = _load(resolved, file)
    return FlairTagger(model, threshold, label_map)


def _flair(name: str) -> Any:
    """Return the library. Raise `UnavailableError` if the transformers here is too new for it."""
    import transformers

    try:
        import flair
    except ImportError as error:
        if int(transformers.__version__.partition(".")[0]) < _TOO_NEW:
            raise
        raise UnavailableError(
            f"{name}: flair cannot be loaded; it does not work with transformers "
            f"{transformers.__version__}"
        ) from error
    return flair


def _file(resolved: ResolvedModel) -> Path:
    path = resolved.path
    if path.is_file():
        return path
    files = [file for file in weight_files(os.listdir(path)) if is_pickle(file)]
    usual = [name for name in _NAMES if name in files]
    if not usual and len(files) != 1:
        raise UsageError(f"{resolved.name} has {len(files) or 'no'} flair models; name the file")
    return path / (usual or files)[0]


def _load(resolved: ResolvedModel, file: Path) -> Any:
    from flair.models import SequenceTagger

    try:
        try:
            with offline():
                return SequenceTagger.load(str(file))
        except Exception:
            local = resolved.source.offline or is_path(resolved.name)
            if local or not is_reachable():
                raise
            return SequenceTagger.load(str(file))
    except Exception as error:
        raise UnavailableError(
            f"{resolved.name}: its file cannot be loaded by flair ({type(error).__name__})"
        ) from error
