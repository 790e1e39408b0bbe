"""Beam search of transducers for many clips and many weights of a language model at once.

Time-synchronous: all hypotheses go from frame to frame together, with up to `max_symbols` tokens
in each. Alignments of the same tokens are one hypothesis, whose probability is their sum. With a
beam that holds everything the scores are those of the model (Graves 2012), limited to alignments
of at most so many tokens a frame.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import torch

from privtool.models.fixed_rows import Tensors, in_fixed_rows
from privtool.models.prefix_pool import PrefixPool, mixed
from privtool.models.token_lms import TokenLm
from privtool.models.transducer import Encoded, Transducer
from privtool.models.transducer_search import MAX_SYMBOLS, Path

_NONE = -torch.inf
_LANES = 32  # elements that a processor may add at a time: no sum is then computed in another way


class BeamSettings(NamedTuple):
    """How wide to search: hypotheses, tokens a frame, and hypotheses that come back.

    `margin` drops what is less likely than the best of its frame by so many nats; None drops
    nothing but what falls out of the beam.
    """

    beam: int = 4
    max_symbols: int = MAX_SYMBOLS
    nbest: int = 1
    margin: float | None = None


class _Hypotheses(NamedTuple):
    """Hypotheses (groups, places); a group is a clip with a weight. Empty: `acoustic` is -inf.

    `keys` and `slots` are of the prefix, `acoustic` the log-probability that the transducer gives
    it, `bonus` the weighted one of the language model, `trace` its last token in `_Traces`.
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

    def at(self, places: torch.Tensor) -> _Hypotheses:
        """Those at `places` (groups, any)."""
        return _Hypotheses(*(part.gather(1, places) for part in self))

    def part(self, groups: slice) -> _Hypotheses:
        """Some of the groups."""
        return _Hypotheses(*(part[groups] for part in self))


def _empty(groups: int, places: int, device: torch.device) -> _Hypotheses:
    whole = torch.zeros(groups, places, dtype=torch.long, device=device)
    real = torch.zeros(groups, places, dtype=torch.double, device=device)
    return _Hypotheses(whole, whole.clone(), real + _NONE, real, whole.clone())


class _Traces:
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


@torch.inference_mode()
def beam_search(
    model: Transducer,
    encoded: Encoded,
    settings: BeamSettings,
    lm: TokenLm | None = None,
    weights: Sequence[float] = (0.0,),
) -> list[list[list[Path]]]:
    """The best paths [clip][weight][best first] of clips; the model must be in evaluation mode.

    A path's score is log P(tokens | clip) + weight * log P(tokens, end) by the language model. The
    frame of a token is that of the likeliest alignment met. Nothing depends on the other clips or
    weights, and a weight of nought gives, to the last bit, what no language model does.
    """
    if not len(encoded.frames):
        return []
    if lm is None and any(weights):
        raise ValueError("a weight needs a language model")
    order = encoded.lengths.argsort(descending=True, stable=True).tolist()
    frames = encoded.frames[order]
    search = _Search(model, frames, settings, lm, weights)
    found = search.run([int(encoded.lengths[clip]) for clip in order])
    paths: list[list[list[Path]]] = [[] for _ in order]
    for place, clip in enumerate(order):
        paths[clip] = found[place * len(weights) : (place + 1) * len(weights)]
    return paths


