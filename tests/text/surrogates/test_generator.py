"""Surrogates of records: none may reveal a private phrase, and all agree in their scope."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from privtool.core.rng import Key, KeyedRandom
from privtool.text.english.calendar import FULL_MONTHS, FULL_WEEKDAYS
from privtool.text.english.numbers import SMALL, small_words
from privtool.text.labels import Label
from privtool.text.surrogates.context import Pool, SurrogateOptions, UserPool, normalized
from privtool.text.surrogates.generator import PrivatePhrase, SurrogateGenerator, private_words
from privtool.text.surrogates.mentions import MentionIndex
from privtool.workflows.surrogate import read_pool
from tests.support.examples import examples
from tests.support.tables import tabled, typed_cases
from tests.support.unseen_text import unseen
from tests.text.surrogates.sentences import rows_of

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
    *made, marker = generator.generate("", [PrivatePhrase(d, "DATE") for d in (*days, "[DATE]")])
    assert marker.marker
    assert not set(days) & {each.text for each in made}
    gaps = [
        (date.fromisoformat(each.text) - date.fromisoformat(day)).days
        for day, each in zip(days, made, strict=True)
    ]
    assert len(set(gaps)) == 1


@pytest.mark.parametrize(
    ("every", "some"),
    [(FULL_WEEKDAYS, 5), (FULL_MONTHS, 9), ([str(year) for year in range(1980, 2040)], 40)],
)
def test_dates_without_a_day_become_one_another(generator, every, some):
    phrases = [*every[:some], "2021-06-03"]
    *made, day = generator.generate("", [PrivatePhrase(each, "DATE") for each in phrases])
    places = [every.index(each.text) - at for at, each in enumerate(made)]
    assert len({place % len(every) for place in places}) == 1
    assert places[0] != 0
    assert [day] == generator.generate("", [PrivatePhrase("2021-06-03", "DATE")])


def test_a_date_never_becomes_a_private_phrase_of_another_kind(generator):
    days = [PrivatePhrase(each, "DATE") for each in FULL_WEEKDAYS]
    made = generator.generate("", [*days, PrivatePhrase("Friday", "PERSON")])
    assert "friday" not in [each.text.lower() for each in made]


def test_numbers_of_two_areas_differ(surrogate):
    one, other = (surrogate("PHONE", f"{area}-555-1234").text for area in (212, 312))
    assert one != other
    assert surrogate("PHONE", "+1 212 555 1234").text == f"+1 {one.replace('-', ' ')}"


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


KEYS = [Key(bytes([number]) * 16) for number in range(40)]


def surrogates(label: str, phrase: str) -> list[str]:
    private = [PrivatePhrase(phrase, label)]
    return [SurrogateGenerator(key).generate("", private)[0].text for key in KEYS]


@pytest.mark.parametrize(("label", "phrase", "private"), rows_of("revealing"))
def test_no_part_of_the_phrase_is_revealed(label, phrase, private):
    parts = re.compile(rf"\b(?:{private})")
    whole = sum(parts.search(made) is not None for made in surrogates(label, phrase))
    few = len(KEYS) // 10 if re.search(r"\d", private) else 0  # two digits may be drawn
    assert whole <= few


@tabled("text", "label phrase same")
def test_a_name_never_becomes_another_name_of_the_same_thing(label, phrase, same):
    assert same not in surrogates(label, phrase)


def test_addresses_abroad_stay_in_a_country_of_their_language():
    for made in surrogates("ADDRESS", "17 rue des Martyrs, 75009 Paris"):
        street, city = made.split(", ")
        assert re.fullmatch(r"\d\d rue [\w' -]+", street)
        assert re.fullmatch(r"\d{5} (?!Paris)[\w -]+", city)
    for made in surrogates("ADDRESS", "221B Baker Street, London NW1 6XE"):
        assert re.fullmatch(r"\d{3}[A-Z] \w+ Street, (?!London)[\w ]+ ZZ9 \d[A-Z]{2}", made)


TAGS = unseen("anna")
SELECTORS = "".join(chr(0xE0100 + ord(letter)) for letter in "anna")


@pytest.mark.parametrize("hidden", [TAGS, SELECTORS, "Ⓐⓝⓝⓐ", "🄰🄽🄽🄰", "🇦🇳🇳🇦", "⠁⠝⠝⠁", "👩🏽‍🦰"])
@tabled("text", "label phrase")
def test_signs_that_spell_or_draw_something_are_not_revealed(label, phrase, hidden):
    for text in (f"{phrase} {hidden}", f"{hidden} {phrase}", f"{phrase}{hidden}", hidden):
        made = SurrogateGenerator(KEYS[0]).generate("", [PrivatePhrase(text, label)])[0].text
        assert set(hidden).isdisjoint(made)
        assert made.strip()


def test_letters_that_become_two_in_capitals_are_replaced_in_an_iban():
    phrase = "Zorblaxstraße forty-eight two thirteen"
    assert all(
        "straße" not in made and "thirteen" not in made for made in surrogates("IBAN", phrase)
    )


@pytest.mark.parametrize(
    "phrase", ["the 5", "The ", "the A1", "Thé 747", "x" * 30_000, "A-" * 9000]
)
def test_other_names_of_any_form_are_replaced(phrase):
    for label in ("MISC", "LOCATION", "ORGANIZATION", "EVENT"):
        (surrogate,) = SurrogateGenerator(KEYS[0]).generate("", [PrivatePhrase(phrase, label)])
        assert surrogate.text != phrase


# Values that are computed when a text may have them are those that are computed at once.
_PHRASES = [*map(tuple, typed_cases("text", "private phrases"))]
_TEXT = """anna kowalski Kowalskis kowalskigate annakowalski akowalski bob Bob rob robert's grace
Grace may May mark obrien O'Brien brien jose ivan i v a n I v-a-n k o w l s last Last chance gulch
kroger national bank 555 0199 K 4471 X march 3 1990 report the is it i'm don't and of to for called
thanks hello uh number"""
_WORDS = _TEXT.split()


@given(
    st.sets(st.sampled_from(_PHRASES), min_size=1, max_size=4),
    st.lists(st.lists(st.sampled_from(_WORDS), max_size=8).map(" ".join), min_size=1, max_size=3),
)
def test_mentions_do_not_depend_on_the_order_of_phrases(phrases, texts):
    forward, backward = MentionIndex(), MentionIndex()
    for label, phrase in sorted(phrases):
        forward.add(phrase, label)
    for label, phrase in sorted(phrases, reverse=True):
        backward.add(phrase, label)
    assert [forward.spans(text, []) for text in texts] == [
        backward.spans(text, []) for text in texts
    ]


@tabled("text", "label phrase text")
def test_mentions_in_other_forms_are_found(label, phrase, text):
    index = MentionIndex()
    index.add(phrase, label)
    assert not index.spans("this is what I said", [])
    assert index.spans(text, [])
