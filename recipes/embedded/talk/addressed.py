"""People addressed in lines of real talk that name nobody."""

from __future__ import annotations

import random

from tagger_text import Name, Sentence

from privtool.text.labels import Label
from talk.persons import PersonNames


def address(sentence: Sentence, rng: random.Random, names: PersonNames) -> Sentence:
    """Add a name, with or without a title, before or after a line without names."""
    given, surname = names.pair()
    title = rng.choice(("", "", "", "", "Mr. ", "Mrs. ", "Ms. ", "Dr. ", "doctor ", "mister "))
    name = surname if title else rng.choice((given, given, given, f"{given} {surname}"))
    text = sentence.text.strip()
    if rng.random() < 0.45:
        opening = rng.choice(
            ("", "", "Hi ", "Okay, ", "Well, ", "Thanks, ", "so ", "Yes, ", "No, ")
        )
        before, after = opening + title, rng.choice((", ", " ", ": ", ". ", "! ")) + text
    else:
        body = text.rstrip(".?!, ")
        before = f"{body}{rng.choice((', ', ' ', ', '))}{title}"
        after = text[len(body) :].strip()
    start = len(before)
    label = Name(start, start + len(name), Label.PERSON)
    return Sentence(before + name + after, (label,), sentence.document)
