"""Letters and spoken signs beside the digits of codes."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    "marked",
    [
        "the invoice is «INV 30871», it stopped",
        "it's «hash 88231», the boots",
        "user: «kd 4482 0917»",
        "visa «gwf 0719 33 4482»",
        "saw it, «WTU 118 K 0932», stolen",
        "health card «8151 220 773 JK», version",
        "ref, «CR stroke four oh seven one eight stroke twenty-three»",
        "the car «IS 08 BGM» and the trailer",
        "it was «KDJ 418 Q» or so",
        "trailer plate «PO 7K41X», two of them",
        "sample «L 24 dash 00917», potassium",
        "claim «zero seven slash, er, one nine two two five slash A», he said",
        "passport number is «GB 77I0», realy",
        "take «pl 27 1140 2004 0000 3102 7788 4519», that is his",
        "back to «PL 07 / 1140 2199 / 0003 6617 / 8841 0052», same",
        "| bay 3 | «01 A 482 KB» | cement",
        "the «w-4471 kt» blocks our exit",
        '<claimant ref="«LC/7741-0»B">',
        "pay «NL 46 . INGB . 0007 . 3321 . 58», then",
        "call «plus three eight oh, six seven, five five five, one two, oh nine»",
    ],
)
def test_signs_and_letters_belong_to_the_code(tag, marked):
    before, _, rest = marked.partition("«")
    code = rest.partition("»")[0]
    text = marked.replace("«", "").replace("»", "")
    spans = [(span.start, span.end) for span in tag(text, 0) if span.end > len(before)]
    assert spans == [(len(before), len(before) + len(code))]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("it weighs 40000 kg, iso 90011", ["40000", "90011"]),
        ("the 40012 or so", ["40012"]),
        ("MRN 483920 and imei 490154203237518", ["483920", "490154203237518"]),
        ("it has 16 GB 4400, and 200 kg 4400 boxes", ["16 GB 4400", "200", "4400"]),
        ("a w-4471 car, b 204 in all", ["w-4471", "b", "204"]),
        ("we sold 40012 AM radios", ["40012"]),
    ],
)
def test_units_words_and_cues_stay(tag, text, found):
    assert [text[span.start : span.end] for span in tag(text, 0)] == found
