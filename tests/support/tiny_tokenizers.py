"""Tiny tokenizers that work like those of larger models, with their special tokens first."""

import string

from tokenizers import Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, trainers

from tests.support.tiny_models import PIECES, TRAINING, WORDS, byte_level

_METASPACE = "\u2581"


def llama3(special: tuple[str, ...]) -> Tokenizer:
    """Byte-level BPE whose words are found by a regular expression of its own."""
    tokenizer = byte_level(special)
    words = Regex(r"[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s+(?!\S)|\s+")
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(words, "isolated"),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
        ]
    )
    return tokenizer


def gemma(special: tuple[str, ...]) -> Tokenizer:
    """BPE over texts in which spaces are U+2581, with none put before a text."""
    tokenizer = Tokenizer(models.BPE(unk_token="<unk>", fuse_unk=True))
    tokenizer.normalizer = normalizers.Replace(" ", _METASPACE)
    tokenizer.pre_tokenizer = pre_tokenizers.Split(_METASPACE, "merged_with_next")
    tokenizer.decoder = decoders.Sequence([decoders.Replace(_METASPACE, " "), decoders.Fuse()])
    trainer = trainers.BpeTrainer(
        vocab_size=900,
        special_tokens=list(special),
        initial_alphabet=[*string.printable, _METASPACE],
        show_progress=False,
    )
    tokenizer.train_from_iterator(TRAINING, trainer)
    return tokenizer


def unigram(special: tuple[str, ...], split: bool = True, lower: bool = False) -> Tokenizer:
    """SentencePiece's unigram model, with U+2581 put before each text or each word."""
    words = [f"{_METASPACE}{word}" for word in WORDS]
    pieces = [*words, *PIECES, *string.printable, _METASPACE]
    scored = [(piece, -5.0 - 0.01 * number) for number, piece in enumerate(dict.fromkeys(pieces))]
    unknown = next(number for number, token in enumerate(special) if "unk" in token.lower())
    tokenizer = Tokenizer(models.Unigram([*((each, 0.0) for each in special), *scored], unknown))
    metaspace = pre_tokenizers.Metaspace()
    tokenizer.pre_tokenizer = (
        pre_tokenizers.Sequence([pre_tokenizers.WhitespaceSplit(), metaspace])
        if split
        else metaspace
    )
    if lower:
        tokenizer.normalizer = normalizers.Lowercase()
    tokenizer.decoder = decoders.Metaspace()
    return tokenizer
