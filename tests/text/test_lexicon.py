"""The lexicon: sections of words and tables in the files of `privtool/data`."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privtool.text import lexicon
from privtool.text.letter_case import is_spoken
from privtool.text.lexicon import DATA, entries, rows, sections, words
from privtool.text.unicode import without_emoji
from tests.support.tables import tabled


@pytest.fixture
def data(tmp_path, monkeypatch):
    """A folder of data of its own, with nothing cached before or after."""
    monkeypatch.setattr(lexicon, "DATA", tmp_path)
    cached = (words, entries, sections, rows)
    for function in cached:
        function.cache_clear()
    (tmp_path / "en").mkdir()
    yield tmp_path / "en"
    for function in cached:
        function.cache_clear()


def test_entries_are_separated_by_white_space_or_bars(data):
    (data / "kin.txt").write_text(
        "# Comment [no]\n[female]\naunt  sister\nniece\n[clubs]\nUnited\n Way|Red Cross\n"
    )
    assert entries("kin.female") == ("aunt", "sister", "niece")
    assert words("kin.clubs") == {"United Way", "Red Cross"}


def test_a_section_includes_another(data):
    (data / "kin.txt").write_text("[all]\n@kin.some @pets.all cousin\n[some]\naunt\n")
    (data / "pets.txt").write_text("[all]\ncat @home @\n")
    assert entries("kin.all") == ("aunt", "cat", "@home", "@", "cousin")


def test_wrong_names_are_errors(data):
    (data / "kin.txt").write_text("[a]\nb\n[a]\nc\n")
    with pytest.raises(ValueError, match="two sections"):
        words("kin.a")
    (data / "pets.txt").write_text("[a]\nb\n")
    with pytest.raises(KeyError):
        words("pets.b")


def test_rows_of_a_table(data):
    (data / "ages.tsv").write_text("# word\tlabel\n\nborn\tDATE\nold\tAGE\n")
    assert rows("ages") == (("born", "DATE"), ("old", "AGE"))


@pytest.mark.parametrize("file", sorted(DATA.glob("*/*.txt")), ids=lambda file: file.stem)
def test_every_section_can_be_read_and_repeats_no_entry(file):
    for section, written in sections(file.stem, file.parent.name).items():
        assert entries(f"{file.stem}.{section}", file.parent.name)
        assert [entry for entry, times in Counter(written).items() if times > 1] == []


# Text without capitals and signs is as spoken.
@tabled("text", "text")
def test_text_as_spoken(text: str):
    assert is_spoken(text)


@tabled("text", "text")
def test_other_text(text: str):
    assert not is_spoken(text)


@tabled("text", "text expected")
def test_examples(text, expected):
    assert without_emoji(text) == expected


@given(st.text())
def test_offsets_stay(text):
    assert len(without_emoji(text)) == len(text)


@given(st.text(st.characters(max_codepoint=127)))
def test_plain_text_stays(text):
    assert without_emoji(text) == text
