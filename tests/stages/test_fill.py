from __future__ import annotations

import hashlib
import re
from collections import Counter
from typing import NamedTuple

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from msgspec import UNSET

from privtool.core.draws import draw
from privtool.core.errors import DataError
from privtool.core.record import Entity, Extra, Mask, Record, WordTime, check_spans
from privtool.stages import fill as fill_module
from privtool.stages.choice import Choice
from privtool.stages.fill import FillSettings, FillStage
from privtool.text.candidates import Candidate, Ranking, Wanted
from privtool.text.word_list import word_list

POOL = ["the", "he", "He", "red", "paris", "anna", "i", "42", "blue", "street", "monday", "o'clock"]
LISTED = word_list("mine", ["the", "he", "red", "street", "i"])
LISTS = {LISTED.reference: LISTED}
PERSONS = {"anna", "paris"}
unhurried = settings(deadline=None)


@pytest.fixture(autouse=True)
def few_names(monkeypatch):
    monkeypatch.setattr(fill_module, "is_name", lambda word: word.lower() in PERSONS)


class FakeDraft:
    def __init__(self, segments):
        self.segments, self.chosen = tuple(segments), []

    def put(self, token):
        self.chosen.append(token)


class FakeFiller:
    """Ranks a pool of words by a hash of the text around a slot and of what was chosen before."""

    def __init__(self, pool=POOL, batch_size=3):
        self.pool, self.size = pool, batch_size
        self.batches: list[int] = []

    def draft(self, segments):
        return FakeDraft(segments)

    def batch_key(self, draft):
        return len("".join(draft.segments)) // 8

    def batch_size(self, key):
        return self.size

    def rank(self, drafts, wanted, k):
        assert len({self.batch_key(draft) for draft in drafts}) == 1
        assert len(drafts) <= self.size
        self.batches.append(len(drafts))
        return [self.ranking(d, want, k) for d, want in zip(drafts, wanted, strict=True)]

    def ranking(self, draft, want, k):
        found = []
        for token, word in enumerate(self.pool):
            if want.label == "PERSON" and word.lower() not in PERSONS:
                continue
            seen = repr((draft.segments, draft.chosen, word)).encode()
            score = -float(hashlib.sha256(seen).digest()[0])
            avoided = any(listed.keeps(word.lower()) for listed in want.avoid)
            found.append(Candidate(token, word, score, avoided))
        found.sort(key=lambda c: (-c.score, c.token))
        best = found[:k]
        free = [c for c in found if not c.avoided]
        return Ranking(best, free[:k] if all(c.avoided for c in best) else [])


class Fixed(FakeFiller):
    """Always proposes the same words, best first."""

    def ranking(self, draft, want, k):
        found = [
            Candidate(n, word, -float(n), any(listed.keeps(word.lower()) for listed in want.avoid))
            for n, word in enumerate(self.pool)
        ]
        free = [c for c in found if not c.avoided]
        return Ranking(found[:k], free[:k])


def find_list(reference):
    if reference not in LISTS:
        raise DataError("not at hand")
    return LISTS[reference]


def stage(filler=None, topk=4, choice=None, **options):
    chosen = choice or Choice(topk)
    return FillStage(FillSettings(chosen, find_list, **options), filler or FakeFiller())


def record(text, id=1, method="allowList", labels=None, **fields):
    """A record whose markers `[...]` are masked."""
    masks = tuple(
        Mask(*m.span(), (labels or {}).get(n, m.group(1).replace("MASK", "WORD")), method)
        for n, m in enumerate(re.finditer(r"\[([A-Z]+)\]", text))
    )
    return Record(
        id=id, text=text, masks=masks, word_lists={"allowList": LISTED.reference}, **fields
    )


def filled(text, filler=None, **options):
    labels = options.pop("labels", None)
    (new,) = stage(filler, **options).process([record(text, labels=labels)], Counter())
    return new.text


parts = st.sampled_from(
    ["[MASK]", "[MASK]", "[PERSON]", " ", " ", "\n", ", ", ". ", "met", "Ann", "LOUD", "'s", "é"]
)
masked_texts = st.lists(parts, max_size=10).map("".join)


class Outcome(NamedTuple):
    text: str
    spans: list[tuple[int, int]]


def slow(record, filler, choice, seed, sample=0, attempt=0):
    """One filling by the definition: a slot at a time, by itself. No casing."""
    edges = [0, *(edge for m in record.masks for edge in (m.start, m.end)), len(record.text)]
    segments = [record.text[edges[i] : edges[i + 1]] for i in range(0, len(edges), 2)]
    draft = filler.draft(segments)
    text, spans = segments[0], []
    for number, mask in enumerate(record.masks):
        marker = record.text[mask.start : mask.end]
        want = Wanted(None if marker == "[MASK]" else mask.label, (LISTED,))
        ranking = filler.ranking(draft, want, choice.topk)
        picked = choice.pick(ranking, draw(seed, record.id, number, sample, attempt))
        draft.put(picked.token)
        spans.append((len(text), len(text) + len(picked.word)))
        text += picked.word + segments[number + 1]
    return Outcome(text, spans)


