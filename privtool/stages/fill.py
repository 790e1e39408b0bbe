"""Filling: every marker becomes a plausible word (Vats 2023, section 3.2).

The slots of a record are filled from left to right; each choice is context for the next. A batch
fills one slot of each record per step; a finished record makes room for another.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain
from typing import Any, NamedTuple

from msgspec import UNSET

from privtool.core.blocks import Counts, Outcome, process_batch
from privtool.core.errors import DataError, option
from privtool.core.language_marks import ENGLISH
from privtool.core.record import Mask, Record, id_of
from privtool.core.rng import draw
from privtool.core.versions import version_id
from privtool.interfaces.filling import Candidate, Filler, Ranking, Wanted, WordBias, candidates
from privtool.stages.fill_job import FillJob, SlottedRecord, TopKSampler, in_lock_step
from privtool.stages.rare_words import RareWords, SlotPriors
from privtool.stages.tagged_words import ENTITY_TAGGER
from privtool.stages.typed_phrases import TypedPhrases
from privtool.text.filling.slots import SlottedText, split_slots
from privtool.text.fills.forms import is_value
from privtool.text.labels import Label
from privtool.text.languages import languages, shown_language, spoken_language
from privtool.text.lexicon import entries
from privtool.text.markers import markers_left
from privtool.text.word_lists import WordList

_RARE = 1  # the second draw for a slot
_UNLABELED = Label.WORD.value, ENTITY_TAGGER
_SHARPER = 0.2  # times the temperature, of draws for words without a label
_AGAIN = 2  # further draws, where a word does not agree with its neighbors
_WORD_ATTEMPTS = 8
# How often a sample that equals an earlier one is drawn again. With phrases, other ones than those
# of earlier samples are preferred then: what is still equal has hardly any others.
_ATTEMPTS, _TYPED_ATTEMPTS = 16, 3
_ENGLISH_ONLY = (
    "the language of the text is {}, and {} writes English: "
    f"{option('model')} takes one of {', '.join(entries('languages.fillers', 'intl'))}"
)
_OF_ANY_TEXT = ("id", "speaker", "audio_filepath", "offset", "duration", "channel", "drop_turn",
                "extra")  # fmt: skip
MARKERS_LEFT = "markers left"  # a count


class FillSettings(NamedTuple):
    """How to fill (`privtool fill --help`); `find_list` returns the list of a reference.

    `own_lists` apply to texts that were masked elsewhere. With `common`, which rules out all other
    words, common words close to the likeliest one fill the slots that a tagger has no label for: a
    name might be the original. `language` is that of records that do not state theirs; an
    `english_model`, by its name, fills no words in another one.
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
    common: Callable[[str], WordBias] | None = None
    typed: bool = False
    language: str = ""
    english_model: str = ""


def slotted_record(record: Record, settings: FillSettings) -> SlottedRecord:
    """Return a record with its slots. Raise `DataError` for unknown slots, lists or languages."""
    text = split_slots(record, settings.marker_texts, settings.merge)
    language = spoken_language(record.language, settings.language)
    if language != ENGLISH and settings.english_model:
        typed = settings.typed and language in languages()
        if not all(typed and is_value(mask.label) for mask in text.masks):
            raise DataError(_ENGLISH_ONLY.format(shown_language(language), settings.english_model))
    return SlottedRecord(record, text, _wanted(record, text, settings, language), language)


def _wanted(
    record: Record, text: SlottedText, settings: FillSettings, language: str
) -> list[Wanted]:
    if record.masks is UNSET:
        return [Wanted(label, settings.own_lists) for label in text.classes]
    references = {} if record.word_lists is UNSET else record.word_lists
    lists = {method: settings.find_list(name) for method, name in references.items()}
    wanted: list[Wanted] = []
    for mask, label in zip(text.masks, text.classes, strict=True):
        if settings.common is not None and _is_unlabeled(mask):
            wanted.append(Wanted(label, (), bias=settings.common(language)))
            continue
        by = mask.method.split("+")
        avoid = tuple(lists[method] for method in by if method in lists)
        kept_by = tuple(listed for method, listed in lists.items() if method not in by)
        bias = settings.priors.of(mask.label, avoid, kept_by).bias if settings.priors else None
        wanted.append(Wanted(label, avoid, kept_by, bias))
    return wanted


def _is_unlabeled(mask: Mask) -> bool:
    return (mask.label, mask.method) == _UNLABELED


