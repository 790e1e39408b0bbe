"""Families in the plural, possessives, bynames and medicines keep their form."""

from __future__ import annotations

import re
from calendar import month_name
from datetime import date

import pytest

from privtool.text.surrogates.context import Context
from privtool.text.surrogates.generator import PrivatePhrase, SurrogateGenerator
from privtool.text.surrogates.mentions import MentionIndex
from privtool.text.surrogates.names.doses import medicine_like
from privtool.text.surrogates.names.trades import TRADE_NAMES
from privtool.text.surrogates.prf import Key

_KEYS = 8


def _surrogates(phrase: str, label: str) -> list[str]:
    index = MentionIndex()
    index.add(phrase, label)
    private = PrivatePhrase(phrase, label, index.roles_in(phrase, label))
    return [
        SurrogateGenerator(Key(bytes([number]) * 16)).generate("scope", [private])[0].text
        for number in range(_KEYS)
    ]


@pytest.mark.parametrize(
    ("phrase", "label", "form"),
    [
        ("the Castellanos", "PERSON", r"the [\w' -]+s"),
        ("the Petersons", "PERSON", r"the [\w' -]+[^s]s|the [\w' -]+ses"),
        ("Kaplans'", "PERSON", r"[\w -]+s'"),
        ("James'", "PERSON", r"\w+(?:s'|[^s]'s)"),
        ("Tom's", "PERSON", r"\w+'s"),
        ("Slim Jim Hardaway", "PERSON", r"(?!Slim)[A-Z][a-z]+ \w+ [\w' -]+"),
        ("Lil' Ray", "PERSON", r"(?!Lil)[A-Z][a-z]+ \w+"),
        ("Alzheimer's", "MISC", r"(?!Alzh)[A-Z][a-z]+'s"),
        ("Alzheimer's disease", "MISC", r"(?!Alzh)\w+(?:'s)? disease"),
        ("Catholic", "NORP", "Buddhist|Hindu|Lutheran|Taoist"),
        ("4051 Basel", "LOCATION", r"(?!4051)\d{4} \w[^\d]*"),
        ("Old Man Perkins", "PERSON", r"Old Man [\w' -]+"),
        ("the east side of Spokane", "LOCATION", r"the east side of (?!Spokane)[\w' -]+"),
        ("Golden Dragon", "ORGANIZATION", "|".join(TRADE_NAMES.phrases)),
        (
            "The Guardian",
            "ORGANIZATION",
            r"The (?!Guardian)[\w ]+(?:Globe|Tribune|Times|Herald|Sun)",
        ),
        ("Teamsters", "ORGANIZATION", r"[A-Z]\w+(?:s|men)"),
        ("the Billing Department", "ORGANIZATION", r"the (?!Billing)[\w ]+ Department"),
        ("the Archdiocese of Boston", "ORGANIZATION", r"the Archdiocese of (?!Boston)\w+"),
        (
            "the European Union",
            "LOCATION",
            "the (?:African Union|Arab League|Commonwealth|Eurozone)",
        ),
        ("Democratic", "NORP", "Conservative|Liberal|Republican|Socialist|Libertarian|Nationalist"),
        ("Norwegian", "NORP", r"\w+(?:an|k|ch|i)"),
        ("dozens", "CARDINAL", "scores|hundreds|thousands"),
        ("insulin 12 units", "PRODUCT", r"[a-z]+ (?!12)\d+ units"),
        ("TJ", "PERSON", "(?!TJ)[A-Z]{2}"),
        ("the Ninth Circuit", "ORGANIZATION", "the (?!Ninth)[A-Z]\\w+ Circuit"),
        ("the Tribune", "ORGANIZATION", "the (?:Chronicle|Examiner|Gazette|Herald|Sentinel)"),
        ("the Chernobyl disaster", "EVENT", "the (?!Cher).+ disaster"),
        ("the Turnpike", "FAC", "the (?!Turn)[A-Z]\\w+way|the Beltway"),
        ("Labrador", "MISC", r"(?!Labr)[A-Z][a-z]+"),
        ("Lantus 20 units", "PRODUCT", r"(?:Insulin \w+|Humalog|NovoLog|Levemir) (?!20)\d+ units"),
    ],
)
def test_the_form_stays(phrase, label, form):
    for made in _surrogates(phrase, label):
        assert re.fullmatch(form, made), made


@pytest.mark.parametrize(
    ("phrase", "first", "last"),
    [("April 3 to April 17", (4, 3), (4, 17)), ("from May 5th through June 1st", (5, 5), (6, 1))],
)
def test_both_ends_of_a_range_move_alike(phrase, first, last):
    days = (date(2021, *last) - date(2021, *first)).days
    for made in _surrogates(phrase, "DATE"):
        ends = re.findall(r"([A-Z][a-z]+) (\d+)", made)
        (start, end) = (date(2021, list(month_name).index(m), int(d)) for m, d in ends)
        assert (end - start).days % 365 == days, made


@pytest.mark.parametrize("dose", [1, 5, 20, 250, 500, 1000])
def test_a_medicine_has_another_dose(dose):
    for number in range(_KEYS):
        context = Context(Key(bytes([number]) * 16), "scope")
        drug, new = medicine_like("Metformin", dose, " mg", context)
        assert drug[0].isupper()
        assert drug != "Metformin"
        assert new != dose
        assert 1 <= new <= 1000
