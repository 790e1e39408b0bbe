"""Phone numbers of ranges reserved for fiction."""

from __future__ import annotations

import re

from privtool.text.surrogates.common_words import private_dictation
from privtool.text.surrogates.context import Context, NoSurrogateError
from privtool.text.surrogates.pools import Pool
from privtool.text.surrogates.prf import KeyedRandom
from privtool.text.word_sets import word_set

# Prefix and length of foreign numbers, and the range of that kind reserved for drama: `x` is any
# digit, `n` one from 1 to 9, `yy` one of four pairs. Sources: the lists of Ofcom, ACMA, ARCEP,
# Bundesnetzagentur and PTS of numbers for drama, film and fiction.
_NATIONAL: tuple[tuple[str, int, str], ...] = (
    ("07", 11, "07700900xxx"),
    ("020", 11, "02079460xxx"),
    ("0131", 11, "01314960xxx"),
    ("01", 11, "01632960xxx"),
    ("02", 11, "02079460xxx"),
    ("030", 11, "03023125xxx"),
    ("03", 11, "03069990xxx"),
    ("08", 11, "08081570xxx"),
    ("04", 10, "04915701yy"),
    ("070", 10, "07017406nx"),
    ("06", 10, "063998xxxx"),
    ("07", 10, "063998xxxx"),
    ("01", 10, "019900xxxx"),
)
_COUNTRIES: tuple[tuple[str, int, str], ...] = (
    ("447", 12, "447700900xxx"),
    ("44", 12, "441632960xxx"),
    ("336", 11, "3363998xxxx"),
    ("33", 11, "3319900xxxx"),
    ("614", 11, "614915701yy"),
    ("46", 11, "467017406nx"),
)
_EMERGENCY = Pool(("911", "999", "112", "000", "988", "311", "211"))
_MOST_DIGITS = 20
_WHOLE_LENGTHS = range(10, 16)  # digits of a number, or letters that stand for them
_FEWEST_LETTERS = 3
_FEWEST_WHOLE = 7  # digits of a number without an area code
_NATIONAL_LENGTH = 10
_ALPHABET = "abcdefghijklmnopqrstuvwxyz"
_KEYS = "22233344455566677778889999"  # of the letters a to z
# Calling codes of one digit, and the first digits of those of three.
_SHORT_CODES = ("1", "7")
_LONG_CODES = tuple(
    sorted(word_set("21 22 23 24 25 26 29 35 37 38 42 50 59 67 68 69 80 85 87 88 96 97 99"))
)
_AUSTRALIAN = ("56", "57", "58", "59")
_EXTENSION = re.compile(r"(?<![a-z])(?:ext(?:ension)?|x)(?![a-z-])", re.IGNORECASE)
# North American area codes in use change from year to year: these are old ones.
_AREAS = sorted(
    word_set(
        """201 202 203 205 206 207 208 209 212 213 214 215 216 217 218 219 301 302 303
        304 305 307 308 309 312 313 314 315 316 317 318 319 401 402 404 405 406 407 408
        409 412 413 414 415 417 419 501 502 503 504 505 507 508 509 512 513 515 516 517
        518 601 602 603 605 606 607 608 609 612 614 615 616 617 618 619 701 702 703 704
        707 708 712 713 714 715 716 717 718 719 801 802 803 804 805 806 808 812 813 814
        815 816 817 818 901 903 904 906 907 908 909 912 913 914 915 916 918 919"""
    )
)


def phone(phrase: str, context: Context) -> str:
    """Return a fictional number of the same length and form, with any extension after it."""
    if phrase in _EMERGENCY.phrases:
        return context.pick("emergency", phrase, _EMERGENCY)
    extension = _EXTENSION.search(phrase)
    main = phrase[: extension.start()] if extension else phrase
    sign, tail = (extension[0], phrase[extension.end() :]) if extension else ("", "")
    dictation, after = (private_dictation(part, cues_only=True) for part in (main, tail))
    chars = dictation.chars
    if not chars and not after.chars:
        raise NoSurrogateError

    chars = "".join(map(_digit, chars)) if _spells_digits(chars) else chars
    digits = "".join(filter(str.isdigit, chars))

    def make(rng: KeyedRandom) -> str:
        extension = sign + (after.randomized(context.rng("extension", tail)) if tail else "")
        if not chars:
            return main + extension
        if len(digits) not in _WHOLE_LENGTHS and digits != chars:  # letters may be digits
            return dictation.randomized(rng) + extension
        if not _FEWEST_WHOLE <= len(digits) <= _MOST_DIGITS:
            return dictation.randomized(rng) + extension
        drawn = rng.digits(_MOST_DIGITS)[-len(digits) :]
        fiction = iter(fictional_number(digits, drawn, "+" in main, rng))
        new = (next(fiction) if char.isdigit() else rng.choice(_ALPHABET) for char in chars)
        return dictation.render("".join(new)) + extension

    # However the number is written, its last ten digits are the same.
    return context.retry("PHONE", phrase, make, digits[-_NATIONAL_LENGTH:] or chars or tail)


def _spells_digits(chars: str) -> bool:
    """Return whether letters stand for digits on the keys of a phone: "1-800-FLOWERS"."""
    letters = sum(map(str.isalpha, chars))
    return (
        letters >= _FEWEST_LETTERS
        and len(chars) in _WHOLE_LENGTHS
        and len(chars) - letters < _NATIONAL_LENGTH
        and chars[0].isdigit()
        and chars.isascii()
    )


def _digit(char: str) -> str:
    return char if char.isdigit() else _KEYS[ord(char) - ord("a")]


def fictional_number(old: str, new: str, international: bool, rng: KeyedRandom) -> str:
    """Return digits of a range for fiction, of the same kind and length as `old`.

    `new` gives the free digits. Numbers of an unknown kind end in 555-01xx; below seven digits all
    are free.
    """
    size = len(old)
    if size < 7:
        return new
    prefix = "00" if old.startswith("00") and size > 11 else ""
    for begins, length, form in _COUNTRIES if international or prefix else _NATIONAL:
        if old[len(prefix) :].startswith(begins) and size - len(prefix) == length:
            return prefix + _fill(form, new)
    fiction = f"55501{rng.below(100):02d}"
    if size == 10 or (size == 11 and old[0] == "1"):
        return old[:-10] + _AREAS[rng.below(len(_AREAS))] + fiction
    country = old[: min(_code_length(old), size - 7)] if international else ""
    return country + new[len(country) : -7] + fiction


def _code_length(number: str) -> int:
    """Return the number of digits of the calling code of an international number."""
    if number.startswith(_SHORT_CODES):
        return 1
    return 3 if number.startswith(_LONG_CODES) else 2


def _fill(form: str, new: str) -> str:
    """Fill the free places of a form from the end of `new`."""
    form = form.replace("yy", _AUSTRALIAN[int(new[-1]) % len(_AUSTRALIAN)])
    places = [place for place, char in enumerate(form) if char in "xn"]
    free = dict(zip(places, new[-len(places) :] if places else "", strict=True))
    low = {place for place in places if form[place] == "n" and free[place] == "0"}
    return "".join("9" if k in low else free.get(k, char) for k, char in enumerate(form))
