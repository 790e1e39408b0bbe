"""Listed names in hashtags, home folders, words with signs for letters, and words run together."""

from __future__ import annotations

from privtool.core.spans import Span
from privtool.text.detection.confidence import LIKELY, POSSIBLE
from privtool.text.detection.view import TextView
from privtool.text.known_names import person_names
from privtool.text.labels import Label
from privtool.text.lazy_regex import Regex
from privtool.text.word_lists import load_allow_list

PERSON, USERNAME = Label.PERSON.value, Label.USERNAME.value

_TAG = Regex(r"(?<![\w#&/])#([^\W\d_]{4,40})(?:[\d_]\w{0,20})?(?!\w)")
_HOME = Regex(r"(?<![\w/~])~([a-z]{3,20})(?![\w~])")
# Letters that signs stand for; words with digits are found anyway.
_LETTERS = {"@": "a", "$": "s", "!": "i", "|": "l", "+": "t", "€": "e", "£": "l", "¡": "i"}
_SIGNS = "".join(_LETTERS)
_DISGUISED = Regex(
    rf"(?<![^\s(\"'.,:;])(?=[^\s]{{3,24}}(?:[\s.,:;?)\"']|\Z))[{_SIGNS}]?[^\W\d_]+"
    rf"(?:[{_SIGNS}]+[^\W\d_]+)*[{_SIGNS}]{{0,2}}(?![^\s.,:;?)\"'])"
)
_ANY_SIGN = Regex(f"[{_SIGNS}]")
_SIGN_INSIDE = Regex(rf"[{_SIGNS.replace('!', '')}]|![^\W\d_]")  # "!" also ends sentences
_TO_LETTERS = str.maketrans(_LETTERS)
_GLUED = Regex(r"(?<![^\W_])([a-z]{2,20})([A-Z][a-z]{3,30})(?![^\W_])")  # "callAnnatoday"
_TITLES = ("mr", "mrs", "miss", "prof")
_FEWEST, _MOST = 3, 20  # letters of a name in a longer word


def find(view: TextView) -> list[Span]:
    """Find "#annakowalski", "~anna", "s!obhan", and the name in "callAnnatoday"."""
    text = view.lower
    spans = []
    if "#" in text:
        for match in _TAG.finditer(text):
            if _holds_names(match.group(1)):
                spans.append(Span(*match.span(), USERNAME, LIKELY))
    if "~" in text:
        for match in _HOME.finditer(text):
            if _is_name(match.group(1)):
                spans.append(Span(*match.span(1), USERNAME, POSSIBLE))
    if _ANY_SIGN.search(text) and _SIGN_INSIDE.search(text):
        for match in _DISGUISED.finditer(text):
            if _is_disguised_name(match.group()):
                spans.append(Span(*match.span(), PERSON, POSSIBLE))
    if view.mixed_case:
        for match in _GLUED.finditer(view.plain):
            titled = match[1] in _TITLES  # "mrsFeatherstone"
            length = len(match[2]) if titled else _name_length(match[2].lower())
            if length:
                spans.append(Span(match.start(2), match.start(2) + length, PERSON, POSSIBLE))
    return sorted(spans)


def _name_length(word: str) -> int:
    """Return the length of the listed name that a word begins with, 0 if none, or no word, follows.

    A name that is a common word does not count.
    """
    keeps = load_allow_list().keeps
    lengths = range(len(word), _FEWEST, -1)
    ends = (n for n in lengths if _is_name(word[:n]) and (n == len(word) or keeps(word[n:])))
    return next(ends, 0)


def _is_disguised_name(word: str) -> bool:
    """Return whether a word with signs is a listed name; an exclamation mark may end a sentence."""
    word = word.rstrip("!")
    return not word.isalpha() and _is_name(word.translate(_TO_LETTERS))


def _is_name(word: str) -> bool:
    """Return whether a word is a listed name and no common word."""
    return word in person_names() and word not in load_allow_list().words


def _holds_names(word: str) -> bool:
    """Return whether a word is one name, or two or three in a row, one of them no common word."""
    names = person_names()
    sure = {0: (False, 0)}  # by the letters read: whether a name is sure, and how many there are
    for stop in range(_FEWEST, len(word) + 1):
        for start in range(max(0, stop - _MOST), stop - _FEWEST + 1):
            name = word[start:stop]
            if start in sure and name in names and sure[start][1] < 3:
                found = (sure[start][0] or _is_name(name), sure[start][1] + 1)
                sure[stop] = max(sure.get(stop, found), found)
    return sure.get(len(word), (False, 0))[0]
