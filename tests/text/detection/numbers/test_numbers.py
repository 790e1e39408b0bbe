"""Phones, cards, accounts, social security and other national numbers, long numbers."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("marked", "score"),
    [
        ("call «+1 (415) 555-0142 x123» now", 1.0),
        ("«(212) 736-5000», «212.736.5000» and «212 736 5000».", 1.0),
        ("it is «555-0142» again", 0.9),
        ("«555 0142» will do", 0.7),
        ("«2127365000» is bare", 0.9),
        ("«+44 20 7946 0958», «+44 (0)20 7946 0958»", 0.9),
        ("in London «020 7946 0958»", 0.7),
        ("Paris «01 23 45 67 89»", 0.7),
        ("text «212-736-5000 ext. 42»", 1.0),
        ("«４１５－５５５－０１４２»", 0.9),
        ("«415‑555‑0142» and «415–555–0142»", 0.9),
        ("«415\u00a0555\u00a00142»", 0.9),
        ("«٤١٥-٥٥٥-٠١٤٢»", 0.9),
        ("電話は«03-1234-5678»です", 0.7),
        ("call me on «4123»", 0.7),
        ("her cell number is «55501»", 0.7),
    ],
)
def test_phones(expect, marked, score):
    expect("PHONE", marked, score)


@pytest.mark.parametrize("said", ["07400 123456", "06 12 34 56 78", "0412 345 678"])
def test_foreign_numbers_are_found_by_their_grouping(tag, said):
    assert [(span.label, span.score) for span in tag(said)] == [("PHONE", 0.7)]


@pytest.mark.parametrize(
    ("label", "marked", "score"),
    [
        ("CARD", "card «4111 1111 1111 1111» or «4111-1111-1111-1111»", 1.0),
        ("CARD", "«4111111111111111», «3782 822463 10005»", 1.0),
        ("NUMBER", "«4111 1111 1111 1112» fails the test", 0.9),
        ("IBAN", "to «GB29 NWBK 6016 1331 9268 19» and then «DE89370400440532013000»", 1.0),
        ("IBAN", "«gb29-nwbk-6016-1331-9268-19»", 1.0),
        ("IBAN", "new iban «nl47 rabo 0398 2216 05», pay joost", 0.5),
        ("IBAN", "«GB29 NWBK 6016 1331 9268 18» fails the test", 0.5),
        ("SSN", "«536-22-8726», «536 22 8726», «536.22.8726»", 1.0),
        ("SSN", "an invented one, «987-65-4321», counts", 0.7),
        ("SSN", "my social is «536228726»", 1.0),
        ("SSN", "ssn: «000112222»", 0.9),
        ("NATIONAL_ID", "itin «912-70-1234»", 1.0),
        ("NATIONAL_ID", "NHS number «943 476 5919»", 1.0),
        ("NATIONAL_ID", "my nino is «AB 12 34 56 C», or «AB123456C»", 0.9),
        ("NATIONAL_ID", "«046 454 286» (Canada)", 0.9),
        ("NATIONAL_ID", "IdNr «36 574 261 809»", 0.9),
        ("NATIONAL_ID", "«12345678Z», «X1234567L», «12345678-Z»", 0.9),
        ("NATIONAL_ID", "«2 55 08 14 168 025 38» in France", 0.9),
        ("NATIONAL_ID", "«RSSMRA85T10A562S»", 1.0),
        ("NATIONAL_ID", "«44051401359» (Poland)", 0.9),
        ("NATIONAL_ID", "«2341 2341 2346» and «ABCPE1234F» (India)", 0.9),
        ("NATIONAL_ID", "«390.533.447-05» (Brazil)", 0.9),
        ("NATIONAL_ID", "bsn «111222333» or «1112.22.333»", 0.9),
        ("NATIONAL_ID", "«811228-9874» (Sweden), «131052-308T» (Finland)", 0.9),
        ("NATIONAL_ID", "my TFN: «123 456 782»", 0.9),
        ("NATIONAL_ID", "medicare «2123 45670 1»", 0.7),
        ("NATIONAL_ID", "passport no. «C01X00T47», passport «533380006»", 0.7),
        ("NATIONAL_ID", "driver's license is «D1234567»", 0.7),
        ("ID", "«1BoatSLRHtKNngkdXEeobR76b53LETtpyT»", 1.0),
        ("ID", "«bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4»", 1.0),
        ("ID", "«0x52908400098527886E0F7030069857D2E4169EE7»", 0.9),
        ("ID", "imei «490154203237518»", 0.9),
        ("NUMBER", "only «48213» of «1,234,567»", 0.5),
        ("NUMBER", "«1 2 3 4 5 6» it said", 0.7),
        ("NUMBER", "the last four digits are «1234», pin «4711»", 0.7),
        ("DATE", "the one of «20240305»", 0.5),
    ],
)
def test_numbers(expect, label, marked, score):
    expect(label, marked, score)


@pytest.mark.parametrize(
    "text",
    ["room for 12", "we won 3 to 2", "98.6 degrees", "3.14159", "1 2 12 4", "in 10 20 or 30 ways"],
)
def test_small_numbers_score_low(tag, text):
    assert tag(text) == []
    covered = sum(s.end - s.start for s in tag(text, 0.0))
    assert covered >= sum(map(str.isdigit, text))
