"""Names, places and organizations: consistency, kept words, frequencies."""

from collections import Counter
from itertools import pairwise

import pytest

from privtool.text.surrogates.context import Context, SurrogateOptions
from privtool.text.surrogates.gazetteer import STATE_CODES, STATES, city_surrogate, gazetteer
from privtool.text.surrogates.name_lists import name_pools
from privtool.text.surrogates.persons import person
from privtool.text.surrogates.places import location, zip_code
from privtool.text.surrogates.prf import Key
from tests.support.tables import tabled


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
