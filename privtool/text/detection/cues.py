"""Values announced by a cue word, so that a bare number gets the right label."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from privtool.text.detection.confidence import LIKELY, SURE
from privtool.text.detection.view import TextView
from privtool.text.english.numbers import CARDINALS, REPEATS
from privtool.text.labels import Label
from privtool.text.lexicon import sections, words
from privtool.text.rules.files import package_rules

ID = Label.ID.value
NUMBER = Label.NUMBER.value
PHONE = Label.PHONE.value
SSN = Label.SSN.value


@cache
def cues_without(off: frozenset[str]) -> dict[str, str]:
    """Return all cue words with their labels, but not those of rules that are off."""
    rules = (rule for rule in package_rules("ids") if rule.id not in off)
    return {
        **{
            word: name.upper()
            for name in sections("value_cues")
            if name.upper() in Label.__members__
            for word in words(f"value_cues.{name}")
        },
        **{word: rule.label for rule in rules for word in rule.cues},
    }


CUES = cues_without(frozenset())
PLATES = words("value_cues.plates")
SECRETS = words("value_cues.secrets")
USERS = words("value_cues.username") | {"screen", "user"}
FILLERS = words("value_cues.fillers")
MOST_FILLERS = 8

_MARKERS = words("value_cues.markers")


def mark_expected(view: TextView, cues: Mapping[str, str] | None = None) -> None:
    """Fill `view.expected` from the cue words of the text, which announce a label each."""
    tokens, cues = view.tokens, cues_without(view.off) if cues is None else cues
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
