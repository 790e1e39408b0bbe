"""Kinds of things that the words around a private phrase, or its form, tell."""

from __future__ import annotations

import re

import pytest

from privtool.core.record import Entity
from privtool.stages.surrogate_phrases import index_of
from privtool.text.surrogates.generator import SurrogateGenerator
from privtool.text.surrogates.name_lists import us_surnames
from privtool.text.surrogates.names.cued_firms import FIRM_POOLS
from privtool.text.surrogates.places.us_gazetteer import gazetteer
from privtool.text.surrogates.prf import Key, normalized
from tests.text.surrogates.test_surroundings import KEYS, made

_TEAMS = "|".join(FIRM_POOLS["team"].phrases)
_MAGAZINES = "|".join(
    (*FIRM_POOLS["magazine"].phrases, *FIRM_POOLS["magazine with article"].phrases)
)
_AREAS = "midwest|southwest|northeast|bronx|caribbean|highlands|panhandle|balkans|riviera|heartland"
FITTING = [
    ("I saw [the Qorvelt].", "LOCATION", rf"(?i:the (?:{_AREAS}))"),
    ("new two-year [Treasury] notes", "MISC", "Exchequer|Central Bank|State Bank"),
    ("the [Qorvelt valley mujahideen] grew", "ORGANIZATION", r"[A-Z]\w+ valley mujahideen"),
    ("from the [People's Republic of China] and", "ORGANIZATION", "[A-Z].+(?:s|Republic|Kingdom)"
     "|Gambia"),
    ("think of [The Rock] as", "PERSON", "The (?:Hammer|Duke|Champ|Hurricane|Professor|Boss|Wizard"
     "|Rocket|Cobra|Hawk)"),
    ("the clock struck [12] at", "NUMBER", "[1-9]|1[01]"),
    ("and [1-3/4] for management", "NUMBER", r"[23]-(?:1/4|\d{1,2}/(?:8|16|32))"),
    ("registered with the [SEC] last", "ORGANIZATION", "CFTC|FDIC|FINRA"),
    ("[Qorvelt Star] 4 4 0 0 9 3 12", "ORGANIZATION", _TEAMS),
    ("2. [Qorvelt Star] 4 1 3", "ORGANIZATION", _TEAMS),
    ("poems appeared in [Qorvelt London],", "ORGANIZATION", _MAGAZINES),
    ("magazines such as [Qorvelt London]", "ORGANIZATION", _MAGAZINES),
    ("[Qorvelt London] and many other publications", "ORGANIZATION", _MAGAZINES),
    ("he was voted [Qorvelt Co-Lineman of the Year] (with", "MISC", "[A-Z].+ of the Year"),
    ("won [Qorvelt Song of the Year Award],", "MISC", "(?:Album|Single|Artist|Record|Producer"
     "|Songwriter) of the Year Award"),
    ("named [Most Valuable Player] in", "MISC", "(?:[A-Z][a-z]+ of the Year|Team Captain)"),
    ("he was voted [Qorvelt Prime],", "MISC", "[A-Z][a-z]+ of the Year|Team Captain"),
    ("awarded the [Qorvelt Star] for", "MISC", "(?:Medal|Legion|Order|Cross) of .+|.+ Prize"),
    ("was [All-American] in", "MISC", "All-(?!American)[A-Z][a-z]+"),
    ("the [All-Russian] games", "MISC", "All-(?!Russian)[A-Z][a-z]+"),
    ("the fungus \"[Neurospora crassa]\" as", "MISC", "[A-Z][a-z]{3,} [a-z]{4,}"),
    ("[Neurospora crassa] grows", "MISC", "[A-Z][a-z]{2,} [a-z]{4,}"),
    ("[N. crassa] grows", "MISC", r"[A-Z]\. [a-z]{4,}"),
    ("of the genus [Neurospora] is", "MISC", "[A-Z][a-z]{2,}"),
    ("had the [South Vietnamese], and", "MISC", "South (?:Korean|Yemeni|African|American|Indian)"),
    ("The [Qorvelt Hotel Leeds-York] is", "ORGANIZATION", "[A-Z][a-z]+ Hotel (?:Downtown|Airport"
     "|Central|Riverside|Plaza|Midtown|Lakeside|Parkside)"),
    ("There is [1] available", "NUMBER", "one"),
    ("There is only [one] left", "NUMBER", "1"),
    ("[1] of them is free", "NUMBER", "one"),
    ("there's [1] in 5", "NUMBER", r"(?!1$|one)\w+"),
    ("Flight [1] is late", "NUMBER", r"(?!1$|one)\w+"),
]  # fmt: skip


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(("sentence", "label", "form"), FITTING)
def test_surrogates_have_the_kind_of_the_phrase(
    sentence: str, label: str, form: str, key: Key
) -> None:
    (surrogate,) = made(sentence, label, key)
    assert re.fullmatch(form, surrogate), surrogate


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    "sentence",
    [
        "an hour from the [Denver] suburb",
        "went to the [Omaha] on Monday",
        "the [Ogden] and Provo rail",
    ],
)
def test_towns_stay_towns_before_a_noun_or_by_a_slip(sentence: str, key: Key) -> None:
    (surrogate,) = made(sentence, "LOCATION", key)
    known = normalized(surrogate) in gazetteer().home
    assert known or normalized(surrogate) in {
        normalized(each) for each in gazetteer().states.phrases
    }


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("sentence", "label"),
    [
        ("very weak [van der Qorvelt] interactions and", "MISC"),
        ("the [Qorvelt-Bravik] theorem", "MISC"),
        ("the [Sunita] equation", "PERSON"),
        ("[Kournikova] has not played", "PERSON"),
    ],
)
def test_scientists_and_champions_get_surnames(sentence: str, label: str, key: Key) -> None:
    (surrogate,) = made(sentence, label, key)
    assert set(normalized(surrogate).split("-")) <= us_surnames()


@pytest.mark.parametrize("key", KEYS)
def test_several_are_never_one(key: Key) -> None:
    for number in range(2, 9):
        for sentence in (f"There are [{number}] left", f"[{number}] are left"):
            assert made(sentence, "NUMBER", key) != ["1"]


@pytest.mark.parametrize("key", KEYS)
def test_all_names_of_a_list_have_the_kind_of_the_others(key: Key) -> None:
    text = "read Ovarak, Belmi (Oslo), Qorvelt Dune and other magazines; Brevik said"
    places = (
        ("Ovarak", ""),
        ("Belmi", ""),
        ("Oslo", "LOCATION"),
        ("Qorvelt Dune", ""),
        ("Brevik", ""),
    )
    entities = tuple(
        Entity(text.index(name), text.index(name) + len(name), label or "ORGANIZATION")
        for name, label in places
    )
    index = index_of(text, entities)
    private = [index.private_phrase(text[e.start : e.end], e.label) for e in entities]
    first, second, _, third, other = SurrogateGenerator(key).generate("s", private)
    assert {first.text, second.text, third.text} <= set(FIRM_POOLS["magazine"].phrases)
    assert other.text not in FIRM_POOLS["magazine"].phrases


@pytest.mark.parametrize("key", KEYS)
def test_a_species_and_its_short_form_agree(key: Key) -> None:
    full, short = made("[Neurospora crassa] and [N. crassa] grow", "MISC", key)
    genus, kind = full.split()
    assert short == f"{genus[0]}. {kind}"
