"""What phrases become, alone or in their sentences, by a table of examples."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from privtool.text.surrogates.generator import PrivatePhrase, SurrogateGenerator
from privtool.text.surrogates.prf import Key
from tests.text.surrogates.test_surroundings import KEYS, made

_TABLE = Path(__file__).with_name("forms.tsv").read_text(encoding="utf-8")
ROWS = [line.split("\t") for line in _TABLE.splitlines()[1:]]


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(("label", "sentence", "form"), ROWS)
def test_the_form_is_kept_and_the_phrase_is_not(
    label: str, sentence: str, form: str, key: Key
) -> None:
    phrase = sentence.rpartition("[")[2].partition("]")[0]
    if label == "EMAIL" or phrase == sentence:
        private = [PrivatePhrase(sentence, label)]
        surrogate = SurrogateGenerator(key).generate("", private)[0].text
    else:
        (surrogate,) = made(sentence, label, key)
    assert re.fullmatch(form, surrogate), surrogate
    assert surrogate != phrase
