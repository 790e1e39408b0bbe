"""Resolving and loading taggers by name, alone or combined."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import NamedTuple

from privtool.core.device import choose_device, parse_batch_size
from privtool.core.errors import UsageError, option
from privtool.core.model_options import ModelSource, Runtime
from privtool.core.spans import Span
from privtool.interfaces.tagging import Tagger
from privtool.models.catalog import ALIASES, FLAIR, NAMES, PATTERNS, TAGGER
from privtool.models.hub.files import is_flair
from privtool.models.hub.resolve import ResolvedModel, resolve
from privtool.text.detection.names.form_words import without_form_words
from privtool.text.detection.names.fragments import joined_fragments, without_signs
from privtool.text.detection.names.public_words import without_public_words
from privtool.text.labels import Label

MINI_NER = "mini-ner"
_FLAIR_PREFIX = "flair:"
_ADDRESSES = frozenset((Label.EMAIL.value, Label.URL.value, Label.IP.value))


class ResolvedTagger(NamedTuple):
    """A tagger whose files are on this machine; `patterns` and `names` have no model."""

    model: ResolvedModel | None
    flair: bool = False
    name: str = ""


class _Settings(NamedTuple):
    """How taggers search, and whether a model and `names` are among them."""

    threshold: float | None
    careful: bool
    all_dates: bool
    modeled: bool
    named: bool


class JoinedTagger:
    """The union of several taggers; where they disagree, the label of the first one counts.

    But what one of them takes for an e-mail, web or IP address is one: the form shows it.
    """

    def __init__(self, taggers: Sequence[Tagger]) -> None:
        self._taggers = tuple(taggers)

    def tag(self, texts: Sequence[str]) -> list[list[Span]]:
        """Return the spans of each text, which may overlap, in the order in which labels count."""
        by_text = zip(*(tagger.tag(texts) for tagger in self._taggers), strict=True)
        joined = ([span for spans in of_text for span in spans] for of_text in by_text)
        return [sorted(spans, key=_is_no_address) for spans in joined]


def _is_no_address(span: Span) -> bool:
    return span.label not in _ADDRESSES


def resolve_taggers(
    spec: str, source: ModelSource, *, progress: bool = True
) -> tuple[ResolvedTagger, ...]:
    """Find the files of taggers, without loading them.

    `spec` is mini-ner, patterns, names, bert-ner, flair, a hub id, a folder or file, or several of
    them joined by `+`; `flair:` before a hub id or folder forces that format. Raise `UsageError`
    for a malformed spec or a model of another kind, and what `resolve` raises.
    """
    names = [spec] if os.path.exists(spec) else spec.split("+")
    if "" in names or len(set(names)) < len(names):
        raise UsageError(f"{option('tagger')}: '{spec}' has an empty or repeated name")
    return tuple(_resolve(name, source, progress) for name in names)


def load_tagger(
    resolved: Sequence[ResolvedTagger],
    runtime: Runtime,
    *,
    threshold: float | None = None,
    all_dates: bool = False,
    careful: bool = False,
) -> Tagger:
    """Load and join taggers; words are private from a confidence of `threshold`.

    None is the default of each model. With `careful`, `mini-ner` has a lower one, and `names` come
    with capitals inside sentences. With `all_dates`, `patterns` also finds weekdays and holidays.
    Raise `UsageError` for options that are malformed or have no effect, and `UnavailableError` for
    a device or a model that cannot be loaded.
    """
    runtime.check()
    if threshold is not None and all(each.model is None for each in resolved):
        raise UsageError(
            f"{option('threshold')} has no effect on patterns and names, which have no scores"
        )
    settings = _Settings(
        threshold,
        careful,
        all_dates,
        modeled=any(each.model is not None for each in resolved),
        named=any(each.name == NAMES for each in resolved),
    )
    taggers = [_load(each, runtime, settings) for each in resolved]
    if careful and settings.named:
        from privtool.text.detection.names.inner_capitals import InnerCapitals

        taggers.append(InnerCapitals())
    return taggers[0] if len(taggers) == 1 else JoinedTagger(taggers)


def _resolve(name: str, source: ModelSource, progress: bool) -> ResolvedTagger:
    if name in (PATTERNS, NAMES):
        return ResolvedTagger(None, name=name)
    bare = name.removeprefix(_FLAIR_PREFIX)
    alias = ALIASES.get(bare)
    if alias is not None and alias.kind not in (TAGGER, FLAIR):
        raise UsageError(f"{option('tagger')}: '{bare}' is not a tagger and finds no private words")
    model = resolve(bare, source, progress=progress)
    return ResolvedTagger(model, bare != name or is_flair(model.path))


class _CorrectedModel:
    """A model whose spans of public words are left out, and whose torn names are joined."""

    def __init__(self, tagger: Tagger) -> None:
        self._tagger = tagger

    def tag(self, texts: Sequence[str]) -> list[list[Span]]:
        found = self._tagger.tag(texts)
        pairs = zip(texts, found, strict=True)
        return [joined_fragments(text, _private(text, spans)) for text, spans in pairs]


def _private(text: str, spans: Sequence[Span]) -> list[Span]:
    return without_public_words(text, without_form_words(text, without_signs(text, spans)))


def _load(resolved: ResolvedTagger, runtime: Runtime, settings: _Settings) -> Tagger:
    model = resolved.model
    if model is None and resolved.name == NAMES:
        from privtool.text.detection.names.tagger import NameTagger

        return NameTagger(doubtful=settings.modeled)
    if model is None:
        from privtool.text.detection.tagger import PatternTagger

        return PatternTagger(all_dates=settings.all_dates)
    return _CorrectedModel(_load_model(model, resolved.flair, runtime, settings))


def _load_model(model: ResolvedModel, flair: bool, runtime: Runtime, settings: _Settings) -> Tagger:
    device = choose_device(runtime.device)
    if flair:
        from privtool.models.taggers.flair import load_flair_tagger

        return load_flair_tagger(model, device, settings.threshold)
    from privtool.models.taggers.mini_ner import load_embedded_tagger
    from privtool.models.taggers.token_classifier import AUTO_BATCH_SIZE, load_token_tagger

    batch_size = parse_batch_size(runtime.batch_size, AUTO_BATCH_SIZE)
    if model.name != MINI_NER:
        return load_token_tagger(model, device, batch_size, settings.threshold)
    return load_embedded_tagger(
        model.path,
        device,
        batch_size,
        settings.threshold,
        weak_names=settings.named,
        careful=settings.careful,
    )
