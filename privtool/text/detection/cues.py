"""Values announced by a cue word, so that a bare number gets the right label."""

from __future__ import annotations

from privtool.core.spans import Span
from privtool.text.detection.confidence import LIKELY, SURE
from privtool.text.detection.spoken_secrets import spoken_stop
from privtool.text.detection.view import TextView
from privtool.text.english.numbers import CARDINALS, REPEATS
from privtool.text.labels import Label
from privtool.text.lazy_regex import Regex
from privtool.text.rules.files import package_rules
from privtool.text.word_lists import load_allow_list
from privtool.text.word_sets import word_set

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
    **{word: label.value for label, words in _BY_LABEL.items() for word in words.split()},
    **{word: rule.label for rule in package_rules("ids") for word in rule.cues},
}

# Cues of values that need no digit: "confirmation code QXTZRP".
LETTER_CODES = word_set("pnr confirmation reservation booking locator reference")
PLATES = word_set("plate plates registration reg tag vrm numberplate")
SECRETS = word_set("password passphrase passwort")

# Words between a cue and its value. A marker means that a value follows.
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


ID = Label.ID.value
NUMBER = Label.NUMBER.value
PHONE = Label.PHONE.value
SSN = Label.SSN.value
USERNAME = Label.USERNAME.value

_LOGIN_MARKERS = frozenset((":", "=", "is", "was", "as", "'", "s", '"'))
_VALUE = Regex(r"[^\s,;\"'()<>\0]{2,40}")
_PLATE = Regex(r"[A-Za-z\d]{1,8}(?:[ -][A-Za-z\d]{1,4}){0,3}(?![A-Za-z\d])")
_LETTER_CODE = Regex(r"[A-Z]{5,8}(?![\w])")


def mark_expected(view: TextView) -> list[Span]:
    """Fill `view.expected` from the cue words of the text; return no spans."""
    tokens = view.tokens
    for index in tokens.places(CUES.keys()):
        value, label, marked = _value_after(view, index, CUES[tokens.word[index]])
        if value < len(tokens):
            start = tokens.start[value]
            known, sure = view.expected.get(start, (ID, LIKELY))
            if known == ID:
                view.expected[start] = (label, SURE if marked else sure)
    return []


def _value_after(view: TextView, index: int, label: str) -> tuple[int, str, bool]:
    """Return the first token of the value (or the end), its label, and whether it is marked."""
    tokens = view.tokens
    marked = False
    following = index + 1
    for following in range(index + 1, min(index + 2 + MOST_FILLERS, len(tokens))):
        word = tokens.word[following]
        if _is_value(view, following):
            near = marked or following - index <= 2 or label in (PHONE, SSN)
            return following if near else len(tokens), label, marked
        marked = marked or word in MARKERS
        cue = CUES.get(word)
        if cue is not None:
            label = cue if label in (ID, NUMBER) else label
        elif word not in FILLERS:
            break
    return len(tokens), label, marked


def _is_value(view: TextView, index: int) -> bool:
    """Return whether token `index` starts a value with digits or number words."""
    tokens = view.tokens
    word = tokens.word[index]
    if word.isdigit() or word in REPEATS:
        return True
    if word in CARDINALS:
        return tokens.at(index - 1) != "last"  # "the last four of"
    if word in ("+", "("):
        return tokens.at(index + 1).isdigit()
    if not word.isalpha() or len(word) > 6:
        return False
    if len(word) == 1 and word not in ("a", "i") and tokens.at(index + 1).isdigit():
        return True  # "the code is t 55476"
    joint = index + 2 if tokens.at(index + 1) in ("-", "/", ".") else index + 1
    joined = all(tokens.touches(k) for k in range(index + 1, joint + 1))
    return joined and tokens.at(joint).isdigit()


def find(view: TextView) -> list[Span]:
    """Find values of letters that need a cue word: codes, plates, log-ins, passwords."""
    tokens = view.tokens
    spans: list[Span] = []
    floor = 0
    for index, word in enumerate(tokens.word):
        if word in LETTER_CODES:
            span = _upper_code(view, index)
        elif word in PLATES:
            span = _plate(view, index)
        elif word in SECRETS or CUES.get(word) == USERNAME:
            span = _login(view, index, ID if word in SECRETS else USERNAME)
        elif word == "name" and tokens.at(index - 1) in ("user", "screen"):
            span = _login(view, index, USERNAME)
        else:
            continue
        if span is not None and span.start >= floor:
            spans.append(span)
            floor = span.end
    return spans


def _skip_fillers(view: TextView, index: int) -> tuple[int, bool]:
    """Return the first token after the cue that is not a filler, and whether a marker was seen."""
    tokens = view.tokens
    marked = False
    following = index + 1
    while following < len(tokens) and following - index <= MOST_FILLERS:
        word = tokens.word[following]
        if word not in FILLERS and word not in CUES:
            break
        marked = marked or word in MARKERS
        following += 1
    return following, marked


def _upper_code(view: TextView, index: int) -> Span | None:
    """Find "PNR QXTZRP": capitals after the cue, unless the whole text is in capitals."""
    value, _ = _skip_fillers(view, index)
    if value >= len(view.tokens) or view.plain.isupper():
        return None
    match = _LETTER_CODE.match(view.plain, view.tokens.start[value])
    return Span(*match.span(), ID, LIKELY) if match is not None else None


def _plate(view: TextView, index: int) -> Span | None:
    """Find up to four short groups after "plate", one of them with a digit."""
    value, marked = _skip_fillers(view, index)
    if value >= len(view.tokens):
        return None
    match = _PLATE.match(view.plain, view.tokens.start[value])
    if match is None:
        return None
    groups = match.group().replace("-", " ").split(" ")
    said = view.plain.islower()
    while groups and not (_plate_group(groups[-1]) or (said and _is_short_group(groups[-1]))):
        groups.pop()
    length = sum(map(len, groups)) + len(groups) - 1
    code = match.group()[: max(length, 0)]
    first = groups[0] if groups else ""
    if not (_plate_group(first) or (said and _is_short_group(first))) or not any(
        map(str.isdigit, code)
    ):
        return None
    if sum(map(str.isalnum, code)) < 4:
        return None
    return Span(match.start(), match.start() + length, ID, SURE if marked else LIKELY)


def _plate_group(group: str) -> bool:
    """Return whether a group of digits, capitals or both may be part of a plate."""
    return group != "" and (group.isupper() or any(map(str.isdigit, group)))


def _is_short_group(group: str) -> bool:
    """Return whether up to three small letters may be part of a plate: "ax 7731 ke"."""
    return 0 < len(group) < 4 and group.isalpha() and group not in load_allow_list().words


def _login(view: TextView, index: int, label: str) -> Span | None:
    """Find the word after "username is" or "password:"."""
    tokens = view.tokens
    following = index + 1
    while tokens.at(following) in _LOGIN_MARKERS:
        following += 1
    if following == index + 1 or following >= len(tokens):
        return None
    match = _VALUE.match(view.plain, tokens.start[following])
    if match is None:
        return None
    value = match.group().rstrip(".!?:")
    end = max(match.start() + len(value), tokens.end[spoken_stop(tokens, following) - 1])
    plain_word = value.isalpha() and value.islower() and tokens.at(following - 1) in ("is", "was")
    named = label == ID or tokens.word[index] in ("username", "userid", "name")
    if len(value) < 2 or (plain_word and not (named and len(value) > 4)):
        return None  # "the handle is broken"
    return Span(match.start(), end, label, LIKELY)
