"""Private phrases in sentences, with the form that their surrogates have (`forms.tsv`)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from privtool.text.surrogates.prf import Key
from tests.text.surrogates.sentences import made

KEYS = [Key(f"form {number}".encode().ljust(16, b"\0")) for number in range(4)]
ROWS = [
    line.split("\t")
    for line in (Path(__file__).parent / "forms.tsv").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]


@pytest.mark.parametrize(("label", "sentence", "form"), ROWS)
def test_a_surrogate_has_the_form_of_its_phrase(label: str, sentence: str, form: str) -> None:
    for key in KEYS:
        surrogate, *_ = made(sentence, label, key)
        assert re.fullmatch(form, surrogate), surrogate
        if label not in ("NUMBER", "DATE", "TIME"):
            assert f"[{surrogate}]" not in sentence
