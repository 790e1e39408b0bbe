"""Names that are common words, in lower case, where only persons stand: "hope said", "aunt joy"."""

from __future__ import annotations

from collections.abc import Iterator

from privtool.text.detection.names.cue_words import (
    ARTICLES,
    AUXILIARIES,
    BEFORE_SUBJECTS,
    CUES,
    LABELS_OF_PERSONS,
    MODALS,
    NO_NAMES,
    OPENERS,
    SPEECH,
)
from privtool.text.detection.names.evidence import NameEvidence, Run
from privtool.text.detection.names.likeness import likeness
from privtool.text.detection.names.neighbors import next_word
from privtool.text.detection.names.plain_words import is_plain
from privtool.text.english.calendar import ENGLISH_MONTHS, WEEKDAYS
from privtool.text.word_sets import word_set

_PERSONAL = word_set(
    """said says told asked thinks texted replied answered wants wanted knows knew married smiled
    laughed agreed insisted mentioned emailed promised explained wrote called"""
)
_PRESENT = word_set(
    """on out off here there coming covering late sick my back working running calling speaking
    going not"""
)
_STATES = frozenset(
    (("on", "call"), ("on", "shift"), ("on", "duty"), ("on", "leave"), ("on", "vacation"))
) | frozenset((("out", "sick"), ("off", "today"), ("out", "today")))
_OWNED = word_set("the my your his her our their to already been it both")
_BEFORE = BEFORE_SUBJECTS | OPENERS | word_set("as while what how why after before until like than")
_NOT_BEFORE_NAMES = word_set(
    "the a an this that these those of my your his her our their its no every each some any"
)
_TITLES_OF_KIN = word_set("aunt auntie uncle cousin grandma grandpa granny")
_KIN = word_set("sister brother niece nephew husband wife son daughter girlfriend boyfriend")
_VERBS = word_set(
    """made ran sing cook hurt fed hung wash bite rush cares asks ties lies hunt skip joke kiss ban
    harm edit read run press begin lie drive trace wade hail add beat refill"""
)
_NO_GIVEN_NAMES = CUES.keys() | LABELS_OF_PERSONS | _VERBS
_DATED = word_set("on this last next every by until since each one late early")
_LEAST_LIKENESS = 0.2


def acting(evidence: NameEvidence) -> Iterator[Run]:
    """Yield names that are words as subjects of what persons do.

    "hope said", "and precious is covering", "will and art said", "mercy on call".
    """
    words = evidence.words
    if words.cased:
        return
    for index in range(len(words)):
        if not _is_name(evidence, index) or not _starts_clause(evidence, index):
            continue
        following = next_word(evidence, index)
        other = index + 2
        if following == "and" and next_word(evidence, index + 1) and _is_name(evidence, other):
            if next_word(evidence, other) in _PERSONAL:
                yield index, index + 1
                yield other, other + 1
        elif following in _PERSONAL or _is_present(evidence, index):
            yield index, index + 1


def capitalized(evidence: NameEvidence) -> Iterator[Run]:
    """Yield names that are words with a capital between words in lower case: "did Will pay"."""
    words = evidence.words
    if not words.cased:
        return
    for index in range(1, len(words)):
        if not _is_capital_name(evidence, index) or words.gap(index) != " ":
            continue
        before = words.lower[index - 1]
        follows = index + 1 < len(words) and words.joined(index + 1)
        if (
            before not in _NOT_BEFORE_NAMES
            and not words.capital(index - 1)
            and not (follows and words.capital(index + 1))
            and words.plain[words.start[index - 1] - 1 : words.start[index - 1]] != "@"
        ):
            yield index, index + 1


def _is_capital_name(evidence: NameEvidence, index: int) -> bool:
    """Return whether a word is a name, also another word and no month, with a capital."""
    word, known = evidence.words.lower[index], evidence.lexicon
    is_listed = known.listed.get(word) is False and word not in ENGLISH_MONTHS
    return is_listed and len(word) > 2 and word not in NO_NAMES and evidence.capitalized(index)


