"""Telephone numbers of the ranges that are set aside for fiction."""

from __future__ import annotations

import re

from privtool.text.surrogates.common_words import private_dictation
from privtool.text.surrogates.context import Context, NoSurrogateError
from privtool.text.surrogates.dictation import randomize
from privtool.text.surrogates.prf import KeyedRandom
from privtool.text.word_sets import word_set

# How numbers of other countries begin, and the range of the same kind that is kept for drama or
# documentation: `x` is any digit, `n` one from 1 to 9, `yy` one of four pairs. Sources: the lists
# of Ofcom, ACMA, ARCEP, Bundesnetzagentur and PTS of numbers for drama, film and fiction.
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
_WHOLE = range(10, 16)  # digits of a number that needs no letters
_AUSTRALIAN = ("56", "57", "58", "59")
_EXTENSION = re.compile(r"(?<![a-z])(?:ext(?:ension)?|x)(?![a-z-])", re.IGNORECASE)
# The area codes of North America that are in use differ from year to year: these are old ones.
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
    """A number of the same length and form that nobody has, with any extension after it."""
    extension = _EXTENSION.search(phrase)
    main = phrase[: extension.start()] if extension else phrase
    tail = phrase[len(main) :]
    dictation, after = (
        private_dictation(main, cues_only=True),
        private_dictation(tail, cues_only=True),
    )
    chars = dictation.chars
    if not chars:
        raise NoSurrogateError

    def make(rng: KeyedRandom) -> str:
        new = randomize(dictation, rng)
        digits, drawn = _digits_of(chars, chars), _digits_of(chars, new)
        if len(digits) in _WHOLE or digits == chars:  # else letters may stand for digits
            fiction = iter(reserved(digits, drawn, "+" in main, rng))
            new = "".join(
                next(fiction) if old.isdigit() else char
                for old, char in zip(chars, new, strict=True)
            )
        return dictation.render(new) + after.render(randomize(after, rng))

    return context.retry("PHONE", phrase, make)


def _digits_of(chars: str, among: str) -> str:
    """What of `among` stands where `chars` have digits."""
    return "".join(new for old, new in zip(chars, among, strict=True) if old.isdigit())


def reserved(old: str, new: str, abroad: bool, rng: KeyedRandom) -> str:
    """Digits of a range for fiction of the same kind and length; `new` gives the free ones.

    Numbers of an unknown kind end in 555-01xx; those of less than seven digits are free.
    """
    size = len(old)
    if size < 7:
        return new
    prefix = "00" if old.startswith("00") and size > 11 else ""
    for begins, length, form in _COUNTRIES if abroad or prefix else _NATIONAL:
        if old[len(prefix) :].startswith(begins) and size - len(prefix) == length:
            return prefix + _filled(form, new)
    fiction = f"55501{rng.below(100):02d}"
    if size == 10 or (size == 11 and old[0] == "1"):
        return old[:-10] + _AREAS[rng.below(len(_AREAS))] + fiction
    country = old[: size - 10] if abroad and size > 10 else ""
    return country + new[len(country) : -7] + fiction


def _filled(form: str, new: str) -> str:
    """The form with its free places filled from the end of `new`."""
    form = form.replace("yy", _AUSTRALIAN[int(new[-1]) % len(_AUSTRALIAN)])
    places = [place for place, char in enumerate(form) if char in "xn"]
    free = dict(zip(places, new[-len(places) :] if places else "", strict=True))
    low = {place for place in places if form[place] == "n" and free[place] == "0"}
    return "".join("9" if at in low else free.get(at, char) for at, char in enumerate(form))
