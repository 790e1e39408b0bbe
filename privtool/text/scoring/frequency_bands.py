"""Words that de-identification made rare in a training text (Flechl 2022, section 4.2).

`r10`: the count after is below a tenth of the count before; `r20`: from a tenth to a fifth.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from privtool.core.errors import UsageError, option
from privtool.text.scoring.normalization import OF_WORDS, PLAIN, scored_words
from privtool.text.word_lists import read_vocabulary
from privtool.text.words import words

BANDS = {"r10": (0, 10), "r20": (10, 20)}  # percent, from (included) to (excluded)
_MARKERS = ("[", "<")  # "[PERSON]" is not "person"


def frequency_bands(
    before: Mapping[str, int], after: Mapping[str, int]
) -> dict[str, frozenset[str]]:
    """Return the words of each band, given counts before and after."""
    return {
        name: frozenset(
            word
            for word, count in before.items()
            if least * count <= 100 * after.get(word, 0) < most * count
        )
        for name, (least, most) in BANDS.items()
    }


def read_bands(
    before: Path | None, after: Path | None, normalization: str = PLAIN
) -> dict[str, frozenset[str]]:
    """Return the bands of normalized words in two vocabularies of `privtool vocab`.

    Raise `UsageError` if a file is missing or no vocabulary.
    """
    if before is None or after is None:
        raise UsageError(
            f"{option('categories')} {' and '.join(BANDS)} need {option('before')} and "
            f"{option('after')}"
        )
    return frequency_bands(
        *(_normalized(dict(read_vocabulary(path)), normalization) for path in (before, after))
    )


def _normalized(counts: Mapping[str, int], normalization: str) -> Mapping[str, int]:
    """Return the counts of normalized words: `plain` splits words at hyphens."""
    if normalization not in OF_WORDS:
        return counts
    found: Counter[str] = Counter()
    for key, count in counts.items():
        if key.isalnum() or key.startswith(_MARKERS):
            found[key] += count
            continue
        for part in scored_words(key, normalization):
            for word in words(part.word):  # without enclitics: "don't-know"
                found[word.key] += count
    return found
