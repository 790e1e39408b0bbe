"""The words of a private phrase: what may stand nowhere in the stand-ins of its record."""

from __future__ import annotations

from functools import lru_cache

import regex

from privtool.text.labels import Label, canonical
from privtool.text.patterns.word_sets import word_set
from privtool.text.surrogates import dates, names, organizations, streets
from privtool.text.surrogates.dictation import read
from privtool.text.surrogates.keyed import normalised
from privtool.text.surrogates.spelled import spelled_word

_INTERNET = word_set("com org net example www http https dot at underscore dash slash")
# Labels of names: each of their words is private, but for those that tell only the kind of thing.
_STAYS: dict[Label, frozenset[str]] = {
    Label.PERSON: names.STAYS,
    Label.LOCATION: organizations.STAYS,
    Label.ORGANIZATION: organizations.STAYS,
    Label.MISC: organizations.EVENTS,
    Label.WORD: organizations.EVENTS,
    Label.ADDRESS: streets.STAYS | streets.NUMBER_WORDS,
    Label.EMAIL: _INTERNET,
    Label.URL: _INTERNET,
    Label.USERNAME: _INTERNET,
}
_WORD = regex.compile(r"&\w{2,6};(*SKIP)(*FAIL)|\p{L}[\p{L}\p{M}]+")
_FEWEST_DIGITS = 3


@lru_cache(maxsize=1 << 16)
def words_of(
    phrase: str, label: str, day_first: bool = False, weekdays_stay: bool = False
) -> frozenset[str]:
    """What must not come twice: the phrase, its words if it is a name, its digits, its day."""
    kind = canonical(label)
    key = normalised(phrase)
    found = {key}
    stays = _STAYS.get(kind)
    if stays is not None:
        found.update(word for word in _WORD.findall(key) if word not in stays)
        word = spelled_word(phrase)
        found |= {normalised(word)} if word is not None else set()
    elif kind is Label.DATE:
        day = dates.calendar_day(phrase, day_first)
        found |= {f"@{day}"} if day else set()
        if weekdays_stay and dates.is_weekday(phrase):
            return frozenset()  # a weekday alone stays where dates move by whole weeks
    else:
        chars = read(phrase).chars
        if chars.isdigit() and len(chars) >= _FEWEST_DIGITS:
            found.add(f"#{chars}")
    return frozenset(found)
