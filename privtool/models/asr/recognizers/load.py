"""Loading recognizers of transformers: CTC models, and those that write text from speech."""

from __future__ import annotations

from privtool.core.device import choose_device, parse_batch_size
from privtool.core.model_options import Runtime
from privtool.models.asr.ctc_model import load_ctc_model
from privtool.models.asr.recognizers.ctc import CtcRecognizer
from privtool.models.asr.recognizers.seq2seq import Seq2SeqRecognizer
from privtool.models.hub.pretrained import (
    check_weights,
    load_config,
    load_extractor,
    load_pretrained,
)
from privtool.models.hub.resolve import ResolvedModel

_CALLED = "recognizer"
_HYPOTHESES = 16  # of all clips that are searched at a time


def load_hub_recognizer(
    resolved: ResolvedModel, runtime: Runtime, *, beam: int, nbest: int
) -> CtcRecognizer | Seq2SeqRecognizer:
    """Load a recognizer of transformers, CTC or Whisper-like.

    Whisper-like ones take a batch of clips at a time, by default on a GPU only: there one clip
    leaves it idle, on a CPU it does not. CTC models take one: for many of them what is heard would
    depend on how much a clip is filled up.

    Raises `UnavailableError` for a model that is neither.
    """
    if not _writes_text(resolved):
        model, tokenizer = load_ctc_model(resolved, runtime.device)
        return CtcRecognizer(model, tokenizer, beam, nbest)
    device = choose_device(runtime.device)
    model, tokenizer = load_pretrained("AutoModelForSpeechSeq2Seq", _CALLED, resolved)
    check_weights(model, resolved.name)
    extractor = load_extractor(_CALLED, resolved)
    auto = 1 if device.type == "cpu" else max(1, _HYPOTHESES // beam)
    batch_size = parse_batch_size(runtime.batch_size, auto)
    return Seq2SeqRecognizer(model.to(device), extractor, tokenizer, beam, nbest, batch_size)


def _writes_text(resolved: ResolvedModel) -> bool:
    """Whether the model is of the kind that writes text, by its configuration."""
    from transformers import MODEL_FOR_SPEECH_SEQ_2_SEQ_MAPPING

    config = load_config(_CALLED, resolved)
    if any(made.endswith("ForCTC") for made in config.architectures or ()):
        return False
    return type(config) in MODEL_FOR_SPEECH_SEQ_2_SEQ_MAPPING
