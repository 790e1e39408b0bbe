"""Entities of a known class filled as whole phrases, the best of several in their context."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterator, Sequence
from itertools import groupby, pairwise

from msgspec import UNSET

from privtool.core.language_marks import ENGLISH
from privtool.core.record import Mask
from privtool.core.rng import Key, KeyedRandom
from privtool.interfaces.filling import PhraseQuestion, PhraseScorer
from privtool.stages.fill_job import FillJob
from privtool.stages.tagged_words import is_tagged
from privtool.text.filling.agreement import fits_neighbors
from privtool.text.filling.slots import SlottedText
from privtool.text.filling.words import NAMES as NAME_LABELS
from privtool.text.filling.words import CaseStyle, case_style_of
from privtool.text.fills.fields import Phrase, linked_person
from privtool.text.fills.forms import draw_phrase, draw_value, is_value
from privtool.text.fills.place import CHAT, PROSE, SLOT, SPOKEN, FillPlace, Words
from privtool.text.labels import Label, canonical_label
from privtool.text.languages import languages
from privtool.text.lexicon import one_of
from privtool.text.lexicon import words as listed_words
from privtool.text.words import words

NAMES = NAME_LABELS | {Label.WORD}
_KIND = "typed fill"
_SHARED = "typed text"
_CANDIDATES = 4
_DRAWS = 32  # at most, for the candidates: some are the same, or do not fit
_FREQUENCY = 0.6  # of the likelihood without context that does not count
_ALIKE = 2.0  # how much likelier a phrase is if it is of a kind that the text has
_CHANCES = 1 << 30
_OF_KINDS = frozenset((Label.LOCATION, Label.ORGANIZATION, Label.MISC))
# Labels whose phrases a model chooses, of one word and of several: of values, it knows only whether
# a year, a month or a weekday fits, and full names are all of one kind.
_SCORED = NAMES | {Label.DATE}, _OF_KINDS
_CONTEXT = 200  # characters
_SLOTS_BEFORE, _SLOTS_AFTER = 7, 3  # of which the text around a phrase tells
_LISTED = re.compile(r",? (?:and |or )?|, ?(?:and )?(?:uh|um),? ?(?:and )?")
_OF = r"(?:out of|of (?:the|its|their|our|my|his|her)(?: last| past| first| top)?)"
_UPPER = re.compile(rf"(?: [a-z]+)?(?:,? (?:to|and|or|through|until|{_OF})|-) [$\u00a3\u20ac]?")
_UNIT = r" (?:mln|bln|million|billion|dlrs|dollars|pct|percent|points?|cents|a \w+)"
_FROM = re.compile(rf"(?:%|(?:{_UNIT}){{1,3}}| \w+)?,? (?:up |down )?from [$\u00a3\u20ac]?")
_FALLING = listed_words("fills.falling")
_MOVES = listed_words("fills.rising") | _FALLING
_WRITTEN = re.compile(r'[\d%$\u00a3\u20ac"()<>:;]')
_SAID = re.compile(rf"\b{one_of(listed_words('fills.said'))}\b")
_CHAT = re.compile(
    r"\b(?:[Ii](?!\.)|[Ii]['\u2019]\w+|[Mm]y|me|[Yy]ou|[Yy]our|[Ll]ol|gonna|[Yy]eah)\b|!"
)
_TITLED = re.compile(r"\b(?:mrs?|ms|dr)\.\s+$", re.IGNORECASE)
# What writers hardly do: they hesitate, repeat themselves, stop in the middle of a sentence.
_HESITANT = re.compile(
    r"\b(?:uh|um|yeah|okay|you know|i mean|i guess)\b|\b(\w[\w']*(?: \w[\w']*){0,2}), \1\b|,\s*$",
    re.IGNORECASE,
)
_LOOSE = re.compile(r"(?:and|well|so|but|oh|see|because|now|yes|no)\b|.*[\w\0]\s*$", re.I | re.S)

Run = tuple[int, int]  # the first slot of an entity and the number of its slots
# The first slot of an entity, the links of its slots if all have one, whether it is merged, where.
_Placed = tuple[int, list[str], bool, FillPlace]
_Entities = dict[int, list[Phrase]]  # the candidates of each, by its first slot


def _places_of(text: SlottedText, shared: int, names: bool) -> list[_Placed]:
    """Return the places of the entities of a class, without `names` only of values."""
    runs = runs_of(text)
    if names:
        runs = _with_states(text, runs)
    else:
        runs = [run for run in runs if canonical_label(text.masks[run[0]].label) not in NAMES]
    style, listed = style_of(text.segments), _listed(text, runs)
    orders = [*(_order(text, *pair) for pair in pairwise(runs)), 0]
    topics = frozenset(word.key for segment in text.segments for word in words(segment))
    found: list[_Placed] = []
    for number, (first, count) in enumerate(runs):
        place = FillPlace(
            text.masks[first].label,
            text.segments[first + 1 : first + count],
            SLOT.join(text.segments[max(0, first - _SLOTS_BEFORE) : first + 1])[-_CONTEXT:],
            SLOT.join(text.segments[first + count :][:_SLOTS_AFTER])[:_CONTEXT],
            style,
            topics,
            shared,
            listed[number - 1] or listed[number],
            is_upper=orders[number - 1] > 0 or orders[number] < 0,
            is_lower=orders[number - 1] < 0 or orders[number] > 0,
        )
        masks = text.masks[first : first + count]
        linked = all(mask.link is not UNSET for mask in masks)
        links = [str(mask.link) for mask in masks] if linked else []
        found.append((first, links, any(mask.merged is True for mask in masks), place))
    return found


def runs_of(text: SlottedText) -> list[Run]:
    """Return the first slot and the number of slots of each entity of a class.

    That includes words of a tagger without a label after a title: "Mrs. [MASK]". Where masks do not
    name their entity, slots of one label with a space between are one.
    """
    runs: list[Run] = []
    before: Mask | None = None
    for number, mask in enumerate(text.masks):
        gap = text.segments[number]
        titled = is_tagged(mask.method) and _TITLED.search(gap)
        if mask.label == Label.WORD.value and not titled:
            before = None
            continue
        if before is not None and before.label == mask.label and _are_one(before, mask, gap):
            runs[-1] = runs[-1][0], runs[-1][1] + 1
        else:
            runs.append((number, 1))
        before = mask
    return runs


def _are_one(one: Mask, other: Mask, gap: str) -> bool:
    if one.entity is UNSET or other.entity is UNSET:
        return gap == " "
    return one.entity == other.entity and "\n" not in gap


def style_of(segments: Sequence[str]) -> str:
    """Return the style of a text: spoken if it has no digits and sounds like it."""
    text = "\0".join(segments)
    if not _WRITTEN.search(text):
        said = _HESITANT.search(text) or (_LOOSE.match(text) and _SAID.search(text))
        if said or text.lstrip()[:1].islower() or case_style_of(text) is CaseStyle.LOWER:
            return SPOKEN
    return CHAT if _CHAT.search(text) else PROSE


def _with_states(text: SlottedText, runs: list[Run]) -> list[Run]:
    """Return the runs, a city and the state after it as one: "in [MASK], [MASK]."."""
    joined: list[Run] = []
    listed = _listed(text, runs)
    for number, run in enumerate(runs):
        alone = joined[-1:] == [runs[number - 1]] and not (listed[number - 2] or listed[number])
        if alone and _is_pair(text, joined[-1], run):
            joined[-1] = joined[-1][0], joined[-1][1] + run[1]
        else:
            joined.append(run)
    return joined


def _is_pair(text: SlottedText, city: Run, state: Run) -> bool:
    masks = text.masks[city[0] : state[0] + state[1]]
    return (
        text.segments[state[0]] == ", "
        and not any("," in gap for gap in text.segments[city[0] + 1 : state[0]])
        and all(canonical_label(mask.label) is Label.LOCATION for mask in masks)
        and not any(mask.link is not UNSET or mask.merged is True for mask in masks)
    )


def _listed(text: SlottedText, runs: list[Run]) -> list[bool]:
    """Return for each entity whether it and the next one are neighbors in a list of one label."""
    found = [
        first + count == second
        and text.masks[first].label == text.masks[second].label
        and _LISTED.fullmatch(text.segments[second]) is not None
        for (first, count), (second, _) in pairwise(runs)
    ]
    return [*found, False]


def _order(text: SlottedText, one: Run, other: Run) -> int:
    """Return 1 if the second of two entities is the larger one, -1 if it is the smaller one, or 0.

    "from [MASK] to [MASK]", "rose 5 percent to [MASK] from [MASK]", "[MASK], down from [MASK]".
    """
    first, gap = one[0], text.segments[other[0]]
    if sum(one) == other[0] and _UPPER.fullmatch(gap):
        return 1
    if sum(one) != other[0] or not _FROM.fullmatch(gap):
        return 0
    said = "".join([*text.segments[max(0, first - _SLOTS_BEFORE) : first + 1], gap]).lower()
    moves = [word for word in re.findall(r"\w+", said) if word in _MOVES]
    return (1 if moves[-1] in _FALLING else -1) if moves else 0


def _parts(job: FillJob, *more: int) -> tuple[str | int, ...]:
    return type(job.record_id).__name__, job.record_id, *more, job.sample, job.attempt


class TypedPhrases:
    """Draws phrases for the entities of texts; `scorer` chooses among several.

    A phrase depends on the seed, the record, the place and the text that was not masked alone. One
    with links depends on the seed, the sample and the links, and is the same wherever these are.
    Without `names`, names have no phrases.
    """

    def __init__(self, seed: int, scorer: PhraseScorer, *, names: bool = True) -> None:
        self._key = Key(str(seed).encode())
        self._scorer, self._with_names = scorer, names

    def choose(self, jobs: Sequence[FillJob]) -> list[dict[int, str]]:
        """Return the words for the slots of each text that are part of a phrase.

        They differ if there are enough candidates. Outside English, only values have phrases.
        """
        entities = [self._entities(job) for job in jobs]
        asked = [
            PhraseQuestion(job.text.segments, first, [each.words for each in phrases])
            for job, found in zip(jobs, entities, strict=True)
            for first, phrases in found.items()
            if len(phrases) > 1
        ]
        scores = self._scores(asked)
        return [self._chosen(*each, scores) for each in zip(jobs, entities, strict=True)]

    def _scores(self, asked: Sequence[PhraseQuestion]) -> Iterator[list[float]]:
        """Yield the scores of the phrases of each question, less some of those without context."""
        if not asked:
            return
        phrases = dict.fromkeys(phrase for question in asked for phrase in question.phrases)
        alone = [
            PhraseQuestion(("", *[" "] * (size - 1), ""), 0, [*some])
            for size, some in groupby(sorted(phrases, key=len), len)
        ]
        rows, usual = self._scorer.phrase_scores(asked), dict[Words, float]()
        for question, row in zip(alone, self._scorer.phrase_scores(alone), strict=True):
            usual |= zip(question.phrases, row, strict=True)
        for question, row in zip(asked, rows, strict=True):
            pairs = zip(question.phrases, row, strict=True)
            yield [score - _FREQUENCY * usual[phrase] for phrase, score in pairs]

    def _chosen(
        self, job: FillJob, entities: _Entities, scores: Iterator[list[float]]
    ) -> dict[int, str]:
        """Return the words of the phrases of a text, by slot: those that context makes likeliest.

        If possible, a phrase is neither taken in the text nor used in other versions of it. One of
        a kind that the text has already is preferred: "[China] is larger than [Texas]".
        """
        taken: set[Words] = set()
        shapes: set[str] = set()
        chosen: dict[int, str] = {}
        for first, phrases in entities.items():
            used = job.used_phrases(first, len(phrases[0].words))
            row = next(scores) if len(phrases) > 1 else [0.0]
            keys = [
                (words not in taken, words not in used, score + _ALIKE * (shape in shapes))
                for (words, shape), score in zip(phrases, row, strict=True)
            ]
            best = phrases[keys.index(max(keys))]
            shapes.add(best.shape)
            taken.add(best.words)
            chosen |= enumerate(best.words, first)
        return chosen

    def _entities(self, job: FillJob) -> _Entities:
        """Return the entities that have phrases, each with its candidates."""
        shared = KeyedRandom(self._key, _SHARED, *_parts(job)).below(_CHANCES)
        found: _Entities = {}
        used: set[Words] = set()  # of values, drawn once each
        language = job.slotted.language
        places = _places_of(job.text, shared, self._with_names and language == ENGLISH)
        labels = Counter(canonical_label(place.label) for *_, place in places)
        for placed in places:
            first, *_, place = placed
            label = canonical_label(place.label)
            wanted = _CANDIDATES if label in _SCORED[place.size > 1] else 1
            if label in _OF_KINDS and labels[label] > 1:
                wanted *= 2  # so that there are some of one kind
            phrases = self._drawn(placed, job, used, wanted)
            used |= {each.words for each in phrases if len(phrases) == 1}
            if phrases:
                found[first] = phrases
        return found

    def _drawn(
        self, placed: _Placed, job: FillJob, used: Container[Words], wanted: int
    ) -> list[Phrase]:
        """Return the `wanted` candidates for an entity; one if it is linked or not in English."""
        first, links, merged, place = placed
        links = [f"{link}/{job.sample}" if job.sample else link for link in links]
        language = job.slotted.language
        if language != ENGLISH:
            if language not in languages() or not is_value(place.label):
                return []
            rng = KeyedRandom(self._key, _KIND, *(links or (*_parts(job), first)))
            return [draw_value(place, merged, language, rng)]
        if links:
            phrase = self._linked(place, links, merged)
            return [phrase] if phrase else []
        parts = _parts(job, first)
        found: dict[Words, Phrase] = {}
        other: Phrase | None = None
        for number in range(max(_DRAWS, 4 * wanted)):
            phrase = draw_phrase(place, merged, KeyedRandom(self._key, _KIND, *parts, number))
            if phrase and _fits(phrase.words, place) and phrase.words not in used:
                found.setdefault(phrase.words, phrase)
                if len(found) == wanted:
                    break
            other = other or phrase
        return list(found.values()) or ([other] if other else [])

    def _linked(self, place: FillPlace, links: Sequence[str], merged: bool) -> Phrase | None:
        """Return the phrase of an entity by its links: each word of a name has its own."""
        rngs = [KeyedRandom(self._key, _KIND, link) for link in links]
        label = canonical_label(place.label)
        if label is Label.PERSON and not merged:
            return Phrase(linked_person(place, rngs))
        style = PROSE if label in NAMES else place.style  # the same in any context
        return draw_phrase(FillPlace(place.label, place.gaps, style=style), merged, rngs[0])


def _fits(words: Words, place: FillPlace) -> bool:
    """Return whether a phrase agrees with its neighbors: "an" and "the Joneses' house", too."""
    if place.after.startswith(("' ", "\u2019 ")) and not words[-1].endswith("s"):
        return False
    return fits_neighbors(" ".join(words), place.before, place.after)
