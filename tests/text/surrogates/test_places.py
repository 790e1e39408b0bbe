"""Places: cues around them, and the kinds, states and countries that their surrogates have."""

from __future__ import annotations

import re

import pytest

from privtool.core.record import Entity, Record
from privtool.stages.surrogate import SurrogateSettings, SurrogateStage
from privtool.text.surrogates.addresses import identifying_words
from privtool.text.surrogates.cues import cues_around
from privtool.text.surrogates.gazetteer import STATES, area, gazetteer, state, world, written_like
from privtool.text.surrogates.generator import SurrogateGenerator
from privtool.text.surrogates.mentions import MentionIndex
from privtool.text.surrogates.name_lists import GIVEN, SURNAME, name_pools
from privtool.text.surrogates.places import without_code
from privtool.text.surrogates.prf import Key, normalized
from tests.support.calls import calls_of
from tests.support.processing import processed
from tests.support.tables import tabled
from tests.text.surrogates.conftest import KEY
from tests.text.surrogates.sentences import KEYS, made, record, rows_of


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
