"""Ranks and probabilities of words against sorting all words by their scores."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers

from privtool.core.device import Runtime
from privtool.core.errors import UnavailableError
from privtool.interfaces.filling import OUTSIDE, Wanted, WordBias
from privtool.models.fillers.load import load_filler
from privtool.models.fillers.masked.vocabulary import WordStart, word_start, word_tokens
from privtool.text.filling.words import fits_class
from privtool.text.word_lists import make_word_list
from privtool.text.words import key_of
from tests.support.tiny_models import SENTENCES, WORDS, resolved, tiny_bert, tiny_roberta

LISTED, KEPT = make_word_list("mine", WORDS[::2]), make_word_list("kept", WORDS[::3])
WANTED = [
    Wanted(None, ()),
    Wanted("WORD", (LISTED,)),
    Wanted("DATE", ()),
    Wanted(None, (), (KEPT,)),
    Wanted("WORD", (LISTED,), (KEPT,)),
]


@pytest.fixture(scope="module", params=[tiny_bert, tiny_roberta])
def filler(request, tmp_path_factory):
    folder = request.param(tmp_path_factory.mktemp("model") / "filler")
    return load_filler(resolved(folder), Runtime("cpu", "fp32"))


def allowed(word, want):
    key = key_of(word)
    return (
        (want.label is None or fits_class(word, want.label))
        and not any(each.keeps(key) for each in want.avoid)
        and all(each.keeps(key) for each in want.kept_by)
    )


def slow(filler, draft, want, words):
    """Ranks by definition: all words sorted, those that are allowed first."""
    (ranking,) = filler.rank([draft], [Wanted(None, ())], 10**6)
    found = [(each.word, each.score) for each in ranking.best.all()]
    inside = [score for word, score in found if allowed(word, want)]
    assert inside
    found.sort(key=lambda pair: (not allowed(pair[0], want), -pair[1]))
    total = math.fsum(math.exp(score) for _, score in found)
    total_inside = math.fsum(map(math.exp, inside))
    ranks = []
    for original in words:
        spelled = [n for n, (word, _) in enumerate(found) if key_of(word) == original]
        if not spelled:
            ranks.append(None)
            continue
        p = 0.0
        for n in spelled:
            word, score = found[n]
            p += OUTSIDE * math.exp(score) / total
            p += (1 - OUTSIDE) * math.exp(score) / total_inside * allowed(word, want)
        ranks.append((spelled[0] + 1, -math.log2(p)))
    return [word for word, _ in found], ranks


@settings(deadline=None, max_examples=25)
@given(data=st.data())
def test_ranks_are_those_of_all_words_sorted(filler, data):
    texts = data.draw(st.lists(st.sampled_from(SENTENCES), min_size=1, max_size=3))
    slots = []
    for text in texts:
        words = text.split()
        at = data.draw(st.integers(0, len(words) - 1))
        segments = [" ".join(words[:at] + [""]), " ".join(["", *words[at + 1 :]])]
        keys = [words[at], *data.draw(st.lists(st.sampled_from([*WORDS, "zyx"]), max_size=2))]
        slots.append((segments, data.draw(st.sampled_from(WANTED)), keys))
    drafts = [filler.draft(segments) for segments, _, _ in slots]
    same = [
        n for n in range(len(slots)) if filler.batch_key(drafts[n]) == filler.batch_key(drafts[0])
    ]
    guesses = filler.guess(
        [drafts[n] for n in same], [slots[n][1] for n in same], [slots[n][2] for n in same]
    )
    for n, guess in zip(same, guesses, strict=True):
        _, want, keys = slots[n]
        if not any(allowed(word, want) for word in filler.known_words()):
            want = Wanted(None, ())
        _, ranks = slow(filler, drafts[n], want, keys)
        for expected, found in zip(ranks, guess.ranks, strict=True):
            assert (expected is None) == (found is None)
            if expected is not None and found is not None:
                assert found.rank == expected[0]
                assert found.bits == pytest.approx(expected[1], abs=1e-3)


def test_the_token_is_that_of_the_best_word(filler):
    draft = filler.draft(["call ", " now"])
    (ranking,) = filler.rank([draft], [Wanted(None, ())], 1)
    (guess,) = filler.guess([draft], [Wanted(None, ())], [[]])
    assert guess.token == ranking.best.at(0).token
    assert guess.ranks == ()
    assert filler.size >= len(filler.known_words())


def word_piece(*entries):
    return Tokenizer(models.WordPiece({e: n for n, e in enumerate(entries)}, unk_token="[UNK]"))


def byte_level(*entries):
    spelled = [entry.replace(" ", "Ġ") for entry in entries]
    tokenizer = Tokenizer(models.BPE({e: n for n, e in enumerate(spelled)}, []))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    return tokenizer


def sentence_piece(*entries, marks_start=True):
    """A tokenizer whose words begin with a mark, also at the start of a text or not there."""
    pieces = [(entry.replace(" ", "\u2581"), -1.0) for entry in entries]
    tokenizer = Tokenizer(models.Unigram([("<unk>", 0.0), *pieces], unk_id=0))
    if marks_start:
        tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()
        tokenizer.decoder = decoders.Metaspace()
    else:
        tokenizer.normalizer = normalizers.Replace(" ", "\u2581")
        tokenizer.decoder = decoders.Replace("\u2581", " ")
    return tokenizer


LATIN = ("[UNK]", "[MASK]", "##ing", "sing", "o'clock", "B", "a", "42", ".", "été")
SPACED = ("<s>", " sing", "ing", "sing", " 7", " b", " I", "I", " ,", "  x", " a b")


@pytest.mark.parametrize(
    ("tokenizer", "start", "spaced", "unspaced"),
    [
        (word_piece(*LATIN), "PLAIN", {3: "sing", 4: "o'clock", 6: "a", 7: "42", 9: "été"}, None),
        # "ing" may be the end of a word: without a space before it only what exists with one counts
        (byte_level(*SPACED), "SPACE_BYTE", {1: "sing", 4: "7", 6: "I"}, {3: "sing", 7: "I"}),
        (sentence_piece(" sing", "ing", " été"), "METASPACE", {1: "sing", 3: "été"}, None),
        (
            sentence_piece(" sing", "ing", "sing", "a", marks_start=False),
            "METASPACE",
            {1: "sing"},
            {3: "sing"},
        ),
    ],
)
def test_words_of_a_vocabulary_are_whole(tokenizer, start, spaced, unspaced):
    special = frozenset([0, 1] if start == "PLAIN" else [0])
    assert word_start(tokenizer) is WordStart[start]
    after_space, others = word_tokens(tokenizer, special)
    assert {token: word for word, token in after_space.items()} == spaced
    if unspaced is not None:
        assert {token: word for word, token in others.items()} == unspaced
    elif start == "PLAIN":
        assert others is after_space


@pytest.mark.parametrize("piece", ["isn", "Didn", "ve", "ll"])
def test_what_an_apostrophe_cuts_off_is_no_word(piece):
    assert list(word_tokens(word_piece("[UNK]", piece, "won"), frozenset())[0]) == ["won"]


def test_special_tokens_are_not_words():
    tokenizer = word_piece("[UNK]", "mask", "word")
    assert list(word_tokens(tokenizer, frozenset([1]))[0]) == ["word"]


def test_what_has_no_words_or_is_of_an_unknown_kind_is_refused():
    with pytest.raises(UnavailableError, match="no whole words"):
        word_tokens(word_piece("[UNK]", "##a", "."), frozenset([0]))
    with pytest.raises(UnavailableError, match="whole words, like those of lm-train"):
        word_tokens(Tokenizer(models.WordLevel({"a": 0}, unk_token="a")), frozenset())
    with pytest.raises(UnavailableError, match="unknown kind"):
        word_tokens(Tokenizer(models.Unigram([("a", 0.0)])), frozenset())


# What is added to the scores of words: in rankings and in guesses.
BIAS = WordBias({WORDS[0]: 5.0, WORDS[1]: -3.0}, 0.5)


@pytest.fixture(scope="module")
def biased(tmp_path_factory):
    folder = tiny_bert(tmp_path_factory.mktemp("model") / "filler")
    return load_filler(resolved(folder), Runtime("cpu", "fp32"))


def ranked(biased, wants):
    draft = biased.draft(["", SENTENCES[0]])
    rankings = biased.rank([draft] * len(wants), wants, 10**6)
    return [{c.word: c.score for c in ranking.best.all()} for ranking in rankings]


def test_scores_are_moved_for_the_slots_that_ask_for_it(biased):
    plain, moved, again = ranked(
        biased, [Wanted(None, ()), Wanted(None, (), (), BIAS), Wanted(None, ())]
    )
    assert plain == again
    for word, score in plain.items():
        expected = score + BIAS.words.get(key_of(word), BIAS.other)
        assert moved[word] == pytest.approx(expected, abs=1e-5)


def test_guesses_follow_them(biased):
    (moved,) = ranked(biased, [Wanted(None, (), (), BIAS)])
    draft = biased.draft(["", SENTENCES[0]])
    (guess,) = biased.guess([draft], [Wanted(None, (), (), BIAS)], [[WORDS[0]]])
    (rank,) = guess.ranks
    highest = max(moved.values())
    total = sum(2.718281828459045 ** (score - highest) for score in moved.values())
    of_word = sum(
        2.718281828459045 ** (score - highest)
        for word, score in moved.items()
        if key_of(word) == WORDS[0]
    )
    assert rank.bits == pytest.approx(-math.log2(of_word / total), abs=1e-3)
