"""`PatternTagger`: applies the finders, from the most specific to the least."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from privtool.core.spans import Span, merge_overlapping
from privtool.text.detection import cues, hints, leftovers
from privtool.text.detection.addresses import definite_names, house_numbers, streets, units, zips
from privtool.text.detection.addresses.designators import with_designators
from privtool.text.detection.addresses.foreign_units import with_foreign_units
from privtool.text.detection.dates import (
    ages,
    foreign_births,
    months,
    numeric,
    ordinal_months,
    times,
    told_ages,
    vague,
)
from privtool.text.detection.hesitations import fluent_text, original_spans
from privtool.text.detection.hints import hints_of
from privtool.text.detection.internet import (
    disguises,
    handles,
    listed_names,
    mail,
    network,
    nicknames,
    spoken_addresses,
    spoken_handles,
    torn_words,
    web,
)
from privtool.text.detection.interrupted import accents, addresses, dates, octets, spellings, turns
from privtool.text.detection.interrupted import codes as interrupted_codes
from privtool.text.detection.numbers import (
    bank,
    chains,
    codes,
    dictated,
    foreign,
    grouped,
    keypad,
    letter_groups,
    money,
    placed_digits,
    uncounted,
    worded_phones,
)
from privtool.text.detection.numbers.code_edges import with_code_edges
from privtool.text.detection.numbers.heads import with_spoken_heads
from privtool.text.detection.numbers.nearby import find_nearby
from privtool.text.detection.numbers.tails import with_number_tails
from privtool.text.detection.spacing import spans_at_any_width
from privtool.text.detection.view import TextView
from privtool.text.english.numbers import CARDINALS, ORDINALS

_NUMBERS = hints.DIGIT | hints.NUMBER_WORD

_SAID = _NUMBERS | hints.SPELLED | hints.LETTER  # digits or letters, which a cue alone is not

_ANY = -1
# Hints of what a speaker may interrupt.
_NUMBER_HINTS = (CARDINALS.keys() | ORDINALS.keys()) - {"one", "first", "second"}
_DICTATED = hints.NUMBER_RUN | hints.SPELLED | hints.SPOKEN_DOT | hints.MONTH

# The stages, in order of precedence: each hides its spans from the later ones. Each has two sets of
# hints; a stage runs if the text has one of each. First come spans with a syntax of their own, then
# those confirmed by a word next to them (streets, dates, money), then codes and numbers by checksum
# or form, and last everything else. Overlapping spans of one stage are merged, with the label of
# the longer one.
_STAGES: tuple[tuple[int, int, Callable[[TextView], list[Span]]], ...] = (
    (hints.SLASH, _ANY, web.find_schemes),
    (hints.ODD, _ANY, disguises.find),
    (hints.AT_SIGN, _ANY, mail.find),
    (hints.HOST, _ANY, spoken_addresses.find_at),
    (hints.DOTTED, _ANY, web.find),
    (hints.DIGIT | hints.COLON, _ANY, network.find_ip),
    (hints.DIGIT, _ANY, network.find_hardware),
    (hints.DIGIT, _ANY, bank.find_iban),
    (hints.DIGIT, _ANY, bank.find_wallets),
    (hints.SLASH, _ANY, mail.find_reddit_names),
    (hints.ODD, _ANY, handles.find),
    (hints.ODD, _ANY, nicknames.find),
    (hints.ODD, _ANY, listed_names.find),
    (hints.ODD, _ANY, torn_words.find),
    (hints.SPOKEN_DOT, _ANY, spoken_addresses.find),
    (hints.SPOKEN_SIGN, _ANY, spoken_handles.find),
    (hints.POINT, _NUMBERS, spoken_addresses.find_octets),
    (hints.NUMBER_WORD, _ANY, worded_phones.find),
    (hints.DIGIT, _ANY, chains.find_international),
    (hints.KEYPAD, _NUMBERS, keypad.find),
    (hints.STREET, _ANY, streets.find),
    (hints.STREET, _NUMBERS, definite_names.find),
    (hints.DIGIT | hints.UNIT, _ANY, units.find),
    (hints.NUMBER_WORD, _ANY, house_numbers.find),
    (hints.DIGIT, _ANY, numeric.find),
    (hints.DIGIT, _ANY, times.find),
    (_NUMBERS, _ANY, ordinal_months.find),
    (hints.FOREIGN, _ANY, foreign_births.find),
    (hints.MONTH, _ANY, months.find),
    (hints.AGE, hints.DIGIT, ages.find),
    (hints.AGE_LETTER, hints.DIGIT, ages.find_lettered),
    (hints.DIGIT | hints.NUMBER_WORD, _ANY, ages.find_after_name),
    (hints.AMOUNT, hints.DIGIT, money.find),
    (hints.AGE | hints.AGE_LETTER, hints.NUMBER_WORD, ages.find_words),
    (hints.MONEY, hints.NUMBER_WORD, money.find_words),
    (_NUMBERS | hints.CLOCK, _ANY, times.find_words),
    (hints.DIGIT | hints.DAY, _NUMBERS, months.find_days),
    (hints.DECADE, _ANY, months.find_decades),
    (hints.VAGUE_DATE, _ANY, vague.find),
    (hints.SECRET, _ANY, cues.find),
    (hints.DIGIT, _ANY, zips.find),
    (hints.CUE, hints.DIGIT, letter_groups.find),
    (hints.CUE, _NUMBERS, cues.mark_expected),
    (hints.ODD, _ANY, disguises.find_long),
    (hints.DIGIT, _ANY, codes.find),
    (hints.DIGIT, _ANY, grouped.find),
    (hints.DIGIT, _ANY, chains.find_thousands),
    (hints.DIGIT, _ANY, chains.find),
    (hints.DIGIT, _ANY, codes.find_plates),
    (hints.SPELLED | hints.NUMBER_RUN, _ANY, dictated.find),
    # These must not cut what is dictated in two.
    (hints.NUMBER_WORD, _ANY, told_ages.find),
    (hints.AGE_LETTER, _NUMBERS, told_ages.find_of_children),
    (hints.NUMBER_WORD, _ANY, placed_digits.find),
    (hints.NUMBER_WORD, _ANY, house_numbers.find_told),
    (hints.FOREIGN, _ANY, foreign.find),
    (hints.DIGIT, _ANY, leftovers.find_years),
    (hints.DIGIT, _ANY, leftovers.find),
    (hints.DOTTED, _ANY, web.find_dotted),
)


# What looks for the rest of values among words that no list knows, with its hints.
_INTERRUPTED: tuple[tuple[int, int, Callable[[TextView, Sequence[Span]], list[Span]]], ...] = (
    (hints.NUMBER_RUN | hints.SPELLED | hints.CUE, _SAID, find_nearby),
    (hints.LETTER | hints.SPELLED, _NUMBERS, interrupted_codes.find),
    (hints.SPELLED, _ANY, spellings.find),
    (hints.SPELLED, _ANY, accents.find),
    (hints.MONTH | hints.BIRTH, _NUMBERS, dates.find),
    (hints.POINT, hints.NUMBER_WORD, octets.find),
    (hints.SPOKEN_DOT, _ANY, addresses.find_mail),
    (hints.STREET, _NUMBERS, addresses.find_streets),
    (hints.NUMBER_WORD, _ANY, turns.find),
)


class PatternTagger:
    """Tags structured text: email, phone, card, date, address, codes, dictated digits, ...

    With `all_dates` it also finds dates without a day or month: weekdays, holidays, "last spring".
    Deterministic: the spans of a text depend on the text alone.
    """

    def __init__(self, *, all_dates: bool = False) -> None:
        self._wanted = _ANY if all_dates else ~hints.VAGUE_DATE

    def tag(self, texts: Sequence[str]) -> list[list[Span]]:
        """Return for each text its spans, sorted and disjoint, in offsets of the text."""
        return [spans_at_any_width(text, self._tag) for text in texts]

    def _tag(self, text: str) -> list[Span]:
        return _tag(text, self._wanted)


def _tag(text: str, wanted: int) -> list[Span]:
    """Return the spans of a text, and those that hesitations interrupt, of the `wanted` hints."""
    view = TextView(text)
    flags = hints_of(view) & wanted
    if not _finders(flags):
        return []
    again: list[Span] = []
    street = flags & hints.STREET and not _NUMBER_HINTS.isdisjoint(view.hints)
    if street or flags & _DICTATED:
        fluent, removed = fluent_text(view, anywhere=bool(street or flags & hints.SPOKEN_DOT))
        if removed:
            fluent_view = TextView(fluent)
            again = original_spans(
                fluent, _spans(fluent_view, hints_of(fluent_view) & wanted), removed
            )
    spans = _spans(view, flags)
    if again:
        view.hide(again)
        spans = merge_overlapping([*spans, *again], label_of_longer=True)
    further = [
        span
        for needed, also_needed, find in _INTERRUPTED
        if flags & needed and flags & also_needed
        for span in find(view, spans)
    ]
    if further:
        spans = merge_overlapping([*spans, *further], label_of_longer=True)
    if flags & hints.NUMBER_WORD:
        view.hide(spans)
        spans = sorted([*spans, *uncounted.find(view)])
    whole = with_code_edges(with_designators(spans, view.original), view.original, text)
    whole = with_foreign_units(whole, view.original)
    return merge_overlapping(whole, label_of_longer=True) if whole != spans else spans


@lru_cache(maxsize=4096)
def _finders(flags: int) -> tuple[tuple[bool, Callable[[TextView], list[Span]]], ...]:
    """Return the stages of a text with these hints, and whether each needs a digit."""
    without = flags & ~hints.DIGIT
    return tuple(
        (not (without & needed and without & also_needed), find)
        for needed, also_needed, find in _STAGES
        if flags & needed and flags & also_needed
    )


def _spans(view: TextView, flags: int) -> list[Span]:
    """Run the stages on a text with these hints."""
    tagged: list[Span] = []
    digits = flags & hints.DIGIT != 0  # once all are hidden, stages that need one are done
    for needs_digit, find in _finders(flags):
        if digits or not needs_digit:
            spans = find(view)
            if spans:
                spans = merge_overlapping(spans, label_of_longer=True)
                view.hide(spans)
                tagged += spans
                digits = digits and view.has_digit()
    if not tagged:
        return tagged
    return with_spoken_heads(with_number_tails(sorted(tagged), view.original), view.original)
