"""Names of places and organizations, some of them held out from training."""

from __future__ import annotations

import random
from functools import cache

from faker import Faker

from privtool.text.known_names import class_names
from privtool.text.labels import Label
from talk.persons import PersonNames, on_side
from talk.plain_words import phrases, words

_LOCALES = words("en_US en_GB de_DE fr_FR es_ES it_IT nl_NL pl_PL pt_BR en_IN")
_COUNTRIES = phrases(
    """France|Germany|Spain|Italy|Poland|Nigeria|Ghana|Kenya|Egypt|India|Pakistan|China|Japan|Korea
    |Vietnam|Thailand|Brazil|Mexico|Peru|Chile|Canada|Australia|New Zealand|Ireland|Scotland|Wales
    |England|Norway|Sweden|Finland|Denmark|Greece|Turkey|Iran|Iraq|Israel|Ukraine|Russia|Texas
    |California|Ohio|Florida|Georgia|Virginia|Oregon|Nevada|Kansas|Michigan|North Carolina
    |New Jersey|South Dakota|Puerto Rico|Jamaica|Cuba|Haiti|Morocco|Ethiopia|Nepal"""
)
_STREETS = words(
    """Maple Oak Cedar Pine Elm Washington Lake Hill Main Park Mill Church High Station Spring
    Chestnut Walnut Willow Ridge Sunset River Highland Jackson Lincoln Franklin Meadow
    Forest Canal Queen King Victoria Albert Bridge Market Garden Orchard Birch Juniper
    Harbor Quarry"""
)
_STREET_ENDS = words(
    """Street Road Avenue Lane Drive Court Way Boulevard St Rd Ave Dr Blvd Close"""
)
_FIRSTS = words(
    """North South West East Blue Green Silver Golden Red Bright Clear First United National
    Global Summit Pioneer Liberty Heritage Harbor Valley River Mountain Coastal Metro
    Pacific Atlantic Central Premier Apex Vertex Nova Orion Delta Omega Quantum Stellar
    Lunar Solar Crown Royal Eagle Falcon Cedar Maple Granite Iron Copper Crystal Lake Ridge
    Stone Bridge Gate Field Wood Spring Fair Trans Inter Medi Tele Agri Bio Cyber Data Cloud"""
)
_SECONDS = words(
    """Energy Bank Insurance Mutual Telecom Mobile Wireless Airlines Air Logistics Foods
    Systems Software Labs Partners Capital Financial Holdings Health Medical Dental Pharmacy
    Motors Auto Hotels Travel Media Networks Solutions Consulting Electric Gas Water Cable
    Credit Union Rentals Realty Properties Construction Steel Chemicals Textiles Books
    Records Studios Games Technologies Therapeutics Industries Group Services Trust
    Securities Brewing Bakery"""
)
_JOINED = words(
    """wind side gate water field stone bridge point view way line path works net tech soft"""
)
_FORMS = ("Inc", "Inc.", "LLC", "Ltd", "Corp", "Group", "& Co", "& Sons", "Associates")


@cache
def cities(held_out: bool) -> list[str]:
    """Return cities: those of the embedded list and invented ones of many countries."""
    place = frozenset((Label.LOCATION.value,))
    names = [word.title() for word, labels in class_names().items() if labels == place]
    for locale in _LOCALES:
        source = Faker(locale)
        source.seed_instance(1)
        names += [source.city() for _ in range(200)]
    return sorted({name for name in names if on_side(name, held_out)})


@cache
def countries(held_out: bool) -> list[str]:
    """Return countries and states."""
    return [name for name in _COUNTRIES if on_side(name, held_out)]


def street(rng: random.Random, held_out: bool) -> str:
    """Draw a street."""
    surname = PersonNames(rng, held_out=held_out).pair()[1]
    name = surname if rng.random() < 0.3 else rng.choice(_STREETS)
    return f"{name} {rng.choice(_STREET_ENDS)}"


def organization(rng: random.Random, held_out: bool) -> str:
    """Draw a firm."""
    kind = rng.random()
    first, second = rng.choice(_FIRSTS), rng.choice(_SECONDS)
    if kind < 0.3:
        return f"{first}{rng.choice(_JOINED)} {second}"
    if kind < 0.55:
        return f"{first} {second}"
    if kind < 0.65:
        return f"{first}{rng.choice(_JOINED)}"
    if kind < 0.7:
        return f"{rng.choice(cities(held_out))} {second}"
    surnames = [PersonNames(rng, held_out=held_out).pair()[1] for _ in range(2)]
    if kind < 0.8:
        return f"{surnames[0]} {second}"
    if kind < 0.9:
        return f"{surnames[0]} {rng.choice(_FORMS)}"
    return rng.choice(("{} and {}", "{} & {}", "{}, {} and Partners")).format(*surnames)


def hospital(rng: random.Random, held_out: bool) -> str:
    """Draw a hospital, clinic or pharmacy."""
    given, surname = PersonNames(rng, held_out=held_out).pair()
    saint = f"St. {given}'s" if rng.random() < 0.5 else f"Saint {given}"
    name = rng.choice((saint, surname, rng.choice(cities(held_out)), rng.choice(_FIRSTS)))
    ends = ("Hospital", "Clinic", "Medical Center", "General", "Health", "Pharmacy", "Memorial")
    return f"{name} {rng.choice(ends)}"


def school(rng: random.Random, held_out: bool) -> str:
    """Draw a school or university."""
    surname, city = PersonNames(rng, held_out=held_out).pair()[1], rng.choice(cities(held_out))
    schools = ("High School", "Elementary", "Academy", "Middle School", "College")
    of_city = (f"{city} University", f"University of {city}", f"{city} State")
    return rng.choice((f"{surname} {rng.choice(schools)}", *of_city))
