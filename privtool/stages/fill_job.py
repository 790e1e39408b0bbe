"""A filling in progress: the slots of a text, the words that fit there, and which one is drawn.

The slots of many texts are worked on at once, one slot of each at every step. A text that is done
makes room for another. Candidates are drawn as in Vats 2023, section 3.2: Top-1 and Top-K.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, cached_property
from typing import Any, Generic, NamedTuple, TypeVar

import numpy as np
from msgspec import UNSET

from privtool.core.language_marks import ENGLISH
from privtool.core.record import Fill, Record
from privtool.interfaces.filling import Candidate, Draft, Drafts, Ranking, Wanted, WordBias
from privtool.text import lexicon
from privtool.text.filling.agreement import excluded_words, fits_neighbors
from privtool.text.filling.slots import SlottedText
from privtool.text.filling.words import (
    NAMES,
    CaseStyle,
    case_style_of,
    classes_of,
    is_acronym,
    is_capitalized,
    is_title,
    match_case,
)
from privtool.text.languages import languages
from privtool.text.word_lists import load_allow_list
from privtool.text.words import key_of, words

SHORT = 3  # letters of words that may be said again
_NOT_AGAIN = frozenset(("one",))  # "not the one, but the one"
_BEST = 50  # words that are looked at for one that its text does not have yet
_CERTAIN = 0.95  # of the likelihood, for words that hardly any tagger masks
ANY_THING = "one"  # a number, too
_RULED_OUT = -50.0  # added to a log-probability
_OVERRATED = -3.0
_C = TypeVar("_C")


class SlottedRecord(NamedTuple):
    """A record, its text split at its slots, the words that each slot takes, and its language."""

    record: Record
    text: SlottedText
    wanted: list[Wanted]
    language: str = ENGLISH


class SlotJob(Generic[_C]):
    """A text that is worked on until each slot between its segments has what was `chosen`."""

    def __init__(self, segments: Sequence[str]) -> None:
        self.segments = segments
        self.chosen: list[_C] = []
        self.draft: Draft | None = None

    @property
    def done(self) -> bool:
        return len(self.chosen) == len(self.segments) - 1


class FillJob(SlotJob[Candidate]):
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
        super().__init__(slotted.text.segments)
        self.slotted, self.sample, self.attempt = slotted, sample, attempt
        self.versions, self._phrases = versions, dict[int, str]()
        self.record, self.text, self.wanted, _ = slotted
        self.record_id = "" if self.record.id is UNSET else self.record.id
        self.fixed: Mapping[int, str] | None = None
        self.open: Sequence[int] = range(len(self.text.masks))
        self.rare = 0

    def fix(self, words: Mapping[int, str]) -> None:
        """Take over the words of phrases, by slot, in the case of the text."""
        style = case_style_of("\0".join(self.text.segments))
        self._phrases, self.fixed = dict(words), dict(words)
        if style is not CaseStyle.MIXED:
            of_case = str.lower if style is CaseStyle.LOWER else str.upper
            self.fixed = {slot: of_case(word) for slot, word in words.items()}
        self.open = [slot for slot in self.open if slot not in words]
        first, *others = self.text.segments
        joined = [first]  # the segments between the slots that have no word yet
        for slot, segment in enumerate(others):
            if slot in words:
                joined[-1] += self.fixed[slot] + segment
            else:
                joined.append(segment)
        self.segments = joined

    @property
    def words(self) -> dict[int, str]:
        """The words so far, by slot, those of phrases in their own case."""
        chosen = (each.word for each in self.chosen)
        return self._phrases | dict(zip(self.open, chosen, strict=False))

    def used_phrases(self, first: int, size: int) -> set[tuple[str, ...]]:
        """Return the phrases of other versions for an entity of some slots."""
        slots = range(first, first + size)
        return {tuple(words[slot] for slot in slots) for words in self.versions if first in words}

    @property
    def slot(self) -> int:
        """The number of the next open slot."""
        return self.open[len(self.chosen)]

    def fits(self, word: str) -> bool:
        """Return whether a word for the next open slot agrees with the words next to it."""
        return fits_neighbors(word, *self._around)

    def fitting(self, ranking: Ranking, common: WordBias) -> Sequence[Candidate]:
        """Return the words that fit the next open slot best.

        They agree with their neighbors and repeat none. Function words stand only where the model
        expects nothing else, or the places of slots say so. Where no word fits, they are all
        returned; words of other versions only if there are no others.
        """
        best = ranking.best.first(_BEST)
        allowed = [each for each in best if key_of(each.word) in common.words] or best
        slot, gaps = self.slot, self.text.segments
        # "[ORGANIZATION] [MASK] [ORGANIZATION]"
        if not (0 < slot < len(gaps) - 2 and gaps[slot] == gaps[slot + 1] == " "):
            number = len(self.chosen) + 1
            leads = number < len(self.open) and self.segments[number] == " "  # "[MASK] [MASK] is"
            leading = lexicon.words("grammar.determiners") if leads else frozenset()
            allowed = _without_function_words(allowed, leading) or allowed
        excluded = excluded_words(*self._around)
        agreeing = [
            each for each in allowed if self.fits(each.word) and not self._repeats(each.word)
        ]
        fitting = [each for each in agreeing if each.word.lower() not in excluded]
        fitting = fitting or agreeing or allowed
        used = {words[slot].lower() for words in self.versions}
        for some in (fitting, agreeing) if used else ():
            if unused := [each for each in some if each.word.lower() not in used]:
                return unused
        return fitting

    @property
    def _around(self) -> tuple[str, str]:
        """The texts before and after the next open slot, up to the slots that are open."""
        number = len(self.chosen)
        before = self.segments[number]
        if number:
            before = self.segments[number - 1] + self.chosen[-1].word + before
        return before, self.segments[number + 1]

    def _repeats(self, word: str) -> bool:
        """Return whether the text already has a word that says more than how others relate."""
        chosen = (each.word.lower() for each in self.chosen)
        key = word.lower()
        in_text = not self._content_words.isdisjoint((key, f"{key}s", key.removesuffix("s")))
        return in_text or ((len(word) > SHORT or key in _NOT_AGAIN) and key in chosen)

    @cached_property
    def _content_words(self) -> frozenset[str]:
        """The words of the text, in lower case, that say more than how others relate."""
        found = {word.key for segment in self.segments for word in words(segment)}
        long = frozenset(word for word in found if len(word) > SHORT)
        return long - lexicon.words("fills.no_nouns")

    @cached_property
    def filled(self) -> tuple[str, tuple[Fill, ...]]:
        """The text with the chosen words in its slots, cased like their context, and their spans.

        Beside phrases, other words are capitals only if they are names or acronyms.
        """
        text, fixed = self.text, self.fixed
        words = {slot: each.word for slot, each in zip(self.open, self.chosen, strict=True)}
        words |= fixed or {}
        # "\0" separates the words on both sides of a slot.
        style = case_style_of("\0".join(text.segments))
        new = text.segments[0]
        fills: list[Fill] = []
        for slot, mask in enumerate(text.masks):
            word, after = words[slot], text.segments[slot + 1]
            if fixed is not None and slot in fixed:
                inner = slot - 1 in fixed and text.masks[slot - 1].entity == mask.entity
                if style is CaseStyle.MIXED and word.isalpha() and not inner:
                    word = match_case(word, new, after, style, False)
            else:
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


def _without_function_words(found: Sequence[Candidate], kept: frozenset[str]) -> list[Candidate]:
    """Return the candidates that are not function words; none if one of these is nearly certain."""
    excluded = lexicon.words("grammar.function") - kept
    content = [each for each in found if each.word.lower() not in excluded]
    rest = sum(math.exp(each.score) for each in content)
    return content if rest >= (1 - _CERTAIN) * sum(math.exp(each.score) for each in found) else []


_J = TypeVar("_J", bound=SlotJob[Any])


def in_lock_step(
    jobs: Iterable[_J], model: Drafts[Any], step: Callable[[Sequence[_J]], None]
) -> None:
    """Call `step`, which handles the next slot of each of some jobs, until all jobs are done.

    Jobs are handled together whose drafts can share a batch of the model.
    """
    queues: dict[int, deque[_J]] = {}
    for job in jobs:
        if not job.done:
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


class TopKSampler(NamedTuple):
    """Top-1 or top-k sampling. `temperature` divides the scores; None draws uniformly."""

    topk: int = 10
    temperature: float | None = None

    def pick(self, ranking: Ranking, number: int, only: bool = True) -> Candidate:
        """Return the candidate that a 64-bit random number selects.

        Top-1 takes the best. Top-k draws among those of the k best that are not in the list. If
        all k are in it, the best candidate outside the list is taken, or one of several is drawn if
        this is not the `only` filling of the record.
        """
        among = ranking.best
        if self.topk == 1:
            return among.at(0)
        places = np.flatnonzero(~among.avoided)
        if not len(places) and ranking.unlisted is not None:
            among = ranking.unlisted
            if only:
                return among.at(0)
        if not len(places):
            places = np.arange(len(among.tokens))
        # In the order of tokens, so that nearly equal scores cannot swap two candidates.
        places = places[among.tokens[places].argsort(kind="stable")]
        if self.temperature is None:
            return among.at(int(places[number % len(places)]))
        # With probabilities proportional to exp(score / temperature).
        scores = among.scores[places]
        with np.errstate(over="ignore"):  # of a very low temperature
            sums = np.exp((scores - scores.max()) / self.temperature).cumsum()
        drawn = int(np.searchsorted(sums, number / 2**64 * sums[-1], side="right"))
        if drawn == len(sums):  # rounding may use up the sum
            drawn = int(scores.argmax())
        return among.at(int(places[drawn]))


@cache
def common_words_alone(language: str = ENGLISH) -> WordBias:
    """Return a bias that rules out all words but common ones that name nobody and nothing.

    Those of a language that is not ours are unknown: nothing is ruled out.
    """
    if language not in languages():
        return WordBias({})
    common = [word for word in load_allow_list(None, language).words if not classes_of(word)]
    overrated = lexicon.words("fills.overrated").intersection(common)
    biases = dict.fromkeys((*common, ANY_THING), 0.0) | dict.fromkeys(overrated, _OVERRATED)
    return WordBias(biases, _RULED_OUT)
