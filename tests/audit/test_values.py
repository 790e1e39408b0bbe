import pytest
from hypothesis import given
from hypothesis import strategies as st

from privtool.audit.values import band_of, contains, occurrences, parts_of, value_of

parts = st.lists(st.sampled_from(["anna", "may", "x", ""]), max_size=9)
values = st.lists(st.sampled_from(["anna", "may", "x"]), min_size=1, max_size=3).map(tuple)


@pytest.mark.parametrize(
    "written",
    [
        "Anna Kowalski",
        "ANNA\u00a0KOWALSKI",
        "anna-kowalski",
        "\uff21nna kow\u00adalski",
        "Anna_Kowalski",
    ],
)
def test_a_value_does_not_depend_on_how_it_is_written(written):
    assert value_of(written) == ("anna", "kowalski")


def test_values_are_found_in_scripts_without_spaces():
    assert contains(parts_of("\u6211\u53eb\u738b\u82b3\u3002"), value_of("\u738b\u82b3"))
    assert not contains(parts_of("\u6211\u53eb\u738b\u4f1f"), value_of("\u738b\u82b3"))
    assert value_of("\u738b") == ()


def test_values_that_are_too_short_are_not_looked_for():
    assert value_of("J. D.") == ()
    assert value_of("12") == ()
    assert value_of("on " * 9) == ()


@pytest.mark.parametrize(
    ("units", "band"),
    [
        (1, "1 unit"),
        (2, "2-4 units"),
        (4, "2-4 units"),
        (5, "5-19 units"),
        (20, "20 or more units"),
    ],
)
def test_bands_of_rarity(units, band):
    assert band_of(units) == band


@given(parts, values)
def test_containing_is_standing_in_a_row(some, value):
    slow = any(tuple(some[i : i + len(value)]) == value for i in range(len(some)))
    assert contains(some, value) == slow


@given(parts, st.sets(values, max_size=4))
def test_occurrences_are_disjoint_and_complete(some, known):
    found = list(occurrences(some, known))
    covered = [n for place in found for n in place]
    assert covered == sorted(set(covered))
    assert all(tuple(some[place.start : place.stop]) in known for place in found)
    assert bool(found) == any(contains(some, value) for value in known)


def test_the_longest_value_counts():
    found = list(occurrences(parts_of("ask Anna May now"), {("anna",), ("anna", "may")}))
    assert found == [range(1, 3)]
