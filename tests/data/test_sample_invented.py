"""Numbers and addresses in the sample belong to nobody, and pass the checks of their kind."""

import ipaddress
import re
from collections.abc import Callable

from privtool.text.labels import Label

Phrases = Callable[[Label], list[str]]

# Telephone digits in ranges that their countries keep for fiction.
FICTION_PHONES = re.compile(
    r"(1?\d{3})?55501\d\d"  # North America
    r"|(44|0)7700900\d{3}|01314960\d{3}|02079460\d{3}"  # United Kingdom
    r"|0491570\d{3}"  # Australia
    r"|(33|0)63998\d{4}"  # France
    r"|03023125\d{3}"  # Germany
    r"|07017406\d\d"  # Sweden
)
TEST_NETWORKS = [
    ipaddress.ip_network(network)
    for network in ("192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24", "2001:db8::/32")
]
ADVERTISED_SSN = re.compile(r"98765432\d|078051120|9\d{8}")
PLAIN_SSN = {"861037742", "837261904"}  # well-formed, for checkers that reject the others


def digits(phrase: str) -> str:
    """The ASCII digits of a phrase, joined."""
    return "".join(re.findall(r"[0-9]", phrase))


def passes_luhn(number: str) -> bool:
    """Whether a string of digits passes the Luhn check."""
    doubled = [int(d) * (1 + place % 2) for place, d in enumerate(reversed(number))]
    return sum(d - 9 if d > 9 else d for d in doubled) % 10 == 0


def passes_mod97(iban: str) -> bool:
    """Whether an IBAN without spaces has the right check digits (ISO 13616)."""
    return int("".join(str(int(char, 36)) for char in iban[4:] + iban[:4])) % 97 == 1


def test_telephone_numbers_are_fictional(phrases: Phrases) -> None:
    written = [digits(phrase) for phrase in phrases(Label.PHONE) if digits(phrase)]
    assert len(written) >= 10
    assert [number for number in written if not FICTION_PHONES.fullmatch(number)] == []


def test_cards_pass_luhn_with_spaces_and_with_dashes(phrases: Phrases) -> None:
    full = [card for card in phrases(Label.CARD) if len(digits(card)) >= 12]
    assert all(passes_luhn(digits(card)) for card in full)
    assert any(" " in card for card in full)
    assert any("-" in card for card in full)


def test_ibans_have_valid_check_digits_but_for_one_typing_error(phrases: Phrases) -> None:
    ibans = [iban.replace(" ", "") for iban in phrases(Label.IBAN)]
    wrong = [iban for iban in ibans if not passes_mod97(iban)]
    assert len(ibans) >= 6
    assert wrong == ["DE5199999999000123450O"]


def test_social_security_numbers_are_void_or_listed(phrases: Phrases) -> None:
    written = [digits(phrase) for phrase in phrases(Label.SSN) if digits(phrase)]
    assert {number for number in written if not ADVERTISED_SSN.fullmatch(number)} == PLAIN_SSN


def test_internet_addresses_are_for_documentation(phrases: Phrases) -> None:
    addresses = [ipaddress.ip_address(phrase) for phrase in phrases(Label.IP)]
    assert {address.version for address in addresses} == {4, 6}
    assert all(any(address in network for network in TEST_NETWORKS) for address in addresses)


def test_domains_are_for_documentation(phrases: Phrases) -> None:
    for phrase in phrases(Label.EMAIL) + phrases(Label.URL):
        host = re.sub(r"^\w+://|^.*@", "", phrase.replace(" dot ", ".").replace(" at ", "@"))
        host = re.split(r"[:/?#]", host)[0]
        assert re.search(r"(^|\.)example(\.com|\.org|\.net)?$", host), host
