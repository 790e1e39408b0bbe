"""A voice of transformers with random weights, saved into a folder as real ones are."""

import json
from pathlib import Path
from typing import Any

import torch
from transformers import VitsConfig, VitsModel, VitsTokenizer

LETTERS = "_abcdefghijklmnopqrstuvwxyz "


def tiny_vits(
    folder: Path, symbols: str = LETTERS, phonemize: bool = False, **settings: Any
) -> Path:
    """A VITS model with two speakers that reads letters, or phones if told to `phonemize`.

    `settings` go into its configuration.
    """
    known = {symbol: number for number, symbol in enumerate(dict.fromkeys(symbols))}
    (folder / "vocab.json").write_text(json.dumps(known))
    tokenizer = VitsTokenizer(
        str(folder / "vocab.json"), pad_token="_", language=None, phonemize=phonemize,
        is_uroman=False,
    )  # fmt: skip
    torch.manual_seed(1)
    model = VitsModel(
        VitsConfig(
            vocab_size=len(known), hidden_size=16, num_hidden_layers=1, num_attention_heads=2,
            ffn_dim=16, flow_size=16, spectrogram_bins=9, num_speakers=2, speaker_embedding_size=4,
            upsample_initial_channel=16, prior_encoder_num_flows=1,
            posterior_encoder_num_wavenet_layers=1,
            prior_encoder_num_wavenet_layers=1, duration_predictor_num_flows=1,
            upsample_rates=[4, 4], upsample_kernel_sizes=[8, 8], resblock_kernel_sizes=[3],
            resblock_dilation_sizes=[[1]], depth_separable_num_layers=1, **settings,
        )
    )  # fmt: skip
    tokenizer.save_pretrained(folder)
    model.save_pretrained(folder)
    return folder
