"""Invented conversations in which a value is dictated with one digit or letter per turn."""

from __future__ import annotations

import random
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks.support.dictation import SURNAMES
from benchmarks.support.hesitant_speech import CLEAN, DISTRACTED, HESITANT
from privtool.text.english.numbers import digit_words

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

_FOLDER = Path(__file__).with_name("turn_wordings")

_LENGTHS = {"phone": 10, "ssn": 9, "card": 16, "pin": 4, "account": 8}
MANNERS = (CLEAN, HESITANT, DISTRACTED)
KINDS = (*_LENGTHS, "surname")
_REPLIED, _ECHOED, _OTHER = 0.4, 0.2, 0.12
_SLASH = " / "

Wording = Mapping[str, Sequence[str]]

# The words that the tagger was developed with.
_DEVELOPMENT: Wording = {
    "surnames": SURNAMES,
    "phone": (
        "what's your phone number / it's",
        "my number is / okay",
        "Can I have a phone number?",
    ),
    "ssn": ("and your social security number / sure", "my social is"),
    "card": (
        "the card number please / one moment / take your time",
        "Which card? / my visa, it goes",
    ),
    "pin": ("what is your pin / my pin is", "The code I texted you? / ready? / go ahead"),
    "account": ("my account number is / go ahead", "your policy number? / here it is"),
    "surname": ("please spell your last name / okay", "how is that spelled"),
    "fluent": ("{}", "{}", "{}."),
    "hesitant": (
        *("{}", "um {}", "then {}", "and then {}", "{} I think"),
        *("the next one is {}", "uh, {}"),
    ),
    "replies": ("okay", "uh-huh", "yes", "mhm", "yeah", "go on", "got it"),
    "echoes": ("{}", "{}?", "okay, {}"),
    "between": ("sorry, there is a truck outside", "my glasses are dirty", "wait, the dog is out"),
    "ends": ("thank you", "and that's all", "Great, what else can I do for you?"),
}


class Turn(NamedTuple):
    """A turn, and the range of its digit or letter, which is private."""

    text: str
    private: tuple[int, int] | None = None


def conversations(
    wording: str | None, kind: str, manner: str, count: int, seed: int
) -> list[list[Turn]]:
    """Return conversations with a value of one of the `KINDS`; HESITANT turns have hesitations.

    In DISTRACTED ones there is also other talk between them.
    """
    words = _DEVELOPMENT if wording is None else _heldout(wording)
    rng = random.Random(f"turns {wording} {kind} {manner} {seed}")
    return [_conversation(rng, words, kind, manner) for _ in range(count)]


def _heldout(wording: str) -> Wording:
    """Return a wording that was written and committed before the tagger met it."""
    words: Wording = tomllib.loads((_FOLDER / f"{wording}.toml").read_text("utf-8"))
    return words


def wordings() -> list[str]:
    """Return the names of the held-out wordings."""
    return sorted(path.stem for path in _FOLDER.glob("*.toml"))


def _conversation(rng: random.Random, words: Wording, kind: str, manner: str) -> list[Turn]:
    turns = [Turn(text) for text in rng.choice(words[kind]).split(_SLASH)]
    typed = turns[0].text[0].isupper()
    replies, echoes = rng.random() < 0.6, rng.random() < 0.4
    zero = rng.choice(("oh", "zero"))
    items = list(_items(rng, words, kind, zero))
    for place, item in enumerate(items):
        form = rng.choice(words["fluent" if manner == CLEAN else "hesitant"])
        turns.append(_filled(form, item.capitalize() if typed and form[:2] == "{}" else item))
        if echoes and rng.random() < _ECHOED:
            turns.append(_filled(rng.choice(words["echoes"]), item))
        elif replies and rng.random() < _REPLIED:
            turns.append(Turn(rng.choice(words["replies"])))
        if manner == DISTRACTED and place + 1 < len(items) and rng.random() < _OTHER:
            turns.append(Turn(rng.choice(words["between"])))
    return [*turns, Turn(rng.choice(words["ends"]))]


def _items(rng: random.Random, words: Wording, kind: str, zero: str) -> Sequence[str]:
    """Return the digits or letters of a value, in words."""
    if kind == "surname":
        return rng.choice(words["surnames"]).replace(" ", "")
    return [digit_words(rng.choice("0123456789"), zero=zero) for _ in range(_LENGTHS[kind])]


def _filled(form: str, item: str) -> Turn:
    start = form.index("{}")
    return Turn(form.replace("{}", item), (start, start + len(item)))
