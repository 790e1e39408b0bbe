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

from privtool.models.asr.decoding.greedy import MAX_SYMBOLS, Path
from privtool.models.asr.decoding.hypotheses import NONE, Hypotheses, Traces, empty, merged
from privtool.models.asr.decoding.prefix_cache import PrefixPool, mixed
from privtool.models.asr.decoding.token_lm import TokenLm
from privtool.models.asr.transducer.joiners import joiner_parts
from privtool.models.asr.transducer.model import Encoded, Transducer
from privtool.models.runtime.batch_invariance import Tensors, in_fixed_rows

_LANES = 32  # elements that a processor may add at a time: no sum is then computed in another way


class BeamSettings(NamedTuple):
    """How wide to search: hypotheses, tokens a frame, and hypotheses that come back.

    `length_bonus` is added to the score for every token: above nought longer texts are found.
    """

    beam: int = 4
    max_symbols: int = MAX_SYMBOLS
    nbest: int = 1
    length_bonus: float = 0.0


class _Next(NamedTuple):
    """What hypotheses may go on with.

    `rows` (rows) are their places; then (rows, tokens) by the transducer, with the language model
    and its weight, and by the language model.
    """

    rows: torch.Tensor
    logs: torch.Tensor
    scores: torch.Tensor
    lm_logs: torch.Tensor


