"""A quick scan of a text for the stages that may find anything in it."""

from __future__ import annotations

from privtool.text.detection.addresses.definite_names import DEFINITE_NAMES
from privtool.text.detection.addresses.streets import SUFFIXES
from privtool.text.detection.addresses.units import BOXES, SIGNS
from privtool.text.detection.cues import CUES, LETTER_CODES, PLATES, SECRETS
from privtool.text.detection.dates.ages import AGE_LETTERS, AGE_WORDS
from privtool.text.detection.dates.foreign_births import BIRTH_CUES
from privtool.text.detection.dates.months import BIRTH_WORDS, MONTH_NAMES
from privtool.text.detection.dates.times import CLOCK_WORDS, TIME_UNITS
from privtool.text.detection.dates.vague import VAGUE_DATE_WORDS
from privtool.text.detection.foreign_numbers import FOREIGN_NUMBERS, WEAK
from privtool.text.detection.internet.hosts import APART
from privtool.text.detection.internet.spoken_addresses import AT_ABROAD, PROVIDERS
from privtool.text.detection.internet.spoken_handles import UNDERSCORE
from privtool.text.detection.numbers.dictated_items import CLEAR_LETTER_NAMES, SPELLING_ALPHABET
from privtool.text.detection.numbers.keypad import KEYPAD_SIGNS
from privtool.text.detection.numbers.letter_groups import GROUP_CUES
from privtool.text.detection.numbers.money import AMOUNT_SIGNS, AMOUNT_WORDS, MONEY_WORDS
from privtool.text.detection.view import TextView
from privtool.text.english.calendar import FULL_WEEKDAYS
from privtool.text.english.numbers import (
    CARDINALS,
    DECADES,
    LARGE_ORDINALS,
    ORDINALS,
    PLURALS,
    REPEATS,
)
from privtool.text.lazy_regex import Regex
from privtool.text.lexicon import words

DIGIT = 1
AT_SIGN = 2
DOTTED = 4
COLON = 8
MONTH = 16
CLOCK = 32
MONEY = 64
AGE = 128
STREET = 256
SECRET = 512
NUMBER_WORD = 1024
SPELLED = 2048
SPOKEN_DOT = 4096
CUE = 8192
DAY = 16384
NUMBER_RUN = 32768
SLASH = 65536
AGE_LETTER = 131072
CLOCK_UNIT = 262144
UNIT = 524288
HOST = 1048576
POINT = 2097152
DECADE = 4194304
FOREIGN = 8388608
ODD = 16777216
VAGUE_DATE = 33554432
BIRTH = 67108864
AMOUNT = 134217728
LETTER = 268435456
KEYPAD = 536870912
SPOKEN_SIGN = 1073741824
PLUS = 2147483648
MACHINE = 4294967296

_TWO_LETTERS = Regex(r"(?<![a-z\d'])[a-z][ ,.-]{1,3}[a-z](?![a-z\d'])")
_SAMPLE = Regex(r"(?<![a-z\d'])([a-z]),? (?:as in|for|like|like in) \1[a-z]")
_BEFORE_SAMPLE = (" as in ", " for ", " like ")
_DIGIT = Regex("[0-9]")
_DOTTED = Regex(r"\.[^\W_]")
# Signs of what `handles`, `listed_names` and `disguises` find: the first are looked for in every
# text, the others only next to one of these, a digit or a long word.
_SIGNS = Regex(r"[@#&~\\%=_$|€!+*^/<]")
_ODD = Regex(r"[@#&~\\%=_$|€<]|/(?:home|users|mail)|[^\W\d_][!+*][^\W\d_]")
_DOTS = Regex(r"\.[a-z]\.[a-z]\.[a-z]")
_ACCENTED_MONTHS = frozenset(name for name in MONTH_NAMES if not name.isascii())
# Other than ASCII characters that nothing but the finders of ASCII looks for: letters like Latin
# ones, and signs of which it takes three to part the letters of a word.
_USUAL_SIGNS = "\u201c\u201d\u2014"
_USUAL = frozenset(
    char for char in map(chr, range(0x250)) if char.isascii() or char.isalpha()
) | frozenset(_USUAL_SIGNS)
_BETWEEN_LETTERS = "*/+^"
_LONG_WORD = 16  # letters
_WORD = Regex("[a-z]+")
_FIELD_COLON = Regex(
    ":(?:"
    + "|".join(
        f"(?<={word}:)|(?<={word}[\"']:)"
        for word in ("id", "name", "no", "nr", "number", "address", "token")
    )
    + ")"
)
_SINGLES = frozenset("abcdefghijklmnopqrstuvwxyz")


