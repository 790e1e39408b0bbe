"""A word language model scored piece by piece: look-ahead over a prefix tree.

Source: Ortmanns 1996, Language-model look-ahead for large vocabulary speech recognition; for
end-to-end recognizers Hori 2018. Inside a word a hypothesis is credited with the log-probability
of all words with its beginning. When the word ends, that credit is replaced by the word's own
log-probability. So the words of a finished sentence have the scores of the language model.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray

from privtool.models.asr.decoding.prefix_tree import NextWordProbs, WordTree
from privtool.models.lm.incremental import IncrementalLm, State

_MAX_BYTES = 1 << 28


class _History(NamedTuple):
    """The words so far: the previous history and a word, and the language model's state."""

    before: int
    word: int
    state: State


class _Node(NamedTuple):
    """A history and the letters of an unfinished word.

    `credits` (tokens) are the credits after each next token: for this word, and for the next one
    if the token starts it.
    """

    history: int
    letters: str
    credits: NDArray[np.float64]


class WordLookAhead:
    """A word language model of `lm-train`, for recognizers over any pieces: a `TokenLm`.

    Words are those of `text/words.py`, as the model knows them: punctuation and enclitics score
    zero. The state is a hypothesis's node, and its credit for the unfinished word.
    """

    never_positive = False  # a word that ends may give back more credit than it costs

    def __init__(
        self,
        lm: IncrementalLm,
        words: Mapping[str, int],
        end: int,
        unknown: int,
        pieces: Sequence[str],
        roles: Sequence[str],
        device: torch.device,
    ) -> None:
        """`words` are the ids of the model's words; `pieces` are all tokens in order."""
        self._lm, self._end, self._unknown, self._device = lm, end, unknown, device
        self._tree = WordTree(words, pieces, roles)
        self._word_ids = np.array([words[word] for word in self._tree.words], np.int64)
        self._scores_words = any(self._tree.letters[token] for token in self._tree.at_start.tokens)
        self._max_probs = max(64, _MAX_BYTES // (16 * len(self._word_ids) + 1))
        self._reset()

    def start(self, count: int) -> tuple[torch.Tensor, State]:
        """See `TokenLm`."""
        self._reset()
        self._extend([(-1, self._end)])
        node = self._find_nodes([(0, "")])[0]
        credit = torch.zeros(count, dtype=torch.double, device=self._device)
        return self._result([node] * count, credit)

    def step(self, tokens: torch.Tensor, state: State) -> tuple[torch.Tensor, State]:
        """See `TokenLm`."""
        tree, nodes = self._tree, [self._nodes[n] for n in state[0].tolist()]
        ending = [
            (node.history, node.letters) if tree.starts_word[token] else (node.history, "")
            for node, token in zip(nodes, tokens.tolist(), strict=True)
        ]
        keys: list[tuple[int, str]] = []
        new_credits: list[float] = []
        for node, token, credit, (logprob, history) in zip(
            nodes, tokens.tolist(), state[1].tolist(), self._finish_words(ending), strict=True
        ):
            # The score as the search got it, rounded to single precision: so sums are exact.
            gain = float(np.float32(node.credits[token] - credit))
            new_credits.append(credit + gain - logprob)
            beginning = "" if tree.starts_word[token] else node.letters
            keys.append((history, beginning + tree.letters[token]))
        credit = torch.tensor(new_credits, dtype=torch.double, device=self._device)
        return self._result(self._find_nodes(keys), credit)

    def finish(self, state: State) -> torch.Tensor:
        """See `TokenLm`."""
        nodes = [self._nodes[number] for number in state[0].tolist()]
        finished = self._finish_words([(node.history, node.letters) for node in nodes])
        values = [
            logprob - credit + self._next_word_probs(history).end
            for (logprob, history), credit in zip(finished, state[1].tolist(), strict=True)
        ]
        return torch.tensor(values, dtype=torch.float, device=self._device)

    def _reset(self) -> None:
        self._lm.reset()
        self._histories: list[_History] = []
        self._history_ids: dict[tuple[int, int], int] = {}
        self._probs: OrderedDict[int, NextWordProbs] = OrderedDict()
        self._nodes: list[_Node] = []
        self._node_ids: dict[tuple[int, str], int] = {}

    def _result(self, nodes: Sequence[int], credit: torch.Tensor) -> tuple[torch.Tensor, State]:
        node_credits = np.stack([self._nodes[node].credits for node in nodes])
        gains = node_credits - credit.cpu().numpy()[:, None]
        logprobs = torch.from_numpy(gains.astype(np.float32)).to(self._device)
        return logprobs, (torch.tensor(nodes, device=self._device), credit)

    def _find_nodes(self, keys: Sequence[tuple[int, str]]) -> list[int]:
        """Return the nodes of histories with the letters of an unfinished word."""
        new = [key for key in dict.fromkeys(keys) if key not in self._node_ids]
        endings = [self._tree.words_of(letters) if letters else [] for _, letters in new]
        # A word of the vocabulary may end here: score the words after it in the same batch. After
        # any other ending, the words that could stand in its place serve as an estimate.
        likely = [
            (history, ending[0][0])
            for (history, _), ending in zip(new, endings, strict=True)
            if len(ending) == 1 and ending[0][0] >= 0 and self._scores_words
        ]
        after = dict(zip(likely, self._extend(self._to_ids(likely)), strict=True))
        for (history, letters), ending in zip(new, endings, strict=True):
            probs = self._next_word_probs(history)
            node_credits = np.empty(len(self._tree.letters))
            inside = self._tree.transitions(letters)
            node_credits[inside.tokens] = self._tree.lookahead(inside, probs)
            numbers = np.array(ending, np.int64).reshape(-1, 2)
            logprob = float(self._tree.word_logprobs(numbers[:, 0], numbers[:, 1], probs).sum())
            then = after.get((history, ending[0][0]), history) if len(ending) == 1 else history
            start = self._tree.at_start
            node_credits[start.tokens] = logprob + self._tree.lookahead(
                start, self._next_word_probs(then)
            )
            self._node_ids[history, letters] = len(self._nodes)
            self._nodes.append(_Node(history, letters, node_credits))
        return [self._node_ids[key] for key in keys]

    def _finish_words(self, texts: Sequence[tuple[int, str]]) -> list[tuple[float, int]]:
        """Return the log-probability of (history, whole words), and the history after them."""
        endings = [self._tree.words_of(letters) if letters else [] for _, letters in texts]
        logprobs, histories = [0.0] * len(texts), [history for history, _ in texts]
        for position in range(max(map(len, endings), default=0)):
            rows = [row for row, ending in enumerate(endings) if len(ending) > position]
            for row in rows:
                word, length = (np.array([number]) for number in endings[row][position])
                probs = self._next_word_probs(histories[row])
                logprobs[row] += float(self._tree.word_logprobs(word, length, probs)[0])
            pairs = [(histories[row], endings[row][position][0]) for row in rows]
            for row, history in zip(rows, self._extend(self._to_ids(pairs)), strict=True):
                histories[row] = history
        return list(zip(logprobs, histories, strict=True))

    def _to_ids(self, pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
        """Map the tree's words in pairs (history, word) to ids of the language model."""
        return [
            (history, int(self._word_ids[word]) if word >= 0 else self._unknown)
            for history, word in pairs
        ]

    def _extend(self, pairs: Sequence[tuple[int, int]]) -> list[int]:
        """Return histories with one more word id; new ones go through the model in one batch."""
        new = [pair for pair in dict.fromkeys(pairs) if pair not in self._history_ids]
        if new:
            for pair, (probs, state) in zip(new, self._run_lm(new), strict=True):
                self._history_ids[pair] = len(self._histories)
                self._store(len(self._histories), probs)
                self._histories.append(_History(*pair, state))
        return [self._history_ids[pair] for pair in pairs]

    def _run_lm(self, pairs: Sequence[tuple[int, int]]) -> list[tuple[NextWordProbs, State]]:
        states = [
            self._lm.initial_state(1) if history < 0 else self._histories[history].state
            for history, _ in pairs
        ]
        state = tuple(torch.cat(parts) for parts in zip(*states, strict=True))
        ids = torch.tensor([word for _, word in pairs], device=self._device)
        logprobs, after = self._lm.step(ids, state)
        results: list[tuple[NextWordProbs, State]] = []
        for number, row in enumerate(logprobs.cpu().double().numpy()):
            words = row[self._word_ids]
            sums = np.concatenate(([0.0], np.cumsum(np.exp(words))))
            probs = NextWordProbs(words, sums, float(row[self._unknown]), float(row[self._end]))
            results.append((probs, tuple(part[number : number + 1].clone() for part in after)))
        return results

    def _next_word_probs(self, history: int) -> NextWordProbs:
        """Return the probabilities after a history, recomputed if they were evicted."""
        probs = self._probs.get(history)
        if probs is not None:
            self._probs.move_to_end(history)
            return probs
        before, word, _ = self._histories[history]
        probs, _ = self._run_lm([(before, word)])[0]
        self._store(history, probs)
        return probs

    def _store(self, history: int, probs: NextWordProbs) -> None:
        self._probs[history] = probs
        while len(self._probs) > self._max_probs:
            self._probs.popitem(last=False)
