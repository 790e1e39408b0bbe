"""Names by kind (`data/en/kinds.tsv`): each becomes another one of its kind and form."""

from __future__ import annotations

from functools import cache, lru_cache

from privtool.text.lexicon import rows, words
from privtool.text.surrogates.context import Context
from privtool.text.surrogates.letter_case import capitalized_like
from privtool.text.surrogates.name_groups import without_synonyms
from privtool.text.surrogates.pools import Pool
from privtool.text.surrogates.prf import normalized

ORGANIZATION, NOUN, THING, PEOPLE = "organization", "noun", "thing", "people"  # classes of kinds
LONGEST_ACRONYM = 5


def kind_of(name: str, *classes: str, cues: tuple[str, ...] = ()) -> str | None:
    """Return the kind of a name: one of the cues, else the first one of the first of the classes.

    None for a name that has no kind of these classes.
    """
    kinds = _kinds().get(normalized(name), ())
    if not kinds:
        return None
    for cue in kinds:
        if cue in cues:
            return cue
    return next(
        (kind for each in classes for kind in kinds if kind in words(f"kinds.{each}")), None
    )


def finer_kind(name: str, kind: str) -> str:
    """Return the kind or finer one ("job_title") that a name is of; the kind for other names."""
    kinds = _kinds().get(normalized(name), ())
    return next((each for each in kinds if each.startswith((f"{kind}_", kind))), kind)


def other(name: str, context: Context, *classes: str) -> str | None:
    """Return another name of the kind of one, in its number; None for a name of no kind."""
    kind, one = kind_of(name, *classes, cues=context.cues), name
    if kind is not None:
        return drawn_for(name, kind, context)
    if " " in name or name[-1:] not in ("s", "S") or len(name) < LONGEST_ACRONYM:
        return None
    for one in singulars(name):  # "Budweisers"
        kind = kind_of(one, *classes)
        if kind is not None:
            made = drawn_for(one, kind, context)
            return plural(made) if len(made) > len(one) - 5 and made[-1] != "s" else made
    return None


def drawn_for(name: str, kind: str, context: Context) -> str:
    """Return a name of a kind for another one, after the article of its cues and in its case."""
    pool = pool_for(name, kind)
    if "one" in context.cues:
        pool = pool.starting_like(name)
    return written_like(name, context.pick(kind, name, pool))


def written_like(name: str, drawn: str) -> str:
    """Return a drawn name in the letter case of another; capitals of an acronym tell nothing."""
    if (name.isupper() and " " not in name and len(name) <= LONGEST_ACRONYM) or name[:1].isdigit():
        return drawn
    return capitalized_like(name, drawn)


def kind_with_article(kind: str, article: bool) -> str:
    """Return the kind of the names that follow "the", where there is one: "media_the"."""
    return f"{kind}_the" if article and f"{kind}_the" in _drawn() else kind


def is_kind(kind: str) -> bool:
    """Return whether there are names of a kind."""
    return kind in _drawn()


@cache
def pool(kind: str) -> Pool:
    """Return the names to draw of a kind that is known to exist."""
    return Pool(_drawn()[kind])


@lru_cache(maxsize=1 << 10)
def pool_for(name: str, kind: str) -> Pool:
    """Return the names of a kind that do not give a name back."""
    return without_synonyms(name, pool(kind))


def singulars(name: str) -> tuple[str, ...]:
    """Return what a name that ends in "s" may be the plural of."""
    if name[-3:].lower() == "ies":
        return f"{name[:-3]}y", name[:-1]
    return (name[:-1], name[:-2]) if name[-2:].lower() == "es" else (name[:-1],)


def plural(name: str) -> str:
    """Return the plural of a name."""
    if name[-1:] == "y" and name[-2:-1] not in tuple("aeiou"):
        return f"{name[:-1]}ies"
    ending = "es" if name.lower().endswith(("s", "x", "z", "ch", "sh")) else "s"
    return name + (ending.upper() if name.isupper() else ending)


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
