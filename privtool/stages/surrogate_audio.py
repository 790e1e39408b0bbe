"""The recording of a record with surrogates: which parts of it are private, and when.

Also speakers and files that keep their name although a private phrase is in it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec
from msgspec import UNSET

from privtool.audio.intervals import are_valid
from privtool.core.blocks import Counts
from privtool.core.fields import entities_of, text_of, words_or_empty
from privtool.core.record import Entity, Record
from privtool.stages.private_words import count_doubtful, is_doubtful, locate, word_times
from privtool.text.labels import Label, canonical_label
from privtool.text.offsets import Bounds, covers, words_in
from privtool.text.surrogates.common_words import uncommon_words
from privtool.text.surrogates.generator import PrivatePhrase
from privtool.text.surrogates.prf import normalized
from privtool.text.surrogates.private_words import private_words
from privtool.text.surrogates.spelled import spelled_word
from privtool.text.values.code import read_dictation
from privtool.text.words import has_words

_LONGEST = 1e9  # seconds: no recording is longer


def with_audio(new: Record, record: Record, counts: Counts, least: float = 0.0) -> Record:
    """Return the record with the audio interval of each entity and without the words inside them.

    Mark it to be dropped where intervals are uncertain, or the text has no words. Times are trusted
    from the confidence `least`; 0 trusts all.
    """
    text = text_of(record)
    words = words_or_empty(record)
    entities = entities_of(record)
    if not entities and has_words(text):
        return new
    located = locate(text, words)
    word_indices = [_words_of(entity, text, located) for entity in entities]
    doubtful = any(is_doubtful(words[k], least) for indices in word_indices for k in indices)
    if doubtful:
        count_doubtful(words, counts)
    if (
        doubtful
        or not has_words(text)
        or None in located  # a spoken word is missing in the text
        or not are_valid(word_times(record), _LONGEST, 0.0)
        or any(
            not indices or not all(words[k].start < words[k].end for k in indices)
            for indices in word_indices
        )
    ):
        counts["dropped turns"] += 1
        kept = () if record.words is not UNSET else UNSET
        return msgspec.structs.replace(new, words=kept, drop_turn=True)
    timed = tuple(
        msgspec.structs.replace(
            place,
            audio_start=min(words[k].start for k in indices),
            audio_end=max(words[k].end for k in indices),
        )
        for place, indices in zip(new.entities or (), word_indices, strict=True)
    )
    inside = {number for indices in word_indices for number in indices}
    public = tuple(word for number, word in enumerate(words) if number not in inside)
    return msgspec.structs.replace(new, entities=timed, words=public)


def _words_of(entity: Entity, text: str, located: Sequence[Bounds | None]) -> list[int]:
    """Return the indices of an entity's words, none if they do not cover all of it."""
    return words_in(located, entity) if covers(located, text, entity.start, entity.end) else []


_SHORTEST_NAME = 3  # letters of a private word to look for inside the name of a speaker
_FEWEST_DIGITS = 4  # of a private number to look for there
_WORD = re.compile(r"[^\W\d_]+")


def count_raw_names(
    new: Record, record: Record, private: Sequence[PrivatePhrase], counts: Counts
) -> None:
    """Count files and speakers that keep their name, and those that a private phrase is in."""
    if new.audio_filepath is not UNSET and new.audio_filepath == record.audio_filepath:
        counts["raw files"] += 1
        counts["revealing files"] += bool(private) and _reveals(record.audio_filepath, private)
    if new.speaker is not UNSET and new.speaker == record.speaker:
        counts["revealing speakers"] += bool(private) and _reveals(record.speaker, private)


def _reveals(name: object, private: Sequence[PrivatePhrase]) -> bool:
    """Return whether a speaker or file is named after a private phrase or an uncommon word of one.

    Names of persons below three letters count as whole words.
    """
    if not isinstance(name, str):
        return False
    key = normalized(name)
    phrases = {normalized(each.phrase) for each in private}
    persons: set[str] = set()
    digits = "".join(filter(str.isdigit, name))
    for phrase, label, *_ in private:
        number = read_dictation(phrase).chars
        if number.isdigit() and len(number) >= _FEWEST_DIGITS and number in digits:
            return True
        phrases |= {spelled_word(phrase) or normalized(phrase)}
        phrases |= {normalized(word) for word in uncommon_words(phrase)}
        if canonical_label(label) is Label.PERSON:
            persons |= {normalized(phrase), *private_words(phrase, label)}
    inside = any(phrase in key for phrase in phrases | persons if len(phrase) >= _SHORTEST_NAME)
    return inside or not persons.isdisjoint(_WORD.findall(key))
