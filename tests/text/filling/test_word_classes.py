import pytest

from privtool.text import known_names
from privtool.text.filling.word_classes import classes_of, fits_class, is_capitalized
from privtool.text.labels import Label
from privtool.text.word_lists import LISTS


@pytest.fixture
def few_names(tmp_path, monkeypatch):
    """A small list of names in place of the embedded one."""
    lines = "# word\tlabel\nanna\tPERSON\njordan\tLOCATION\njordan\tPERSON\nmay\tDATE\njune\tDATE\n"
    (tmp_path / "names-en.tsv").write_text(lines + "seven\tNUMBER\nfrench\tMISC\n")
    monkeypatch.setattr(known_names, "LISTS", tmp_path)
    caches = (known_names.class_names, known_names.rows_of)
    for cached in caches:
        cached.cache_clear()
    yield
    for cached in caches:
        cached.cache_clear()


@pytest.mark.usefixtures("few_names")
def test_words_belong_to_the_classes_that_the_list_gives_them():
    assert classes_of("jordan") == {"LOCATION", "PERSON"}
    assert classes_of("table") == frozenset()
    assert fits_class("Anna", "PERSON")
    assert fits_class("JORDAN", "LOCATION")
    assert not fits_class("anna", "LOCATION")
    assert not fits_class("table", "PERSON")
    assert not fits_class("#", "label")


@pytest.mark.usefixtures("few_names")
def test_numbers_fill_slots_of_digits():
    for label in ("PHONE", "ZIP", "AGE", "CARD", "SSN", "MONEY", "TIME", "NUMBER", "ID"):
        assert fits_class("42", label)
        assert fits_class("seven", label)
        assert not fits_class("anna", label)
    for label in ("PERSON", "EMAIL", "URL", "USERNAME", "ADDRESS"):
        assert not fits_class("42", label)


@pytest.mark.usefixtures("few_names")
def test_days_months_and_short_numbers_fill_dates():
    for word in ("june", "May", "7", "17", "1987"):
        assert fits_class(word, "DATE")
    for word in ("anna", "123", "12345", "seven"):
        assert not fits_class(word, "DATE")


@pytest.mark.usefixtures("few_names")
def test_names_are_capitalized():
    for word in ("anna", "Jordan", "french", "june"):
        assert is_capitalized(word)
    for word in ("may", "seven", "table", "42"):
        assert not is_capitalized(word)


def test_every_line_of_the_embedded_list_is_a_lower_case_word_and_a_label():
    lines = (LISTS / "names-en.tsv").read_text(encoding="utf-8").splitlines()
    for line in lines:
        if not line.startswith("#"):
            word, label = line.split("\t")
            assert word == word.lower().strip()
            assert label in Label.__members__
            assert fits_class(word, label)


def test_a_word_is_anything_but_a_number():
    assert fits_class("house", "WORD")
    assert not fits_class("1984", "WORD")
