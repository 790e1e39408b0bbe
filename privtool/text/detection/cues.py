"""Values announced by a cue word, so that a bare number gets the right label."""

from __future__ import annotations

from collections.abc import Mapping

from privtool.core.spans import Span
from privtool.text.detection.confidence import LIKELY, SURE
from privtool.text.detection.view import TextView
from privtool.text.english.numbers import CARDINALS, REPEATS
from privtool.text.labels import Label
from privtool.text.lazy_regex import Regex
from privtool.text.lexicon import words
from privtool.text.rules.files import package_rules
from privtool.text.word_lists import load_allow_list

ID = Label.ID.value
NUMBER = Label.NUMBER.value
PHONE = Label.PHONE.value
SSN = Label.SSN.value
USERNAME = Label.USERNAME.value

_LABELS = (
    *(Label.ID, Label.NUMBER, Label.PHONE, Label.SSN, Label.ZIP, Label.DATE, Label.CARD),
    *(Label.NATIONAL_ID, Label.USERNAME),
)
CUES: dict[str, str] = {
    **{
        word: label.value
        for label in _LABELS
        for word in words(f"value_cues.{label.value.lower()}")
    },
    **{word: rule.label for rule in package_rules("ids") for word in rule.cues},
}
PLATES = words("value_cues.plates")
SECRETS = words("value_cues.secrets")
LOGIN_CUES = SECRETS | words("value_cues.username") | {"screen"}
FILLERS = words("value_cues.fillers")
MOST_FILLERS = 8

_MARKERS = words("value_cues.markers")
_LOGIN_MARKERS = words("value_cues.login-markers")
_VALUE = Regex(r"[^\s,;\"'()<>\0]{2,40}")
_PLATE = Regex(r"[A-Za-z\d]{1,8}(?:[ -][A-Za-z\d]{1,4}){0,3}(?![A-Za-z\d])")


def mark_expected(view: TextView, cues: Mapping[str, str] = CUES) -> None:
    """Fill `view.expected` from the cue words of the text, which announce a label each."""
    tokens = view.tokens
    for index in tokens.places(cues.keys()):
        value, label, marked = _value_after(view, index, cues[tokens.word[index]])
        if value < len(tokens):
            start = tokens.start[value]
            known, sure = view.expected.get(start, (ID, LIKELY))
            if known == ID:
                view.expected[start] = (label, SURE if marked else sure)


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
        marked = marked or word in _MARKERS
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
    """Find values of letters that need a cue word: plates, log-ins, passwords."""
    spans: list[Span] = []
    floor = 0
    for index in view.tokens.places(PLATES | LOGIN_CUES | {"name"}):
        span = _announced(view, index)
        if span is not None and span.start >= floor:
            spans.append(span)
            floor = span.end
    return spans


def _announced(view: TextView, index: int) -> Span | None:
    """Return the plate, log-in or password that a cue announces."""
    word = view.tokens.word[index]
    if word in PLATES:
        return _plate(view, index)
    if word == "name" and view.tokens.at(index - 1) not in ("user", "screen"):
        return None
    return _login(view, index, ID if word in SECRETS else USERNAME)


def value_start(view: TextView, index: int) -> tuple[int, bool]:
    """Return the first token after the cue that is not a filler, and whether a marker was seen."""
    tokens = view.tokens
    marked = False
    following = index + 1
    while following < len(tokens) and following - index <= MOST_FILLERS:
        word = tokens.word[following]
        if word not in FILLERS and word not in CUES:
            break
        marked = marked or word in _MARKERS
        following += 1
    return following, marked


def _plate(view: TextView, index: int) -> Span | None:
    """Find up to four short groups after "plate", one of them with a digit."""
    value, marked = value_start(view, index)
    if value >= len(view.tokens):
        return None
    match = _PLATE.match(view.plain, view.tokens.start[value])
    if match is None:
        return None
    groups = match.group().replace("-", " ").split(" ")
    while groups and not _is_group(view, groups[-1]):
        groups.pop()
    code = match.group()[: sum(map(len, groups)) + max(len(groups) - 1, 0)]
    if not groups or not _is_group(view, groups[0]) or not any(map(str.isdigit, code)):
        return None
    if sum(map(str.isalnum, code)) < 4:
        return None
    return Span(match.start(), match.start() + len(code), ID, SURE if marked else LIKELY)


def _is_group(view: TextView, group: str) -> bool:
    """Return whether a group may be part of a plate, in small letters if the whole text is."""
    if group.isupper() or any(map(str.isdigit, group)):
        return True
    small = view.plain.islower() and 0 < len(group) < 4 and group.isalpha()
    return small and group not in load_allow_list().words


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
    plain_word = value.isalpha() and value.islower() and tokens.at(following - 1) in ("is", "was")
    named = label == ID or tokens.word[index] in ("username", "userid", "name")
    if len(value) < 2 or (plain_word and not (named and len(value) > 4)):
        return None  # "the handle is broken"
    return Span(match.start(), match.start() + len(value), label, LIKELY)
