"""Numbers in words of other languages become other numbers of the same form."""

import re

import pytest

from privtool.text.detection.foreign_numbers import LANGUAGES, is_number

_NAMES = ("de", "es", "fr", "it", "pt", "nl")
_PHRASES = [
    ("de", "PHONE", "null eins fünf zwei, dreiundvierzig, siebzehn, acht null neun"),
    ("es", "PHONE", "seis doce, treinta y cuatro, cero cinco, noventa y uno"),
    ("fr", "PHONE", "zéro six, quarante-deux, dix-sept, zéro huit"),
    ("it", "NUMBER", "tre tre otto, ventuno, quarantotto"),
    ("nl", "ID", "nul zes, drieënveertig, achtentwintig, negen"),
    ("pt", "ZIP", "zero quatro mil quinhentos e vinte e um, traço, zero trinta"),
]


@pytest.mark.parametrize(("name", "label", "phrase"), _PHRASES)
def test_words_of_the_language_replace_each_other(surrogate, name, label, phrase):
    made = surrogate(label, phrase)
    assert not made.marker
    words = LANGUAGES[_NAMES.index(name)].words
    old, new = (text.replace(",", "").replace("-", " ").split() for text in (phrase, made.text))
    assert len(old) == len(new)
    for before, after in zip(old, new, strict=True):
        if is_number(before, words) and before not in ("mil", "y", "e"):
            assert is_number(after, words)
            assert after != before
        else:
            assert after == before


def test_digits_between_the_words_change(surrogate):
    for label in ("PHONE", "NUMBER", "ID", "CARD"):
        made = surrogate(label, "seis doce 4821 treinta y dos 7093")
        assert not {"4821", "7093"} & set(re.findall(r"\d+", made.text))


def test_english_numbers_are_read_as_such(surrogate):
    made = surrogate("NUMBER", "six six two")
    assert not any(is_number(word) and word != "six" for word in made.text.split())
