import pytest
from msgspec import UNSET

from privtool.core.errors import DataError
from privtool.core.fields import field_of, group_of, with_kept
from privtool.core.record import Record, UnknownFields

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