def own_names(evidence: NameEvidence) -> Iterator[Run]:
    """Yield the words that somebody calls a name: "monday is my name", wherever they are."""
    words = evidence.words
    names = {
        words.lower[index]
        for index in range(len(words))
        if next_word(evidence, index) == "is"
        and next_word(evidence, index + 1) in ("my", "his", "her", "your")
        and next_word(evidence, index + 2) == "name"
    } - evidence.lexicon.function
    for index, word in enumerate(words.lower):
        if word in names and len(word) > 2 and word not in NO_NAMES:
            yield index, index + 1


def related(evidence: NameEvidence) -> Iterator[Run]:
    """Yield names that are words after a kinship.

    "My uncle young fixed it", "aunt joy, ...", "uncle praise's birthday", "Uncle Praise left".
    """
    words = evidence.words
    for index in range(1, len(words)):
        if _is_called(evidence, index):
            yield index, index + 1
        if words.cased or not _is_name(evidence, index) or not words.joined(index):
            continue
        word, kin = words.lower[index], words.lower[index - 1]
        owner = words.lower[index - 2] if index > 1 else ""
        if kin in _TITLES_OF_KIN or (kin in _KIN and owner in ARTICLES):
            following = next_word(evidence, index)
            acts = following in AUXILIARIES or following in SPEECH or following.endswith("ed")
            ends = words.after(index) in ",.!?'\n" or following in ("and", "from")
            if word not in _VERBS and (acts or ends):
                yield index, index + 1


def _is_called(evidence: NameEvidence, index: int) -> bool:
    """Return whether any word after "uncle" is a name: it has a capital, or owns something."""
    words = evidence.words
    word = words.lower[index]
    if words.lower[index - 1] not in _TITLES_OF_KIN or words.gap(index) != " ":
        return False
    if word in evidence.lexicon.function or word in NO_NAMES or len(word) < 3:
        return False
    if words.cased:
        return words.capital(index) and not evidence.is_acronym(index)
    return "s" in (next_word(evidence, index, "'"), next_word(evidence, index))


def surnamed(evidence: NameEvidence) -> Iterator[Run]:
    """Yield names that are words before a surname that its letters show: "monday okpara"."""
    words = evidence.words
    if words.cased:
        return
    for index in range(len(words) - 1):
        surname = index + 1
        if not _is_name(evidence, index) or _is_frequent(evidence, index):
            continue
        if not words.joined(surname):
            continue
        before = words.lower[index - 1] if index else ""
        is_day = words.lower[index] in WEEKDAYS and before in _DATED
        if (
            not is_day
            and words.lower[index] not in _NO_GIVEN_NAMES
            and evidence.is_likely(surname)
            and evidence.is_rare(surname)
            and not is_plain(evidence, surname)
            and likeness(words.lower[surname]) >= _LEAST_LIKENESS
        ):
            yield index, evidence.name_end(surname)


def _is_frequent(evidence: NameEvidence, index: int) -> bool:
    word = evidence.words.lower[index]
    return word in evidence.lexicon.frequent and word not in WEEKDAYS


def _is_name(evidence: NameEvidence, index: int) -> bool:
    """Return whether a word is also a name."""
    word, known = evidence.words.lower[index], evidence.lexicon
    is_listed = known.listed.get(word) is False or word in WEEKDAYS
    return is_listed and len(word) > 2 and word not in NO_NAMES and word not in known.function


def _starts_clause(evidence: NameEvidence, index: int) -> bool:
    words = evidence.words
    return words.opens(index) or not words.joined(index) or words.lower[index - 1] in _BEFORE


def _is_present(evidence: NameEvidence, index: int) -> bool:
    """Return whether "is here", "will be there" or "is my name" follows a word."""
    words = evidence.words
    if words.lower[index] in MODALS or _is_frequent(evidence, index):
        return False
    verb = next_word(evidence, index)
    if (verb, next_word(evidence, index + 1)) in _STATES:
        return True
    if verb == "has":
        return next_word(evidence, index + 1) in _OWNED
    if verb == "will" and next_word(evidence, index + 1) == "be":
        return next_word(evidence, index + 2) in _PRESENT
    if verb not in ("is", "was"):
        return False
    return next_word(evidence, index + 1) in _PRESENT
