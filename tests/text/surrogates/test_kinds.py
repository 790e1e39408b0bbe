"""The names by kind: every one becomes another one, and whatever names a kind names a known one."""

from __future__ import annotations

import operator
import re

import pytest
import regex
import zipcodes
from hypothesis import given
from hypothesis import strategies as st

from privtool.core.rng import Key
from privtool.text.known_names import person_names
from privtool.text.lexicon import rows, sections, words
from privtool.text.surrogates import gazetteer, name_parts
from privtool.text.surrogates.context import Context, normalized
from privtool.text.surrogates.gazetteer import world
from privtool.text.surrogates.generator import (
    PrivatePhrase,
    SurrogateGenerator,
    may_have,
    private_words,
)
from privtool.text.surrogates.kinds import kind_of, other, pool_for
from privtool.text.surrogates.name_lists import GIVEN, SURNAME
from tests.support.tables import tabled
from tests.text.surrogates.sentences import made, rows_of

CONTEXT = Context(Key(b"0123456789abcdef"), "scope")


def test_every_name_becomes_another_one_of_its_kind():
    for kind, *names in rows("kinds"):
        for name in "|".join(names).split("|"):
            drawn = {normalized(each) for each in pool_for(name, kind).phrases} - {normalized(name)}
            assert drawn, (kind, name)


def test_no_kind_is_missing_or_there_twice():
    kinds = [kind for kind, *_ in rows("kinds")]
    assert len(kinds) == len(set(kinds))
    assert {kind for listed in sections("kinds").values() for kind in listed} <= set(kinds)
    assert {kind for _, kind in rows("label_kinds")} <= {*kinds, GIVEN, SURNAME}


@tabled("text", "name classes kind")
def test_the_class_decides_on_the_kind(name, classes, kind):
    assert kind_of(name, *classes) == kind


def test_a_plural_stays_one():
    made = other("Budweisers", CONTEXT, "thing")
    assert made is not None
    assert made.endswith("s")
    assert kind_of(made.removesuffix("s"), "thing") == "beer"


def test_no_synonym_is_drawn():
    assert "Coca-Cola" not in pool_for("Coke", "soft_drink").phrases


# Private phrases, alone or in sentences, with the form of their surrogates (`forms.tsv`).
KEYS = [Key(f"form {number}".encode().ljust(16, b"\0")) for number in range(4)]
ROWS = [[*row, ""][:4] for row in rows_of("forms")]


@pytest.mark.parametrize(("label", "sentence", "form", "gone"), ROWS)
def test_a_surrogate_has_the_form_of_its_phrase(
    label: str, sentence: str, form: str, gone: str
) -> None:
    alone = "[" not in sentence or label == "EMAIL"
    phrase = sentence if alone else sentence.partition("[")[2].partition("]")[0]
    for key in KEYS:
        surrogate, *_ = made([phrase] if alone else sentence, label, key)
        assert regex.fullmatch(form, surrogate), surrogate
        assert surrogate != phrase or surrogate == form  # "this morning" stays
        assert not regex.fullmatch(r"\[[A-Z_]+\]", surrogate)
        assert not gone or gone not in surrogate
        digits = [regex.findall(r"\d+", each) for each in (phrase, surrogate)]
        assert label != "ADDRESS" or all(map(operator.ne, *digits))


# Surrogates by label: labels of other tools, unknown labels, relative dates, other names.
@tabled("text", "phrase same")
def test_dates_in_other_forms_move_by_the_same_days(surrogate, phrase, same):
    made, plain = surrogate("DATE", phrase).text, surrogate("DATE", same).text
    if phrase[0].isdigit():
        day, month, year = plain.split()
        plain = f"{day:0>2}-{month[:3]}-{year[-2:]}"
    assert made == phrase.removesuffix(same) + plain if phrase.endswith(same) else made == plain