@unhurried
@given(st.lists(masked_texts, max_size=6), st.integers(1, 5), st.sampled_from([1, 2, 4, 99]))
def test_the_fast_way_equals_filling_one_slot_after_another(some, size, topk):
    records = [record(text, id=number) for number, text in enumerate(some)]
    filler = FakeFiller(batch_size=size)
    new = stage(filler, topk, seed=3, merge=False, provenance=True).process(records, Counter())
    for one, done in zip(records, new, strict=True):
        expected = slow(one, FakeFiller(), Choice(topk), 3)
        assert done.text.lower() == expected.text.lower()
        assert [(fill.start, fill.end) for fill in done.fills] == expected.spans


@unhurried
@given(st.lists(masked_texts, max_size=6), st.randoms(use_true_random=False), st.integers(1, 4))
def test_batches_order_and_other_records_do_not_matter(some, rng, samples):
    records = [record(text, id=f"r{number}") for number, text in enumerate(some)]
    alone = [
        stage(FakeFiller(batch_size=1), samples=samples).process([one], Counter())
        for one in records
    ]
    order = rng.sample(range(len(records)), len(records))
    together = stage(FakeFiller(batch_size=64), samples=samples).process(
        [records[n] for n in order], Counter()
    )
    assert together == [new for n in order for new in alone[n]]


@unhurried
@given(masked_texts, st.booleans())
@example("[MASK]. [MASK]'s\n[MASK]", True)
def test_nothing_outside_the_slots_changes(text, merge):
    (new,) = stage(merge=merge, provenance=True).process([record(text)], Counter())
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
    seen = []

    class Watching(FakeFiller):
        def ranking(self, draft, want, k):
            seen.append(list(draft.chosen))
            return super().ranking(draft, want, k)

    filled("a [MASK] b [MASK] c [MASK]", Watching())
    assert [len(chosen) for chosen in seen] == [0, 1, 2]
    assert seen[1] == seen[2][:1]


def test_a_batch_is_refilled_as_records_finish():
    filler = FakeFiller(batch_size=2)
    filler.batch_key = lambda draft: 0
    records = [record("[MASK] a " * n, id=n) for n in (1, 3, 1, 1)]
    stage(filler).process(records, Counter())
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
        return {new.text for new in stage(filler, 4).process(records, Counter())}

    assert outcomes("allowList") == outcomes("entityTagger+allowList") == {"so blue"}
    assert outcomes("entityTagger") == {"so the", "so he", "so red", "so blue"}


def test_when_the_list_has_all_k_the_best_other_word_or_any_is_taken():
    filler, counts = Fixed(["the", "he", "red", "blue"]), Counter()
    assert filled("so [MASK]", filler, topk=3) == "so blue"
    stage(filler, choice=Choice(3, "any")).process([record("so [MASK]")], counts)
    assert (counts["filled"], counts["listed"]) == (1, 1)


def test_top_1_takes_the_best_of_all():
    assert filled("so [MASK]", Fixed(["the", "blue"]), topk=1) == "so the"


def test_class_markers_ask_for_words_of_the_class():
    records = [record("met [PERSON] so [MASK]", number) for number in range(10)]
    for new in stage().process(records, Counter()):
        assert new.text.split()[1].lower() in PERSONS


@pytest.mark.parametrize(
    ("text", "labels", "word", "expected"),
    [
        ("[MASK] came. [MASK] left, [MASK]", {}, "red", "Red came. Red left, red"),
        ("[MASK] came so late", {}, "red", "red came so late"),
        ("met [MASK]. So it goes", {}, "paris", "met Paris. So it goes"),
        ("So we met [MASK]", {0: "PERSON"}, "red", "So we met Red"),
        ("So we met [MASK]", {0: "PERSON"}, "42", "So we met 42"),
        ("so we met [MASK]", {0: "PERSON"}, "paris", "so we met paris"),
        ("SO WE MET [MASK]", {}, "red", "SO WE MET RED"),
        ("So [MASK] went", {}, "i", "So I went"),
        ("[MASK]", {}, "red", "Red"),
        ("The OLD [MASK] HOUSE is", {}, "red", "The OLD RED HOUSE is"),
    ],
)
def test_a_fill_takes_the_case_of_its_place(text, labels, word, expected):
    assert filled(text, Fixed([word]), labels=labels) == expected


