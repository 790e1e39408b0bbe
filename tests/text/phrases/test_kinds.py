"""The list of public names by kind."""

from __future__ import annotations

import pytest

from privtool.text.phrases.kinds import GIVEN_AND_SURNAME, draw_kind, draw_of_kind, pool_of
from privtool.text.surrogates.prf import Key, KeyedRandom
from privtool.text.word_lists import LISTS

ROWS = [
    line.split("\t")
    for line in (LISTS / "kinds-en.tsv").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]


def numbers(count):
    return [KeyedRandom(Key(b"k" * 16), number) for number in range(count)]


@pytest.mark.parametrize(("kind", "names"), ROWS, ids=lambda value: value[:20])
def test_a_kind_has_different_names_in_plain_form(kind, names):
    found = names.split("|")
    assert len(found) == len(set(found)) > 1
    assert all(name == " ".join(name.split()) for name in found)
    assert kind.replace("_", "").isalpha()


def test_kinds_are_listed_once():
    kinds = [kind for kind, _ in ROWS]
    assert len(kinds) == len(set(kinds))


def test_well_known_names_are_more_likely_but_persons_are_all_alike():
    drawn = [draw_of_kind("nationality", 1, rng) for rng in numbers(600)]
    assert drawn.count(("American",)) > drawn.count(("Belgian",))
    pool = pool_of(GIVEN_AND_SURNAME, 1)
    assert pool is not None
    people = [pool.phrases.index(pool.draw(rng)) for rng in numbers(600)]
    first_half = sum(place < len(pool) / 2 for place in people)
    assert 250 < first_half < 350


def test_a_kind_is_drawn_as_often_as_its_weight_says():
    drawn = [draw_kind({"a": 3, "b": 1}, rng) for rng in numbers(400)]
    assert 260 < drawn.count("a") < 340
    assert pool_of("nationality", 5) is None
