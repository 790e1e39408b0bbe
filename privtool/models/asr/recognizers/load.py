"""Loading recognizers of transformers: CTC and sequence-to-sequence models."""

from __future__ import annotations

from privtool.core.device import choose_device, parse_batch_size
from privtool.core.model_options import Runtime
from privtool.models.asr.ctc_model import load_ctc_model
from privtool.models.asr.recognizers.ctc import CtcRecognizer
from privtool.models.asr.recognizers.seq2seq import Seq2SeqRecognizer
from privtool.models.hub.pretrained import (
    check_weights,
    load_part,
    load_pretrained,
)
from privtool.models.hub.resolve import ResolvedModel

_KIND = "recognizer"
_MAX_HYPOTHESES = 16  # in a batch


def load_hub_recognizer(
    resolved: ResolvedModel, runtime: Runtime, *, beam: int, nbest: int
) -> CtcRecognizer | Seq2SeqRecognizer:
    """Load a recognizer of transformers, CTC or Whisper-like.

    Whisper-like models process batches, by default only on a GPU, which one clip would leave
    idle. CTC models process one clip at a time: the output of many of them depends on padding.

    Raise `UnavailableError` for a model that is neither.
    """
    if not _is_seq2seq(resolved):
        model, tokenizer = load_ctc_model(resolved, runtime.device)
        return CtcRecognizer(model, tokenizer, beam, nbest)
    device = choose_device(runtime.device)
    model, tokenizer = load_pretrained("AutoModelForSpeechSeq2Seq", _KIND, resolved)
    check_weights(model, resolved.name)
    extractor = load_part("AutoFeatureExtractor", _KIND, resolved)
    auto = 1 if device.type == "cpu" else max(1, _MAX_HYPOTHESES // beam)
    batch_size = parse_batch_size(runtime.batch_size, auto)
    return Seq2SeqRecognizer(model.to(device), extractor, tokenizer, beam, nbest, batch_size)


def _is_seq2seq(resolved: ResolvedModel) -> bool:
    from transformers import MODEL_FOR_SPEECH_SEQ_2_SEQ_MAPPING

    config = load_part("AutoConfig", _KIND, resolved)
    if any(architecture.endswith("ForCTC") for architecture in config.architectures or ()):
        return False
    return type(config) in MODEL_FOR_SPEECH_SEQ_2_SEQ_MAPPING
