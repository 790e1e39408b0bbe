"""Nicknames: other names of the same person, such as Liz for Elizabeth and Bob for Robert."""

from __future__ import annotations

from functools import cache

from privtool.text.lexicon import rows


@cache
def full_forms() -> dict[str, tuple[str, ...]]:
    """Return the names that each nickname is short for, all in lower case."""
    forms: dict[str, tuple[str, ...]] = {}
    for name, nicknames in rows("nicknames"):
        for nickname in nicknames.split():
            forms[nickname] = (*forms.get(nickname, ()), name)
    return forms


@cache
def other_names() -> dict[str, frozenset[str]]:
    """Return for each name those of the same person: its full forms, and all their nicknames."""
    names: dict[str, set[str]] = {}
    for nickname, full in full_forms().items():
        for name in full:
            names.setdefault(name, {name}).add(nickname)
    for nickname, full in full_forms().items():
        names.setdefault(nickname, set()).update(*(names[name] for name in full))
    return {name: frozenset(others - {name}) for name, others in names.items()}
