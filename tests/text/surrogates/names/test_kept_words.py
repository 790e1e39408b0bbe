"""Words that tell the kind of a thing stay, but not where they may be the name itself."""

from __future__ import annotations

import re

import pytest

from privtool.text.english.numbers import UNITS
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
KEPT = [
    ("PERSON", "Detective Inspector Helen Marsh", r"Detective Inspector \w+ \w+"),
    ("PERSON", "Nurse Practitioner Karen Bell", r"Nurse Practitioner \w+ \w+"),
    ("PERSON", "Father Michael Church", r"Father \w+ \w+"),
    ("PERSON", "Susan Bishop, M.D., Ph.D.", r"\w+ \w+, M\.D\., Ph\.D\."),
    ("PERSON", "Wife - Doreen Papadakis", r"Wife - \w+ \w+"),
    ("PERSON", "the Kowalczyk family", r"the [A-Z]\w+ family"),
    ("PERSON", "Olu and the twins", r"\w+ and the twins"),
    ("PERSON", "Queen Elizabeth II", r"Queen \w+ II"),
    ("ORG", "Siemens AG", r"\w+ AG"),
    ("ORG", "Mitsubishi Heavy Industries Ltd", r"\w+ Heavy Industries Ltd"),
    ("ORG", "Young's Auto Repair", r"\w+'s Auto Repair"),
    ("ORG", "H-E-B", r"[A-Z]-[A-Z]-[A-Z]"),
    ("ORG", "Trader Joe's", r"\w+'s"),
    ("ORG", "U.S. Department of Agriculture", r"\w+ Department of [\w ]+"),
    ("ORG", "House Ways and Means Committee", r"House [\w ]+ Committee"),
    ("ORG", "San Francisco Giants", r"\w+ \w+"),
    ("LOC", "Interstate 95", r"Interstate \d\d"),
    ("LOC", "San Francisco, Calif.", r"[\w .]+, [\w. ]+"),
    ("LOC", "the Upper East Side", r"the [\w ]+ (?:Side|District)"),
    ("LOC", "Parker's Grill", r"\w+'s Grill"),
    ("MISC", "German-born", r"\w+-born"),
    ("MISC", "1998 Honda Accord", r"(?:19|20)\d\d \w+ \w+"),
    ("MISC", "F-16", r"[A-Z]-\d\d"),
    ("PRODUCT", "Lisinopril 10 mg", r"[A-Z]\w+ \d+ mg"),
    ("LAW", "Section 230", r"Section \d{3}"),
    ("NORP", "Senate Democrats", r"Senate \w+s"),
    ("GENDER", "F", r"[MX]"),
    ("PROFESSION", "an editor", r"an [aeiou]\w+(?: \w+)?"),
    ("DATE", "two years ago in March", r"\w+ years ago in \w+"),
    ("DATE", "a week from Thursday", r"a week from \w+day"),
    ("DATE", "1987 to the present", r"(?:19|20)\d\d to the present"),
    ("DATE", "the 1996-97 season", r"the \d{4}-\d\d season"),
    ("DATE", "the second Tuesday of each month", r"the \w+ \w+day of each month"),
    ("TIME", "ten till four", r"(?:five|ten|twenty|twenty five) till \w+"),
    ("AGE", "sixteen-year-olds", r"\w+-year-olds"),
    ("PHONE", "x4417", r"x\d{4}"),
    ("SSN", "XXX-XX-4821", r"XXX-XX-\d{4}"),
    ("MONEY", "half a million dollars", r"[a-z ]+ a million dollars"),
]  # fmt: skip


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


@pytest.mark.parametrize(("label", "phrase", "form"), KEPT)
def test_what_tells_the_kind_stays(label, phrase, form):
    for made in surrogates(label, phrase):
        assert re.fullmatch(form, made), made
        assert made != phrase


@pytest.mark.parametrize(
    ("label", "phrase"),
    [("MONEY", "$40 to $50"), ("NUMBER", "two or three"), ("TIME", "5 p.m. to 9 p.m.")],
)
def test_ranges_stay_in_order(label, phrase):
    for made in surrogates(label, phrase):
        words = re.findall(r"\d+|[a-z]{3,}", made)
        values = [UNITS[word] if word in UNITS else int(word) for word in words if word != "or"]
        assert values == sorted(set(values)), made


def test_quantities_stay_near():
    for made in surrogates("NUMBER", "185 lbs"):
        assert 150 <= int(made.removesuffix(" lbs")) <= 220
    for made in surrogates("NUMBER", "37.8"):
        assert 31 <= float(made) <= 45
    for made in surrogates("NUMBER", "120/80"):
        high, low = map(int, made.split("/"))
        assert low < high
