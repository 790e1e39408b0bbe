"""The word lists that records may refer to."""

from __future__ import annotations

import re
from collections.abc import Sequence

from privtool.core.errors import DataError, UsageError, option
from privtool.text.known_names import WITHOUT_NAMES, without_names
from privtool.text.languages import languages
from privtool.text.word_lists import WordList, load_allow_list, load_vocabulary

_NUMBER = "[1-9][0-9]{0,11}"
_LIMITED = re.compile(f"top({_NUMBER})|min({_NUMBER})")


class WordListRegistry:
    """The lists of the options and the embedded ones, and these without names."""

    def __init__(self, lists: Sequence[WordList]) -> None:
        self._known = {word_list.reference: word_list for word_list in lists}

    def __call__(self, reference: str) -> WordList:
        """Return the list of a reference. Raise `DataError` if it is not available."""
        found = self._known.get(reference) or self._nameless(reference) or embedded_list(reference)
        if found is None:
            raise DataError(
                "the record was masked with a word list that is not available: pass the same "
                f"{option('list')} FILE, or {option('vocab')} FILE with the same {option('top')} "
                f"or {option('min_count')}"
            )
        self._known[reference] = found
        return found

    def _nameless(self, reference: str) -> WordList | None:
        """Return a known list without its names if it is the one of a reference."""
        full, nameless, _ = reference.partition(WITHOUT_NAMES)
        for known in self._known.values() if nameless else ():
            if known.name == full and (found := without_names(known)).reference == reference:
                return found
        return None


def embedded_list(reference: str) -> WordList | None:
    """Load the embedded list that a reference names, maybe without names; None for other lists.

    Raise `DataError` if the list of that name has changed since.
    """
    name = reference.partition("@")[0]
    full = name.removesuffix(WITHOUT_NAMES)
    try:
        found = _load_embedded(full)
        if found is None:
            return None
    except UsageError:  # no word meets its limit
        found = None
    if found is not None and full != name:
        found = without_names(found)
    if found is None or found.reference != reference:
        raise DataError(f"the embedded word list {name} has changed: mask again with this version")
    return found


def _load_embedded(name: str) -> WordList | None:
    """Load an embedded list by its name; return None for another name.

    Raise `UsageError` for a limit that no word meets.
    """
    kind, _, rest = name.partition("-")
    language, _, limit = rest.partition(":")
    if language not in languages():
        return None
    if kind == "common" and not limit:
        return load_allow_list(language=language)
    limited = _LIMITED.fullmatch(limit) if kind == "vocab" else None
    if limited is None:
        return None
    top, min_count = (int(number) if number else None for number in limited.groups())
    return load_vocabulary(None, top, min_count, language)
