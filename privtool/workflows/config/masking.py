"""The methods of `privtool mask`, and the vocabulary of one of them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from privtool.core.errors import UsageError, option

if TYPE_CHECKING:
    from privtool.text.word_lists import WordList

ALLOW_LIST, VOCAB_THRES, ENTITY_TAGGER = "allowList", "vocabThres", "entityTagger"
METHODS = (ALLOW_LIST, VOCAB_THRES, ENTITY_TAGGER)
NEEDS = {  # options by the method that reads them
    "list": ALLOW_LIST,
    **dict.fromkeys(("vocab", "top", "min_count", "without_names"), VOCAB_THRES),
    **dict.fromkeys(
        (
            *("tagger", "threshold", "dates", "keep_other_scripts", "context", "link"),
            *("device", "batch_size", "trust_pickle"),
        ),
        ENTITY_TAGGER,
    ),
}
KEEPS_NAMES = (
    f"vocabThres keeps frequent names of persons and places; {option('without_names')} "
    "masks them, as does entityTagger joined by +"
)


def check_methods(methods: tuple[str, ...]) -> None:
    """Raise `UsageError` for a method that is unknown or named twice."""
    for method in methods:
        if method not in METHODS:
            raise UsageError(f"{option('method')}: '{method}' is not one of {', '.join(METHODS)}")
    if len(set(methods)) < len(methods):
        raise UsageError(f"{option('method')} names a method twice")


def read_vocabulary(
    path: Path | None, top: int | None, min_count: int | None, *, names: bool
) -> WordList:
    """Read the words that vocabThres keeps, with listed names or without them.

    Raise `UsageError` for a file that is no vocabulary.
    """
    from privtool.text.known_names import without_names
    from privtool.text.word_lists import load_vocabulary

    words = load_vocabulary(path, top, min_count)
    return words if names else without_names(words)
