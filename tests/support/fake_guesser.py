"""Attackers without a model: a fixed order of words, or what they memorized."""

from privtool.interfaces.filling import Guess, Rank
from tests.support.fake_filler import FakeDraft


class FakeGuesser:
    """Knows some words, best first; in memorized contexts (the text before a slot) one comes first.

    The surprisal of a word is its rank.
    """

    def __init__(self, words, memory=None):
        self.words, self.memory = words, memory or {}
        self.size = len(words)

    def draft(self, segments):
        return FakeDraft(segments)

    def batch_key(self, draft):
        return len(draft.segments) % 2

    def batch_size(self, key):
        return 2

    def known_words(self):
        return frozenset(self.words)

    def order(self, before):
        first = self.memory.get(before)
        return sorted(self.words, key=lambda word: word != first)

    def guess(self, drafts, wanted, originals):
        assert len(drafts) <= 2
        assert len(drafts) == len(wanted) == len(originals)
        found = []
        for draft, words in zip(drafts, originals, strict=True):
            order = self.order(draft.segments[len(draft.chosen)])
            ranks = {word: Rank(n, float(n)) for n, word in enumerate(order, 1)}
            found.append(Guess(0, tuple(map(ranks.get, words))))
        return found
