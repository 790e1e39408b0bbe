"""Persons and places: other names of the same kind and form, which agree with one another."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise

import pytest

from privtool.core.record import Entity, Record
from privtool.core.rng import Key
from privtool.stages.surrogate import SurrogateSettings, SurrogateStage
from privtool.text.surrogates.context import Context, SurrogateOptions, normalized
from privtool.text.surrogates.cues import cues_around
from privtool.text.surrogates.gazetteer import (
    STATE_CODES,
    STATES,
    area,
    city_surrogate,
    gazetteer,
    world,
    written_like,
)
from privtool.text.surrogates.generator import SurrogateGenerator
from privtool.text.surrogates.mentions import MentionIndex
from privtool.text.surrogates.name_lists import GIVEN, SURNAME, name_pools
from privtool.text.surrogates.persons import person
from privtool.text.surrogates.places import identifying_words, location, without_code, zip_code
from tests.support.calls import calls_of
from tests.support.processing import processed
from tests.support.tables import tabled
from tests.text.surrogates.conftest import KEY
from tests.text.surrogates.sentences import KEYS, made, record, rows_of


def test_parts_of_a_name_are_consistent(surrogate):
    given, surname = surrogate("PERSON", "Anna Kowalski").text.split()
    assert surrogate("PERSON", "anna").text == given.lower()
    assert surrogate("PERSON", "KOWALSKI").text == surname.upper()
    assert surrogate("PERSON", "Ms. Kowalski").text == f"Ms. {surname}"
    assert surrogate("PERSON", "k o w a l s k i").text == " ".join(surname.lower())
    assert surrogate("PERSON", "Kowalski, Anna").text == f"{surname}, {given}"
    assert surrogate("SURNAME", "Kowalski").text == surname
    assert surrogate("PERSON", "Ánná").text == given


@tabled("text", "phrase words")
def test_the_form_of_a_name_is_kept(surrogate, phrase, words):
    made = surrogate("PERSON", phrase).text.split()
    assert len(made) == len(words)
    for old, word in zip(made, words, strict=True):
        assert word in (None, old)
    assert phrase.count("-") == " ".join(made).count("-")


@pytest.mark.parametrize(
    ("phrase", "form"), [("Anna's", "{}'s"), ("(Anna),", "({}),"), ("“Anna”", "“{}”")]
)
def test_signs_around_a_name_are_kept(surrogate, phrase, form):
    assert surrogate("PERSON", phrase).text == form.format(surrogate("PERSON", "Anna").text)


def test_given_names_keep_their_gender_by_default():
    known = name_pools()
    for keep in (True, False):
        drawn = set()
        for number in range(60):
            context = Context(Key(b"k" * 16), str(number), SurrogateOptions(keep_gender=keep))
            drawn.add(person("Susan", context))
        assert (drawn <= set(known.female.phrases)) == keep


def test_common_names_stay_common():
    # By the weights of the list, drawn 3,000 times: within five standard deviations.
    pool = name_pools().surnames
    key = Key(b"k" * 16)
    drawn = Counter(
        Context(key, str(scope)).pick("surname", "Kowalski", pool) for scope in range(3000)
    )
    shares = dict(zip(pool.phrases, _weights(pool), strict=True))
    for name in ("Smith", "Johnson"):
        expected = 3000 * shares[name]
        assert abs(drawn[name] - expected) < 5 * expected**0.5
    assert drawn["Smith"] > 5 * drawn[pool.phrases[-1]]


def _weights(pool):
    upto = [0, *pool._cumulative]
    return [(after - before) / upto[-1] for before, after in pairwise(upto)]


@pytest.mark.parametrize(
    "phrase", ["Ирина Волкова", "Νίκος Παπαδάκης", "陈晓梅", "한지우", "نועה לוי", "अनन्या शर्मा"]
)
def test_a_name_keeps_its_script(surrogate, phrase):
    made = surrogate("PERSON", phrase)
    assert not made.marker
    assert not made.text.isascii()
    assert len(made.text.split()) >= len(phrase.split())


def test_cities_states_and_zip_codes_are_consistent(context):
    table = gazetteer()
    state = STATE_CODES[location("oklahoma", context)]
    city = location("Tulsa", context)
    code = zip_code("74103", context)
    assert table.of_zip[code] == (state, city)
    assert location("Tulsa, Oklahoma", context) == f"{city}, {STATES[state]}"
    assert location("Tulsa, OK 74103", context) == f"{city}, {state} {code}"
    assert location("OK", context) == state
    assert city_surrogate("Tulsa", "OK", context) == (state, city)
    spoken = zip_code("seven four one oh three", context)
    assert len(spoken.split()) == 5


def test_a_city_depends_on_the_state_after_it(context):
    table = gazetteer()
    city, code = location("Springfield, IL 62704", context).split(", ")
    state, number = code.split()
    assert table.of_zip[number] == (state, city)
    assert state == location("IL", context)


def test_places_in_brackets_are_as_those_after_commas(surrogate):
    for phrase in ("Portland, OR", "Paris, France", "Portland, Oregon, USA"):
        bracketed = phrase.replace(", ", " (", 1) + ")"
        made = surrogate("LOCATION", phrase).text.replace(", ", " (", 1) + ")"
        assert surrogate("LOCATION", bracketed).text == made


def test_countries_become_countries(context):
    from faker.providers.address import Provider

    assert location("Germany", context) in Provider.countries
    assert location("germany", context) == location("Germany", context).lower()


def test_an_address_is_consistent_with_its_city(surrogate, context):
    made = surrogate("ADDRESS", "12 Elm St, Tulsa, OK 74103").text
    street, city, state_code = made.split(", ")
    assert street.endswith(" St")
    state, code = state_code.split()
    assert gazetteer().of_zip[code] == (state, city)


def test_common_words_next_to_a_number_are_kept(surrogate):
    assert surrogate("AGE", "34 years old").text.endswith(" years old")
    assert surrogate("MONEY", "850 crore").text.endswith(" crore")
    assert "kowalski" not in surrogate("TIME", "six for kowalski").text
    assert surrogate("TIME", "six for kowalski").text.split()[1] == "for"


@pytest.mark.parametrize("key", KEYS)
@tabled("text", "sentence form")
def test_surrogates_keep_the_form_and_the_kind(sentence: str, form: str, key: Key) -> None:
    (surrogate,) = made(sentence, "LOCATION", key)
    assert re.fullmatch(form, surrogate), surrogate


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("city", ["Bend, Ohio", "Kraków, Poland"])
def test_a_city_is_in_the_place_after_it(city: str, key: Key) -> None:
    new, around = made(f"born in [{city}].", "LOCATION", key)[0].split(", ")
    known = area(around)
    cities = gazetteer().cities[known.code] if known else world().cities_of(around)
    assert new in cities.phrases


@pytest.mark.parametrize("code", STATES)
def test_states_are_written_as_before(code: str) -> None:
    assert written_like("TX", area(code)) == code
    assert written_like("Texas", area(code)) == STATES[code]
    short = written_like("Calif.", area(code))
    assert area(short, after_comma=True) == area(code)
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


# Cues in the public words around a private phrase, and the surrogates that follow them.
@pytest.mark.parametrize(("sentence", "label", "cues"), rows_of("cues"))
def test_words_around_a_phrase_give_cues(sentence: str, label: str, cues: str) -> None:
    text, (entity,) = record(sentence, label)
    span = entity.start, entity.end
    assert cues_around(text, span, label, (0, len(text))) == tuple(cues.split())


def test_words_of_other_entities_and_sentences_are_no_cues() -> None:
    text, (first, second) = record("[My aunt] [Zuleika]", "PERSON")
    assert cues_around(text, (second.start, second.end), "PERSON", (first.end, len(text))) == ()
    text, (entity,) = record("I went skiing in May. He is in [Vermont].", "LOCATION")
    assert cues_around(text, (entity.start, entity.end), "LOCATION", (0, len(text))) == ()


@pytest.mark.parametrize("key", KEYS)
def test_cued_names_are_given_names_or_surnames_of_that_gender(key: Key) -> None:
    pools = name_pools()
    (aunt,) = made("my aunt [Qorvela] fell", "PERSON", key)
    (uncle,) = made("my uncle [Qorvel] fell", "PERSON", key)
    (teacher,) = made("my teacher Ms. [Qorvela] fell", "PERSON", key)
    assert pools.genders.get(normalized(aunt)) != "male"
    assert pools.roles[normalized(aunt)] == pools.roles[normalized(uncle)] == GIVEN
    assert pools.genders.get(normalized(uncle)) != "female"
    assert pools.roles[normalized(teacher)] == SURNAME


@pytest.mark.parametrize("key", KEYS)
def test_a_name_is_the_same_wherever_its_scope_has_cues(key: Key) -> None:
    first, second = made("my aunt [Qorvelt] is here; ask [Qorvelt]", "PERSON", key)
    assert first == second


@pytest.mark.parametrize("key", KEYS)
def test_two_names_of_a_record_stay_two(key: Key) -> None:
    for sentence in ("[Pfizer], [Merck] and [Abbott] merged", "[Hertz] and [Avis] merged"):
        names = made(sentence, "ORGANIZATION", key)
        assert len(set(names)) == len(names)
    assert len(set(made("[the UK] and [Great Britain]", "LOCATION", key))) <= 2


def test_a_nationality_mostly_agrees_with_its_country() -> None:
    agreeing = 0
    for number in range(20):
        drawn = Key(f"nation {number}".encode().ljust(16, b"-"))
        text = "[LOC: Libya] said two [MISC: Libyan] and other troops left; [MISC: Libyans] cheered"
        country, one, several = made(text, key=drawn)
        expected = world().adjectives.get(country)
        agreeing += expected == one
        if expected is not None and expected.endswith("an"):
            assert several == f"{expected}s"
    assert agreeing > 10


# Roles of the parts of names, from the full names of a record.
def phrases(*marked: tuple[str, str]) -> list[str]:
    """The surrogates of phrases with labels, in one record."""
    text, entities = "", []
    for phrase, label in marked:
        entities.append(Entity(len(text), len(text) + len(phrase), label))
        text += phrase + " | "
    stage = SurrogateStage(SurrogateSettings(), SurrogateGenerator(KEY))
    (new,) = processed(stage, [Record(id=1, text=text, entities=tuple(entities))])
    return [new.text[each.start : each.end] for each in new.entities]


def people(*names: str) -> list[str]:
    return phrases(*((name, "PERSON") for name in names))


def test_a_full_name_says_what_its_parts_are():
    full, given, surname, title = people("Aantje Mourik", "Aantje", "Mourik", "Professor Aantje")
    assert full == f"{given} {surname}"
    assert title == f"Professor {given}"


def test_a_given_name_after_a_title_is_none_of_a_surname():
    assert people("Professor Anna", "Anna")[0] == f"Professor {people('Anna')[0]}"


@pytest.mark.parametrize("apart", ["siobhan o connor", "SIOBHAN O CONNOR", "Siobhan O\u2019Connor"])
def test_a_surname_written_apart_is_the_same(apart):
    full, other = people("Siobhan O'Connor", apart)
    assert other.lower() == full.lower()


def test_a_longer_word_is_looked_up_no_more_often():
    index = MentionIndex()
    index.add("Anna Kowalski", "PERSON")

    def cost(times: int) -> int:
        return calls_of(lambda: index.spans("kowalsk" * times, [])) + calls_of(
            lambda: people("Anna Kowalski", "kowalski" * times)
        )

    assert cost(10) > 0  # what is loaded once is loaded
    assert cost(4_000) <= 1.5 * cost(1_000)  # four times as much where each letter costs a lookup


def test_families_and_handles_agree_with_the_full_name():
    marked = [("Anna Kowalski", "PERSON"), ("the Kowalskis", "PERSON")]
    marked += [("@annakowalski", "USERNAME"), ("akowalski@zagreb.hr", "EMAIL")]
    full, family, handle, address = phrases(*marked)
    given, surname = full.split()
    assert family == f"the {surname}s"
    assert handle == f"@{given}{surname}".lower()
    assert address.partition("@")[0].endswith(surname.lower())
