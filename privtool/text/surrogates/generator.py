"""Surrogates for the private phrases of a record, none of which may reveal one of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import regex

from privtool.text.labels import Label, canonical_label
from privtool.text.lexicon import words
from privtool.text.markers import lookalike_label, marker_for
from privtool.text.surrogates.context import (
    VERSION_MARK,
    Context,
    NoSurrogateError,
    SurrogateOptions,
)
from privtool.text.surrogates.dispatch import surrogate_for
from privtool.text.surrogates.gazetteer import world
from privtool.text.surrogates.prf import Key, normalized, pseudonym
from privtool.text.surrogates.private_words import may_have, private_words, reveals

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
        would, it is drawn again; dates are drawn again together, to keep the days between them.
        """
        own_words = [self._words(each.phrase, each.label) for each in private]
        avoid = own_words[0] if len(own_words) == 1 else frozenset().union(*own_words)
        each_with_own = zip(private, own_words, strict=True)
        surrogates = [self._in_scope(scope, *pair) for pair in each_with_own]
        numbered = enumerate(zip(surrogates, private, strict=True))
        clashes = [n for n, (new, old) in numbered if self._clashes(new, old.label, avoid)]
        dates = [n for n, each in enumerate(private) if _is_date(each)] if clashes else []
        groups = [[number] for number in clashes if number not in dates]
        for group in groups if set(dates).isdisjoint(clashes) else [*groups, dates]:
            drawn = self._redraw(scope, [private[number] for number in group], avoid)
            for number, surrogate in zip(group, drawn, strict=True):
                surrogates[number] = surrogate
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
                (drawn,) = self._redraw(scope, [phrase], used)
                if not drawn.marker:
                    surrogates[index] = drawn
                    used |= {normalized(drawn.text)}

    def pseudonym(self, kind: str, value: str | int) -> str:
        """Return the keyed name of a speaker, a file or an id."""
        return pseudonym(self._key, kind, value)

    def _in_scope(self, scope: str, phrase: PrivatePhrase, own_words: frozenset[str]) -> Surrogate:
        """Return the surrogate of a phrase in its scope, used unless a record rules it out."""
        cached = self._cache.get((scope, phrase))
        if cached is not None:
            return cached
        surrogate = self._draw(phrase, Context(self._key, scope, self._options, own_words))
        if surrogate.marker or self._clashes(surrogate, phrase.label, own_words):
            surrogate = self._redraw(scope, [phrase], own_words)[0]._replace(redrawn=False)
        if len(self._cache) >= _CACHE_SIZE:
            self._cache.clear()
            self._originals.clear()
        self._cache[scope, phrase] = surrogate
        if not surrogate.marker:
            key = scope, canonical_label(phrase.label), normalized(surrogate.text)
            original = normalized(phrase.phrase)
            self.collisions += self._originals.setdefault(key, original) != original
        return surrogate

    def _redraw(
        self, scope: str, phrases: Sequence[PrivatePhrase], avoid: frozenset[str]
    ) -> list[Surrogate]:
        """Return other surrogates, or markers, of one draw: dates thus shift by the same days."""
        for attempt in range(_REDRAWS):
            context = Context(self._key, scope, self._options, avoid, attempt)
            drawn = [self._draw(phrase, context) for phrase in phrases]
            if not any(
                each.marker or self._clashes(each, phrase.label, avoid)
                for each, phrase in zip(drawn, phrases, strict=True)
            ):
                return [each._replace(redrawn=True) for each in drawn]
        if len(phrases) == 1:
            return [_marker(phrases[0])]
        return [each for phrase in phrases for each in self._redraw(scope, [phrase], avoid)]

    def _words(self, phrase: str, label: str) -> frozenset[str]:
        return private_words(phrase, label, self._options.day_first)

    def _draw(self, phrase: PrivatePhrase, context: Context) -> Surrogate:
        """Return a surrogate; a marker for a marker, what cannot be read, or would give it away."""
        if lookalike_label(phrase.phrase) is not None:
            return _marker(phrase)
        roles, cues, language = dict(phrase.roles), phrase.cues, phrase.language
        context = context._replace(roles=roles, cues=cues, language=language)
        if VERSION_MARK in context.scope and _is_date(phrase):
            context = context._replace(scope=context.shared_scope)  # several tell the true one
        try:
            shown = phrase.phrase if phrase.phrase.isascii() else _UNREAD.sub("", phrase.phrase)
            text = surrogate_for(shown, phrase.label, context)
        except NoSurrogateError:
            return _marker(phrase)
        if reveals(phrase.phrase, phrase.label, text, phrase.language):
            return _marker(phrase)
        return Surrogate(text)

    def _clashes(self, surrogate: Surrogate, label: str, avoid: frozenset[str]) -> bool:
        """Return whether a surrogate has one of the words to avoid; a marker has none."""
        text = surrogate.text
        if surrogate.marker or not may_have(text, label, avoid):
            return False
        dated = canonical_label(label) in (Label.DATE, Label.TIME)
        if dated and not avoid.isdisjoint(normalized(text).split()):
            return True  # "may" and "april" are also given names
        return not avoid.isdisjoint(self._words(text, label))


def _is_date(phrase: PrivatePhrase) -> bool:
    return canonical_label(phrase.label) is Label.DATE


def _are_one(one: str, two: str) -> bool:
    """Return whether two phrases share a word of their own, or name one country or city."""
    if _own_words(one) & _own_words(two):
        return True
    countries = world().country(one), world().country(two)
    if countries[0] is not None:
        return countries[0] == countries[1]
    return normalized(world().usual(one)) == normalized(world().usual(two))


def _own_words(phrase: str) -> frozenset[str]:
    bare = normalized(phrase).replace("-", " ").replace(".", "")
    return frozenset(bare.split()) - words("things.generic")


def _marker(phrase: PrivatePhrase) -> Surrogate:
    text = marker_for(canonical_label(phrase.label).value, by_class=True)
    return Surrogate(text, marker=True)
