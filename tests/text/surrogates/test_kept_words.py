"""Words that tell the kind of a thing stay, but not where they may be the name itself."""

from __future__ import annotations

import re

import pytest

from privtool.text.surrogates.generator import PrivatePhrase, SurrogateGenerator
from privtool.text.surrogates.prf import Key

KEYS = [Key(bytes([number]) * 16) for number in range(8)]
GONE = [
    ("ORG", "Church Plumbing Inc.", "Church"),
    ("ORG", "Ward & Associates", "Ward"),
    ("ORG", "Baker & Hall", "Baker Hall"),
    ("ORG", "Hall, Stone & Rivers LLP", "Hall Stone Rivers"),
    ("ORG", "Anna Church", "Anna Church"),
    ("ORG", "Offices of Dr. Ann Land", "Ann Land"),
    ("ORG", "Young's Auto Repair", "Young"),
    ("ORG", "Street Law Group", "Street"),
    ("ORG", "Temple University", "Temple"),
    ("LOC", "Church Street", "Church"),
    ("LOC", "Park Lane", "Park"),
    ("LOC", "Hill Country", "Hill"),
    ("ADDRESS", "12 main Street", "main"),
    ("ADDRESS", "12 oak St, Boston", "oak Boston"),
    ("STREET", "Hill and Church", "Hill Church"),
    ("STREET", "Park", "Park"),
    ("MISC", "Day Cup", "Day"),
    ("PERSON", "Dr House", "House"),
    ("PERSON", "KING MARTIN L", "KING MARTIN"),
    ("PERSON", "King, Martin", "King Martin"),
    ("PERSON", "Bishop", "Bishop"),
    ("PERSON", "Nurse Church", "Church"),
    ("PERSON", "Little, Anna", "Little Anna"),
    ("PERSON", "Staff, Anna", "Staff Anna"),
    ("PERSON", "Uncle Pete and Aunt Vi", "Pete Vi"),
]


def surrogates(label: str, phrase: str) -> list[str]:
    made = []
    for key in KEYS:
        (surrogate,) = SurrogateGenerator(key).generate("", [PrivatePhrase(phrase, label)])
        assert not surrogate.marker
        made.append(surrogate.text)
    return made


@pytest.mark.parametrize(("label", "phrase", "names"), GONE)
def test_a_word_that_may_be_the_name_is_replaced(label, phrase, names):
    for made in surrogates(label, phrase):
        assert set(re.findall(r"\w+", made.lower())).isdisjoint(names.lower().split()), made


@pytest.mark.parametrize(
    "name", ["hope Smith", "will Smith", "King, Anna", "Anna King Smith", "Major, Tom", "Bishop"]
)
def test_a_surname_that_is_also_a_title_is_replaced(name):
    for made in surrogates("PERSON", name):
        assert set(re.findall(r"\w+", made)).isdisjoint(re.findall(r"\w+", name))


@pytest.mark.parametrize(
    "phrase", ["the 5", "The ", "the A1", "Thé 747", "x" * 30_000, "A-" * 9000]
)
def test_other_names_of_any_form_are_replaced(phrase):
    for label in ("MISC", "LOCATION", "ORGANIZATION", "EVENT"):
        (surrogate,) = SurrogateGenerator(KEYS[0]).generate("", [PrivatePhrase(phrase, label)])
        assert surrogate.text != phrase
