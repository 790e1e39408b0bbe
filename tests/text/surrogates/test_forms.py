"""Private phrases in sentences, with the form that their surrogates have (`forms.tsv`)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from privtool.text.surrogates.generator import PrivatePhrase, SurrogateGenerator
from privtool.text.surrogates.prf import Key
from tests.text.surrogates.sentences import made

KEYS = [Key(f"form {number}".encode().ljust(16, b"\0")) for number in range(4)]
TABLE = Path(__file__).parents[2] / "data/examples/surrogates/forms.tsv"
ROWS = [
    line.split("\t")
    for line in TABLE.read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]


@pytest.mark.parametrize(("label", "sentence", "form"), ROWS)
def test_a_surrogate_has_the_form_of_its_phrase(label: str, sentence: str, form: str) -> None:
    for key in KEYS:
        surrogate, *_ = made(sentence, label, key)
        assert re.fullmatch(form, surrogate), surrogate
        if label not in ("NUMBER", "DATE", "TIME"):
            assert f"[{surrogate}]" not in sentence


@pytest.mark.parametrize("key", KEYS)
def test_ordinals_and_vital_signs_stay_likely(key: Key) -> None:
    generator = SurrogateGenerator(key)
    (ordinal,) = generator.generate("", [PrivatePhrase("21st", "ORDINAL")])
    assert 14 <= int(ordinal.text[:-2]) <= 28
    (share,) = generator.generate("", [PrivatePhrase("94%", "PERCENT", cues=("vital",))])
    assert 90 <= int(share.text[:-1]) <= 98
    (several,) = generator.generate("", [PrivatePhrase("five", "CARDINAL", cues=("plural",))])
    assert several.text not in ("one", "five")
