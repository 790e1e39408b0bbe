"""The transducer loss (Graves 2012), with the joiner applied to a few clips at a time.

The joiner scores every pair of a frame and a token position: 400 frames by 60 positions by 1,025
tokens take 98 MB for one clip, and their gradients as much again. The loss is therefore computed
for small groups of clips, and their gradients in the forward pass, while their scores exist.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import torch
from torch import nn

from privtool.models.asr.transducer.model import Transducer

MAX_SCORES = {"cpu": 1 << 22}  # in memory at a time: 16 MiB, and their gradients
MAX_SCORES_ELSEWHERE = 1 << 28  # a GPU is idle with less


def transducer_loss(
    model: Transducer,
    features: torch.Tensor,
    lengths: torch.Tensor,
    targets: torch.Tensor,
    target_lengths: torch.Tensor,
    ctc_weight: float = 0.0,
    max_scores: int | None = None,
) -> torch.Tensor:
    """Return the negative log-probability of the targets, summed over clips, plus the CTC loss.

    `features` is (clips, frames, count), `lengths` (clips), `targets` (clips, tokens) padded with
    any token, `target_lengths` (clips). At most `max_scores` joiner scores exist at a time, or
    those of one clip if it has more. The CTC loss is weighted by `ctc_weight`; clips with fewer
    frames than it needs do not count.
    """
    encoded = model.encoder(features, lengths)
    predictions = model.predictor(targets)
    loss: torch.Tensor = _JointLoss.apply(  # type: ignore[no-untyped-call]
        model.joiner,
        encoded.frames,
        predictions,
        (encoded.lengths, targets, target_lengths),
        (model.blank, max_scores or MAX_SCORES.get(features.device.type, MAX_SCORES_ELSEWHERE)),
        *model.joiner.parameters(),
    )
    if ctc_weight:
        if model.ctc is None:
            raise ValueError("the model has no CTC layer")
        loss = loss + ctc_weight * nn.functional.ctc_loss(
            model.ctc(encoded.frames).float().log_softmax(2).transpose(0, 1),
            targets,
            encoded.lengths,
            target_lengths,
            blank=model.blank,
            reduction="sum",
            zero_infinity=True,
        )
    return loss


class _JointLoss(torch.autograd.Function):
    """The summed loss of frames and predictions; the forward pass computes its gradients too."""

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
        needs_grad = any(ctx.needs_input_grad)
        lengths, targets, target_lengths = labels
        blank, max_scores = sizes
        total = torch.zeros((), device=frames.device)
        gradients = [torch.zeros_like(tensor) for tensor in (frames, predictions, *weights)]
        of_clips = torch.stack((lengths, target_lengths), 1).tolist()
        for clips, max_frames, max_tokens in _groups(of_clips, max_scores // (blank + 1)):
            rows = torch.tensor(clips, device=frames.device)
            with torch.set_grad_enabled(needs_grad):
                group_frames = frames[rows, :max_frames].detach().requires_grad_(needs_grad)
                group_predictions = predictions[rows, : max_tokens + 1].detach()
                group_predictions.requires_grad_(needs_grad)
                loss = _plain_loss(
                    joiner(group_frames[:, :, None], group_predictions[:, None]),
                    targets[rows, :max_tokens],
                    lengths[rows],
                    target_lengths[rows],
                    blank,
                )
            total += loss.detach()
            if needs_grad:
                inputs = group_frames, group_predictions, *weights
                group_gradients = torch.autograd.grad(loss, inputs, allow_unused=True)
                gradients[0][rows, :max_frames] = group_gradients[0]
                gradients[1][rows, : max_tokens + 1] = group_gradients[1]
                for gradient, part in zip(gradients[2:], group_gradients[2:], strict=True):
                    if part is not None:
                        gradient += part
        if needs_grad:
            ctx.save_for_backward(*gradients)
        return total

    @staticmethod
    def backward(ctx: Any, *grad_outputs: torch.Tensor) -> Any:
        # In place, as these may be large; autograd refuses a second backward pass.
        frames, predictions, *weights = (
            tensor.mul_(grad_outputs[0]) for tensor in ctx.saved_tensors
        )
        return None, frames, predictions, None, None, *weights


def _plain_loss(
    scores: torch.Tensor,
    targets: torch.Tensor,
    lengths: torch.Tensor,
    target_lengths: torch.Tensor,
    blank: int,
) -> torch.Tensor:
    """Return the summed loss of scores (clips, frames, tokens + 1, vocabulary).

    Either all targets are empty or none is. A path continues with the next token of the target or
    with the blank. torchaudio gets the log-probabilities of these two only, as its own
    normalization of all scores is slow, and no empty targets: on a GPU it returns 0 for them.
    """
    from torchaudio.functional import rnnt_loss

    transitions: torch.Tensor = _Transitions.apply(  # type: ignore[no-untyped-call]
        scores.float(), targets, blank
    )
    if not targets.shape[1]:  # the only path consists of blanks
        frames = torch.arange(transitions.shape[1], device=lengths.device)
        return -transitions[:, :, 0, 1].masked_fill(frames >= lengths[:, None], 0.0).sum()
    loss: torch.Tensor = rnnt_loss(
        transitions,
        torch.zeros_like(targets, dtype=torch.int32),
        lengths.int(),
        target_lengths.int(),
        blank=1,
        reduction="sum",
        fused_log_softmax=False,
    )
    return loss


class _Transitions(torch.autograd.Function):
    """Log-probabilities (..., 2) of the next token and of the blank."""

    @staticmethod
    def forward(ctx: Any, scores: torch.Tensor, targets: torch.Tensor, blank: int) -> torch.Tensor:
        norms = scores.logsumexp(3)
        next_tokens = nn.functional.pad(targets, (0, 1))  # none follows the last one
        index = next_tokens[:, None, :, None].expand(-1, scores.shape[1], -1, 1)
        ctx.save_for_backward(scores, norms, index)
        ctx.blank = blank
        token = scores.gather(3, index)[..., 0]
        return torch.stack((token - norms, scores[..., blank] - norms), 3)

    @staticmethod
    def backward(ctx: Any, *grad_outputs: torch.Tensor) -> Any:
        scores, norms, index = ctx.saved_tensors
        grad = grad_outputs[0]
        gradient = (scores - norms[..., None]).exp_().mul_(-grad.sum(3, keepdim=True))
        gradient.scatter_add_(3, index, grad[..., :1])
        gradient[..., ctx.blank] += grad[..., 1]
        return gradient, None, None


def _groups(
    sizes: Sequence[tuple[int, int]], max_pairs: int
) -> Iterator[tuple[list[int], int, int]]:
    """Yield groups of clips of similar size, with their largest numbers of frames and tokens.

    `sizes` are the frames and tokens of each clip. With padding a group has at most
    `max_pairs` pairs; a clip with more is a group of its own. Clips without tokens are in groups
    of their own, too.
    """
    clips: list[int] = []
    max_frames = max_tokens = 0
    by_size = [(tokens > 0, frames * (tokens + 1), n) for n, (frames, tokens) in enumerate(sizes)]
    for *_, clip in sorted(by_size):
        frames, tokens = sizes[clip]
        size = max(max_frames, frames), max(max_tokens, tokens)
        full = (len(clips) + 1) * size[0] * (size[1] + 1) > max_pairs
        if clips and (full or (size[1] > 0) != (max_tokens > 0)):
            yield clips, max_frames, max_tokens
            clips, size = [], (frames, tokens)
        clips.append(clip)
        max_frames, max_tokens = size
    if clips:
        yield clips, max_frames, max_tokens
