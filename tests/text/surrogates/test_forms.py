"""Private phrases, alone or in sentences, with the form of their surrogates (`forms.tsv`)."""

from __future__ import annotations

import operator

import pytest
import regex

from privtool.text.surrogates.prf import Key
from tests.text.surrogates.sentences import made, rows_of

KEYS = [Key(f"form {number}".encode().ljust(16, b"\0")) for number in range(4)]
ROWS = [[*row, ""][:4] for row in rows_of("forms")]


@pytest.mark.parametrize(("label", "sentence", "form", "gone"), ROWS)
def test_a_surrogate_has_the_form_of_its_phrase(
    label: str, sentence: str, form: str, gone: str
) -> None:
    alone = "[" not in sentence or label == "EMAIL"
    phrase = sentence if alone else sentence.partition("[")[2].partition("]")[0]
    for key in KEYS:
        surrogate, *_ = made([phrase] if alone else sentence, label, key)
        assert regex.fullmatch(form, surrogate), surrogate
        assert surrogate != phrase or surrogate == form  # "this morning" stays
        assert not regex.fullmatch(r"\[[A-Z_]+\]", surrogate)
        assert not gone or gone not in surrogate
        digits = [regex.findall(r"\d+", each) for each in (phrase, surrogate)]
        assert label != "ADDRESS" or all(map(operator.ne, *digits))
