"""The time that words take to find, in texts made to take long."""

from __future__ import annotations

import time

import pytest

from privtool.text.words import words

# Strings that a backtracking or re-scanning rule would take quadratic time for.
ADVERSARIAL = {
    "one word": "a",
    "enclitics": "a's",
    "only enclitics": "'s",
    "negations": "n't",
    "hyphens": "a-",
    "underscores": "a_",
    "only underscores": "_",
    "digits and points": "1.",
    "initials": "a.",
    "host names": "a-b.",
    "long host names": "abcdefgh-abcdefgh.",
    "addresses": "a@",
    "address names": "a.b+",
    "handles": "#a.",
    "handle tails": "@a__",
    "urls": "http://",
    "brackets in a url": "www.[A",
    "url ends": "www.!",
    "open markers": "[A",
    "open brackets": "[",
    "tags": "<s",
    "pipes": "<|a",
    "entities": "&#1",
    "ampersands": "A&",
    "apostrophes": "'",
    "marks": "!",
    "accents": "e\u0301",
    "invisible": "a\u200b",
    "spaces": " a",
    "ideographs": "田",
}


def cpu_seconds(text: str) -> float:
    started = time.process_time()
    words(text)
    return time.process_time() - started


@pytest.mark.parametrize("name", list(ADVERSARIAL))
def test_time_is_linear(name):
    piece = ADVERSARIAL[name]
    few, many = (piece * (size // len(piece)) for size in (25_000, 100_000))
    # The ratio is 4 when linear and 16 when quadratic; a busy machine may disturb a try.
    assert any(cpu_seconds(many) < 8 * cpu_seconds(few) for _ in range(3))


@pytest.mark.parametrize("piece", ["a's", "a.b@"])
def test_a_million_characters_are_handled(piece):
    assert cpu_seconds(piece * (1_000_000 // len(piece))) < 30
