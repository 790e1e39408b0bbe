"""The role of each part of a name by its scope, its titles and the words around it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from privtool.text.lexicon import words
from privtool.text.surrogates.context import Context
from privtool.text.surrogates.name_lists import GIVEN, SURNAME, name_pools, us_surnames
from privtool.text.surrogates.names.name_parts import (
    NamePart,
    full_names,
    name_groups_of,
    roles_in_order,
)
from privtool.text.surrogates.names.name_roles import GENDERS, gender_of, lone_role, name_key
from privtool.text.surrogates.names.titles import (
    gender_of_title,
    is_monarch,
    plain_names,
    title_words,
)

_PRONOUNS = {"he": "male", "she": "female"}  # in the words after a name


def cued_parts(phrase: str) -> Iterable[str]:
    """Return the parts that cues may decide on: a name alone, or those of no known gender."""
    plain = plain_names(phrase)
    if len(plain) == 1:
        return plain
    groups = () if plain else name_groups_of(phrase)
    if len(groups) == 1 and len(groups[0]) == 1 and not groups[0][0].start:
        return (name_key(groups[0][0].text),)
    return [part for part, role in full_names(phrase) if role == GIVEN]


def cued_role(part: str, role: str, cues: set[str]) -> str:
    """Return the role of a part of a name with cues around it; `role` is that of full names."""
    genders = cues.intersection(GENDERS)
    if not genders and not gender_of(part):
        genders = {gender for word, gender in _PRONOUNS.items() if word in cues}
    gender = min(genders) if len(genders) == 1 else ""
    if role:
        return gender if gender and role == GIVEN else role
    if SURNAME in cues:
        return "" if GIVEN in cues else SURNAME
    if GIVEN in cues:
        return gender or GIVEN
    return gender if lone_role(part) != SURNAME else ""


def with_gender(word: str, role: str, context: Context) -> str:
    """Return the role of a given name of no known gender with the one of the words around it."""
    cued = context.roles.get(word) if role == GIVEN and context.roles else None
    return cued if cued in GENDERS and not gender_of(word) else role


def roles_of(phrase: str, group: tuple[NamePart, ...], context: Context) -> Sequence[str]:
    """Return the role of each part of one person's name."""
    if context.role:
        return [context.role] * len(group)
    before = phrase[: group[0].start]
    if is_monarch(phrase):
        return [GIVEN] * len(group)
    if before.lower() == "the " and phrase[group[-1].end :] == " family":
        return [SURNAME] * len(group)
    if len({part.word for part in group}) == 1:
        titles = title_words(before)
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


def role_alone(word: str, context: Context) -> str:
    """Return the role of a name that stands alone."""
    return context.role or context.roles.get(name_key(word)) or lone_role(word)


def _role_after_titles(word: str, titles: list[str], context: Context) -> str:
    """Return the role of a lone name: after a title a surname, unless it is only a given name.

    After "Aunt" and the like, only a frequent surname is one; after "King", none.
    """
    key = name_key(word)
    if not titles or key in context.roles or key in name_pools().only_given:
        return role_alone(word, context)
    royal = not words("titles.royal").isdisjoint(titles)
    if not royal and words("titles.kin").isdisjoint(titles):
        return SURNAME
    surname = not royal and name_pools().roles.get(key) == SURNAME and key in us_surnames()
    return SURNAME if surname else gender_of_title(" ".join(titles)) or GIVEN
