"""Plain names are read at little cost, and as they are read with all rules."""

from __future__ import annotations

import pytest

from privtool.text.surrogates import name_parts, private_words
from privtool.text.surrogates.generator import PrivatePhrase, SurrogateGenerator
from privtool.text.surrogates.mentions import MentionIndex
from privtool.text.surrogates.name_parts import WORDS_AROUND_NAMES, plain_names
from privtool.text.surrogates.prf import Key

_CACHES = (
    *(name_parts.names_in, name_parts.full_names),
    private_words.private_words,
)


WORDS = sorted(word for word in WORDS_AROUND_NAMES if word.isalpha() and word.islower())
NAMES = ["attn", "of", "ii", "xi", "hannah", "beth", "jones", "petersons", "tj"]
PHRASES = [
    phrase
    for word in [*WORDS, *NAMES]
    for phrase in (f"Anna {word.title()}", f"{word.title()} Beth", f"{word} kowalski", word)
]


def read(phrase: str) -> tuple[object, ...]:
    """Return all that is made of the name of a person."""
    for cache in _CACHES:
        cache.cache_clear()
    index = MentionIndex()
    index.add(phrase, "PERSON", ["given"])
    text = (
        f"{phrase} {phrase.upper()}s {''.join(phrase.split())} {' '.join(phrase)} {phrase[0]}gate"
    )
    generator = SurrogateGenerator(Key(b"0" * 16))
    private = [PrivatePhrase(phrase, "PERSON"), index.private_phrase(phrase, "PERSON")]
    return (
        name_parts.full_names(phrase),
        name_parts.identifying_words(phrase),
        sorted(name_parts.cued_parts(phrase)),
        private_words.private_words(phrase, "PERSON"),
        index.spans(text, []),
        private,
        [generator.generate(str(number), [each]) for number, each in enumerate(private)],
    )


def test_plain_names_are_read_as_any_others(monkeypatch):
    quickly = [read(phrase) for phrase in PHRASES]
    monkeypatch.setattr(name_parts, "plain_names", lambda _: ())
    assert [read(phrase) for phrase in PHRASES] == quickly


@pytest.mark.parametrize(
    ("phrase", "names"),
    [
        ("Anna Kowalski", ("anna", "kowalski")),
        ("anna kowalski", ("anna", "kowalski")),
        ("ANNA", ("anna",)),
        ("Anna kowalski", ()),
        ("Mr Kowalski", ()),
        ("A Kowalski", ()),
        ("Anna van Houten", ()),
        ("Zoë Kowalski", ()),
        ("Anna O'Brien", ()),
    ],
)
def test_what_a_plain_name_is(phrase, names):
    assert plain_names(phrase) == names