def test_phrases_of_unknown_labels_keep_a_form_that_is_known(surrogate):
    assert surrogate("WHEN", "2/16/1942").text == surrogate("DATE", "2/16/1942").text
    assert surrogate("odd", "anna@zagreb.hr").text.partition("@")[2].startswith("example.")
    assert surrogate("odd", "8.8.8.8").text == surrogate("IP", "8.8.8.8").text
    assert surrogate("DATE_TIME", "10:30 am").text.endswith(" am")
    assert surrogate("DATE", "Q3 2025").text[:2] in {"Q1", "Q2", "Q4"}


def test_a_large_city_becomes_one(surrogate):
    assert surrogate("GPE", "London").text in world().cities.phrases
    assert surrogate("LOC", "london, Ohio").text.split(",")[0].title() not in world().cities.phrases


# Phrases of which a part was once kept, or turned into nonsense, with any key.
EIGHT_KEYS = [Key(b"%016d" % number) for number in range(8)]


@tabled("text", "phrases gap")
def test_consistent_phrases_stay_consistent(phrases, gap):
    for key in EIGHT_KEYS:
        generator = SurrogateGenerator(key)
        short, long = (
            generator.generate("", [PrivatePhrase(*each)])[0].text.lower() for each in phrases
        )
        if gap is not None:
            long = long.replace(gap, "")
        assert long.startswith(re.split(r", ", short)[0])


@pytest.mark.parametrize("phrase", ["the judge", "several"])
def test_generic_words_become_a_marker(phrase):
    label = "PERSON" if phrase == "the judge" else "NUMBER"
    (made,) = SurrogateGenerator(EIGHT_KEYS[0]).generate("", [PrivatePhrase(phrase, label)])
    assert made.text == f"[{label}]"


@pytest.mark.parametrize("name", ["may", "april"])
def test_a_date_contains_no_private_name(name):
    for number in range(40):
        generator = SurrogateGenerator(Key(b"k%015d" % number))
        private = [PrivatePhrase(name, "PERSON"), PrivatePhrase("june fifth", "DATE")]
        assert name not in generator.generate("", private)[1].text


def test_too_little_memory_is_an_error_that_can_be_caught(monkeypatch):
    monkeypatch.setattr(gazetteer, "_MEMORY", 1 << 60)
    with pytest.raises(MemoryError):
        gazetteer.gazetteer.__wrapped__()


def test_the_codes_are_not_kept_by_the_package(monkeypatch):
    def keep():
        raise AssertionError("keeps all rows for the life of the process")

    def some(digit):
        row = {"state": "OH", "active": True, "zip_code_type": "STANDARD"}
        return [{**row, "city": "Zanesville", "zip_code": f"{digit}3701"}]

    monkeypatch.setattr(zipcodes, "list_all", keep)
    monkeypatch.setattr(zipcodes, "similar_to", some)
    table = gazetteer.gazetteer.__wrapped__()
    assert table.zips["OH", "Zanesville"] == [f"{digit}3701" for digit in range(10)]


_KINDS = words("titles.all") | words("organizations.words")
_WORDS = sorted({*sorted(person_names())[::150], *_KINDS})


@given(
    st.lists(st.sampled_from(_WORDS), min_size=1, max_size=4).map(" ".join),
    st.sampled_from(["PERSON", "LOCATION", "ORGANIZATION", "MISC", "ADDRESS", "EMAIL", "DATE"]),
    st.sampled_from([str.lower, str.title, str.upper]),
    st.sampled_from([" ", ", ", " 1205 ", "-", "'", "&amp;", " j ", "@", "."]),
)
def test_every_private_word_is_one_that_a_phrase_may_have(phrase, label, cased, gap):
    text = cased(phrase).replace(" ", gap)
    assert all(may_have(text, label, frozenset((word,))) for word in private_words(text, label))


@given(st.sampled_from(_WORDS), st.sampled_from(_WORDS))
def test_plain_names_are_parsed_like_others(first, last):
    phrase = f"{first} {last}".title()
    assert name_parts.names_in(phrase) == name_parts._names_in(phrase)
