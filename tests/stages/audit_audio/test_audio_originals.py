"""Which original records can be audited."""

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from privtool.core.errors import DataError
from privtool.core.record import Entity, Record
from privtool.stages.audio_originals import Originals
from tests.support.private_turn import RECORD


@pytest.mark.parametrize(
    ("record", "said"),
    [
        (replace(RECORD, entities=UNSET), "mask --annotate"),
        (replace(RECORD, entities=(Entity(4, 99, "NAME"),)), "outside the text"),
        (replace(RECORD, masks=()), "has no 'masks'"),
        (replace(RECORD, id=UNSET), "'id' is missing"),
    ],
)
def test_originals_that_are_none_are_refused(record, said):
    with pytest.raises(DataError, match=said):
        Originals(()).add(record, "a.wav")


def test_an_id_has_one_original():
    originals = Originals(("speaker",))
    originals.add(RECORD, "a.wav")
    assert originals.of(Record(id="r1")).unit == "str:s"
    with pytest.raises(DataError, match="the same id"):
        originals.add(RECORD, "a.wav")
    with pytest.raises(DataError, match="has this id"):
        originals.of(Record(id=1))
