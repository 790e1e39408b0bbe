"""The steps of the `patterns` tagger in their order, each with what a text needs for it.

Each step hides its spans from the later ones. First come FORMS: spans with a syntax of their own,
and those that a word next to them confirms (streets, dates, money). Then cue words announce what
follows them (`cues.mark_expected`), and VALUES are found: codes and numbers by checksum or form,
dictation, and everything else with a digit. RESTS are the parts of values that other words
interrupt. In the end WHOLE spans take in what is said next to them.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from typing import NamedTuple

from privtool.core.spans import Span
from privtool.text.detection import cues, digits, hints, identifiers
from privtool.text.detection.addresses import with_units
from privtool.text.detection.foreign_numbers import FOREIGN_NUMBERS, WEAK
from privtool.text.detection.hints import said, seen
from privtool.text.detection.numbers import codes
from privtool.text.detection.said import dictated, parts
from privtool.text.detection.said.edges import with_code_edges
from privtool.text.detection.said.items import CLEAR_LETTER_NAMES, KEYS, SINGLES, SPELLING_ALPHABET
from privtool.text.english.calendar import MONTH_NAMES
from privtool.text.english.numbers import (
    CARDINALS,
    LARGE_ORDINALS,
    ORDINALS,
    PLURALS,
    REPEATS,
)
from privtool.text.lexicon import words
from privtool.text.rules.files import AFTER_DICTATION, ON_REQUEST, SAID

DIGIT = seen(hints.has_digit)
NUMBER_WORD = said({*CARDINALS, *REPEATS, *ORDINALS, *LARGE_ORDINALS, *PLURALS})
NUMBER_RUN = seen(hints.has_number_run)
SPELLED = seen(hints.has_spelling) | said({*SPELLING_ALPHABET, *CLEAR_LETTER_NAMES, "xray", "ray"})
MONTH = said(MONTH_NAMES) | seen(hints.names_foreign_month)
STREET = said(words("streets.definite"))
SPOKEN_DOT = said({"dot"} | words("domains.at_abroad", "intl")) | seen(hints.has_foreign_at)
VAGUE_DATE = said(identifiers.package_matcher(*ON_REQUEST).needed_words())
CUE = said(cues.CUES.keys() | words("value_cues.groups") | parts.CODE_CUES)
_NUMBER = DIGIT | NUMBER_WORD
_SINGLE = said(SINGLES - {*"aiomst"} | SPELLING_ALPHABET | CLEAR_LETTER_NAMES)
_DOTTED = seen(hints.is_dotted)
_SPOKEN = said({"underscore", "point", "period"} | words("domains.providers", "intl")) | seen(
    hints.names_host
)
_FOREIGN_TEXT = seen(hints.is_foreign)
_FOREIGN = said(FOREIGN_NUMBERS - WEAK) | _FOREIGN_TEXT
_DICTATED = SPELLED | NUMBER_RUN | said(KEYS)
_SAID = said(identifiers.package_matcher(*SAID).needed_words())
_AFTER_DICTATION = said(identifiers.package_matcher(*AFTER_DICTATION).needed_words())


class Group(IntEnum):
    """The groups of steps, in their order."""

    FORMS = 0
    VALUES = 1
    RESTS = 2


class Step(NamedTuple):
    """A finder and its needs: a text has to meet one bit of each.

    It takes the view of a text; one of the RESTS also takes the spans that are already found.
    """

    find: Callable[..., list[Span]]
    needs: tuple[int, ...]


def _rules(*names: str, needs: tuple[int, ...] = ()) -> Step:
    """Return the step of some files of rules; it needs by itself what their patterns need."""
    return Step(
        lambda view: identifiers.package_matcher(*names).find(view),
        needs or (seen(hints.may_match(*names)),),
    )


def _anyway(name: str, *needs: int) -> Step:
    """Return the step of a file of rules that also match what is found already."""
    return Step(lambda view, _: identifiers.find_anyway(name, view), needs)


FORMS: tuple[Step, ...] = (
    _rules("mail", "disguises"),
    _rules("spoken", needs=(_SPOKEN | SPOKEN_DOT,)),
    _rules("hosts", "web", "handles"),
    _rules("places", needs=(STREET | _NUMBER,)),
    Step(identifiers.find_amounts, (_SAID | DIGIT | _FOREIGN_TEXT,)),
    _rules("vague", needs=(VAGUE_DATE,)),
    _rules("cued", needs=(said(cues.PLATES | cues.SECRETS | cues.USERS),)),
    _rules("postcodes", needs=(DIGIT,)),
    _rules(
        "groups",
        needs=(
            CUE,
            DIGIT,
        ),
    ),
)
VALUES: tuple[Step, ...] = (
    _rules("ids"),
    Step(codes.find, (DIGIT,)),
    Step(identifiers.find_codes, (DIGIT | said(words("value_cues.letter-codes")),)),
    Step(digits.find, (DIGIT,)),
    Step(dictated.find, (_DICTATED | NUMBER_WORD, _DICTATED | DIGIT)),
    # These must not cut what is dictated in two.
    _rules("ages_in_talk", needs=(_AFTER_DICTATION | DIGIT,)),
    _rules("houses", needs=(NUMBER_WORD,)),
    _rules("said_abroad", needs=(_FOREIGN,)),
    _rules("years", needs=(DIGIT,)),
    _rules("leftovers", needs=(DIGIT,)),
    Step(identifiers.find_dotted, (_DOTTED,)),
)
RESTS: tuple[Step, ...] = (
    Step(parts.find, (CUE | NUMBER_RUN | SPELLED, _NUMBER | SPELLED | _SINGLE)),
    _anyway("letters", _SINGLE | SPELLED, said(("with", "in", "for", "like"))),
    # Between their parts stand any other words.
    _anyway("announced", SPOKEN_DOT | STREET),
)
STEPS = (FORMS, VALUES, RESTS)
# Each takes sorted spans, the text in lower case and as it is.
WHOLE: tuple[Callable[[list[Span], str, str], list[Span]], ...] = (
    with_code_edges,
    lambda spans, lowered, _: with_units(spans, lowered),
)
