import pytest
from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers

from privtool.core.errors import UnavailableError
from privtool.models.fillers.masked.vocabulary import WordStart, word_tokens


def word_piece(*entries):
    return Tokenizer(models.WordPiece({e: n for n, e in enumerate(entries)}, unk_token="[UNK]"))


def byte_level(*entries):
    spelled = [entry.replace(" ", "Ġ") for entry in entries]
    tokenizer = Tokenizer(models.BPE({e: n for n, e in enumerate(spelled)}, []))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    return tokenizer


def test_word_pieces_are_whole_unless_they_continue_a_word():
    tokenizer = word_piece(
        "[UNK]", "[MASK]", "##ing", "sing", "o'clock", "B", "a", "42", ".", "été"
    )
    found = word_tokens(tokenizer, frozenset([0, 1]))
    assert found.start is WordStart.PLAIN
    assert found.spaced.words == ["sing", "o'clock", "a", "42", "été"]
    assert found.spaced.tokens == [3, 4, 6, 7, 9]
    assert found.unspaced is found.spaced


def test_byte_level_words_begin_with_a_space():
    tokenizer = byte_level(
        "<s>", " sing", "ing", "sing", " 7", " b", " I", "I", " ,", "  x", " a b"
    )
    found = word_tokens(tokenizer, frozenset([0]))
    assert found.start is WordStart.SPACE_BYTE
    assert found.spaced.words == ["sing", "7", "I"]
    # "ing" may be the end of a word: without a space before it only what exists with one counts
    assert found.unspaced.words == ["sing", "I"]
    assert found.unspaced.tokens == [3, 7]


def test_sentence_piece_words_begin_with_its_mark():
    pieces = [("<unk>", 0.0), ("\u2581sing", -1.0), ("ing", -1.0), ("\u2581été", -1.0)]
    tokenizer = Tokenizer(models.Unigram(pieces, unk_id=0))
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()
    tokenizer.decoder = decoders.Metaspace()
    found = word_tokens(tokenizer, frozenset([0]))
    assert found.start is WordStart.METASPACE
    assert found.spaced.words == ["sing", "été"]


def test_sentence_piece_words_have_no_mark_at_the_start_of_a_text_if_no_space_is_added():
    pieces = [("<unk>", 0.0), ("\u2581sing", -1.0), ("ing", -1.0), ("sing", -1.0), ("a", -1.0)]
    tokenizer = Tokenizer(models.Unigram(pieces, unk_id=0))
    tokenizer.normalizer = normalizers.Replace(" ", "\u2581")
    tokenizer.decoder = decoders.Replace("\u2581", " ")
    found = word_tokens(tokenizer, frozenset([0]))
    assert found.start is WordStart.METASPACE
    assert (found.spaced.words, found.spaced.tokens) == (["sing"], [1])
    assert (found.unspaced.words, found.unspaced.tokens) == (["sing"], [3])


@pytest.mark.parametrize("piece", ["isn", "Didn", "ve", "ll"])
def test_what_an_apostrophe_cuts_off_is_no_word(piece):
    assert word_tokens(word_piece("[UNK]", piece, "won"), frozenset()).spaced.words == ["won"]


def test_special_tokens_are_not_words():
    tokenizer = word_piece("[UNK]", "mask", "word")
    assert word_tokens(tokenizer, frozenset([1])).spaced.words == ["word"]


def test_what_has_no_words_or_is_of_an_unknown_kind_is_refused():
    with pytest.raises(UnavailableError, match="no whole words"):
        word_tokens(word_piece("[UNK]", "##a", "."), frozenset([0]))
    with pytest.raises(UnavailableError, match="unknown kind"):
        word_tokens(Tokenizer(models.WordLevel({"a": 0}, unk_token="a")), frozenset())
