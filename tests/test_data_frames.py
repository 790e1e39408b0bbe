"""`privtool.mask_column` of data frames; pandas and polars only where they are installed."""

import pyarrow
import pytest

import privtool
from privtool.core.errors import DataError

DATA = {"id": [1, 2], "subject": ["Zelda Quill", None], "body": ["ask Zelda", "hi"]}
OPTIONS = {"method": "entityTagger", "tagger": "patterns+names"}
MASKED = {"id": [1, 2], "subject": ["[MASK] [MASK]", None], "body": ["ask [MASK]", "hi"]}


@pytest.mark.parametrize("make", [pyarrow.table, pyarrow.record_batch])
def test_tables_of_pyarrow(make):
    schema = pyarrow.schema(
        [("id", pyarrow.int8()), ("subject", pyarrow.large_string()), ("body", pyarrow.string())]
    )
    old = make(DATA, schema=schema)
    new = privtool.mask_column(old, "subject", "body", **OPTIONS)
    assert isinstance(new, type(old))
    assert new.schema == schema
    assert new.to_pydict() == MASKED


def test_data_frames_of_pandas():
    pandas = pytest.importorskip("pandas")
    for dtype in (object, "category"):
        old = pandas.DataFrame(DATA, index=[5, 6]).astype({"subject": dtype})
        new = privtool.mask_column(old, "subject", "body", **OPTIONS)
        assert list(new.index) == [5, 6]
        assert new["body"].tolist() == MASKED["body"]
        assert new["subject"][5] == "[MASK] [MASK]"
        assert new["subject"].isna().tolist() == [False, True]
        assert old["body"][5] == "ask Zelda"


def test_data_frames_of_polars():
    polars = pytest.importorskip("polars")
    new = privtool.mask_column(polars.DataFrame(DATA), "subject", "body", **OPTIONS)
    assert new.to_dict(as_series=False) == MASKED


def test_what_is_no_text_and_no_frame():
    with pytest.raises(DataError, match="column 'id' has values that are no text"):
        privtool.mask_column(pyarrow.table(DATA), "id")
    with pytest.raises(TypeError, match="data frames of pandas or polars"):
        privtool.mask_column(DATA, "body")
