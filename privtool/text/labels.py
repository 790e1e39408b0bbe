"""The labels of private spans, and the mapping of the label names of other tools."""

from __future__ import annotations

import re
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
        FAMILY_NAME PATIENT DOCTOR PERSON_NAME FIRSTNAME MIDDLENAME LASTNAME GIVENNAME
        GIVENNAME1 GIVENNAME2 LASTNAME1 LASTNAME2 LASTNAME3 ACCOUNTNAME""",
    Label.LOCATION: """LOC GPE FAC CITY STATE COUNTRY COUNTY PLACE LOCATION_OTHER LOCATION_OTHERS
        NEARBYGPSCOORDINATE GEOCOORD COORDINATE COORDINATES GPS LATITUDE LONGITUDE TOWN REGION
        PROVINCE""",
    Label.ORGANIZATION: """ORG CORPORATION GROUP COMPANY ORGANISATION HOSPITAL CLINIC FACILITY
        COMPANYNAME UNIVERSITY SCHOOL EMPLOYER DEPARTMENT CREDITCARDISSUER CARDISSUER""",
    Label.MISC: """NORP PRODUCT EVENT LAW LANGUAGE WORK_OF_ART CREATIVE_WORK NRP PROFESSION
        JOBTITLE JOB_TITLE JOBAREA JOBTYPE OCCUPATION NATIONALITY RELIGION ETHNICITY PREFIX
        TITLE SEX GENDER EYECOLOR ORDINALDIRECTION CURRENCY CURRENCYNAME CURRENCYCODE
        CURRENCYSYMBOL""",
    Label.ADDRESS: """STREET ADDRESS_NUMBER STREET_ADDRESS HOUSE_NUMBER BUILDINGNUMBER STREETNAME
        SECONDARYADDRESS SECADDRESS BUILDING BUILDINGNUM STREETADDRESS ROOM""",
    Label.DATE: """BIRTH_DATE BIRTHDATE BIRTHDAY DATE_OF_BIRTH DOB BOD DATE_TIME DATETIME
        DATEOFBIRTH""",
    Label.ZIP: "UK_POSTCODE ZIPCODE POSTCODE ZIP_CODE POSTAL_CODE ZIP_POSTAL_CODE",
    Label.PHONE: """PHONE_NUMBER TELEPHONE FAX PHONENUMBER TELEPHONENUM TELEPHONE_NUMBER FAX_NUMBER
        MOBILE TEL""",
    Label.EMAIL: "EMAIL_ADDRESS E_MAIL",
    Label.URL: "URI WEBSITE WEB_ADDRESS DOMAIN_NAME",
    Label.IP: "IP_ADDRESS IPADDRESS IPV4 IPV6 IPADDR",
    Label.USERNAME: "USER_NAME USER HANDLE LOGIN",
    Label.CARD: "CREDIT_CARD CREDITCARDNUMBER CREDIT_CARD_NUMBER CREDITCARD CARD_NUMBER",
    Label.IBAN: "IBAN_CODE",
    Label.SSN: "US_SSN SOCIALNUM SOCIALNUMBER SOCIAL_SECURITY_NUMBER SOCIALSECURITYNUMBER",
    Label.NATIONAL_ID: """US_PASSPORT US_DRIVER_LICENSE US_ITIN UK_NHS UK_NINO ES_NIF ES_NIE
        IT_FISCAL_CODE IT_DRIVER_LICENSE IT_VAT_CODE IT_PASSPORT IT_IDENTITY_CARD PL_PESEL
        SG_NRIC_FIN SG_UEN AU_ABN AU_ACN AU_TFN AU_MEDICARE IN_PAN IN_AADHAAR IN_VOTER IN_PASSPORT
        IN_GSTIN KR_DRIVER_LICENSE KR_FRN KR_PASSPORT KR_BRN KR_RRN TH_TNIN CA_SIN IDCARD
        DRIVERLICENSE
        FI_PERSONAL_IDENTITY_CODE PASSPORT PASSPORTNUM DRIVERLICENSENUM DRIVER_LICENSE IDCARDNUM
        TAXNUM TAX_ID HEALTHPLAN HEALTH_PLAN""",
    Label.ID: """MEDICAL_RECORD MRN ACCOUNT ACCOUNT_NUMBER LICENSE DEVICE MEDICALRECORD IDNUM BIOID
        ACCOUNTNUM ACCOUNTNUMBER US_BANK_NUMBER ABA_ROUTING_NUMBER MEDICAL_LICENSE CRYPTO
        BITCOINADDRESS ETHEREUMADDRESS LITECOINADDRESS PHONEIMEI MAC MAC_ADDRESS MASKEDNUMBER
        VEHICLEVIN VEHICLEVRM IN_VEHICLE_REGISTRATION BIC PASSWORD PASS PIN CREDITCARDCVV VEHICLE
        USERAGENT VIN VEHICLE_ID LICENSE_PLATE LICENCE_PLATE NUMBER_PLATE PLATE SERIAL SERIAL_NUMBER
        CASE_NUMBER ORDER_ID ORDER_NUMBER TRANSACTION_ID INSURANCE_ID POLICY_NUMBER MEMBER_ID
        MEMBERSHIP_NUMBER EMPLOYEE_ID STUDENT_ID CUSTOMER_ID PATIENT_ID INVOICE_NUMBER
        REFERENCE_NUMBER TRACKING_NUMBER CONFIRMATION_NUMBER CODE API_KEY UUID IMEI IMSI
        ROUTING_NUMBER BANK_ACCOUNT SWIFT SWIFT_CODE CVV LICENSE_NUMBER""",
    Label.MONEY: "AMOUNT CURRENCY_AMOUNT",
    Label.NUMBER: "CARDINAL ORDINAL QUANTITY PERCENT HEIGHT WEIGHT",
}
_OWN_LABEL = re.compile("[A-Za-z][A-Za-z0-9_]{0,39}")
_ALIASES = {name: label for label, names in _NAMES_BY_LABEL.items() for name in names.split()}


@lru_cache(maxsize=4096)
def canonical_label(name: str) -> Label:
    """Return the label for the label name of a tagger, ignoring case and `B-`/`I-` prefixes.

    Unknown names are private, too: they become `MISC`.
    """
    return _lookup(name) or Label.MISC


@lru_cache(maxsize=4096)
def is_known_label(name: str) -> bool:
    """Return whether a name is or maps to one of our labels: others may contain anything."""
    return _lookup(name) is not None


@lru_cache(maxsize=4096)
def bare_label(name: str) -> str:
    """Return a label name in capitals, without `B-` or `I-`, with `_` for spaces and hyphens."""
    upper = name.upper()
    if upper[:2] in ("B-", "I-", "E-", "S-", "L-", "U-"):
        upper = upper[2:]
    return upper.replace(" ", "_").replace("-", "_")


def own_label(name: str) -> str:
    """Return the label that a user gives, in capitals: one of ours, or a name of its own.

    Elsewhere, such a name counts as what `canonical_label` makes of it. Raise `ValueError` for one
    with anything but letters of ASCII, digits and underscores, or that begins with none.
    """
    if not _OWN_LABEL.fullmatch(name):
        raise ValueError("a label has letters, digits and underscores, and begins with a letter")
    return name.upper()


@lru_cache(maxsize=4096)
def _lookup(name: str) -> Label | None:
    upper = bare_label(name)
    return Label(upper) if upper in Label.__members__ else _ALIASES.get(upper)
