"""What a surrogate depends on: key, scope, options, the words to avoid, and pools to draw from."""

from __future__ import annotations

import re
import unicodedata
from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache
from itertools import accumulate
from typing import NamedTuple

from privtool.core.rng import Key, KeyedRandom
from privtool.text.filling.agreement import takes_an
from privtool.text.languages import settings

VERSION_MARK = "\0"  # between the name of a scope and the number of a version
_ATTEMPTS = 64
_FEWEST_ALIKE, _FEWEST_NAMES = 2, 5
_WEIGHT_ONE = 10**9  # weights are integers: their sums do not depend on the order
_Form = Callable[[str], int]
_Make = Callable[[KeyedRandom], str]


class NoSurrogateError(Exception):
    """No surrogate was found for a phrase; without a message, so that nothing is quoted."""


@lru_cache(maxsize=1 << 14)
def normalized(phrase: str) -> str:
    """Return the phrase as the key sees it: no case, no accents, single spaces."""
    if phrase.isalpha() and phrase.isascii():
        return phrase.lower()
    if not phrase.isascii():
        parts = unicodedata.normalize("NFKD", phrase)
        phrase = "".join(c for c in parts if not unicodedata.combining(c))
    return " ".join(phrase.casefold().split())


@cache
def form_in(language: str, names: str) -> _Form:
    """Return what says which articles, prepositions and elisions a name takes in a language.

    That is the number of the first pattern that it begins with, of those for `names` in the
    settings: "l'Italie" and "l'Iran", "la Chine".
    """
    listed = settings(language).get(names, ())
    patterns = [re.compile(pattern, re.IGNORECASE) for pattern in listed]

    def form(name: str) -> int:
        return next((n for n, pattern in enumerate(patterns) if pattern.match(name)), -1)

    return form


class Pool:
    """Weighted phrases. Drawing takes logarithmic time."""

    def __init__(self, phrases: Mapping[str, float] | Iterable[str]) -> None:
        """Take phrases with their weights, or equally likely ones. Raise `ValueError` for none."""
        weights: Mapping[str, float] = (
            phrases if isinstance(phrases, Mapping) else dict.fromkeys(phrases, 1.0)
        )
        self.phrases = tuple(weights)
        scale = _WEIGHT_ONE / max(weights.values())
        scaled = (max(1, round(weight * scale)) for weight in weights.values())
        self._cumulative = array("q", accumulate(scaled))
        self._alike: dict[tuple[_Form, int], Pool] = {}

    def __len__(self) -> int:
        return len(self.phrases)

    def draw(self, rng: KeyedRandom) -> str:
        """Return a phrase with a probability proportional to its weight."""
        return self.phrases[bisect_right(self._cumulative, rng.below(self._cumulative[-1]))]

    def starting_like(self, word: str) -> Pool:
        """Return the phrases that take the same article, "a" or "an"; all of them if too few do."""
        return self.alike(word, takes_an, _FEWEST_ALIKE)

    def alike(self, word: str, form: _Form, fewest: int = _FEWEST_NAMES) -> Pool:
        """Return the phrases of the form of a word, without weights; all if too few have it."""
        key = form, form(word)
        if key not in self._alike:
            found = [each for each in self.phrases if form(each) == key[1]]
            self._alike[key] = Pool(found) if len(found) >= fewest else self
        return self._alike[key]


def with_form(pool: Pool, name: str, language: str) -> Pool:
    """Return the names of a pool that take what a name takes in a language, all in English, ""."""
    return pool.alike(name, form_in(language, "name_forms")) if language else pool


class UserPool(NamedTuple):
    """A user's phrases, which replace the built-in ones (`exclusive`) or add to them."""

    pool: Pool
    exclusive: bool

    def is_drawn(self, rng: KeyedRandom, built_in: int) -> bool:
        """Return whether to draw from this pool rather than from `built_in` other phrases."""
        return self.exclusive or rng.below(built_in + len(self.pool)) >= built_in


class SurrogateOptions(NamedTuple):
    """The options of `privtool surrogate` that its surrogates depend on."""

    keep_gender: bool = True
    day_first: bool = False
    pools: Mapping[str, UserPool] = {}


class Context(NamedTuple):
    """The context in which one phrase is replaced.

    `avoid` holds normalized words and phrases that no surrogate may contain. `attempt` counts how
    often everything was drawn again because the record contains the surrogate as a private phrase.
    `role` is the part of a name that its label stands for, `given` or `surname`, if any; `roles`
    has those of the words that are in a full name of the record or the scope. `kind` is the bare
    label. `cues` say what the words around the phrase tell of its kind (`cues.py`).
    `language` is the code of the language of the text, empty for English.
    """

    key: Key
    scope: str
    options: SurrogateOptions = SurrogateOptions()
    avoid: frozenset[str] = frozenset()
    attempt: int = 0
    role: str = ""
    roles: Mapping[str, str] = {}
    kind: str = ""
    cues: tuple[str, ...] = ()
    language: str = ""

    @property
    def day_first(self) -> bool:
        """Whether 6/3 is the 6th of March, as in all languages but English."""
        return self.options.day_first or bool(self.language)

    @property
    def shared_scope(self) -> str:
        """The scope without the number of a version."""
        return self.scope.partition(VERSION_MARK)[0]

    def rng(self, kind: str, phrase: str, attempt: int = 0) -> KeyedRandom:
        """Return the random numbers of a phrase in the scope, whatever its case and accents."""
        return KeyedRandom(self.key, self.scope, kind, normalized(phrase), attempt, self.attempt)

    def pick(
        self, kind: str, phrase: str, pool: Pool, pool_label: str = "", excluded: str = ""
    ) -> str:
        """Draw a phrase from the pool that is neither the phrase itself nor one to avoid.

        `pool_label` names the user's pool to add. `excluded` is the phrase not to draw, where
        `phrase` is only a key. Raise `NoSurrogateError` if none is found.
        """
        user_pool = self.options.pools.get(pool_label)

        def draw(rng: KeyedRandom) -> str:
            chosen = user_pool.pool if user_pool and user_pool.is_drawn(rng, len(pool)) else pool
            return chosen.draw(rng)

        return self.retry(kind, excluded or phrase, draw, phrase, by_word=True)

    def is_fresh(self, drawn: str, excluded_key: str, by_word: bool = True) -> bool:
        """Return whether a drawn phrase, and each of its words with `by_word`, is allowed."""
        key = normalized(drawn)
        if key == excluded_key or key in self.avoid:
            return False
        one = key.isalpha() or not by_word
        return one or self.avoid.isdisjoint(key.replace("-", " ").split())

    def retry(
        self, kind: str, phrase: str, make: _Make, value: str | None = None, by_word: bool = False
    ) -> str:
        """Return the first result of `make` that is allowed and not the phrase.

        `value` is what the phrase stands for, where it may be written in several ways: all of them
        have one draw. Raise `NoSurrogateError` if no result is allowed.
        """
        excluded_key = normalized(phrase)
        for attempt in range(_ATTEMPTS):
            surrogate = make(self.rng(kind, phrase if value is None else value, attempt))
            if self.is_fresh(surrogate, excluded_key, by_word):
                return surrogate
        raise NoSurrogateError
