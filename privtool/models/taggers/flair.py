"""A tagger over flair's sequence taggers."""

from __future__ import annotations

import logging
import os
import unicodedata
import warnings
from bisect import bisect_left
from collections.abc import Sequence
from itertools import accumulate
from pathlib import Path
from typing import Any

import numpy as np
import regex
import torch
from numpy.typing import NDArray

from privtool.core.errors import UnavailableError, UsageError
from privtool.core.spans import Span
from privtool.models.hub.client import is_reachable, offline
from privtool.models.hub.files import is_pickle, weight_files
from privtool.models.hub.resolve import ResolvedModel
from privtool.models.taggers.labels import add_word, label_columns
from privtool.models.text_windows import windows
from privtool.text.words import words

# The embeddings in a model cut off what is longer than they can take in, often 512 pieces of
# words. A word has at most as many pieces as bytes, and one for the space before it.
_SIZE = 500
_OVERLAP = 120
_LONGEST_TOKEN = 100  # bytes; shorter than an overlap, so that windows tear no token
_BETWEEN_WORDS = regex.compile(r"n?['\u2019]\w+|\w+|[^\w\s\p{Cf}\p{Cc}]")
_INVISIBLE = ("Cf", "Cc")

Place = tuple[int, int]


class FlairTagger:
    """Finds private words by the probability that a flair model gives to all labels but `O`.

    The model works on one window of one text at a time: in a batch, its outcome would depend on
    what else is there, and some models also look at the sentences before and after.
    """

    def __init__(self, model: Any, threshold: float) -> None:
        """Takes over a `flair.models.SequenceTagger`. Raises `UsageError` if no label is `O`."""
        self._model, self._threshold = model.eval(), threshold
        names = dict(enumerate(model.label_dictionary.get_items()))
        self._labels, self._columns = label_columns(names)

    def tag(self, texts: Sequence[str]) -> list[list[Span]]:
        """For each text its spans, sorted and disjoint, in offsets of the text."""
        found = {text: self._spans(text) for text in dict.fromkeys(texts)}
        return [list(found[text]) for text in texts]

    def _spans(self, text: str) -> list[Span]:
        spans: list[Span] = []
        places = tokens(text)
        starts = list(accumulate((_weight(text, place) for place in places), initial=0))
        length = starts.pop()
        for window in windows(starts, length, _SIZE, _OVERLAP):
            first, last, core, core_end = (bisect_left(starts, at) for at in window)
            masses = self._masses([text[a:b] for a, b in places[first:last]])
            for (start, end), row in zip(
                places[core:core_end], masses[core - first : core_end - first], strict=True
            ):
                score = min(float(row.sum()), 1.0)
                if score >= self._threshold:
                    label = self._labels[int(row.argmax())]
                    add_word(spans, text, Span(start, end, label, score))
        return spans

    def _masses(self, token_texts: list[str]) -> NDArray[np.float32]:
        """The probability of each of our labels for each token."""
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
        values = probabilities.float().cpu().numpy()
        return np.stack([values[:, columns].sum(axis=1) for columns in self._columns], axis=1)


def tokens(text: str) -> list[Place]:
    """Where the tokens of a text are: words, what is left of words, and each punctuation mark.

    Tokens longer than a model can take in are cut.
    """
    places: list[Place] = []
    done = 0
    for word in words(text):
        places += (match.span() for match in _BETWEEN_WORDS.finditer(text, done, word.start))
        places.append((word.start, word.end))
        done = word.end
    places += (match.span() for match in _BETWEEN_WORDS.finditer(text, done))
    return [part for place in places for part in _parts(text, place)]


def visible(token: str) -> str:
    """The token without characters that cannot be seen, which models do not know."""
    if token.isascii():
        return token
    shown = "".join(c for c in token if unicodedata.category(c) not in _INVISIBLE)
    return shown or token


def marginals(
    scores: torch.Tensor, transitions: torch.Tensor, start: int, stop: int
) -> torch.Tensor:
    """The probability of each tag at each token, over all tag sequences of a CRF.

    `scores[t, to, from]` is the score of tag `to` at token t after `from`, `transitions[to, from]`
    the part of it that holds everywhere. flair itself only tells how good the best sequence up to a
    token is. Source: the forward-backward algorithm.
    """
    scores, transitions = scores.cpu().double(), transitions.cpu().double()
    forward = [scores[0, :, start]]
    for step in scores[1:]:
        forward.append(torch.logsumexp(step + forward[-1], dim=1))
    backward = [transitions[stop]]
    for step in scores[1:].flip(0):
        backward.append(torch.logsumexp(step + backward[-1].unsqueeze(1), dim=0))
    return (torch.stack(forward) + torch.stack(backward[::-1])).softmax(-1)


def _weight(text: str, place: Place) -> int:
    return len(text[place[0] : place[1]].encode()) + 1


def _parts(text: str, place: Place) -> list[Place]:
    """A token in parts of at most `_LONGEST_TOKEN` bytes."""
    start, end = place
    if _weight(text, place) <= _LONGEST_TOKEN:
        return [place]
    step = _LONGEST_TOKEN // 4 - 1  # a character has up to 4 bytes
    if text[start:end].isascii():
        step = _LONGEST_TOKEN - 1
    return [(at, min(at + step, end)) for at in range(start, end, step)]


_THRESHOLD = 0.5
_NAMES = ("pytorch_model.bin", "best-model.pt", "final-model.pt")


def load_flair_tagger(
    resolved: ResolvedModel, device: torch.device, threshold: float | None = None
) -> FlairTagger:
    """Load the tagger in a folder or file, a pickle that the user trusts.

    Old models on the hub need parts of another hub model: those are fetched unless the source is
    offline. Raises `UnavailableError` if the model cannot be loaded and `UsageError` if the folder
    holds no model or several.
    """
    file = _file(resolved)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import flair

        # It has a handler of its own, which writes to standard output.
        logging.getLogger("flair").setLevel(logging.CRITICAL)
        flair.device = device
        model = _loaded(resolved, file)
    return FlairTagger(model, _THRESHOLD if threshold is None else threshold)


def _file(resolved: ResolvedModel) -> Path:
    """Return the one file to load."""
    path = resolved.path
    if path.is_file():
        return path
    found = [file for file in weight_files(os.listdir(path)) if is_pickle(file)]
    for usual in _NAMES:
        if usual in found:
            return path / usual
    if len(found) == 1:
        return path / found[0]
    raise UsageError(f"{resolved.name} holds {len(found) or 'no'} flair models; name the file")


def _loaded(resolved: ResolvedModel, file: Path) -> Any:
    from flair.models import SequenceTagger

    try:
        with offline():
            return SequenceTagger.load(str(file))
    except Exception as error:
        local = resolved.source.offline or os.path.exists(resolved.name)
        if local or not is_reachable():
            raise _failure(resolved.name, error) from error
    try:
        return SequenceTagger.load(str(file))
    except Exception as error:
        raise _failure(resolved.name, error) from error


def _failure(name: str, error: Exception) -> UnavailableError:
    return UnavailableError(f"{name}: its file cannot be loaded by flair ({type(error).__name__})")
