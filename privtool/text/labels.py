"""The labels of private things, and how other people's label names map onto them."""

from __future__ import annotations

from enum import Enum


class Label(str, Enum):
    """What kind of private thing a span is. The value is also the class marker: `[PERSON]`."""

    PERSON = "PERSON"
    LOCATION = "LOCATION"
    ORGANIZATION = "ORGANIZATION"
    MISC = "MISC"  # other names: nationalities, events, works, products
    ADDRESS = "ADDRESS"  # street address, or a part of one
    ZIP = "ZIP"
    DATE = "DATE"
    TIME = "TIME"
    AGE = "AGE"
    PHONE = "PHONE"
    EMAIL = "EMAIL"
    URL = "URL"
    IP = "IP"
    USERNAME = "USERNAME"
    CARD = "CARD"
    IBAN = "IBAN"
    SSN = "SSN"
    NATIONAL_ID = "NATIONAL_ID"  # tax, passport, health or social numbers other than the SSN
    ID = "ID"  # record, case, account, order or device ids
    MONEY = "MONEY"
    NUMBER = "NUMBER"  # long numbers and spoken-out digit sequences of no known kind
    WORD = "WORD"  # a masked word of unknown class


_ALIASES = {
    "PER": Label.PERSON,
    "NAME": Label.PERSON,
    "LOC": Label.LOCATION,
    "GPE": Label.LOCATION,
    "FAC": Label.LOCATION,
    "CITY": Label.LOCATION,
    "STATE": Label.LOCATION,
    "COUNTRY": Label.LOCATION,
    "ORG": Label.ORGANIZATION,
    "CORPORATION": Label.ORGANIZATION,
    "GROUP": Label.ORGANIZATION,
    "NORP": Label.MISC,
    "PRODUCT": Label.MISC,
    "EVENT": Label.MISC,
    "LAW": Label.MISC,
    "LANGUAGE": Label.MISC,
    "WORK_OF_ART": Label.MISC,
    "CREATIVE_WORK": Label.MISC,
    "STREET": Label.ADDRESS,
    "ADDRESS_NUMBER": Label.ADDRESS,
    "ZIPCODE": Label.ZIP,
    "POSTCODE": Label.ZIP,
    "PHONE_NUMBER": Label.PHONE,
    "EMAIL_ADDRESS": Label.EMAIL,
    "IP_ADDRESS": Label.IP,
    "CREDIT_CARD": Label.CARD,
    "IBAN_CODE": Label.IBAN,
    "US_SSN": Label.SSN,
    "CARDINAL": Label.NUMBER,
    "ORDINAL": Label.NUMBER,
    "QUANTITY": Label.NUMBER,
    "PERCENT": Label.NUMBER,
}


def canonical(name: str) -> Label:
    """The label for a tagger's own label name; `B-`/`I-` prefixes and case do not matter.

    Unknown names are private all the same: they become `MISC`.
    """
    upper = name.upper()
    if upper[:2] in ("B-", "I-", "E-", "S-", "L-", "U-"):
        upper = upper[2:]
    try:
        return Label(upper)
    except ValueError:
        return _ALIASES.get(upper, Label.MISC)
