"""Codes in groups, codes for keypads, numbers partly in words or with hesitations."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("label", "marked"),
    [
        ("ID", "insurance id «xjh 8841 20 557», group"),
        ("NATIONAL_ID", "pan «ABKPT 55 21 Q», kindly do needful sir"),
        ("NATIONAL_ID", "pan «abkpt 55 21 q», kindly do needful sir"),
        ("ID", "member number: «GQ-4410 77» and so on"),
        ("NUMBER", "code «4 4 star 1 9»"),
        ("NUMBER", "gate code «4471#», ask for me"),
        ("NUMBER", "the pin is «one 2 pound 3 4», ok"),
        ("NUMBER", "press «*67 4471» then"),
        ("PHONE", "ph# «(+sixty-four) 21-five five five-0182»"),
        ("PHONE", "call «+44 twenty seven nine four six oh nine five eight» now"),
        (
            "NUMBER",
            "es «seis tres nueve, espera, no, seis tres cero, doce, y luego noventa y nueve».",
        ),
        ("NUMBER", "«null eins, äh, Moment, nein, null zwei, und dann drei vier» bitte"),
        ("NUMBER", "é o «nove um dois, trezentos e quarenta e cinco, zero sessenta e oito», ligue"),
        ("NUMBER", "CEP «zero quatro mil quinhentos e vinte e um, traço, zero trinta», azul"),
        ("NUMBER", "numéro «sept cent douze, quarante, B comme Berthe», voilà"),
        ("NUMBER", "bel «nul zes, drieënveertig, achtentwintig, negen» maar"),
        ("NUMBER", "chiami «tre tre otto, ventuno, quarantotto» grazie"),
        ("NUMBER", "«un deux trois, attendez, pardon, un deux quatre, et puis cinq» voilà"),
    ],
)
def test_found(expect, label, marked):
    expect(label, marked)


@pytest.mark.parametrize(
    "text",
    [
        "id and ref of 5 mg, pan of 12 inch",
        "the policy on NATO and the member of ABC",
        "a 4 star hotel, a five star one, # of people",
        "uno espera, no, y luego",
        "um, uma e um, um",
        "a + b, one + one",
    ],
)
def test_not_found(tag, text):
    assert tag(text) == []
