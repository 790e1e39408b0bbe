"""Phrases that users list: how lines are read, and what is found."""

import re
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privtool.core.errors import DataError, UsageError
from privtool.text.listed_phrases import ListedPhrase, PhraseFinder, read_phrases
from tests.support.tables import tabled


def phrases_of(tmp_path, *lines, label="MISC"):
    path = tmp_path / "list.txt"
    path.write_text("\n".join(lines), encoding="utf-8")
    return read_phrases(path, label)


@pytest.fixture
def found(tmp_path):
    """Return what a list finds in a text."""

    def run(lines, text, **options):
        finder = PhraseFinder(phrases_of(tmp_path, *lines), **options)
        return [text[span.start : span.end] for span in finder.find(text)]

    return run


@tabled("text", "line text expected")
def test_a_phrase_of_one_line_is_found(found, line, text, expected):
    assert found([line], text) == expected


def test_the_longest_phrase_counts(found):
    lines = ["new", "new york", "york"]
    assert found(lines, "New, York, a new one, York") == ["New, York", "new", "York"]


def test_phrases_that_overlap_are_all_found(found):
    lines = ["new york", "york university", "york"]
    assert found(lines, "New York University") == ["New York", "York University"]


def test_a_long_list_of_phrases_that_begin_alike_is_fast():
    finder = PhraseFinder(ListedPhrase(("the", f"x{n}"), "MISC") for n in range(20_000))
    start = process_time()
    assert finder.find("the cat " * 500) == []
    assert process_time() - start < 1  # each phrase in turn: 3 s or more


def test_whole_phrases_are_touched_by_nothing(found):
    assert found(["max"], "max2 and max_x and max") == ["max", "max", "max"]
    assert found(["max"], "max2 and max_x and max", whole=True) == ["max"]


def test_labels_comments_and_blank_lines(tmp_path):
    lines = ["# ours", "  # more", "", "Anna Lee\tperson", "zephyr"]
    assert phrases_of(tmp_path, *lines, label="PRODUCT") == [
        ListedPhrase(("anna", "lee"), "PERSON"),
        ListedPhrase(("zephyr",), "PRODUCT"),
    ]


@tabled("text", "line reason")
def test_a_bad_line_is_named_and_not_quoted(tmp_path, line, reason):
    with pytest.raises(DataError, match=rf"list.txt:2: .*{re.escape(reason)}") as error:
        phrases_of(tmp_path, "good", line)
    assert "sec" not in str(error.value).rpartition("/")[2]


def test_files_that_are_no_lists(tmp_path):
    with pytest.raises(UsageError, match="No such file"):
        read_phrases(tmp_path / "none")
    with pytest.raises(UsageError, match="is empty"):
        phrases_of(tmp_path, "# nothing")
    (tmp_path / "list.txt").write_bytes("é".encode("latin-1"))
    with pytest.raises(DataError, match="iconv"):
        read_phrases(tmp_path / "list.txt")


WORDS = st.sampled_from(["a", "b", "ab", "aa", "1"])
LISTS = st.lists(st.lists(WORDS, min_size=1, max_size=3).map(tuple), min_size=1, max_size=5)


@given(LISTS, st.lists(WORDS, max_size=12))
def test_a_slow_search_finds_the_same(lists, words):
    text = " ".join(words)
    expected = []
    end = 0
    for at in range(len(words)):
        fitting = [
            n for n in (3, 2, 1) if at + n <= len(words) and tuple(words[at : at + n]) in lists
        ]
        if fitting and at + fitting[0] > end:
            end = at + fitting[0]
            expected.append(" ".join(words[at:end]))
    finder = PhraseFinder(ListedPhrase(parts, "MISC") for parts in lists)
    assert [text[span.start : span.end] for span in finder.find(text)] == expected
