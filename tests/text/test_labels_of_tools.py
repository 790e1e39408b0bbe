"""The labels of other tools and data sets: all of them are known, each as its class."""

from __future__ import annotations

import pytest

from privtool.text.labels import Label, canonical_label, is_known_label

# Presidio 2.2: docs/supported_entities.md.
PRESIDIO = {
    "PERSON": "PERSON",
    "LOCATION": "LOCATION",
    "MISC": "NRP",
    "DATE": "DATE_TIME",
    "EMAIL": "EMAIL_ADDRESS",
    "PHONE": "PHONE_NUMBER",
    "URL": "URL",
    "IP": "IP_ADDRESS",
    "CARD": "CREDIT_CARD",
    "IBAN": "IBAN_CODE",
    "SSN": "US_SSN",
    "ID": "CRYPTO MAC_ADDRESS MEDICAL_LICENSE US_BANK_NUMBER IN_VEHICLE_REGISTRATION",
    "NATIONAL_ID": """US_DRIVER_LICENSE US_ITIN US_PASSPORT UK_NHS UK_NINO ES_NIF ES_NIE
        IT_FISCAL_CODE IT_DRIVER_LICENSE IT_VAT_CODE IT_PASSPORT IT_IDENTITY_CARD PL_PESEL
        SG_NRIC_FIN SG_UEN AU_ABN AU_ACN AU_TFN AU_MEDICARE IN_PAN IN_AADHAAR IN_VOTER IN_PASSPORT
        IN_GSTIN FI_PERSONAL_IDENTITY_CODE KR_DRIVER_LICENSE KR_FRN KR_PASSPORT KR_BRN KR_RRN
        TH_TNIN""",
}
# OntoNotes 5: 18 types.
ONTONOTES = {
    "PERSON": "PERSON",
    "LOCATION": "FAC GPE LOC",
    "ORGANIZATION": "ORG",
    "MISC": "NORP PRODUCT EVENT WORK_OF_ART LAW LANGUAGE",
    "DATE": "DATE",
    "TIME": "TIME",
    "MONEY": "MONEY",
    "NUMBER": "PERCENT QUANTITY ORDINAL CARDINAL",
}
# i2b2/UTHealth 2014, and the eight types of i2b2 2006.
I2B2 = {
    "PERSON": "PATIENT DOCTOR",
    "USERNAME": "USERNAME",
    "MISC": "PROFESSION",
    "ORGANIZATION": "HOSPITAL ORGANIZATION DEPARTMENT",
    "ADDRESS": "ROOM STREET",
    "LOCATION": "CITY STATE COUNTRY LOCATION-OTHER LOCATION",
    "ZIP": "ZIP",
    "AGE": "AGE",
    "DATE": "DATE",
    "PHONE": "PHONE FAX",
    "EMAIL": "EMAIL",
    "URL": "URL",
    "IP": "IPADDR IPADDRESS",
    "SSN": "SSN",
    "NATIONAL_ID": "HEALTHPLAN",
    "ID": "MEDICALRECORD ACCOUNT LICENSE VEHICLE DEVICE BIOID IDNUM ID",
}
# AI4Privacy pii-masking-200k, -300k and -400k.
AI4PRIVACY = {
    "PERSON": """FIRSTNAME MIDDLENAME LASTNAME ACCOUNTNAME GIVENNAME GIVENNAME1 GIVENNAME2 SURNAME
        LASTNAME1 LASTNAME2 LASTNAME3""",
    "USERNAME": "USERNAME",
    "EMAIL": "EMAIL",
    "PHONE": "PHONENUMBER TELEPHONENUM TEL",
    "MISC": """PREFIX TITLE SEX GENDER EYECOLOR JOBTITLE JOBAREA JOBTYPE ORDINALDIRECTION CURRENCY
        CURRENCYCODE CURRENCYNAME CURRENCYSYMBOL""",
    "ORGANIZATION": "COMPANYNAME CREDITCARDISSUER CARDISSUER",
    "ADDRESS": "STREET BUILDINGNUMBER BUILDINGNUM BUILDING SECONDARYADDRESS SECADDRESS",
    "LOCATION": "CITY COUNTY STATE COUNTRY NEARBYGPSCOORDINATE GEOCOORD",
    "ZIP": "ZIPCODE POSTCODE",
    "AGE": "AGE",
    "DATE": "DOB BOD DATE DATEOFBIRTH",
    "TIME": "TIME",
    "NUMBER": "HEIGHT",
    "CARD": "CREDITCARDNUMBER",
    "IBAN": "IBAN",
    "SSN": "SSN SOCIALNUM SOCIALNUMBER",
    "NATIONAL_ID": """IDCARD IDCARDNUM PASSPORT PASSPORTNUM DRIVERLICENSE DRIVERLICENSENUM
        TAXNUM""",
    "MONEY": "AMOUNT",
    "ID": """ACCOUNTNUMBER ACCOUNTNUM CREDITCARDCVV BIC PIN PASSWORD PASS BITCOINADDRESS
        ETHEREUMADDRESS LITECOINADDRESS MASKEDNUMBER MAC USERAGENT PHONEIMEI VEHICLEVIN
        VEHICLEVRM""",
    "IP": "IP IPV4 IPV6",
    "URL": "URL",
}
TOOLS = {"Presidio": PRESIDIO, "OntoNotes": ONTONOTES, "i2b2": I2B2, "AI4Privacy": AI4PRIVACY}


@pytest.mark.parametrize("tool", TOOLS)
def test_all_labels_of_a_tool_are_known(tool):
    labels = {name: label for label, names in TOOLS[tool].items() for name in names.split()}
    assert {name: canonical_label(name) for name in labels} == {
        name: Label(label) for name, label in labels.items()
    }
    assert all(is_known_label(f"B-{name}") for name in labels)


@pytest.mark.parametrize(
    ("label", "phrase"),
    [
        ("PREFIX", "Mr."),
        ("SEX", "male"),
        ("EYECOLOR", "Blue"),
        ("CURRENCYCODE", "USD"),
        ("CURRENCY", "euro"),
        ("ORDINALDIRECTION", "north"),
        ("HEIGHT", "180 cm"),
        ("LASTNAME2", "Anna"),
        ("GIVENNAME1", "Kowalski"),
        ("GEOCOORD", "[45.12, -93.25]"),
    ],
)
def test_phrases_of_such_labels_have_surrogates(label, phrase):
    from privtool.text.surrogates.generator import PrivatePhrase, SurrogateGenerator
    from privtool.text.surrogates.prf import Key

    (made,) = SurrogateGenerator(Key(b"k" * 16)).generate("", [PrivatePhrase(phrase, label)])
    assert not made.marker
    assert made.text != phrase
    assert made.text.islower() == phrase.islower()


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("surname", "PERSON"),
        ("birth date", "DATE"),
        ("Zip-Code", "ZIP"),
        ("B-PER", "PERSON"),
        ("hospital", "ORGANIZATION"),
        ("MRN", "ID"),
        ("whatever", "MISC"),
    ],
)
def test_labels_of_manifests_are_known(name, label):
    assert canonical_label(name).value == label
    assert is_known_label(name) == (name != "whatever")
