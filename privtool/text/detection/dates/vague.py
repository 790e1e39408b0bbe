"""Dates without a day or month of their own: weekdays, holidays, seasons, "three weeks ago"."""

from __future__ import annotations

from privtool.core.spans import Span, merge_overlapping
from privtool.text.detection.confidence import LIKELY, POSSIBLE
from privtool.text.detection.view import TextView
from privtool.text.english.calendar import (
    FULL_WEEKDAYS,
    SHORT_WEEKDAYS,
    WEEKDAY_PLURALS,
    WEEKDAYS,
)
from privtool.text.english.numbers import SMALL
from privtool.text.labels import Label
from privtool.text.lazy_regex import Regex
from privtool.text.word_sets import word_set

DATE = Label.DATE.value

# Of one word, and with words around them.
_FEASTS = word_set(
    """christmas xmas easter thanksgiving halloween hanukkah chanukah passover purim sukkot ramadan
    eid diwali juneteenth kwanzaa pentecost whitsun epiphany nowruz vesak oktoberfest weihnachten
    ostern silvester navidad nochebuena noël pâques natale pasqua kerstmis"""
)
_LONG_FEASTS = (
    r"(?:lunar |chinese )?new years?(?:'s|s'|s)?(?: day|'? eve)",
    r"(?:lunar|chinese) new year",
    r"(?:valentine|mother|father|st\.? patrick|saint patrick|president|veteran|all saint|all soul)"
    r"(?:'?s|s')?'? day",
    r"(?:labou?r|memorial|independence|columbus|groundhog|boxing|bastille|canada|australia|earth"
    r"|armistice|remembrance|victoria|mlk|martin luther king(?:,? jr\.?)?|indigenous peoples?'?s?"
    r"|april fools?'?) day",
    r"(?:good|black) friday|(?:palm|super bowl) sunday|ash wednesday|maundy thursday|cyber monday",
    r"mardi gras|rosh hashanah?|yom kippur|tisha b'av|cinco de mayo|(?:spring|bank) holiday",
    r"día de (?:los )?muertos|d(?:i|í)wali|spring break|mid-?autumn festival",
)
FEAST = (
    rf"(?:(?:{'|'.join(sorted(_FEASTS))})(?: day| eve| sunday| monday)?|{'|'.join(_LONG_FEASTS)})"
)
_SEASONS = "spring|summer|fall|autumn|winter"
_PERIODS = "week|weekend|month|year|quarter|semester|term|decade|century|season"
_WHICH = r"(?:this|next|last|past|previous|coming|following|every|each|the other)"
_PART = r"(?: (?:morning|afternoon|evening|night|noon))?"
_COUNT = (
    rf"(?:\d{{1,4}}|{'|'.join(sorted(SMALL))}|an?|an? (?:few|couple(?: of)?)|couple(?: of)?"
    r"|several|some|many|half an?)"
)
_OTHER_WEEKDAYS = WEEKDAYS.keys() - SHORT_WEEKDAYS - {*FULL_WEEKDAYS, *WEEKDAY_PLURALS}
_FULL = "|".join((*WEEKDAY_PLURALS, *FULL_WEEKDAYS, *sorted(_OTHER_WEEKDAYS)))
_DATES = Regex(
    rf"(?<![^\W_])(?:(?:{_WHICH} )?(?:{_FULL}){_PART}"
    rf"|(?:{_WHICH} )?{FEAST}"
    rf"|(?:{_WHICH}|early|late|mid|in|during|since|until|by)(?:[ -]the)?[ -](?:{_SEASONS})"
    rf"|{_WHICH} (?:{_PERIODS}|night|morning|afternoon|evening)"
    r"|(?:the )?day (?:before yesterday|after tomorrow)"
    rf"|(?:yesterday|tomorrow|today){_PART}|tonight|nowadays"
    rf"|(?:{_COUNT} )(?:minutes?|hours?|nights?|days?|weeks?|months?|years?|decades?)"
    r" (?:ago|later|earlier|from now|from today|hence))(?![^\W_])"
)
# "on Sat", "Mon.": short ones are also words.
_SHORT = Regex(
    rf"(?<![^\W_])(?:(?P<cued>(?:on|by|until|since|{_WHICH}) (?:{'|'.join(SHORT_WEEKDAYS)}))"
    rf"|(?:{'|'.join(SHORT_WEEKDAYS)})(?=\.? ?[-,/\u2013]|\. |\.\Z))(?![^\W_])"
)
VAGUE_DATE_WORDS = (
    _FEASTS
    | _OTHER_WEEKDAYS
    | {*FULL_WEEKDAYS, *WEEKDAY_PLURALS, *SHORT_WEEKDAYS}
    | {*_SEASONS.split("|"), *_PERIODS.split("|")}
    | word_set(
        """yesterday tomorrow today tonight nowadays night morning afternoon evening ago later
        earlier hence now day eve lunar chinese gras hashana hashanah kippur holiday mayo muertos
        dìwali díwali festival break"""
    )
)


def find(view: TextView) -> list[Span]:
    """Find weekdays, holidays, seasons, and times reckoned from today."""
    spans = [Span(*match.span(), DATE, LIKELY) for match in _DATES.finditer(view.lower)]
    if not SHORT_WEEKDAYS.isdisjoint(view.hints):
        for match in _SHORT.finditer(view.lower):
            word = view.plain[match.end() - 3 : match.end()]
            if not word.islower() or match.group("cued"):
                spans.append(Span(*match.span(), DATE, POSSIBLE))
    return merge_overlapping(sorted(spans))
