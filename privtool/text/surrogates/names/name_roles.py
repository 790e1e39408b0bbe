"""What the parts of names mostly are: given names, with their gender, or surnames."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import regex

from privtool.text.english.nicknames import full_forms
from privtool.text.surrogates.name_lists import GIVEN, SURNAME, name_pools
from privtool.text.surrogates.prf import normalized

GENDERS = ("male", "female")  # roles of given names of which the gender is known
APOSTROPHE = regex.compile(r"['\u2019\u02bc]|(?<=^(?:o|mc|mac)) ", regex.IGNORECASE)
# Of names in no list, those with these endings are mostly given names: "Sunita", "Deshawn".
_LIKE_GIVEN = regex.compile(r"..(?:a|elle|een|ette|lynn?|shawn)\Z")
_LIKE_SURNAME = regex.compile(r"...(?:[oe]va|ska|skaya)\Z")  # of women
_LONGEST_JOINED = 64  # letters of a full name in one piece
_PLURAL_LENGTH = 5  # letters of a family in the plural: "Allens"
_CACHED = 1 << 12  # names: several files ask for the same one, one after the other


@lru_cache(maxsize=_CACHED)
def gender_of(name: str) -> str:
    """Return the gender of a given name or of the names it is short for, "" if unknown."""
    key = normalized(name)
    genders = name_pools().genders
    if key in genders:
        return genders[key]
    of_full = {genders.get(full, "") for full in full_forms().get(key, ())}
    return of_full.pop() if len(of_full) == 1 else ""


def lone_role(word: str) -> str:
    """Return what a name that stands alone mostly is: an unknown one by its ending."""
    key = name_key(word)
    given = _LIKE_GIVEN.search(key) is not None and _LIKE_SURNAME.search(key) is None
    given = given or key in full_forms() or "-" in key
    return name_pools().roles.get(key) or (GIVEN if given else SURNAME)


def name_key(part: str) -> str:
    """Return a part as the roles of names have it: "O'Connor" and "o connor" are one."""
    if part.isascii() and part.isalpha():
        return part.lower()  # the usual case
    return normalized(APOSTROPHE.sub("", part))


def joined_parts(word: str, roles: Mapping[str, str]) -> int:
    """Return where a word is to be cut: before a plural "s", or between the parts of a full name.

    0 if it is neither, or known itself.
    """
    key = name_key(word)
    if key in roles or len(key) != len(word) or not roles or len(key) > _LONGEST_JOINED:
        return 0
    if key[-1:] == "s" and key[:-1] in roles:
        return len(key) - 1
    cuts = (at for at in range(1, len(key)) if key[at:] in roles)
    return next((at for at in cuts if at == 1 or key[:at] in roles), 0)


def is_family(word: str) -> bool:
    """Return whether a word is a known surname in the plural, and no name itself: "Petersons"."""
    key, roles = name_key(word), name_pools().roles
    plural = len(key) >= _PLURAL_LENGTH and key[-1] == "s" and key not in roles
    return plural and roles.get(key[:-1]) == SURNAME


def family_of(name: str) -> str:
    """Return a family in the plural, in the letter case of the name."""
    ending = "es" if name.lower().endswith(("s", "x", "z", "ch", "sh")) else "s"
    return name + (ending.upper() if name.isupper() else ending)


def with_apostrophe(made: str, ending: str) -> str:
    """Return a surrogate with the ending of a possessive: "James'" may become "John's"."""
    short = ending[1:2] not in ("s", "S") and made[-1:] not in ("s", "S")
    return made + ending[0] + ("S" if made.isupper() else "s") * short + ending[1:]
