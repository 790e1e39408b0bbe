"""Private phrases of a raw text, and what of them and of the rest a safe text keeps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import regex

from privtool.audit.counts import Counts, Key, add
from privtool.audit.survival import Alignment
from privtool.audit.values import TRIVIAL, is_direct, parts_of, value_of
from privtool.core.fields import text_of
from privtool.core.record import Record
from privtool.text.labels import canonical_label
from privtool.text.policies import Action, Policy
from privtool.text.words import overlapping_words, words

_GRAPHEME = regex.compile(r"\X")


class Mention(NamedTuple):
    """A private phrase: its label, value, words in the raw text, and which of them are left."""

    label: str
    direct: bool
    start: int
    end: int
    value: tuple[str, ...]
    words: list[int]
    left: list[int]

    @property
    def whole(self) -> bool:
        """Whether all of its words are left."""
        return len(self.left) == len(self.words)


def mentions_of(gold: Record, alignment: Alignment) -> Iterator[Mention]:
    """Yield the private phrases that have words."""
    text, entities = text_of(gold), gold.entities or ()
    places = overlapping_words(alignment.raw, ((e.start, e.end) for e in entities))
    for entity, numbers in zip(entities, places, strict=True):
        own = [n for n in numbers if alignment.raw[n].key not in TRIVIAL] or [*numbers]
        if not own:
            continue
        yield Mention(
            canonical_label(entity.label).value,
            is_direct(entity.label),
            entity.start,
            entity.end,
            value_of(text[entity.start : entity.end]),
            own,
            [n for n in own if alignment.kept[n]],
        )


def count_survival(counts: Counts, mentions: Sequence[Mention], alignment: Alignment) -> None:
    """Count what survives of mentions: words, graphemes, mentions, entities of the record."""
    entities: dict[tuple[str, tuple[str, ...]], tuple[bool, bool]] = {}
    for mention in mentions:
        label, total, left = mention.label, len(mention.words), len(mention.left)
        for group in ("", label):
            add(counts, Key("token_leak", group), left, total)
            add(counts, Key("mention_leak", group), left > 0, 1)
        if mention.direct:
            add(counts, Key("direct"), left, total)
        graphemes = {n: _graphemes(_inside(alignment, n, mention)) for n in mention.words}
        leaked = sum(graphemes[n] for n in mention.left)
        for group in ("", label):
            add(counts, Key("residual", group), leaked, sum(graphemes.values()))
        keys = tuple(alignment.raw[n].key for n in mention.words)
        _, leaks = entities.get((label, keys), (False, False))
        entities[label, keys] = mention.direct, leaks or left > 0
    for direct, leaks in entities.values():
        add(counts, Key("entity_leak", "direct" if direct else "quasi"), leaks, 1)


def _inside(alignment: Alignment, number: int, mention: Mention) -> str:
    """The part of a word that is in a mention, as long as the word's key shows it."""
    start, end, key = alignment.raw[number]
    clipped = min(end, mention.end) - max(start, mention.start)
    return key if clipped == end - start else key[:clipped]


def _graphemes(text: str) -> int:
    return len(text) if text.isascii() else len(_GRAPHEME.findall(text))


def count_over_masking(counts: Counts, mentions: Sequence[Mention], alignment: Alignment) -> None:
    """Count the graphemes outside mentions that were masked."""
    private = {
        number
        for numbers in overlapping_words(alignment.raw, ((m.start, m.end) for m in mentions))
        for number in numbers
    }
    masked = total = 0
    for number, (word, kept) in enumerate(zip(alignment.raw, alignment.kept, strict=True)):
        if number not in private:
            graphemes = _graphemes(word.key)
            total += graphemes
            masked += 0 if kept else graphemes
    add(counts, Key("over_masking"), masked, total)


def count_against_policy(
    counts: Counts, mentions: Sequence[Mention], alignment: Alignment, raw: str, policy: Policy
) -> None:
    """Count the mentions of classes that a policy does not keep, and those with a word left.

    Words of a coarser value are not left.
    """
    for mention in mentions:
        if policy.action(mention.label) is Action.KEEP:
            continue
        coarser = policy.coarser(mention.label, raw[mention.start : mention.end]) or ""
        allowed = {word.key for word in words(coarser)}
        left = any(alignment.raw[number].key not in allowed for number in mention.left)
        for group in ("", mention.label):
            add(counts, Key("policy_left", group), left, 1)


def public_parts(raw: str, mentions: Sequence[Mention]) -> list[str]:
    """Return the parts of the raw text outside mentions: values there are public words, too."""
    parts: list[str] = []
    at = 0
    for mention in mentions:
        parts += [*parts_of(raw[at : mention.start]), ""]
        at = mention.end
    return parts + parts_of(raw[at:])
