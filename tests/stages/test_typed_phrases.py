"""Entities of a known class are filled as phrases: what they depend on, and what they never do."""

import re
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from privtool.core.record import Record
from privtool.stages.fill import FillSettings, FillStage
from privtool.stages.fill_job import TopKSampler
from privtool.stages.typed_phrases import TypedPhrases, runs_of, style_of
from privtool.text.filling.slots import split_slots
from privtool.text.fills.fields import kinds
from privtool.text.labels import Label
from privtool.text.surrogates.gazetteer import STATES, gazetteer
from tests.support.examples import examples
from tests.support.fake_filler import FakeFiller, find_list
from tests.support.processing import processed
from tests.support.tables import tabled
from tests.support.typed_fills import Lengths, filled, masked

LABELS = [label.value for label in Label]


def names(kind):
    return {name for pool in kinds()[kind].values() for name in pool.phrases}


NAME = masked("So ", ("PERSON", 1), " ", ("PERSON", 1), " met ", ("PERSON", 2), " there.")


def test_a_phrase_fills_the_slots_of_an_entity():
    (text,) = filled([NAME])
    assert re.fullmatch(r"So [A-Z][\w']+ [A-Z][\w']+ met [A-Z][\w']+ there\.", text)


def test_words_without_a_class_are_the_models():
    counts: Counter[str] = Counter()
    record = masked("so ", ("WORD", 1), " met ", ("PERSON", 2), " then")
    typed = TypedPhrases(1, Lengths())
    stage = FillStage(FillSettings(TopKSampler(4), find_list), FakeFiller(), typed=typed)
    processed(stage, [record], counts)
    assert (counts["filled"], counts["typed"]) == (2, 1)


def test_without_names_only_values_are_phrases():
    counts: Counter[str] = Counter()
    record = masked(
        "so ", ("PERSON", 1), " of ", ("LOCATION", 2), " paid $", ("MONEY", 3), " on ", ("DATE", 4)
    )
    typed = TypedPhrases(1, Lengths(), names=False)
    stage = FillStage(FillSettings(TopKSampler(4), find_list), FakeFiller(), typed=typed)
    (done,) = processed(stage, [record], counts)
    assert (counts["filled"], counts["typed"]) == (4, 2)
    assert re.search(r" paid \$[\d.,]+ on ", str(done.text))
    assert not re.search(r"[A-Z]", str(done.text).partition(" of ")[0])  # the model's, as it is


def test_the_best_of_the_candidates_is_taken():
    scorer = Lengths()
    best = filled([NAME], scorer=scorer)[0]
    assert scorer.asked[:2] == [4, 4]  # then the same phrases without context
    assert len(best) >= len(filled([NAME], scorer=Same())[0])


records = st.lists(
    st.lists(
        st.one_of(
            st.sampled_from([" and ", ", ", " ", ". ", "'s ", " the ", " $", "\n", "é 3 "]),
            st.tuples(st.sampled_from(LABELS), st.integers(1, 3)),
        ),
        max_size=9,
    ).map(lambda pieces: masked("X", *pieces, " end")),
    min_size=1,
    max_size=3,
)


@settings(deadline=None, max_examples=examples(60))
@given(records)
def test_nothing_outside_the_slots_changes(some):
    some = [Record(id=n, text=r.text, masks=r.masks) for n, r in enumerate(some)]
    together = filled(some)
    for record, text in zip(some, together, strict=True):
        pattern = "(.+?)".join(map(re.escape, split_slots(record, (), False).segments))
        assert re.fullmatch(pattern, text, re.DOTALL)
        assert "[MASK]" not in text
        assert filled([record]) == [text]  # alone as among others


def test_draws_depend_on_seed_and_id():
    texts = {filled([masked(("PERSON", 1), id=n)], seed=s)[0] for n in range(8) for s in (1, 2)}
    assert len(texts) > 8
    assert filled([NAME]) == filled([NAME])


def test_a_linked_person_stays_one_whatever_part_of_the_name_is_used():
    anna, lee = {"link": "link-a"}, {"link": "link-b"}
    records = [
        masked(("PERSON", 1, lee), " left.", id="before"),
        masked("So ", ("PERSON", 1, anna), " ", ("PERSON", 1, lee), " met her.", id=1),
        masked("Hi ", ("PERSON", 1, anna), ", where is ", ("PERSON", 2, lee), "?", id=2),
        masked("Ms. ", ("PERSON", 1, lee), " said", id="3"),
    ]
    before, full, alone, titled = found = filled(records)
    given, surname = full.split()[1:3]
    assert given != surname
    assert before == f"{surname} left."
    assert alone == f"Hi {given}, where is {surname}?"
    assert titled == f"Ms. {surname} said"
    assert filled(records, seed=2) != found


def test_every_version_of_a_record_has_other_phrases_of_its_links():
    one, other = {"link": "a"}, {"link": "b"}
    records = [
        masked("She met ", ("PERSON", 1, one), " and ", ("PERSON", 2, other), id=1),
        masked("Dr. ", ("PERSON", 1, one), id=2),
        masked("nobody", id=3),
    ]
    versions = filled(records, samples=3)
    assert versions[3:6] == [f"Dr. {version.split()[2]}" for version in versions[:3]]
    assert len({*versions}) == 7
    assert versions[6:] == ["nobody"] * 3
    assert versions[::3] == filled(records)


