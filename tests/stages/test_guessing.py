"""The attack in lock-step against one slot after the other; guessers on any filler; word counts."""

import math
from collections import Counter
from math import exp
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privtool.core.errors import DataError
from privtool.core.record import Record
from privtool.interfaces.filling import Wanted
from privtool.interfaces.lm_scoring import Score
from privtool.stages.guess_attack import BestWords, PriorWords, Slots, attack
from privtool.stages.lm_score import LmScoreStage
from privtool.stages.rare_words import PublicWords, RareWords, SlotPriors
from privtool.stages.vocab import TOTALS, most_keys, unscaled, weights_of
from privtool.stages.word_priors import TOTAL
from privtool.text.word_lists import make_word_list
from tests.support.fake_filler import POOL, FakeFiller, Fixed
from tests.support.processing import processed

WANT = Wanted(None, ())
LISTED = make_word_list("mine", ["the", "he", "red", "street", "i"])
SEGMENTS = st.lists(st.sampled_from(["", "a ", " b", " longer text "]), min_size=1, max_size=5)


@given(st.lists(SEGMENTS, max_size=6))
def test_texts_are_attacked_as_if_each_were_alone(texts):
    def slots(segments):
        holes = len(segments) - 1
        return Slots(segments, [WANT] * holes, [["red", "nobody"]] * holes)

    together = attack(BestWords(FakeFiller()), list(map(slots, texts)))
    alone = [attack(BestWords(FakeFiller()), [slots(text)])[0] for text in texts]
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
    (guess,) = guesser.guess([guesser.draft(["", ""])], [want], [["paris", "the", "zed"]])
    assert guess.token == POOL.index("paris")
    paris, the, zed = guess.ranks
    assert (paris.rank, the.rank, zed) == (1, 7, None)


def test_word_counts_rank_words_without_the_text():
    prior = PriorWords([("the", 60), ("anna", 30), ("zoe", 10), ("42", 5)])
    assert prior.size == 4
    assert prior.rank("the", WANT).rank == 1
    assert prior.rank("nobody", WANT) is None
    ranks = [prior.rank(w, Wanted("WORD", (LISTED,))).rank for w in ("anna", "zoe", "the")]
    assert ranks == [1, 2, 3]
    assert prior.rank("42", Wanted("NUMBER", ())).rank == 1


def test_a_slot_that_allows_no_word_allows_all():
    prior = PriorWords([("the", 60), ("he", 30)])
    assert prior.rank("he", Wanted(None, (LISTED,))).rank == 2
    (guess,) = (fixed := BestWords(Fixed(["the", "he"]))).guess(
        [fixed.draft(["", ""])], [Wanted(None, (LISTED,))], [["he"]]
    )
    assert guess.ranks[0].rank == 2


KEPT = make_word_list("kept", ["the"])
PUBLIC = [("anna", 1), ("bob", 2), ("zoe", 7), ("the", 90)]
RELEASED = {("WORD", "anna"): 8.0, ("WORD", "bob"): 2.0, ("WORD", TOTAL): 20.0}


def priors(weights=RELEASED, weight=1.0, counts=PUBLIC, labeled=None):
    return SlotPriors(weights, weight, PublicWords(counts, labeled))


def test_factors_by_hand():
    found = priors().of("WORD", (KEPT,), ())
    assert found.shares == {"anna": 0.4, "bob": 0.1}
    # Public counts where a released word has half a count more: 1.5, 2.5 and 7.
    assert exp(found.bias.words["anna"]) == pytest.approx(0.4 / (1.5 / 11))
    assert exp(found.bias.words["bob"]) == pytest.approx(0.1 / (2.5 / 11))
    assert exp(found.bias.other) == pytest.approx(0.5 / (7 / 11))


def test_a_model_with_the_public_shares_has_the_released_ones_afterwards():
    bias = priors().of("WORD", (KEPT,), ()).bias
    public = {"anna": 1.5 / 11, "bob": 2.5 / 11, "zoe": 7 / 11}
    after = {word: p * exp(bias.words.get(word, bias.other)) for word, p in public.items()}
    assert after == pytest.approx({"anna": 0.4, "bob": 0.1, "zoe": 0.5})


