"""Builders of tiny models with random weights, saved into folders as real ones are.

Each takes well under a second, is the same at every call, and works like a model of its family:
WordPiece (BERT), byte-level BPE with space markers (RoBERTa).
"""

import contextlib
import string
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import torch
from tokenizers import (
    Tokenizer,
    decoders,
    models,
    normalizers,
    pre_tokenizers,
    processors,
    trainers,
)
from transformers import (
    BertConfig,
    BertForMaskedLM,
    BertForTokenClassification,
    BertTokenizerFast,
    RobertaConfig,
    RobertaForMaskedLM,
    RobertaForTokenClassification,
    RobertaTokenizerFast,
)

from privtool.core.device import ModelSource
from privtool.models.hub.resolve import ResolvedModel, resolve

LABELS = ("O", "B-PER", "I-PER", "B-LOC", "I-LOC", "B-ORG", "I-ORG")
POSITIONS = 64  # pieces that the models can take in: texts need windows soon
SENTENCES = (Path(__file__).parents[1] / "data/sentences.txt").read_text("utf-8").splitlines()
WORDS = sorted(set(" ".join(SENTENCES).split()))
PIECES = ("ing", "ed", "er", "s", "ly", "est", "ness", "tion", "al", "y")
PUNCTUATION = ".,;:!?'\"()-$%&@#/[]<>"
TRAINING = [f" {word}" for word in WORDS] * 3 + WORDS + [f"{s}." for s in SENTENCES]


def resolved(folder: Path, trust_pickle: bool = False) -> ResolvedModel:
    """The model in a folder, ready to be loaded."""
    return resolve(str(folder), ModelSource(offline=True, trust_pickle=trust_pickle))


@contextlib.contextmanager
def seeded(seed: int = 0) -> Iterator[None]:
    """Random numbers of torch from a seed, without a trace in the tests that follow."""
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        yield


def word_piece_tokenizer(special: Sequence[str]) -> Tokenizer:
    """A lower-casing WordPiece tokenizer with its special tokens first."""
    characters = string.ascii_lowercase + string.digits
    entries = [*special, *characters, *PUNCTUATION, *(f"##{c}" for c in characters)]
    entries += [f"##{piece}" for piece in PIECES if len(piece) > 1]
    entries += [word for word in WORDS if word not in characters]
    vocabulary = {entry: number for number, entry in enumerate(entries)}
    tokenizer = Tokenizer(models.WordPiece(vocabulary, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.decoder = decoders.WordPiece()
    return tokenizer


def byte_level(special: Sequence[str] = (), entries: int = 900) -> Tokenizer:
    """A byte-level BPE with its special tokens first."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=entries,
        special_tokens=list(special),
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    tokenizer.train_from_iterator(TRAINING, trainer)
    return tokenizer


def tiny_bert(folder: Path, kind: str = "masked-lm", seed: int = 0, **settings: Any) -> Path:
    """A BERT, lower-casing as `bert` is; `kind` is masked-lm or tagger. Returns the folder.

    `settings` go into its configuration.
    """
    tokenizer = word_piece_tokenizer(["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"])
    ends = [(token, tokenizer.token_to_id(token)) for token in ("[SEP]", "[CLS]")]
    tokenizer.post_processor = processors.BertProcessing(*ends)
    BertTokenizerFast(tokenizer_object=tokenizer, model_max_length=POSITIONS).save_pretrained(
        folder
    )
    config = BertConfig(
        vocab_size=tokenizer.get_vocab_size(),
        max_position_embeddings=POSITIONS,
        **sizes_of(kind),
        **settings,
    )
    with seeded(seed):
        model = BertForTokenClassification(config) if kind == "tagger" else BertForMaskedLM(config)
    model.save_pretrained(folder)
    return folder


def tiny_roberta(folder: Path, kind: str = "masked-lm", seed: int = 0, **settings: Any) -> Path:
    """A RoBERTa: byte-level BPE, so that words are marked by the space before them."""
    special = ["<s>", "<pad>", "</s>", "<unk>", "<mask>"]
    tokenizer = byte_level(special, 2000)
    tokenizer.post_processor = processors.RobertaProcessing(("</s>", 2), ("<s>", 0))
    fast = RobertaTokenizerFast(tokenizer_object=tokenizer, model_max_length=POSITIONS)
    fast.save_pretrained(folder)
    config = RobertaConfig(
        vocab_size=tokenizer.get_vocab_size(),
        max_position_embeddings=POSITIONS + 2,
        type_vocab_size=1,
        pad_token_id=1,
        bos_token_id=0,
        eos_token_id=2,
        **sizes_of(kind),
        **settings,
    )
    with seeded(seed):
        tagger = kind == "tagger"
        model = RobertaForTokenClassification(config) if tagger else RobertaForMaskedLM(config)
    model.save_pretrained(folder)
    return folder


def tiny_lm(folder: Path, arch: str = "transformer", seed: int = 0) -> Path:
    """A language model over words as `lm-train` writes it."""
    from privtool.models.lm.checkpoint import save_lm, word_tokens
    from privtool.models.lm.presets import new_model, shape_of
    from privtool.models.lm.tokenizers import vocabulary_entries

    tokens = word_tokens(vocabulary_entries(WORDS, 1000))
    shape = shape_of(arch, "tiny", None, None, None)
    end, padding, _ = tokens.specials
    model = new_model(shape, len(tokens.ids), end, padding, 0.1, seed)
    with seeded(seed):
        for parameter in model.parameters():  # scores that differ enough to tell words apart
            torch.nn.init.normal_(parameter, std=0.3)
    save_lm(folder, False, model, tokens, {"options": {"tokens": tokens.kind}})
    return folder


def sizes_of(kind: str) -> dict[str, Any]:
    """A small configuration, with weights that are large enough to tell pieces apart."""
    sizes: dict[str, Any] = {
        "hidden_size": 16,
        "num_hidden_layers": 2,
        "num_attention_heads": 2,
        "intermediate_size": 32,
        "initializer_range": 0.4,
    }
    if kind == "tagger":
        sizes["id2label"] = dict(enumerate(LABELS))
        sizes["label2id"] = {label: number for number, label in enumerate(LABELS)}
    elif kind != "masked-lm":
        raise ValueError(f"no tiny model is a {kind}")
    return sizes


def tiny_asr(
    folder: Path, kind: str = "unigram", roles: tuple[str, ...] = (), seed: int = 0
) -> Path:
    """A recognizer as `asr-train` writes it, over pieces of `SENTENCES`. Returns the folder."""
    from privtool.models.asr.checkpoint import COMMAND, SHAPES, new_transducer, save_asr
    from privtool.models.asr.tokenizer import new_tokens

    tokens = new_tokens(SENTENCES, kind, 100, roles, False, seed=1)
    shape = SHAPES["conformer-tiny"]._replace(
        layers=1, width=16, feed_forward=16, output=16, predictor_width=8
    )
    options = {"preset": "conformer-tiny", "token_kind": kind, "roles": [*roles]}
    card = {"model": COMMAND, "options": {**options, "punctuation": False}}
    save_asr(folder, False, new_transducer(shape, tokens.count, seed), tokens, shape, card)
    return folder
