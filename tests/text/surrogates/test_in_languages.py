"""Surrogates in languages other than English: names, places and dates that fit the language."""

import re
from datetime import date

import pytest
from num2words import num2words

import privtool
from privtool.core.rng import Key, KeyedRandom
from privtool.text.english.calendar import names_of
from privtool.text.labels import Label
from privtool.text.languages import languages
from privtool.text.lexicon import rows
from privtool.text.surrogates.gazetteer import country_of
from privtool.text.surrogates.generator import PrivatePhrase, SurrogateGenerator
from privtool.text.surrogates.name_lists import cities_of, name_pools, pools_for
from privtool.text.values.number import said_number, said_numbers
from tests.support.tables import tabled

OTHER_LANGUAGES = languages()[1:]
KEYS = [Key(bytes([number]) * 16) for number in range(12)]


def drawn(phrase, label, language, key=KEYS[0]):
    private = [PrivatePhrase(phrase, label, language=language)]
    return SurrogateGenerator(key).generate("", private)[0].text


def pattern(shape, language):
    """The shape as a pattern of all that fits.

    m, f, s are given names of men and women, and surnames; c is a city, l a country, M a month.
    """
    pools = pools_for("", language)
    lists = {"m": pools.male.phrases, "f": pools.female.phrases, "s": pools.surnames.phrases}
    lists |= {"c": cities_of(language).phrases, "M": names_of("month", language)}
    found = {name: f"(?:{'|'.join(map(re.escape, each))})" for name, each in lists.items()}
    return re.compile(
        shape.format_map(found | {"n": r"\d+", "w": r"\w+", "l": "(?P<country>.+)"}), re.IGNORECASE
    )


@tabled("text", "language label phrase shape")
def test_surrogates_fit_the_language(language, label, phrase, shape):
    made = {drawn(phrase, label, language, key) for key in KEYS}
    assert len(made) > len(KEYS) / 2
    for surrogate in made:
        found = pattern(shape, language).fullmatch(surrogate)
        assert found, surrogate
        assert surrogate.islower() == phrase.islower(), surrogate
        assert surrogate.isupper() == phrase.isupper(), surrogate
        if "country" in found.groupdict():
            assert country_of(surrogate, language) not in (None, country_of(phrase, language))


def test_a_date_that_is_not_read_becomes_another_month():
    made = {drawn("le soir de juillet chez ana", "DATE", "fr", Key(bytes([n]))) for n in range(99)}
    assert made == {*names_of("month", "fr")} - {"juillet"}


def test_an_hour_without_a_number_becomes_one_in_digits():
    made = {drawn("mezzogiorno", "TIME", "it", key) for key in KEYS}
    assert len(made) > 1
    assert all(re.fullmatch(r"\d+:30", each) for each in made)


def test_an_unlisted_people_becomes_one_of_the_language():
    listed = {row[1].lower() for row in rows("peoples", "de") if row[0] == "nation"}
    assert {drawn("Yoruba", "MISC", "de", key).lower() for key in KEYS} <= listed


@tabled("text", "language phrase day")
def test_dates_move_together_in_any_form(language, phrase, day):
    weekdays = names_of("weekday", language)
    for key in KEYS:
        made = date.fromisoformat(drawn(day, "DATE", language, key))
        said = re.findall(
            r"\d+|[^\W\d]+(?:-[^\W\d]+)*", drawn(phrase, "DATE", language, key).lower()
        )
        expected = [str(made.day), names_of("month", language)[made.month - 1], str(made.year)]
        named = any(weekday in phrase.lower() for weekday in weekdays)
        expected += [weekdays[made.weekday()]] if named else []
        assert set(expected) <= set(said), said


@tabled("text", "language phrase day")
def test_dates_in_words_move_as_those_in_digits(language, phrase, day):
    for key in KEYS:
        made = date.fromisoformat(drawn(day, "DATE", language, key))
        said = re.findall(r"\w+", drawn(phrase, "DATE", language, key).lower())
        numbers = [number.value for *_, number in said_numbers(said, language)]
        assert numbers == [made.day, made.year], said
        assert names_of("month", language)[made.month - 1] in said


@pytest.mark.parametrize("phrase", ["vom 3. bis 5. Mai", "vom dritten bis fünften Mai"])
def test_two_days_of_a_month_keep_their_distance(phrase):
    for key in KEYS:
        said = re.findall(r"\w+", drawn(phrase, "DATE", "de", key))
        days = [int(word) for word in said if word.isdigit()]
        days = days or [number.value for *_, number in said_numbers(said, "de")]
        assert (days[1] - days[0]) % 31 == 2


