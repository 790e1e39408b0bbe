"""What a surrogate is made with: the key, the scope, the choices of the user, what to avoid."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from privtool.text.surrogates.pools import Pool, UserPool
from privtool.text.surrogates.prf import Key, KeyedRandom, normalized

_ATTEMPTS = 64


class NoSurrogateError(Exception):
    """No surrogate could be found for a phrase; it has no message, so that nothing is quoted."""


class SurrogateOptions(NamedTuple):
    """What the user chose; see `cli/commands/surrogate.py` for their help."""

    keep_gender: bool = True
    day_first: bool = False
    keep_weekdays: bool = False
    most_days: int = 1000
    pools: Mapping[str, UserPool] = {}


class Context(NamedTuple):
    """The surroundings of one phrase.

    `avoid` holds normalized words and phrases that no surrogate may hold. `attempt` counts how
    often everything was drawn again, because a record holds the surrogate as a private phrase.
    `role` is what the label of a name says that it is, `given` or `surname`, if it does.
    """

    key: Key
    scope: str
    options: SurrogateOptions = SurrogateOptions()
    avoid: frozenset[str] = frozenset()
    attempt: int = 0
    role: str = ""

    def rng(self, kind: str, phrase: str, attempt: int = 0) -> KeyedRandom:
        """The numbers of a phrase in the scope; spelling differences that do not count are gone."""
        parts = self.scope, kind, normalized(phrase), attempt, self.attempt
        return KeyedRandom(self.key, *parts)

    def pick(
        self, kind: str, phrase: str, pool: Pool, user: str = "", itself: str | None = None
    ) -> str:
        """A phrase of the pool, neither the phrase itself nor anything that is to be avoided.

        `user` names the user's pool that is added, `itself` what must not be drawn where that is
        not what is drawn with. Raises `NoSurrogateError`.
        """
        own = normalized(phrase if itself is None else itself)
        added = self.options.pools.get(user)
        for attempt in range(_ATTEMPTS):
            rng = self.rng(kind, phrase, attempt)
            chosen = added.pool if added and added.is_drawn(rng, len(pool)) else pool
            drawn = chosen.draw(rng)
            if self.is_fresh(drawn, own):
                return drawn
        raise NoSurrogateError

    def is_fresh(self, drawn: str, own: str) -> bool:
        """Whether neither a drawn phrase nor one of its words is `own` or to be avoided."""
        key = normalized(drawn)
        if key == own or key in self.avoid:
            return False
        return not self.avoid or self.avoid.isdisjoint(key.replace("-", " ").split())

    def retry(self, kind: str, phrase: str, make: Callable[[KeyedRandom], str]) -> str:
        """What `make` makes of numbers, drawn again while it is the phrase or to be avoided.

        Raises `NoSurrogateError`.
        """
        own = normalized(phrase)
        for attempt in range(_ATTEMPTS):
            made = make(self.rng(kind, phrase, attempt))
            key = normalized(made)
            if key != own and key not in self.avoid:
                return made
        raise NoSurrogateError
