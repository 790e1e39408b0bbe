"""Names and numbers of a form of their own, and one surrogate for a name with several labels."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from privtool.core.record import Entity
from privtool.stages.surrogate_phrases import index_of
from privtool.text.surrogates.generator import SurrogateGenerator
from privtool.text.surrogates.name_lists import name_pools
from privtool.text.surrogates.names.fixed_forms import of_fixed_form
from privtool.text.surrogates.names.peoples import is_people
from privtool.text.surrogates.names.plurals import plural_name
from privtool.text.surrogates.prf import Key

KEYS = [Key(f"form {number}".encode().ljust(16, b"\0")) for number in range(6)]
_PHRASE = re.compile(r"\[(\w+) ([^]]+)\]")


def made(sentence: str, key: Key) -> list[str]:
    """Return the surrogates of the phrases in brackets, which have their labels before them."""
    text, entities, done = "", [], 0
    for match in _PHRASE.finditer(sentence):
        text += sentence[done : match.start()]
        entities.append(Entity(len(text), len(text) + len(match[2]), match[1]))
        text, done = text + match[2], match.end()
    text += sentence[done:]
    index = index_of(text, tuple(entities))
    private = [index.private_phrase(text[each.start : each.end], each.label) for each in entities]
    return [each.text for each in SurrogateGenerator(key).generate("s", private)]


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("sentence", "pattern"),
    [
        ("the joint [ORGANIZATION No. 120] was formed", r"No\. (?!120)\d{3}"),
        ("[ORGANIZATION No. 18 Squadron] flew", r"No\. (?!18)\d\d Squadron"),
        ("[ORGANIZATION 883JIA FM] is a station", r"\d{3}(?!JIA)[A-Z]{3} FM"),
        ("at [ORGANIZATION Alameda Children's Specialized]", r"[A-Z]\w+ Children's [A-Z]\w+"),
        ("[ORGANIZATION LTV Missiles and Electronics Group] won",
         r"(?!LTV)[A-Z]{3} (?!Missiles)\w+ and Electronics Group"),
        ("owned by the [ORGANIZATION Sports Authority].", r"[^']+"),
        ("a [MISC CCC-plus] rating", r"(?!CCC-plus)[ABC]{1,3}-(?:plus|minus)"),
        ("a [MISC Baa2] rating", r"(?!Baa2)\w{1,3}[123]"),
        ("drop [MISC Thursday Night Football]", r"(?!Thur)\w+day (?!Night)\w+ (?!Football)\w+"),
        ("a [MISC post-Games] meeting", r"post-[A-Z].+"),
        ("[MISC East Germans] watched", r"East (?!German)[A-Z]\w+s"),
        ("a [NUMBER 5,000-strong] force", r"(?!5,000)\d,\d{3}-strong"),
        ("of [ORGANIZATION SC Freiburg] taking", r"SC (?!Frei)[A-Z]\w+"),
        ("the index of [ORGANIZATION Euronext Brussels].", r"(?!Euronext B|.*Services)[A-Z].+"),
        ("one is called [ORGANIZATION Fremont Arms]", r"(?!Fremont)[A-Z].+ Arms"),
        ("let's do an [MISC Avengers]!", r"(?!(?:A|An|The) ).+"),
        ("the tent up in the [LOCATION Sierras] and, uh,", r"(?!Sierras)[A-Z][a-z]+s"),
        ("a table at [ORGANIZATION El Tesoro Taqueria & Grill]", r"[A-Z]\w+ (?!Taq)\w+ & Grill"),
        ("in [LOCATION Coleman Federal Correctional Complex]",
         r"(?!Coleman)[A-Z]\w+ Federal Correctional Complex"),
        ("the famed [LOCATION Great Wall], the", r".+ (?:Wall|Dyke)"),
        ("one [LOCATION West German] official", r"West (?!German)[A-Z]\w+"),
        ("for [LOCATION East] and others", r"North|South|West"),
        ("the [ORGANIZATION Association of Municipal Electricians] met",
         r"Association of Municipal (?!Electr)[A-Z]\w+s"),
        ("for [ORGANIZATION OPEC] oil", r"ASEAN|Mercosur|NAFTA|BRICS"),
        ("<[ORGANIZATION Texas Capital Bancshares]> said", r"(?!Texas)[A-Z].+ Capital Bancshares"),
        ("located at [ORGANIZATION 45 Park Lane] and", r"(?!45)\d\d (?!Park)[A-Z].+ Lane"),
        ("they're playing [MISC God].", r"(?!God)[A-Z]\w+"),
        ("on the [LOCATION Western Front], hostilities", r"(?!Western)[A-Z]\w+ Front"),
        ("the [LOCATION east Pacific Ocean].", r"east (?!Pacific)[A-Z]\w+ Ocean"),
        ("in the [ORGANIZATION Courts of Common Pleas], which", r"[A-Z]\w+ Courts"),
        ("for the [LOCATION City of Brampton], and", r"City of (?!Brampton)[A-Z].+"),
        ("rigs in the [LOCATION U.S. Gulf] as of", r"[A-Z]\w+ Sea"),
        ("on the [LOCATION U.S. Gulf Coast] today", r"[A-Z]\w+ Coast"),
        ("Highest elevation is the [LOCATION Hohnangel] with", r"(?!Hohn|Mount)[A-Z][a-z]+"),
        ("the tallest mountain is [LOCATION Pico Duarte].", r"Mount [A-Z]\w+"),
        ("to [ORGANIZATION Ramstein Air Force Base].", r"(?!Ramstein)[A-Z]\w+ Air Force Base"),
        ("[ORGANIZATION Fichtel und Sachs] said", r"(?!Fichtel)[A-Z]\w+ und (?!Sachs)[A-Z]\w+"),
        ("[MISC Lamar Hunt U.S. Open Cup] games", r"(?!Lamar)[A-Z]\w+ Open Cup"),
        ("the [ORGANIZATION World Boxing Council] met", r"World (?!Boxing)[A-Z]\w+ Council"),
        ("to [MISC World No. 1] player", r"World No\. [2-9]"),
        ("the [MISC Hutu] refugees", r"Akan|Berber|Dinka|Fulani|Hazara|Maasai|Pashtun|Tuareg"),
        ('at [TIME 12 o"clock].', r'(?!12)\d+ o"clock'),
        ("The [LOCATION White House] said", r"Congress|Senate|Parliament|Cabinet"),
        ("hit by [PERSON the invisible man].", r"the (?!invisible)\w+ (?!man)\w+"),
        ("the [PERSON Baroness] was there", r"(?!Baroness)[A-Z]\w+"),
    ],
)  # fmt: skip
def test_the_form_stays(sentence: str, pattern: str, key: Key) -> None:
    assert re.fullmatch(pattern, made(sentence, key)[0]), made(sentence, key)


@pytest.mark.parametrize("key", KEYS)
def test_two_days_stay_two(key: Key) -> None:
    one, two = made("from [MISC Veterans Day] to [MISC Remembrance Day]", key)
    assert one != two


@pytest.mark.parametrize("key", KEYS)
def test_a_later_pronoun_tells_the_gender(key: Key) -> None:
    for pronoun, pool in (("him", name_pools().male), ("her", name_pools().female)):
        sentence = f"[PERSON Xyphor Quixley], [AGE 41], worked there and so we paid {pronoun} well"
        assert made(sentence, key)[0].split()[0] in pool.phrases


@pytest.mark.parametrize("key", KEYS)
def test_a_list_of_numbers_stays_in_order(key: Key) -> None:
    (listed,) = made("so [NUMBER 11, 25, 47, 82] people", key)
    numbers = [int(each) for each in listed.split(", ")]
    assert numbers == sorted(set(numbers))
    assert numbers != [11, 25, 47, 82]


@pytest.mark.parametrize("key", KEYS)
def test_numbers_in_a_row_stay_in_a_row(key: Key) -> None:
    (listed,) = made("there's [NUMBER 6, 7, 8] kinds", key)
    first, *others = [int(each) for each in listed.split(", ")]
    assert first != 6
    assert others == [first + 1, first + 2]


@pytest.mark.parametrize("key", KEYS)
def test_a_percentage_and_a_sum_are_no_range(key: Key) -> None:
    sentence = "slipped [NUMBER 4.6]% to [MONEY $835 million] from [MONEY $876 million]"
    _, low, high = (each.strip("$").split()[0] for each in made(sentence, key))
    assert 835 * 2 / 3 - 10 <= int(low) < 835
    assert 876 < int(high) <= 876 * 4 / 3 + 10


@pytest.mark.parametrize("key", KEYS)
def test_a_country_is_the_same_in_the_name_of_its_team(key: Key) -> None:
    team, country = made(
        "the [ORGANIZATION East Germany national team] of [LOCATION East Germany].", key
    )
    assert team == f"{country} national team"


@pytest.mark.parametrize("key", KEYS)
def test_larger_numbers_in_a_row_do_not_stay_near(key: Key) -> None:
    (listed,) = made("rooms [NUMBER 411, 412, 413] there", key)
    numbers = [int(each) for each in listed.split(", ")]
    assert numbers == sorted(set(numbers))
    assert [two - one for one, two in pairwise(numbers)] != [1, 1]


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("town", ["Varese", "Zumalese", "Quintland", "Meridian", "South Varese"])
def test_a_town_is_no_people(town: str, key: Key) -> None:
    (place,) = made(f"we moved to [LOCATION {town}] in spring", key)
    assert not is_people(place.split()[-1])


@pytest.mark.parametrize("key", KEYS)
def test_an_unknown_word_before_a_people_goes(key: Key) -> None:
    (place,) = made("one [LOCATION Zyx German] official", key)
    assert place != "[LOCATION]"
    assert {"Zyx", "German"}.isdisjoint(place.split())


@pytest.mark.parametrize("key", KEYS)
def test_a_family_stays_in_the_plural(key: Key) -> None:
    for sentence in ("run by the [PERSON Hutts], which", "we saw the [PERSON Quixleys] on Monday"):
        (family,) = made(sentence, key)
        (alone,) = made(sentence.replace("the [", "["), key)
        assert family == plural_name(alone)
    (adjective,) = made("the [PERSON Hutts] report", key)
    assert adjective == made("[PERSON Hutts] said", key)[0]


@pytest.mark.parametrize("key", KEYS)
def test_a_name_with_several_labels_has_one_surrogate(key: Key) -> None:
    labels = ("MISC", "PERSON", "ORGANIZATION", "LOCATION")
    for name, kind in (("Kowalski", "PERSON"), ("Hakuna Matata", "LOCATION")):
        sentence = " and ".join(f"[{label} {name}]" for label in labels)
        assert {*made(sentence, key)} == {*made(f"[{kind} {name}]", key)}
    number, _ = made("[NUMBER 42] and [PERSON 42]", key)
    assert number.isdigit()


def test_other_names_have_no_fixed_form() -> None:
    assert of_fixed_form("BBC", None) is None  # type: ignore[arg-type]
