import pytest
import zipcodes

from privtool.text.surrogates import gazetteer


def test_too_little_memory_is_an_error_that_can_be_caught(monkeypatch):
    monkeypatch.setattr(gazetteer, "_MEMORY", 1 << 60)
    with pytest.raises(MemoryError):
        gazetteer.gazetteer.__wrapped__()


def test_the_codes_are_not_kept_by_the_package(monkeypatch):
    def keep():
        raise AssertionError("keeps all rows for the life of the process")

    def some(digit):
        row = {"state": "OH", "active": True, "zip_code_type": "STANDARD"}
        return [{**row, "city": "Zanesville", "zip_code": f"{digit}3701"}]

    monkeypatch.setattr(zipcodes, "list_all", keep)
    monkeypatch.setattr(zipcodes, "similar_to", some)
    table = gazetteer.gazetteer.__wrapped__()
    assert table.zips["OH", "Zanesville"] == [f"{digit}3701" for digit in range(10)]
