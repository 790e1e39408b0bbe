"""Loading recognizers of transformers: CTC models, and those that write text from speech."""

from __future__ import annotations

from pathlib import Path

from privtool.core.device import choose_device, parse_batch_size
from privtool.models.asr.ctc_model import load_ctc_model
from privtool.models.asr.recognizers.ctc import CtcRecognizer
from privtool.models.asr.recognizers.seq2seq import Seq2SeqRecognizer
from privtool.models.hub.pretrained import (
    check_weights,
    load_config,
    load_extractor,
    load_pretrained,
)
from privtool.models.hub.resolve import model_folder

_CALLED = "recognizer"
_HYPOTHESES = 16  # of all clips that are searched at a time


def load_hub_recognizer(
    name: str,
    device: str,
    offline: bool,
    trust_pickle: bool,
    beam: int,
    nbest: int,
    batch_size: str = "auto",
) -> CtcRecognizer | Seq2SeqRecognizer:
    """The recognizer of a hub id or folder, CTC or Whisper-like.

    Whisper-like ones take a batch of clips at a time, by default on a GPU only: there one clip
    leaves it idle, on a CPU it does not. CTC models take one: for many of them what is heard would
    depend on how much a clip is filled up.

    Raises `UnavailableError` for a model that is not here and cannot be had, or is neither.
    """
    folder = model_folder(name, offline, trust_pickle)
    if not _writes_text(name, folder):
        model, tokenizer = load_ctc_model(name, device, offline, trust_pickle)
        return CtcRecognizer(model, tokenizer, beam, nbest)
    chosen = choose_device(device)
    kind = "AutoModelForSpeechSeq2Seq"
    model, tokenizer = load_pretrained(kind, _CALLED, name, folder, trust_pickle)
    check_weights(model, name)
    extractor = load_extractor(_CALLED, name, folder)
    batch = parse_batch_size(batch_size, 1 if chosen.type == "cpu" else max(1, _HYPOTHESES // beam))
    return Seq2SeqRecognizer(model.to(chosen), extractor, tokenizer, beam, nbest, batch)


def _writes_text(name: str, folder: Path) -> bool:
    """Whether the model is of the kind that writes text, by its configuration."""
    from transformers import MODEL_FOR_SPEECH_SEQ_2_SEQ_MAPPING

    config = load_config(_CALLED, name, folder)
    if any(made.endswith("ForCTC") for made in config.architectures or ()):
        return False
    return type(config) in MODEL_FOR_SPEECH_SEQ_2_SEQ_MAPPING
