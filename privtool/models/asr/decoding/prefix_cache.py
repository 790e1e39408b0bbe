"""What a beam search knows of the beginnings of sentences that it has met.

A prefix is met again in frame after frame, in other hypotheses and with other weights; prediction
network and language model are asked about it once.
"""

from __future__ import annotations

import torch

from privtool.models.asr.decoding.greedy import first, predicted
from privtool.models.asr.decoding.token_lm import TokenLm
from privtool.models.asr.transducer.joiners import Layer
from privtool.models.asr.transducer.model import Transducer

_FIRST = 256
_MOST_BYTES = 1 << 28
_LEAST = -1e4  # so that an impossible token times a weight of nought is nought


def mixed(keys: torch.Tensor, tokens: torch.Tensor) -> torch.Tensor:
    """The keys of prefixes (int64) that are longer by a token.

    They stand for the whole prefix: two of some thousand are alike once in 10^12 searches.
    """
    numbers = keys * 6364136223846793005 + (tokens + 1) * 7046029254386353131
    numbers = (numbers ^ ((numbers >> 29) & 0x7FFFFFFFF)) * 5180492295206395165
    return numbers ^ ((numbers >> 32) & 0xFFFFFFFF)


class PrefixPool:
    """Slots that hold what is known of a prefix: its clip, its prediction, states of both models.

    `parts` are tensors with a row for each slot: clip, prediction, parts of the predictor's state.
    With a language model there are its log-probabilities and the parts of its state, which are
    those of the prefix without its last token until somebody asks (`_lacking`). The first `clips`
    slots are the empty prefixes of the clips.
    """

    def __init__(
        self,
        model: Transducer,
        layer: Layer,
        lm: TokenLm | None,
        clips: int,
        device: torch.device,
    ) -> None:
        """`clips` is at least one; `layer` is applied to predictions."""
        self._model, self._layer, self._lm = model, layer, lm
        numbers = torch.arange(clips, device=device)
        prediction, state = first(model, clips, device, layer)
        parts = [numbers, prediction, *state]
        self._states = slice(2, len(parts))
        if lm is not None:
            logs, lm_state = lm.start(clips)
            parts += [numbers, torch.zeros_like(numbers).bool()]  # the last token, `_lacking`
            parts += [logs.clamp_min(_LEAST), *lm_state]
        self.parts = parts
        self.used = clips
        self.roots = mixed(numbers.new_zeros(clips), numbers)
        self._slots = {key: slot for slot, key in enumerate(self.roots.tolist())}
        bytes_a_slot = sum(part[0].numel() * part.element_size() for part in parts)
        self._most = max(_FIRST, _MOST_BYTES // max(1, bytes_a_slot))

    def rows(self, slots: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Clips and predictions of slots."""
        return self.parts[0][slots], self.parts[1][slots]

    def lm_logs(self, slots: torch.Tensor) -> torch.Tensor:
        """What the language model expects after each: (slots, tokens)."""
        self._ask(slots)
        return self.parts[self._states.stop + 2][slots]

    def finish(self, slots: torch.Tensor) -> torch.Tensor:
        """The log-probability (slots) by the language model that all ends there."""
        assert self._lm is not None
        self._ask(slots)
        state = tuple(part[slots] for part in self.parts[self._states.stop + 3 :])
        return self._lm.finish(state).clamp_min(_LEAST)

    def _ask(self, slots: torch.Tensor) -> None:
        """Have the language model read the last tokens of slots that it has not read yet."""
        assert self._lm is not None
        tokens, lacking, *known = self.parts[self._states.stop :]
        some = torch.unique(slots[lacking[slots]])
        if not len(some):
            return
        logs, state = self._lm.step(tokens[some], tuple(part[some] for part in known[1:]))
        for part, new in zip(known, (logs.clamp_min(_LEAST), *state), strict=True):
            part[some] = new
        lacking[some] = False

    def children(
        self, parents: torch.Tensor, tokens: torch.Tensor, keys: torch.Tensor
    ) -> torch.Tensor:
        """The slots of the prefixes `keys`, each a prefix in the pool and one more token."""
        slots: list[int] = []
        new: list[int] = []
        for place, key in enumerate(keys.tolist()):
            slot = self._slots.get(key)
            if slot is None:
                slot = self._slots[key] = self.used + len(new)
                new.append(place)
            slots.append(slot)
        if new:
            places = torch.tensor(new, device=keys.device)
            self._add(parents[places], tokens[places])
        return torch.tensor(slots, device=keys.device)

    def _add(self, parents: torch.Tensor, tokens: torch.Tensor) -> None:
        state = tuple(part[parents] for part in self.parts[self._states])
        rows = [self.parts[0][parents], *predicted(self._model, tokens, state, self._layer)]
        if self._lm is not None:
            known = self.parts[self._states.stop + 2 :]
            rows += [tokens, torch.ones_like(tokens).bool(), *(part[parents] for part in known)]
        end = self.used + len(parents)
        for number, row in enumerate(rows):
            part = self.parts[number]
            if end > len(part):
                room = part.new_empty((max(2 * len(part), end, _FIRST), *part.shape[1:]))
                room[: self.used] = part[: self.used]
                self.parts[number] = part = room
            part[self.used : end] = row
        self.used = end

    def full(self, live: int) -> bool:
        """Whether it is time to `compact`, when so many slots are in use."""
        return self.used > max(self._most, 4 * live)

    def compact(self, keys: torch.Tensor, slots: torch.Tensor) -> torch.Tensor:
        """Forget all prefixes but these; their new slots."""
        places: torch.Tensor
        kept, places = torch.unique(slots, return_inverse=True)
        self.parts = [part[kept] for part in self.parts]
        self.used = len(kept)
        self._slots = dict(zip(keys.tolist(), places.tolist(), strict=True))
        return places
