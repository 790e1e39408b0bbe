import re
from collections import Counter

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from msgspec import UNSET

from privtool.core.errors import DataError
from privtool.core.record import Entity, Mask, Record, UnknownFields, WordTime, check_spans
from privtool.stages import fill_job as fill_module
from privtool.stages.fill_job import TopKSampler
from tests.support.fake_filler import (
    LISTED,
    PERSONS,
    POOL,
    FakeFiller,
    Fixed,
    Watching,
    filled,
    record,
    slow,
    stage,
)
from tests.support.processing import processed
from tests.support.tables import tabled

unhurried = settings(deadline=None)


@pytest.fixture(autouse=True)
def few_names(monkeypatch):
    monkeypatch.setattr(fill_module, "is_capitalized", lambda word: word.lower() in PERSONS)


MARKERS = ["[MASK]", "[MASK]", "[PERSON]", "[NUMBER]"]
parts = st.sampled_from([*MARKERS, " ", " ", "\n", ", ", ". ", "met", "Ann", "LOUD", "'s", "é"])
masked_texts = st.lists(parts, max_size=10).map("".join)


@unhurried
@given(st.lists(masked_texts, max_size=6), st.integers(1, 5), st.sampled_from([1, 2, 4, 99]))
def test_the_fast_way_equals_filling_one_slot_after_another(some, size, topk):
    records = [record(text, id=number) for number, text in enumerate(some)]
    filler = FakeFiller(batch_size=size)
    new = processed(stage(filler, topk, seed=3, merge=False, provenance=True), records)
    for one, done in zip(records, new, strict=True):
        expected = slow(one, FakeFiller(), TopKSampler(topk), 3)
        assert done.text.lower() == expected.text.lower()
        assert [(fill.start, fill.end) for fill in done.fills] == expected.spans


SOME = tuple((word, 1) for word in [*POOL, "quux", "zyx", "1987", "100,000"])


@unhurried
@given(
    st.lists(masked_texts, max_size=6),
    st.randoms(use_true_random=False),
    st.integers(1, 4),
    st.sampled_from([(), SOME]),
)
def test_batches_order_and_other_records_do_not_matter(some, rng, samples, public):
    records = [record(text, id=f"r{number}") for number, text in enumerate(some)]
    options = {"samples": samples, "public": public}
    alone = [processed(stage(FakeFiller(batch_size=1), **options), [one]) for one in records]
    order = rng.sample(range(len(records)), len(records))
    together = processed(stage(FakeFiller(batch_size=64), **options), [records[n] for n in order])
    assert together == [new for n in order for new in alone[n]]
    for new in together:
        assert not set(new.text.lower().split()) & {"[mask]", "[number]"}


@unhurried
@given(masked_texts, st.booleans())
@example("[MASK]. [MASK]'s\n[MASK]", True)
def test_nothing_outside_the_slots_changes(text, merge):
    (new,) = processed(stage(merge=merge, provenance=True), [record(text)])
    check_spans(new.fills, len(new.text), "fills")
    kept, done = [], 0
    for fill in new.fills:
        kept.append(new.text[done : fill.start])
        assert new.text[fill.start : fill.end].lower() in {word.lower() for word in POOL}
        done = fill.end
    kept.append(new.text[done:])
    around = re.split(r"\[[A-Z]+\]", text)
    if merge:  # the white space between merged markers goes with them
        assert "".join("".join(kept).split()) == "".join("".join(around).split())
    else:
        assert kept == around


def test_slots_are_filled_from_left_to_right_each_choice_seen_by_the_next():
    filled("a [MASK] b [MASK] c [MASK]", filler := Watching())
    assert [len(chosen) for chosen in filler.seen] == [0, 1, 2]
    assert filler.seen[1] == filler.seen[2][:1]


def test_a_batch_is_refilled_as_records_finish():
    filler = FakeFiller(batch_size=2)
    filler.batch_key = lambda draft: 0
    records = [record("[MASK] a " * n, id=n) for n in (1, 3, 1, 1)]
    processed(stage(filler), records)
    assert filler.batches == [2, 2, 2]


def test_consecutive_masks_are_one_slot_unless_told():
    text = "met [MASK] [MASK] \t[MASK], [MASK]."
    assert len(re.findall(r"[\w']+", filled(text))) == 3
    assert filled("met [MASK]\n[MASK]").count("\n") == 1
    assert len(re.findall(r"[\w']+", filled(text, merge=False))) == 5


def test_words_of_the_list_are_avoided_only_where_the_list_masked():
    filler = Fixed(["the", "he", "red", "blue", "paris"])

    def outcomes(method):
        records = [record("so [MASK]", n, method) for n in range(40)]
        return {new.text for new in processed(stage(filler, 4), records)}

    assert outcomes("allowList") == outcomes("entityTagger+allowList") == {"so blue"}
    assert outcomes("entityTagger") == {"so the", "so he", "so red", "so blue"}


def test_when_the_list_has_all_k_the_best_other_word_is_taken():
    filler = Fixed(["the", "he", "red", "blue"])
    assert filled("so [MASK]", filler, topk=3) == "so blue"


def test_class_markers_ask_for_words_of_the_class():
    records = [record("met [PERSON] so [MASK]", number) for number in range(10)]
    for new in processed(stage(), records):
        assert new.text.split()[1].lower() in PERSONS


