"""Brands, cars, diseases and other known things: each becomes another one of its group."""

from __future__ import annotations

from functools import cache

from privtool.text.surrogates.context import Context
from privtool.text.surrogates.letter_case import capitalized_like, cased_like
from privtool.text.surrogates.name_groups import NameGroups, pool_of
from privtool.text.surrogates.names.digits_and_letters import replace_digits
from privtool.text.surrogates.names.forms import KEPT_WORDS_OF_THINGS, NUMBER_AT_END
from privtool.text.surrogates.names.known_things import CAR_MODELS, MAKERS, SOFTWARE, THINGS
from privtool.text.surrogates.names.own_words import SMALL_WORDS
from privtool.text.surrogates.names.products import other_product
from privtool.text.surrogates.prf import normalized
from privtool.text.word_sets import word_set

_SOFTWARE_HOUSES = word_set("google microsoft apple adobe amazon samsung sony")


def of_group(name: str, context: Context) -> str | None:
    """Return another name of a known group, with another number after it; None for others."""
    product = other_product(name, context)
    if product is not None:
        return product
    pool = _groups().pool_with(name)
    if pool is not None:
        if name.isupper() and " " not in name:  # "BMW"
            return context.pick("name", name, pool.starting_like(name))
        return capitalized_like(name, context.pick("name", name, pool.starting_like(name)))
    words = normalized(name).split()
    if len(words) > 1 and words[0] in MAKERS:
        return cased_like(name, context.pick("name", name, pool_of(CAR_MODELS.drawn)))
    if len(words) == 2 and words[0] in _SOFTWARE_HOUSES:
        return context.pick("name", name, pool_of(SOFTWARE.drawn).starting_like(name))
    one = _groups().pool_with(name[:-1]) if name[-1:] == "s" and len(words) == 1 else None
    if one is not None:  # "Budweisers"
        return cased_like(name, context.pick("name", name[:-1], one)) + "s"
    several = len(words) > 1 and not words[0].isdigit() and words[-1] not in KEPT_WORDS_OF_THINGS
    several = several and SMALL_WORDS.isdisjoint(words)  # "Guardians of the Galaxy"
    last = _groups().pool_with(words[-1]) if several else None
    if last is not None:  # "Samsung Galaxy"
        return cased_like(name, context.pick("name", name, last.starting_like(name)))
    number = NUMBER_AT_END.search(name)
    model = name[: number.start()] if number else ""
    first = _groups().pool_with(model) if model else None
    if number is None or first is None or not any(map(str.isdigit, number[2])):
        return None
    drawn = cased_like(model, context.pick("name", model, first.starting_like(model)))
    return f"{drawn}{number[1]}{replace_digits(number[2], context)}"


@cache
def _groups() -> NameGroups:
    return NameGroups(THINGS)
