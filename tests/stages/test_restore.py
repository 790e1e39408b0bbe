"""Restoring: safe texts become the raw ones again, and edited ones as far as that is sure."""

import pickle
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from privtool.core.record import Entity, Record
from privtool.stages.mask import MaskSettings, MaskStage
from privtool.stages.originals import MapHead, ValueFinder, lines_of_map, originals_of
from privtool.stages.restore import OriginalsMap, RestoreStage
from privtool.stages.surrogate import SurrogateSettings, SurrogateStage
from privtool.text.policies import read_policy
from privtool.text.surrogates.generator import SurrogateGenerator
from tests.stages.test_mask_properties import lists, tagged_texts, unhurried
from tests.support.adversarial import records
from tests.support.calls import lines_of
from tests.support.fake_taggers import FakeTagger
from tests.support.processing import processed
from tests.support.surrogate_stage import KEY
from tests.support.tables import tabled

FIELDS = ("conversation",)


def restorer(originals, scope_fields=FIELDS, ordered=True):
    known = OriginalsMap(lines_of_map([MapHead((), scope_fields)]) + originals)
    known = pickle.loads(pickle.dumps(known))  # as other processes get it
    return RestoreStage(known, ordered=ordered)


def restored(originals, text, record_id=1, **options):
    """The restored text, and the counts."""
    counts = Counter()
    (new,) = processed(restorer(originals, **options), [Record(id=record_id, text=text)], counts)
    return new.text, +counts


def lines_to_find(count):
    """What it takes to find values with the same first token."""
    values = [f"+1 415 {number:04}" for number in range(count)]
    finder, text = ValueFinder(values), " ".join(values)
    assert [span.label for span in finder.find(text)] == values
    return lines_of(lambda: finder.find(text))


def test_the_work_is_linear_in_the_values_of_a_scope():
    assert lines_to_find(800) < 5 * lines_to_find(200)


@unhurried
@given(tagged_texts(), lists, st.booleans(), st.sampled_from(["mask", "class", "policy"]))
def test_masking_any_text_can_be_undone(tagged, kept, merge, markers):
    text, spans = tagged
    policy = read_policy("hipaa-safe-harbor") if markers == "policy" else None
    settings = MaskSettings(
        kept, markers == "class", merge and not policy, reversible=True, policy=policy
    )
    stage = MaskStage(settings, FakeTagger({text: spans}))
    (safe,) = processed(stage, [Record(id=1, text=text)])
    assert restored(stage.take_originals(), safe.text)[0] == text


def test_surrogates_of_all_records_can_be_undone():
    every = [
        Record(
            id=number,
            text=each.text,
            speaker=f"ann {number}",
            entities=tuple(Entity(start, end, "NAME") for start, end in each.private),
        )
        for number, each in enumerate(records())
    ]
    for policy, raw in ((None, every), (read_policy("hipaa-safe-harbor"), every[::3])):
        settings = SurrogateSettings(("speaker",), samples=2, reversible=True, policy=policy)
        stage = SurrogateStage(settings, SurrogateGenerator(KEY))
        safe = processed(stage, raw)
        counts = Counter()
        back = processed(restorer(stage.take_originals()), safe, counts)
        assert [each.text for each in back] == [each.text for each in raw for _ in range(2)]
        assert [each.speaker for each in back] == [each.speaker for each in raw for _ in range(2)]
        assert not counts["not found"]
        assert all(not each.entities for each in back)


SAFE = "call Sue Moore on 12, not Sue Moore Hill or [PERSON]; Sue is 3 of 3"
PLACES = [
    (5, "Sue Moore", "Ann Lee"),
    (18, "12", "47"),
    (26, "Sue Moore Hill", "Zoe Kay"),
    (44, "[PERSON]", "Xi"),
    (54, "Sue", "Ann"),
    (61, "3", "9"),
]
ORIGINALS = lines_of_map([originals_of(1, SAFE, PLACES, ["s"])])


@tabled("stages", "text expected missing")
def test_what_is_found_in_an_edited_text(text, expected, missing):
    new, counts = restored(ORIGINALS, text)
    assert new == expected
    assert counts["not found"] == missing


def test_an_answer_is_restored_by_its_scope():
    answer = [Record(id="a", text="dear sue moore")]
    head = lines_of_map([MapHead((), ("speaker",))])
    rows = lines_of_map([originals_of(1, SAFE, PLACES, ["speaker:str:s"])])
    stage = RestoreStage(OriginalsMap(head + rows))
    counts = Counter()
    answer.append(Record(id="b", text="dear sue moore", speaker="s"))
    assert [each.text for each in processed(stage, answer, counts)] == [
        "dear sue moore",
        "dear ann lee",
    ]
    assert counts["unknown"] == 2


@tabled("stages", "rows text expected")
def test_doubtful_values_are_not_guessed(rows, text, expected):
    """Rows are an id, a safe text, and the places, surrogates and originals in it."""
    originals = [originals_of(own, safe, [*map(tuple, places)]) for own, safe, *places in rows]
    assert restored(lines_of_map(originals), text)[0] == expected


def test_markers_in_other_fields_are_not_counted_off():
    rows = lines_of_map([originals_of(1, "[MASK] Al", [(0, "[MASK]", "Bo"), (7, "Al", "Cy")])])
    assert restored(rows, "[MASK], Al", ordered=False)[0] == "[MASK], Cy"
