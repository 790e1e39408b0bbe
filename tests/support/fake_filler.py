"""Fillers without a model, the stage with them, and what it comes to, made the slow way."""

import hashlib
import re
from typing import NamedTuple

from privtool.core.errors import DataError
from privtool.core.record import Mask, Record
from privtool.core.rng import draw
from privtool.interfaces.filling import Candidate, Ranking, Wanted, candidates
from privtool.stages.fill import FillSettings, FillStage
from privtool.stages.fill_job import TopKSampler
from privtool.stages.rare_words import RareWords
from privtool.text.word_lists import make_word_list
from tests.support.processing import processed

POOL = ["the", "he", "He", "red", "paris", "anna", "i", "42", "blue", "street", "monday", "o'clock"]
LISTED = make_word_list("mine", ["the", "he", "red", "street", "i"])
LISTS = {LISTED.reference: LISTED}
PERSONS = {"anna", "paris"}


class FakeDraft:
    def __init__(self, segments):
        self.segments, self.chosen = tuple(segments), []

    def put(self, token):
        self.chosen.append(token)


class FakeFiller:
    """Ranks a pool of words by a hash of the text around a slot and of what was chosen before."""

    def __init__(self, pool=POOL, batch_size=3):
        self.pool, self.size = pool, batch_size
        self.batches: list[int] = []

    def draft(self, segments):
        return FakeDraft(segments)

    def batch_key(self, draft):
        return len("".join(draft.segments)) // 8

    def batch_size(self, key):
        return self.size

    def rank(self, drafts, wanted, k):
        assert len({self.batch_key(draft) for draft in drafts}) == 1
        assert len(drafts) <= self.size
        self.batches.append(len(drafts))
        return [self.ranking(d, want, k) for d, want in zip(drafts, wanted, strict=True)]

    def ranking(self, draft, want, k):
        found = []
        for token, word in enumerate(self.pool):
            if want.label == "PERSON" and word.lower() not in PERSONS:
                continue
            seen = repr((draft.segments, draft.chosen, word)).encode()
            score = -float(hashlib.sha256(seen).digest()[0])
            avoided = any(listed.keeps(word.lower()) for listed in want.avoid)
            found.append(Candidate(token, word, score, avoided))
        found.sort(key=lambda c: (-c.score, c.token))
        best = found[:k]
        free = [c for c in found if not c.avoided]
        unlisted = free[:k] if all(c.avoided for c in best) else []
        return Ranking(candidates(best), candidates(unlisted) if unlisted else None)


class Fixed(FakeFiller):
    """Always proposes the same words, best first."""

    def ranking(self, draft, want, k):
        found = [
            Candidate(n, word, -float(n), any(listed.keeps(word.lower()) for listed in want.avoid))
            for n, word in enumerate(self.pool)
        ]
        free = [c for c in found if not c.avoided]
        return Ranking(candidates(found[:k]), candidates(free[:k]) if free else None)


class Watching(FakeFiller):
    """Remembers what was chosen before each slot."""

    def __init__(self, *given):
        super().__init__(*given)
        self.seen: list[tuple[int, ...]] = []

    def ranking(self, draft, want, k):
        self.seen.append(tuple(draft.chosen))
        return super().ranking(draft, want, k)


def find_list(reference):
    if reference not in LISTS:
        raise DataError("not at hand")
    return LISTS[reference]


def stage(filler=None, topk=4, sampler=None, public=(), **options):
    chosen, filler = sampler or TopKSampler(topk), filler or FakeFiller()
    rare = RareWords(public, {word.lower() for word in filler.pool}) if public else None
    return FillStage(FillSettings(chosen, find_list, **options), filler, rare)


def record(text, id=1, method="allowList", labels=None, **fields):
    """A record whose markers `[...]` are masked."""
    masks = tuple(
        Mask(*m.span(), (labels or {}).get(n, m.group(1).replace("MASK", "WORD")), method)
        for n, m in enumerate(re.finditer(r"\[([A-Z]+)\]", text))
    )
    return Record(
        id=id, text=text, masks=masks, word_lists={"allowList": LISTED.reference}, **fields
    )


def filled(text, filler=None, **options):
    labels = options.pop("labels", None)
    (new,) = processed(stage(filler, **options), [record(text, labels=labels)])
    return new.text


class Outcome(NamedTuple):
    text: str
    spans: list[tuple[int, int]]


def slow(record, filler, sampler, seed, sample=0, attempt=0):
    """One filling by the definition: a slot at a time, by itself. No casing."""
    edges = [0, *(edge for m in record.masks for edge in (m.start, m.end)), len(record.text)]
    segments = [record.text[edges[i] : edges[i + 1]] for i in range(0, len(edges), 2)]
    draft = filler.draft(segments)
    text, spans = segments[0], []
    for number, mask in enumerate(record.masks):
        marker = record.text[mask.start : mask.end]
        want = Wanted(None if marker == "[MASK]" else mask.label, (LISTED,))
        ranking = filler.ranking(draft, want, sampler.topk)
        picked = sampler.pick(ranking, draw(seed, record.id, number, sample, attempt))
        draft.put(picked.token)
        spans.append((len(text), len(text) + len(picked.word)))
        text += picked.word + segments[number + 1]
    return Outcome(text, spans)
