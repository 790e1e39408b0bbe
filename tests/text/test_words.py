"""Examples of words and their keys."""

from __future__ import annotations

import re
import time
import unicodedata

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from privtool.text import words as words_module
from privtool.text.words import ChunkCache, Word, key_of, overlapping_words, words
from tests.support.tables import tabled
from tests.support.unseen_text import unseen

UNSEEN = unseen("Anna 5")


def keys(text: str) -> list[str]:
    return [word.key for word in words(text)]


@tabled("text", "text expected")
def test_a_text_has_these_words(text, expected):
    assert [text[start:end] for start, end, _ in words(text)] == expected


@tabled("text", "text expected")
def test_keys(text, expected):
    assert keys(text) == expected


def test_a_cache_of_chunks_is_bounded():
    calls: list[str] = []
    cache = ChunkCache(lambda chunk: calls.append(chunk) or len(chunk), size=2)
    assert [cache[chunk] for chunk in ("a", "bb", "a", "x" * 65, "x" * 65)] == [1, 2, 1, 65, 65]
    assert calls == ["a", "bb", "x" * 65, "x" * 65]
    assert cache["ccc"] == 3
    assert list(cache) == ["ccc"]


# Properties of the words of any text.
# Pieces that have a meaning to the rule, so that random texts hit its corners.
PIECES = [
    "Anna", "anna", "O", "I", "don", "isn", "n't", "N'T", "'s", "'S", "’s", "ʼll", "'ve", "'",
    "-", "--", "_", ".", ",", ":", "/", "&", "@", "#", "!", "?", ";", "(", ")", "[", "]", "<", ">",
    "|", '"', "”", "’", "1", "42", "1,200", "½", "http", "https://", "www.", "mailto:", ".com",
    "[MASK]", "[PERSON]", "<mask>", "</s>", "<|end|>", "&amp;", "&#39;", "&#65;", "&#x61;", "MASK",
    "e\u0301", "\u0301", "é", "İ", "Σ", "अनुष्का", "田中", "😀", "❤\ufe0f", "Ⓐ", "\u200b", "\u00ad",
    "\u202e", "\ufeff", "\x00", "\x1c", "\x85", "\u00a0", "\u3000", "\t", "\n", " ", " ", " ",
]  # fmt: skip
texts = st.one_of(
    st.lists(
        st.sampled_from([*PIECES, UNSEEN, "\U000e0101", "\u2801", "\U0001f1eb"]), max_size=12
    ).map("".join),
    st.text(max_size=30),
)


unhurried = settings(deadline=None)


@unhurried
@given(texts)
@example("[MASK]'s-Anna")
@example("'s's's")
@example("http://a\x1cb")
def test_words_are_sorted_disjoint_and_hold_no_white_space(text):
    done = 0
    for start, end, key in words(text):
        assert done <= start < end <= len(text)
        assert not any(c.isspace() for c in text[start:end])
        assert key
        done = end


@unhurried
@given(texts)
@example("[MASK]'s Anna @a #b c")
@example("www. Anna http: Bob")
def test_a_text_can_be_split_at_any_white_space(text):
    assert words(text) == [
        Word(piece.start() + start, piece.start() + end, key)
        for piece in re.finditer(r"\S+", text)
        for start, end, key in words(piece[0])
    ]


@unhurried
@given(st.text("abHTpswN", min_size=1, max_size=8), st.text(".,;:!?", max_size=4))
@example("http", ":")
@example("www", ".!")
def test_the_shortcut_for_plain_words_equals_the_rule(body, marks):
    text = body + marks
    match = list(words_module._WORD.finditer(text))
    assert [(m.group(), m.lastgroup) for m in match] == [(body, "plain")]
    assert words(text) == [Word(0, len(body), body.lower())]


ENCLITIC = r"n[A]t|[A](?:s|re|ve|ll|d|m)".replace("A", "'`\u00b4\u2018\u2019\u02bc\u2032\uff07")
NO_WORD = re.compile(ENCLITIC + "|&(?:[a-z]{2,4}|#x?[0-9a-f]+);", re.IGNORECASE)


@unhurried
@given(texts, st.tuples(st.integers(0, 40), st.integers(1, 9)))
def test_overlapping_words_share_a_character_with_the_span(text, stretch):
    start, length = stretch
    (numbers,) = overlapping_words(words(text), [(start, start + length)])
    expected = [n for n, w in enumerate(words(text)) if w.start < start + length and start < w.end]
    assert list(numbers) == expected


@unhurried
@given(texts)
@example("`M")
@example("don\u2032t")
def test_every_letter_and_digit_outside_of_words_is_of_an_enclitic_or_entity(text):
    edges = [0, *(edge for start, end, _ in words(text) for edge in (start, end)), len(text)]
    gaps = [text[edges[i] : edges[i + 1]] for i in range(0, len(edges), 2)]
    for gap in gaps:
        for character in NO_WORD.sub(" ", gap):
            assert unicodedata.category(character)[0] not in "LN"


@unhurried
@given(texts)
def test_the_key_of_a_key_is_itself(text):
    for key in keys(text):
        assert key_of(key) == key


@unhurried
@given(st.text(max_size=20))
def test_keys_do_not_depend_on_case_or_composition(text):
    assert key_of(key_of(text)) == key_of(text)
    decomposed = unicodedata.normalize("NFD", text)
    assert key_of(decomposed) == key_of(unicodedata.normalize("NFC", text))


# The time for texts that a backtracking or re-scanning rule would take quadratic time for.
def cpu_seconds(text: str) -> float:
    started = time.process_time()
    words(text)
    return time.process_time() - started


@tabled("text", "name piece")
def test_time_is_linear(name, piece):
    few, many = (piece * (size // len(piece)) for size in (25_000, 100_000))
    # The ratio is 4 when linear and 16 when quadratic; a busy machine may disturb a try.
    assert any(cpu_seconds(many) < 8 * cpu_seconds(few) for _ in range(3))


@pytest.mark.parametrize("piece", ["a's", "a.b@"])
def test_a_million_characters_are_handled(piece):
    assert cpu_seconds(piece * (1_000_000 // len(piece))) < 30
