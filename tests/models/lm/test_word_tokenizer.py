import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from transformers import AutoTokenizer

from privtool.models.lm.tokenizers import vocabulary_entries, word_tokenizer
from privtool.models.lm.words import END, SPECIAL, UNKNOWN, LmWordSplitter
from privtool.text.markers import MARKERS

TEXT = """anna can't don’t won't I'd've y'all's 'twas n't 's AT&T a&b R&D a--b co_op well-known
U.S. U.S.A. U.S.Am 1,200.50 10:30 @anna #tag x@y.com www.foo.com/bar?x=1 &amp; &#39; rock'n'roll
[MASK] [PERSON] [FOO] [mask] (foo) "no", naïve cafe\u0301 Ünal’s \u2018so\u2019 日本 안녕 ... --
! 😀 [MASK]'s x[DATE]y [MASK]-[MASK] they'll've o'clock it's, end."""
WORDS = TEXT.split()


def ids_by_rule(vocabulary, text):
    ids = {entry: number for number, entry in enumerate(vocabulary)}
    return [ids.get(word, ids[UNKNOWN]) for word in LmWordSplitter()(text)]


@pytest.fixture(scope="module")
def both():
    keys = sorted(set(LmWordSplitter()(" ".join(WORDS)))) + list("abcdefgh")
    vocabulary = vocabulary_entries(keys, 1000)
    return vocabulary, word_tokenizer(vocabulary)


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from([*WORDS, "</s>", "<unk>x", "ΣΟΦΟΣ", "&#65;"]), max_size=12))
def test_it_gives_the_ids_of_the_words_with_spaces_between(both, pieces):
    vocabulary, tokenizer = both
    text = " ".join(pieces)
    words = " ".join(LmWordSplitter()(text))
    assert tokenizer(words, add_special_tokens=False)["input_ids"] == ids_by_rule(vocabulary, text)


def test_a_typed_special_token_is_an_unknown_word():
    assert LmWordSplitter()("a </s> <pad> [FOO] [SEP]") == ["a", *[UNKNOWN] * 4]


def test_markers_are_themselves_and_the_special_tokens_come_first():
    vocabulary = vocabulary_entries(["[mask]", "<unk>", "B", "a", "b", "c"], 2)
    assert vocabulary == [*SPECIAL, "b", "a"]
    assert LmWordSplitter()("[MASK] [PERSON]") == ["[MASK]", "[PERSON]"]
    assert set(MARKERS) < set(SPECIAL)


def test_a_saved_one_is_loaded_by_transformers(both, tmp_path):
    vocabulary, tokenizer = both
    tokenizer.save_pretrained(tmp_path)
    again = AutoTokenizer.from_pretrained(tmp_path)
    text = "anna [MASK] well-known nowhere"
    assert again(text)["input_ids"] == [1, *ids_by_rule(vocabulary, text), 1]
    assert again.eos_token == again.bos_token == END
    assert again.unk_token == UNKNOWN
    assert again.mask_token == "[MASK]"
