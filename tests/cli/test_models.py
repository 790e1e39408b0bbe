from __future__ import annotations

import json


def test_every_name_is_listed_with_its_state(call):
    from privtool.models.catalog import ALIASES, ENGINES

    rows = [line.split("\t") for line in call("models").out.decode().splitlines()]
    assert [row[0] for row in rows] == [*ALIASES, *(engine.name for engine in ENGINES)]
    assert {len(row) for row in rows} == {6}
    states = {row[0]: row[4] for row in rows}
    assert states["mini"] in ("embedded", "missing")
    assert states["pocketsphinx"] == states["espeak"] == "embedded"
    assert states["mms_fa"] in ("cached", "absent")
    assert states["bert"] in ("cached", "absent")


def test_the_list_comes_as_json_too(call):
    done = call("models", "--output-format", "jsonl", "--quiet")
    assert (done.status, done.err) == (0, "")
    tsv = [line.split("\t") for line in call("models").out.decode().splitlines()]
    records = [json.loads(line) for line in done.out.splitlines()]
    assert [record["name"] for record in records] == [row[0] for row in tsv]
    assert all(len(r["revision"]) == 40 for r in records if "/" in r["source"])
