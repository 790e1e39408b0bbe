from collections import Counter
from math import exp

import pytest

from privtool.stages.rare_words import PublicWords, RareWords, SlotPriors
from privtool.text.word_lists import make_word_list
from privtool.text.word_prior import TOTAL

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
