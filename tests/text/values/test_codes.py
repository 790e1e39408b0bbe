"""Numbers that nobody has: check digits by other implementations, reserved ranges."""

from __future__ import annotations

import ipaddress
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from stdnum import luhn
from stdnum.gb import nhs
from stdnum.us import ssn

from privtool.text.surrogates.codes import card
from privtool.text.surrogates.context import Context
from privtool.text.surrogates.prf import Key, KeyedRandom
from privtool.text.values.code import read_dictation
from privtool.text.values.phone import fictional_number

KEY = Key(b"0123456789abcdef")
TEST_RANGES = ("222300", "424242", "555555", "601111")


@pytest.mark.parametrize(
    ("phrase", "begins"),
    [
        ("4012 8888 8888 1881", TEST_RANGES),
        ("5200-8282-8282-8210", TEST_RANGES),
        ("3782 822463 10005", "378282"),
        ("6011 0009 9013 9424", TEST_RANGES),
        ("four one one one one one one one one one one one one one one one", TEST_RANGES),
    ],
)
def test_a_card_is_a_valid_test_number(surrogate, phrase, begins):
    new = surrogate("CARD", phrase).text
    digits = read_dictation(new).chars
    assert digits.startswith(begins)
    assert len(digits) == len(read_dictation(phrase).chars)
    assert luhn.is_valid(digits)
    assert re.sub(r"\w", "", new) == re.sub(r"\w", "", phrase)


def test_the_first_digit_of_a_card_tells_no_company():
    phrases = [f"4012 8888 8888 {number}" for number in range(1000, 1080)]
    contexts = [Context(KEY, phrase) for phrase in phrases]
    drawn = [card(*pair) for pair in zip(phrases, contexts, strict=True)]
    assert {new[0] for new in drawn} == set("2456")


def test_a_card_that_is_not_valid_stays_so(surrogate):
    assert not luhn.is_valid(read_dictation(surrogate("CARD", "4012 8888 8888 1882").text).chars)
    assert len(surrogate("CARD", "4444").text) == 4


@pytest.mark.parametrize(
    "phrase", ["GB82 WEST 1234 5698 7654 32", "DE51 9999 9999 0001 2345 00", "NL91ABNA0417164300"]
)
def test_an_iban_keeps_country_form_and_check(surrogate, phrase):
    new = surrogate("IBAN", phrase).text
    assert new[:2] == phrase[:2]
    assert [len(part) for part in new.split()] == [len(part) for part in phrase.split()]
    compact = new.replace(" ", "")
    assert compact[4:8] in ("9999", "XXXX")
    assert int("".join(str(int(c, 36)) for c in compact[4:] + compact[:4])) % 97 == 1


def test_an_iban_that_is_not_valid_stays_so(surrogate):
    compact = surrogate("IBAN", "GB83 WEST 1234 5698 7654 32").text.replace(" ", "")
    assert int("".join(str(int(c, 36)) for c in compact[4:] + compact[:4])) % 97 != 1


@pytest.mark.parametrize("phrase", ["078-05-1120", "861037742", "987-65-4321"])
def test_a_social_security_number_is_never_issued(surrogate, phrase):
    new = surrogate("SSN", phrase).text
    assert len(new) == len(phrase)
    assert not ssn.is_valid(new)
    digits = re.sub(r"\D", "", new)
    assert digits[0] == "9"
    assert 1 <= int(digits[3:5]) <= 49  # 50 and more are those of tax numbers


def test_a_national_number_has_valid_check_digits(surrogate):
    new = surrogate("NATIONAL_ID", "943 476 5919").text
    assert nhs.is_valid(new)
    assert new.startswith("999 ")


PHONES = {
    "555-0142": r"555-01\d\d",
    "(212) 867-5309": r"\([2-9]\d\d\) 555-01\d\d",
    "+1 202 456 1111": r"\+1 [2-9]\d\d 555 01\d\d",
    "1-415-273-9164 ext 12": r"1-[2-9]\d\d-555-01\d\d ext \d\d",
    "07911 123456": r"07700 900\d{3}",
    "+44 7911 123456": r"\+44 7700 900\d{3}",
    "020 7219 3000": r"020 7946 0\d{3}",
    "+33 6 12 34 56 78": r"\+33 6 39 98 \d\d \d\d",
    "0412 345 678": r"0491 570 15[6-9]",
    "070-123 45 67": r"070-174 06 [1-9]\d",
    "030 2270 0000": r"030 2312 5\d{3}",
    "+39 06 1234 5678": r"\+39 \d\d \d555 01\d\d",
    "12345": r"\d{5}",
    "five five five one two one two": r"five five five oh one \w+ \w+",
    "eight six seven five three oh nine": r"five five five oh one \w+ \w+",
}


