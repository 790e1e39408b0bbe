"""Beam search of transducers over many clips and many language model weights at once.

Frame-synchronous: all hypotheses go from frame to frame together, with up to `max_symbols` tokens
in each. Alignments of the same tokens are merged into one hypothesis and their probabilities
added. With an unlimited beam the scores are those of the model (Graves 2012), restricted to
alignments of at most `max_symbols` tokens per frame.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import torch

from privtool.models.asr.decoding.greedy import MAX_SYMBOLS, TokenPath
from privtool.models.asr.decoding.hypotheses import (
    NEG_INF,
    Hypotheses,
    PieceLm,
    PrefixCache,
    Traces,
    extend_keys,
    merge,
    unused,
)
from privtool.models.asr.transducer.model import Encoded, Transducer
from privtool.models.runtime.numerics import ROWS, Tensors, batch_invariant, batch_invariant_many

_LANES = 32  # elements that a CPU may add at a time; multiples keep the order of summation


class BeamSettings(NamedTuple):
    """The width of the search: hypotheses, tokens per frame, and hypotheses to return."""

    beam: int = 4
    max_symbols: int = MAX_SYMBOLS
    nbest: int = 1


class _Expansions(NamedTuple):
    """Hypotheses to extend: their flat indices `rows` (rows), and scores of all next tokens.

    The scores (rows, tokens) are the transducer's, the transducer's with the weighted language
    model, and the language model's.
    """

    rows: torch.Tensor
    acoustic: torch.Tensor
    total: torch.Tensor
    lm: torch.Tensor


@torch.inference_mode()
def beam_search(
    model: Transducer,
    encoded: Encoded,
    settings: BeamSettings,
    lm: PieceLm | None = None,
    weights: Sequence[float] = (0.0,),
) -> list[list[list[TokenPath]]]:
    """Return the best paths [clip][weight][best first]; the model must be in evaluation mode.

    A path's score is log P(tokens | clip) + weight * log P(tokens, end) by the language model. The
    frame of a token is that of the likeliest alignment found. No result depends on the other clips
    or weights, and a weight of zero equals, to the last bit, a search without a language model.
    """
    if not len(encoded.frames):
        return []
    if lm is None and any(weights):
        raise ValueError("a weight needs a language model")
    order = encoded.lengths.argsort(descending=True, stable=True).tolist()
    search = _Search(model, encoded.frames[order], settings, lm, weights)
    groups = search.run([int(encoded.lengths[clip]) for clip in order])
    paths: list[list[list[TokenPath]]] = [[] for _ in order]
    for index, clip in enumerate(order):
        paths[clip] = groups[index * len(weights) : (index + 1) * len(weights)]
    return paths


class _Search:
    """One search over clips that are sorted by length, longest first."""

    def __init__(
        self,
        model: Transducer,
        frames: torch.Tensor,
        settings: BeamSettings,
        lm: PieceLm | None,
        weights: Sequence[float],
    ) -> None:
        self._joiner, self._settings = model.joiner, settings
        self._frames = frames
        if frames.shape[1]:
            rows = batch_invariant(self._joiner.from_frame, frames.flatten(0, 1), ROWS)
            self._frames = rows.view(*frames.shape[:2], rows.shape[1])
        self._several_weights = len(weights) > 1
        self._lm = lm
        self._lm_only_lowers = lm is None or min(weights) >= 0
        self._weights = torch.tensor(weights, device=frames.device).float().repeat(len(frames))
        project = self._joiner.from_prediction
        self._cache = PrefixCache(model, project, lm, len(frames), frames.device)
        self._traces = Traces(frames.device)
        width = settings.beam * (settings.max_symbols + 1)
        self._width = -(-width // _LANES) * _LANES

    def run(self, lengths: Sequence[int]) -> list[list[TokenPath]]:
        beam, per_clip = self._settings.beam, len(self._weights) // len(lengths)
        active = unused(len(self._weights), beam, self._frames.device)
        active.keys[:, 0] = self._cache.roots.repeat_interleave(per_clip)
        clips = torch.arange(len(lengths), device=active.slots.device)
        active.slots[:, 0] = clips.repeat_interleave(per_clip)
        active.acoustic[:, 0] = 0.0
        finished: list[Hypotheses] = []
        for frame in range(max(lengths) + 1):
            groups = per_clip * sum(length > frame for length in lengths)
            if groups < len(active.keys):
                finished.insert(0, self._finish(active.groups(slice(groups, None)), groups))
                active = active.groups(slice(groups))
            if groups:
                active = self._advance(active, frame)
        best = Hypotheses(*(torch.cat(parts) for parts in zip(*finished, strict=True)))
        return self._traces.paths(best)

    def _advance(self, active: Hypotheses, frame: int) -> Hypotheses:
        """Return the hypotheses after one more frame."""
        beam = self._settings.beam
        ended = unused(len(active.keys), self._width, active.keys.device)
        for symbols in range(self._settings.max_symbols + 1):
            rows = (active.acoustic.flatten() > NEG_INF).nonzero()[:, 0]
            if not len(rows):  # all scores were NaN
                return active
            logprobs = self._join(active.slots.flatten()[rows], frame)
            acoustic = torch.full_like(active.acoustic, NEG_INF).flatten()
            acoustic[rows] = active.acoustic.flatten()[rows] + logprobs[:, -1].double()
            with_blank = active._replace(acoustic=acoustic.view_as(active.acoustic))
            ended = merge(ended, with_blank, symbols * beam)
            if symbols == self._settings.max_symbols:
                break
            threshold = ended.total.topk(beam, 1).values[:, -1]
            extended = self._extend(active, rows, logprobs[:, :-1], threshold, frame)
            if extended is None:
                break
            active = extended
        active = ended.gather(ended.total.topk(beam, 1).indices)
        if self._cache.used > max(self._cache.max_slots, 4 * active.keys.numel()):
            live = active.acoustic > NEG_INF
            active.slots[live] = self._cache.compact(active.keys[live], active.slots[live])
            active.slots[~live] = 0
        return active

    def _join(self, slots: torch.Tensor, frame: int) -> torch.Tensor:
        """Return log-probabilities (slots, tokens + 1) of the next token or blank in a frame."""
        inverse = None
        if self._several_weights:
            slots, inverse = torch.unique(slots, return_inverse=True)
        clips, predictions = self._cache.rows(slots)

        def join(frames: torch.Tensor, predictions: torch.Tensor) -> Tensors:
            return (self._joiner.join(frames, predictions).float().log_softmax(1),)

        logprobs = batch_invariant_many(join, (self._frames[clips, frame], predictions))[0]
        return logprobs if inverse is None else logprobs[inverse]

    def _extend(
        self,
        active: Hypotheses,
        rows: torch.Tensor,
        logprobs: torch.Tensor,
        threshold: torch.Tensor,
        frame: int,
    ) -> Hypotheses | None:
        """Return the best hypotheses with one more token in the same frame.

        `rows` are the flat indices of the active hypotheses, `logprobs` (rows, tokens) their next
        tokens. None if no hypothesis of a group scores above its `threshold` (groups).
        """
        groups, beam = active.keys.shape
        expansions = _Expansions(rows, logprobs, logprobs, logprobs)
        rows, logprobs, scores, lm_logprobs = self._prune(active, expansions, threshold)
        if not len(rows):
            return None
        totals = active.total.flatten()[rows]
        values, tokens = scores.topk(min(beam, scores.shape[1]), 1)
        width = values.shape[1]
        shape = groups * beam, width
        candidates = torch.full(shape, NEG_INF, dtype=torch.double, device=rows.device)
        candidates[rows] = totals[:, None] + values.double()
        best, indices = candidates.view(groups, -1).topk(beam, 1)
        group, column = (best > threshold[:, None]).nonzero(as_tuple=True)
        parent = group * beam + indices[group, column] // width
        row_of = torch.zeros(groups * beam, dtype=torch.long, device=rows.device)
        row_of[rows] = torch.arange(len(rows), device=rows.device)
        row = row_of[parent]
        token = tokens[row, indices[group, column] % width]
        keys = extend_keys(active.keys.flatten()[parent], token)
        slots = self._cache.children(active.slots.flatten()[parent], token, keys)
        new = unused(groups, beam, rows.device)
        new.keys[group, column] = keys
        new.slots[group, column] = slots
        gain = logprobs[row, token].double()
        new.acoustic[group, column] = active.acoustic.flatten()[parent] + gain
        new.bonus[group, column] = active.bonus.flatten()[parent]
        if self._lm is not None:
            gain = self._weights[group].double() * lm_logprobs[row, token].double()
            new.bonus[group, column] += gain
        new.trace[group, column] = self._traces.add(active.trace.flatten()[parent], token, frame)
        return new

    def _prune(
        self, active: Hypotheses, expansions: _Expansions, threshold: torch.Tensor
    ) -> _Expansions:
        """Add the language model's scores, and keep what may have a successor above `threshold`.

        A model that only lowers scores is run for those alone that pass without it.
        """
        beam, lm = active.keys.shape[1], self._lm
        totals = active.total.flatten()

        def pruned(expansions: _Expansions) -> _Expansions:
            best = totals[expansions.rows] + expansions.total.amax(1).double()
            kept = (best > threshold[expansions.rows // beam]).nonzero()[:, 0]
            return _Expansions(*(part[kept] for part in expansions))

        if self._lm_only_lowers:
            expansions = pruned(expansions)
        if lm is None or not len(expansions.rows):
            return expansions
        logprobs = self._cache.lm_logprobs(active.slots.flatten()[expansions.rows])
        total = expansions.total + self._weights[expansions.rows // beam, None] * logprobs
        return pruned(expansions._replace(total=total, lm=logprobs))

    def _finish(self, active: Hypotheses, first: int) -> Hypotheses:
        """Add the end of the sentence to groups from `first` on, and sort them, best first."""
        if self._lm is not None:
            live = active.acoustic > NEG_INF
            weights = self._weights[first : first + len(active.keys), None].expand_as(active.bonus)
            ends = self._cache.finish(active.slots[live]).double()
            active.bonus[live] += weights[live].double() * ends
        order = active.total.argsort(dim=1, descending=True, stable=True)
        return active.gather(order[:, : self._settings.nbest])
