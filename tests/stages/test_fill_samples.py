"""Several fills of a record: they differ, and what is missing is counted."""

from collections import Counter

from tests.support.fake_filler import Fixed, record, stage
from tests.support.processing import processed


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
