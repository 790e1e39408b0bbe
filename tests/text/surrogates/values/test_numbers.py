"""Numbers that fit the words and the private numbers next to them."""

from __future__ import annotations

import re
from calendar import month_name
from datetime import date

import pytest

from privtool.core.record import Entity, Record
from privtool.text.english.numbers import UNITS
from privtool.text.filling.agreement import takes_an
from privtool.text.labels import Label, canonical_label
from privtool.text.surrogates.codes import number_in_words
from privtool.text.surrogates.context import Context
from privtool.text.surrogates.cues import order_cues, value_of
from privtool.text.surrogates.generator import PrivatePhrase, SurrogateGenerator
from privtool.text.surrogates.prf import Key
from privtool.text.values.code import read_dictation
from tests.support.surrogate_stage import process
from tests.support.tables import tabled
from tests.text.surrogates.sentences import KEYS, made, record, rows_of

ROWS = rows_of("ranges")


def value(phrase: str) -> float:
    found = value_of(phrase)
    assert found is not None
    return found


@pytest.mark.parametrize(("label", "order", "sentence"), ROWS)
def test_the_ends_of_a_range_stay_in_order(label: str, order: str, sentence: str) -> None:
    text, (first, last) = record(sentence, label)
    kinds = canonical_label(label), canonical_label(label)
    cues = order_cues(text, (first.start, first.end), (last.start, last.end), kinds)
    if not order and cues is not None:
        raise AssertionError(cues)
    for key in KEYS if order else ():
        one, two = map(value, made(sentence, label, key))
        assert one < two if order == "<" else one > two


@pytest.mark.parametrize("key", KEYS)
def test_a_number_after_an_article_agrees_with_it(key: Key) -> None:
    for sentence, label in (("a [7] percent chance", "NUMBER"), ("a [17-year-old]", "AGE")):
        assert not takes_an(made(sentence, label, key)[0])


def test_a_mixed_fraction_gets_finer_parts_where_the_others_are_private():
    text = "Fees total 2-1/4 pct, with 1-1/2 points for selling and 1-3/4 for management"
    found = [match.span() for match in re.finditer(r"\d-\d/\d", text)]
    entities = tuple(Entity(*span, "NUMBER") for span in found)
    new = process(Record(id=1, text=text, entities=entities))[0].text
    numbers = re.findall(r"\d-\d/\d", new)
    assert len(numbers) == 3
    assert {"2-1/4", "1-1/2", "1-3/4"}.isdisjoint(numbers)


def surrogates(label, phrase):
    return [made(f"[{phrase}]", label, key)[0] for key in KEYS]


@tabled("text", "label phrase")
def test_ranges_stay_in_order(label, phrase):
    for surrogate in surrogates(label, phrase):
        words = re.findall(r"\d+|[a-z]{3,}", surrogate)
        values = [UNITS[word] if word in UNITS else int(word) for word in words if word != "or"]
        assert values == sorted(set(values)), surrogate


def test_quantities_stay_near():
    for surrogate in surrogates("NUMBER", "185 lbs"):
        assert 150 <= int(surrogate.removesuffix(" lbs")) <= 220
    for surrogate in surrogates("NUMBER", "37.8"):
        assert 31 <= float(surrogate) <= 45
    for surrogate in surrogates("NUMBER", "120/80"):
        high, low = map(int, surrogate.split("/"))
        assert low < high


@tabled("text", "label forms")
def test_a_number_has_one_surrogate_however_it_is_written(label, forms):
    for key in KEYS:
        found = [made(f"[{form}]", label, key)[0] for form in forms]
        assert len({read_dictation(each).chars[-9:] for each in found}) == 1, found


@tabled("text", "phrase first last")
def test_both_ends_of_a_range_move_alike(phrase, first, last):
    days = (date(2021, *last) - date(2021, *first)).days
    for made_date in surrogates("DATE", phrase):
        ends = re.findall(r"([A-Z][a-z]+) (\d+)", made_date)
        (start, end) = (date(2021, list(month_name).index(m), int(d)) for m, d in ends)
        assert (end - start).days % 365 == days, made_date


@pytest.mark.parametrize("key", KEYS)
def test_ordinals_and_counts_stay_likely(key):
    generator = SurrogateGenerator(key)
    (ordinal,) = generator.generate("", [PrivatePhrase("21st", "ORDINAL")])
    assert 14 <= int(ordinal.text[:-2]) <= 28
    (several,) = generator.generate("", [PrivatePhrase("five", "CARDINAL", cues=("plural",))])
    assert several.text not in ("one", "five")


@tabled("text", "name label phrase")
def test_words_of_the_language_replace_each_other(name, label, phrase):
    for key in KEYS:
        private = [PrivatePhrase(phrase, label, language=name)]
        (new,) = SurrogateGenerator(key).generate("", private)
        assert new.text != phrase
        again = number_in_words(new.text, Context(key, "", language=name), Label(label))
        assert again is not None, new.text


def test_digits_between_the_words_change(surrogate):
    for label in ("PHONE", "NUMBER", "ID", "CARD"):
        made = surrogate(label, "seis doce 4821 treinta y dos 7093")
        assert not {"4821", "7093"} & set(re.findall(r"\d+", made.text))
