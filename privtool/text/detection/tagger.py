"""`PatternTagger`: runs the finders over texts, from the most specific to the least."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from privtool.core.spans import Span, merge_overlapping
from privtool.text.detection import cues, hints, leftovers
from privtool.text.detection.addresses import streets, units, zips
from privtool.text.detection.dates import ages, times
from privtool.text.detection.dates import named as named_dates
from privtool.text.detection.dates import numeric as dates
from privtool.text.detection.hints import hints_of
from privtool.text.detection.internet import dictated as spoken_web
from privtool.text.detection.internet import mail, network, web
from privtool.text.detection.numbers import bank, chains, codes, money
from privtool.text.detection.numbers import dictated as spoken
from privtool.text.detection.numbers.tails import with_number_tails
from privtool.text.detection.view import View

_NUMBERS = hints.DIGIT | hints.NUMBER_WORD

_ANY = -1

# The stages, in order of precedence: what one finds is out of sight of those below it. Each comes
# with two sets of hints; the text must give one of each. The order says who wins an overlap:
# things with a syntax of their own come first, then things that a word beside them makes sure
# (streets, dates, money), then codes and numbers by checksum or shape, and last whatever is left.
# Finds of one stage that overlap become one, with the label of the longer.
_STAGES: tuple[tuple[int, int, Callable[[View], list[Span]]], ...] = (
    (hints.SLASH, _ANY, web.find_schemes),
    (hints.AT_SIGN, _ANY, mail.find),
    (hints.DOTTED, _ANY, web.find),
    (hints.DIGIT | hints.COLON, _ANY, network.find_ip),
    (hints.DIGIT, _ANY, network.find_hardware),
    (hints.DIGIT, _ANY, bank.find_iban),
    (hints.DIGIT, _ANY, bank.find_wallets),
    (hints.SLASH, _ANY, mail.find_reddit_names),
    (hints.SPOKEN_DOT, _ANY, spoken_web.find),
    (hints.DIGIT, _ANY, chains.find_international),
    (hints.STREET, _ANY, streets.find),
    (hints.DIGIT | hints.UNIT, _ANY, units.find),
    (hints.DIGIT, _ANY, dates.find),
    (hints.DIGIT, _ANY, times.find),
    (hints.MONTH, _ANY, named_dates.find),
    (hints.AGE, hints.DIGIT, ages.find),
    (hints.AGE_LETTER, hints.DIGIT, ages.find_lettered),
    (hints.DIGIT, _ANY, ages.find_after_name),
    (hints.DIGIT, _ANY, money.find),
    (hints.AGE | hints.AGE_LETTER, hints.NUMBER_WORD, ages.find_words),
    (hints.MONEY, hints.NUMBER_WORD, money.find_words),
    (_NUMBERS | hints.CLOCK, _ANY, times.find_words),
    (hints.DIGIT | hints.DAY, _NUMBERS, named_dates.find_days),
    (hints.SECRET, _ANY, cues.find),
    (hints.DIGIT, _ANY, zips.find),
    (hints.CUE, _NUMBERS, cues.note),
    (hints.DIGIT, _ANY, codes.find),
    (hints.DIGIT, _ANY, chains.find_thousands),
    (hints.DIGIT, _ANY, chains.find),
    (hints.DIGIT, _ANY, codes.find_plates),
    (hints.SPELLED | hints.NUMBER_RUN, _ANY, spoken.find),
    (hints.DIGIT, _ANY, leftovers.find_years),
    (hints.DIGIT, _ANY, leftovers.find),
    (hints.DOTTED, _ANY, web.find_dotted),
)


class PatternTagger:
    """Finds what is structured: e-mail, phone, card, date, address, codes, dictated digits, ...

    Stateless and deterministic: the spans of a text depend on the text alone.
    """

    def tag(self, texts: Sequence[str]) -> list[list[Span]]:
        """For each text its spans, sorted and disjoint, in offsets of the text."""
        return [_spans_of(text) for text in texts]


def _spans_of(text: str) -> list[Span]:
    view = View(text)
    flags = hints_of(view)
    if not flags:
        return []
    lowered = view.lower
    found: list[Span] = []
    for needed, beside, find in _STAGES:
        if flags & needed and flags & beside:
            spans = find(view)
            if spans:
                spans = merge_overlapping(spans, label_of_longer=True)
                view.hide(spans)
                found += spans
                if flags & hints.DIGIT and not view.has_digit():
                    flags &= ~hints.DIGIT  # nothing is left for the stages that want one
    return with_number_tails(sorted(found), lowered)