@torch.inference_mode()
def beam_search(
    model: Transducer,
    encoded: Encoded,
    settings: BeamSettings,
    lm: TokenLm | None = None,
    weights: Sequence[float] = (0.0,),
) -> list[list[list[Path]]]:
    """The best paths [clip][weight][best first] of clips; the model must be in evaluation mode.

    A path's score is log P(tokens | clip) + weight * log P(tokens, end) by the language model, and
    the length bonus for each token. The frame of a token is that of the likeliest alignment met.
    Nothing depends on the other clips or weights, and a weight of nought gives, to the last bit,
    what no language model does.
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
        self._parts, self._settings = joiner_parts(model.joiner), settings
        self._frames = self._prepared(frames)
        self._several = len(weights) > 1
        self._lm = lm
        self._never_adds = lm is None or (lm.never_positive and min(weights) >= 0)
        self._weights = torch.tensor(weights, device=frames.device).float().repeat(len(frames))
        self._pool = PrefixPool(model, self._parts.prediction, lm, len(frames), frames.device)
        self._traces = Traces(frames.device)
        wide = settings.beam * (settings.max_symbols + 1)
        self._wide = -(-wide // _LANES) * _LANES

    def _prepared(self, frames: torch.Tensor) -> torch.Tensor:
        """The part of all frames (clips, frames, width) in the joint network."""

        def layer(frames: torch.Tensor) -> Tensors:
            return (self._parts.frame(frames),)

        if not frames.shape[1]:
            return frames
        found = in_fixed_rows(layer, (frames.flatten(0, 1),))[0]
        return found.view(*frames.shape[:2], found.shape[1])

    def run(self, lengths: Sequence[int]) -> list[list[Path]]:
        """The paths of all groups."""
        settings, a_clip = self._settings, len(self._weights) // len(lengths)
        at = empty(len(self._weights), settings.beam, self._frames.device)
        at.keys[:, 0] = self._pool.roots.repeat_interleave(a_clip)
        at.slots[:, 0] = torch.arange(len(lengths), device=at.slots.device).repeat_interleave(
            a_clip
        )
        at.acoustic[:, 0] = 0.0
        ended: list[Hypotheses] = []
        for frame in range(max(lengths) + 1):
            going = a_clip * sum(length > frame for length in lengths)
            if going < len(at.keys):
                ended.insert(0, self._finished(at.part(slice(going, None)), going))
                at = at.part(slice(going))
            if going:
                at = self._frame(at, frame)
        return self._paths(Hypotheses(*(torch.cat(parts) for parts in zip(*ended, strict=True))))

    def _frame(self, at: Hypotheses, frame: int) -> Hypotheses:
        """The hypotheses after one more frame."""
        beam = self._settings.beam
        ended = empty(len(at.keys), self._wide, at.keys.device)
        for said in range(self._settings.max_symbols + 1):
            rows = (at.acoustic.flatten() > NONE).nonzero()[:, 0]
            if not len(rows):  # all scores were no numbers
                return at
            logs = self._joined(at.slots.flatten()[rows], frame)
            acoustic = torch.full_like(at.acoustic, NONE).flatten()
            acoustic[rows] = at.acoustic.flatten()[rows] + logs[:, -1].double()
            passed = at._replace(acoustic=acoustic.view_as(at.acoustic))
            ended = merged(ended, passed, said * beam)
            if said == self._settings.max_symbols:
                break
            longer = self._longer(at, rows, logs[:, :-1], self._least(ended), frame)
            if longer is None:
                break
            at = longer
        at = ended.at(ended.total.topk(beam, 1).indices)
        if self._pool.full(at.keys.numel()):
            live = at.acoustic > NONE
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
            return (self._parts.join(frames, predictions).float().log_softmax(1),)

        logs = in_fixed_rows(joined, (self._frames[clips, frame], predictions))[0]
        return logs if back is None else logs[back]

    def _least(self, ended: Hypotheses) -> torch.Tensor:
        """What a hypothesis of each group must surpass to matter still (groups)."""
        return ended.total.topk(self._settings.beam, 1).values[:, -1]

    def _longer(
        self,
        at: Hypotheses,
        rows: torch.Tensor,
        logs: torch.Tensor,
        least: torch.Tensor,
        frame: int,
    ) -> Hypotheses | None:
        """The best hypotheses of one more token in the same frame, None if none is above `least`.

        `rows` are the places of hypotheses in `at`, `logs` (rows, tokens) what they may go on with.
        """
        groups, beam = at.keys.shape
        bonus = self._settings.length_bonus
        hopeful = self._hopeful(at, _Next(rows, logs, logs + bonus, logs), least)
        if not len(hopeful.rows):
            return None
        rows, logs, scores, lm_logs = hopeful
        totals = at.total.flatten()[rows]
        values, tokens = scores.topk(min(beam, scores.shape[1]), 1)
        wide = values.shape[1]
        given = torch.full((groups * beam, wide), NONE, dtype=torch.double, device=rows.device)
        given[rows] = totals[:, None] + values.double()
        best, places = given.view(groups, -1).topk(beam, 1)
        group, place = (best > least[:, None]).nonzero(as_tuple=True)
        parent = group * beam + places[group, place] // wide
        source = torch.zeros(groups * beam, dtype=torch.long, device=rows.device)
        source[rows] = torch.arange(len(rows), device=rows.device)
        row = source[parent]
        token = tokens[row, places[group, place] % wide]
        keys = mixed(at.keys.flatten()[parent], token)
        made = empty(groups, beam, rows.device)
        made.keys[group, place] = keys
        made.slots[group, place] = self._pool.children(at.slots.flatten()[parent], token, keys)
        made.acoustic[group, place] = at.acoustic.flatten()[parent] + logs[row, token].double()
        made.bonus[group, place] = at.bonus.flatten()[parent] + bonus
        if self._lm is not None:
            gained = self._weights[group].double() * lm_logs[row, token].double()
            made.bonus[group, place] += gained
        made.trace[group, place] = self._traces.add(at.trace.flatten()[parent], token, frame)
        return made

    def _hopeful(self, at: Hypotheses, given: _Next, least: torch.Tensor) -> _Next:
        """Those that may have a successor above `least`, with the language model in their scores.

        A model that never adds is asked about those alone that could do without it.
        """
        beam, lm = at.keys.shape[1], self._lm
        totals = at.total.flatten()

        def kept(given: _Next) -> _Next:
            best = totals[given.rows] + given.scores.amax(1).double()
            some = (best > least[given.rows // beam]).nonzero()[:, 0]
            return _Next(*(part[some] for part in given))

        if self._never_adds:
            given = kept(given)
        if lm is None or not len(given.rows):
            return given
        lm_logs = self._pool.lm_logs(at.slots.flatten()[given.rows])
        scores = given.scores + self._weights[given.rows // beam, None] * lm_logs
        return kept(given._replace(scores=scores, lm_logs=lm_logs))

    def _finished(self, at: Hypotheses, first: int) -> Hypotheses:
        """The hypotheses of groups from `first` on, best first, with the end of the sentence."""
        if self._lm is not None:
            live = at.acoustic > NONE
            weights = self._weights[first : first + len(at.keys), None].expand_as(at.bonus)
            ends = self._pool.finish(at.slots[live]).double()
            at.bonus[live] += weights[live].double() * ends
        return at.at(
            at.total.argsort(dim=1, descending=True, stable=True)[:, : self._settings.nbest]
        )

    def _paths(self, best: Hypotheses) -> list[list[Path]]:
        before, tokens, frames = self._traces.read()
        paths: list[list[Path]] = []
        for scores, bonuses, traces in zip(
            best.total.tolist(), best.bonus.tolist(), best.trace.tolist(), strict=True
        ):
            paths.append([])
            for score, bonus, trace in zip(scores, bonuses, traces, strict=True):
                if score == NONE:
                    continue
                path = Path([], [], score, bonus)
                while trace:
                    path.tokens.insert(0, tokens[trace])
                    path.frames.insert(0, frames[trace])
                    trace = before[trace]
                paths[-1].append(path)
        return paths
