"""How filters are run."""

import gc

from privtool.workflows.surrogate import SurrogateConfig


def test_little_garbage_is_looked_for_while_records_are_read_first(call, tmp_path, monkeypatch):
    path = tmp_path / "records.jsonl"
    path.write_text('{"id": 1, "text": "Anna", "entities": []}\n', encoding="utf-8")
    seen = []
    read = SurrogateConfig._scopes

    def noted(self, stream):
        seen.append(gc.get_threshold()[0])
        return read(self, stream)

    monkeypatch.setattr(SurrogateConfig, "_scopes", noted)
    gc.set_threshold(700)
    call("surrogate", "-q", str(path))
    assert seen == [500_000]
