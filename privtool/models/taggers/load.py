"""Resolving taggers by name, and loading those that are models."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from privtool.core.device import AUTO, Backend, ModelSource, Runtime, choose_device, runs_on_cpu
from privtool.core.errors import UsageError, option
from privtool.core.language_marks import ENGLISH
from privtool.interfaces.tagging import PATTERNS, Tagger
from privtool.models.catalog import ALIASES, FLAIR, TAGGER, tagger_names
from privtool.models.hub.files import is_flair
from privtool.models.hub.resolve import ResolvedModel, resolve
from privtool.models.taggers.labels import THRESHOLD, LabelMap

MINI_NER, MULTI_NER = "mini-ner", "multi-ner"


class ResolvedTagger(NamedTuple):
    """A tagger whose files are on this machine; `patterns` has no model.

    Its `kind` is flair, gliner2, or the backend of a model of transformers. `own` is the tagger of
    a caller of the Python API, then the only one.
    """

    model: ResolvedModel | None
    kind: str = "auto"
    name: str = ""
    label_map: LabelMap | None = None
    own: Tagger | None = None


class _Settings(NamedTuple):
    """How models search, and in which language."""

    threshold: float | None
    careful: bool
    language: str


def resolve_taggers(
    spec: str,
    source: ModelSource,
    *,
    progress: bool = True,
    backend: Backend = "auto",
    label_map: LabelMap | None = None,
) -> tuple[ResolvedTagger, ...]:
    """Find the files of taggers, without loading them.

    `spec` is mini-ner, patterns, bert-ner, flair, a hub id, a folder or file, or several of
    them joined by `+`; `flair:`, `onnx:` or `gliner2:` before a hub id or folder forces that
    format, and the backend "onnx" does so for all models without such a prefix. `label_map` says
    what labels of models mean. Raise `UsageError` for a malformed spec or a model of another kind,
    and what `resolve` raises.
    """
    names = tagger_names(spec)
    if not all(name for _, name in names) or len(set(names)) < len(names):
        raise UsageError(f"{option('tagger')}: '{spec}' has an empty or repeated name")
    found = (_resolve(*each, source, progress, backend) for each in names)
    return tuple(each._replace(label_map=label_map) for each in found)


def load_models(
    resolved: Sequence[ResolvedTagger],
    runtime: Runtime,
    language: str = ENGLISH,
    *,
    threshold: float | None = None,
    careful: bool = False,
) -> list[Tagger | str]:
    """Load the models among taggers; the others stay what they are called.

    A model finds words from a confidence of `threshold`; None is its default. With `careful`,
    `mini-ner` has a lower one. That of `multi-ner` depends on what the dictionary of the `language`
    says of a word. Raise `UsageError` for malformed options, and `UnavailableError` for a device or
    a model that cannot be loaded.
    """
    runtime.check()
    settings = _Settings(threshold, careful, language)
    return [
        each.name if each.model is None else _load_model(each, runtime, settings)
        for each in resolved
    ]


def _resolve(
    kind: str, bare: str, source: ModelSource, progress: bool, backend: Backend
) -> ResolvedTagger:
    if not kind and bare == PATTERNS:
        return ResolvedTagger(None, name=bare)
    alias = ALIASES.get(bare)
    if alias is not None and alias.kind not in (TAGGER, FLAIR):
        raise UsageError(f"{option('tagger')}: '{bare}' is not a tagger and finds no private words")
    if kind not in ("flair", "gliner2"):
        kind = "onnx" if kind == "onnx" or bare == MULTI_NER else backend
    onnx = kind == "onnx" and bare != MINI_NER
    model = resolve(bare, source, progress=progress, onnx=onnx)
    kind = "flair" if not onnx and is_flair(model.path) else kind
    if kind != "flair" and model.path.is_file():
        raise UsageError(f"{option('tagger')}: {bare} is a file; name its folder")
    return ResolvedTagger(model, kind)


def _load_model(resolved: ResolvedTagger, runtime: Runtime, settings: _Settings) -> Tagger:
    model, label_map = resolved.model, resolved.label_map
    assert model is not None
    threshold = THRESHOLD if settings.threshold is None else settings.threshold
    if resolved.kind == "flair":
        from privtool.models.taggers.flair import load_flair_tagger

        return load_flair_tagger(model, choose_device(runtime.device), threshold, label_map)
    if resolved.kind == "gliner2":
        from privtool.models.taggers.gliner import load_gliner_tagger

        return load_gliner_tagger(model, choose_device(runtime.device), threshold, label_map)
    from privtool.models.taggers.token_classifier import AUTO_BATCH_SIZE

    batch_size = runtime.batch_size or AUTO_BATCH_SIZE
    if resolved.kind == "onnx" and runtime.device not in (AUTO, "cpu"):
        raise UsageError(f"{option('device')} {runtime.device}: ONNX models run on the CPU")
    if model.name == MINI_NER:
        from privtool.models.taggers.mini_ner import load_embedded_tagger

        return load_embedded_tagger(
            model.path,
            runtime.device,
            batch_size,
            settings.threshold,
            onnx=resolved.kind == "onnx"
            or (resolved.kind == "auto" and runs_on_cpu(runtime.device)),
            careful=settings.careful,
        )
    if resolved.kind == "onnx":
        from privtool.models.taggers.onnx_labeler import load_onnx_tagger
        from privtool.text.word_scores import WordScores

        needed = None
        if model.name == MULTI_NER and settings.threshold is None and settings.language != ENGLISH:
            needed = WordScores(settings.language)
        return load_onnx_tagger(model, batch_size, threshold, label_map, needed)
    from privtool.models.taggers.torch_labeler import load_token_tagger

    return load_token_tagger(model, choose_device(runtime.device), batch_size, threshold, label_map)
