"""Names by kind (`data/en/kinds.tsv`): each becomes another one of its kind and form."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import product

from privtool.text.letter_case import capitalized_like
from privtool.text.lexicon import entries, rows, words
from privtool.text.surrogates.context import Context, NoSurrogateError, Pool, normalized

# Classes of kinds.
ORGANIZATION, NOUN, THING, PEOPLE, TITLE = "organization", "noun", "thing", "people", "title"
OF_DATES = "of_dates"  # holidays, seasons and quarters
LONGEST_ACRONYM = 5


def kind_of(name: str, *classes: str) -> str | None:
    """Return the kind of a name: the first of the classes; None for none."""
    kinds = _kinds().get(normalized(name), ())
    found = (kind for each in classes for kind in kinds if kind in words(f"kinds.{each}"))
    return next(found, None)


@lru_cache(maxsize=1 << 10)
def kind_of_label(label: str) -> str:
    """Return the kind of names that a bare label states, or the role of a part; "" for none."""
    return next((kind for each, kind, *_ in rows("label_kinds") if each == label), "")


def other(name: str, context: Context, *classes: str) -> str | None:
    """Return another name of the kind of one, in its number; None for a name of no kind."""
    kind = kind_of(name, *classes)
    if kind is not None:
        return drawn_for(name, kind, context)
    for one in singulars(name) if " " not in name and len(name) >= LONGEST_ACRONYM else ():
        kind = kind_of(one, *classes)
        if kind is not None:  # "Budweisers"
            made = drawn_for(one, kind, context)
            return made if made[-1] in "sS" else plural(made)
    return None


def drawn_for(name: str, kind: str, context: Context, definite: bool = False) -> str:
    """Return a name of a kind for another one, after the article of its cues and in its case.

    After "the" it is one of the names that follow it, where the kind has such: "media_the".
    """
    kind = f"{kind}_the" if definite and f"{kind}_the" in _drawn() else kind
    pool = pool_for(name, kind)
    alike = "one" in context.cues or kind in words("kinds.after-articles")
    drawn = context.pick(kind, name, pool.starting_like(name) if alike else pool)
    if name.isupper() and (len(name) == 1 or len(name) > LONGEST_ACRONYM or " " in name):
        return drawn.upper()  # capitals of an acronym tell nothing
    return drawn if name.isupper() or name[:1].isdigit() else capitalized_like(name, drawn)


@cache
def pool(kind: str) -> Pool:
    """Return the names to draw of a kind that is known to exist."""
    return Pool(_drawn()[kind])


@lru_cache(maxsize=1 << 10)
def pool_for(name: str, kind: str) -> Pool:
    """Return the names of a kind that do not give one back. Raise `NoSurrogateError` for none.

    "Coke" means the same as "Coca-Cola", and "Gulf Coast" is a part of "U.S. Gulf Coast".
    """
    key, names = normalized(name), pool(kind)
    others = [each for each in names.phrases if not _gives_back(key, normalized(each))]
    if not others:
        raise NoSurrogateError
    return Pool(others) if len(others) < len(names.phrases) else names


def singulars(name: str) -> tuple[str, ...]:
    """Return what a name may be the plural of."""
    if name[-1:] not in ("s", "S"):
        return ()
    if name[-3:].lower() == "ies":
        return f"{name[:-3]}y", name[:-1]
    return (name[:-1], name[:-2]) if name[-2:].lower() == "es" else (name[:-1],)


def plural(name: str) -> str:
    """Return the plural of a name: "Kennedys"."""
    ending = "es" if name.lower().endswith(("s", "x", "z", "ch", "sh")) else "s"
    return name + (ending.upper() if name.isupper() else ending)


@cache
def coined() -> Pool:
    """Return some thousand words that sound like names of products."""
    parts = (entries(f"coined.{part}") for part in ("first", "middle", "last"))
    return Pool(map("".join, product(*parts)))


@cache
def _drawn() -> dict[str, tuple[str, ...]]:
    return {kind: tuple(names.split("|")) for kind, names, *_ in rows("kinds")}


@cache
def _kinds() -> dict[str, tuple[str, ...]]:
    """Return the kinds of each name, normalized."""
    kinds: dict[str, tuple[str, ...]] = {}
    for kind, *names in rows("kinds"):
        for name in "|".join(names).split("|"):
            key = normalized(name)
            kinds[key] = (*kinds.get(key, ()), kind)
    return kinds


def _gives_back(key: str, other: str) -> bool:
    """Return whether another name means the same, or one of the two has all words of the other."""
    one, two = f" {key} ", f" {other} "
    return other in _same_as().get(key, ()) or (key != other and (one in two or two in one))


@cache
def _same_as() -> dict[str, frozenset[str]]:
    """Return the group of other names of one thing by each of them."""
    groups = (frozenset(map(normalized, row)) for row in rows("same"))
    return {name: group for group in groups for name in group}
