"""The private words of a record: which they are, and whether their times are certain."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

from msgspec import UNSET

from privtool.audio.intervals import Interval, are_valid, is_trusted, widen_doubtful
from privtool.audio.io.clips import SLACK
from privtool.core.blocks import Counts
from privtool.core.record import Record, WordTime, text_of
from privtool.core.spans import Span, merge_overlapping
from privtool.text.labels import Label, canonical_label
from privtool.text.markers import lookalikes
from privtool.text.offsets import Bounds, covers, locate_words, words_in
from privtool.text.words import has_words

# What recognizers and aligners write for silence and noise; "<unk>" is a word.
_NOISE = re.compile(
    r"sil|sp|[<\[(](?:eps|sil|sp|silence|pause|noise|breath|cough|laugh(?:ter)?|music)[>\])]", re.I
)


class PrivateWords(NamedTuple):
    """Runs of private words (indices), their spans, and bounds and times of all words.

    `doubtful` words are public, but in the runs, as the times of private ones are doubtful.
    """

    runs: list[range]
    spans: list[Span]
    bounds: list[Bounds]
    times: list[Interval]
    doubtful: list[int]


def word_times(record: Record) -> list[Interval]:
    return [Interval(word.start, word.end) for word in record.words or ()]


def locate(text: str, words: Sequence[WordTime]) -> list[Bounds | None]:
    """Return the bounds of timed words in a text, in order; None for one that is not found.

    Signs alone, such as "&", are found between the words next to them.
    """
    located = locate_words(text, [word.word for word in words])
    starts = (len(text) if place is None else place[0] for place in reversed(located))
    following = [*accumulate(starts, min)][::-1]
    end = 0
    for number, word in enumerate(words):
        sign = word.word.strip()
        if located[number] is None and sign and not has_words(sign):
            start = text.find(sign, end, following[number])
            if start >= 0:
                located[number] = start, start + len(sign)
        end = max(end, (located[number] or (0, 0))[1])
    return located


def has_other_words(record: Record) -> bool:
    """Return whether a timed word is not in the text: then nothing says that it is public.

    Silences and noises such as "<eps>" and "[laughter]" are no words.
    """
    words = record.words or ()
    located = zip(words, locate(text_of(record), words), strict=True)
    others = (word.word for word, place in located if place is None)
    return any(has_words(word) and not _NOISE.fullmatch(word) for word in others)


def is_doubtful(word: WordTime, least: float) -> bool:
    """Return whether the times of a word have no confidence of `least`; never if that is 0."""
    confidence = None if word.confidence is UNSET else word.confidence
    return least > 0 and not is_trusted(confidence, least)


def count_doubtful(words: Sequence[WordTime], counts: Counts) -> None:
    """Count a turn with `doubtful` times, and in `without_confidence` one in which none has any."""
    counts["doubtful"] += 1
    counts["without_confidence"] += all(word.confidence is UNSET for word in words)


def private_spans(record: Record) -> list[Span]:
    """Return the entities, and anything that looks like a marker: it may hide any words."""
    entities = record.entities or ()
    spans = [Span(e.start, e.end, canonical_label(e.label).value) for e in entities]
    return merge_overlapping([*spans, *lookalikes(text_of(record))])


def _certain_words(record: Record, seconds: float, overlapped: bool) -> PrivateWords | None:
    """Return private words; None unless they, or all of an `overlapped` turn, are certain."""
    text = text_of(record)
    private = private_spans(record)
    if not has_words(text) or record.drop_turn is True:
        return None
    if not private and not overlapped:
        known = not has_other_words(record)
        return PrivateWords([], [], [], word_times(record), []) if known else None
    words = record.words or ()
    located = locate(text, words)
    bounds = [place for place in located if place is not None]
    if len(bounds) < len(words) or not covers(bounds, text, 0, len(text)):
        return None  # text and timed words differ
    if not are_valid(word_times(record), seconds, SLACK):
        return None
    runs: list[range] = []
    spans: list[Span] = []
    for entity in private:
        overlapping = words_in(bounds, entity)
        if not overlapping or any(words[n].end <= words[n].start for n in overlapping):
            return None
        run = range(overlapping[0], overlapping[-1] + 1)
        runs.append(run)
        start = min(entity.start, bounds[run[0]][0])
        end = max(entity.end, bounds[run[-1]][1])
        spans.append(Span(start, end, entity.label))
    return PrivateWords(runs, merge_overlapping(spans), bounds, word_times(record), [])


def find_private_words(
    record: Record, seconds: float, least: float, counts: Counts, overlapped: bool = False
) -> PrivateWords | None:
    """Return the private words, or None if they are not certain and the turn must be replaced.

    Words of a turn that is `overlapped` by private ones of another must be certain, too. Times are
    trusted from the confidence `least`; 0 trusts all. Add to `counts` how many turns have private
    words that are `doubtful`, and how many of these `without_confidence`.
    """
    private = _certain_words(record, seconds, overlapped)
    if private is None:
        return None
    words = record.words or ()
    sure = [not is_doubtful(word, least) for word in words]
    if all(sure[index] for run in private.runs for index in run):
        return private
    count_doubtful(words, counts)
    runs, times = widen_doubtful(private.runs, private.times, sure, seconds)
    inside = {index for run in runs for index in run}
    if len(inside) == len(words):
        return None
    doubtful = sorted(inside - {index for run in private.runs for index in run})
    lost = [Span(*private.bounds[index], Label.WORD.value) for index in doubtful]
    spans = merge_overlapping([*private.spans, *lost])
    return PrivateWords(runs, spans, private.bounds, times, doubtful)


def public_words(
    record: Record, runs: Sequence[range], others: Sequence[int]
) -> tuple[WordTime, ...]:
    """Return the words that are kept, without scores: these depend on their private neighbors."""
    removed = {index for run in runs for index in run} | set(others)
    return tuple(
        WordTime(word.word, word.start, word.end)
        for index, word in enumerate(record.words or ())
        if index not in removed
    )
