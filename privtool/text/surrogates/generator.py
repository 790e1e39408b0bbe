"""Surrogates for the private phrases of a record, none of which may reveal one of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import regex

from privtool.core.rng import Key, pseudonym
from privtool.text.english.calendar import MONTHS, WEEKDAYS
from privtool.text.labels import Label, canonical_label
from privtool.text.lexicon import word_set, words
from privtool.text.markers import lookalike_label, marker_for
from privtool.text.rules.word_classes import FOREIGN_NUMBERS
from privtool.text.surrogates import name_parts, persons, places, renaming
from privtool.text.surrogates.common_words import is_uncommon, said_with, telling_words
from privtool.text.surrogates.context import Context, NoSurrogateError, SurrogateOptions, normalized
from privtool.text.surrogates.dated import calendar_day, is_deictic, is_vague
from privtool.text.surrogates.dispatch import label_in, surrogate_for
from privtool.text.surrogates.gazetteer import world
from privtool.text.surrogates.spelled import spelled_word, spelled_words
from privtool.text.unicode import fold_to_ascii
from privtool.text.values.code import read_dictation
from privtool.text.values.number import said_number
from privtool.text.words import WEB_SIGN

_REDRAWS = 32
# Letters in circles and squares, braille, flags and pictures; invisible copies of letters: a
# generator would pass them on as signs. Signs of units, rights and numbers stay, as in "98.6 °F".
_UNREAD = regex.compile(
    r"[[\p{So}\p{Sk}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Default_Ignorable_Code_Point}]"
    r"--[\x00-\x7F°©®¨´¸\u2100-\u214F]]",
    regex.VERSION1,
)
_NAMES = frozenset((Label.PERSON, Label.LOCATION, Label.ORGANIZATION, Label.MISC))
_CACHE_SIZE = 1 << 15
_INTERNET = persons.SIGNS | word_set("com org net example ftp mailto")
_WORD = regex.compile(rf"{WEB_SIGN}(*SKIP)(*FAIL)|\p{{L}}[\p{{L}}\p{{M}}]+")
_DIGITS = regex.compile(r"\d+")
_FEWEST_DIGITS = 3
_PLAIN_WORDS = re.compile(r"[A-Za-z]{2,}(?: [A-Za-z]{2,})*")
_LETTERS = regex.compile(r"\p{L}[\p{L}\p{M}]*+")
_NUMBER = re.compile(r"\d{3,}")
_LONE_LETTER = re.compile("(?<![A-Za-z0-9])[A-Za-z](?![A-Za-z0-9])")
# Of a name that is spelled.
_SPELLED = regex.compile(
    r"(?<![\p{L}\p{N}])\p{L}(?:[^\p{L}\p{N}]{1,3}\p{L}(?![\p{L}\p{M}\p{N}])){3,}"
)
# Ideographs and syllables, but for those of dates, times and amounts.
_IDEOGRAPHS = regex.compile(
    r"[[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}\p{Bopomofo}]"
    r"--[年月日号號時时分秒点點週周世紀纪円元块圆圓万萬億亿千百十歳岁才前后後約约년월일시분초원]]",
    regex.VERSION1,
)
_YEAR = re.compile(r"(?:1[89]|20|21)\d\d")
# Their numbers come from reserved ranges, are checked as a whole, or are public ports.
_RESERVED = frozenset(
    (Label.URL, Label.PHONE, Label.IP, Label.CARD, Label.IBAN, Label.SSN, Label.NATIONAL_ID)
)
_OF_TIMES = {*"-".join((*MONTHS, *WEEKDAYS, *words("dates.counted"))).split("-")} | FOREIGN_NUMBERS
VALUES = frozenset((Label.DATE, Label.TIME, Label.AGE, Label.MONEY, Label.NUMBER))
_ONLINE = frozenset((Label.EMAIL, Label.URL, Label.USERNAME))
# Words that tell only the kind of a thing: any other word of a name is private.
_KEPT = {
    Label.LOCATION: renaming.KEPT_WORDS_OF_PLACES,
    Label.ORGANIZATION: renaming.KEPT_WORDS,
    **dict.fromkeys((Label.MISC, Label.WORD), renaming.KEPT_WORDS_OF_THINGS),
}
_WITH_WORDS = _ONLINE | _KEPT.keys() | {Label.PERSON, Label.ADDRESS}


class PrivatePhrase(NamedTuple):
    """A private phrase and its label, from the manifest or a tagger.

    `roles` are of its words in full names, `cues` of what is around it; `language` "" is English.
    """

    phrase: str
    label: str
    roles: tuple[tuple[str, str], ...] = ()
    cues: tuple[str, ...] = ()
    language: str = ""


class Surrogate(NamedTuple):
    """A replacement, or a `marker`; `redrawn` where that of the scope was private in the record."""

    text: str
    marker: bool = False
    redrawn: bool = False


class SurrogateGenerator:
    """Generates the surrogates of records; they depend on key, scope and record alone."""

    def __init__(self, key: Key, options: SurrogateOptions | None = None) -> None:
        self._key, self._options = key, options or SurrogateOptions()
        self._cache: dict[tuple[str, PrivatePhrase], Surrogate] = {}
        self._originals: dict[tuple[str, Label, str], str] = {}  # the first phrase of a surrogate
        self.collisions = 0

    def generate(self, scope: str, private: Sequence[PrivatePhrase]) -> list[Surrogate]:
        """Return the surrogates for the private phrases of one record, in order.

        None of them is or contains a private phrase of the record. If the surrogate of the scope
        would, it is drawn again; dates are drawn again together, to keep the days between them. If
        no shift fits all, weekdays, months and years may become one another.
        """
        day_first = self._options.day_first
        own_words = [
            private_words(each.phrase, each.label, day_first, each.language) for each in private
        ]
        avoid = own_words[0] if len(own_words) == 1 else frozenset().union(*own_words)
        surrogates = [self._in_scope(scope, *each) for each in zip(private, own_words, strict=True)]
        numbered = enumerate(zip(surrogates, private, strict=True))
        clashes = [n for n, (new, old) in numbered if self._clashes(new, old, avoid)]
        dates = [n for n, each in enumerate(private) if _is_date(each) and not surrogates[n].marker]
        alone = [[number] for number in clashes if not _is_date(private[number])]
        for group in [*alone, dates] if len(alone) < len(clashes) else alone:
            phrases = [private[number] for number in group]
            drawn = self._fitting(scope, phrases, avoid)
            if group is dates and any(each.marker for each in drawn):
                vague = (_is_date(each) and is_vague(each.phrase, day_first) for each in private)
                sure = (own for own, each in zip(own_words, vague, strict=True) if not each)
                drawn = self._fitting(scope, phrases, frozenset().union(*sure))
            for number, surrogate in zip(group, drawn, strict=True):
                new = not surrogate.marker and surrogate.text != surrogates[number].text
                surrogates[number] = surrogate._replace(redrawn=new)
        if len(surrogates) > 1 and len({each.text for each in surrogates}) < len(surrogates):
            self._make_different(scope, private, surrogates, avoid)
        return surrogates

    def _make_different(
        self,
        scope: str,
        private: Sequence[PrivatePhrase],
        surrogates: list[Surrogate],
        avoid: frozenset[str],
    ) -> None:
        """Draw another name where two became the same: "Ghent to Ghent"."""
        first: dict[tuple[str, str], str] = {}
        used = avoid | {normalized(each.text) for each in surrogates}
        for index, (phrase, surrogate) in enumerate(zip(private, surrogates, strict=True)):
            if surrogate.marker or canonical_label(phrase.label) not in _NAMES:
                continue
            other = first.setdefault((phrase.label, normalized(surrogate.text)), phrase.phrase)
            if not _are_one(other, phrase.phrase):
                (drawn,) = self._fitting(scope, [phrase], used)
                if not drawn.marker:
                    surrogates[index] = drawn._replace(redrawn=True)
                    used |= {normalized(drawn.text)}

    def pseudonym(self, kind: str, value: str | int) -> str:
        """Return the keyed name of a speaker, a file or an id."""
        return pseudonym(self._key, kind, value)

    def _in_scope(self, scope: str, phrase: PrivatePhrase, own_words: frozenset[str]) -> Surrogate:
        """Return the surrogate of a phrase in its scope, used unless a record rules it out."""
        cached = self._cache.get((scope, phrase))
        if cached is not None:
            return cached
        surrogate = self._fitting(scope, [phrase], own_words)[0]
        if len(self._cache) >= _CACHE_SIZE:
            self._cache.clear()
            self._originals.clear()
        self._cache[scope, phrase] = surrogate
        if not surrogate.marker:
            key = scope, canonical_label(phrase.label), normalized(surrogate.text)
            original = normalized(phrase.phrase)
            self.collisions += self._originals.setdefault(key, original) != original
        return surrogate

    def _fitting(
        self, scope: str, phrases: Sequence[PrivatePhrase], avoid: frozenset[str]
    ) -> list[Surrogate]:
        """Return surrogates of one draw, as dates shift by the same days; markers for misfits."""
        made: list[Surrogate] = []
        for attempt in range(_REDRAWS):
            context = Context(self._key, scope, self._options, avoid, attempt)
            pairs = ((self._draw(phrase, context), phrase) for phrase in phrases)
            drawn = [_marker(p) if self._clashes(new, p, avoid) else new for new, p in pairs]
            if not any(each.marker for each in drawn):
                return drawn
            made = made or drawn
        return made

    def _draw(self, phrase: PrivatePhrase, context: Context) -> Surrogate:
        """Return a surrogate; a marker for a marker, what cannot be read, or would give it away."""
        if lookalike_label(phrase.phrase) is not None:
            return _marker(phrase)
        if _is_date(phrase):
            context = context._replace(scope=context.shared_scope)  # several tell the true one
        roles, cues, language = dict(phrase.roles), phrase.cues, phrase.language
        context = context._replace(roles=roles, cues=cues, language=language)
        try:
            shown = phrase.phrase if phrase.phrase.isascii() else _UNREAD.sub("", phrase.phrase)
            text = surrogate_for(shown, phrase.label, context)
        except NoSurrogateError:
            return _marker(phrase)
        if reveals(phrase.phrase, phrase.label, text, phrase.language):
            return _marker(phrase)
        return Surrogate(text)

    def _clashes(self, surrogate: Surrogate, old: PrivatePhrase, avoid: frozenset[str]) -> bool:
        """Return whether a surrogate has one of the words to avoid; a marker has none."""
        text, label = surrogate.text, old.label
        if surrogate.marker or not may_have(text, label, avoid):
            return False
        dated = canonical_label(label) in (Label.DATE, Label.TIME)
        if dated and not avoid.isdisjoint(normalized(text).split()):
            return True  # "may" and "april" are also given names
        day_first = self._options.day_first
        return not avoid.isdisjoint(private_words(text, label, day_first, old.language))


def _is_date(phrase: PrivatePhrase) -> bool:
    return canonical_label(phrase.label) is Label.DATE


def _are_one(one: str, two: str) -> bool:
    """Return whether two phrases share a word of their own, or name one country or city."""
    bare = [normalized(each).replace("-", " ").replace(".", "") for each in (one, two)]
    if set(bare[0].split()) & set(bare[1].split()) - words("things.generic"):
        return True
    first, second = (world().country(each) or world().usual(each) for each in (one, two))
    return normalized(first) == normalized(second)


def _marker(phrase: PrivatePhrase) -> Surrogate:
    text = marker_for(canonical_label(phrase.label).value, by_class=True)
    return Surrogate(text, marker=True)


def _words_of_name(phrase: str, kind: Label, language: str) -> set[str]:
    """Return the identifying words of a name, the spelled ones, and the numbers of a person's."""
    found: set[str] = set()
    if kind is Label.PERSON:
        own = name_parts.identifying_words(phrase)
    elif kind in _ONLINE:
        own = {*_WORD.findall(normalized(phrase))} - _INTERNET
    elif kind is Label.ADDRESS or (kind is Label.LOCATION and places.names_a_street(phrase)):
        own = places.identifying_words(phrase)
    else:
        own = renaming.identifying_words(phrase, renaming.kept_in(language, _KEPT[kind]))
    for named in own:
        plain = named.isascii() and named.isalpha() and len(named) > 1  # the usual case
        found.update((named,) if plain else _WORD.findall(named))
    if kind is Label.PERSON:
        digits = _DIGITS.findall(phrase)
        found.update(f"#{one}" for one in digits if len(one) >= _FEWEST_DIGITS)
        found.update(map(normalized, spelled_words(phrase)))
    elif not any(map(str.isdigit, phrase)):
        found.add(normalized(spelled_word(phrase) or phrase))
    return found


