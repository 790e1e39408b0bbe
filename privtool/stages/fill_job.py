"""A filling in progress, and the text that it comes to.

The slots of many texts are worked on at once, one slot of each at every step. A text that is done
makes room for another.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple, Protocol, TypeVar

from msgspec import UNSET

from privtool.core.language_marks import ENGLISH
from privtool.core.record import Fill, Record
from privtool.interfaces.filling import Candidate, Draft, Drafts, Wanted
from privtool.text import lexicon
from privtool.text.filling.agreement import fits_neighbors
from privtool.text.filling.casing import (
    NAMES,
    CaseStyle,
    case_style_of,
    is_acronym,
    match_case,
)
from privtool.text.filling.slots import SlottedText
from privtool.text.filling.word_classes import is_capitalized
from privtool.text.fills.grammar import excluded_words
from privtool.text.fills.names import is_title
from privtool.text.word_lists import load_allow_list
from privtool.text.words import key_of, words

SHORT = 3  # letters of words that may be said again
_NOT_AGAIN = frozenset(("one",))  # "not the one, but the one"


class SlottedRecord(NamedTuple):
    """A record, its text split at its slots, the words that each slot takes, and its language."""

    record: Record
    text: SlottedText
    wanted: list[Wanted]
    language: str = ENGLISH


class FillJob:
    """A filling of a record in progress.

    Slots that are part of a phrase have their words from `fix`; a model fills the `open` ones.
    `versions` are the words of finished jobs of the record, by slot: other ones are wanted.
    """

    def __init__(
        self,
        slotted: SlottedRecord,
        sample: int,
        attempt: int = 0,
        versions: Sequence[Mapping[int, str]] = (),
    ) -> None:
        self.slotted, self.sample, self.attempt = slotted, sample, attempt
        self.versions, self._phrases = versions, dict[int, str]()
        self.record, self.text, self.wanted, _ = slotted
        self.record_id = "" if self.record.id is UNSET else self.record.id
        self.fixed: Mapping[int, str] | None = None
        self.open: Sequence[int] = range(len(self.text.masks))
        self.segments: Sequence[str] = self.text.segments
        self.chosen: list[Candidate] = []
        self.rare = 0
        self.draft: Draft | None = None

    def fix(self, words: Mapping[int, str]) -> None:
        """Take over the words of phrases, by slot, in the case of the text."""
        style = case_style_of("\0".join(self.text.segments))
        self._phrases = dict(words)
        self.fixed = {slot: in_style(word, style) for slot, word in words.items()}
        self.open = [slot for slot in self.open if slot not in words]
        self.segments = joined_segments(self.text.segments, self.fixed)

    @property
    def words(self) -> dict[int, str]:
        """The words so far, by slot, those of phrases in their own case."""
        chosen = (each.word for each in self.chosen)
        return self._phrases | dict(zip(self.open, chosen, strict=False))

    def used_phrases(self, first: int, size: int) -> set[tuple[str, ...]]:
        """Return the phrases of other versions for an entity of some slots."""
        slots = range(first, first + size)
        return {tuple(words[slot] for slot in slots) for words in self.versions if first in words}

    def is_used(self, word: str) -> bool:
        """Return whether another version has the word in the next open slot."""
        return any(words[self.slot].lower() == word.lower() for words in self.versions)

    @property
    def done(self) -> bool:
        """Whether all slots have words."""
        return len(self.chosen) == len(self.open)

    @property
    def slot(self) -> int:
        """The number of the next open slot."""
        return self.open[len(self.chosen)]

    def fits(self, word: str) -> bool:
        """Return whether a word for the next open slot agrees with the words next to it."""
        return fits_neighbors(word, *self._around)

    @property
    def excluded(self) -> frozenset[str]:
        """The common words, in lower case, that the next open slot cannot have."""
        return excluded_words(*self._around)

    @property
    def _around(self) -> tuple[str, str]:
        """The texts before and after the next open slot, up to the slots that are open."""
        number = len(self.chosen)
        before = self.segments[number]
        if number:
            before = self.segments[number - 1] + self.chosen[-1].word + before
        return before, self.segments[number + 1]

    @property
    def may_lead(self) -> bool:
        """Whether a determiner may fill the next open slot: "[MASK] [MASK] is here"."""
        number = len(self.chosen) + 1
        return number < len(self.open) and self.segments[number] == " "

    @property
    def may_relate(self) -> bool:
        """Whether a function word may: "[ORGANIZATION] [MASK] [ORGANIZATION]"."""
        slot, gaps = self.slot, self.text.segments
        return 0 < slot < len(gaps) - 2 and gaps[slot] == gaps[slot + 1] == " "

    def repeats(self, word: str) -> bool:
        """Return whether the text already has a word that says more than how others relate."""
        chosen = (each.word.lower() for each in self.chosen)
        key = word.lower()
        said = key in self._said or f"{key}s" in self._said or key.removesuffix("s") in self._said
        return said or ((len(word) > SHORT or key in _NOT_AGAIN) and key in chosen)

    @cached_property
    def _said(self) -> frozenset[str]:
        """The words of the text, in lower case, that say more than how others relate."""
        found = {word.key for segment in self.segments for word in words(segment)}
        long = frozenset(word for word in found if len(word) > SHORT)
        return long - lexicon.words("fills.no_nouns")

    @cached_property
    def filled(self) -> tuple[str, tuple[Fill, ...]]:
        """The text with the chosen words in its slots, and their spans."""
        words = {slot: each.word for slot, each in zip(self.open, self.chosen, strict=True)}
        every = {**words, **(self.fixed or {})}
        return assemble(self.text, [every[slot] for slot in sorted(every)], True, self.fixed)


def assemble(
    text: SlottedText,
    words: Sequence[str],
    cased: bool = False,
    fixed: Mapping[int, str] | None = None,
) -> tuple[str, tuple[Fill, ...]]:
    """Return the text with words in its slots and their spans, `cased` like their context.

    With `fixed`, the slots of phrases, words of other slots are capitals only if they are names
    or acronyms.
    """
    # "\0" separates the words on both sides of a slot.
    style = case_style_of("\0".join(text.segments)) if cased else CaseStyle.MIXED
    new = text.segments[0]
    fills: list[Fill] = []
    for slot, mask in enumerate(text.masks):
        word, after = words[slot], text.segments[slot + 1]
        if fixed is not None and slot in fixed:
            inner = slot - 1 in fixed and text.masks[slot - 1].entity == mask.entity
            if style is CaseStyle.MIXED and word.isalpha() and not inner:
                word = match_case(word, new, after, style, False)
        elif cased:
            named = mask.label in NAMES and not word[0].isdigit()
            if fixed is not None:
                named = named and key_of(word) not in load_allow_list().words
                if style is CaseStyle.MIXED and is_acronym(word, mask.label in NAMES):
                    word = word.upper()
            named = named or is_capitalized(word) or is_title(word, after)
            word = match_case(word, new, after, style, named)
        fills.append(Fill(len(new), len(new) + len(word), mask.label))
        new += word + after
    return new, tuple(fills)


def in_style(word: str, style: CaseStyle) -> str:
    """Return a word of a phrase in the case of a text that has one case alone."""
    if style is CaseStyle.MIXED:
        return word
    return word.lower() if style is CaseStyle.LOWER else word.upper()


def joined_segments(segments: Sequence[str], chosen: Mapping[int, str]) -> list[str]:
    """Return the segments between the slots that have no word yet."""
    joined = [segments[0]]
    for number, segment in enumerate(segments[1:]):
        if number in chosen:
            joined[-1] += chosen[number] + segment
        else:
            joined.append(segment)
    return joined


class SlotJob(Protocol):
    """A text that is worked on until all its slots are done."""

    draft: Draft | None

    @property
    def segments(self) -> Sequence[str]: ...

    @property
    def done(self) -> bool: ...


_J = TypeVar("_J", bound=SlotJob)


def in_lock_step(
    jobs: Iterable[_J], model: Drafts[Any], step: Callable[[Sequence[_J]], None]
) -> None:
    """Call `step`, which handles the next slot of each of some jobs, until all jobs are done.

    Jobs are handled together whose drafts can share a batch of the model.
    """
    queues: dict[int, deque[_J]] = {}
    for job in jobs:
        job.draft = draft = model.draft(job.segments)
        queues.setdefault(model.batch_key(draft), deque()).append(job)
    for key in sorted(queues):
        queue = queues[key]
        active: list[_J] = []
        size = model.batch_size(key)
        while queue or active:
            while queue and len(active) < size:
                active.append(queue.popleft())
            step(active)
            active = [job for job in active if not job.done]
