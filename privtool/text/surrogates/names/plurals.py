"""Names of families in the plural, and possessives that end in an apostrophe."""

from __future__ import annotations

from privtool.text.surrogates.name_lists import name_pools
from privtool.text.surrogates.names.name_parts import name_key


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
