"""Leaving functions out of a run, and what is counted then."""

import ast
from collections import Counter

import pytest

from benchmarks.text.ablation import effects
from benchmarks.text.ablation.ages import middle
from benchmarks.text.ablation.effects import Effect, effect, record
from benchmarks.text.ablation.empty_results import empty_result
from benchmarks.text.ablation.functions import functions_of
from benchmarks.text.ablation.masking import Covered, Spans, changes, cover, make_line
from benchmarks.text.ablation.table import figures
from privtool.core.spans import Span
from tests.support.tables import typed_cases

LINE = make_line("set", "call five five five o one two three", [(5, 35)])


@pytest.fixture(scope="module")
def targets():
    return functions_of("privtool.text.detection.dictation")


@pytest.mark.parametrize(("function", "expected"), typed_cases("benchmarks", "empty result"))
def test_what_a_function_returns_when_it_finds_nothing(function: str, expected: list[object]):
    (node,) = ast.parse(function).body
    assert isinstance(node, ast.FunctionDef)
    assert empty_result(node) == tuple(expected)


def test_a_function_left_out_finds_nothing_wherever_it_is_called_from(targets):
    found = [each for each in targets if each.module.endswith("dictated") and each.name == "find"]
    trace = record([LINE], [Spans([], [])], targets)
    number = targets.index(found[0])
    assert trace.calls[number] == 1
    assert trace.found[number] == {0: {"patterns"}}
    one = effect(trace, targets, [number], most=9)
    assert one.failures == 0
    assert one.counts["set", "rules", "lost"] > 0
    again = cover(LINE, Spans([], []))
    assert again == trace.covered[0]  # and is there again


def test_only_what_found_something_is_masked_again(targets):
    line = make_line("set", "nothing to see", [])
    trace = record([line], [Spans([], [])], targets)
    group = range(len(targets))
    assert effect(trace, targets, group, most=9).lines == 0


def test_a_line_that_cannot_be_masked_again_is_a_failure(targets, monkeypatch):
    trace = record([LINE], [Spans([], [])], targets)

    def broken(*_: object) -> None:
        raise IndexError

    monkeypatch.setattr(effects, "cover", broken)
    assert effect(trace, targets, range(len(targets)), most=9).failures == 1


def test_words_are_counted_by_mode_and_kind():
    line = make_line("set", "ann met bob", [(0, 3)])
    before = Covered({}, {"default": 0b101}, {"default": {"PERSON": 0b101}})
    after = Covered({}, {"default": 0b110}, {"default": {"PERSON": 0b010, "MISC": 0b100}})
    assert changes(line, before, after) == Counter(
        {
            ("set", "default", "lost"): 1,
            ("set", "default", "hit"): 1,
            ("set", "default", "relabeled"): 1,
        }
    )


def test_joined_words_that_no_list_keeps_are_masked():
    line = make_line("set", "the zyxxyz", [])
    assert cover(line, Spans([], [])).masked["joined"] & 0b01 == 0
    assert cover(line, Spans([], [])).masked["joined"] & 0b10
    assert cover(line, Spans([Span(4, 10, "MISC", 0.9)], [])).masked["default"] & 0b10


def test_sets_are_younger_than_a_function_or_older():
    counts = Counter(
        {("new", "rules", "lost"): 2, ("old", "rules", "lost"): 3, ("c", "rules", "hit"): 4}
    )
    found = figures(Effect(counts, 10, 0.5, 0), {"new": 9, "old": 5}, 5)
    assert found["lost younger rules"] == 4
    assert found["lost older rules"] == 6
    assert found["hit corpora rules"] == 8


def test_the_date_of_half_of_the_lines():
    assert middle([4, 1, 3, 9]) == 3