def test_linked_names_of_other_kinds_are_the_same_in_any_context():
    bank = {"link": "link-c"}
    texts = filled(
        [
            masked("We met Al at ", ("ORGANIZATION", 1, bank), " today", id=1),
            masked("The ", ("ORGANIZATION", 1, bank), " chairman of a game", id=2),
            masked("uh we like ", ("ORGANIZATION", 1, bank), " you know", id=3),
            masked("$5 for ", ("ORGANIZATION", 1, bank), " shares.", id=4),
        ]
    )
    first, second, said, written = map(str.split, texts)
    assert first[4] == second[1] == written[2]
    assert said[3] == written[2].lower()


@pytest.mark.parametrize("label", ["LOCATION", "DATE"])
def test_the_phrases_of_a_text_differ(label):
    pieces = [piece for number in range(5) for piece in ((label, number), ", ")]
    for seed in range(4):
        (text,) = filled([masked("in ", *pieces, "then")], seed=seed)
        found = text.removeprefix("in ").split(", ")[:-1]
        assert len(set(found)) == len(found) == 5


def test_a_city_and_its_state_fit_though_they_are_two_entities():
    (text,) = filled([masked("We are in ", ("LOCATION", 1), ", ", ("LOCATION", 2), " today")])
    city, state = text.removeprefix("We are in ").removesuffix(" today").split(", ")
    pools = gazetteer()
    codes = [code for code, name in STATES.items() if name == state]
    assert any((code, city) in pools.zips for code in codes)


def test_the_places_of_a_text_are_of_one_kind_where_the_model_has_no_choice():
    kinds_of = {
        name: kind for kind in ("country", "city", "state", "region") for name in names(kind)
    }
    pieces = "From ", ("LOCATION", 1), ", they said, it is not as far as ", ("LOCATION", 2), "."
    records = [masked(*pieces, id=number) for number in range(40)]
    found = [
        re.findall(r"From (.+), they .* as (.+)\.", text)[0]
        for text in filled(records, scorer=Same())
    ]
    same = sum(kinds_of[first] == kinds_of[second] for first, second in found)
    assert same >= 32  # a few names are of two kinds


@pytest.mark.parametrize(
    ("before", "between", "first_is_larger"),
    [
        ("Sales rose to $", " from $", True),
        ("Sales fell 3 points to $", " a share, from $", False),
        ("They sold for $", ", down from $", False),
        ("They cost from $", " to $", False),
        ("They spent $", " of their last $", False),
    ],
)
def test_amounts_move_as_the_text_says(before, between, first_is_larger):
    pieces = before, ("MONEY", 1), between, ("MONEY", 2), " in all."
    for text in filled([masked(*pieces, id=number) for number in range(20)]):
        one, other = (float(n.replace(",", "")) for n in re.findall(r"\$([\d,.]*\d)", text))
        assert (one > other) is first_is_larger, text


def test_amounts_of_a_text_are_of_one_magnitude():
    pieces = "It paid $", ("MONEY", 1), " then. Later, they gave $", ("MONEY", 2), " to him."
    for text in filled([masked(*pieces, id=number) for number in range(40)]):
        one, other = (float(n.replace(",", "")) for n in re.findall(r"\$([\d,.]*\d)", text))
        assert max(one, other) <= 10 * min(one, other), text


def test_the_model_chooses_between_a_year_and_a_month():
    for seed in range(6):
        (text,) = filled([masked("in ", ("DATE", 1), " they said")], seed=seed)
        assert len(text) >= len("in September they said") - 2  # the longest one, not a year


class Same(Lengths):
    """Finds all phrases equally likely."""

    def phrase_scores(self, questions):
        return [[0.0 for _ in question.phrases] for question in questions]


class Frequent(Lengths):
    """Finds a few first letters likely anywhere, and the last of the alphabet in a context."""

    def phrase_scores(self, questions):
        return [[self._score(question, p) for p in question.phrases] for question in questions]

    def _score(self, question, phrase):
        frequent = 10.0 if phrase[0][0] < "K" else 0.0
        inside = any(segment.strip() for segment in question.segments)
        return frequent + (5.0 * (phrase[0][0] > "R") if inside else 0.0)


def test_what_counts_is_how_much_likelier_a_context_makes_a_phrase():
    records = [masked("So ", ("PERSON", 1), " said", id=number) for number in range(20)]
    first = [text[3] for text in filled(records, scorer=Frequent())]
    assert sum(letter > "R" for letter in first) > 8


@tabled("stages", "pieces runs")
def test_entities_are_runs_of_one_number(pieces, runs):
    assert [*map(list, runs_of(split_slots(masked(*pieces), (), False)))] == runs


@tabled("stages", "segments style")
def test_the_style_of_a_text_is_that_of_its_words(segments, style):
    assert style_of(segments) == style


def test_an_owner_before_an_apostrophe_is_plural():
    for seed in range(6):
        (text,) = filled([masked("at the ", ("PERSON", 1), "' house")], seed=seed)
        assert re.search(r"s' house$", text)
