"""Examples of words and their keys."""

from __future__ import annotations

import pytest

from privtool.text.words import ChunkCache, words
from tests.support.unseen_text import unseen

UNSEEN = unseen("Anna 5")


def found(text: str) -> list[str]:
    return [text[start:end] for start, end, _ in words(text)]


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
    assert found(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Anna's ANNA anna", ["anna"] * 3),
        ("don't can't won't shan't ain't isn't", ["do", "can", "will", "shall", "be", "is"]),
        ("ca wo ca's", ["ca", "wo", "ca"]),
        ("O’Neill e‐mail E‑mail", ["o'neill", "e-mail", "e-mail"]),
        ("Rene\u0301e Renée @RENE\u0301E", ["renée", "renée", "@renée"]),
        ("An\u200bna Re\u200bne\u200b\u0301e", ["anna", "renée"]),
        ("[MASK] U.S. A@B.ORG", ["[mask]", "u.s", "a@b.org"]),
    ],
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
