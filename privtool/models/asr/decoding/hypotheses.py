"""The hypotheses of a beam search over many clips and language model weights."""

from __future__ import annotations

from typing import NamedTuple

import torch

from privtool.models.asr.decoding.greedy import TokenPath

NEG_INF = -torch.inf


class Hypotheses(NamedTuple):
    """Hypotheses (groups, beam), a group being a clip with a weight. Unused: `acoustic` is -inf.

    `keys` and `slots` identify the prefix, `acoustic` is its log-probability by the transducer,
    `bonus` the weighted one of the language model, `trace` its last token in `Traces`.
    """

    keys: torch.Tensor
    slots: torch.Tensor
    acoustic: torch.Tensor
    bonus: torch.Tensor
    trace: torch.Tensor

    @property
    def total(self) -> torch.Tensor:
        """The score that hypotheses are ranked by."""
        return self.acoustic + self.bonus

    def gather(self, indices: torch.Tensor) -> Hypotheses:
        """Return the hypotheses at `indices` (groups, any number)."""
        return Hypotheses(*(part.gather(1, indices) for part in self))

    def groups(self, groups: slice) -> Hypotheses:
        return Hypotheses(*(part[groups] for part in self))


def unused(groups: int, beam: int, device: torch.device) -> Hypotheses:
    """Return empty hypotheses (groups, beam), worse than any other."""
    integers = torch.zeros(groups, beam, dtype=torch.long, device=device)
    reals = torch.zeros(groups, beam, dtype=torch.double, device=device)
    return Hypotheses(integers, integers.clone(), reals + NEG_INF, reals, integers.clone())


class Traces:
    """Back-pointers: token, frame and previous trace of each trace. Trace 0 is the empty prefix."""

    def __init__(self, device: torch.device) -> None:
        self._blocks = [torch.tensor([[-1], [-1], [-1]], device=device)]
        self._count = 1

    def add(self, before: torch.Tensor, tokens: torch.Tensor, frame: int) -> torch.Tensor:
        """Return new traces of tokens that follow the traces `before`."""
        self._blocks.append(torch.stack((before, tokens, torch.full_like(before, frame))))
        start, self._count = self._count, self._count + len(before)
        return torch.arange(start, self._count, device=before.device)

    def paths(self, hypotheses: Hypotheses) -> list[list[TokenPath]]:
        """Return the paths of the used hypotheses of each group."""
        before, tokens, frames = torch.cat(self._blocks, 1).tolist()
        paths: list[list[TokenPath]] = []
        parts = hypotheses.total, hypotheses.bonus, hypotheses.trace
        for group in zip(*(part.tolist() for part in parts), strict=True):
            paths.append([])
            for score, bonus, trace in zip(*group, strict=True):
                if score == NEG_INF:
                    continue
                path = TokenPath([], [], score, bonus)
                while trace:
                    path.tokens.insert(0, tokens[trace])
                    path.frames.insert(0, frames[trace])
                    trace = before[trace]
                paths[-1].append(path)
        return paths


def merge(ended: Hypotheses, more: Hypotheses, start: int) -> Hypotheses:
    """Write hypotheses into `ended` from column `start` on.

    The probability of a prefix that `ended` already holds is added to the one there.
    """
    end = start + more.keys.shape[1]
    acoustic, trace, added = ended.acoustic, ended.trace, more.acoustic
    if start:
        same = ended.keys[:, :, None] == more.keys[:, None, :]
        same &= (acoustic[:, :, None] > NEG_INF) & (added[:, None, :] > NEG_INF)
        duplicate, index = torch.where(same, added[:, None, :], NEG_INF).max(2)
        trace = torch.where(duplicate > acoustic, more.trace.gather(1, index), trace)
        acoustic = torch.logaddexp(acoustic, duplicate)
        added = torch.where(same.any(1), NEG_INF, added)
    acoustic[:, start:end] = added
    trace[:, start:end] = more.trace
    ended.keys[:, start:end] = more.keys
    ended.slots[:, start:end] = more.slots
    ended.bonus[:, start:end] = more.bonus
    return ended._replace(acoustic=acoustic, trace=trace)
