"""Words that de-identification made rare in a training text (Flechl 2022, section 4.2).

`r10`: the count after is below a tenth of the count before; `r20`: from a tenth to a fifth.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from privtool.core.blocks import Format, first_error, parse_lines
from privtool.core.errors import UsageError, option
from privtool.core.fields import text_of
from privtool.core.reading import read_blocks
from privtool.text.scoring.normalization import OF_WORDS, PLAIN, scored_words
from privtool.text.word_lists import read_vocabulary
from privtool.text.words import words

BANDS = {"r10": (0, 10), "r20": (10, 20)}  # percent, from (included) to (excluded)
_LINES, _BYTES = 8192, 64 << 20
_VOCABULARY = ".tsv"
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


def read_counts(path: Path) -> Counter[str]:
    """Return word counts of a file of records, or of one by `privtool vocab` (.tsv).

    Both may be compressed. Raise `UsageError` for any other file, `DataError` for a bad record.
    """
    if path.name.removesuffix(".gz").removesuffix(".zst").endswith(_VOCABULARY):
        return Counter(dict(read_vocabulary(path)))
    counts: Counter[str] = Counter()
    for block in read_blocks([str(path)], _BYTES, _LINES):
        texts, rejects = parse_lines(block, Format(), text_of, keep_going=False)
        if rejects:
            raise first_error(rejects)
        for _, text in texts:
            counts.update(word.key for word in words(text))
    return counts


def read_bands(
    before: Path | None, after: Path | None, normalization: str = PLAIN
) -> dict[str, frozenset[str]]:
    """Return the bands of normalized words in two files.

    Raise `UsageError` if a file is missing, and whatever `read_counts` raises.
    """
    if before is None or after is None:
        raise UsageError(
            f"{option('categories')} {' and '.join(BANDS)} need {option('before')} and "
            f"{option('after')}"
        )
    return frequency_bands(
        *(_normalized(read_counts(path), normalization) for path in (before, after))
    )


def _normalized(counts: Counter[str], normalization: str) -> Counter[str]:
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