class _Search:
    """One search over clips that are sorted by length, long ones first."""

    def __init__(
        self,
        model: Transducer,
        frames: torch.Tensor,
        settings: BeamSettings,
        lm: TokenLm | None,
        weights: Sequence[float],
    ) -> None:
        self._model, self._frames, self._settings = model, frames, settings
        self._several = len(weights) > 1
        self._lm = lm
        self._weights = torch.tensor(weights, device=frames.device).float().repeat(len(frames))
        self._pool = PrefixPool(model, lm, len(frames), frames.device)
        self._traces = _Traces(frames.device)
        wide = settings.beam * (settings.max_symbols + 1)
        self._wide = -(-wide // _LANES) * _LANES

    def run(self, lengths: Sequence[int]) -> list[list[Path]]:
        """The paths of all groups."""
        settings, a_clip = self._settings, len(self._weights) // len(lengths)
        at = _empty(len(self._weights), settings.beam, self._frames.device)
        at.keys[:, 0] = self._pool.roots.repeat_interleave(a_clip)
        at.slots[:, 0] = torch.arange(len(lengths), device=at.slots.device).repeat_interleave(
            a_clip
        )
        at.acoustic[:, 0] = 0.0
        ended: list[_Hypotheses] = []
        for frame in range(max(lengths) + 1):
            going = a_clip * sum(length > frame for length in lengths)
            if going < len(at.keys):
                ended.insert(0, self._finished(at.part(slice(going, None)), going))
                at = at.part(slice(going))
            if going:
                at = self._frame(at, frame)
        return self._paths(_Hypotheses(*(torch.cat(parts) for parts in zip(*ended, strict=True))))

    def _frame(self, at: _Hypotheses, frame: int) -> _Hypotheses:
        """The hypotheses after one more frame."""
        beam = self._settings.beam
        ended = _empty(len(at.keys), self._wide, at.keys.device)
        for said in range(self._settings.max_symbols + 1):
            rows = (at.acoustic.flatten() > _NONE).nonzero()[:, 0]
            if not len(rows):  # all scores were no numbers
                return at
            logs = self._joined(at.slots.flatten()[rows], frame)
            acoustic = torch.full_like(at.acoustic, _NONE).flatten()
            acoustic[rows] = at.acoustic.flatten()[rows] + logs[:, -1].double()
            passed = at._replace(acoustic=acoustic.view_as(at.acoustic))
            ended = _merged(ended, passed, said * beam)
            if said == self._settings.max_symbols:
                break
            longer = self._longer(at, rows, logs[:, :-1], self._least(ended), frame)
            if longer is None:
                break
            at = longer
        at = ended.at(ended.total.topk(beam, 1).indices)
        if self._pool.full(at.keys.numel()):
            live = at.acoustic > _NONE
            at.slots[live] = self._pool.compact(at.keys[live], at.slots[live])
            at.slots[~live] = 0
        return at

    def _joined(self, slots: torch.Tensor, frame: int) -> torch.Tensor:
        """Log-probabilities (slots, tokens + 1) of what comes after prefixes in a frame."""
        back = None
        if self._several:
            slots, back = torch.unique(slots, return_inverse=True)
        clips, predictions = self._pool.rows(slots)

        def joined(frames: torch.Tensor, predictions: torch.Tensor) -> Tensors:
            return (self._model.joiner(frames, predictions).float().log_softmax(1),)

        logs = in_fixed_rows(joined, (self._frames[clips, frame], predictions))[0]
        return logs if back is None else logs[back]

    def _least(self, ended: _Hypotheses) -> torch.Tensor:
        """What a hypothesis of each group must surpass to matter still (groups)."""
        best = ended.total.topk(self._settings.beam, 1).values
        if self._settings.margin is None:
            return best[:, -1]
        return torch.maximum(best[:, -1], best[:, 0] - self._settings.margin)

    def _longer(
        self,
        at: _Hypotheses,
        rows: torch.Tensor,
        logs: torch.Tensor,
        least: torch.Tensor,
        frame: int,
    ) -> _Hypotheses | None:
        """The best hypotheses of one more token in the same frame, None if none is above `least`.

        `rows` are the places of hypotheses in `at`, `logs` (rows, tokens) what they may go on with.
        """
        groups, beam = at.keys.shape
        slots, totals = at.slots.flatten()[rows], at.total.flatten()[rows]
        lm_logs, scores = None, logs
        if self._lm is not None:
            lm_logs = self._pool.lm_logs(slots)
            scores = logs + self._weights[rows // beam, None] * lm_logs
        some = (totals + scores.amax(1).double() > least[rows // beam]).nonzero()[:, 0]
        if not len(some):
            return None
        values, tokens = scores[some].topk(min(beam, scores.shape[1]), 1)
        wide = values.shape[1]
        given = torch.full((groups * beam, wide), _NONE, dtype=torch.double, device=rows.device)
        given[rows[some]] = totals[some, None] + values.double()
        best, places = given.view(groups, -1).topk(beam, 1)
        group, place = (best > least[:, None]).nonzero(as_tuple=True)
        parent = group * beam + places[group, place] // wide
        source = torch.zeros(groups * beam, dtype=torch.long, device=rows.device)
        source[rows[some]] = torch.arange(len(some), device=rows.device)
        token = tokens[source[parent], places[group, place] % wide]
        row = some[source[parent]]
        keys = mixed(at.keys.flatten()[parent], token)
        made = _empty(groups, beam, rows.device)
        made.keys[group, place] = keys
        made.slots[group, place] = self._pool.children(slots[row], token, keys)
        made.acoustic[group, place] = at.acoustic.flatten()[parent] + logs[row, token].double()
        if lm_logs is not None:
            gained = self._weights[group].double() * lm_logs[row, token].double()
            made.bonus[group, place] = at.bonus.flatten()[parent] + gained
        made.trace[group, place] = self._traces.add(at.trace.flatten()[parent], token, frame)
        return made

    def _finished(self, at: _Hypotheses, first: int) -> _Hypotheses:
        """The hypotheses of groups from `first` on, best first, with the end of the sentence."""
        if self._lm is not None:
            live = at.acoustic > _NONE
            weights = self._weights[first : first + len(at.keys), None].expand_as(at.bonus)
            ends = self._pool.finish(at.slots[live]).double()
            at.bonus[live] += weights[live].double() * ends
        return at.at(
            at.total.argsort(dim=1, descending=True, stable=True)[:, : self._settings.nbest]
        )

    def _paths(self, best: _Hypotheses) -> list[list[Path]]:
        before, tokens, frames = self._traces.read()
        paths: list[list[Path]] = []
        for scores, bonuses, traces in zip(
            best.total.tolist(), best.bonus.tolist(), best.trace.tolist(), strict=True
        ):
            paths.append([])
            for score, bonus, trace in zip(scores, bonuses, traces, strict=True):
                if score == _NONE:
                    continue
                path = Path([], [], score, bonus)
                while trace:
                    path.tokens.insert(0, tokens[trace])
                    path.frames.insert(0, frames[trace])
                    trace = before[trace]
                paths[-1].append(path)
        return paths


def _merged(ended: _Hypotheses, more: _Hypotheses, start: int) -> _Hypotheses:
    """Hypotheses with some more, which are put to the places from `start` on.

    Of those that are in `ended` already the probabilities are added.
    """
    end = start + more.keys.shape[1]
    acoustic, trace, own = ended.acoustic, ended.trace, more.acoustic
    if start:
        same = ended.keys[:, :, None] == more.keys[:, None, :]
        same &= (acoustic[:, :, None] > _NONE) & (own[:, None, :] > _NONE)
        added, which = torch.where(same, own[:, None, :], _NONE).max(2)
        trace = torch.where(added > acoustic, more.trace.gather(1, which), trace)
        acoustic = torch.logaddexp(acoustic, added)
        own = torch.where(same.any(1), _NONE, own)
    acoustic[:, start:end] = own
    trace[:, start:end] = more.trace
    for whole, part in (
        (ended.keys, more.keys),
        (ended.slots, more.slots),
        (ended.bonus, more.bonus),
    ):
        whole[:, start:end] = part
    return ended._replace(acoustic=acoustic, trace=trace)
