"""The recognizer of `asr-eval`: getting its files, loading and describing it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from privtool.core.model_options import Runtime
from privtool.workflows.config.recognition import SPHINX, RecognitionOptions

if TYPE_CHECKING:
    from privtool.interfaces.recognition import Recognizer

_RESCORED = 100  # hypotheses of pocketsphinx: its search finds them all at once


def fetch_recognizer(options: RecognitionOptions, progress: bool) -> None:
    """Download missing files of models, once for all processes."""
    from privtool.models.hub.resolve import resolve

    if options.model != SPHINX and not options.is_transducer:
        resolve(options.model, options.source, progress=progress)
    if options.lm is not None:
        resolve(options.lm, options.source, progress=progress)


def load_recognizer(options: RecognitionOptions) -> Recognizer:
    """Load the recognizer. Raises `UnavailableError` if a model is not on this machine."""
    if options.is_transducer:
        return _transducer(options)
    recognizer = _other(options)
    if options.lm is None:
        return recognizer
    from privtool.models.asr.decoding.rescoring import RescoringRecognizer
    from privtool.models.hub.resolve import resolve
    from privtool.models.lm.scorer import load_scorer

    runtime = Runtime(options.runtime.device, "fp32", options.runtime.batch_size)
    scorer = load_scorer(resolve(options.lm, options.source), runtime)
    return RescoringRecognizer(recognizer, scorer, options.weights, nbest=options.nbest)


def describe_recognizer(options: RecognitionOptions) -> dict[str, object]:
    """Return the entries about the recognizer in a line of totals."""
    from privtool.models.hub.resolve import model_entries

    row: dict[str, object] = {**model_entries("model", options.model)}
    if options.model != SPHINX:
        row["beam"] = options.width
    if options.length_bonus:
        row["length_bonus"] = options.length_bonus
    if options.ctc_weight:
        row["ctc_weight"] = options.ctc_weight
    if options.lm is None:
        return row
    return {**row, **model_entries("lm", options.lm), "fusion": options.chosen_fusion}


def _transducer(options: RecognitionOptions) -> Recognizer:
    from privtool.models.asr.decoding.fusion import FusionSettings
    from privtool.models.asr.recognizers.transducer import load_transducer_recognizer

    fusion = None
    if options.lm is not None:
        fusion = FusionSettings(Path(options.lm), options.weights, options.chosen_fusion)
    return load_transducer_recognizer(
        Path(options.model),
        options.source,
        options.runtime,
        beam=options.width,
        nbest=options.nbest,
        fusion=fusion,
        length_bonus=options.length_bonus,
        ctc_weight=options.ctc_weight,
    )


def _other(options: RecognitionOptions) -> Recognizer:
    if options.model == SPHINX:
        from privtool.models.sphinx.recognizer import SphinxRecognizer

        nbest = options.nbest if options.lm is None else max(options.nbest, _RESCORED)
        return SphinxRecognizer(nbest)
    from privtool.models.asr.recognizers.load import load_hub_recognizer
    from privtool.models.hub.resolve import resolve

    model = resolve(options.model, options.source)
    nbest = options.nbest if options.lm is None else options.width
    return load_hub_recognizer(model, options.runtime, beam=options.width, nbest=nbest)
