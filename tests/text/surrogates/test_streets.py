"""Spoken streets and house numbers: the form stays, name and number change."""

import pytest
import regex

_NUMBER = r"(?:two|three|four|five|six|seven|eight|nine|\w+teen|\w+ty|ten|eleven|twelve)"
FORMS = {
    "s o u t h": r"\p{L}(?: \p{L})+",
    "b e a c o n street": r"\p{L}(?: \p{L}){2,} street",
    "South Street": r"\p{Lu}\p{L}+ Street",
    "north beacon street": r"north \p{L}+ street",
    "three oh one": rf"{_NUMBER} (?:oh )?\w+(?: \w+)*",
    "b o x eight oh seven": r"\p{L}(?: \p{L}){2,}(?: \w{3,})+",
    "fifty eight oh nine and a half": r".+ and a half",
    "five one one five m a r g a r e t": r"(?:\w{2,} ){4}\p{L}(?: \p{L}){2,}",
    "east eighty fifth street": r"east \w+ty \w+(?:st|nd|rd|th) street",
    "e a s t eighty-fifth s t r e e t": r"\p{L}(?: \p{L})+ \w+ty-\w+(?:st|nd|rd|th) s t r e e t",
    "1183 West 42nd Place": r"\d{4} West \d\d(?:st|nd|rd|th) Place",
    "fifth avenue": r"\w+(?:st|nd|rd|th) avenue",
}


@pytest.mark.parametrize("phrase", FORMS)
def test_the_form_is_kept(surrogate, phrase):
    made = surrogate("ADDRESS", phrase)
    assert not made.marker
    assert made.text != phrase
    assert regex.fullmatch(FORMS[phrase], made.text), made.text


def test_spelled_and_written_names_have_one_surrogate(surrogate):
    spelled, written = (surrogate("ADDRESS", p).text for p in ("b e a c o n road", "beacon road"))
    assert spelled.replace(" ", "") == written.replace(" ", "")


def test_a_spoken_apostrophe_is_part_of_a_spelled_name(surrogate):
    assert regex.fullmatch(r"\p{L}(?: \p{L})+", surrogate("LOCATION", "o apostrophe h a r a").text)


@pytest.mark.parametrize(
    "word", ["Wing", "Gate", "Plot", "Stair", "Tower", "Farm", "Ranch", "State"]
)
def test_a_street_that_is_named_like_a_part_of_a_house_is_renamed(surrogate, word):
    assert word not in surrogate("ADDRESS", f"12 {word} Road").text


def test_the_sign_of_a_house_number_stays(surrogate):
    assert regex.fullmatch(
        r"No\. \d\w \p{Lu}\p{L}+ Close", surrogate("ADDRESS", "No. 5b Mill Close").text
    )
