"""Lists of names, and word lists without them."""

import pytest

from privtool.core.errors import DataError
from privtool.text.known_names import class_names, person_names, without_names
from privtool.text.listed_phrases import find_eponyms
from privtool.text.word_list_registry import WordListRegistry
from privtool.text.word_lists import load_vocabulary, make_word_list
from tests.support.tables import tabled


def test_names_of_many_countries_are_known_with_their_class():
    names = person_names()
    assert len(names) > 45_000
    for name in ["anna", "kowalski", "siobhan", "wojciech", "josé", "jose", "lohan"]:
        assert names[name], name
    common = "may will mark grace bill hope april june king rose jan li paris"
    assert [word for word in common.split() if names[word]] == []
    assert not {"the", "and", "table", "monday", "hello", "please"} & names.keys()
    assert all(word == word.lower() and word.isalpha() for word in names)


def test_classes_of_names():
    assert class_names()["jordan"] == {"PERSON", "LOCATION"}


def test_a_vocabulary_without_names_keeps_common_words():
    full = load_vocabulary()
    less = without_names(full)
    assert less.name == "vocab-en:top10000:without-names"
    assert less.words < full.words
    assert not {"john", "smith", "london", "google", "french", "mark"} & less.words
    assert {"the", "may", "will", "hope", "table", "cancer"} <= less.words


def test_records_may_refer_to_a_vocabulary_without_names():
    own = make_word_list("v.tsv:top3", ["john", "the", "zyx"])
    listed = WordListRegistry([own])
    for full in (own, load_vocabulary(), load_vocabulary(min_count=5000)):
        less = without_names(full)
        assert listed(less.reference) == less
    with pytest.raises(DataError, match="has changed"):
        listed("vocab-en:top10:without-names@0123456789abcdef")
    for name in ("v.tsv:top3", "other", "vocab-en:top0"):
        with pytest.raises(DataError, match="not available"):
            listed(f"{name}:without-names@0123456789abcdef")


# Diseases, signs and devices that are named after people.
@tabled("text", "text found")
def test_a_name_counts_only_before_what_it_names(text, found):
    assert [text[span.start : span.end] for span in find_eponyms(text)] == found