def test_the_weight_is_a_power():
    whole, half = (priors(weight=weight).of("WORD", (KEPT,), ()).bias for weight in (1, 0.5))
    assert half.words == pytest.approx({word: each / 2 for word, each in whole.words.items()})
    assert half.other == pytest.approx(whole.other / 2)


def test_what_a_tagger_masks_in_public_text_is_known_by_label():
    person = {("PERSON", word): weight for (_, word), weight in RELEASED.items()}
    labeled = {"PERSON": [("anna", 1), ("bob", 2), ("zoe", 7)]}
    by_tagger = priors(person, labeled=labeled).of("PERSON", (), ())
    by_list = priors().of("WORD", (KEPT,), ())
    assert by_tagger.bias.words == pytest.approx(by_list.bias.words)
    assert by_tagger.bias.other == pytest.approx(by_list.bias.other)


def test_without_that_only_released_words_change():
    person = {("PERSON", word): weight for (_, word), weight in RELEASED.items()}
    bias = priors(person).of("PERSON", (), ()).bias
    assert bias.other == 0
    assert exp(bias.words["anna"]) == pytest.approx((0.8) / (1.5 / 4))
    assert exp(bias.words["bob"]) == pytest.approx((0.2) / (2.5 / 4))


def test_words_that_the_lists_keep_are_no_candidates():
    weights = {**RELEASED, ("WORD", "the"): 5.0}
    assert "the" not in priors(weights).of("WORD", (KEPT,), ()).shares
    assert priors(weights).of("WORD", (), (KEPT,)).shares == {"the": 0.25}


def test_labels_of_which_nothing_was_released_stay_as_they_are():
    found = priors().of("DATE", (KEPT,), ())
    assert (found.shares, found.bias) == ({}, None)
    only_sum = priors({("WORD", TOTAL): 20.0}).of("WORD", (KEPT,), ())
    assert (only_sum.shares, only_sum.bias) == ({}, None)


def test_noise_never_makes_released_words_more_than_all():
    weights = {("WORD", "anna"): 30.0, ("WORD", TOTAL): 20.0}
    assert priors(weights).of("WORD", (KEPT,), ()).shares["anna"] < 1
    hidden_sum = {("WORD", "anna"): 30.0}
    assert priors(hidden_sum).of("WORD", (KEPT,), ()).shares["anna"] == 0.5


