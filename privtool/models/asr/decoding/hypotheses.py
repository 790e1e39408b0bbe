"""The hypotheses of a beam search: many clips, with many weights, and their tokens so far."""

from __future__ import annotations

from typing import NamedTuple

import torch

NONE = -torch.inf


class Hypotheses(NamedTuple):
    """Hypotheses (groups, places); a group is a clip with a weight. Empty: `acoustic` is -inf.

    `keys` and `slots` are of the prefix, `acoustic` the log-probability that the transducer gives
    it, `bonus` the weighted one of the language model, `trace` its last token in `Traces`.
    """

    keys: torch.Tensor
    slots: torch.Tensor
    acoustic: torch.Tensor
    bonus: torch.Tensor
    trace: torch.Tensor

    @property
    def total(self) -> torch.Tensor:
        """What they are compared by."""
        return self.acoustic + self.bonus

    def at(self, places: torch.Tensor) -> Hypotheses:
        """Those at `places` (groups, any)."""
        return Hypotheses(*(part.gather(1, places) for part in self))

    def part(self, groups: slice) -> Hypotheses:
        """Some of the groups."""
        return Hypotheses(*(part[groups] for part in self))


def empty(groups: int, places: int, device: torch.device) -> Hypotheses:
    """Hypotheses (groups, places) of no token, so bad that any other one is better."""
    whole = torch.zeros(groups, places, dtype=torch.long, device=device)
    real = torch.zeros(groups, places, dtype=torch.double, device=device)
    return Hypotheses(whole, whole.clone(), real + NONE, real, whole.clone())


class Traces:
    """Which token was said in which frame, and before it. The first trace is that of no token."""

    def __init__(self, device: torch.device) -> None:
        self._made = [torch.tensor([[-1], [-1], [-1]], device=device)]
        self._count = 1

    def add(self, before: torch.Tensor, tokens: torch.Tensor, frame: int) -> torch.Tensor:
        """The traces of some more tokens."""
        self._made.append(torch.stack((before, tokens, torch.full_like(before, frame))))
        start, self._count = self._count, self._count + len(before)
        return torch.arange(start, self._count, device=before.device)

    def read(self) -> list[list[int]]:
        """Three lists: the trace before, the token and the frame of each trace."""
        found: list[list[int]] = torch.cat(self._made, 1).tolist()
        return found


def merged(ended: Hypotheses, more: Hypotheses, start: int) -> Hypotheses:
    """Hypotheses with some more, which are put to the places from `start` on.

    Of those that are in `ended` already the probabilities are added.
    """
    end = start + more.keys.shape[1]
    acoustic, trace, own = ended.acoustic, ended.trace, more.acoustic
    if start:
        same = ended.keys[:, :, None] == more.keys[:, None, :]
        same &= (acoustic[:, :, None] > NONE) & (own[:, None, :] > NONE)
        added, which = torch.where(same, own[:, None, :], NONE).max(2)
        trace = torch.where(added > acoustic, more.trace.gather(1, which), trace)
        acoustic = torch.logaddexp(acoustic, added)
        own = torch.where(same.any(1), NONE, own)
    acoustic[:, start:end] = own
    trace[:, start:end] = more.trace
    for whole, part in (
        (ended.keys, more.keys),
        (ended.slots, more.slots),
        (ended.bonus, more.bonus),
    ):
        whole[:, start:end] = part
    return ended._replace(acoustic=acoustic, trace=trace)
