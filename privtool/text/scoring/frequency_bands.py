"""Words that de-identification has made rare in a training text (Flechl 2022, section 4.2).

`r10` are those whose count after it is below a tenth of that before, `r20` from a tenth to a fifth.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from privtool.core.blocks import Format, first_error, parse_lines
from privtool.core.errors import UsageError
from privtool.core.fields import text_of
from privtool.core.reading import read_blocks
from privtool.text.scoring.normalization import PLAIN, SPOKEN, said_words
from privtool.text.word_lists import read_vocabulary
from privtool.text.words import words

BANDS = {"r10": (0, 10), "r20": (10, 20)}  # percent, from (included) to (excluded)
_LINES, _BYTES = 8192, 64 << 20
_VOCABULARY = ".tsv"
_MARKERS = ("[", "<")  # "[PERSON]" is no "person"


def bands(before: Mapping[str, int], after: Mapping[str, int]) -> dict[str, frozenset[str]]:
    """The words of each band by their counts before and after."""
    return {
        name: frozenset(
            word
            for word, count in before.items()
            if least * count <= 100 * after.get(word, 0) < most * count
        )
        for name, (least, most) in BANDS.items()
    }


def read_counts(path: Path) -> Counter[str]:
    """Counts of words: of the texts of records, or as `privtool vocab` wrote them (.tsv).

    Both may be compressed. Raises `UsageError` for a file that is neither, and `DataError` for a
    bad line of records.
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
    before: Path | None, after: Path | None, way: str = PLAIN
) -> dict[str, frozenset[str]]:
    """The bands of two files, of words as they are compared that `way`.

    Raises `UsageError` if one is missing, and as `read_counts` does.
    """
    if before is None or after is None:
        raise UsageError(f"--categories {' and '.join(BANDS)} need --before and --after")
    return bands(*(_compared(read_counts(path), way) for path in (before, after)))


def _compared(counts: Counter[str], way: str) -> Counter[str]:
    """The counts of words as they are compared: `plain` makes two of a hyphenated one."""
    if way not in (PLAIN, SPOKEN):
        return counts
    found: Counter[str] = Counter()
    for key, count in counts.items():
        if key.isalnum() or key.startswith(_MARKERS):
            found[key] += count
            continue
        for part in said_words(key, way):
            for word in words(part.word):  # without its enclitic: "don't-know"
                found[word.key] += count
    return found
