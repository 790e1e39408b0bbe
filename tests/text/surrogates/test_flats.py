"""Floors, flats and buildings of addresses keep their words and get other values."""

import pytest
import regex

from privtool.text.surrogates.addresses import identifying_words

_STREET = r"\p{Lu}[\p{L}' ]+"
FORMS = {
    "18 rue des Tanneurs, 3e étage gauche": r"\d\d rue .*, \de étage gauche",
    "18 bis rue des Tanneurs, 3e étage": r"\d\d bis rue .*, \de étage",
    "Birkenallee 17a, 2. OG links": r"\p{L}+allee \d\d\p{L}, \d\. OG links",
    "Calle Mayor 15, 3º izq, puerta B": r"Calle .* \d\d, \dº izq, puerta [A-Z]",
    "block C, stair two, flat 5": r"block [A-Z], stair \w+, flat \d",
    "wing B, 2nd floor": r"wing [A-Z], \d(?:st|nd|rd|th) floor",
    "12 Elm Street, third floor, door B": rf"\d\d {_STREET} Street, \w+ floor, door [A-Z]",
    "ul. Lipowa 5 m. 12": r"ul\. \p{L}+ \d m\. \d\d",
    "Storgata 5, 2. tv": r"\p{L}+gata \d, \d\. tv",
    "12 rue Neuve, deuxième étage gauche": r"\d\d rue .*, (?!deux)\w+ étage gauche",
    "Rua Augusta 40, third left": r".* \d\d, (?!third)\w+ left",
    "Dohány utca 38., II. em. 4": r".* \d\d\., (?!II\.)[IV]+\. em\. \d",
    "bât. C, 4e étage, porte 12": r"bât\. [A-Z], \de étage, porte \d\d",
    "12 Elm Street, door 5b, lot A12": rf"\d\d {_STREET} Street, door \d[ac-z], lot [B-Z]\d\d",
    "44 Elm St Rear": rf"\d\d {_STREET} St Rear",
}


@pytest.mark.parametrize("phrase", FORMS)
def test_the_words_stay_and_the_values_change(surrogate, phrase):
    made = surrogate("ADDRESS", phrase)
    assert not made.marker
    assert regex.fullmatch(FORMS[phrase], made.text), made.text
    old, new = (regex.findall(r"\d+", text) for text in (phrase, made.text))
    assert all(one != other for one, other in zip(old, new, strict=True))


def test_only_the_rest_identifies_an_address():
    assert identifying_words("12 Elm Street, third floor, door B, wing C") == {"elm"}
    assert identifying_words("block C, stair two") == set()
