"""The steps of the `patterns` tagger in their order, each with what a text needs for it.

Each step hides its spans from the later ones. First come FORMS: spans with a syntax of their own,
and those that a word next to them confirms (streets, dates, money). Then cue words announce what
follows them (`cues.mark_expected`), and VALUES are found: codes and numbers by checksum or form,
dictation, and everything else with a digit. RESTS are the parts of values that other words
interrupt. In the end spans take in what is said next to them (`tagger.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from privtool.core.spans import Span
from privtool.text.detection import cues, digits, identifiers
from privtool.text.detection.foreign_numbers import FOREIGN_NUMBERS, WEAK
from privtool.text.detection.needs import (
    DIGIT,
    DOTTED,
    FOREIGN,
    HOST,
    NOTHING,
    NUMBER_RUN,
    SPELLING,
    said,
)
from privtool.text.detection.said import dictated, parts
from privtool.text.detection.said.items import CLEAR_LETTER_NAMES, KEYS, SINGLES, SPELLING_ALPHABET
from privtool.text.english.calendar import MONTH_NAMES
from privtool.text.english.numbers import CARDINALS, LARGE_ORDINALS, ORDINALS, PLURALS, REPEATS
from privtool.text.lexicon import words
from privtool.text.rules.files import AFTER_DICTATION, ON_REQUEST, SAID

NUMBER_WORD = said({*CARDINALS, *REPEATS, *ORDINALS, *LARGE_ORDINALS, *PLURALS})
STREET = said(words("streets.definite"))
SPOKEN_DOT = said({"dot"} | words("domains.at_abroad", "intl"))
_SPELLED = SPELLING | said({*SPELLING_ALPHABET, *CLEAR_LETTER_NAMES, "xray", "ray"})
DICTATED = NUMBER_RUN | _SPELLED | SPOKEN_DOT | said(MONTH_NAMES)
CUE = said(cues.CUES.keys() | words("value_cues.groups") | parts.CODE_CUES)
_ITEMS = NUMBER_RUN | _SPELLED | said(KEYS)
_ITEM = said((SINGLES - {*"aiomst"}) | SPELLING_ALPHABET | CLEAR_LETTER_NAMES)


class Step(NamedTuple):
    """A finder and its needs: a text has to meet one bit of each.

    It takes the view of a text; one of the RESTS also takes the spans that are already found.
    """

    find: Callable[..., list[Span]]
    need: int = NOTHING
    also: int = NOTHING


def _rules(*names: str, need: int = NOTHING, also: int = NOTHING) -> Step:
    """Return the step of some files of rules."""
    return Step(lambda view: identifiers.package_matcher(*names).find(view), need, also)


def _said(*names: str) -> Step:
    """Return the step of files of rules whose phrases need a digit or one of some words."""
    needed = identifiers.package_matcher(*names).needed_words()
    return _rules(*names, need=DIGIT | FOREIGN | said(needed))


def _anyway(name: str, need: int, also: int = NOTHING) -> Step:
    """Return the step of a file of rules that also match what is found already."""
    return Step(lambda view, _: identifiers.find_anyway(name, view), need, also)


VAGUE_DATES = _said(*ON_REQUEST)
FORMS: tuple[Step, ...] = (
    _rules("mail", "disguises"),
    _rules(
        "spoken",
        need=HOST
        | SPOKEN_DOT
        | said({"underscore", "point", "period"} | words("domains.providers", "intl")),
    ),
    _rules("hosts", "web", "handles"),
    _rules("places", need=STREET | DIGIT | NUMBER_WORD),
    _said(*SAID),
    VAGUE_DATES,
    _rules("cued", need=said(cues.PLATES | cues.SECRETS | cues.USERS)),
    _rules("postcodes", need=DIGIT),
    _rules("groups", need=CUE, also=DIGIT),
)
VALUES: tuple[Step, ...] = (
    _rules("ids"),
    _rules("mixed", need=DIGIT),
    Step(identifiers.find_codes, DIGIT | said(words("value_cues.letter-codes"))),
    Step(digits.find, DIGIT),
    Step(dictated.find, _ITEMS | NUMBER_WORD, _ITEMS | DIGIT),
    # These must not cut what is dictated in two.
    _said(*AFTER_DICTATION),
    _rules("said_abroad", need=FOREIGN | said(FOREIGN_NUMBERS - WEAK)),
    _rules("years", need=DIGIT),
    _rules("leftovers", need=DIGIT),
    Step(identifiers.find_dotted, DOTTED),
)
RESTS: tuple[Step, ...] = (
    Step(parts.find, CUE | NUMBER_RUN | _SPELLED, DIGIT | NUMBER_WORD | _SPELLED | _ITEM),
    _anyway("letters", _ITEM | _SPELLED, said(("with", "in", "for", "like"))),
    # Between their parts stand any other words.
    _anyway("announced", SPOKEN_DOT | STREET),
)
