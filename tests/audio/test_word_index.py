import sqlite3
from collections import Counter

import pytest

from privtool.audio.word_index import (
    ExcludedRegion,
    IndexedWord,
    RunMatch,
    WordRun,
    build_index,
    open_index,
)
from privtool.core.errors import DataError, PrivtoolError, UsageError


def turn(path: str, speaker: str | None, text: str) -> WordRun:
    words = [IndexedWord(word, n / 2, n / 2 + 0.4) for n, word in enumerate(text.split())]
    return WordRun(path, speaker, words, path)


TURNS = [
    turn("a.wav", "anna", "we flew to los angeles in may"),
    turn("b.wav", "bob", "los alamos is not los angeles"),
    turn("c.wav", None, "angeles may"),
]


@pytest.fixture
def index(tmp_path):
    return build_index(tmp_path / "words.idx", TURNS)


def count_words(path):
    return sqlite3.connect(path).execute("SELECT count(*) FROM words").fetchone()[0]


def test_a_run_of_words(index, tmp_path):
    found = index.find(["los", "angeles"], "anna", 7)
    assert found == RunMatch(
        "a.wav", "anna", (IndexedWord("los", 1.5, 1.9), IndexedWord("angeles", 2.0, 2.4))
    )
    assert count_words(tmp_path / "words.idx") == 15


def test_only_words_of_a_speaker(index):
    assert index.find(["may"], "bob", 1) is None
    assert {index.find(["may"], None, n << 28).path for n in range(16)} == {"a.wav", "c.wav"}


def test_a_match_is_within_one_run(index):
    # "angeles" ends the second turn and begins the third
    assert index.find(["los", "angeles", "angeles"], None, 5) is None
    assert index.find(["angeles", "may"], None, 5).path == "c.wav"
    assert index.find(["unheard"], None, 5) is None


def test_occurrences_are_about_equally_likely(tmp_path):
    index = build_index(tmp_path / "x", [turn(f"{n}.wav", "s", "word") for n in range(40)])
    drawn = Counter(index.find(["word"], "s", n * 2_654_435_761).path for n in range(4000))
    assert len(drawn) > 35
    assert max(drawn.values()) < 600  # 100 on average; gaps between random numbers differ


def test_the_same_number_finds_the_same(index, tmp_path):
    again = build_index(tmp_path / "again.idx", TURNS)
    assert index.find(["los"], None, 99) == again.find(["los"], None, 99)


def test_a_file_is_kept(tmp_path):
    path = tmp_path / "corpus.idx"
    made = build_index(path, TURNS)
    assert open_index(path).find(["may"], "anna", 3) == made.find(["may"], "anna", 3)
    assert [p.name for p in tmp_path.iterdir()] == ["corpus.idx"]
    assert path.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("private", [False, True])
def test_an_index_is_opened_only_with_its_settings(tmp_path, private):
    path = tmp_path / "corpus.idx"
    build_index(path, TURNS, private, 0.1, 0.5)
    assert open_index(path, private, 0.1, 0.5).find(["may"], "anna", 3)
    with pytest.raises(UsageError, match="another `transcript`; rebuild it"):
        open_index(path, private, 0.1, 0.0)
    with pytest.raises(UsageError, match="built with `margin` 0.1"):
        open_index(path, private, 0.2, 0.5)
    with pytest.raises(UsageError, match="`allow_private_source`; rebuild it"):
        open_index(path, not private, 0.1, 0.5)


def test_other_files_are_not_an_index(tmp_path):
    path = tmp_path / "x"
    path.write_bytes(b"zqxwary" * 99)
    with pytest.raises(DataError, match="is not an index"):
        open_index(path)
    with pytest.raises(DataError, match="is not an index"):
        open_index(tmp_path / "absent")


def test_failing_sources_leave_no_file(tmp_path):
    def turns():
        yield TURNS[0]
        raise DataError("bad line")

    with pytest.raises(DataError, match="bad line"):
        build_index(tmp_path / "corpus.idx", turns())
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_does_not_exist(tmp_path):
    with pytest.raises(PrivtoolError, match="cannot be written"):
        build_index(tmp_path / "no" / "corpus.idx", TURNS)


def test_a_region_is_excluded_from_every_run_of_its_recording(tmp_path):
    turns = [turn("a.wav", "anna", "one two three four"), turn("a.wav", "bob", "five")]
    hidden = ExcludedRegion("a.wav", 0.95, 1.2)
    index = build_index(tmp_path / "words.idx", [hidden, *turns, turn("b.wav", "bob", "three")])
    assert count_words(tmp_path / "words.idx") == 5
    assert index.find(["one", "two"], None, 0)
    assert index.find(["three"], None, 0).path == "b.wav"
    assert index.find(["two", "three"], None, 0) is None
    assert index.find(["two", "four"], None, 0) is None
