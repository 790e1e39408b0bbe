"""The attack in lock-step against one slot after the other; guessers on any filler; word counts."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privtool.interfaces.filling import Wanted
from privtool.interfaces.guessing import OUTSIDE
from privtool.stages.guess_attack import BestWords, PriorWords, Slots, attack
from privtool.text.word_lists import make_word_list
from tests.support.fake_filler import POOL, FakeFiller, Fixed

WANT = Wanted(None, ())
LISTED = make_word_list("mine", ["the", "he", "red", "street", "i"])
SEGMENTS = st.lists(st.sampled_from(["", "a ", " b", " longer text "]), min_size=1, max_size=5)


@given(st.lists(SEGMENTS, max_size=6))
def test_texts_are_attacked_as_if_each_were_alone(texts):
    def slots(segments):
        holes = len(segments) - 1
        return Slots(segments, [WANT] * holes, [["red", "nobody"]] * holes)

    together = attack(BestWords(FakeFiller()), list(map(slots, texts)), 3)
    alone = [attack(BestWords(FakeFiller()), [slots(text)], 3)[0] for text in texts]
    assert together == alone
    assert [len(each) for each in together] == [len(text) - 1 for text in texts]


def test_the_own_best_guess_is_context_for_the_next_slot():
    filler = FakeFiller()
    drafts = []
    filler.draft = lambda segments: drafts.append(FakeFiller.draft(filler, segments)) or drafts[-1]
    (guesses,) = attack(BestWords(filler), [Slots(["a", "b", "c"], [WANT] * 2, [[], []])])
    assert drafts[0].chosen == [guess.token for guess in guesses]


def test_words_that_cannot_have_been_masked_come_last():
    guesser = BestWords(Fixed())
    want = Wanted(None, (LISTED,))
    (guess,) = guesser.guess([guesser.draft(["", ""])], [want], [["paris", "the", "zed"]], 3)
    assert guess.words == ("paris", "anna", "42")
    assert guess.token == POOL.index("paris")
    paris, the, zed = guess.ranks
    assert (paris.rank, the.rank, zed) == (1, 7, None)
    free = [math.exp(-n) for n, word in enumerate(POOL) if not LISTED.keeps(word.lower())]
    everything = sum(math.exp(-n) for n in range(len(POOL)))
    p = OUTSIDE * math.exp(-4) / everything + (1 - OUTSIDE) * math.exp(-4) / sum(free)
    assert paris.bits == pytest.approx(-math.log2(p))
    assert the.bits == pytest.approx(-math.log2(OUTSIDE / everything))


def test_word_counts_rank_words_without_the_text():
    prior = PriorWords([("the", 60), ("anna", 30), ("zoe", 10), ("42", 5)])
    assert prior.size == 4
    assert prior.rank("the", WANT).rank == 1
    assert prior.rank("nobody", WANT) is None
    assert [prior.rank(w, Wanted("WORD", (LISTED,))).rank for w in ("anna", "zoe", "the")] == [
        1,
        2,
        3,
    ]
    assert prior.rank("42", Wanted("NUMBER", ())).rank == 1
    assert prior.rank("anna", WANT).bits == pytest.approx(-math.log2(30 / 105))


def test_a_slot_that_allows_no_word_allows_all():
    prior = PriorWords([("the", 60), ("he", 30)])
    assert prior.rank("he", Wanted(None, (LISTED,))).rank == 2
    (guess,) = (fixed := BestWords(Fixed(["the", "he"]))).guess(
        [fixed.draft(["", ""])], [Wanted(None, (LISTED,))], [["he"]], 1
    )
    assert guess.words == ("the",)
    assert guess.ranks[0].rank == 2
