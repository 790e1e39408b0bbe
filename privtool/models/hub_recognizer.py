"""Loading recognisers of transformers: CTC models, and those that write text from speech."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from privtool.core.device import choose_device
from privtool.core.errors import UnavailableError
from privtool.models.ctc_model import load_ctc_model
from privtool.models.ctc_recognizer import CtcRecognizer
from privtool.models.hub import model_folder
from privtool.models.seq2seq_recognizer import Seq2SeqRecognizer


def load_hub_recognizer(
    name: str, device: str, offline: bool, trust_pickle: bool, beam: int, nbest: int
) -> CtcRecognizer | Seq2SeqRecognizer:
    """The recogniser of a hub id or folder, CTC or Whisper-like.

    Raises `UnavailableError` for a model that is not here and cannot be had, or is neither.
    """
    folder = model_folder(name, offline, trust_pickle)
    if _writes_text(name, folder):
        return _load_seq2seq(name, folder, device, trust_pickle, beam, nbest)
    model, tokenizer = load_ctc_model(name, device, offline, trust_pickle)
    return CtcRecognizer(model, tokenizer, beam, nbest)


def _writes_text(name: str, folder: Path) -> bool:
    """Whether the model is of the kind that writes text, by its configuration."""
    from transformers import MODEL_FOR_SPEECH_SEQ_2_SEQ_MAPPING, AutoConfig

    try:
        config = AutoConfig.from_pretrained(folder, local_files_only=True, trust_remote_code=False)
    except Exception as error:
        kind = type(error).__name__
        raise UnavailableError(f"'{name}' cannot be loaded as a recogniser ({kind})") from error
    if any(made.endswith("ForCTC") for made in config.architectures or ()):
        return False
    return type(config) in MODEL_FOR_SPEECH_SEQ_2_SEQ_MAPPING


def _load_seq2seq(
    name: str, folder: Path, device: str, trust_pickle: bool, beam: int, nbest: int
) -> Seq2SeqRecognizer:
    from transformers import AutoFeatureExtractor, AutoModelForSpeechSeq2Seq, AutoTokenizer
    from transformers.utils import logging

    logging.set_verbosity_error()
    logging.disable_progress_bar()
    chosen = choose_device(device)
    options: dict[str, Any] = {"local_files_only": True, "trust_remote_code": False}
    try:
        tokenizer = AutoTokenizer.from_pretrained(folder, **options)
        extractor = AutoFeatureExtractor.from_pretrained(folder, **options)
        model, report = AutoModelForSpeechSeq2Seq.from_pretrained(
            folder,
            use_safetensors=None if trust_pickle else True,
            output_loading_info=True,
            **options,
        )
    except Exception as error:
        kind = type(error).__name__
        raise UnavailableError(f"'{name}' cannot be loaded as a recogniser ({kind})") from error
    if report["missing_keys"]:
        raise UnavailableError(f"'{name}' lacks weights of a recogniser")
    return Seq2SeqRecognizer(model.eval().to(chosen), extractor, tokenizer, beam, nbest)