def test_words_without_a_token_have_their_released_shares():
    known = {"anna"}
    rare = RareWords(PUBLIC, known, priors())
    parts = 10_000
    numbers = (((2 * part + 1) << 63) // parts for part in range(parts))
    found = Counter(rare.draw("WORD", (KEPT,), (), number) for number in numbers)
    shares = {word: count / parts for word, count in found.items()}
    assert shares == pytest.approx({None: 0.4, "bob": 0.1, "zoe": 0.5}, abs=1e-3)


def test_released_words_are_drawn_where_a_tagger_masked():
    weights = {("LOCATION", "u.s"): 5.0, ("LOCATION", TOTAL): 20.0}
    rare = RareWords([], set(), priors(weights, counts=[]))
    drawn = {rare.draw("LOCATION", (), (), n << 60) for n in range(16)}
    assert drawn == {None, "U.S"}  # acronyms are written in capitals
    assert rare.draw("PERSON", (), (), 0) is None


LABELS = ["PERSON", "LOCATION", "WORD"]
keys = st.tuples(st.sampled_from(LABELS), st.sampled_from("abcdefgh"))
sets = st.sets(keys, max_size=10)
corpora = st.dictionaries(st.integers(0, 30).map(str), sets, max_size=8)


def test_weights_of_a_corpus_by_hand():
    units = {"u": {("PERSON", "anna"), ("PERSON", "bob"), ("WORD", "x"), ("WORD", "y")}}
    units["v"] = {("PERSON", "anna")}
    found = weights_of(units, words_per_unit=4, at_least=1)
    word = math.sqrt(1 - TOTALS)
    label = math.sqrt(TOTALS / 4)
    assert found[("PERSON", "anna")] == pytest.approx(1.5 * word)  # 1 / sqrt(4) + 1 / sqrt(1)
    assert found[("PERSON", "bob")] == pytest.approx(0.5 * word)
    assert found[("PERSON", TOTAL)] == pytest.approx(2 * label)  # 2 / sqrt(4) + 1 / sqrt(1)
    assert found[("WORD", TOTAL)] == pytest.approx(label)
    whole = unscaled(found, 4)
    assert whole[("PERSON", "anna")] == pytest.approx(1.5)
    assert whole[("PERSON", TOTAL)] == pytest.approx(2)


def test_words_of_fewer_units_have_no_weight_and_the_largest_additions_do_not_count():
    units = {"u": {("WORD", "a"), ("WORD", "b"), ("WORD", "c"), ("WORD", "d")}}
    units["v"] = {("WORD", "a")}
    found = weights_of(units, words_per_unit=4, at_least=2)
    assert found.keys() == {("WORD", "a"), ("WORD", TOTAL)}
    assert found[("WORD", "a")] == pytest.approx(0.5 * math.sqrt(1 - TOTALS))


@given(corpora, sets, st.integers(1, 3))
def test_one_unit_more_changes_little(units, one_more, at_least):
    most = 10  # no unit has more: nothing is drawn
    before = weights_of(units, most, at_least)
    after = weights_of({**units, "new": one_more}, most, at_least)
    changes = [after.get(key, 0) - before.get(key, 0) for key in before | after]
    changed = [change for change in changes if abs(change) > 1e-9]
    assert math.hypot(*changed) <= 1 + 1e-9
    assert all(0 <= change <= 1 + 1e-9 for change in changed)
    assert len(changed) <= most_keys(most, len(LABELS))


@given(sets, st.integers(1, 10), st.integers(0, 99))
def test_a_unit_adds_a_random_choice_of_bounded_size(found, most, seed):
    weights = weights_of({"u": found}, most, 1, Random(seed))
    words = [key for key in weights if key[1] != TOTAL]
    assert len(words) == min(most, len(found))
    assert math.hypot(*weights.values()) <= 1 + 1e-9


def test_the_choice_differs_between_runs():
    found = {("WORD", f"w{n}") for n in range(100)}
    first, second = (frozenset(weights_of({"u": found}, 10, 1)) for _ in range(2))
    assert first != second


@given(corpora)
def test_the_order_of_units_changes_no_bit(units):
    backwards = dict(reversed(units.items()))
    assert weights_of(units, 10, 1) == weights_of(backwards, 10, 1)


class OneNatAWord:
    def check(self, text):
        if "?" in text:
            raise DataError("no token for it")

    def score(self, texts):
        return [Score(-1.0 * len(text.split()), len(text.split())) for text in texts]


def test_it_adds_scores_and_counts_and_leaves_the_rest():
    counts = Counter()
    stage = LmScoreStage(OneNatAWord())
    given = [Record(id=1, text="a b", speaker="x"), Record(id=2, text="")]
    one, none = processed(stage, given, counts)
    assert (one.logprob, one.tokens, one.perplexity) == (-2, 2, pytest.approx(math.e))
    assert (one.id, one.text, one.speaker) == (1, "a b", "x")
    assert (none.tokens, none.perplexity) == (0, 1)
    assert counts == {"tokens": 2, "millinats": 2000}


def test_a_huge_perplexity_is_still_a_number():
    class Hopeless(OneNatAWord):
        def score(self, texts):
            return [Score(-1e9, 1)]

    (record,) = processed(LmScoreStage(Hopeless()), [Record(text="a")])
    assert math.isfinite(record.perplexity)


def test_a_record_that_cannot_be_scored_is_refused():
    stage = LmScoreStage(OneNatAWord())
    processed(stage, [Record(id=1, text="a")])
    with pytest.raises(DataError, match="'text' is missing"):
        processed(stage, [Record(id=1)])
    with pytest.raises(DataError, match="no token for it"):
        processed(stage, [Record(id=1, text="a?")])
