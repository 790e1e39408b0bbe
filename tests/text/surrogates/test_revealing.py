"""Phrases of which a part was once given back: none of their words or digits is in a surrogate."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privtool.text.surrogates.generator import PrivatePhrase, SurrogateGenerator
from privtool.text.surrogates.mentions import MentionIndex
from privtool.text.surrogates.prf import Key
from tests.support.tables import tabled, typed_cases
from tests.support.unseen_text import unseen
from tests.text.surrogates.sentences import rows_of

KEYS = [Key(bytes([number]) * 16) for number in range(40)]


def surrogates(label: str, phrase: str) -> list[str]:
    private = [PrivatePhrase(phrase, label)]
    return [SurrogateGenerator(key).generate("", private)[0].text for key in KEYS]


@pytest.mark.parametrize(("label", "phrase", "private"), rows_of("revealing"))
def test_no_part_of_the_phrase_is_revealed(label, phrase, private):
    parts = re.compile(rf"\b(?:{private})")
    whole = sum(parts.search(made) is not None for made in surrogates(label, phrase))
    few = len(KEYS) // 10 if re.search(r"\d", private) else 0  # two digits may be drawn
    assert whole <= few


@tabled("text", "label phrase same")
def test_a_name_never_becomes_another_name_of_the_same_thing(label, phrase, same):
    assert same not in surrogates(label, phrase)


def test_addresses_abroad_stay_in_a_country_of_their_language():
    for made in surrogates("ADDRESS", "17 rue des Martyrs, 75009 Paris"):
        street, city = made.split(", ")
        assert re.fullmatch(r"\d\d rue [\w' -]+", street)
        assert re.fullmatch(r"\d{5} (?!Paris)[\w -]+", city)
    for made in surrogates("ADDRESS", "221B Baker Street, London NW1 6XE"):
        assert re.fullmatch(r"\d{3}[A-Z] \w+ Street, (?!London)[\w ]+ ZZ9 \d[A-Z]{2}", made)


TAGS = unseen("anna")
SELECTORS = "".join(chr(0xE0100 + ord(letter)) for letter in "anna")


@pytest.mark.parametrize("hidden", [TAGS, SELECTORS, "Ⓐⓝⓝⓐ", "🄰🄽🄽🄰", "🇦🇳🇳🇦", "⠁⠝⠝⠁", "👩🏽‍🦰"])
@tabled("text", "label phrase")
def test_signs_that_spell_or_draw_something_are_not_revealed(label, phrase, hidden):
    for text in (f"{phrase} {hidden}", f"{hidden} {phrase}", f"{phrase}{hidden}", hidden):
        made = SurrogateGenerator(KEYS[0]).generate("", [PrivatePhrase(text, label)])[0].text
        assert set(hidden).isdisjoint(made)
        assert made.strip()


def test_letters_that_become_two_in_capitals_are_replaced_in_an_iban():
    phrase = "Zorblaxstraße forty-eight two thirteen"
    assert all(
        "straße" not in made and "thirteen" not in made for made in surrogates("IBAN", phrase)
    )


@pytest.mark.parametrize(
    "phrase", ["the 5", "The ", "the A1", "Thé 747", "x" * 30_000, "A-" * 9000]
)
def test_other_names_of_any_form_are_replaced(phrase):
    for label in ("MISC", "LOCATION", "ORGANIZATION", "EVENT"):
        (surrogate,) = SurrogateGenerator(KEYS[0]).generate("", [PrivatePhrase(phrase, label)])
        assert surrogate.text != phrase


# Values that are computed when a text may have them are those that are computed at once.
_PHRASES = [*map(tuple, typed_cases("text", "private phrases"))]
_TEXT = """anna kowalski Kowalskis kowalskigate annakowalski akowalski bob Bob rob robert's grace
Grace may May mark obrien O'Brien brien jose ivan i v a n I v-a-n k o w l s last Last chance gulch
kroger national bank 555 0199 K 4471 X march 3 1990 report the is it i'm don't and of to for called
thanks hello uh number"""
_WORDS = _TEXT.split()


@given(
    st.sets(st.sampled_from(_PHRASES), min_size=1, max_size=4),
    st.lists(st.lists(st.sampled_from(_WORDS), max_size=8).map(" ".join), min_size=1, max_size=3),
)
def test_mentions_are_those_of_values_computed_at_once(phrases, texts):
    late, at_once = MentionIndex(), MentionIndex()
    for label, phrase in sorted(phrases):
        late.add(phrase, label)
        at_once.add(phrase, label)
    assert len(at_once) > 0  # computes them
    assert [late.spans(text, []) for text in texts] == [at_once.spans(text, []) for text in texts]


@tabled("text", "label phrase text")
def test_mentions_in_other_forms_are_found(label, phrase, text):
    index = MentionIndex()
    index.add(phrase, label)
    assert not index.spans("this is what I said", [])
    assert index.spans(text, [])
