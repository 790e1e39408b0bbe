"""A recognizer with random weights that says something of any audio."""

from pathlib import Path

import torch

from tests.support.tiny_models import seeded, tiny_asr


def talking_asr(folder: Path, roles: tuple[str, ...] = ()) -> Path:
    """One as `asr-train` writes it: in some frames a token is likelier than blank."""
    from privtool.models.asr.checkpoint import load_asr, save_asr

    tiny_asr(folder, roles=roles)
    made = load_asr(folder)
    output = made.model.joiner.output
    with torch.no_grad(), seeded(3):
        for parameter in output.parameters():
            torch.nn.init.normal_(parameter, std=3.0)
        output.bias[made.model.blank] = 9.0
        output.bias[0] = -30.0  # the unknown token says nothing
    save_asr(folder, True, made.model, made.tokens, made.shape, made.card)
    return folder
