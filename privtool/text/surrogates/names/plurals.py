"""Families in the plural, unknown names, and possessives that end in an apostrophe."""

from __future__ import annotations

from privtool.text.english.nicknames import full_forms
from privtool.text.surrogates.name_lists import SURNAME, name_pools
from privtool.text.surrogates.names.name_roles import name_key

_PLURAL_LENGTH = 5  # letters of a family in the plural: "Allens"


def with_apostrophe(name: str, made: str, ending: str) -> str:
    """Return a surrogate with the ending of a possessive: "James'" may become "John's".

    An unknown name in "s" is a family in the plural: "the Kaplans'".
    """
    if len(ending) > 1 and ending[1] in "sS":
        return made + ending
    if name[-1:] not in ("s", "S") or made[-1:] in ("s", "S"):
        return made + ending
    if name_key(name.split()[-1]) not in name_pools().roles:
        return plural_name(made) + ending
    return made + ending[0] + ("S" if made.isupper() else "s") + ending[1:]


def plural_name(name: str) -> str:
    """Return a family in the plural, in the letter case of the name."""
    ending = "es" if name.lower().endswith(("s", "x", "z", "ch", "sh")) else "s"
    return name + (ending.upper() if name.isupper() else ending)


def is_unknown(word: str) -> bool:
    """Return whether no list has a name: "TJ"."""
    return name_key(word) not in name_pools().roles and name_key(word) not in full_forms()


def is_family(word: str) -> bool:
    """Return whether a word is a known surname in the plural, and no name itself: "Petersons"."""
    key = name_key(word)
    roles = name_pools().roles
    return (
        len(key) >= _PLURAL_LENGTH
        and key[-1] == "s"
        and key not in roles
        and roles.get(key[:-1]) == SURNAME
    )