def test_samples_differ_and_what_is_missing_is_counted():
    counts: Counter[str] = Counter()
    new = stage(topk=12, samples=5).process([record("a [MASK] b", "x")], counts)
    assert [one.id for one in new] == [f"x-s{n}" for n in range(5)]
    assert [one.sample for one in new] == list(range(5))
    assert len({one.text for one in new}) == 5
    assert (counts["filled"], counts["written"], counts["missing"]) == (5, 5, 0)
    few: Counter[str] = Counter()
    some = stage(Fixed(["gray", "blue"]), samples=5).process([record("a [MASK] b", "x")], few)
    assert {one.text for one in some} == {"a gray b", "a blue b"}
    assert few["missing"] == 3


def test_samples_differ_also_where_a_list_holds_the_best_words():
    filler = Fixed(["the", "he", "gray", "red", "blue", "white"])
    (only,) = stage(filler, topk=2).process([record("a [MASK] b", "x")], Counter())
    assert only.text == "a gray b"
    new = stage(filler, topk=2, samples=2).process([record("a [MASK] b", "x")], Counter())
    assert [one.text for one in new] == ["a gray b", "a blue b"]


def test_lists_of_a_text_that_was_masked_elsewhere_are_those_that_are_given():
    found = Record(id=1, text="a ___ b")
    filler = Fixed(["the", "he", "gray", "red"])
    for own, text in [((), "a the b"), ((LISTED,), "a gray b")]:
        choice = Choice(2, "best", 1e-9)
        make = stage(filler, choice=choice, marker_texts=("___",), own_lists=own)
        (new,) = make.process([found], Counter())
        assert new.text == text


def test_samples_that_differ_in_case_alone_are_not_written_twice():
    counts: Counter[str] = Counter()
    new = stage(Fixed(["gray", "Gray"]), samples=2).process([record("[MASK] car.")], counts)
    assert [one.text for one in new] == ["Gray car."]
    assert counts["missing"] == 1


def test_a_record_without_slots_is_written_once():
    counts: Counter[str] = Counter()
    (new,) = stage(samples=3).process([record("nothing", "x")], counts)
    assert (new.id, new.sample, new.text) == ("x-s0", 0, "nothing")
    assert (counts["missing"], counts["filled"], counts["written"]) == (0, 0, 1)
    (empty,) = stage().process([record("")], Counter())
    assert empty.text == ""


def test_the_first_of_several_samples_is_the_only_one_of_one():
    single = stage().process([record("[MASK] and [MASK]")], Counter())
    several = stage(samples=3).process([record("[MASK] and [MASK]")], Counter())
    assert several[0].text == single[0].text


def test_draws_depend_on_the_seed_the_id_and_the_place():
    def texts(id=1, **options):
        return stage(topk=12, **options).process([record("a [MASK]" * 6, id)], Counter())[0].text

    assert texts() == texts(seed=1)
    assert texts() != texts(seed=2)
    assert texts() != texts(id=2)
    assert texts(id=1) != texts(id="1")


def test_only_what_fits_the_new_text_is_passed_on():
    given_ = record(
        "[MASK] a.", speaker="s", offset=1.0, words=(WordTime("a", 0.0, 1.0),),
        entities=(Entity(0, 1, "PERSON"),), extra=Extra(topic="x"),
    )  # fmt: skip
    (new,) = stage(Fixed(["gray"])).process([given_], Counter())
    assert new == Record(
        id=1, text="Gray a.", speaker="s", offset=1.0, extra=Extra(topic="x"), fills=UNSET
    )


def test_provenance_says_where_the_fills_are():
    one = record("A [MASK] [PERSON]")
    (new,) = stage(Fixed(["gray"]), provenance=True).process([one], Counter())
    assert [(new.text[f.start : f.end], f.label) for f in new.fills] == [
        ("gray", "WORD"),
        ("Gray", "PERSON"),
    ]


def test_markers_of_text_masked_elsewhere_can_be_named():
    given_ = Record(id=1, text="<NAME> met ___, ____ so [MASK]")
    elsewhere = stage(Fixed(["red"]), marker_texts=("<NAME>", "___", "____"))
    (new,) = elsewhere.process([given_], Counter())
    assert new.text == "Red met red, red so [MASK]"


def test_records_that_cannot_be_filled_are_refused():
    fitting = record("[MASK]")
    stage().check(fitting)
    wrong = Record(id=1, text="canary", masks=(Mask(0, 6, "WORD", "allowList"),))
    unknown = Record(id=1, text="[MASK]", masks=fitting.masks, word_lists={"allowList": "x@0"})
    for bad in (Record(id=1), Record(id=1, text="canary"), wrong, unknown):
        with pytest.raises(DataError) as caught:
            stage().check(bad)
        assert "canary" not in str(caught.value)
