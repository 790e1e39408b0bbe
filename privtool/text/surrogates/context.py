"""What a surrogate depends on: key, scope, options, and the words to avoid."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from privtool.text.surrogates.pools import Pool, UserPool
from privtool.text.surrogates.prf import Key, KeyedRandom, normalized

VERSION_MARK = "\0"  # between the name of a scope and the number of a version
_ATTEMPTS = 64


class NoSurrogateError(Exception):
    """No surrogate was found for a phrase; without a message, so that nothing is quoted."""


class SurrogateOptions(NamedTuple):
    """The options of `privtool surrogate` that its surrogates depend on."""

    keep_gender: bool = True
    day_first: bool = False
    keep_weekdays: bool = False
    most_days: int = 1000
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
    def shared_scope(self) -> str:
        """The scope without the number of a version."""
        return self.scope.partition(VERSION_MARK)[0]

    def rng(self, kind: str, phrase: str, attempt: int = 0) -> KeyedRandom:
        """Return the random numbers of a phrase in the scope, whatever its case and accents."""
        return KeyedRandom(self.key, self.scope, kind, normalized(phrase), attempt, self.attempt)

    def pick(
        self,
        kind: str,
        phrase: str,
        pool: Pool,
        pool_label: str = "",
        excluded: str | None = None,
        fits: Callable[[str], bool] | None = None,
    ) -> str:
        """Draw a phrase from the pool that is neither the phrase itself nor one to avoid.

        `pool_label` names the user's pool to add. `excluded` is the phrase not to draw, where
        `phrase` is only a key; `fits` says which others must not be drawn. Raise `NoSurrogateError`
        if none is found.
        """
        excluded_key = normalized(phrase if excluded is None else excluded)
        user_pool = self.options.pools.get(pool_label)
        for attempt in range(_ATTEMPTS):
            rng = self.rng(kind, phrase, attempt)
            chosen = user_pool.pool if user_pool and user_pool.is_drawn(rng, len(pool)) else pool
            drawn = chosen.draw(rng)
            if self.is_fresh(drawn, excluded_key) and (fits is None or fits(drawn)):
                return drawn
        raise NoSurrogateError

    def is_fresh(self, drawn: str, excluded_key: str) -> bool:
        """Return whether a drawn phrase and its words are all allowed."""
        key = normalized(drawn)
        if key == excluded_key or key in self.avoid:
            return False
        if key.isalpha():  # one word
            return True
        return self.avoid.isdisjoint(key.replace("-", " ").split())

    def retry(
        self, kind: str, phrase: str, make: Callable[[KeyedRandom], str], value: str | None = None
    ) -> str:
        """Return the first result of `make` that is allowed and not the phrase.

        `value` is what the phrase stands for, where it may be written in several ways: all of them
        have one draw. Raise `NoSurrogateError` if no result is allowed.
        """
        excluded_key = normalized(phrase)
        for attempt in range(_ATTEMPTS):
            surrogate = make(self.rng(kind, phrase if value is None else value, attempt))
            key = normalized(surrogate)
            if key != excluded_key and key not in self.avoid:
                return surrogate
        raise NoSurrogateError
