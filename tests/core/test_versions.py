import pytest
from hypothesis import given
from hypothesis import strategies as st

from privtool.core.versions import original_id, version_id


@given(st.one_of(st.integers(-(10**18), 10**18), st.text(min_size=1)), st.integers(0, 100))
def test_a_version_leads_to_its_original(record_id, number):
    assert original_id(version_id(record_id, number), {record_id}) == record_id


@pytest.mark.parametrize(
    "other", ["a-s", "b-s1", "a-s1x", "a-s01", "a-s\u0661", "-s1", 7, "7-s1", "08-s1", "08", ""]
)
def test_other_ids_lead_nowhere(other):
    assert original_id(other, {"a", 8}) is None


def test_a_record_is_no_version_if_its_own_id_is_known():
    assert original_id("a-s1", {"a", "a-s1"}) == "a-s1"
    assert original_id("7-s1", {"7", 7}) == "7"


@pytest.mark.parametrize(("given", "known"), [("8", 8), (8, "8"), ("-8-s1", -8), ("8-s0", "8")])
def test_numbers_and_their_texts_are_one_id(given, known):
    assert original_id(given, {known}) == known


def test_an_id_of_the_same_type_comes_first():
    assert original_id("8", {8, "8"}) == "8"
    assert original_id(8, {8, "8"}) == 8