@tabled("stages", "text label word expected")
def test_a_fill_takes_the_case_of_its_place(text, label, word, expected):
    labels = {0: label} if label else {}
    assert filled(text, Fixed([word]), labels=labels) == expected


def test_lists_of_a_text_that_was_masked_elsewhere_are_those_that_are_given():
    found = Record(id=1, text="a ___ b")
    filler = Fixed(["the", "he", "gray", "red"])
    for own, text in [((), "a the b"), ((LISTED,), "a gray b")]:
        sampler = TopKSampler(2, 1e-9)
        make = stage(filler, sampler=sampler, marker_texts=("___",), own_lists=own)
        (new,) = processed(make, [found])
        assert new.text == text


def test_draws_depend_on_the_seed_the_id_and_the_place():
    def texts(id=1, **options):
        return processed(stage(topk=12, **options), [record("a [MASK]" * 6, id)])[0].text

    assert texts() == texts(seed=1)
    assert texts() != texts(seed=2)
    assert texts() != texts(id=2)
    assert texts(id=1) != texts(id="1")


def test_only_what_fits_the_new_text_is_passed_on():
    given_ = record(
        "[MASK] a.", speaker="s", offset=1.0, words=(WordTime("a", 0.0, 1.0),),
        align_status="aligned", entities=(Entity(0, 1, "PERSON"),), extra=UnknownFields(topic="x"),
    )  # fmt: skip
    (new,) = processed(stage(Fixed(["gray"])), [given_])
    assert new == Record(
        id=1, text="Gray a.", speaker="s", offset=1.0, extra=UnknownFields(topic="x"), fills=UNSET
    )


def test_provenance_says_where_the_fills_are():
    one = record("A [MASK] [PERSON]")
    (new,) = processed(stage(Fixed(["gray"]), provenance=True), [one])
    places = [(new.text[f.start : f.end], f.label) for f in new.fills]
    assert places == [("gray", "WORD"), ("Gray", "PERSON")]


def test_markers_of_text_masked_elsewhere_can_be_named():
    given_ = Record(id=1, text="<NAME> met ___, ____ so [MASK]")
    elsewhere = stage(Fixed(["red"]), marker_texts=("<NAME>", "___", "____"))
    (new,) = processed(elsewhere, [given_])
    assert new.text == "Red met red, red so [MASK]"


def test_records_that_cannot_be_filled_are_refused():
    fitting = record("[MASK]")
    processed(stage(), [fitting])
    wrong = Record(id=1, text="canary", masks=(Mask(0, 6, "WORD", "allowList"),))
    unknown = Record(id=1, text="[MASK]", masks=fitting.masks, word_lists={"allowList": "x@0"})
    for bad in (Record(id=1), Record(id=1, text="canary"), wrong, unknown):
        with pytest.raises(DataError) as caught:
            processed(stage(), [bad])
        assert "canary" not in str(caught.value)


def test_samples_differ_and_what_is_missing_is_counted():
    counts: Counter[str] = Counter()
    new = processed(stage(topk=12, samples=5), [record("a [MASK] b", "x")], counts)
    assert [one.id for one in new] == [f"x-s{n}" for n in range(5)]
    assert [one.sample for one in new] == list(range(5))
    assert len({one.text for one in new}) == 5
    assert (counts["filled"], counts["written"], counts["missing"]) == (5, 5, 0)
    few: Counter[str] = Counter()
    some = processed(stage(Fixed(["gray", "blue"]), samples=5), [record("a [MASK] b", "x")], few)
    assert {one.text for one in some} == {"a gray b", "a blue b"}
    assert few["missing"] == 3


def test_samples_differ_also_where_a_list_holds_the_best_words():
    filler = Fixed(["the", "he", "gray", "red", "blue", "white"])
    (only,) = processed(stage(filler, topk=2), [record("a [MASK] b", "x")])
    assert only.text == "a gray b"
    new = processed(stage(filler, topk=2, samples=2), [record("a [MASK] b", "x")])
    assert [one.text for one in new] == ["a gray b", "a blue b"]


def test_samples_that_differ_in_case_alone_are_not_written_twice():
    counts: Counter[str] = Counter()
    new = processed(stage(Fixed(["gray", "Gray"]), samples=2), [record("[MASK] car.")], counts)
    assert [one.text for one in new] == ["Gray car."]
    assert counts["missing"] == 1


def test_a_record_without_slots_is_written_as_often_as_others():
    counts: Counter[str] = Counter()
    new = processed(stage(samples=2), [record("nothing", "x")], counts)
    assert [(one.id, one.sample, one.text) for one in new] == [
        ("x-s0", 0, "nothing"), ("x-s1", 1, "nothing"),
    ]  # fmt: skip
    assert (counts["missing"], counts["filled"], counts["written"]) == (0, 0, 2)
    (empty,) = processed(stage(), [record("")])
    assert empty.text == ""


def test_the_first_of_several_samples_is_the_only_one_of_one():
    single = processed(stage(), [record("[MASK] and [MASK]")])
    several = processed(stage(samples=3), [record("[MASK] and [MASK]")])
    assert several[0].text == single[0].text
