import pytest
from hypothesis import given
from hypothesis import strategies as st

from privtool.models.text_windows import Window, windows


@st.composite
def cut_texts(draw: st.DrawFn, longest_word: int = 12) -> tuple[list[int], int, int, int]:
    lengths = draw(st.lists(st.integers(1, longest_word), min_size=1, max_size=150))
    starts = [sum(lengths[:number]) for number in range(len(lengths))]
    size = draw(st.integers(2, 60))
    overlap = draw(st.integers(0, size - 1))
    return starts, sum(lengths), size, overlap


@given(cut_texts(longest_word=90))
def test_every_piece_is_judged_exactly_once_by_a_window_that_sees_it(text):
    starts, length, size, overlap = text
    judged: list[int] = []
    for window in windows(starts, length, size, overlap):
        assert window.end - window.start <= size
        assert window.start <= window.core_start <= window.core_end <= window.end
        judged += range(window.core_start, window.core_end)
    assert judged == list(range(length))


@given(cut_texts())
def test_a_word_that_fits_an_overlap_is_never_torn(text):
    starts, length, size, overlap = text
    if overlap < 12:
        return
    for window in windows(starts, length, size, overlap):
        assert {window.start, window.core_start} <= {*starts, length}
        assert {window.end, window.core_end} <= {*starts, length}


@given(cut_texts())
def test_a_word_is_judged_where_it_is_furthest_from_an_edge(text):
    starts, length, size, overlap = text
    if overlap < 12:
        return
    found = windows(starts, length, size, overlap)
    # The nominal edges, before words at the edges are left out; the ends of the text are none.
    width = -(-(length + (len(found) - 1) * overlap) // len(found))
    firsts = [number * (width - overlap) for number in range(len(found))]
    edges = [(first, min(first + width, length)) for first in firsts]

    def margin(number: int, start: int, end: int) -> float:
        first, last = edges[number]
        left = float("inf") if first == 0 else start - first
        right = float("inf") if last == length else last - end
        return min(left, right)

    for start, end in zip(starts, [*starts[1:], length], strict=True):
        chosen = next(n for n, w in enumerate(found) if w.core_start <= start < w.core_end)
        best = max(margin(number, start, end) for number in range(len(found)))
        assert margin(chosen, start, end) == best


def test_a_short_text_is_one_window_and_an_empty_one_none():
    assert windows([0, 2], 5, 5, 2) == [Window(0, 5, 0, 5)]
    assert windows([], 0, 5, 2) == []


def test_windows_are_about_equally_long():
    sizes = [w.end - w.start for w in windows(list(range(300)), 300, 254, 32)]
    assert sizes == [166, 166]


def test_a_word_longer_than_a_window_is_split_but_seen():
    seen = [window[:2] for window in windows([0, 1], 30, 10, 4)]
    assert seen == [(0, 10), (6, 16), (12, 22), (18, 28), (24, 30)]


@pytest.mark.parametrize(("size", "overlap"), [(5, 5), (5, 6), (5, -1), (0, 0)])
def test_an_overlap_must_be_smaller_than_the_window(size, overlap):
    with pytest.raises(ValueError, match="overlap"):
        windows([0], 9, size, overlap)
