"""A transducer without an encoder, and clips for it."""

import torch
from torch import nn

from privtool.models.asr.transducer.model import Transducer
from tests.support.toy_transducers import Frames

TOKENS, WIDTH = 4, 6
FRAMES, TEXTS = [7, 3, 5, 1, 2], [3, 0, 2, 3, 1]


class Lookup(nn.Module):
    """A predictor that knows the last token."""

    width = WIDTH

    def __init__(self):
        super().__init__()
        self.table = nn.Embedding(TOKENS + 1, WIDTH)

    def forward(self, tokens):
        return self.table(nn.functional.pad(tokens, (1, 0), value=TOKENS))


class Joined(nn.Module):
    """A joiner that counts the scores that exist at a time."""

    def __init__(self):
        super().__init__()
        self.output = nn.Linear(WIDTH, TOKENS + 1)
        self.unused = nn.Parameter(torch.zeros(2))
        self.cells = []

    def forward(self, frames, predictions):
        scores = self.output((frames + predictions).tanh())
        self.cells.append(scores.numel())
        return scores


def bare_transducer(ctc=None):
    """Return a transducer that finds its frames in the features."""
    return Transducer(Frames(WIDTH), Lookup(), Joined(), TOKENS, ctc)


def given(fill=0):
    """Return features, their lengths, targets and their lengths; padding holds `fill`."""
    generator = torch.Generator().manual_seed(2)
    features = torch.randn(len(FRAMES), max(FRAMES), WIDTH, generator=generator)
    targets = torch.randint(TOKENS, (len(TEXTS), max(TEXTS)), generator=generator)
    for row, (frames, tokens) in enumerate(zip(FRAMES, TEXTS, strict=True)):
        features[row, frames:] = float(fill)
        targets[row, tokens:] = fill % TOKENS
    return features, torch.tensor(FRAMES), targets, torch.tensor(TEXTS)
