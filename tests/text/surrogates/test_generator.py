"""Properties of all surrogates: keyed, consistent, never private, form and case kept."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from privtool.text.english.numbers import SMALL, small_words
from privtool.text.labels import Label
from privtool.text.surrogates.context import Pool, SurrogateOptions, UserPool
from privtool.text.surrogates.generator import PrivatePhrase, SurrogateGenerator
from privtool.text.surrogates.prf import Key, KeyedRandom, normalized
from privtool.text.surrogates.private_words import private_words
from privtool.workflows.config.pools import read_pool
from tests.support.examples import examples

ROOT = Path(__file__).resolve().parents[3]
KEY = Key(b"0123456789abcdef")


def of_sample() -> list[list[PrivatePhrase]]:
    records = []
    for line in (ROOT / "data/sample/raw.jsonl").read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        records.append(
            [
                PrivatePhrase(record["text"][e["start"] : e["end"]], e["label"])
                for e in record["entities"]
            ]
        )
    return [record for record in records if record]


SAMPLE = of_sample()
LABELS = [label.value for label in Label]


@pytest.mark.parametrize("record", SAMPLE[::3])
def test_no_surrogate_contains_a_private_phrase(generator, record):
    private = frozenset().union(*(private_words(*each[:2]) for each in record))
    for each, made in zip(record, generator.generate("", record), strict=True):
        assert not made.marker
        assert private.isdisjoint(private_words(made.text, each.label))


def test_surrogates_do_not_depend_on_earlier_records():
    forward, backward = (
        SurrogateGenerator(KEY),
        SurrogateGenerator(KEY),
    )
    first = [forward.generate("s", record) for record in SAMPLE[:60]]
    second = [backward.generate("s", record) for record in reversed(SAMPLE[:60])]
    assert first == second[::-1]


def test_other_keys_and_scopes_give_other_surrogates():
    record = [PrivatePhrase("Anna Kowalski", "PERSON"), PrivatePhrase("june third", "DATE")]
    made = [
        SurrogateGenerator(Key(bytes([key]) * 16)).generate(scope, record)
        for key in range(8)
        for scope in ("a", "b")
    ]
    assert len({names.text for names, _ in made}) >= 14
    assert len({dates.text for _, dates in made}) >= 12


@settings(max_examples=examples(150), deadline=None)
@given(st.sampled_from(LABELS), st.text(max_size=24))
def test_anything_may_be_private(label, phrase):
    generator = SurrogateGenerator(KEY)
    (made,) = generator.generate("", [PrivatePhrase(phrase, label)])
    assert made == SurrogateGenerator(KEY).generate("", [PrivatePhrase(phrase, label)])[0]
    if made.marker:
        assert made.text == f"[{label}]"
    else:
        assert private_words(phrase, label).isdisjoint(private_words(made.text, label))


@settings(max_examples=examples(60), deadline=None)
@given(st.sampled_from(SAMPLE), st.data())
def test_case_and_space_make_no_difference(record, data):
    private = data.draw(st.sampled_from(record))
    generator = SurrogateGenerator(KEY)
    (one,) = generator.generate("", [private])
    upper = private.phrase.upper() if private.phrase.isascii() else private.phrase
    other = PrivatePhrase(upper.replace(" ", "  "), private.label)
    if private.label in ("PERSON", "LOCATION", "DATE", "PHONE", "AGE"):
        (two,) = generator.generate("", [other])
        assert normalized(two.text) == normalized(one.text)


def test_a_surrogate_that_is_private_in_the_record_is_drawn_again(surrogate, generator):
    drawn = surrogate("PERSON", "Anna").text
    one, two = generator.generate(
        "", [PrivatePhrase("Anna", "PERSON"), PrivatePhrase(drawn, "PERSON")]
    )
    assert one.redrawn
    assert one.text not in ("Anna", drawn)
    assert two.text not in ("Anna", drawn)
    assert generator.generate("", [PrivatePhrase("Anna", "PERSON")])[0].text == drawn


def test_dates_that_are_drawn_again_move_together(surrogate, generator):
    from datetime import date

    days = ["2021-06-03", surrogate("DATE", "2021-06-03").text, "2021-07-01"]
    made = generator.generate("", [PrivatePhrase(day, "DATE") for day in days])
    assert not set(days) & {each.text for each in made}
    gaps = [
        (date.fromisoformat(each.text) - date.fromisoformat(day)).days
        for day, each in zip(days, made, strict=True)
    ]
    assert len(set(gaps)) == 1


def test_a_number_in_another_form_is_the_same_number(surrogate, generator):
    drawn = surrogate("PHONE", "555-0142").text
    digits = " ".join("zero" if c == "0" else small_words(int(c)) for c in drawn if c.isdigit())
    made = generator.generate(
        "", [PrivatePhrase("555-0142", "PHONE"), PrivatePhrase(digits, "PHONE")]
    )
    assert made[0].text != drawn


def test_a_phrase_without_a_surrogate_becomes_a_marker(surrogate):
    assert surrogate("PERSON", "...").text == "[PERSON]"
    assert surrogate("AGE", "mature").text == "[AGE]"
    assert surrogate("no such label", "?!").text == "[MISC]"


def test_collisions_are_counted():
    generator = SurrogateGenerator(KEY)
    for number in range(130):  # of one area, with a hundred numbers for fiction
        generator.generate("", [PrivatePhrase(f"273-9{number:03d}", "PHONE")])
    assert 30 <= generator.collisions < 130
    before = generator.collisions
    generator.generate("", [PrivatePhrase("273-9000", "PHONE"), PrivatePhrase("273-9001", "PHONE")])
    assert generator.collisions == before


def with_pool(alone: bool, **pools: list[str]) -> SurrogateGenerator:
    users = {label: UserPool(Pool(phrases), alone) for label, phrases in pools.items()}
    return SurrogateGenerator(KEY, SurrogateOptions(pools=users))


def test_a_user_pool_replaces_or_extends_the_built_in_one():
    mine = [f"Zz{letter}" for letter in "abcdefghij"]
    for label in ("ORGANIZATION", "PERSON", "HOSPITAL"):
        alone = with_pool(True, **{label: mine})
        assert all(
            alone.generate(str(k), [PrivatePhrase("Acme", label)])[0].text in mine
            for k in range(20)
        )
    added = with_pool(False, SURNAME=mine * 1)
    drawn = [
        added.generate(str(k), [PrivatePhrase("Ms. Okafor", "PERSON")])[0].text for k in range(600)
    ]
    assert 1 <= sum(text.removeprefix("Ms. ") in mine for text in drawn) <= 40


def test_an_exhausted_pool_gives_a_marker():
    made = with_pool(True, PERSON=["Anna"]).generate("", [PrivatePhrase("anna", "PERSON")])
    assert made[0].marker


def test_a_pool_file_may_have_weights(tmp_path):
    path = tmp_path / "pool"
    path.write_text("# names\nAnna\t9\n\nBob  Smith\t1\n")
    pool = read_pool(path)
    assert pool.phrases == ("Anna", "Bob Smith")
    drawn = [pool.draw(KeyedRandom(KEY, number)) for number in range(2000)]
    assert 1700 < drawn.count("Anna") < 1900


def test_a_name_with_a_particle_is_the_same_in_capitals(generator):
    one, two, other = (
        generator.generate("", [PrivatePhrase(phrase, "PERSON")])[0].text
        for phrase in ("van der Horst", "VAN  DER  HORST", "Van Der Horst")
    )
    assert normalized(one) == normalized(two)
    assert len(two.split()) == 1 < len(other.split())


@pytest.mark.parametrize("phrase", ["TWENTY  TWO", "twenty\ttwo", "twenty - two", "Twenty-two"])
def test_an_age_in_words_is_one_number_however_it_is_spaced(phrase):
    for secret in range(20):
        generator = SurrogateGenerator(Key(bytes([secret]) * 32))
        (made,) = generator.generate("", [PrivatePhrase(phrase, "AGE")])
        assert not made.marker
        words = made.text.lower().replace("-", " ").split()
        assert words != ["twenty", "two"]
        assert 18 <= sum(SMALL[word] for word in words) <= 34


@pytest.mark.parametrize("phrase", ["²", "³⁴", "①0s", "٣٤", "９４"])
def test_an_age_in_digits_of_any_kind_is_read(surrogate, phrase):
    made = surrogate("AGE", phrase)
    assert not made.marker
    assert made.text != phrase


@pytest.mark.parametrize("phrase", ["first", "second"])
def test_an_age_of_zero_has_no_ordinal_in_words(phrase):
    for secret in range(20):
        generator = SurrogateGenerator(Key(bytes([secret]) * 32))
        (surrogate,) = generator.generate("", [PrivatePhrase(phrase, "AGE")])
        assert surrogate.text in {"first", "second", "third", "fourth", "fifth"} - {phrase}
