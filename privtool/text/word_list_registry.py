"""The word lists that records may refer to."""

from __future__ import annotations

from collections.abc import Sequence

from privtool.core.errors import DataError, UsageError, option
from privtool.text.known_names import WITHOUT_NAMES, without_names
from privtool.text.word_lists import WordList, changed_list, embedded_list, load_embedded


class WordListRegistry:
    """The lists of the options and the embedded ones, and these without names."""

    def __init__(self, lists: Sequence[WordList]) -> None:
        self._known = {word_list.reference: word_list for word_list in lists}

    def __call__(self, reference: str) -> WordList:
        """Return the list of a reference. Raise `DataError` if it is not available."""
        found = self._known.get(reference) or embedded_list(reference) or self._nameless(reference)
        if found is None:
            raise DataError(
                "the record was masked with a word list that is not available: pass the same "
                f"{option('list')} FILE, or {option('vocab')} FILE with the same {option('top')} "
                f"or {option('min_count')}"
            )
        self._known[reference] = found
        return found

    def _nameless(self, reference: str) -> WordList | None:
        """Return a list without names if the reference names one and it is available."""
        name = reference.partition("@")[0]
        if not name.endswith(WITHOUT_NAMES):
            return None
        full = name.removesuffix(WITHOUT_NAMES)
        for known in list(self._known.values()):
            if known.name == full and (found := without_names(known)).reference == reference:
                return found
        try:
            embedded = load_embedded(full)
        except UsageError:
            embedded = None
        if embedded is None:
            return None
        found = without_names(embedded)
        if found.reference != reference:
            raise changed_list(name)
        return found
