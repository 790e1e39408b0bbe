"""The hypotheses of a beam search over many clips and weights, their language model and cache."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import torch

from privtool.models.asr.decoding.greedy import TokenPath, start_predictor, step_predictor
from privtool.models.asr.tokenizer import AsrTokens
from privtool.models.asr.transducer.model import Layer, Transducer
from privtool.models.lm.checkpoint import load_lm
from privtool.models.lm.incremental import IncrementalLm, State, incremental_lm


class PieceLm:
    """A language model over the recognizer's own tokens, read token by token, for shallow fusion.

    The first token is predicted from the end-of-sentence token. All log-probabilities are natural
    logarithms. A row of an output depends only on the same row of the inputs, to the last bit.
    States are valid until `start` is called again.
    """

    def __init__(
        self, lm: IncrementalLm, ids: Sequence[int], end: int, device: torch.device
    ) -> None:
        """`ids` are the tokens' ids in the model, `end` is the end of sentence's."""
        self._lm, self._end = lm, end
        self._ids = torch.tensor([*ids, end], device=device)

    def start(self, count: int) -> tuple[torch.Tensor, State]:
        """Return log-probabilities (count, tokens) of the first token, and the state there."""
        self._lm.reset()
        first = torch.full((1,), self._end, device=self._ids.device)
        logprobs, state = self._run(first, self._lm.initial_state(1))
        state = tuple(part.expand(count, *part.shape[1:]) for part in state)
        return logprobs.expand(count, -1), state

    def step(self, tokens: torch.Tensor, state: State) -> tuple[torch.Tensor, State]:
        """Read one token per hypothesis.

        Return log-probabilities (hypotheses, tokens) of the next token, and the new state, whose
        first part is the log-probability of the end.
        """
        return self._run(self._ids[tokens], state[1:])

    def finish(self, state: State) -> torch.Tensor:
        """Return the log-probabilities (hypotheses) of the end of the sentence."""
        return state[0]

    def _run(self, ids: torch.Tensor, state: State) -> tuple[torch.Tensor, State]:
        logprobs, after = self._lm.step(ids, state)
        logprobs = logprobs[:, self._ids]
        return logprobs[:, :-1], (logprobs[:, -1], *after)


def fused_lm(lm: Path, tokens: AsrTokens, device: torch.device) -> PieceLm:
    """Load a language model over these tokens. Raise `UnavailableError` if it is not possible."""
    folder = load_lm(lm)
    folder.model.to(device)
    ids = folder.tokens.ids
    token_ids = [ids[piece] for piece in tokens.pieces]
    return PieceLm(incremental_lm(folder.model), token_ids, folder.tokens.specials.end, device)


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


_MIN_SLOTS = 256
_MAX_BYTES = 1 << 28
_MIN_LOGPROB = -1e4  # so that an impossible token times a weight of zero is zero


def extend_keys(keys: torch.Tensor, tokens: torch.Tensor) -> torch.Tensor:
    """Return the keys (int64) of prefixes with one more token.

    A key stands for the whole prefix: of some thousand prefixes two collide once in 10^12 searches.
    """
    numbers = keys * 6364136223846793005 + (tokens + 1) * 7046029254386353131
    numbers = (numbers ^ ((numbers >> 29) & 0x7FFFFFFFF)) * 5180492295206395165
    return numbers ^ ((numbers >> 32) & 0xFFFFFFFF)


class PrefixCache:
    """Slots that hold a prefix: its clip, its prediction, and the states of both models.

    `parts` are tensors with a row per slot: clip, prediction, parts of the predictor's state.
    With a language model there follow the last token, whether it is `pending` (not yet read by
    the model), the model's log-probabilities and its state; while pending, these two are of the
    prefix without its last token. The first `clips` slots are the empty prefixes of the clips.
    """

    def __init__(
        self, model: Transducer, layer: Layer, lm: PieceLm | None, clips: int, device: torch.device
    ) -> None:
        """`clips` is at least one; `layer` is applied to predictions."""
        self._model, self._layer, self._lm = model, layer, lm
        numbers = torch.arange(clips, device=device)
        prediction, state = start_predictor(model, clips, device, layer)
        parts = [numbers, prediction, *state]
        self._states = slice(2, len(parts))
        if lm is not None:
            logprobs, lm_state = lm.start(clips)
            parts += [numbers, torch.zeros_like(numbers).bool()]  # last token, pending
            parts += [logprobs.clamp_min(_MIN_LOGPROB), *lm_state]
        self.parts = parts
        self.used = clips
        self.roots = extend_keys(numbers.new_zeros(clips), numbers)
        self._slots = {key: slot for slot, key in enumerate(self.roots.tolist())}
        slot_bytes = sum(part[0].numel() * part.element_size() for part in parts)
        self.max_slots = max(_MIN_SLOTS, _MAX_BYTES // max(1, slot_bytes))

    def rows(self, slots: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return the clips and predictions of slots."""
        return self.parts[0][slots], self.parts[1][slots]

    def lm_logprobs(self, slots: torch.Tensor) -> torch.Tensor:
        """Return the language model's log-probabilities (slots, tokens) of the next token."""
        self._run_lm(slots)
        return self.parts[self._states.stop + 2][slots]

    def finish(self, slots: torch.Tensor) -> torch.Tensor:
        """Return the language model's log-probability (slots) of the end of the sentence."""
        assert self._lm is not None
        self._run_lm(slots)
        state = tuple(part[slots] for part in self.parts[self._states.stop + 3 :])
        return self._lm.finish(state).clamp_min(_MIN_LOGPROB)

    def _run_lm(self, slots: torch.Tensor) -> None:
        """Have the language model read the pending last tokens of slots."""
        assert self._lm is not None
        tokens, pending, *outputs = self.parts[self._states.stop :]
        rows = torch.unique(slots[pending[slots]])
        if not len(rows):
            return
        logprobs, state = self._lm.step(tokens[rows], tuple(part[rows] for part in outputs[1:]))
        for part, new in zip(outputs, (logprobs.clamp_min(_MIN_LOGPROB), *state), strict=True):
            part[rows] = new
        pending[rows] = False

    def children(
        self, parents: torch.Tensor, tokens: torch.Tensor, keys: torch.Tensor
    ) -> torch.Tensor:
        """Return the slots of the prefixes `keys`: those in the slots `parents`, plus a token."""
        slots: list[int] = []
        new: list[int] = []
        for index, key in enumerate(keys.tolist()):
            slot = self._slots.get(key)
            if slot is None:
                slot = self._slots[key] = self.used + len(new)
                new.append(index)
            slots.append(slot)
        if new:
            indices = torch.tensor(new, device=keys.device)
            self._add(parents[indices], tokens[indices])
        return torch.tensor(slots, device=keys.device)

    def _add(self, parents: torch.Tensor, tokens: torch.Tensor) -> None:
        state = tuple(part[parents] for part in self.parts[self._states])
        rows = [self.parts[0][parents], *step_predictor(self._model, tokens, state, self._layer)]
        if self._lm is not None:
            outputs = self.parts[self._states.stop + 2 :]
            rows += [tokens, torch.ones_like(tokens).bool(), *(part[parents] for part in outputs)]
        end = self.used + len(parents)
        for number, row in enumerate(rows):
            part = self.parts[number]
            if end > len(part):
                larger = part.new_empty((max(2 * len(part), end, _MIN_SLOTS), *part.shape[1:]))
                larger[: self.used] = part[: self.used]
                self.parts[number] = part = larger
            part[self.used : end] = row
        self.used = end

    def compact(self, keys: torch.Tensor, slots: torch.Tensor) -> torch.Tensor:
        """Drop all other prefixes and return the new slots of these."""
        new_slots: torch.Tensor
        kept, new_slots = torch.unique(slots, return_inverse=True)
        self.parts = [part[kept] for part in self.parts]
        self.used = len(kept)
        self._slots = dict(zip(keys.tolist(), new_slots.tolist(), strict=True))
        return new_slots
