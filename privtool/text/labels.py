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


_NAMES_BY_LABEL = {
    Label.PERSON: """PER NAME FULL_NAME GIVEN_NAME FIRST_NAME MIDDLE_NAME SURNAME LAST_NAME
        FAMILY_NAME PATIENT DOCTOR""",
    Label.LOCATION: "LOC GPE FAC CITY STATE COUNTRY COUNTY PLACE",
    Label.ORGANIZATION: "ORG CORPORATION GROUP COMPANY ORGANISATION HOSPITAL CLINIC FACILITY",
    Label.MISC: "NORP PRODUCT EVENT LAW LANGUAGE WORK_OF_ART CREATIVE_WORK",
    Label.ADDRESS: "STREET ADDRESS_NUMBER STREET_ADDRESS HOUSE_NUMBER",
    Label.DATE: "BIRTH_DATE BIRTHDATE BIRTHDAY DATE_OF_BIRTH DOB",
    Label.ZIP: "ZIPCODE POSTCODE ZIP_CODE POSTAL_CODE",
    Label.PHONE: "PHONE_NUMBER TELEPHONE FAX",
    Label.EMAIL: "EMAIL_ADDRESS",
    Label.IP: "IP_ADDRESS",
    Label.CARD: "CREDIT_CARD",
    Label.IBAN: "IBAN_CODE",
    Label.SSN: "US_SSN",
    Label.ID: "MEDICAL_RECORD MRN ACCOUNT ACCOUNT_NUMBER LICENSE DEVICE",
    Label.NUMBER: "CARDINAL ORDINAL QUANTITY PERCENT",
}
_ALIASES = {name: label for label, names in _NAMES_BY_LABEL.items() for name in names.split()}


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