def _flags() -> dict[str, int]:
    """Return every hint word with its flags."""
    flags: dict[str, int] = {}
    for flag, hints in (
        (MONTH, MONTH_NAMES),
        (CLOCK, CLOCK_WORDS),
        (MONEY, MONEY_WORDS),
        (AMOUNT, AMOUNT_WORDS),
        (AGE, AGE_WORDS),
        (AGE_LETTER, AGE_LETTERS),
        (CLOCK_UNIT, TIME_UNITS),
        (STREET, SUFFIXES | DEFINITE_NAMES),
        (UNIT, SIGNS | {"box"}),
        (
            SECRET,
            SECRETS | LETTER_CODES | PLATES | {"username", "handle", "login", "userid", "screen"},
        ),
        (NUMBER_WORD, CARDINALS.keys() | {*REPEATS, *ORDINALS, *LARGE_ORDINALS}),
        (SPELLED, _SINGLES | SPELLING_ALPHABET | CLEAR_LETTER_NAMES),
        (LETTER, _SINGLES - {*"aiomst"}),
        (SPOKEN_DOT, {"dot"} | AT_ABROAD),
        (SPOKEN_SIGN, {UNDERSCORE}),
        (POINT, {"dot", "point", "period"}),
        (HOST, PROVIDERS),
        (DECADE, DECADES.keys()),
        (ODD, words("handles.apps", "intl")),
        (FOREIGN, (FOREIGN_NUMBERS - WEAK) | BIRTH_CUES),
        (UNIT, BOXES),
        (CUE, CUES.keys() | GROUP_CUES),
        (KEYPAD, KEYPAD_SIGNS),
        (DAY, {*FULL_WEEKDAYS, "month"}),
        (BIRTH, BIRTH_WORDS),
        (VAGUE_DATE, VAGUE_DATE_WORDS),
    ):
        for word in hints:
            flags[word] = flags.get(word, 0) | flag
    return flags


_FLAGS = _flags()
_HINTS = frozenset(_FLAGS)
_PROVIDERS_APART = tuple(" ".join(("at", *words)) for words in APART)
_BOOKED = ("mr", "ms", "pax", "passenger", "psgr")
_NUMBER_WORDS = CARDINALS.keys() | REPEATS.keys() | PLURALS.keys()


def hints_of(view: TextView) -> int:
    """Return the flags of all hints in the text, 0 if nothing can be found in it."""
    text = view.lower
    flags = 0
    if _DIGIT.search(text):
        flags |= DIGIT
    if "@" in text:
        flags |= AT_SIGN | HOST
    if "." in text and _DOTTED.search(text):
        flags |= DOTTED
    if "://" in text:
        flags |= DOTTED | SLASH
    elif "u/" in text or "u /" in text or ("/" in text and any(map(text.__contains__, _BOOKED))):
        flags |= SLASH  # of Reddit, or of bookings
    if not text.isascii():
        flags |= FOREIGN
        if not _ACCENTED_MONTHS.isdisjoint(view.tokens.word):
            flags |= MONTH
        if "ät" in text and not AT_ABROAD.isdisjoint(view.tokens.word):
            flags |= SPOKEN_DOT
        if not _USUAL.issuperset(text) or sum(map(text.count, _USUAL_SIGNS)) > 2:
            flags |= ODD
    if ":" in text:
        flags |= COLON
        if flags & FOREIGN and _FIELD_COLON.search(text):
            flags |= ODD
    if "+" in text:
        flags |= PLUS
    if text.count(".") > 1 or text.count(":") > 1 or text.count("-") > 3:
        flags |= MACHINE
    if "#" in text or "*" in text:
        flags |= KEYPAD
    said = view.tokens.word if text.isascii() else _WORD.findall(text)
    if not flags & ODD and _is_odd(view, flags, said):
        flags |= ODD
    view.hints = hints = _HINTS.intersection(said)
    if flags & DOTTED and (" at " in text or "at]" in text or "at)" in text):
        flags |= HOST
    if "at " in text and any(map(text.__contains__, _PROVIDERS_APART)):
        flags |= HOST  # "at gee mail"
    for word in hints:
        flags |= _FLAGS[word]
    if flags & DIGIT:
        if not text.isascii():
            flags |= AGE | MONTH  # "28岁", "5. März"
        if AMOUNT_SIGNS.search(text):
            flags |= AMOUNT
    if "d o b" in text:
        flags |= BIRTH
        view.hints = hints | {"dob"}
    if flags & NUMBER_WORD and len([word for word in said if word in _NUMBER_WORDS]) > 1:
        flags |= NUMBER_RUN
    if flags & SPELLED and not _has_spelling(text, hints):
        flags &= ~SPELLED
    return flags


def _is_odd(view: TextView, flags: int, said: list[str]) -> bool:
    """Return whether a text may have names of accounts, or private text in disguise."""
    text = view.lower
    if view.mixed_case or (flags & DOTTED and _DOTS.search(text)):
        return True
    if _SIGNS.search(text) and (
        _ODD.search(text) or any(text.count(sign) > 2 for sign in _BETWEEN_LETTERS)
    ):
        return True
    if flags & (DIGIT | FOREIGN):
        return view.has_long_token
    return max(map(len, said), default=0) >= _LONG_WORD


def _has_spelling(text: str, hints: frozenset[str]) -> bool:
    """Return whether letters follow each other, have example words, or are said as words."""
    alphabet = len(hints & SPELLING_ALPHABET) + ("x-ray" in text)
    if alphabet > 1 or len(hints & CLEAR_LETTER_NAMES) > 1:
        return True
    if len(hints & _SINGLES) < 2:
        return False
    if _TWO_LETTERS.search(text):
        return True
    return any(word in text for word in _BEFORE_SAMPLE) and _SAMPLE.search(text) is not None
