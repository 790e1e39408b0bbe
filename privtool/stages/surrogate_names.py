"""Speakers and files that keep their name although a private phrase is in it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec import UNSET

from privtool.core.blocks import Counts
from privtool.core.record import Record
from privtool.text.labels import Label, canonical_label
from privtool.text.surrogates.common_words import uncommon_words
from privtool.text.surrogates.generator import PrivatePhrase
from privtool.text.surrogates.prf import normalized
from privtool.text.surrogates.private_words import private_words
from privtool.text.surrogates.spelled import spelled_word
from privtool.text.values.code import read_dictation

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
