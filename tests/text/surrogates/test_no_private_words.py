"""Phrases of which a part was once kept, or turned into nonsense, with any key."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privtool.text.known_names import person_names
from privtool.text.lexicon import words
from privtool.text.surrogates.generator import PrivatePhrase, SurrogateGenerator
from privtool.text.surrogates.prf import Key
from privtool.text.surrogates.private_words import may_have, private_words

KEYS = [Key(b"%016d" % number) for number in range(8)]


@pytest.mark.parametrize(
    ("phrases", "gap"),
    [
        ([("austin, tx", "LOCATION"), ("austin texas", "LOCATION")], None),
        ([("springfield, il", "LOCATION"), ("springfield il 62704", "LOCATION")], None),
        ([("O'Brien", "PERSON"), ("o apostrophe b r i e n", "PERSON")], " "),
        ([("2021-06-03", "DATE"), ("2021-06-03 23:45", "DATE")], None),
    ],
)
def test_consistent_phrases_stay_consistent(phrases, gap):
    for key in KEYS:
        generator = SurrogateGenerator(key)
        short, long = (
            generator.generate("", [PrivatePhrase(*each)])[0].text.lower() for each in phrases
        )
        if gap is not None:
            long = long.replace(gap, "")
        assert long.startswith(re.split(r", ", short)[0])


@pytest.mark.parametrize("phrase", ["the judge", "several"])
def test_generic_words_become_a_marker(phrase):
    label = "PERSON" if phrase == "the judge" else "NUMBER"
    (made,) = SurrogateGenerator(KEYS[0]).generate("", [PrivatePhrase(phrase, label)])
    assert made.text == f"[{label}]"


@pytest.mark.parametrize("name", ["may", "april"])
def test_a_date_contains_no_private_name(name):
    for number in range(40):
        generator = SurrogateGenerator(Key(b"k%015d" % number))
        private = [PrivatePhrase(name, "PERSON"), PrivatePhrase("june fifth", "DATE")]
        assert name not in generator.generate("", private)[1].text


_WORDS = sorted(
    {*sorted(person_names())[::150], *words("titles.all"), *words("organizations.words")}
)


@given(
    st.lists(st.sampled_from(_WORDS), min_size=1, max_size=4).map(" ".join),
    st.sampled_from(["PERSON", "LOCATION", "ORGANIZATION", "MISC", "ADDRESS", "EMAIL", "DATE"]),
    st.sampled_from([str.lower, str.title, str.upper]),
)
def test_every_private_word_is_one_that_a_phrase_may_have(phrase, label, cased):
    text = cased(phrase)
    assert all(may_have(text, label, frozenset((word,))) for word in private_words(text, label))
