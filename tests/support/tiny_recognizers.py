"""Recognizers of transformers with random weights, saved into folders as real ones are."""

import json
from pathlib import Path
from types import SimpleNamespace

import torch
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import (
    PreTrainedTokenizerFast,
    Wav2Vec2Config,
    Wav2Vec2CTCTokenizer,
    Wav2Vec2FeatureExtractor,
    Wav2Vec2ForCTC,
    WhisperConfig,
    WhisperFeatureExtractor,
    WhisperForConditionalGeneration,
)

_WHISPER_WORDS = ("<pad>", "<s>", "</s>", "<unk>", *(f"w{number}" for number in range(12)))


def ctc_folder(folder: Path) -> Path:
    """A CTC model of letters."""
    signs = ["<pad>", "<s>", "</s>", "<unk>", "|", *"ABCDEFGHIJKLMNOPQRSTUVWXYZ'"]
    (folder / "vocab.json").write_text(json.dumps({sign: i for i, sign in enumerate(signs)}))
    Wav2Vec2CTCTokenizer(str(folder / "vocab.json")).save_pretrained(folder)
    Wav2Vec2FeatureExtractor(do_normalize=True).save_pretrained(folder)
    torch.manual_seed(1)
    config = Wav2Vec2Config(
        vocab_size=len(signs), hidden_size=16, num_hidden_layers=1, num_attention_heads=2,
        intermediate_size=16, conv_dim=(8,) * 7, num_conv_pos_embeddings=4,
        num_conv_pos_embedding_groups=2, pad_token_id=0,
    )  # fmt: skip
    Wav2Vec2ForCTC(config).save_pretrained(folder)
    return folder


def whisper_folder(folder: Path) -> Path:
    """A model that writes words from speech."""
    ids = {word: number for number, word in enumerate(_WHISPER_WORDS)}
    tokenizer = Tokenizer(models.WordLevel(ids, unk_token="<unk>"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    PreTrainedTokenizerFast(
        tokenizer_object=tokenizer,
        pad_token="<pad>", bos_token="<s>", eos_token="</s>", unk_token="<unk>",
    ).save_pretrained(folder)  # fmt: skip
    WhisperFeatureExtractor(feature_size=80).save_pretrained(folder)
    torch.manual_seed(2)
    model = WhisperForConditionalGeneration(
        WhisperConfig(
            vocab_size=len(ids), d_model=16, encoder_layers=1, decoder_layers=1,
            encoder_attention_heads=2, decoder_attention_heads=2, encoder_ffn_dim=16,
            decoder_ffn_dim=16, max_target_positions=12, pad_token_id=0, bos_token_id=1,
            eos_token_id=2, decoder_start_token_id=1, suppress_tokens=None,
            begin_suppress_tokens=None,
        )
    )  # fmt: skip
    model.generation_config.max_length = 8
    model.save_pretrained(folder)
    return folder


class Spelling(torch.nn.Module):
    """A CTC model that reads the class from the samples: each 320 samples hold one."""

    def __init__(self, classes: int) -> None:
        super().__init__()
        self.weight = torch.nn.Parameter(torch.zeros(1))
        self.classes = classes

    def forward(self, samples: torch.Tensor) -> SimpleNamespace:
        frames = samples[:, : samples.shape[1] // 320 * 320].reshape(len(samples), -1, 320)
        read = frames[:, :, 0].round().long() % self.classes
        return SimpleNamespace(logits=20 * torch.nn.functional.one_hot(read, self.classes).float())