@lru_cache(maxsize=1 << 14)
def private_words(
    phrase: str, label: str, day_first: bool = False, language: str = ""
) -> frozenset[str]:
    """Return what no surrogate may share: the phrase, words of names, `#` digits, the `@` day."""
    kind = canonical_label(label_in(phrase, label))
    if kind in (Label.DATE, Label.TIME) and is_deictic(phrase):
        return frozenset()  # "last year" and "this morning" stay
    found = {normalized(phrase)}
    if kind in _WITH_WORDS:
        found |= _words_of_name(phrase, kind, language)
    elif kind is Label.DATE:
        day = calendar_day(phrase, day_first or bool(language))
        found |= {f"@{day}"} if day else set()
    else:
        chars = read_dictation(phrase).chars
        if chars.isdigit() and len(chars) >= _FEWEST_DIGITS:
            found.add(f"#{chars}")
    return frozenset(found)


def may_have(phrase: str, label: str, some: frozenset[str]) -> bool:
    """Return whether `private_words` of a phrase may be among some words, at little cost."""
    if canonical_label(label) not in _WITH_WORDS or _PLAIN_WORDS.fullmatch(phrase) is None:
        return True
    key = normalized(phrase)
    return key in some or not some.isdisjoint(key.split(" "))


def reveals(phrase: str, label: str, surrogate: str, language: str = "") -> bool:
    """Return whether a surrogate has a part of its phrase, in English or another language.

    That is a number of three digits, an uncommon word, or four letters of a spelled one. Round
    numbers do not count, nor years of dates, which may stay when a date moves by some days. Words
    count next to dates and numbers, and so do common ones that are names there; those of names are
    compared for the whole record.
    """
    kind = canonical_label(label)
    if kind not in VALUES and _PLAIN_WORDS.fullmatch(phrase) is not None:
        return False  # the usual case
    numbers = _numbers(phrase) if kind not in _RESERVED else None
    shared = numbers & _numbers(surrogate) if numbers else ()
    if any(not (kind is Label.DATE and _YEAR.fullmatch(number)) for number in shared):
        return True
    may_spell = not phrase.isascii() or _LONE_LETTER.search(phrase) is not None
    spelled = _joined(_SPELLED.findall(phrase)) if may_spell else ""
    rest = (_joined([each]) for each in _SPELLED.findall(surrogate)) if spelled else ()
    if any(word in spelled and is_uncommon(word) for word in rest):
        return True
    if kind not in VALUES:
        return False
    if not phrase.isascii() and set(_IDEOGRAPHS.findall(phrase)) & set(surrogate):
        return True
    telling = telling_words(phrase) - _OF_TIMES - said_with(kind, language)
    if kind is Label.DATE:  # as in digits
        telling = {word for word in telling if said_number([word], language) is None}
    return bool(telling) and not telling.isdisjoint(_LETTERS.findall(surrogate.lower()))


def _joined(spelled: list[str]) -> str:
    return "".join(filter(str.isalpha, "".join(spelled).lower()))


def _numbers(text: str) -> set[str]:
    """Return the numbers of three digits or more, but for those like 500 and 2000."""
    return {one for one in _NUMBER.findall(fold_to_ascii(text)) if len(one.rstrip("0")) > 1}
