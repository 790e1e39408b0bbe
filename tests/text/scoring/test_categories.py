import pytest

from privtool.core.errors import UsageError
from privtool.text.scoring.categories import (
    AMBIGUOUS,
    category_tests,
    common_names,
    frequency_bands,
    is_date,
    is_name,
    is_number,
    parse_categories,
    read_bands,
)


@pytest.mark.parametrize(
    ("kind", "words", "others"),
    [
        (is_number, "two ten hundred twenty fifth twentieth zero 42 1,200.50 5th", "one-way tent"),
        (is_number, "thousands $5 (7) 5% 12, 10:30. twenty-five thirty-first,", ""),
        (is_date, "monday tuesdays january december august monday's mid-january", "sat"),
        (is_name, "michael anna jennifer anna's mary-anna", "the mark grace hope"),
        (is_name, "", "austin april kowalski"),
    ],
)
def test_numbers_dates_and_names(kind, words, others):
    assert [word for word in words.split() if not kind(word)] == []
    assert [word for word in others.split() if kind(word)] == []


def test_ambiguous_words_are_in_no_category():
    assert {"one", "may", "march", "second"} <= AMBIGUOUS
    for word in AMBIGUOUS:
        assert not is_number(word)
        assert not is_date(word)
        assert not is_name(word)


def test_names_are_common_and_in_no_other_category():
    assert len(common_names()) == 200
    assert not any(is_date(name) or is_number(name) for name in common_names())


def test_bands_worked_out_by_hand():
    before = {"gone": 1, "rare": 100, "tenth": 10, "fifth": 100, "kept": 50, "less": 1000}
    after = {"rare": 9, "tenth": 1, "fifth": 20, "kept": 50, "less": 199, "new": 5}
    found = frequency_bands(before, after)
    assert found == {"r10": {"gone", "rare"}, "r20": {"tenth", "less"}}
    tests = category_tests(("r10", "labels"), found)
    assert list(tests) == ["r10"]
    assert tests["r10"]("rare")
    assert tests["r10"]("rare's")
    assert not tests["r10"]("tenth")


def test_bands_are_of_normalized_words(tmp_path):
    before, after = tmp_path / "before.tsv", tmp_path / "after.tsv"
    before.write_text("mary-ann\t20\nann\t80\no'brien\t10\nu.s\t10\nperson\t10\n")
    after.write_text("ann\t79\n[person]\t30\n")
    rare = {way: read_bands(before, after, way)["r10"] for way in ("plain", "spoken", "none")}
    assert rare["plain"] == rare["spoken"] == {"mary", "o'brien", "u", "s", "person"}
    assert rare["none"] == {"mary-ann", "o'brien", "u.s", "person"}


def test_usage_errors(tmp_path):
    with pytest.raises(UsageError, match="'nmbers' is none of numbers"):
        parse_categories("nmbers")
    assert parse_categories(None) == ()
    assert parse_categories("dates,numbers,dates") == ("dates", "numbers")
    with pytest.raises(UsageError, match="`before` and `after`"):
        read_bands(tmp_path, None)
    (tmp_path / "bad").write_bytes(b'{"text":"a"}\n')
    with pytest.raises(UsageError, match="bad:1: not a word, a tab and a count"):
        read_bands(tmp_path / "bad", tmp_path / "bad")