@pytest.mark.parametrize("phrase", PHONES)
def test_a_phone_number_is_fictional(surrogate, phrase):
    assert re.fullmatch(PHONES[phrase], surrogate("PHONE", phrase).text)


@given(st.text("0123456789", min_size=1, max_size=15), st.booleans(), st.integers())
def test_a_phone_number_keeps_its_length(digits, abroad, number):
    new = fictional_number(digits, "7" * len(digits), abroad, KeyedRandom(KEY, number))
    assert len(new) == len(digits)
    assert new.isdigit()


@pytest.mark.parametrize(
    "phrase", ["10.0.0.1", "8.8.8.8", "2a00:1450:4001:81b::200e", "fe80::1", "::1", "10.0.0.0/8"]
)
def test_an_address_is_for_documentation(surrogate, phrase):
    new = surrogate("IP", phrase).text
    networks = ["192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24", "2001:db8::/32"]
    address = ipaddress.ip_address(new.partition("/")[0])
    nets = [ipaddress.ip_network(network) for network in networks]
    assert any(address in net for net in nets if net.version == address.version)


INTERNET = [
    ("EMAIL", "anna.kowalski@acme.com", r"\w+\.\w+@example\.(com|org|net)"),
    ("EMAIL", "anna dot kowalski at acme dot com", r"\w+ dot \w+ at example dot (com|org|net)"),
    ("URL", "https://www.acme.com/anna?x=1", r"https://www\.example\.(com|org|net)/\w{4}\?\w=\d"),
    ("URL", "acme.com:8080", r"example\.(com|org|net):8080"),
    ("EMAIL", "kowalski[at]ana-kim[dot]com[dot]ng", r"\w+\[at\]example\[dot\](com|org|net)"),
    ("EMAIL", "anna (at) acme (dot) com", r"\w+ \(at\) example \(dot\) (com|org|net)"),
    ("URL", "acme dot com slash anna", r"example dot (com|org|net) slash [a-z]{4}"),
    ("USERNAME", "@anna_77", r"@[a-z]+_\d\d"),
    ("ID", "HC-2291-7740", r"[A-Z]{2}-\d{4}-\d{4}"),
    ("ID", "00-1B-44-11-3A-B7", r"00-00-5E-00-53-[0-9A-F]{2}"),
    ("MONEY", "$1,904.17", r"\$[1-9],\d{3}\.\d\d"),
    ("MONEY", "two thousand euros", r"\w+ thousand euros"),
    ("MONEY", "USD 20", r"USD [1-9]0"),
    ("AGE", "34-year-old", r"(1[89]|2\d|3[0-3])-year-old"),
    ("AGE", "twenty-five", r"(eighteen|nineteen|(twen|thir)ty(-\w+)?)"),
    ("AGE", "eleven wks + 2 d", r"(six|seven|eight|nine|ten|twelve) wks \+ [345] d"),
    ("AGE", "9", r"[678]|1[012]"),
    ("AGE", "94", r"9\d"),
    ("AGE", "80s", r"[2-9]0s"),
    ("AGE", "seventies", r"fifties|sixties|eighties|nineties"),
    ("AGE", "six-and-three-quarters", r"[a-z]+-and-three-quarters"),
    ("TIME", "6:20 a.m.", r"[1-9]:\d[05] a\.m\."),
    ("TIME", "14:30", r"(1[3-9]|2[0-3]):(15|30|45)"),
    ("TIME", "half past nine", r"half past (one|two|three|four|five|six|seven|eight)"),
    ("TIME", "eight oh five", r"\w+ oh five"),
    ("TIME", "ten to six", r"\w+ to (?!six)\w+"),
    ("TIME", "noon", r"midnight"),
    ("TIME", "2310 HRS", r"(1[3-9]|2[0-2])\d\d HRS"),
    ("ZIP", "SW1A 1AA", r"ZZ99 \d[A-Z]{2}"),
    ("ZIP", "K1A 0B1", r"[A-Z]\d[A-Z] \d[A-Z]\d"),
    ("NUMBER", "three hundred and twelve", r"\w+ hundred and \w+"),
]  # fmt: skip


@pytest.mark.parametrize(("label", "phrase", "form"), INTERNET)
def test_surrogates_have_the_form_of_the_original(surrogate, label, phrase, form):
    made = surrogate(label, phrase)
    assert not made.marker
    assert made.text != phrase
    assert re.fullmatch(form, made.text)
