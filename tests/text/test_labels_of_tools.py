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
# openai/privacy-filter: 8 types.
PRIVACY_FILTER = {
    "PERSON": "private_person",
    "ADDRESS": "private_address",
    "EMAIL": "private_email",
    "PHONE": "private_phone",
    "DATE": "private_date",
    "URL": "private_url",
    "ID": "account_number secret",
}
# nvidia/Nemotron-PII: 55 types, those of privacy-filter-nemotron and, without one, of OpenMed PII.
NEMOTRON = {
    "PERSON": "first_name last_name",
    "LOCATION": "city coordinate country county state",
    "ORGANIZATION": "company_name",
    "MISC": """blood_type education_level employment_status gender language occupation
        political_view race_ethnicity religious_belief sexuality""",
    "ADDRESS": "street_address",
    "ZIP": "postcode",
    "DATE": "date date_of_birth date_time",
    "TIME": "time",
    "AGE": "age",
    "PHONE": "fax_number phone_number",
    "EMAIL": "email",
    "URL": "url",
    "IP": "ipv4 ipv6",
    "USERNAME": "user_name",
    "CARD": "credit_debit_card",
    "SSN": "ssn",
    "NATIONAL_ID": "health_plan_beneficiary_number national_id tax_id",
    "ID": """account_number api_key bank_routing_number biometric_identifier
        certificate_license_number customer_id cvv device_identifier employee_id http_cookie
        license_plate mac_address medical_record_number password pin swift_bic unique_id
        vehicle_identifier""",
}
# gretelai/gretel-pii-masking-en-v1, where it has other names.
GRETEL = {
    "PERSON": "name first_name last_name",
    "ADDRESS": "address street_address",
    "CARD": "credit_card_number",
    "ID": "unique_identifier",
}
# fastino/gliner2-privacy-filter-PII-multi: 42 types.
GLINER2_PII = {
    "PERSON": "person full_name first_name middle_name last_name",
    "LOCATION": "city state_or_region country",
    "ADDRESS": "address street_address",
    "ZIP": "postal_code",
    "DATE": """date_of_birth sensitive_date document_date expiration_date transaction_date
        card_expiry""",
    "PHONE": "phone_number",
    "EMAIL": "email",
    "IP": "ip_address",
    "USERNAME": "username",
    "CARD": "payment_card card_number",
    "IBAN": "iban",
    "NATIONAL_ID": """government_id national_id_number passport_number drivers_license_number tax_id
        tax_number""",
    "ID": """license_number bank_account account_number routing_number card_cvv account_id
        sensitive_account_id password secret api_key access_token recovery_code""",
}
# nationaldesignstudio/rampart: 17 types.
RAMPART = {
    "PERSON": "GIVEN_NAME SURNAME",
    "LOCATION": "CITY STATE",
    "ADDRESS": "BUILDING_NUMBER STREET_NAME SECONDARY_ADDRESS",
    "ZIP": "ZIP_CODE",
    "PHONE": "PHONE",
    "EMAIL": "EMAIL",
    "URL": "URL",
    "NATIONAL_ID": "TAX_ID GOVERNMENT_ID PASSPORT DRIVERS_LICENSE",
    "ID": "BANK_ACCOUNT ROUTING_NUMBER",
}
# The 20 types of the openpii anonymizers and of NerGuard, and the 17 of Piiranha.
OPENPII = {
    "PERSON": "GIVENNAME SURNAME",
    "LOCATION": "CITY",
    "MISC": "GENDER SEX TITLE",
    "ADDRESS": "BUILDINGNUM STREET",
    "ZIP": "ZIPCODE",
    "DATE": "DATE DATEOFBIRTH",
    "TIME": "TIME",
    "AGE": "AGE",
    "PHONE": "TELEPHONENUM",
    "EMAIL": "EMAIL",
    "USERNAME": "USERNAME",
    "CARD": "CREDITCARDNUMBER",
    "SSN": "SOCIALNUM",
    "NATIONAL_ID": "DRIVERLICENSENUM IDCARDNUM PASSPORTNUM TAXNUM",
    "ID": "ACCOUNTNUM PASSWORD",
}
TOOLS = {
    "Presidio": PRESIDIO,
    "OntoNotes": ONTONOTES,
    "i2b2": I2B2,
    "AI4Privacy": AI4PRIVACY,
    "privacy-filter": PRIVACY_FILTER,
    "Nemotron-PII": NEMOTRON,
    "gretel-pii": GRETEL,
    "GLiNER2-PII": GLINER2_PII,
    "Rampart": RAMPART,
    "openpii": OPENPII,
}


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
        ("S-private_persons", "PERSON"),
        ("Company Names", "ORGANIZATION"),
        ("whatever", "MISC"),
    ],
)
def test_labels_of_manifests_are_known(name, label):
    assert canonical_label(name).value == label
    assert is_known_label(name) == (name != "whatever")
