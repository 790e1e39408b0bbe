"""Words that a model has no token for, drawn by their counts in public text."""

from collections import Counter

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from privtool.core.record import Mask, Record
from privtool.stages.rare_words import RareWords, drawable
from privtool.text.word_lists import make_word_list
from tests.support.fake_filler import LISTED, LISTS, POOL, FakeFiller, Fixed, record, stage
from tests.support.processing import processed

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


def test_words_are_drawn_as_often_as_a_public_text_has_them_among_what_is_masked():
    # Masked are apple 3, quux 4, zyx 1, un-known 2 and o'quux 3: 13, of which apple has a token.
    assert drawn("WORD") == {
        None: pytest.approx(3 / 13),
        "quux": pytest.approx(4 / 13),
        "zyx": pytest.approx(1 / 13),
        "un-known": pytest.approx(2 / 13),
        "o'quux": pytest.approx(3 / 13),
    }


def test_what_is_drawn_looks_like_what_was_masked():
    assert drawn("NUMBER") == {None: pytest.approx(6 / 8), "100,000": pytest.approx(2 / 8)}
    assert drawn("MONEY") == drawn("NUMBER")
    assert drawn("DATE") == {"1987": 1}
    assert drawn("PERSON") == {None: 1}


def test_words_of_any_list_are_never_drawn():
    other = make_word_list("other", ["quux", "zyx", "o'quux"])
    assert drawn("WORD", (KEPT, other)) == {
        None: pytest.approx(3 / 5), "un-known": pytest.approx(2 / 5),
    }  # fmt: skip


def test_words_are_kept_by_the_lists_that_did_not_mask():
    other = make_word_list("other", ["apple", "zyx", "never"])
    assert drawn("WORD", kept_by=(other,)) == {
        None: pytest.approx(3 / 4), "zyx": pytest.approx(1 / 4),
    }  # fmt: skip
    assert drawn("WORD", (other,), (KEPT,)) == {
        "the": pytest.approx(52 / 61, abs=1e-4), "well-known": pytest.approx(9 / 61, abs=1e-4),
    }  # fmt: skip


def test_the_largest_counts_that_a_vocabulary_can_have_add_up():
    most = 10**18 - 1
    words = [f"quux{letter}" for letter in "abcdefghijklmnopqrst"]
    rare = RareWords(drawable([(word, most) for word in words]), ())
    found = [rare.draw("WORD", (KEPT,), (), (2 * n + 1) << 58) for n in range(32)]
    assert len(set(found)) == 20
    assert None not in found


def test_without_a_list_nothing_is_drawn():
    assert drawn("WORD", ()) == {None: 1}


@pytest.mark.parametrize(
    "word",
    ["[MASK]", "</s>", "two words", " x", "!", "quux's", "b", "quux_1", "#ann", "mailto:ann",
     "ann@example.org", "www.example.org", "@ann", "ann_smith99", "192.168.0.1", "555-123-4567",
     "4111111111111111", "078-05-1120", "5551234", "12:30", "19th"],
)  # fmt: skip
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
    seen = []

    class Watching(FakeFiller):
        def ranking(self, draft, want, k):
            seen.append(tuple(draft.chosen))
            return super().ranking(draft, want, k)

    filled(["a [MASK] b [MASK] c [MASK]"], Watching())
    alone = seen[:]
    seen.clear()
    texts, _ = filled(["a [MASK] b [MASK] c [MASK]"], Watching(), public=(("quux", 1),))
    assert texts == ["a quux b quux c quux"]
    assert seen == alone


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


parts = st.sampled_from(["[MASK]", "[MASK]", "[PERSON]", "[NUMBER]", " ", ". ", "met", "so"])
masked_texts = st.lists(parts, max_size=8).map("".join)
SOME = tuple((word, 1) for word in [*POOL, "quux", "zyx", "1987", "100,000"])


@settings(deadline=None)
@given(st.lists(masked_texts, max_size=5), st.randoms(use_true_random=False), st.integers(1, 3))
def test_batches_order_and_other_records_do_not_matter(some, rng, samples):
    records = [record(text, id=f"r{number}") for number, text in enumerate(some)]
    options = {"samples": samples, "public": SOME}
    alone = [processed(stage(FakeFiller(batch_size=1), **options), [one]) for one in records]
    order = rng.sample(range(len(records)), len(records))
    together = processed(stage(FakeFiller(batch_size=64), **options), [records[n] for n in order])
    assert together == [new for n in order for new in alone[n]]
    for new in together:
        assert not set(new.text.lower().split()) & {"[mask]", "[number]"}
