"""Names whose letters are written as references, codes or stars are read as names."""

from __future__ import annotations

import pytest

from privtool.core.record import Entity, Record
from privtool.text.surrogates.unread import untorn
from tests.support.surrogate_stage import process

_FORMS = [
    ("Ren&eacute;e", "Renée"),
    ("D&apos;Aubign&eacute;", "D'Aubigné"),
    (r"Jos\u00e9", "José"),
    (r"Jos\\xe9", "José"),
    ("Gu=E9rin", "Guérin"),
    ("Gu=C3=A9rin", "Guérin"),
    ("=?iso-8859-1?Q?Ma=EFt=E9_Roux?=", "Maïté Roux"),
    (r"H\"ofl\'{\i}k", "Hoflik"),
    (r"Zden\v{e}k", "Zdenek"),
    (r"{\'E}milie", "Emilie"),
    (r"Erd{\H o}s", "Erdos"),
    (r"S{\o}ren", "Soren"),
    ("M*hm*ud", "Mhmud"),
    (r"Ann\ud83d\ude00", "Ann\U0001f600"),
    (r"Ann\ud83d", "Ann\ufffd"),
]


@pytest.mark.parametrize(("torn", "plain"), _FORMS)
def test_letters_of_a_name(torn, plain):
    assert untorn(torn, "PERSON") == plain


@pytest.mark.parametrize(
    ("phrase", "label"),
    [
        ("****1234", "CARD"),
        (r"C:\u00e9", "USERNAME"),
        ("a&amp;b", "URL"),
        ("=?latin-x?Q?Anna?=", "PERSON"),
        ("=?utf-8?B?A?=", "PERSON"),
        ("Anna & Bob", "PERSON"),
    ],
)
def test_others_stay(phrase, label):
    assert untorn(phrase, label) == phrase


@pytest.mark.parametrize(("torn", "plain"), _FORMS)
def test_one_surrogate_for_both(torn, plain):
    text = f"{torn} met {plain} there"
    start = len(torn) + 5
    entities = (
        Entity(0, len(torn), "PERSON"),
        Entity(start, start + len(plain), "PERSON"),
    )
    new, _ = process(Record(id=1, text=text, entities=entities))
    first, second = (new.text[each.start : each.end] for each in new.entities)
    assert first == second
    assert not set("&\\*={}") & set(first)
