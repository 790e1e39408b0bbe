"""Places in JSON objects."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET

from privtool.core.errors import DataError, UsageError
from privtool.core.field_paths import field_path, places, pointer_of, value_at, with_values
from privtool.core.fields import field_of, group_of, with_kept
from privtool.core.record import Record, UnknownFields

CHAT = {"messages": [{"role": "user", "content": "a"}, {"content": ["b", {"text": "c"}]}], "n": 1}


@pytest.mark.parametrize(
    ("path", "found"),
    [
        ("n", [("n",)]),
        ("/messages/*/content", [("messages", 0, "content"), ("messages", 1, "content")]),
        ("/messages/1/content/*/text", [("messages", 1, "content", 1, "text")]),
        ("/messages/7/content", []),
        ("/n/0", []),
    ],
)
def test_places_of_a_path(path, found):
    assert list(places(CHAT, field_path(path))) == found


def test_a_star_stands_for_no_key():
    with pytest.raises(DataError, match="name its keys"):
        list(places({"contacts": {"Anna Lee": {"note": "x"}}}, field_path("/contacts/*/note")))


def test_pointers_are_escaped():
    assert field_path("/a~1b/~0") == ("a/b", "~")
    assert pointer_of(("a/b", "~", 0)) == "/a~1b/~0/0"
    assert list(places({"a/b": {"~": [5]}}, field_path("/a~1b/~0/0"))) == [("a/b", "~", 0)]


@pytest.mark.parametrize("path", ["", "/", "/a//b"])
def test_empty_names_are_refused(path):
    with pytest.raises(UsageError):
        field_path(path)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=2), inner, max_size=3)
    ),
    max_leaves=12,
)


@given(JSON)
def test_the_same_values_leave_everything_as_it_is(value):
    value = [value, [value]]
    found = [keys for path in (("*",), ("1", "*")) for keys in places(value, path)]
    apart = {keys: value_at(value, keys) for keys in found if len(keys) == 2}
    assert with_values(value, apart, others=True) == value
    assert with_values(value, {(): value}, others=False) == value


def test_others_are_left_out_and_lists_keep_their_length():
    new = {("messages", 1, "content", 1, "text"): "x"}
    assert with_values(CHAT, new, others=False) == {
        "messages": [{}, {"content": [None, {"text": "x"}]}]
    }
    assert with_values(CHAT, new, others=True)["messages"][1] == {"content": ["b", {"text": "x"}]}
    assert CHAT["messages"][1]["content"][1] == {"text": "c"}


RECORD = Record(id=7, text="so", speaker="a", extra=UnknownFields(call="x", number=3, nothing=None))


def test_known_and_other_fields_have_values() -> None:
    assert field_of(RECORD, "speaker") == "a"
    assert field_of(RECORD, "call") == "x"
    assert field_of(RECORD, "words") is UNSET
    assert field_of(RECORD, "missing") is UNSET
    assert field_of(Record(id=1), "missing") is UNSET


def test_a_group_tells_texts_from_numbers() -> None:
    assert group_of(RECORD, "number") != group_of(Record(extra=UnknownFields(number="3")), "number")
    assert group_of(RECORD, "number") == group_of(Record(extra=UnknownFields(number=3)), "number")
    assert group_of(RECORD, "nothing") is group_of(RECORD, "missing") is None
    for value in (True, [1], {"a": 1}, 1.5):
        with pytest.raises(DataError, match="field 'call' is neither text nor a whole number"):
            group_of(Record(extra=UnknownFields(call=value)), "call")


def test_only_what_is_named_is_kept() -> None:
    new = Record(id=7, text="[MASK]")
    assert with_kept(new, RECORD, ()) is new
    kept = with_kept(new, RECORD, ("speaker", "call", "missing", "words"))
    assert kept == Record(id=7, text="[MASK]", speaker="a", extra=UnknownFields(call="x"))
