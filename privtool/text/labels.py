"""The labels of private spans, and the mapping of the label names of other tools."""

from __future__ import annotations

from enum import Enum
from functools import lru_cache


class Label(str, Enum):
    """The class of a private span. In brackets it is the class marker: `[PERSON]`."""

    PERSON = "PERSON"
    LOCATION = "LOCATION"
    ORGANIZATION = "ORGANIZATION"
    MISC = "MISC"  # other names: nationalities, events, works, products
    ADDRESS = "ADDRESS"  # a street address or a part of it
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
    "FULL_NAME": Label.PERSON,
    "GIVEN_NAME": Label.PERSON,
    "FIRST_NAME": Label.PERSON,
    "MIDDLE_NAME": Label.PERSON,
    "SURNAME": Label.PERSON,
    "LAST_NAME": Label.PERSON,
    "FAMILY_NAME": Label.PERSON,
    "PATIENT": Label.PERSON,
    "DOCTOR": Label.PERSON,
    "LOC": Label.LOCATION,
    "GPE": Label.LOCATION,
    "FAC": Label.LOCATION,
    "CITY": Label.LOCATION,
    "STATE": Label.LOCATION,
    "COUNTRY": Label.LOCATION,
    "COUNTY": Label.LOCATION,
    "PLACE": Label.LOCATION,
    "ORG": Label.ORGANIZATION,
    "CORPORATION": Label.ORGANIZATION,
    "GROUP": Label.ORGANIZATION,
    "COMPANY": Label.ORGANIZATION,
    "ORGANISATION": Label.ORGANIZATION,
    "HOSPITAL": Label.ORGANIZATION,
    "CLINIC": Label.ORGANIZATION,
    "FACILITY": Label.ORGANIZATION,
    "NORP": Label.MISC,
    "PRODUCT": Label.MISC,
    "EVENT": Label.MISC,
    "LAW": Label.MISC,
    "LANGUAGE": Label.MISC,
    "WORK_OF_ART": Label.MISC,
    "CREATIVE_WORK": Label.MISC,
    "STREET": Label.ADDRESS,
    "ADDRESS_NUMBER": Label.ADDRESS,
    "STREET_ADDRESS": Label.ADDRESS,
    "HOUSE_NUMBER": Label.ADDRESS,
    "BIRTH_DATE": Label.DATE,
    "BIRTHDATE": Label.DATE,
    "BIRTHDAY": Label.DATE,
    "DATE_OF_BIRTH": Label.DATE,
    "DOB": Label.DATE,
    "ZIPCODE": Label.ZIP,
    "POSTCODE": Label.ZIP,
    "ZIP_CODE": Label.ZIP,
    "POSTAL_CODE": Label.ZIP,
    "PHONE_NUMBER": Label.PHONE,
    "TELEPHONE": Label.PHONE,
    "FAX": Label.PHONE,
    "EMAIL_ADDRESS": Label.EMAIL,
    "IP_ADDRESS": Label.IP,
    "CREDIT_CARD": Label.CARD,
    "IBAN_CODE": Label.IBAN,
    "US_SSN": Label.SSN,
    "MEDICAL_RECORD": Label.ID,
    "MRN": Label.ID,
    "ACCOUNT": Label.ID,
    "ACCOUNT_NUMBER": Label.ID,
    "LICENSE": Label.ID,
    "DEVICE": Label.ID,
    "CARDINAL": Label.NUMBER,
    "ORDINAL": Label.NUMBER,
    "QUANTITY": Label.NUMBER,
    "PERCENT": Label.NUMBER,
}


def canonical_label(name: str) -> Label:
    """Return the label for the label name of a tagger, ignoring case and `B-`/`I-` prefixes.

    Unknown names are private, too: they become `MISC`.
    """
    return _lookup(name) or Label.MISC


def is_known_label(name: str) -> bool:
    """Return whether a name is or maps to one of our labels: others may contain anything."""
    return _lookup(name) is not None


def bare_label(name: str) -> str:
    """Return a label name in capitals, without `B-` or `I-`, with `_` for spaces and hyphens."""
    upper = name.upper()
    if upper[:2] in ("B-", "I-", "E-", "S-", "L-", "U-"):
        upper = upper[2:]
    return upper.replace(" ", "_").replace("-", "_")


@lru_cache(maxsize=4096)
def _lookup(name: str) -> Label | None:
    upper = bare_label(name)
    return Label(upper) if upper in Label.__members__ else _ALIASES.get(upper)