@tabled("text", "language phrase age rest")
def test_ages_in_words_stay_in_their_stage_of_life(language, phrase, age, rest):
    low, high = next((int(a), int(b)) for a, b, last in rows("age_bands") if age <= int(last))
    for key in KEYS:
        made = drawn(phrase, "AGE", language, key)
        number = said_number(made.removesuffix(rest).split(), language)
        assert low <= number.value <= high


def test_all_forms_of_a_nationality_become_those_of_one_other():
    forms = ("Französin", "französisch", "Franzosen")
    private = [PrivatePhrase(form, "MISC", language="de") for form in forms]
    woman, adjective, people = (
        each.text for each in SurrogateGenerator(KEYS[0]).generate("", private)
    )
    nations = [row[1:] for row in rows("peoples", "de") if row[0] == "nation"]
    assert [people.removesuffix("n"), woman, adjective] in map(list, nations)
    assert adjective != "französisch"


@pytest.mark.parametrize("language", OTHER_LANGUAGES)
def test_two_names_hardly_become_one(language):
    pools = pools_for("", language)
    assert min(len(pools.male), len(pools.female)) >= 150
    assert min(len(pools.surnames), len(cities_of(language))) >= 180
    generator = SurrogateGenerator(KEYS[0])
    men, last = pools.male.phrases[:150], pools.surnames.phrases[:150]
    for name in map(" ".join, zip(men, last, strict=True)):
        generator.generate("", [PrivatePhrase(name, "PERSON", language=language)])
    assert generator.collisions == 0


def test_a_record_has_no_word_of_its_phrases_and_one_name_one_surrogate():
    generator = SurrogateGenerator(KEYS[0])
    names = pools_for("", "de").surnames.phrases[::2]
    private = [PrivatePhrase(name, "SURNAME", language="de") for name in names]
    made = [each.text for each in generator.generate("", private)]
    assert not {*names}.intersection(made)
    full, alone = (drawn(each, "PERSON", "es") for each in ("Ana García López", "García"))
    assert alone in full.split()


def test_the_language_is_that_of_the_record_not_of_the_scope():
    german, english = drawn("Anna", "PERSON", "de"), drawn("Anna", "PERSON", "")
    assert german in pools_for("", "de").female.phrases
    assert english in name_pools().female.phrases
    assert drawn("Анна", "PERSON", "de") == drawn("Анна", "PERSON", "")


def test_text_that_states_no_language_is_read_for_it():
    text = (
        "Gestern hat Ida Lenz aus München angerufen, aber niemand war da, und sie kam nicht mehr."
    )
    start, end = re.search("Ida Lenz", text).span()
    record = {"id": 1, "text": text, "entities": [{"start": start, "end": end, "label": "PERSON"}]}
    (found,) = privtool.surrogate([record])
    given, surname = found["text"].split()[2:4]
    assert found["language"] == "de"
    assert given in pools_for("", "de").female.phrases
    assert surname in pools_for("", "de").surnames.phrases
    (insisted,) = privtool.surrogate([record], language="en")
    assert "language" not in insisted
    assert insisted["text"].split()[2] in name_pools().female.phrases


@tabled("text", "language label phrase form")
def test_articles_prepositions_and_elisions_still_fit(language, label, phrase, form):
    made = {drawn(phrase, label, language, key) for key in KEYS}
    assert len(made) > 2
    assert not [surrogate for surrogate in made if not re.match(form, surrogate)]


def test_an_amount_with_a_word_that_is_no_unit_is_not_read():
    for phrase in ("treinta pesetas tintas", "treinta Ugarte"):
        assert drawn(phrase, "MONEY", "es") == "[MONEY]"


@pytest.mark.parametrize("language", OTHER_LANGUAGES)
@pytest.mark.parametrize("value", [2, 17, 71, 82, 100, 340, 999, 1000, 1500, 9990])
def test_a_number_in_words_is_read_and_another_of_its_size_is_said(language, value):
    said = re.findall(r"\w+", num2words(value, lang=language))
    found = said_number(said, language)
    assert found.value == value
    digits, zeros = len(str(value)), len(str(value)) - len(str(value).rstrip("0"))
    for key in KEYS:
        said = found.other(KeyedRandom(key, value), Label.NUMBER)
        other = said_number(re.findall(r"\w+", said), language)
        assert other.value not in (value, 1)
        assert other.value % 10 != 1
        assert len(str(other.value)) == digits
        assert other.value % 10 ** min(zeros, digits - 1) == 0


@pytest.mark.parametrize("label", ["AGE", "MONEY", "TIME"])
@pytest.mark.parametrize("phrase", ["Mark 12", "Mark Euro 12", "mark ist 12", "Jana 12"])
@pytest.mark.parametrize("language", OTHER_LANGUAGES)
def test_a_name_next_to_a_value_does_not_stay(language, phrase, label):
    name = phrase.split()[0].lower()
    for key in KEYS:
        assert name not in drawn(phrase, label, language, key).lower().split()
