"""The words that can be filled in: into slots of which class, and in which letter case.

The case follows the context of a slot, not the model.
"""

from __future__ import annotations

import re
from enum import Enum

import regex

from privtool.text.known_names import class_names
from privtool.text.labels import Label
from privtool.text.lexicon import words
from privtool.text.words import words as words_in

NAMES = frozenset((Label.PERSON, Label.LOCATION, Label.ORGANIZATION, Label.MISC))
_OPENERS = " \t\r\n\"'“”‘’«»([{<-–—*•>"
_ENDS = ".!?…。！？"
_WRITTEN = re.compile(f"[{_ENDS}()$%:;]")  # unlike in most transcripts
# A stop right after a slot ("\0") may be that of an abbreviation.
_LETTER_AT_START = re.compile(rf"(?:^|(?<!\0)[{_ENDS}])[\s{re.escape(_OPENERS)}]*[^\W\d_]")
_PUNCTUATED = re.compile(rf"(?<!\s)[,{_ENDS}]")  # not in tokens
_SMALL_I = re.compile(r"\bi\b")
_CONTEXT = 64  # characters of context on either side
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_DIGITS = frozenset((
    Label.ZIP, Label.AGE, Label.PHONE, Label.IP, Label.CARD, Label.IBAN, Label.SSN,
    Label.NATIONAL_ID, Label.ID, Label.MONEY, Label.NUMBER, Label.TIME,
))  # fmt: skip
# Letters with inner apostrophes or hyphens, or digits alone: a subset of `text/words.py`.
_WHOLE = regex.compile(r"\p{L}[\p{L}\p{M}]*+(?:['\u2019-]\p{L}[\p{L}\p{M}]*+)*+|\p{Nd}++")
_ONE_LETTER_WORDS = frozenset("aiAI")


class CaseStyle(Enum):
    """The letter case of a text."""

    LOWER = "lower"  # no capitals, as in many transcripts
    UPPER = "upper"
    MIXED = "mixed"


def case_style_of(text: str) -> CaseStyle:
    """Return the case style of a text with "\\0" for its markers; short ones are mixed.

    A text with sentence ends is in lower case only if a sentence starts with a lower-case letter:
    otherwise the capitalized words may be those that are masked. One with commas or stops that
    starts so may continue a sentence, unless they are tokens, a further sentence starts so, or "i"
    is small.
    """
    found = _WORD.findall(text)
    if not any(word.islower() for word in found):
        capitals = [word for word in found if word.isupper()]
        # "I" and "A" are capitals in any text: require another word in capitals.
        several = len(capitals) >= 2 and any(len(word) > 1 for word in capitals)
        return CaseStyle.UPPER if several else CaseStyle.MIXED
    if any(word != word.lower() for word in found):
        return CaseStyle.MIXED
    if _PUNCTUATED.search(text):
        lower = bool(_SMALL_I.search(text) or _LETTER_AT_START.search(text, 1))
    else:
        lower = not _WRITTEN.search(text) or bool(_LETTER_AT_START.search(text))
    return CaseStyle.LOWER if lower else CaseStyle.MIXED


def starts_sentence(before: str) -> bool:
    """Return whether a word after `before` starts a sentence."""
    tail = before.rstrip(_OPENERS)
    between = before[len(tail) :]
    if tail.endswith("..") and not between:  # "so ...what now"
        return False
    return not tail or "\n" in between or tail[-1] in _ENDS


def match_case(word: str, before: str, after: str, style: CaseStyle, is_name: bool) -> str:
    """Return the word in the case of its context, the text `before` and `after` it."""
    before, after = before[-_CONTEXT:], after[:_CONTEXT]
    if style is CaseStyle.UPPER or _between_capitals(before, after):
        return word.upper()
    if style is CaseStyle.LOWER:
        return word.lower()
    if word == "i" or is_name or starts_sentence(before):
        return word[:1].upper() + word[1:]
    return word


def _between_capitals(before: str, after: str) -> bool:
    """Return whether the nearest words on both sides are in capitals."""
    right = _WORD.search(after)
    if right is None or len(right[0]) < 2 or not right[0].isupper():
        return False  # the usual case
    left = _WORD.findall(before)
    return bool(left) and len(left[-1]) > 1 and left[-1].isupper()


def is_acronym(word: str, named: bool) -> bool:
    """Return whether a word is written in capitals; `named` in the slot of a name."""
    key = word.lower()
    return key in words("acronyms.capitals") or (named and key in words("acronyms.names"))


def is_title(word: str, after: str) -> bool:
    """Return whether a word is a title that is written with a full stop and a capital: "Dr." """
    return after.startswith(". ") and f"{word.lower()}." in words("fills.titles")


def fits_class(word: str, label: str) -> bool:
    """Return whether a word can fill a slot of the class; `WORD` takes all but numbers."""
    key = word.lower()
    if key.isdigit():
        return label in _DIGITS or (label == Label.DATE and len(key) in (1, 2, 4))
    known = classes_of(key)
    is_number = label in _DIGITS and Label.NUMBER in known
    return label == Label.WORD or label in known or is_number


def takes_digits(label: str) -> bool:
    """Return whether digits can fill a slot of the class."""
    return label in _DIGITS or label == Label.DATE.value


def is_capitalized(word: str) -> bool:
    """Return whether a word has a capital letter in any position."""
    key = word.lower()
    classes = classes_of(key)
    return bool(classes & NAMES) or (Label.DATE.value in classes and key not in ("may", "march"))


def classes_of(key: str) -> frozenset[str]:
    """Return the known classes of a word (lower case)."""
    return class_names().get(key, frozenset())


def is_fillable(text: str) -> bool:
    """Return whether a text can be filled in as one word and is not just a piece of words."""
    if not _WHOLE.fullmatch(text) or [word[:2] for word in words_in(text)] != [(0, len(text))]:
        return False
    if text.lower() in words("grammar.cut-at-apostrophe"):
        return False
    # Single letters are pieces of abbreviations; in scripts without case they can be words.
    return len(text) > 1 or text in _ONE_LETTER_WORDS or text.lower() == text.upper()
