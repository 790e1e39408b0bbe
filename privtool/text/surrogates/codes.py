"""Codes, phone and card numbers: other digits and letters in the same form; real ones of nobody."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

from privtool.core.rng import KeyedRandom
from privtool.core.spans import replace_ranges
from privtool.text.labels import Label
from privtool.text.letter_case import capitalized_like
from privtool.text.lexicon import entries, rows, sections, words
from privtool.text.rules.rule import package_rules
from privtool.text.surrogates.common_words import private_dictation, said_with
from privtool.text.surrogates.context import Context, NoSurrogateError
from privtool.text.values.code import Dictation, randomize, read_dictation
from privtool.text.values.number import SaidNumber, said_numbers

_MOST_TRIES = 2000
_EXTENSION = re.compile(r"(?<![a-z])(ext(?:ension)?|x)(?![a-z-])", re.IGNORECASE)
_LETTERS = re.compile(r"[^\W\d_]+")
_DIGIT = re.compile(r"\d")
_RUN = re.compile(r"[^\W\d_]+(?:[ -]+[^\W\d_]+)*")
_FEWEST_OF_CARD = 12  # digits of a whole card number
_TEST_RANGES = ("222300", "424242", "555555", "601111")  # of several payment companies
_AMEX, _AMEX_LENGTH = "378282", 15  # the one company with numbers of this length
_SHORTEST_IBAN, _SSN_DIGITS = 15, 9
_PHONES, _PHONES_WITH_LETTERS = range(7, 21), range(10, 16)  # digits; letters may be digits, too
_NATIONAL_LENGTH, _SAME_ABROAD = 10, 9  # with an area, without a country or a zero
COUNTED = frozenset((Label.AGE, Label.MONEY, Label.TIME))
CODES = frozenset((Label.PHONE, Label.ID, Label.ZIP, Label.SSN, Label.NATIONAL_ID, Label.CARD))
Draw = Callable[[str, KeyedRandom], str | None]


def replace_code(
    phrase: str, context: Context, kind: str, draw: Draw | None = None, value: str = ""
) -> str:
    """Randomize digits and uncommon words, see `redraw`; the value is by default these."""
    dictation = private_dictation(phrase, cues_only=kind != "NUMBER")
    return redraw(dictation, context, kind, value or dictation.chars, draw)


def replace_digits(phrase: str, context: Context, kind: str) -> str:
    """Return the phrase with random digits, written or spoken; letters and words stay."""
    dictation = read_dictation(phrase)
    slots = tuple(slot for slot in dictation.slots if slot.chars.isdigit())
    return redraw(dictation._replace(slots=slots), context, kind, phrase)


def redraw(
    dictation: Dictation, context: Context, kind: str, value: str, draw: Draw | None = None
) -> str:
    """Return what is drawn for the characters of a phrase, else random ones.

    Raise `NoSurrogateError` without characters. `value` is as in `Context.retry`.
    """
    if not dictation.chars:
        raise NoSurrogateError

    def make(rng: KeyedRandom) -> str:
        new = draw(dictation.chars, rng) if draw else None
        return dictation.render(new or randomize(dictation, rng))

    return context.retry(kind, dictation.phrase, make, value)


def phone(phrase: str, context: Context) -> str:
    """Return a fictional number of the same length and form, with any extension after it."""
    number, *extension = _EXTENSION.split(phrase, maxsplit=1)
    tail = extension[0] + replace_code(extension[1], context, "extension") if extension else ""
    if tail and not read_dictation(number).chars:
        return number + tail
    # However the number is written, its last digits are the same; abroad, an area may have a zero.
    digits = "".join(filter(str.isdigit, read_dictation(number).chars))
    international = "+" in number
    abroad = digits[:1] == "0" or (international and digits[:1] != "1")
    value = digits[-_SAME_ABROAD if abroad else -_NATIONAL_LENGTH :]
    draw = partial(_draw_phone, international=international)
    return replace_code(number, context, "PHONE", draw, value) + tail


def _draw_phone(chars: str, rng: KeyedRandom, *, international: bool) -> str | None:
    """Return other digits and letters for those of a number; None for what is no whole one."""
    digits = "".join(filter(str.isdigit, chars))
    if len(digits) not in (_PHONES if digits == chars else _PHONES_WITH_LETTERS):
        return None
    drawn = rng.digits(_PHONES[-1])[-len(digits) :]
    fiction = iter(fictional_number(digits, drawn, international, rng))
    return "".join(next(fiction) if char.isdigit() else rng.letters(1) for char in chars)


def fictional_number(old: str, new: str, international: bool, rng: KeyedRandom) -> str:
    """Return digits of a range for fiction, of the same kind and length as `old`.

    `new` gives the free digits; those of an unknown kind end in 555-01xx.
    """
    prefix = "00" if old.startswith("00") and len(old) > 11 else ""
    bare, wanted = old[len(prefix) :], "country" if international or prefix else "national"
    for kind, begins, length, form in rows("phones", "intl"):
        if kind == wanted and bare.startswith(begins) and len(bare) == int(length):
            return prefix + _filled(form, new)
    fiction = f"55501{rng.below(100):02d}"
    if re.fullmatch("1?[2-9][0-9]{9}", bare) and (wanted == "national" or bare[0] == "1"):
        areas = entries("phones.areas", "intl")
        return old[:-_NATIONAL_LENGTH] + areas[rng.below(len(areas))] + fiction
    long = bare[:2] in words("phones.long_codes", "intl")
    code = 1 if bare.startswith(("1", "7")) else 3 if long else 2  # digits of the calling code
    code = code if wanted == "country" else bare.startswith("0")  # which stays at home
    kept = old[: min(len(prefix) + code, len(old) - len(fiction))]
    return kept + new[len(kept) : -len(fiction)] + fiction


def _filled(form: str, new: str) -> str:
    """Fill the free places of a form from the end of `new`."""
    pairs = entries("phones.pairs", "intl")
    form = form.replace("yy", pairs[int(new[-1]) % len(pairs)])
    places = [place for place, char in enumerate(form) if char in "xn"]
    free = dict(zip(places, new[-len(places) :] if places else "", strict=True))
    low = {place for place in places if form[place] == "n" and free[place] == "0"}
    return "".join("9" if k in low else free.get(k, char) for k, char in enumerate(form))


def _draw_card(chars: str, rng: KeyedRandom) -> str | None:
    """Return a card number of a test range, Luhn valid if the original is; None for no whole one.

    It is of any company that has numbers of that length, as the first digit identifies the issuer.
    """
    from stdnum import luhn

    if not chars.isdigit() or len(chars) < _FEWEST_OF_CARD:
        return None
    start = _AMEX if len(chars) == _AMEX_LENGTH else _TEST_RANGES[rng.below(len(_TEST_RANGES))]
    body = start + "".join(rng.digits(1) for _ in range(len(chars) - 7))
    check = int(luhn.calc_check_digit(body))
    return body + str(check if luhn.is_valid(chars) else (check + 1) % 10)


def _draw_iban(chars: str, rng: KeyedRandom) -> str | None:
    """Return an IBAN of the same country with a bank that does not exist: 9999 or XXXX.

    Its two check digits are right (ISO 13616) if those of the original are. None for no IBAN.
    """
    from stdnum.iso7064 import mod_97_10

    old = chars.upper()  # "ß" would become two letters
    if len(old) < _SHORTEST_IBAN or not old[:2].isalpha() or not chars.isascii():
        return None
    new = "".join("9" if char.isdigit() else "X" for char in old[4:8])
    new += "".join(rng.digits(1) if char.isdigit() else rng.letters(1).upper() for char in old[8:])
    check = int(mod_97_10.calc_check_digits(new + old[:2]))
    valid = old.isalnum() and mod_97_10.is_valid(old[4:] + old[:4])
    return f"{old[:2]}{check if valid else (check + 1) % 97:02d}{new}".lower()


def _draw_ssn(chars: str, rng: KeyedRandom) -> str | None:
    """Return a number never issued: area 900 to 999, group 01 to 49, as others are tax numbers."""
    if len(chars) != _SSN_DIGITS or not chars.isdigit():
        return None
    return f"{rng.between(900, 999)}{rng.between(1, 49):02d}{rng.between(1, 9999):04d}"


card = partial(replace_code, kind="CARD", draw=_draw_card)
ssn = partial(replace_code, kind="SSN", draw=_draw_ssn)
iban = partial(replace_code, kind="IBAN", draw=_draw_iban)


def national_id(phrase: str, context: Context) -> str:
    """Return a national id of which the check digits are as valid as those of the original."""
    dictation = read_dictation(phrase)
    said, chars = phrase.strip(), dictation.chars
    checked = (rule for rule in package_rules("ids") if rule.label == "NATIONAL_ID" and rule.check)
    rules = [rule for rule in checked if rule.accepts(said) or rule.accepts(chars.upper())]
    if not rules or not chars.strip("0"):  # "million" stays as it is
        return replace_code(phrase, context, "NATIONAL_ID")
    start = "999" if any(rule.id == "gb.nhs" for rule in rules) else ""  # is never issued

    def draw(chars: str, rng: KeyedRandom) -> str | None:
        for _ in range(_MOST_TRIES):
            new = start + randomize(dictation, rng)[len(start) :]
            if new != chars and all(rule.is_valid(new.upper()) for rule in rules):
                return new
        return None  # a rule also checks something else, such as a date: keep the form only

    return redraw(dictation, context, "NATIONAL_ID", phrase, draw)


def number_in_words(phrase: str, context: Context, label: Label) -> str | None:
    """Return a phrase with other number words of its language, each number of the same size.

    The words of units, signs and cues stay; letters, their names, digits and any other words become
    others. None for a phrase in English or without number words, and for an age or amount in which
    something else is said than numbers.
    """
    language = context.language
    if not language or (label in COUNTED and any(map(str.isdigit, phrase))):
        return None
    kept, joints = said_with(label, language), sections("numbers", language)["between"]
    rest = _LETTERS.sub(lambda m: "." * len(m[0]) if m[0].lower() in kept else m[0], phrase)
    numbers: dict[tuple[int, int], SaidNumber] = {}
    others = [digit.span() for digit in _DIGIT.finditer(phrase)]
    for run in _RUN.finditer(rest):
        places = [word.span() for word in _LETTERS.finditer(phrase, *run.span())]
        said = [phrase[start:end].lower() for start, end in places]
        for first, stop, number in said_numbers(said, language):
            numbers[places[first][0], places[stop - 1][1]] = number
            said[first:stop] = [""] * (stop - first)
        others += [at for at, word in zip(places, said, strict=True) if word and word not in joints]
    if not numbers or (others and label in COUNTED):
        return None
    letters = [*words("words.letters", language)] if others else []

    def other(place: tuple[int, int], rng: KeyedRandom) -> str:
        if place in numbers:
            return numbers[place].other(rng, label)
        old = phrase[slice(*place)]
        if old.lower() in letters:
            return letters[rng.below(len(letters))]
        return rng.digits(1) if old.isdigit() else rng.letters(len(old))

    def make(rng: KeyedRandom) -> str:
        new = ((*place, other(place, rng)) for place in sorted([*numbers, *others]))
        return replace_ranges(phrase, ((s, e, capitalized_like(phrase[s:e], n)) for s, e, n in new))

    return context.retry("number", phrase, make)
