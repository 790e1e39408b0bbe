"""Several versions of a record, each with surrogates of its own."""

from collections import Counter

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from privtool.core.record import Entity, Record
from privtool.stages.surrogate import SurrogateSettings, SurrogateStage
from privtool.text.surrogates.generator import SurrogateGenerator
from tests.support.processing import processed
from tests.support.surrogate_stage import KEY

TEXT = "anna called anna lopez"
ENTITIES = (Entity(0, 4, "PERSON"), Entity(12, 22, "PERSON"))


def versions(samples, *records, fields=("doc",)):
    settings = SurrogateSettings(fields, samples=samples)
    counts = Counter()
    stage = SurrogateStage(settings, SurrogateGenerator(KEY))
    return processed(stage, records, counts), counts


def named(number, **fields):
    return Record(id=number, text=TEXT, entities=ENTITIES, **fields)


def test_versions_have_numbers_and_other_surrogates():
    new, counts = versions(4, named(7), Record(id="b", text="so", entities=()))
    assert [one.id for one in new[2:6]] == ["7-s2", "7-s3", "b-s0", "b-s1"]
    assert [one.sample for one in new] == [0, 1, 2, 3] * 2
    assert {one.text for one in new[4:]} == {"so"}
    assert len({one.text for one in new[:4]}) == 4
    assert counts["surrogates"] == 8
    for one in new[:4]:
        first, rest = one.text.split(" called ")
        assert rest.split()[0] == first  # one person in one version


def test_a_version_is_the_same_in_all_records_of_a_scope():
    (one, two), _ = versions(1, named(1), named(2))
    assert one.text != two.text  # each record is a scope of its own
    settings = {"fields": ("speaker",)}
    new, _ = versions(3, named(1, speaker="s"), named(2, speaker="s"), **settings)
    texts = [record.text for record in new]
    assert texts[:3] == texts[3:]
    assert [record.speaker for record in new] == [new[0].speaker] * 6


DATES = ("12 March 2019", "Purim", "the day of the flood", "last day of term", "3/2019")


@pytest.mark.parametrize("text", DATES)
def test_versions_have_the_same_dates_however_they_are_written(text):
    record = Record(id=1, text=f"{text} and 4 May", entities=(
        Entity(0, len(text), "DATE"), Entity(len(text) + 5, len(text) + 10, "DATE"),
    ))  # fmt: skip
    for number in range(20):
        new, _ = versions(4, msgspec.structs.replace(record, id=number))
        assert len({one.text for one in new}) == 1
        assert new[0].text != record.text


@given(st.integers(1, 5), st.integers(1, 5))
def test_a_version_does_not_depend_on_their_number(some, others):
    one, _ = versions(some + 1, named(1))
    other, _ = versions(others + 1, named(1))
    assert [record.text for record, _ in zip(one, other, strict=False)] == [
        record.text for record, _ in zip(other, one, strict=False)
    ]
