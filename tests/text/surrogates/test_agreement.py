"""Surrogates of a scope that agree: genders, plurals, countries, numbers in order."""

from __future__ import annotations

from itertools import pairwise

import pytest

from privtool.core.rng import Key
from privtool.text.filling.agreement import takes_an
from privtool.text.surrogates.context import normalized
from privtool.text.surrogates.gazetteer import STATE_CODES, gazetteer, is_area, world
from privtool.text.surrogates.kinds import PEOPLE, kind_of
from privtool.text.surrogates.name_lists import name_pools
from tests.text.surrogates.sentences import KEYS, made, us_surnames

pytestmark = pytest.mark.parametrize("key", KEYS)


def gender(name: str) -> str | None:
    return name_pools().genders.get(normalized(name))


def test_a_person_has_the_gender_of_the_name_or_title(key: Key) -> None:
    (known,) = made("[Mary Qorvelt] says that he left.", "PERSON", key)
    assert gender(known.split()[0]) != "male"


def test_given_names_of_one_person_have_one_gender(key: Key) -> None:
    first, second, _ = made("director [Quek Leng Chye]", "PERSON", key)[0].split()
    assert len({gender(first), gender(second)} - {None}) < 2
    pieces = made("[Jean-Luc Moreau] said", "PERSON", key)[0].split()[0].split("-")
    assert set(pieces) <= set(name_pools().male.phrases)


def test_a_scientist_gets_a_surname(key: Key) -> None:
    (surrogate,) = made("[Kournikova] has not played", "PERSON", key)
    assert normalized(surrogate) in us_surnames()


def test_a_name_with_several_labels_has_one_surrogate(key: Key) -> None:
    labels = ("MISC", "PERSON", "ORGANIZATION", "LOCATION")
    for name, kind in (("Kowalski", "PERSON"), ("Hakuna Matata", "LOCATION")):
        sentence = " and ".join(f"[{label}: {name}]" for label in labels)
        assert {*made(sentence, key=key)} == {*made(f"[{kind}: {name}]", key=key)}
    number, _ = made("[NUMBER: 42] and [PERSON: 42]", key=key)
    assert number.isdigit()


def test_a_team_has_one_nickname_with_and_without_its_city(key: Key) -> None:
    whole, short = made("The [New York Jets] lost. The [Jets] cut him.", "ORGANIZATION", key)
    assert whole.endswith(f" {short}")
    team, country = made(
        "the [ORGANIZATION: East Germany national team] of [LOCATION: East Germany].", key=key
    )
    assert team == f"{country} national team"


def test_two_names_of_a_kind_stay_two(key: Key) -> None:
    for sentence in (
        "from [MISC: Veterans Day] to [MISC: Remembrance Day]",
        "a [GPE: Lyon] b [GPE: Paris]",
    ):
        one, two = made(sentence, key=key)
        assert one != two


def test_a_name_takes_the_article_before_it(key: Key) -> None:
    for phrase in ("an [EOE] spokesman", "a [KDP] spokesman", "an [El Al] freighter"):
        (surrogate,) = made(phrase, "ORGANIZATION", key)
        assert takes_an(surrogate.split()[0]) is phrase.startswith("an "), surrogate


def test_places_lie_in_each_other(key: Key) -> None:
    city, country = made("in [Paris, France]", "GPE", key)[0].split(", ")
    assert world().home(city) == country
    assert made("in [Paris]", "GPE", key) == [city]
    town, country = made("born in [Senlis], [France]", "LOCATION", key)
    assert world().home(town) == country
    town, state = made("to [Sandy Hook], [Maryland] and", "LOCATION", key)
    assert town in gazetteer().cities[STATE_CODES[normalized(state)]].phrases
    town, code = made("in [Sandy Hook], [Pa].", "LOCATION", key)
    assert town in gazetteer().cities[code].phrases
    county, _ = made("in [Ford County], [Illinois]", "LOCATION", key)
    assert county.endswith(" County")
    province, _ = made("in [Nova Scotia], [Canada]", "LOCATION", key)
    assert is_area(province)


def test_towns_stay_towns(key: Key) -> None:
    states = {normalized(each) for each in gazetteer().states.phrases}
    for sentence in ("an hour from the [Denver] suburb", "the [Ogden] and Provo rail"):
        (surrogate,) = made(sentence, "LOCATION", key)
        assert normalized(surrogate) in gazetteer().home.keys() | states
    for town in ("Varese", "Zumalese", "Quintland", "Meridian", "South Varese"):
        (place,) = made(f"we moved to [LOCATION: {town}] in spring", key=key)
        assert kind_of(place.split()[-1], PEOPLE) is None


def test_numbers_in_a_row_stay_in_order(key: Key) -> None:
    (listed,) = made("so [NUMBER: 11, 25, 47, 82] people", key=key)
    numbers = [int(each) for each in listed.split(", ")]
    assert numbers == sorted(set(numbers)) != [11, 25, 47, 82]
    (listed,) = made("rooms [NUMBER: 411, 412, 413] there", key=key)
    numbers = [int(each) for each in listed.split(", ")]
    assert numbers == sorted(set(numbers))
    assert [two - one for one, two in pairwise(numbers)] != [1, 1]
    first, last = map(int, made("in episodes [1-3]", "MISC", key)[0].split("-"))
    assert first < last
    sentence = "slipped to [MONEY: $835 million] from [MONEY: $876 million]"
    low, high = (each.strip("$").split()[0] for each in made(sentence, key=key))
    assert 835 * 2 / 3 - 10 <= int(low) < 835
    assert 876 < int(high) <= 876 * 4 / 3 + 10
    low, high = map(int, made("aged [10 to 12]", "AGE", key)[0].split(" to "))
    assert 6 <= low < high <= 12
