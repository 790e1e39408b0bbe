"""Word lists: common words, vocabularies, names, and lists without names."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from privtool.core.errors import DataError, UsageError
from privtool.text.known_names import (
    WordListRegistry,
    class_names,
    embedded_list,
    person_names,
    without_names,
)
from privtool.text.listed_phrases import find_eponyms
from privtool.text.word_lists import (
    LISTS,
    load_allow_list,
    load_vocabulary,
    make_word_list,
    read_vocabulary,
)
from privtool.text.words import key_of, words
from tests.support.tables import tabled


@pytest.fixture
def written(tmp_path):
    def write(content: str | bytes, name: str = "words.txt"):
        file = tmp_path / name
        file.write_bytes(content.encode() if isinstance(content, str) else content)
        return file

    return write


def test_the_embedded_allow_list_has_5000_common_words():
    found = load_allow_list()
    assert len(found.words) == 5000
    assert found.name == "common-en"
    assert {"the", "doctor", "january"} <= found.words
    assert not {"anna", "london", "google", "5", "#"} & found.words


def test_the_embedded_vocabulary_has_10000_words_by_default():
    assert len(load_vocabulary().words) == 10_000
    assert load_vocabulary().name == "vocab-en:top10000"
    assert load_vocabulary(top=3).words == {"the", "to", "and"}
    every = load_vocabulary(min_count=1)
    assert every.name == "vocab-en:min1"
    assert load_vocabulary().words < every.words


@pytest.mark.parametrize("name", ["common-en.txt", "vocab-en.tsv"])
def test_every_embedded_word_is_one_word_and_its_own_key(name):
    lines = (LISTS / name).read_text(encoding="utf-8").splitlines()
    entries = [line.partition("\t")[0] for line in lines if not line.startswith("#")]
    assert len(set(entries)) == len(entries)
    for entry in entries:
        assert [word[:] for word in words(entry)] == [(0, len(entry), entry)]


def test_the_embedded_vocabulary_is_sorted_as_vocab_writes_it():
    pairs = read_vocabulary(LISTS / "vocab-en.tsv")
    assert pairs == sorted(pairs, key=lambda pair: (-pair[1], pair[0]))


def test_hyphenated_words_are_kept_when_all_their_parts_are():
    listed = make_word_list("l", ["mother", "in", "law", "e-mail"])
    assert listed.keeps("mother-in-law")
    assert listed.keeps("e-mail")
    assert not listed.keeps("e")
    for key in ("mother-in-paris", "-in", "in-", "in--law", "-", ""):
        assert not listed.keeps(key)


def test_numbers_are_not_kept_part_by_part():
    listed = make_word_list("l", ["03", "14", "1972", "5", "1", "20-20", "mid"])
    assert listed.keeps("20-20")
    for key in ("03-14-1972", "5-5-5-1", "mid-14", "1-1", "٥-٥"):
        assert not listed.keeps(key)


@settings(deadline=None)
@given(*[st.sets(st.text("abc", min_size=1, max_size=2), max_size=4)] * 2)
def test_lists_with_different_words_have_different_references(some, others):
    one, other = make_word_list("l", some), make_word_list("l", others)
    assert (one.reference == other.reference) == (some == others)
    assert re.fullmatch(r"l@[0-9a-f]{16}", one.reference)


def test_the_reference_does_not_depend_on_the_order_of_words(written):
    one, other = written("b\na\n", "x.txt"), written("a\nb\nb\n", "y.txt")
    assert load_allow_list(one).reference.partition("@")[2] == load_allow_list(other).reference[6:]


def test_a_list_has_one_word_per_line_and_comments(written):
    file = written("# mine\nThe\n  and  # also\n\n\t\n # more\nRENE\u0301E\nO\u2019Neill\n")
    assert load_allow_list(file).words == {"the", "and", "ren\u00e9e", "o'neill"}
    assert load_allow_list(file).name == "words.txt"


def test_words_of_a_list_have_the_keys_of_words_in_texts(written):
    file = written("don't\ncan't\nAnna's\nU.S.\nNew York\n\ufeffan\u200bd\n(so)\nrock'n'roll\n")
    listed = load_allow_list(file).words
    assert listed == {"do", "can", "anna", "u.s", "new york", "and", "so", "rock'n'roll"}
    for text in ("I don't can't", "U.S. and Anna's rock'n'roll"):
        keys = [word.key for word in words(text)]
        assert [key for key in keys if key not in listed] == ["i"][: text.count("I ")]


@pytest.mark.parametrize(
    "content", ["a\r\nb\r\n", "\ufeffa\nb", "a\nb\n\n", "b\ra\r", "#\u00e9\nb\n#x\na"]
)
def test_line_ends_and_byte_order_marks_do_not_matter(written, content):
    assert load_allow_list(written(content)).words == {"a", "b"}


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "has no words"),
        ("# only\n\n", "has no words"),
        (b"caf\xe9\n", "not valid UTF-8"),
    ],
)
def test_unusable_lists_are_refused(written, content, message):
    with pytest.raises(UsageError, match=message) as caught:
        load_allow_list(written(content))
    assert "caf" not in str(caught.value)


def test_missing_files_are_refused(tmp_path):
    for make in (load_allow_list, load_vocabulary):
        with pytest.raises(UsageError, match="no such file"):
            make(tmp_path / "none")
        with pytest.raises(UsageError, match="is a directory"):
            make(tmp_path)


def test_a_vocabulary_file_is_limited_by_rank_or_count(written):
    file = written("b\t5\nc\t5\na\t5\nrare\t1\nThe\t9\n", "v.tsv")
    assert load_vocabulary(file, top=2).words == {"the", "a"}  # equal counts in code point order
    assert load_vocabulary(file, top=2).name == "v.tsv:top2"
    assert load_vocabulary(file, min_count=5).words == {"the", "a", "b", "c"}
    assert load_vocabulary(file, min_count=5).name == "v.tsv:min5"
    assert load_vocabulary(file).words == {"the", "a", "b", "c", "rare"}


@pytest.mark.parametrize(
    "line",
    ["", "word", "word 5", "word\t", "\t5", "word\t-5", "word\t5.0", "word\tx", "word\t²"],
)
def test_a_malformed_vocabulary_line_is_named_but_not_quoted(written, line):
    with pytest.raises(UsageError, match=r"v\.tsv:2: not a word, a tab and a count") as caught:
        read_vocabulary(written(f"a\t1\n{line}\nb\t1\n", "v.tsv"))
    assert "word5" not in str(caught.value)


def test_a_count_with_too_many_digits_is_refused(written):
    with pytest.raises(UsageError, match="not a word, a tab and a count"):
        read_vocabulary(written("a\t" + "9" * 5000, "v.tsv"))


def test_a_vocabulary_without_frequent_words_is_refused(written):
    with pytest.raises(UsageError, match="no word is frequent enough"):
        load_vocabulary(written("a\t1\n", "v.tsv"), min_count=2)
    with pytest.raises(UsageError, match="no word is frequent enough"):
        load_vocabulary(written("", "v.tsv"))


@pytest.mark.parametrize(
    "make",
    [
        load_allow_list,
        load_vocabulary,
        lambda: load_vocabulary(top=17),
        lambda: load_vocabulary(min_count=10**6),
    ],
)
def test_embedded_lists_are_loaded_by_their_references(make):
    listed = make()
    assert embedded_list(listed.reference) == listed


def test_lists_that_have_changed_are_refused():
    for name in ("common-en", "vocab-en:top10", "vocab-en:min100", "vocab-en:min99999999999"):
        for reference in (name, f"{name}@", f"{name}@0123456789abcdef"):
            with pytest.raises(DataError, match="has changed"):
                embedded_list(reference)


@pytest.mark.parametrize(
    "name",
    [
        *("", "mine.txt", "../common-en", "common-en:top3", "vocab-en", "vocab-en:", "vocab-en:10"),
        *("vocab-en:top", "vocab-en:top0", "vocab-en:top²", "vocab-en:top1e3", "vocab-en:min-1"),
        *("vocab-en:top3\n", "vocab-en:top" + "9" * 5000),
    ],
)
def test_other_references_name_no_embedded_list(name):
    assert embedded_list(name) is None
    assert embedded_list(f"{name}@0123456789abcdef") is None


def test_keys_of_lists_are_those_of_texts():
    assert load_allow_list().words == {key_of(word) for word in load_allow_list().words}


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
    digest = own.reference.rpartition("@")[2]
    assert listed(f"renamed.tsv:top3@{digest}") is own  # such as of a pipe: --vocab <(...)
    with pytest.raises(DataError, match="has changed"):
        listed("vocab-en:top10:without-names@0123456789abcdef")
    for name in ("v.tsv:top3", "other", "vocab-en:top0"):
        with pytest.raises(DataError, match="not available"):
            listed(f"{name}:without-names@0123456789abcdef")


# Diseases, signs and devices that are named after people.
@tabled("text", "text found")
def test_a_name_counts_only_before_what_it_names(text, found):
    assert [text[span.start : span.end] for span in find_eponyms(text)] == found
