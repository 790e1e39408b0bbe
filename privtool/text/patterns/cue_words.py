"""Words that announce a private value, and what may stand between such a word and the value."""

from __future__ import annotations

from privtool.text.labels import Label
from privtool.text.patterns.word_sets import word_set

_BY_LABEL = {
    Label.ID: """mrn account acct order invoice claim policy member membership case ticket tracking
        reference ref confirmation reservation booking pnr serial vin imei routing record chart
        docket file batch id badge employee student patient customer subscriber registration
        locker receipt shipment parcel incident complaint application permit prescription rx
        referral authorization auth voucher aba sort swift bic voter chip sku isbn
        lot device contract loyalty flyer""",
    Label.NUMBER: """pin passcode otp code digits ending ends pins cvv cvc""",
    Label.PHONE: """phone tel telephone mobile cell cellphone fax call dial ext extension whatsapp
        landline text hotline pager reach""",
    Label.SSN: """ssn social ssns""",
    Label.ZIP: """zip zipcode postcode postal""",
    Label.DATE: """dob born birthday birthdate birth""",
    Label.CARD: """card visa mastercard amex""",
    Label.NATIONAL_ID: """passport licence license nhs nino sin tfn medicare medicaid aadhaar aadhar
        cpf pesel bsn dni nie nif nir steuernummer tin itin ein npi dea mbi insurance permit
        personnummer curp tax sozialversicherungsnummer codice""",
    Label.USERNAME: """username handle login userid""",
}

CUES: dict[str, str] = {
    word: label.value for label, words in _BY_LABEL.items() for word in words.split()
}

# Words after which a value need not hold a digit: "confirmation code QXTZRP".
LETTER_CODES = word_set("pnr confirmation reservation booking locator reference")
PLATES = word_set("plate plates registration reg tag vrm numberplate")
SECRETS = word_set("password passphrase passwort")

# What may stand between the cue and its value. A marker says that a value follows.
MARKERS = word_set(
    """number numbers no num nr # : = is was are were reads id code digits ending ends with be
    starts"""
)
FILLERS = MARKERS | word_set(
    """the my his her your our their its it's a of for on in it , . - ( ) ' s this that that's last
    four at as me us him them to security card line phone be or cell and uh um back still currently
    now again please let see here says say just so home work office main toll free direct licence
    license identification driver drivers plate tax insurance record records up out via from date
    confirmation hotline"""
)
MOST_FILLERS = 8
