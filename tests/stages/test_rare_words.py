"""Words that a model has no token for, drawn by their counts in public text."""

import math
import random
from collections import Counter

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from privtool.core.record import Mask, Record
from privtool.core.rng import draw
from privtool.interfaces.filling import Candidate, Ranking, candidates
from privtool.stages.fill_job import TopKSampler
from privtool.stages.rare_words import RareWords, drawable
from privtool.text.word_lists import make_word_list
from tests.support.fake_filler import LISTED, LISTS, Fixed, Watching, record, stage
from tests.support.processing import processed
from tests.support.tables import tabled

KEPT = make_word_list("kept", ["the", "well", "known"])
PUBLIC = [
    ("the", 50), ("apple", 3), ("quux", 4), ("The", 2), ("zyx", 1), ("well-known", 9),
    ("un-known", 2), ("42", 6), ("100,000", 2), ("1987", 5), ("o'quux", 3),
]  # fmt: skip
KNOWN = {"apple", "42"}


def drawn(label, masked_by=(KEPT,), kept_by=(), public=PUBLIC):
    """How often each word is drawn by as many numbers, evenly spread, as there are occurrences."""
    rare = RareWords(drawable(public), KNOWN)
    total = sum(count for _, count in public)
    # A multiple of all totals that can be: each word comes exactly in proportion.
    parts = 13 * 8 * 5 * total
    numbers = (((2 * part + 1) << 63) // parts for part in range(parts))
    found = Counter(rare.draw(label, masked_by, kept_by, number) for number in numbers)
    return {word: count / parts for word, count in found.items()}


NAMED = {
    "kept": KEPT,
    "other": make_word_list("other", ["quux", "zyx", "o'quux"]),
    "third": make_word_list("third", ["apple", "zyx", "never"]),
}


@tabled("stages", "label masked_by kept_by counts")
def test_words_are_drawn_by_their_counts_among_what_is_masked(label, masked_by, kept_by, counts):
    """The empty word is that of the model."""
    total = sum(counts.values())
    found = drawn(label, *(tuple(NAMED[n] for n in names) for names in (masked_by, kept_by)))
    assert found == {
        word or None: pytest.approx(count / total, abs=1e-4) for word, count in counts.items()
    }


def test_the_largest_counts_that_a_vocabulary_can_have_add_up():
    most = 10**18 - 1
    words = [f"quux{letter}" for letter in "abcdefghijklmnopqrst"]
    rare = RareWords(drawable([(word, most) for word in words]), ())
    found = [rare.draw("WORD", (KEPT,), (), (2 * n + 1) << 58) for n in range(32)]
    assert len(set(found)) == 20
    assert None not in found


@tabled("stages", "word")
def test_what_is_no_word_or_could_be_somebodys_is_never_drawn(word):
    assert drawable([(word, 5)]) == ()


def test_what_does_not_occur_is_never_drawn():
    assert drawable([("quux", 0), ("Zyx", 1)]) == (("zyx", 1),)


def filled(texts, filler=None, **options):
    counts: Counter[str] = Counter()
    records = [record(text, f"r{number}") for number, text in enumerate(texts)]
    new = processed(stage(filler, merge=False, **options), records, counts)
    return [one.text for one in new], counts


def test_a_stage_fills_with_them_and_counts_them():
    public = (("blue", 3), ("quux", 1), ("the", 99))
    texts, counts = filled(["so [MASK]"] * 400, Fixed(["blue"]), public=public)
    found = Counter(texts)
    assert set(found) == {"so blue", "so quux"}
    assert 70 <= found["so quux"] <= 130  # a quarter of 400, within 3.5 standard deviations
    assert (counts["filled"], counts["rare"], counts["listed"]) == (400, found["so quux"], 0)


def test_a_rare_word_takes_the_case_of_its_place():
    public = (("quux", 1),)
    (text,), _ = filled(["[MASK] came. [MASK] left, [MASK]"], public=public)
    assert text == "Quux came. Quux left, quux"


def test_the_model_goes_on_from_its_own_choice():
    """What it proposes next is the same with and without words that it cannot propose."""
    alone, together = Watching(), Watching()
    filled(["a [MASK] b [MASK] c [MASK]"], alone)
    texts, _ = filled(["a [MASK] b [MASK] c [MASK]"], together, public=(("quux", 1),))
    assert texts == ["a quux b quux c quux"]
    assert together.seen == alone.seen


def test_only_slots_that_a_list_masked_are_filled_with_them():
    public, made = (("quux", 1),), Counter()
    tagged = record("so [MASK]", method="entityTagger")
    elsewhere = Record(id=1, text="so ___")
    for one, own, text in [
        (tagged, (), "so blue"), (elsewhere, (), "so blue"), (elsewhere, (LISTED,), "so quux"),
    ]:  # fmt: skip
        filler = stage(Fixed(["blue"]), public=public, marker_texts=("___",), own_lists=own)
        assert processed(filler, [one], made)[0].text == text
    assert made["rare"] == 1


def test_a_slot_that_one_of_two_lists_kept_takes_words_of_that_list():
    one = record("so [MASK]", method="allowList")
    other = make_word_list("other", ["zyx"])
    LISTS[other.reference] = other
    one = msgspec.structs.replace(one, word_lists={**one.word_lists, "vocabThres": other.reference})
    (new,) = processed(stage(Fixed(["blue"]), public=(("quux", 9), ("zyx", 1))), [one])
    assert new.text == "so zyx"


def test_other_classes_keep_to_the_model():
    one = Record(
        id=1, text="so [PERSON]", masks=(Mask(3, 11, "PERSON", "allowList"),),
        word_lists={"allowList": LISTED.reference},
    )  # fmt: skip
    (new,) = processed(stage(Fixed(["anna"]), public=(("quux", 1),)), [one])
    assert new.text.lower() == "so anna"


numbers = st.integers(0, 2**64 - 1)
unhurried = settings(deadline=None)
OUTSIDE = Candidate(99, "outside", -50.0, False)


def of(best: list[Candidate]) -> Ranking:
    return Ranking(candidates(best))


def ranking(*avoided: bool, unlisted: Candidate | None = None) -> Ranking:
    """Candidates with falling scores, whose tokens are in another order."""
    order = random.Random(0).sample(range(len(avoided)), len(avoided))
    best = [
        Candidate(10 + token, f"word{token}", -float(rank), avoid)
        for rank, (token, avoid) in enumerate(zip(order, avoided, strict=True))
    ]
    return Ranking(candidates(best), candidates([unlisted]) if unlisted else None)


@unhurried
@given(st.lists(st.booleans(), min_size=1, max_size=5), numbers)
def test_top_1_takes_the_best_whatever_list_it_is_in(avoided, number):
    found = ranking(*avoided, unlisted=OUTSIDE)
    assert TopKSampler(1).pick(found, number) == found.best.at(0)


@unhurried
@given(st.lists(st.booleans(), min_size=2, max_size=6), numbers, st.sampled_from([None, 0.5, 2.0]))
def test_top_k_takes_one_that_no_list_holds_while_there_is_one(avoided, number, temperature):
    found = ranking(*avoided, unlisted=OUTSIDE)
    picked = TopKSampler(len(avoided), temperature).pick(found, number)
    if all(avoided):
        assert picked == OUTSIDE
    else:
        assert picked in found.best.all()
        assert not picked.avoided


def test_when_all_words_of_the_model_are_listed_one_of_them_is_drawn():
    listed = ranking(True, True, True)
    assert {TopKSampler(3).pick(listed, n).token for n in range(9)} == {10, 11, 12}


def test_one_filling_of_several_takes_other_words_than_the_best_that_is_in_no_list():
    outside = candidates(OUTSIDE._replace(token=token) for token in (99, 98, 97))
    listed = ranking(True, True, True)._replace(unlisted=outside)
    sampler = TopKSampler(3)
    assert {sampler.pick(listed, n).token for n in range(9)} == {99}
    assert {sampler.pick(listed, n, only=False).token for n in range(9)} == {97, 98, 99}
    allowed = ranking(True, False, True)._replace(unlisted=outside)
    (other,) = {sampler.pick(allowed, n, only=False).token for n in range(9)}
    assert other == allowed.best.at(1).token


def chi_square(counts: Counter[int], shares: dict[int, float]) -> float:
    expected = {key: counts.total() * share for key, share in shares.items()}
    return sum((counts[key] - number) ** 2 / number for key, number in expected.items())


# The 0.9999 quantiles of chi-square for 4 and 9 degrees of freedom.
BOUND = {4: 23.5, 9: 33.7}


def test_top_k_draws_evenly_among_the_allowed():
    found = ranking(*[n % 2 == 0 for n in range(20)], unlisted=OUTSIDE)
    drawn = Counter(TopKSampler(20).pick(found, draw(1, f"r{n}", 0)).token for n in range(20_000))
    allowed = {c.token: 0.1 for c in found.best.all() if not c.avoided}
    assert set(drawn) == set(allowed)
    assert chi_square(drawn, allowed) < BOUND[9]


@pytest.mark.parametrize("temperature", [0.5, 1.0, 3.0])
def test_weighted_draws_follow_the_scores(temperature):
    scores = {3: 1.5, 1: 0.7, 4: 0.0, 2: -0.4, 9: -1.0}
    best = [Candidate(token, "w", score, False) for token, score in scores.items()]
    best.insert(1, Candidate(7, "listed", 1.2, True))
    sampler = TopKSampler(6, temperature)
    drawn = Counter(sampler.pick(of(best), draw(2, n, 5)).token for n in range(20_000))
    total = sum(math.exp(score / temperature) for score in scores.values())
    expected = {token: math.exp(s / temperature) / total for token, s in scores.items()}
    assert set(drawn) == set(expected)
    assert chi_square(drawn, expected) < BOUND[4]


def test_weighted_draws_stand_extreme_scores():
    best = [Candidate(n, "w", score, False) for n, score in enumerate([1e4, 0.0, -1e4])]
    for temperature in (1e-300, 1e-3, 1.0):
        for number in (0, 2**63, 2**64 - 1):
            assert TopKSampler(3, temperature).pick(of(best), number).token == 0
    even = {TopKSampler(3, math.inf).pick(of(best), n << 62).token for n in range(4)}
    assert even == {0, 1, 2}


@unhurried
@given(
    st.lists(st.floats(-5, 5), min_size=2, max_size=6, unique=True),
    numbers,
    st.sampled_from([None, 1.0]),
    st.permutations(range(6)),
)
def test_the_order_of_nearly_equal_scores_does_not_matter(scores, number, temperature, order):
    best = [Candidate(token, "w", score, False) for token, score in enumerate(scores)]
    shuffled = [best[token] for token in order if token < len(best)]
    sampler = TopKSampler(len(best), temperature)
    assert sampler.pick(of(best), number) == sampler.pick(of(shuffled), number)
