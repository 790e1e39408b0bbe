"""A language model over words, asked piece by piece: look-ahead over a prefix tree.

Source: Ortmanns 1996, Language-model look-ahead for large vocabulary speech recognition; for
end-to-end recognizers Hori 2018. What a hypothesis has gained for the word that it is in is the
log-probability of all words that begin so; when the word ends this is paid back, and the word's own
log-probability taken instead. So a finished sentence has what the language model gives its words.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray

from privtool.models.asr.decoding.prefix_tree import Masses, WordTree
from privtool.models.lm.incremental import LmSteps, State

_HELD_BYTES = 1 << 28


class _History(NamedTuple):
    """The words so far: those of another history, one more, and the language model's state."""

    before: int
    word: int
    state: State


class _Place(NamedTuple):
    """Where hypotheses are: a history and the letters of a word that has begun.

    `expected` (tokens) is what they should have gained for this word, and for one that a token
    begins, after each token.
    """

    history: int
    letters: str
    expected: NDArray[np.float64]


class WordLookAhead:
    """A word-level language model of `lm-train`, for recognizers over any pieces: a `TokenLm`.

    Words are those of `text/words.py`, as the model knows them: punctuation and enclitics gain
    nothing. The state is where a hypothesis is, and what it has gained for its word so far.
    """

    never_positive = False  # what was taken for a rare word is paid back

    def __init__(
        self,
        steps: LmSteps,
        words: Mapping[str, int],
        end: int,
        unknown: int,
        pieces: Sequence[str],
        roles: Sequence[str],
        device: torch.device,
    ) -> None:
        """`words` are the entries of the model that are words; `pieces` are all tokens in turn."""
        self._steps, self._end, self._unknown, self._device = steps, end, unknown, device
        self._tree = WordTree(words, pieces, roles)
        self._entries = np.array([words[word] for word in self._tree.words], np.int64)
        self._looks = any(self._tree.letters[token] for token in self._tree.beginning.tokens)
        self._most = max(64, _HELD_BYTES // (16 * len(self._entries) + 1))
        self._forget()

    def start(self, count: int) -> tuple[torch.Tensor, State]:
        """As `TokenLm` says."""
        self._forget()
        self._met([(-1, self._end)])
        place = self._placed([(0, "")])[0]
        gained = torch.zeros(count, dtype=torch.double, device=self._device)
        return self._found([place] * count, gained)

    def step(self, tokens: torch.Tensor, state: State) -> tuple[torch.Tensor, State]:
        """As `TokenLm` says."""
        tree, places, gained = self._tree, [self._places[n] for n in state[0].tolist()], []
        done = [
            (place.history, place.letters) if tree.begins[token] else (place.history, "")
            for place, token in zip(places, tokens.tolist(), strict=True)
        ]
        wanted = []
        for place, token, before, (value, history) in zip(
            places, tokens.tolist(), state[1].tolist(), self._finished(done), strict=True
        ):
            # What the search was told, to the last bit: so what it adds up to is exact.
            told = float(np.float32(place.expected[token] - before))
            gained.append(before + told - value)
            before_it = "" if tree.begins[token] else place.letters
            wanted.append((history, before_it + tree.letters[token]))
        sums = torch.tensor(gained, dtype=torch.double, device=self._device)
        return self._found(self._placed(wanted), sums)

    def finish(self, state: State) -> torch.Tensor:
        """As `TokenLm` says."""
        places = [self._places[number] for number in state[0].tolist()]
        finished = self._finished([(place.history, place.letters) for place in places])
        values = [
            value - before + self._masses(history).end
            for (value, history), before in zip(finished, state[1].tolist(), strict=True)
        ]
        return torch.tensor(values, dtype=torch.float, device=self._device)

    def _forget(self) -> None:
        self._steps.reset()
        self._histories: list[_History] = []
        self._next: dict[tuple[int, int], int] = {}
        self._held: OrderedDict[int, Masses] = OrderedDict()
        self._places: list[_Place] = []
        self._known: dict[tuple[int, str], int] = {}

    def _found(self, places: Sequence[int], gained: torch.Tensor) -> tuple[torch.Tensor, State]:
        expected = np.stack([self._places[place].expected for place in places])
        less = expected - gained.cpu().numpy()[:, None]
        logs = torch.from_numpy(less.astype(np.float32)).to(self._device)
        return logs, (torch.tensor(places, device=self._device), gained)

    def _placed(self, wanted: Sequence[tuple[int, str]]) -> list[int]:
        """The places of histories with letters of a word."""
        new = [key for key in dict.fromkeys(wanted) if key not in self._known]
        words = [self._tree.finished(letters) if letters else [] for _, letters in new]
        # A word of the vocabulary may well end here: what comes next is asked for already. What
        # follows any other ending is guessed by what could stand in its place.
        likely = [
            (history, found[0][0])
            for (history, _), found in zip(new, words, strict=True)
            if len(found) == 1 and found[0][0] >= 0 and self._looks
        ]
        after = dict(zip(likely, self._met(self._as_entries(likely)), strict=True))
        for (history, letters), found in zip(new, words, strict=True):
            masses = self._masses(history)
            expected = np.empty(len(self._tree.letters))
            within = self._tree.outlook(letters)
            expected[within.tokens] = self._tree.expected(within, masses)
            numbers = np.array(found, np.int64).reshape(-1, 2)
            value = float(self._tree.values(numbers[:, 0], numbers[:, 1], masses).sum())
            then = after.get((history, found[0][0]), history) if len(found) == 1 else history
            begin = self._tree.beginning
            expected[begin.tokens] = value + self._tree.expected(begin, self._masses(then))
            self._known[history, letters] = len(self._places)
            self._places.append(_Place(history, letters, expected))
        return [self._known[key] for key in wanted]

    def _finished(self, texts: Sequence[tuple[int, str]]) -> list[tuple[float, int]]:
        """For histories and whole words: the log-probability of these, and the history after."""
        words = [self._tree.finished(letters) if letters else [] for _, letters in texts]
        values, histories = [0.0] * len(texts), [history for history, _ in texts]
        for turn in range(max(map(len, words), default=0)):
            rows = [row for row, found in enumerate(words) if len(found) > turn]
            for row in rows:
                word, length = (np.array([number]) for number in words[row][turn])
                masses = self._masses(histories[row])
                values[row] += float(self._tree.values(word, length, masses)[0])
            pairs = [(histories[row], words[row][turn][0]) for row in rows]
            for row, history in zip(rows, self._met(self._as_entries(pairs)), strict=True):
                histories[row] = history
        return list(zip(values, histories, strict=True))

    def _as_entries(self, pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
        """(history, word) with the entry of the language model instead of the tree's word."""
        return [
            (history, int(self._entries[word]) if word >= 0 else self._unknown)
            for history, word in pairs
        ]

    def _met(self, pairs: Sequence[tuple[int, int]]) -> list[int]:
        """The histories that come of others by one more entry; new ones are asked for together."""
        new = [pair for pair in dict.fromkeys(pairs) if pair not in self._next]
        if new:
            for pair, (masses, state) in zip(new, self._asked(new), strict=True):
                self._next[pair] = len(self._histories)
                self._hold(len(self._histories), masses)
                self._histories.append(_History(*pair, state))
        return [self._next[pair] for pair in pairs]

    def _asked(self, pairs: Sequence[tuple[int, int]]) -> list[tuple[Masses, State]]:
        states = [
            self._steps.empty(1) if history < 0 else self._histories[history].state
            for history, _ in pairs
        ]
        state = tuple(torch.cat(parts) for parts in zip(*states, strict=True))
        ids = torch.tensor([word for _, word in pairs], device=self._device)
        logs, after = self._steps.step(ids, state)
        rows = logs.cpu().double().numpy()
        found: list[tuple[Masses, State]] = []
        for number, row in enumerate(rows):
            own = row[self._entries]
            sums = np.concatenate(([0.0], np.cumsum(np.exp(own))))
            masses = Masses(own, sums, float(row[self._unknown]), float(row[self._end]))
            found.append((masses, tuple(part[number : number + 1].clone() for part in after)))
        return found

    def _masses(self, history: int) -> Masses:
        """What is expected after a history; asked for again if it was long ago."""
        held = self._held.get(history)
        if held is not None:
            self._held.move_to_end(history)
            return held
        before, word, _ = self._histories[history]
        masses, _ = self._asked([(before, word)])[0]
        self._hold(history, masses)
        return masses

    def _hold(self, history: int, masses: Masses) -> None:
        self._held[history] = masses
        while len(self._held) > self._most:
            self._held.popitem(last=False)
