"""Numbers that fit the words and the private numbers next to them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from privtool.core.record import Entity, Record
from privtool.stages.surrogate_phrases import index_of
from privtool.text.labels import canonical_label
from privtool.text.surrogates.generator import SurrogateGenerator
from privtool.text.surrogates.number_articles import takes_an
from privtool.text.surrogates.number_cues import order_cues, value_of
from privtool.text.surrogates.prf import Key
from tests.support.surrogate_stage import process
from tests.text.surrogates.test_surroundings import KEYS, made, record

ROWS = [
    line.split("\t")
    for line in Path(__file__).with_name("ranges.tsv").read_text(encoding="utf-8").splitlines()[1:]
]


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
def test_numbers_around_a_date_stay_in_order(key: Key) -> None:
    text = "fell to 3.86 billion dlrs at end-February from 3.95 billion"
    spans = [(8, 12), (29, 41), (47, 59)]
    labels = ("NUMBER", "DATE", "NUMBER")
    entities = tuple(Entity(*span, label) for span, label in zip(spans, labels, strict=True))
    index = index_of(text, entities)
    private = [index.private_phrase(text[each.start : each.end], each.label) for each in entities]
    low, _, high = (each.text for each in SurrogateGenerator(key).generate("s", private))
    assert float(low) < float(high.split()[0])


@pytest.mark.parametrize("key", KEYS)
def test_hours_stay_in_order(key: Key) -> None:
    first, last = made("from [10 am] to [11 am]", "TIME", key)
    assert re.fullmatch(r"[1-9] am", first)
    assert last == "12 am"
    first, last = made("open [9:15] to [13:00]", "TIME", key)
    assert int(first.partition(":")[0]) < 9 < 13 < int(last.partition(":")[0])


@pytest.mark.parametrize("key", KEYS)
def test_many_fractions_of_a_record_all_become_others(key: Key) -> None:
    eighths = [f"[{over}/8] point" for over in (1, 3, 5, 7)]
    fractions = made(f"up {', '.join(eighths)}, [1/4] point, [1/2] point", "DATE", key)
    assert all(re.fullmatch(r"\d{1,2}/(?:4|8|16|32|64)", each) for each in fractions)


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("sentence", "label"),
    [
        ("with an [18] percent chance", "NUMBER"),
        ("an [80] percent chance", "NUMBER"),
        ("an [8-year-old] boy", "AGE"),
        ("an [$8 million] loss", "MONEY"),
        ("an [11-year] lease", "ID"),
    ],
)
def test_a_number_after_an_begins_with_a_vowel(sentence: str, label: str, key: Key) -> None:
    (surrogate,) = made(sentence, label, key)
    assert takes_an(surrogate), surrogate


@pytest.mark.parametrize("key", KEYS)
def test_a_number_after_a_or_with_its_article_agrees_with_it(key: Key) -> None:
    for sentence, label in (("a [7] percent chance", "NUMBER"), ("a [17-year-old]", "AGE")):
        assert not takes_an(made(sentence, label, key)[0])
    article, age = made("[an 8-year-old] boy", "AGE", key)[0].split()
    assert (article == "an") is takes_an(age)


def test_numbers_that_take_an() -> None:
    taking = ("8", "80", "8,500", "11", "18", "18,000", "$8 million", "eight", "eleven", "8.5")
    assert all(map(takes_an, taking))
    assert not any(map(takes_an, ("1", "10", "118", "1,800", "110", "two")))


def test_a_mixed_fraction_gets_finer_parts_where_the_others_are_private():
    text = "Fees total 2-1/4 pct, with 1-1/2 points for selling and 1-3/4 for management"
    found = [match.span() for match in re.finditer(r"\d-\d/\d", text)]
    entities = tuple(Entity(*span, "NUMBER") for span in found)
    new = process(Record(id=1, text=text, entities=entities))[0].text
    numbers = re.findall(r"\d-\d/\d", new)
    assert len(numbers) == 3
    assert {"2-1/4", "1-1/2", "1-3/4"}.isdisjoint(numbers)
