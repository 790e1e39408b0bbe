"""The language of a line depends on the text of its source up to it, and on nothing else."""

import json

from hypothesis import given
from hypothesis import strategies as st

from privtool.core.blocks import Format
from privtool.core.language_marks import MOST_CHARACTERS, mark_languages
from privtool.core.reading import Block


def language_of(text: str) -> str:
    """The majority of two words: a stand-in that a later line can change."""
    return "de" if text.count("und") > text.count("and") else "en"


def marks(lines: list[bytes | None], cuts: set[int], first: int = 1) -> list[str]:
    """The languages of the lines from `first` on, in blocks that begin at the cuts."""
    whole = [Block("in", 1, lines)] if first > 1 else []
    starts = sorted({first, *(cut for cut in cuts if first < cut <= len(lines))})
    stops = [*starts[1:], len(lines) + 1]
    blocks = [Block("in", a, lines[a - 1 : b - 1]) for a, b in zip(starts, stops, strict=True)]
    marked = mark_languages(blocks, Format(), language_of, lambda: whole)
    return [
        language for block in marked for language in block.languages or ["en"] * len(block.lines)
    ]


LINES = st.lists(
    st.one_of(
        st.sampled_from(("", "and", "und", "und " * 9, "and " * 40, "x" * 200)).map(
            lambda text: json.dumps({"text": text}).encode()
        ),
        st.sampled_from((None, b"", b"{", b'{"id": 1}')),
    ),
    min_size=1,
    max_size=12,
)


@given(LINES, st.sets(st.integers(1, 12)), st.integers(1, 12))
def test_neither_cuts_nor_the_start_of_a_part_change_a_language(lines, cuts, first):
    first = min(first, len(lines))
    assert marks(lines, cuts, first) == marks(lines, set())[first - 1 :]


def test_a_language_is_fixed_after_some_text_and_each_source_has_its_own():
    def line(word: str, count: int) -> bytes:
        return json.dumps({"text": f"{word} " * count}).encode()

    many = MOST_CHARACTERS // 4
    assert marks([line("und", many), line("and", many * 9)], set()) == ["de", "de"]
    assert marks([line("und", 1), line("and", many * 9)], set()) == ["de", "en"]
    two = [Block("a", 1, [line("und", many)], 1), Block("a", 1, [line("and", 1)], 2)]
    assert [block.languages for block in mark_languages(two, Format(), language_of)] == [["de"], ()]
