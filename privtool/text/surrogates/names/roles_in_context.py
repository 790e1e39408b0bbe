"""The role of each part of a name by its scope, its titles and the words around it."""

from __future__ import annotations

from collections.abc import Sequence

from privtool.text.surrogates.context import Context
from privtool.text.surrogates.name_lists import GIVEN, SURNAME, name_pools, us_surnames
from privtool.text.surrogates.names.name_parts import NamePart, roles_in_order
from privtool.text.surrogates.names.name_roles import GENDERS, gender_of, lone_role, name_key
from privtool.text.surrogates.names.titles import (
    KIN_TITLES,
    gender_of_title,
    is_monarch,
    is_royal,
    title_words,
)


def with_gender(word: str, role: str, context: Context) -> str:
    """Return the role of a given name of no known gender with the one of the words around it."""
    cued = context.roles.get(word) if role == GIVEN and context.roles else None
    return cued if cued in GENDERS and not gender_of(word) else role


def roles_of(phrase: str, group: tuple[NamePart, ...], context: Context) -> Sequence[str]:
    """Return the role of each part of one person's name."""
    named = len({part.word for part in group})
    if context.role:
        return [context.role] * len(group)
    titles = title_words(phrase[: group[0].start])
    if is_monarch(phrase):
        return [GIVEN] * len(group)
    if phrase[: group[0].start].lower() == "the " and phrase[group[-1].end :] == " family":
        return [SURNAME] * len(group)
    if named == 1:
        return [_role_after_titles(part.text, titles, context) for part in group]
    roles = [
        with_gender(name_key(part.text), role, context)
        for part, role in zip(group, roles_in_order(phrase, group), strict=True)
    ]
    gender = roles[0] if roles[0] in GENDERS else gender_of(group[0].text)
    if not gender or roles.count(GIVEN) < 2:
        return roles
    return [  # "Oleg Mikhaylovich": the second is a man's, too
        gender if role == GIVEN and not gender_of(part.text) else role
        for part, role in zip(group, roles, strict=True)
    ]


def _role_after_titles(word: str, titles: list[str], context: Context) -> str:
    """Return the role of a lone name: after a title a surname, unless it is only a given name.

    After "Aunt" and the like, only a frequent surname is one; after "King", none.
    """
    key = name_key(word)
    if not titles or key in context.roles or key in name_pools().only_given:
        return role_alone(word, context)
    royal = is_royal(titles)
    if KIN_TITLES.isdisjoint(titles) and not royal:
        return SURNAME
    surname = not royal and name_pools().roles.get(key) == SURNAME and key in us_surnames()
    return SURNAME if surname else gender_of_title(" ".join(titles)) or GIVEN


def role_alone(word: str, context: Context) -> str:
    return context.role or context.roles.get(name_key(word)) or lone_role(word)
