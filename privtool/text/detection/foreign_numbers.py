"""Number words of German, Spanish, French, Italian, Portuguese and Dutch."""

from __future__ import annotations

from typing import NamedTuple

from privtool.text.lexicon import sections
from privtool.text.rules.word_classes import ABROAD

_MAGNITUDES = ("digits", "teens", "tens", "hundreds", "compounds", "others")


class Language(NamedTuple):
    """The number words of a language by magnitude, and what is said between them.

    `joint` stands between the digit and the tens of a compound, "" if there are none.
    """

    groups: tuple[frozenset[str], ...]
    joint: str
    between: frozenset[str]

    @property
    def words(self) -> frozenset[str]:
        return frozenset[str]().union(*self.groups)


def _language(name: str) -> Language:
    found = {section: frozenset(said) for section, said in sections("numbers", name).items()}
    return Language(
        tuple(found[magnitude] for magnitude in _MAGNITUDES if magnitude in found),
        "".join(found.get("joint", ())),
        found["between"],
    )


LANGUAGES = tuple(map(_language, ABROAD))
WEAK = frozenset(("um", "uma", "ein", "een"))  # fillers and articles, too
FOREIGN_NUMBERS = frozenset[str]().union(*(language.words for language in LANGUAGES))
# "dreiundvierzig", "drieënveertig"
_COMPOUNDS = tuple(
    joint + tens
    for language in LANGUAGES
    for tens in language.groups[_MAGNITUDES.index("tens")]
    for joint in {language.joint, language.joint.replace("e", "ë")} - {""}
)


def is_number(word: str, words: frozenset[str] = FOREIGN_NUMBERS) -> bool:
    """Return whether a word is one of some number words, or a compound of German or Dutch."""
    return word in words or (len(word) > 9 and word.endswith(_COMPOUNDS))
