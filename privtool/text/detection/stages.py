"""The stages of the `patterns` tagger: its finders, from the most specific to the least."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from privtool.core.spans import Span
from privtool.text.detection import cues, hints, identifiers, leftovers
from privtool.text.detection.addresses import (
    definite_names,
    foreign_forms,
    house_numbers,
    streets,
    units,
    zips,
)
from privtool.text.detection.dates import (
    ages,
    feast_births,
    foreign_births,
    months,
    numeric,
    ordinal_months,
    times,
    told_ages,
    vague,
)
from privtool.text.detection.internet import (
    mail,
    spoken_addresses,
    spoken_handles,
    web,
)
from privtool.text.detection.interrupted import (
    accents,
    addresses,
    dates,
    example_words,
    octets,
    spellings,
    turns,
)
from privtool.text.detection.interrupted import codes as interrupted_codes
from privtool.text.detection.numbers import (
    chains,
    codes,
    dictated,
    foreign,
    grouped,
    keypad,
    letter_groups,
    money,
    placed_digits,
    worded_phones,
)
from privtool.text.detection.numbers.nearby import find_nearby
from privtool.text.detection.view import TextView

_NUMBERS = hints.DIGIT | hints.NUMBER_WORD

_SAID = _NUMBERS | hints.SPELLED | hints.LETTER  # digits or letters, which a cue alone is not

ANY = -1
# The stages, in order of precedence: each hides its spans from the later ones. Each has two sets of
# hints; a stage runs if the text has one of each. First come spans with a syntax of their own, then
# those confirmed by a word next to them (streets, dates, money), then codes and numbers by checksum
# or form, and last everything else. Overlapping spans of one stage are merged, with the label of
# the longer one.
STAGES: tuple[tuple[int, int, Callable[[TextView], list[Span]]], ...] = (
    (hints.SLASH, ANY, web.find_schemes),
    (hints.ODD, ANY, identifiers.find_disguised),
    (hints.AT_SIGN, ANY, mail.find),
    (hints.HOST, ANY, spoken_addresses.find_at),
    (hints.DOTTED, ANY, web.find),
    (hints.MACHINE | hints.DIGIT, hints.DIGIT | hints.COLON, identifiers.find_syntax),
    (hints.ODD | hints.SLASH, ANY, identifiers.find_handles),
    (hints.SPOKEN_DOT, ANY, spoken_addresses.find),
    (hints.SPOKEN_SIGN, ANY, spoken_handles.find),
    (hints.POINT, _NUMBERS, spoken_addresses.find_octets),
    (hints.PLUS, hints.NUMBER_WORD, worded_phones.find),
    (hints.PLUS, hints.DIGIT, chains.find_international),
    (hints.KEYPAD, _NUMBERS, keypad.find),
    (hints.STREET, ANY, streets.find),
    (hints.STREET, _NUMBERS, definite_names.find),
    (hints.DIGIT | hints.UNIT, ANY, units.find),
    (_NUMBERS, ANY, foreign_forms.find),
    (hints.NUMBER_WORD, ANY, house_numbers.find),
    (hints.DIGIT, ANY, numeric.find),
    (hints.DIGIT, ANY, times.find),
    (_NUMBERS, ANY, ordinal_months.find),
    (hints.FOREIGN, ANY, foreign_births.find),
    (hints.BIRTH | _NUMBERS, ANY, feast_births.find),
    (hints.MONTH, ANY, months.find),
    (hints.AGE, hints.DIGIT, ages.find),
    (hints.AGE_LETTER, hints.DIGIT, ages.find_lettered),
    (hints.DIGIT | hints.NUMBER_WORD, ANY, ages.find_after_name),
    (hints.AMOUNT, hints.DIGIT, money.find),
    (hints.AGE | hints.AGE_LETTER, hints.NUMBER_WORD, ages.find_words),
    (hints.MONEY, hints.NUMBER_WORD, money.find_words),
    (_NUMBERS | hints.CLOCK, ANY, times.find_words),
    (hints.DIGIT | hints.DAY, _NUMBERS, months.find_days),
    (hints.DECADE, ANY, months.find_decades),
    (hints.VAGUE_DATE, ANY, vague.find),
    (hints.SECRET, ANY, cues.find),
    (hints.DIGIT, ANY, zips.find),
    (hints.CUE, hints.DIGIT, letter_groups.find),
    (hints.CUE, _NUMBERS, cues.mark_expected),
    (hints.DIGIT | hints.ODD, ANY, identifiers.find),
    (hints.DIGIT, ANY, codes.find),
    (hints.DIGIT, ANY, grouped.find),
    (hints.DIGIT, ANY, chains.find_thousands),
    (hints.DIGIT, ANY, chains.find),
    (hints.DIGIT, ANY, codes.find_plates),
    (hints.SPELLED | hints.NUMBER_RUN, ANY, dictated.find),
    # These must not cut what is dictated in two.
    (hints.NUMBER_WORD, ANY, told_ages.find),
    (hints.AGE_LETTER, _NUMBERS, told_ages.find_of_children),
    (hints.NUMBER_WORD, ANY, placed_digits.find),
    (hints.NUMBER_WORD, ANY, house_numbers.find_told),
    (hints.FOREIGN, ANY, foreign.find),
    (hints.DIGIT, ANY, leftovers.find_years),
    (hints.DIGIT, ANY, leftovers.find),
    (hints.DOTTED, ANY, web.find_dotted),
)


# What looks for the rest of values among words that no list knows, with its hints.
INTERRUPTED: tuple[tuple[int, int, Callable[[TextView, Sequence[Span]], list[Span]]], ...] = (
    (hints.NUMBER_RUN | hints.SPELLED | hints.CUE, _SAID, find_nearby),
    (hints.LETTER | hints.SPELLED, _NUMBERS, interrupted_codes.find),
    (hints.SPELLED, ANY, spellings.find),
    (hints.SPELLED, ANY, accents.find),
    (hints.LETTER, ANY, accents.find_cased),
    (hints.LETTER, ANY, example_words.find),
    (hints.MONTH | hints.BIRTH, _NUMBERS, dates.find),
    (hints.POINT, hints.NUMBER_WORD, octets.find),
    (hints.SPOKEN_DOT, ANY, addresses.find_mail),
    (hints.STREET, _NUMBERS, addresses.find_streets),
    (hints.NUMBER_WORD, ANY, turns.find),
)
