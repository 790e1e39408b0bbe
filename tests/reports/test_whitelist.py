"""Only numbers and fixed names enter a report: a canary planted anywhere else never comes out."""

import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest

import privtool
from privtool.core.errors import DataError
from tests.reports.rows import ASR, AUDIT, CURVE, LM, MASK, ROWS
from tests.support.canary import CANARY

KINDS = {"audit": AUDIT, "mask": MASK, "lm": LM, "asr": ASR, "curve": CURVE[0]}
Place = tuple[Any, ...]


def places(value: Any, here: Place = ()) -> Iterator[Place]:
    """Yield the place of every value inside a row."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value)
    for name, inner in pairs:
        yield (*here, name)
        if isinstance(inner, dict | list):
            yield from places(inner, (*here, name))


def planted(row: Any, place: Place) -> Iterator[Any]:
    """Yield the row with a canary at a place: as a value, inside a value, and as a name."""
    for value in (CANARY, [CANARY], {CANARY: CANARY}, f"audit {CANARY}", f"{CANARY}|v:0.1.0"):
        changed = copy.deepcopy(row)
        inside(changed, place[:-1])[place[-1]] = value
        yield changed
    changed = copy.deepcopy(row)
    parent = inside(changed, place[:-1])
    if isinstance(parent, dict):
        parent[CANARY] = parent.pop(place[-1])
        yield changed


def inside(row: Any, place: Place) -> Any:
    for name in place:
        row = row[name]
    return row


def everywhere(value: Any) -> Any:
    """The row with unknown fields in every object."""
    if isinstance(value, dict):
        kept = {name: everywhere(inner) for name, inner in value.items()}
        return {**kept, CANARY: CANARY, "note": {CANARY: [CANARY]}, "text": CANARY}
    return [everywhere(each) for each in value] if isinstance(value, list) else value


@pytest.mark.parametrize("kind", KINDS)
def test_a_canary_in_any_field_never_reaches_the_sections(kind, sections):
    for place in places(KINDS[kind]):
        for row in planted(KINDS[kind], place):
            found = json.dumps(sections({"a": [row, MASK]}))
            assert CANARY.lower() not in found.lower(), place


def test_canaries_in_all_inputs_never_reach_the_page(tmp_path):
    rows = [everywhere(row) for row in ROWS]
    twin = tmp_path / "twin"
    page = privtool.report(rows, json=str(twin))
    assert "fields of the inputs left out" in page
    assert CANARY.lower() not in (page + twin.read_text()).lower()


def test_what_is_dropped_is_counted(sections):
    plain = sections({"a": [MASK]})["gaps"]["sentences"]
    more = sections({"a": [{**MASK, "x": 1, "y": {"z": "w"}}]})["gaps"]["sentences"]
    assert not any("left out" in each for each in plain)
    assert any(each.startswith("2 fields of the inputs") for each in more)


def test_values_of_wrong_types_do_not_enter(sections):
    odd = {**MASK, "version": "1.2 x", "counts": {"records": 10**30, "words": -1}}
    odd["options"] = {"merge": 1, "jobs": "2", "method": "allowList+x", "top": True}
    odd["models"] = {"tagger": [{"name": "Ann", "weights": "xyz"}], "other": [{"name": "mini"}]}
    found = sections({"a": [odd]})
    (row,) = found["provenance"]["tables"][0]["rows"]
    assert row == ["a", "mask", None, 2.5, None, "", ""]
    assert not found["flow"]["tables"]


@pytest.mark.parametrize(
    "change",
    [
        {"name": "no_such"},
        {"group": "Ann Smith"},
        {"group": "PERSON/Ann"},
        {"group": "5551234567"},
        {"interval": "guess"},
        {"low": 0.9},
        {"low": "x"},
        {"high": True},
    ],
    ids=str,
)
def test_figures_that_are_not_known_are_dropped(sections, change):
    row = {**AUDIT, "figures": [{**AUDIT["figures"][1], **change}], "verdicts": []}
    found = sections({"a": [row]})
    assert "privacy was not measured" in found["privacy"]["sentences"][0]


def test_groups_of_audio_and_models_enter(sections):
    from privtool.audit.membership_figures import LOSS, RATIO, REFERENCE
    from privtool.stages.audit_audio import CORRELATED, COVERED

    groups = sorted({*COVERED, *CORRELATED, LOSS, RATIO, REFERENCE} - {""})
    figures = [{**AUDIT["figures"][1], "group": group} for group in groups]
    found = sections({"a": [{**AUDIT, "figures": figures}]})["privacy"]["tables"]
    assert groups == [row[0] for row in found[1]["rows"]]


@pytest.mark.parametrize("group", ["PERSON", "1 unit", "prior/PERSON", "ratio", "16", "quasi"])
def test_groups_that_are_known_enter(sections, group):
    row = {**AUDIT, "figures": [{**AUDIT["figures"][1], "group": group}], "verdicts": []}
    tables = sections({"a": [row]})["privacy"]["tables"]
    assert any(group in each for table in tables for each in table["rows"])


def test_scores_by_the_value_of_a_field_are_left_out(sections):
    found = sections({"a": [ASR, {**ASR, "value": CANARY, "scores": {"wer": {"value": 0.5}}}]})
    values = [row[3] for row in found["utility"]["tables"][0]["rows"]]
    assert values == [0.2, 0.9]


@pytest.mark.parametrize("row", [{}, {"text": "a"}, {"command": "mask"}, {"command": ["mask"]}])
def test_other_objects_are_no_results(row):
    with pytest.raises(DataError, match="run 1:1: not a result of privtool"):
        privtool.report([row])


def test_no_results_are_an_error():
    with pytest.raises(DataError, match="run 1: there is no result"):
        privtool.report([])
