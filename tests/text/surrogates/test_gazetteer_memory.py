from __future__ import annotations

import pytest

from privtool.text.surrogates.geography import us_gazetteer


def test_too_little_memory_is_an_error_that_can_be_caught(monkeypatch):
    monkeypatch.setattr(us_gazetteer, "_MEMORY", 1 << 60)
    with pytest.raises(MemoryError):
        us_gazetteer.gazetteer.__wrapped__()
