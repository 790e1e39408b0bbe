"""Filling: every marker becomes a plausible word (Vats 2023, section 3.2).

The slots of a record are filled from left to right; each choice is context for the next. A batch
fills one slot of each record per step; a finished record makes room for another.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, partial
from typing import Any, NamedTuple

import msgspec
from msgspec import UNSET, UnsetType

from privtool.core.blocks import Counts, Outcome, process_batch
from privtool.core.record import Fill, Record
from privtool.core.rng import draw
from privtool.interfaces.filling import Candidate, Draft, Filler, Wanted
from privtool.stages.lock_step import in_lock_step
from privtool.stages.rare_words import RareWords
from privtool.stages.sampling import TopKSampler
from privtool.stages.slot_priors import SlotPriors
from privtool.text.filling.casing import NAMES, CaseStyle, case_style_of, match_case
from privtool.text.filling.slots import SlottedText, split_slots
from privtool.text.filling.word_classes import is_capitalized
from privtool.text.word_lists import WordList

_RARE = 1  # the second draw for a slot
_ATTEMPTS = 16  # how often a sample that equals an earlier one is drawn again
_OF_ANY_TEXT = ("id", "speaker", "audio_filepath", "offset", "duration", "channel", "drop_turn",
                "extra")  # fmt: skip


class FillSettings(NamedTuple):
    """How to fill (`privtool fill --help`); `find_list` returns the list of a reference.

    `own_lists` apply to texts that were masked elsewhere.
    """

    sampler: TopKSampler
    find_list: Callable[[str], WordList]
    seed: int = 1
    samples: int = 1
    merge: bool = True
    marker_texts: tuple[str, ...] = ()
    provenance: bool = False
    own_lists: tuple[WordList, ...] = ()
    priors: SlotPriors | None = None


class SlottedRecord(NamedTuple):
    """A record, its text split at its slots, and the words that each slot takes."""

    record: Record
    text: SlottedText
    wanted: list[Wanted]


def slotted_record(record: Record, settings: FillSettings) -> SlottedRecord:
    """Return a record with its slots. Raise `DataError` if they or their lists are unknown."""
    text = split_slots(record, settings.marker_texts, settings.merge)
    return SlottedRecord(record, text, _wanted(record, text, settings))


def _wanted(record: Record, text: SlottedText, settings: FillSettings) -> list[Wanted]:
    if record.masks is UNSET:
        return [Wanted(label, settings.own_lists) for label in text.classes]
    references = {} if record.word_lists is UNSET else record.word_lists
    lists = {method: settings.find_list(name) for method, name in references.items()}
    wanted: list[Wanted] = []
    for mask, label in zip(text.masks, text.classes, strict=True):
        by = mask.method.split("+")
        avoid = tuple(lists[method] for method in by if method in lists)
        kept_by = tuple(listed for method, listed in lists.items() if method not in by)
        priors = settings.priors
        bias = None if priors is None else priors.of(mask.label, avoid, kept_by).bias
        wanted.append(Wanted(label, avoid, kept_by, bias))
    return wanted


class _Job:
    """A filling of a record in progress."""

    def __init__(self, slotted: SlottedRecord, sample: int, attempt: int) -> None:
        self.slotted, self.sample, self.attempt = slotted, sample, attempt
        self.record, self.text, self.wanted = slotted
        self.record_id = "" if self.record.id is UNSET else self.record.id
        self.chosen: list[Candidate] = []
        self.rare = 0
        self.draft: Draft | None = None

    @property
    def segments(self) -> Sequence[str]:
        """The text around the slots."""
        return self.text.segments

    @property
    def done(self) -> bool:
        """Whether all slots have words."""
        return len(self.chosen) == len(self.text.masks)

    @cached_property
    def filled(self) -> tuple[str, tuple[Fill, ...]]:
        """The text with the chosen words in its slots, and their spans."""
        return assemble(self.text, [candidate.word for candidate in self.chosen], cased=True)


class FillStage:
    """Fills the slots of records with the words of a model.

    The output lacks `masks`, `word_lists`, `words`, `entities`, scores and hypotheses, which no
    longer fit. No character outside the slots changes.
    """

    def __init__(
        self, settings: FillSettings, filler: Filler[Any], rare: RareWords | None = None
    ) -> None:
        """`rare` draws words that the filler cannot propose."""
        self._settings, self._filler, self._rare = settings, filler, rare

    def process(self, records: Sequence[Record], counts: Counts) -> Iterator[Outcome]:
        """Yield the filled records; add `filled`, `listed`, `rare` and `missing` to `counts`.

        `listed` are fills that are in a list to avoid, `rare` those that the filler cannot
        propose, `missing` samples that could not be made different from the others of a record.
        """
        prepare = partial(slotted_record, settings=self._settings)
        return process_batch(records, prepare, partial(self._process, counts=counts))

    def _process(self, batch: list[SlottedRecord], counts: Counts) -> Iterator[list[Record]]:
        for jobs in self._fillings(batch):
            for job in jobs:
                counts["filled"] += len(job.chosen)
                counts["listed"] += sum(candidate.avoided for candidate in job.chosen)
                counts["rare"] += job.rare
            if jobs[0].chosen:
                counts["missing"] += self._settings.samples - len(jobs)
            counts["written"] += len(jobs)
            yield [self._filled(job, number) for number, job in enumerate(jobs)]

    def _fillings(self, batch: Sequence[SlottedRecord]) -> list[list[_Job]]:
        """Return the finished jobs of each record; their texts differ."""
        done: list[list[_Job]] = [[] for _ in batch]
        waiting: list[tuple[int, _Job]] = []
        for index, prepared in enumerate(batch):
            for sample in range(self._settings.samples if prepared.text.masks else 1):
                waiting.append((index, _Job(prepared, sample, 0)))
        while waiting:
            self._fill([job for _, job in waiting if job.text.masks])
            again: list[tuple[int, _Job]] = []
            for index, job in waiting:
                if all(job.filled[0] != other.filled[0] for other in done[index]):
                    done[index].append(job)
                elif job.attempt < _ATTEMPTS:
                    again.append((index, _Job(job.slotted, job.sample, job.attempt + 1)))
            waiting = again
        return done

    def _fill(self, jobs: Iterable[_Job]) -> None:
        """Fill all slots of all jobs in lock-step."""
        in_lock_step(jobs, self._filler, self._step)

    def _step(self, active: Sequence[_Job]) -> None:
        """Fill the next slot of every job."""
        drafts = [job.draft for job in active if job.draft is not None]
        wanted = [job.wanted[len(job.chosen)] for job in active]
        sampler = self._settings.sampler
        rankings = self._filler.rank(drafts, wanted, sampler.topk)
        for job, ranking in zip(active, rankings, strict=True):
            place = len(job.chosen), job.sample, job.attempt
            number = draw(self._settings.seed, job.record_id, *place)
            candidate = sampler.pick(ranking, number, only=job.sample == 0)
            if job.draft is not None:
                job.draft.put(candidate.token)
            job.chosen.append(self._or_rare(candidate, job, place))

    def _or_rare(self, candidate: Candidate, job: _Job, place: tuple[int, ...]) -> Candidate:
        """Return the candidate, or a rare word; the draft continues from the candidate."""
        if self._rare is None:
            return candidate
        slot = len(job.chosen)
        number = draw(self._settings.seed, job.record_id, *place, _RARE)
        wanted = job.wanted[slot]
        word = self._rare.draw(job.text.masks[slot].label, wanted.avoid, wanted.kept_by, number)
        if word is None:
            return candidate
        job.rare += 1
        return candidate._replace(word=word, avoided=False)

    def _filled(self, job: _Job, number: int) -> Record:
        text, fills = job.filled
        new = filled_record(job.record, text, fills if self._settings.provenance else UNSET)
        if self._settings.samples == 1:
            return new
        return msgspec.structs.replace(new, id=f"{job.record.id}-s{number}", sample=number)


def filled_record(record: Record, text: str, fills: tuple[Fill, ...] | UnsetType) -> Record:
    """Return the record with its filled text and the fields that do not depend on the text."""
    kept = {name: getattr(record, name) for name in _OF_ANY_TEXT}
    return Record(text=text, fills=fills, **kept)


def assemble(
    text: SlottedText, words: Sequence[str], cased: bool = False
) -> tuple[str, tuple[Fill, ...]]:
    """Return the text with words in its slots and their spans, `cased` like their context."""
    # "\0" separates the words on both sides of a slot.
    style = case_style_of("\0".join(text.segments)) if cased else CaseStyle.MIXED
    new = text.segments[0]
    fills: list[Fill] = []
    for mask, word, after in zip(text.masks, words, text.segments[1:], strict=True):
        if cased:
            named = is_capitalized(word) or (mask.label in NAMES and not word[0].isdigit())
            word = match_case(word, new, after, style, named)
        fills.append(Fill(len(new), len(new) + len(word), mask.label))
        new += word + after
    return new, tuple(fills)
