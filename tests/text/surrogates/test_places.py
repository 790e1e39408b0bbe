"""Places: cues around them, and the kinds, states and countries that their surrogates have."""

from __future__ import annotations

import re

import pytest

from privtool.text.surrogates.addresses import identifying_words
from privtool.text.surrogates.cues import cues_around
from privtool.text.surrogates.gazetteer import STATES, area, gazetteer, state, world, written_like
from privtool.text.surrogates.kinds import pool
from privtool.text.surrogates.places import without_code
from privtool.text.surrogates.prf import Key
from tests.text.surrogates.sentences import KEYS, made, record

_AREAS = "midwest|southwest|northeast|bronx|caribbean|highlands|panhandle|balkans|riviera|heartland"
_NATION = "[A-Z][a-z]+(?:an|i|ese|ish|ch|k|ss)"
FITTING = [
    ("three [U.S.] growers said", _NATION),
    ("the [U.S.] said", "[A-Z].+(?:s|Republic|Kingdom)|Gambia"),
    ("the [German] government", _NATION),
    ("people on [Earth] who", "Venus|Jupiter|Saturn|Neptune|Uranus"),
    ("[Vancouver, BC] will be", "[A-Z].+, (?!BC)[A-Z]{2}"),
    ("working in the [Gulf], based", "Bay|Delta|Valley|Coast|Strait|Basin"),
    ("the Water Act ([Qld])", r"(?!Q)[A-Z]\w+(?: \w+)*"),
    ("I saw [the Qorvelt].", rf"(?i:the (?:{_AREAS}))"),
    ("is just the [Republic] anyway", "Empire|Kingdom|Federation|Commonwealth|Confederacy"),
    ("in [Ford County, Illinois].", r"(?!Ford)[A-Z]\w+ County, (?!Ill)[A-Z].+"),
    ("near [Sydney NSW 2000].", r"[A-Z][\w ]+ (?!NSW)[A-Z]{2,3} \d{4}"),
    ("in [Toronto, ON M4C 1B5]", r"[A-Z].+, (?!ON)[A-Z]{2} [A-Z]\d[A-Z] \d[A-Z]\d"),
    ("at [London NW1 6XE]", r"[A-Z]\w+ ZZ9 \d[A-Z]{2}"),
    ("at [40.7128, -74.0060]", r"\d+\.\d{4}, -\d+\.\d{4}"),
    ("on [I-95]", r"I-\d\d"),
    ("from [LAX] to", "[A-Z]{3}"),
    ("in [Devon and Cornwall]", "[A-Z].+ and [A-Z].+"),
    ("the [mississippi river] rose", r"[\w ]+ river"),
]


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(("sentence", "form"), FITTING)
def test_surrogates_keep_the_form_and_the_kind(sentence: str, form: str, key: Key) -> None:
    (surrogate,) = made(sentence, "LOCATION", key)
    assert re.fullmatch(form, surrogate), surrogate


@pytest.mark.parametrize(
    ("sentence", "cues"),
    [
        ("surfing in [Biarritz]", {"coast"}),
        ("skiing in [Vermont]", {"mountain"}),
        ("We hid under [Denver].", set()),
        ("talks with [Warsaw] failed", {"capital"}),
        ("we climbed the [Eiger].", {"peak", "the"}),
        ("three [U.S.] growers", {"adjective"}),
        ("in the [U.S.] this year", {"noun", "the"}),
    ],
)
def test_words_around_a_place_give_cues(sentence: str, cues: set[str]) -> None:
    text, (entity,) = record(sentence, "LOCATION")
    found = cues_around(text, (entity.start, entity.end), "LOCATION", (0, len(text)))
    assert set(found) == cues


@pytest.mark.parametrize("key", KEYS)
def test_cues_tell_the_kind(key: Key) -> None:
    (town,) = made("surfing in [Biarritz]", "LOCATION", key)
    assert town in pool("coast_town_abroad").phrases


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("city", ["Bend, Ohio", "Kraków, Poland", "Nanaimo, BC", "Siena, Tuscany"])
def test_a_city_is_in_the_place_after_it(city: str, key: Key) -> None:
    new, around = made(f"born in [{city}].", "LOCATION", key)[0].split(", ")
    known = area(around)
    if known is None:
        assert new in world().cities_of(around).phrases
    else:
        assert new in (known.cities or gazetteer().cities[known.code].phrases)


@pytest.mark.parametrize("code", STATES)
def test_states_are_written_as_before(code: str) -> None:
    assert written_like("TX", state(code)) == code
    assert written_like("Texas", state(code)) == STATES[code]
    short = written_like("Calif.", state(code))
    assert area(short, after_comma=True) == state(code)
    assert short == STATES[code] or short.endswith(".")


def test_towns_abroad_are_known_but_no_larger_american_ones() -> None:
    assert [world().home(town) for town in ("Wien", "Senlis", "kolkata", "Bistrița")] == [
        "Austria", None, "India", "Romania",
    ]  # fmt: skip
    assert world().usual("münchen") == "Munich"
    assert world().is_foreign("London")
    assert not any(map(world().is_foreign, ("Springfield", "Alexandria", "Portland")))


def test_postcodes_beside_a_place_are_read() -> None:
    assert without_code("1012 AB Amsterdam") == "Amsterdam"
    assert without_code("London NW1 6XE") == "London"
    assert without_code("Interstate 95") == "Interstate 95"


def test_only_the_rest_identifies_an_address() -> None:
    assert identifying_words("12 Elm Street, third floor, door B, wing C") == {"elm"}
    assert identifying_words("block C, stair two") == set()
