"""Taggers by name: which model finds private words, alone or joined with others."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple, Protocol

from privtool.core.device import check_device_name, choose_device, parse_batch_size
from privtool.core.errors import UsageError
from privtool.core.spans import Span
from privtool.models.catalog import ALIASES, FLAIR, TAGGER
from privtool.models.hub.files import is_flair
from privtool.models.hub.resolve import model_folder

PATTERNS, MINI_NER = "patterns", "mini-ner"
_FLAIR_PREFIX = "flair:"


class Tagger(Protocol):
    """Finds private stretches; the first span in a list that covers a word gives its label."""

    def tag(self, texts: Sequence[str]) -> list[list[Span]]: ...


class TaggerFiles(NamedTuple):
    """A tagger by its name, with the path of its files unless it needs none."""

    name: str
    path: Path | None
    flair: bool = False


class JoinedTagger:
    """Finds what any of several taggers finds; where they disagree the first one's label counts."""

    def __init__(self, taggers: Sequence[Tagger]) -> None:
        self._taggers = tuple(taggers)

    def tag(self, texts: Sequence[str]) -> list[list[Span]]:
        """For each text the spans of all taggers, one tagger after the other: they may overlap."""
        found = zip(*(tagger.tag(texts) for tagger in self._taggers), strict=True)
        return [[span for spans in of_text for span in spans] for of_text in found]


def tagger_files(
    spec: str, offline: bool, trust_pickle: bool = False, *, progress: bool = True
) -> list[TaggerFiles]:
    """The taggers that a --tagger names, their files fetched; loads no model.

    `spec` is mini-ner, patterns, bert-ner, flair, a hub id, a folder or file, or several of them
    joined by `+`; `flair:` before a hub id or folder says what its files do not. Raises
    `UsageError` for what is no tagger's name, and what `model_folder` raises.
    """
    names = [spec] if os.path.exists(spec) else spec.split("+")
    if "" in names or len(set(names)) < len(names):
        raise UsageError(f"--tagger: '{spec}' names nothing, or the same twice")
    return [_files(name, offline, trust_pickle, progress) for name in names]


def load_tagger(
    spec: str,
    threshold: float | None,
    device: str,
    batch_size: str,
    offline: bool,
    trust_pickle: bool = False,
) -> Tagger:
    """The tagger that a --tagger names, ready to work.

    A word is masked from a confidence of `threshold` on (None: each model's own), whatever the
    device and the batch size are. Raises `UsageError` for options that are wrong or do nothing, and
    `UnavailableError` for a model or device that is not here; see `tagger_files`.
    """
    check_device_name(device)
    parse_batch_size(batch_size, 1)
    files = tagger_files(spec, offline, trust_pickle)
    if threshold is not None and all(part.path is None for part in files):
        raise UsageError("--threshold does nothing: patterns are found or not")
    taggers = [_load(part, threshold, device, batch_size, offline, trust_pickle) for part in files]
    return taggers[0] if len(taggers) == 1 else JoinedTagger(taggers)


def _files(name: str, offline: bool, trust_pickle: bool, progress: bool) -> TaggerFiles:
    if name == PATTERNS:
        return TaggerFiles(name, None)
    bare = name.removeprefix(_FLAIR_PREFIX)
    alias = ALIASES.get(bare)
    if alias is not None and alias.kind not in (TAGGER, FLAIR):
        raise UsageError(f"--tagger: '{bare}' is a {alias.kind} and finds no private words")
    path = model_folder(bare, offline, trust_pickle, progress=progress)
    return TaggerFiles(name, path, bare != name or is_flair(path))


def _load(
    files: TaggerFiles,
    threshold: float | None,
    device: str,
    batch_size: str,
    offline: bool,
    trust_pickle: bool,
) -> Tagger:
    if files.path is None:
        from privtool.text.detection.tagger import PatternTagger

        return PatternTagger()
    where = choose_device(device)
    if files.flair:
        from privtool.models.taggers.flair import load_flair_tagger

        named_a_file = os.path.exists(files.name.removeprefix(_FLAIR_PREFIX))
        return load_flair_tagger(files.name, files.path, threshold, where, offline or named_a_file)
    from privtool.models.taggers.token_classifier import AUTO_BATCH_SIZE

    size = parse_batch_size(batch_size, AUTO_BATCH_SIZE)
    if files.name == MINI_NER:
        from privtool.models.taggers.mini_ner import load_embedded_tagger

        return load_embedded_tagger(files.path, threshold, where, size)
    from privtool.models.taggers.token_classifier import load_token_tagger

    return load_token_tagger(files.name, files.path, threshold, where, size, trust_pickle)
