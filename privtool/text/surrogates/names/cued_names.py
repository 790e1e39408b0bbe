"""What the words around a name say of it: "my aunt Carol", "Mr. Baptiste", "Ann and her sister"."""

from __future__ import annotations

from collections.abc import Iterable

from privtool.text.surrogates.name_lists import GIVEN, SURNAME
from privtool.text.surrogates.names.name_parts import full_names, name_groups_of
from privtool.text.surrogates.names.name_roles import GENDERS, gender_of, lone_role, name_key
from privtool.text.surrogates.names.name_words import plain_names

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
