"""A tiny flair tagger, and the check whether flair works here."""

import logging
from pathlib import Path

import pytest
import torch

from tests.support.tiny_models import LABELS, WORDS, seeded


def importorskip_flair() -> None:
    """Skip the test where flair does not work with the installed transformers."""
    pytest.importorskip("flair", exc_type=ImportError)


def tiny_flair(folder: Path, *, crf: bool = True, bert: Path | None = None) -> Path:
    """A flair sequence tagger as its hub models are stored: one pickle without a configuration.

    An LSTM over the words themselves or, with the folder of a `bert`, a layer on top of that which
    looks at the sentences around too, as flair's large models do.
    """
    logging.getLogger("flair").setLevel(logging.ERROR)
    importorskip_flair()
    from flair.data import Dictionary
    from flair.embeddings import OneHotEmbeddings, TransformerWordEmbeddings
    from flair.models import SequenceTagger

    words, labels = Dictionary(), Dictionary(add_unk=False)
    for word in WORDS:
        words.add_item(word)
    for label in LABELS:
        labels.add_item(label)
    with seeded():
        embeddings = (
            OneHotEmbeddings(words, embedding_length=8)
            if bert is None
            else TransformerWordEmbeddings(str(bert), layers="-1", use_context=True)
        )
        tagger = SequenceTagger(
            embeddings,
            labels,
            tag_type="ner",
            tag_format="BIO",
            hidden_size=8,
            use_crf=crf,
            use_rnn=bert is None,
            reproject_embeddings=bert is None,
        )
        for name, parameter in tagger.named_parameters():
            if not name.startswith("embeddings.model"):
                torch.nn.init.normal_(parameter, std=0.7)
    folder.mkdir(parents=True, exist_ok=True)
    tagger.save(folder / "pytorch_model.bin")
    return folder
