"""The loss of a transducer (Graves 2012), its joint network a few clips at a time.

Scores exist for every pair of a frame and a place in the text: 400 frames by 60 places by 1,025
tokens are 98 MB for one clip, and as much again for their gradients. Here some clips are worked
on at a time, and the gradients of the joint network are computed while its scores are at hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import torch
from torch import nn

from privtool.models.asr.transducer.model import Transducer

CELLS = {"cpu": 1 << 22}  # scores that exist at a time: 16 MiB, and their gradients
CELLS_ELSEWHERE = 1 << 28  # a GPU is idle with less


def transducer_loss(
    model: Transducer,
    features: torch.Tensor,
    lengths: torch.Tensor,
    targets: torch.Tensor,
    target_lengths: torch.Tensor,
    ctc_weight: float = 0.0,
    cells: int | None = None,
) -> torch.Tensor:
    """The negative log-probability of the targets, summed over the clips, plus that of CTC.

    `features` is (clips, frames, count), `lengths` (clips), `targets` (clips, tokens) filled up
    with any token, `target_lengths` (clips). Of the scores of pairs at most `cells` exist at a
    time, but those of one clip in any case. CTC counts `ctc_weight` times; clips with fewer
    frames than it needs are left out of it.
    """
    encoded = model.encoder(features, lengths)
    predictions = model.predictor(targets)
    joiner: Any = model.joiner
    loss: torch.Tensor = _JointLoss.apply(  # type: ignore[no-untyped-call]
        joiner,
        encoded.frames,
        predictions,
        (encoded.lengths, targets, target_lengths),
        (model.blank, cells or CELLS.get(features.device.type, CELLS_ELSEWHERE)),
        *joiner.parameters(),
    )
    if ctc_weight:
        loss = loss + ctc_weight * _ctc_loss(model, encoded, targets, target_lengths)
    return loss


def _ctc_loss(
    model: Transducer, encoded: Any, targets: torch.Tensor, target_lengths: torch.Tensor
) -> torch.Tensor:
    if model.ctc is None:
        raise ValueError("this model has no layer for CTC")
    scores = model.ctc(encoded.frames).float().log_softmax(2)
    return nn.functional.ctc_loss(
        scores.transpose(0, 1),
        targets,
        encoded.lengths,
        target_lengths,
        blank=model.blank,
        reduction="sum",
        zero_infinity=True,
    )


class _JointLoss(torch.autograd.Function):
    """The summed loss of frames and predictions; its gradients are made on the way forward."""

    @staticmethod
    def forward(
        ctx: Any,
        joiner: Any,
        frames: torch.Tensor,
        predictions: torch.Tensor,
        labels: tuple[torch.Tensor, torch.Tensor, torch.Tensor],
        sizes: tuple[int, int],
        *weights: torch.Tensor,
    ) -> torch.Tensor:
        wanted = any(ctx.needs_input_grad)
        lengths, targets, target_lengths = labels
        blank, cells = sizes
        total = torch.zeros((), device=frames.device)
        slopes = [torch.zeros_like(tensor) for tensor in (frames, predictions, *weights)]
        pairs = (lengths * (target_lengths + 1)).tolist(), lengths.tolist(), target_lengths.tolist()
        for rows, longest, most in _groups(pairs, cells // (blank + 1)):
            chosen = torch.tensor(rows, device=frames.device)
            with torch.set_grad_enabled(wanted):
                heard = frames[chosen, :longest].detach().requires_grad_(wanted)
                said = predictions[chosen, : most + 1].detach().requires_grad_(wanted)
                part = _plain_loss(
                    joiner(heard[:, :, None], said[:, None]),
                    targets[chosen, :most],
                    lengths[chosen],
                    target_lengths[chosen],
                    blank,
                )
            total += part.detach()
            if wanted:
                found = torch.autograd.grad(part, (heard, said, *weights), allow_unused=True)
                slopes[0][chosen, :longest] = found[0]
                slopes[1][chosen, : most + 1] = found[1]
                for sum_, slope in zip(slopes[2:], found[2:], strict=True):
                    if slope is not None:
                        sum_ += slope
        if wanted:
            ctx.save_for_backward(*slopes)
        return total

    @staticmethod
    def backward(ctx: Any, *slopes: torch.Tensor) -> Any:
        # In place, as these may be large; autograd refuses a second time.
        found = [tensor.mul_(slopes[0]) for tensor in ctx.saved_tensors]
        return None, found[0], found[1], None, None, *found[2:]


def _plain_loss(
    scores: torch.Tensor,
    targets: torch.Tensor,
    lengths: torch.Tensor,
    target_lengths: torch.Tensor,
    blank: int,
) -> torch.Tensor:
    """The summed loss of scores (clips, frames, tokens + 1, entries), all of them at hand.

    A path goes on by the next token of the text or by the blank: torchaudio is given the
    log-probabilities of these two only, as it is slow where it normalizes scores itself.
    """
    from torchaudio.functional import rnnt_loss

    ways: torch.Tensor = _TwoWays.apply(scores.float(), targets, blank)  # type: ignore[no-untyped-call]
    loss: torch.Tensor = rnnt_loss(
        ways,
        torch.zeros_like(targets, dtype=torch.int32),
        lengths.int(),
        target_lengths.int(),
        blank=1,
        reduction="sum",
        fused_log_softmax=False,
    )
    return loss


class _TwoWays(torch.autograd.Function):
    """Log-probabilities (..., 2) of the next token and of the blank."""

    @staticmethod
    def forward(ctx: Any, scores: torch.Tensor, targets: torch.Tensor, blank: int) -> torch.Tensor:
        norms = scores.logsumexp(3)
        after = nn.functional.pad(targets, (0, 1))  # nothing comes after the last one
        wanted = after[:, None, :, None].expand(-1, scores.shape[1], -1, 1)
        ctx.save_for_backward(scores, norms, wanted)
        ctx.blank = blank
        token = scores.gather(3, wanted)[..., 0]
        return torch.stack((token - norms, scores[..., blank] - norms), 3)

    @staticmethod
    def backward(ctx: Any, *slopes: torch.Tensor) -> Any:
        scores, norms, wanted = ctx.saved_tensors
        found = (scores - norms[..., None]).exp_().mul_(-slopes[0].sum(3, keepdim=True))
        found.scatter_add_(3, wanted, slopes[0][..., :1])
        found[..., ctx.blank] += slopes[0][..., 1]
        return found, None, None


def _groups(
    pairs: tuple[list[int], list[int], list[int]], most: int
) -> Iterator[tuple[list[int], int, int]]:
    """Clips of similar size whose padded pairs are at most `most`, with frames and tokens of all.

    `pairs` is for each clip its pairs, frames and tokens. A clip with more is alone.
    """
    size, frames, tokens = pairs
    rows: list[int] = []
    longest = said = 0
    for row in sorted(range(len(size)), key=size.__getitem__):
        wider = max(longest, frames[row]), max(said, tokens[row])
        if rows and (len(rows) + 1) * wider[0] * (wider[1] + 1) > most:
            yield rows, longest, said
            rows, wider = [], (frames[row], tokens[row])
        rows.append(row)
        longest, said = wider
    if rows:
        yield rows, longest, said
