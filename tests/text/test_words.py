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
from tests.support.tables import typed_cases
from tests.support.unseen_text import unseen

UNSEEN = unseen("Anna 5")


def keys(text: str) -> list[str]:
    return [word.key for word in words(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        (" \t\n", []),
        ("?!... -- ' \"", []),
        ("my name is Anna.", ["my", "name", "is", "Anna"]),
        # enclitics belong to no word
        ("Anna's dog", ["Anna", "dog"]),
        ("ANNA'S", ["ANNA"]),
        ("Anna’s, Bob＇s, Eveʼs", ["Anna", "Bob", "Eve"]),
        ("the students' books", ["the", "students", "books"]),
        ("we'll I'd they've you're I'm", ["we", "I", "they", "you", "I"]),
        ("she'd've wouldn't've didn'tn't", ["she", "would", "did"]),
        ("don't can't Won’t", ["do", "ca", "Wo"]),
        ("Anna 's do n't", ["Anna", "do"]),
        ("a@b.org's [MASK]'s [PERSON]n't", ["a@b.org", "[MASK]", "[PERSON]"]),
        ("I.B.M.'s", ["I.B.M"]),
        # what only looks like one
        ("O'Neill's o'clock ma'am rock'n'roll", ["O'Neill", "o'clock", "ma'am", "rock'n'roll"]),
        ("'tis 'Anna' “Anna” 'sam", ["tis", "Anna", "Anna", "sam"]),
        ("[MASK]'s-Anna a@b.org's-Bob", ["[MASK]", "Anna", "a@b.org", "Bob"]),
        ("O`Day O´Day O‘Day O′Day it`s 5′ `so`",
         ["O`Day", "O´Day", "O‘Day", "O′Day", "it", "5", "so"]),
        # hyphens, dashes, underscores
        ("mother-in-law e‐mail", ["mother-in-law", "e‐mail"]),
        ("he left--she stayed- -so", ["he", "left", "she", "stayed", "so"]),
        ("1990–2000 Anna—Bob", ["1990", "2000", "Anna", "Bob"]),
        ("snake_case __init__ a__b", ["snake_case", "init", "a__b"]),
        # numbers
        ("$1,200.50 10:30 3/4/2020 192.168.0.1", ["1,200.50", "10:30", "3/4/2020", "192.168.0.1"]),
        ("1st 5pm 50% 555-1234. -5 1, 2", ["1st", "5pm", "50", "555-1234", "5", "1", "2"]),
        ("١٢٣ ½ x²", ["١٢٣", "½", "x²"]),
        # acronyms
        ("the U.S. or U.S.A., e.g. AT&T", ["the", "U.S", "or", "U.S.A", "e.g", "AT&T"]),
        ("J.R.R.Tolkien", ["J", "R", "R", "Tolkien"]),
        # the web
        ("to anna.\u200bb@c.org or an\u2060@c.org",
         ["to", "anna.\u200bb@c.org", "or", "an\u2060@c.org"]),
        ("(see http://x.y/z?q=1).", ["see", "http://x.y/z?q=1"]),
        ("<https://x.y/a'b>, www.anna.example!", ["https://x.y/a'b", "www.anna.example"]),
        ("Anna.Smith+x@mail.example.org, foo@bar", ["Anna.Smith+x@mail.example.org", "foo@bar"]),
        ("see doctor.nl/a, ok.it is", ["see", "doctor.nl/a", "ok", "it", "is"]),
        ("anna.com/bob?x, node.js file.txt", ["anna.com/bob?x", "node", "js", "file", "txt"]),
        ("@anna_b: #MeToo C# a#b", ["@anna_b", "#MeToo", "C", "a", "b"]),
        # whatever looks like a marker
        ("[MASK] [mask] [X1] <s></s> <|im_end|> [Anna]",
         ["[MASK]", "[mask]", "[X1]", "<s>", "</s>", "<|im_end|>", "Anna"]),
        ("http://x.y/[MASK]?[b] z.com/[PERSON]/a</s>",
         ["http://x.y/", "[MASK]", "b", "z.com", "[PERSON]", "a", "</s>"]),
        ("x[MASK]y [MASK][PAD]", ["x", "[MASK]", "y", "[MASK]", "[PAD]"]),
        # HTML entities are signs, unless they spell a letter
        ("Q&amp;A &lt;Anna&gt; &#8217; &nbsp; &#x27;", ["Q", "A", "Anna"]),
        ("&#65;nn&#x61; &#49;", ["&#65;", "nn", "&#x61;", "&#49;"]),
        # other scripts, accents
        ("Rene\u0301e Åsa Straße", ["Rene\u0301e", "Åsa", "Straße"]),
        ("अनुष्का शर्मा।",
         ["अनुष्का", "शर्मा"]),
        ("田中さんは、東京。", ["田中さんは", "東京"]),
        ("Обʼєкт", ["Обʼєкт"]),
        ("Ⓐnna 🅰🅽🅽🅰", ["Ⓐnna", "🅰🅽🅽🅰"]),
        ("👩\u200d👧 Anna😀Bob ❤\ufe0f ☀\ufe0f 👍🏽 \u0301", ["Anna", "Bob"]),
        # flags and Braille can be read, and unseen characters can hold a text
        ("🇫🇷! ⠁⠝⠝⠁ ⒜⒩⒩⒜", ["🇫🇷", "⠁⠝⠝⠁", "⒜⒩⒩⒜"]),
        ("🄐🄝 ㈱ ㍿ ⼭⽥ 王⼩明 \ue041\ue042",
         ["🄐🄝", "㈱", "㍿", "⼭⽥", "王⼩明", "\ue041\ue042"]),
        (f"the{UNSEEN} 😀{UNSEEN} ☀\U000e0101\U000e0102",
         [f"the{UNSEEN}", UNSEEN, "\U000e0101\U000e0102"]),
        # invisible characters do not split a word
        ("An\u200bna An\u00adna's An\u202ena A\ufeffnna\u2060's",
         ["An\u200bna", "An\u00adna", "An\u202ena", "A\ufeffnna\u2060"]),
        ("An\x00na", ["An", "na"]),
        # every kind of white space does
        ("a\u00a0b\u3000c\x85d\x1ce\u2028f", ["a", "b", "c", "d", "e", "f"]),
        ("http://a\x1cb www.c\u00a0d", ["http://a", "b", "www.c", "d"]),
    ],
)  # fmt: skip
def test_examples(text, expected):
    assert [text[start:end] for start, end, _ in words(text)] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    typed_cases("text", "keys"),
)
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
def test_a_text_can_be_split_at_its_spaces(text):
    joined: list[Word] = []
    at = 0
    for piece in text.split(" "):
        joined += [Word(at + start, at + end, key) for start, end, key in words(piece)]
        at += len(piece) + 1
    assert words(text) == joined


@unhurried
@given(texts)
def test_a_text_can_be_split_at_any_white_space(text):
    assert keys(text) == [key for piece in text.split() for key in keys(piece)]


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


@pytest.mark.parametrize(("name", "piece"), typed_cases("text", "time is linear"))
def test_time_is_linear(name, piece):
    few, many = (piece * (size // len(piece)) for size in (25_000, 100_000))
    # The ratio is 4 when linear and 16 when quadratic; a busy machine may disturb a try.
    assert any(cpu_seconds(many) < 8 * cpu_seconds(few) for _ in range(3))


@pytest.mark.parametrize("piece", ["a's", "a.b@"])
def test_a_million_characters_are_handled(piece):
    assert cpu_seconds(piece * (1_000_000 // len(piece))) < 30