class FillStage(NamedTuple):
    """Fills the slots of records with the words of a model.

    The output lacks `masks`, `word_lists`, `words`, `entities`, scores and hypotheses, which no
    longer fit. No character outside the slots changes.

    `rare` draws words that the filler cannot propose, `typed` phrases of known classes.
    """

    settings: FillSettings
    filler: Filler[Any]
    rare: RareWords | None = None
    typed: TypedPhrases | None = None

    def process(self, records: Sequence[Record], counts: Counts) -> Iterator[Outcome]:
        """Yield the filled records; add `filled`, `typed`, `listed`, `rare`, `missing` to `counts`.

        `typed` are slots that are part of a phrase, `listed` fills that are in a list to avoid,
        `rare` those that the filler cannot propose, `missing` samples that could not be made
        different from the others of a record.
        """
        prepare = partial(slotted_record, settings=self.settings)
        return process_batch(records, prepare, partial(self._process, counts=counts))

    def _process(self, batch: list[SlottedRecord], counts: Counts) -> Iterator[list[Record]]:
        for jobs in self._fillings(batch):
            for job in jobs:
                counts["filled"] += len(job.text.masks)
                counts["typed"] += len(job.fixed or ())
                counts["listed"] += sum(candidate.avoided for candidate in job.chosen)
                counts["rare"] += job.rare
            counts[MARKERS_LEFT] += sum(map(markers_left, jobs[0].text.segments))
            counts["missing"] += self.settings.samples - len(jobs)
            counts["written"] += len(jobs)
            yield [self._filled(job) for job in sorted(jobs, key=lambda job: job.sample)]

    def _fillings(self, batch: Sequence[SlottedRecord]) -> list[list[FillJob]]:
        """Return the finished jobs of each record; their texts differ where there is a slot.

        Others are as many, or records with slots would become more frequent.
        """
        done: list[list[FillJob]] = [[] for _ in batch]
        waiting: list[tuple[int, FillJob]] = []
        for index, prepared in enumerate(batch):
            for sample in range(self.settings.samples):
                waiting.append((index, FillJob(prepared, sample)))
        while waiting:
            jobs = [job for _, job in waiting]
            if self.typed:
                for job, words in zip(jobs, self.typed.choose(jobs), strict=True):
                    job.fix(words)
            in_lock_step(jobs, self.filler, self._step)
            again: list[tuple[int, FillJob]] = []
            for index, job in waiting:
                others = done[index] if job.text.masks else []
                if all(job.filled[0] != other.filled[0] for other in others):
                    done[index].append(job)
                elif job.attempt < (_TYPED_ATTEMPTS if self.typed else _ATTEMPTS):
                    versions = [other.words for other in done[index]]
                    new = FillJob(job.slotted, job.sample, job.attempt + 1, versions)
                    again.append((index, new))
            waiting = again
        return done

    def _step(self, active: Sequence[FillJob]) -> None:
        """Fill the next slot of every job."""
        drafts = [job.draft for job in active if job.draft is not None]
        wanted = [job.wanted[job.slot] for job in active]
        sampler = self.settings.sampler
        rankings = self.filler.rank(drafts, wanted, sampler.topk)
        for job, ranking in zip(active, rankings, strict=True):
            place = job.slot, job.sample, job.attempt
            candidate = self._picked(ranking, job, place)
            if job.draft is not None:
                job.draft.put(candidate.token)
            job.chosen.append(self._or_rare(candidate, job, place))

    def _picked(self, ranking: Ranking, job: FillJob, place: tuple[int, ...]) -> Candidate:
        """Return a drawn candidate; with `typed`, one that agrees with the words next to it.

        With `common`, a slot without a label takes one of the likeliest words that fit.
        """
        sampler, seed, common = self.settings.sampler, self.settings.seed, self.settings.common
        first = draw(seed, job.record_id, *place)
        if common is not None and _is_unlabeled(job.text.masks[job.slot]):
            if sampler.temperature is not None:
                sampler = sampler._replace(temperature=_SHARPER * sampler.temperature)
            fitting = candidates(job.fitting(ranking, common(job.slotted.language)))
            return sampler.pick(Ranking(fitting), first, only=job.sample == 0)
        candidate = chosen = sampler.pick(ranking, first, only=job.sample == 0)
        for attempt in range(_WORD_ATTEMPTS if self.typed and sampler.topk > 1 else 0):
            if job.fits(chosen.word):
                return chosen
            number = draw(seed, job.record_id, *place, _AGAIN, attempt)
            chosen = sampler.pick(ranking, number, only=False)
        return candidate

    def _or_rare(self, candidate: Candidate, job: FillJob, place: tuple[int, ...]) -> Candidate:
        """Return the candidate, or a rare word; the draft continues from the candidate."""
        if self.rare is None or job.slotted.language != ENGLISH:  # they are English
            return candidate
        wanted, label = job.wanted[job.slot], job.text.masks[job.slot].label
        again = [(), *((attempt,) for attempt in range(1, _WORD_ATTEMPTS if self.typed else 1))]
        numbers = (draw(self.settings.seed, job.record_id, *place, _RARE, *each) for each in again)
        drawn = (self.rare.draw(label, wanted.avoid, wanted.kept_by, each) for each in numbers)
        first = next(drawn)
        if first is None:
            return candidate
        job.rare += 1
        # Without one that agrees with its neighbors, the first: rare words keep their share.
        fitting = (word for word in chain([first], drawn) if word is not None and job.fits(word))
        return candidate._replace(word=next(fitting, first), avoided=False)

    def _filled(self, job: FillJob) -> Record:
        """Return the record with its filled text and the fields that do not depend on the text."""
        text, fills = job.filled
        fields = {name: getattr(job.record, name) for name in _OF_ANY_TEXT}
        if self.settings.samples > 1:
            fields |= {"id": version_id(id_of(job.record), job.sample), "sample": job.sample}
        if job.slotted.language in languages()[1:]:
            fields["language"] = job.slotted.language
        return Record(text=text, fills=fills if self.settings.provenance else UNSET, **fields)
