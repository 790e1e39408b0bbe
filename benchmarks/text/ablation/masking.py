"""What the taggers of `mask` cover in a line, part by part: only what changes is run again."""

from __future__ import annotations

import signal
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import NamedTuple

from privtool.core.device import ModelSource
from privtool.core.spans import Span
from privtool.interfaces.tagging import Tagger
from privtool.models.taggers.load import resolve_taggers
from privtool.models.taggers.mini_ner import load_embedded_tagger
from privtool.models.taggers.token_classifier import AUTO_BATCH_SIZE
from privtool.stages.tagging_steps import CORRECTIONS, JoinedTagger, Stepped, whole_names
from privtool.text.detection.tagger import PatternTagger
from privtool.text.word_lists import load_allow_list
from privtool.text.words import words

MODES = {
    "default": ("model", "patterns"),
    "rules": ("patterns",),
    "joined": ("careful", "patterns"),
}
KINDS = ("lost", "won", "freed", "hit", "relabeled")
_SECONDS = 2  # for a part of one line: what is left out may be the end of a loop
Action = Callable[[], list[Span]]
Run = Callable[[Action, str], list[Span]]


class Line(NamedTuple):
    """A line of a set in a manner, its words, and which of them are private: bits of a number."""

    source: str
    text: str
    starts: tuple[int, ...]
    ends: tuple[int, ...]
    private: int
    listed: int


class Spans(NamedTuple):
    """What the model finds in a line, as always and next to a word list."""

    usual: list[Span]
    careful: list[Span]


def model_spans(texts: Sequence[str]) -> list[Spans]:
    """Return what the model of the default finds in texts, before any rule corrects it."""
    (resolved,) = resolve_taggers("mini-ner", ModelSource())
    if resolved.model is None:
        raise AssertionError
    usual, careful = (
        load_embedded_tagger(
            resolved.model.path,
            "cpu",
            AUTO_BATCH_SIZE,
            careful=careful,
        ).tag(texts)
        for careful in (False, True)
    )
    return [Spans(*each) for each in zip(usual, careful, strict=True)]


class Covered(NamedTuple):
    """What the parts found, the masked words of each mode, and those of each label."""

    parts: dict[str, list[Span]]
    masked: dict[str, int]
    labels: dict[str, dict[str, int]]


def make_line(source: str, text: str, private: Sequence[tuple[int, int]]) -> Line:
    """Return a line with the words that private ranges touch."""
    found, listed = words(text), load_allow_list()
    return Line(
        source,
        text,
        tuple(word.start for word in found),
        tuple(word.end for word in found),
        sum(
            1 << number
            for number, word in enumerate(found)
            if any(start < word.end and word.start < end for start, end in private)
        ),
        sum(1 << number for number, word in enumerate(found) if listed.keeps(word.key)),
    )


class _Fixed:
    def __init__(self, spans: list[Span]) -> None:
        self._spans = spans

    def tag(self, texts: Sequence[str]) -> list[list[Span]]:
        return [list(self._spans) for _ in texts]


_TAGGERS: dict[str, Tagger] = {
    "patterns": PatternTagger(),
}
_PARTS = (*_TAGGERS, "model", "careful")


def _part(name: str, text: str, found: Spans) -> list[Span]:
    tagger = _TAGGERS.get(name)
    if tagger is None:
        tagger = Stepped(_Fixed(found.usual if name == "model" else found.careful), CORRECTIONS)
    return tagger.tag([text])[0]


def _whole(parts: Sequence[list[Span]], text: str) -> list[Span]:
    """Return the spans of parts as `mask` joins them."""
    return whole_names(JoinedTagger([_Fixed(part) for part in parts])).tag([text])[0]


def _just(action: Action, _: str) -> list[Span]:
    return action()


def cover(
    line: Line,
    found: Spans,
    fresh: Collection[str] = (*_PARTS, *MODES),
    before: Covered | None = None,
    run: Run = _just,
) -> Covered:
    """Mask a line; of what was found `before`, only the `fresh` parts and modes are run again."""
    new = Covered({}, {}, {})
    if before is not None:
        new = Covered(dict(before.parts), dict(before.masked), dict(before.labels))
    for name in fresh:
        if name in _PARTS:
            new.parts[name] = run(partial(_part, name, line.text, found), name)
    for mode, names in MODES.items():
        parts = [new.parts[name] for name in names]
        if before and mode not in fresh and parts == [before.parts[name] for name in names]:
            continue
        spans = run(partial(_whole, parts, line.text), mode)
        new.labels[mode] = _labels(line, spans)
        new.masked[mode] = sum(new.labels[mode].values())
        if mode == "joined":
            new.masked[mode] |= (1 << len(line.starts)) - 1 & ~line.listed
    return new


def _labels(line: Line, spans: Sequence[Span]) -> dict[str, int]:
    """Return the masked words of each label: that of the first span counts."""
    labels: dict[str, int] = {}
    masked = 0
    for span in spans:
        first = bisect_right(line.ends, span.start)
        stop = bisect_left(line.starts, span.end)
        bits = ((1 << stop) - (1 << first)) & ~masked if first < stop else 0
        if bits:
            labels[span.label] = labels.get(span.label, 0) | bits
            masked |= bits
    return labels


@contextmanager
def limited() -> Iterator[None]:
    """Raise `TimeoutError` if an action takes too long."""

    def stop(*_: object) -> None:
        raise TimeoutError

    signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, _SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def changes(line: Line, before: Covered, after: Covered) -> Counter[tuple[str, str, str]]:
    """Return by source, mode and kind how many words changed.

    Private words are lost and won, public ones freed and hit; masked ones have another label.
    """
    counts = Counter[tuple[str, str, str]]()
    private = line.private
    for mode, old in before.masked.items():
        gone, more = old & ~after.masked[mode], after.masked[mode] & ~old
        kept = 0
        for label, bits in before.labels[mode].items():
            kept |= bits & after.labels[mode].get(label, 0)
        both = sum(before.labels[mode].values()) & sum(after.labels[mode].values())
        for kind, bits in zip(
            KINDS,
            (gone & private, more & private, gone & ~private, more & ~private, both & ~kept),
            strict=True,
        ):
            if bits:
                counts[line.source, mode, kind] += bits.bit_count()
    return counts
