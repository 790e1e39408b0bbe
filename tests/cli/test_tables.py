"""Tables as Parquet, the chain of commands on tables, and what they make of other encodings."""

import csv
import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pyarrow as pa
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from pyarrow import parquet

from privtool.core.csv_tables import CsvTable
from privtool.core.named_fields import NamedFields
from tests.support.canary import CANARY

NAMES = ("--method", "entityTagger", "--tagger", "mini-ner+patterns")
NOTHING = ("--method", "entityTagger", "--tagger", "patterns", "--labels", "IBAN")
PARQUET = ("--input-format", "parquet")
TURNS = pa.list_(
    pa.struct(
        [
            ("role", pa.dictionary(pa.int32(), pa.string())),
            ("content", pa.large_string()),
            ("at", pa.timestamp("us")),
            ("score", pa.float32()),
        ]
    )
)
TYPES = {
    "id": pa.int64(),
    "body": pa.dictionary(pa.int8(), pa.string()),
    "note": pa.string_view(),
    "tags": pa.list_(pa.string()),
    "turns": TURNS,
    "raw": pa.binary(),
    "vector": pa.list_(pa.float32()),
    "when": pa.timestamp("ns", tz="UTC"),
}
ROW = {
    "id": 7,
    "body": "call 020 7946 0311",
    "note": "Zelda Quill asks",
    "tags": ["Zelda Quill", "x"],
    "turns": [{"role": "user", "content": "I am Zelda Quill", "at": 5, "score": float("nan")}],
    "raw": b"\xff\0",
    "vector": [1.5],
    "when": 1,
}
NULLS = dict.fromkeys(TYPES)
FIELDS = ("body", "note", "/tags/*", "/turns/*/content")
FIELD = tuple(part for field in FIELDS for part in ("--field", field))


def table_of(*rows, types=TYPES, metadata=None):
    schema = pa.schema(list(types.items()), metadata=metadata)
    columns = [pa.array([row.get(name) for row in rows], kind) for name, kind in types.items()]
    return pa.Table.from_arrays(columns, schema=schema)


def bytes_of(table, **options):
    data = io.BytesIO()
    parquet.write_table(table, data, **options)
    return data.getvalue()


def read(data):
    return parquet.read_table(io.BytesIO(data))


@pytest.fixture
def masked(call):
    def run(*options, table, method=NAMES):
        return call("mask", "-q", *method, *PARQUET, *options, input=bytes_of(table))

    return run


def test_types_nulls_order_and_metadata_stay(masked):
    rows = ROW, NULLS, {"tags": [], "turns": [None, {}]}
    old = read(bytes_of(table_of(*rows, metadata={"who": "we"})))
    new = read(masked(*FIELD, "--keep-others", table=old).out)
    assert new.schema.equals(old.schema, check_metadata=True)
    for name in ("id", "raw", "vector", "when"):
        assert new[name] == old[name]
    assert new["body"].to_pylist() == ["call [MASK] [MASK] [MASK]", None, None]
    assert new["note"].to_pylist() == ["[MASK] [MASK] asks", None, None]
    assert new["tags"].to_pylist() == [["[MASK] [MASK]", "x"], None, []]
    told, seen = new["turns"].to_pylist(), old["turns"].to_pylist()
    assert told[0][0]["content"] == "I am [MASK] [MASK]"
    assert told[0][0]["at"] == seen[0][0]["at"]
    assert told[1:] == seen[1:]


def test_metadata_of_named_columns_is_dropped_as_it_may_list_their_values(masked):
    enum = {"_PL_ENUM_VALUES2": "5;Zelda", "PARQUET:field_id": "3"}
    inner = pa.field("e", pa.string(), metadata=enum)
    kinds = [pa.list_(pa.struct([inner])), pa.large_list(inner), pa.list_(inner, 1), inner.type]
    schema = pa.schema([pa.field(f"c{n}", kind, metadata=enum) for n, kind in enumerate(kinds)])
    table = pa.Table.from_pylist([{"c0": [{"e": "Zelda"}], "c3": "Zelda"}], schema)
    named = ("--field", "/c0/*/e", "--field", "/c1/*", "--field", "/c2/*", "--field", "c3")
    shown = read(masked(*named, table=table).out).schema.to_string(show_field_metadata=True)
    assert "Zelda" not in shown
    assert shown.count("field_id") == 7
    kept = read(masked("--field", "c3", "--keep-others", table=table).out).schema
    assert [kept.field(n).metadata == schema.field(n).metadata for n in range(4)] == [1, 1, 1, 0]


def test_what_nobody_named_is_dropped_inside_columns_too(masked):
    new = read(masked("--field", "/turns/*/content", "--keep", "raw", table=table_of(ROW)).out)
    assert new.column_names == ["id", "turns", "raw"]
    assert new["turns"].to_pylist()[0][0] == {
        "role": None,
        "content": "I am [MASK] [MASK]",
        "at": None,
        "score": None,
    }
    done = masked("--field", "note", "--ids", "number", table=table_of({**ROW, "id": 41}))
    assert read(done.out).to_pylist() == [{"id": 1, "note": "[MASK] [MASK] asks"}]


TEXTS = st.none() | st.text(st.characters(exclude_categories=["Cs"]), max_size=5).filter(
    lambda text: "\x1e" not in text
)
ROWS = st.fixed_dictionaries(
    {
        "body": TEXTS,
        "note": TEXTS | st.sampled_from(['{"a": "b",  "n": 1e3}', "[]", '[null, "x"]', "{}"]),
        "tags": st.none() | st.lists(TEXTS, max_size=3),
        "turns": st.none()
        | st.lists(
            st.none() | st.fixed_dictionaries({"role": TEXTS, "content": TEXTS}), max_size=2
        ),
    }
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=15)
@example([dict.fromkeys(ROW, None), {"body": "a", "tags": ["b", None]}, {"note": "[]"}], 1, 2)
@given(st.lists(ROWS, max_size=5), st.sampled_from([1, 2, 100]), st.just(1))
def test_without_anything_private_all_cells_stay(call, rows, size, jobs):
    old = table_of(*rows, types={name: TYPES[name] for name in ("body", "note", "tags", "turns")})
    done = call(
        "mask", "-q", *NOTHING, *PARQUET, *FIELD, "--keep-others", "-j", jobs,
        input=bytes_of(old, row_group_size=size),
    ).checked()  # fmt: skip
    new, same = read(done.out), read(bytes_of(old))
    assert (new.schema, new.to_pylist()) == (same.schema, same.to_pylist())


def test_several_files_are_one_table_and_bad_rows_are_set_aside(call, tmp_path):
    kinds = {"id": pa.string(), "body": pa.string()}
    for name, texts in (("a", ["x", "b\x1ed"]), ("b", ["call 020 7946 0311"])):
        rows = [{"id": None, "body": text} for text in texts]
        parquet.write_table(table_of(*rows, types=kinds), tmp_path / name)
    out, aside = tmp_path / "out", tmp_path / "aside"
    call(
        "mask", "-q", *NAMES, *PARQUET, "--field", "body", tmp_path / "a", tmp_path / "b",
        "-o", out, "--rejects", aside,
    )  # fmt: skip
    assert parquet.read_table(out)["body"].to_pylist() == ["x", "call [MASK] [MASK] [MASK]"]
    assert [json.loads(line)["line"] for line in aside.read_text().splitlines()] == [2]
    parquet.write_table(table_of({"body": "x"}, types={"body": pa.string()}), tmp_path / "c")
    done = call("mask", *PARQUET, "--field", "body", tmp_path / "b", tmp_path / "c")
    done.failed(65, "the columns differ")


@pytest.mark.parametrize(
    ("types", "field", "said", "status"),
    [
        ({"body": pa.string()}, "text", "there is no column 'text'", 2),
        ({"body": pa.int64()}, "body", "column 'body' is not text", 2),
        ({"body": pa.binary()}, "body", "column 'body' is not text", 2),
        ({"body": pa.map_(pa.string(), pa.string())}, "/body/*", "column 'body' is not text", 2),
        ({"body": pa.list_(pa.timestamp("ns"))}, "/body/*", "column 'body' is not text", 2),
        ({"body": pa.list_(pa.int64())}, "/body/*", "field /body/0 is not text", 65),
    ],
)
def test_columns_that_cannot_be_worked_on(masked, types, field, said, status):
    value = [5] if pa.types.is_list(types["body"]) else None
    masked("--field", field, table=table_of({"body": value}, types=types)).failed(status, said)


def test_what_is_not_parquet(call, monkeypatch, tmp_path):
    whole = bytes_of(table_of(ROW))
    for data in (b"", CANARY.encode(), whole[: len(whole) // 2]):
        done = call("mask", *PARQUET, "--field", "body", input=data)
        done.failed(65, "stdin: is not Parquet, or broken")
    call("mask", *PARQUET, "--field", "body", tmp_path / "none.parquet").failed(2)
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    done = call("mask", *PARQUET, "--field", "body", input=whole)
    done.failed(69, "pip install 'privtool[parquet]'")


def as_csv(rows):
    text = io.StringIO(newline="")
    csv.writer(text).writerows(rows)
    return text.getvalue().encode()


def as_parquet(rows):
    head, *rest = rows
    types = dict.fromkeys(head, pa.string())
    return bytes_of(table_of(*(dict(zip(head, row, strict=True)) for row in rest), types=types))


def rows_of(form, data):
    if form == "csv":
        return list(csv.DictReader(io.StringIO(data.decode(), newline="")))
    return read(data).to_pylist()


RAW = [
    ["id", "speaker", "subject", "body"],
    ["1", "s1", "Zelda Quill", "call 020 7946 0311"],
    ["2", "s2", "hello", "Zelda Quill asks"],
]
NAMED = ("--field", "subject", "--field", "body")


@pytest.mark.parametrize(("form", "write"), [("csv", as_csv), ("parquet", as_parquet)])
def test_the_chain_of_commands_on_a_table(call, tmp_path, tiny_lm, form, write):
    table = ("-q", "--input-format", form, *NAMED)
    gold, raw = tmp_path / "gold", write(RAW)
    call("mask", *NAMES, *table, "--annotate", "--keep-others", "-o", gold, input=raw)
    rows = rows_of(form, gold.read_bytes())
    assert [each["field"] for each in json.loads(rows[0]["entities"])] == ["/subject", "/body"]
    new = call(
        "surrogate", "--key-file", tmp_path / "k", "--make-key", "--scope", "all", *table, gold
    ).out
    first, second = rows_of(form, new)
    assert first.keys() == {"id", "subject", "body"}
    assert second["body"] == f"{first['subject']} asks"
    assert "Zelda" not in first["subject"]
    safe = call("mask", *NAMES, *table, "--keep", "speaker", input=raw).out
    assert "[MASK]" in rows_of(form, safe)[0]["body"]
    filled = rows_of(form, call("fill", *table, input=safe).out)
    assert "[MASK]" not in filled[0]["body"]
    audit = ("audit", "text", *table, "--gold", gold, "--samples", 10)
    for data, leaks, fields in (
        (safe, 0, 0),
        (raw, 1, 0),
        (write([[*RAW[0], "n"], [*RAW[1][:2], "x", "y", "020 7946 0311"]]), 1, 1),
    ):
        (result,) = call(*audit, input=data).records
        figures = {each["name"]: each["value"] for each in result["figures"] if "group" not in each}
        assert (figures["document_leak"] > 0, figures["field_leak"] > 0) == (leaks, fields)
    counts = dict(
        line.split("\t") for line in call("vocab", *table, input=raw).out.decode().splitlines()
    )
    assert counts == {
        "zelda": "2", "quill": "2", "call": "1", "020": "1", "7946": "1", "0311": "1",
        "hello": "1", "asks": "1",
    }  # fmt: skip
    labeled = call("vocab", *table, "--labels", gold).out.decode()
    assert "PERSON\tquill\t2\n" in labeled
    scored = rows_of(form, call("lm-score", "--model", tiny_lm, *table, input=raw).out)
    assert float(scored[0]["perplexity"]) > 1
    assert scored[0]["speaker"] == "s1"


def test_an_empty_table_has_its_header(call):
    done = call("mask", "-q", "--input-format", "csv", "--field", "a", input=b"id,a,b\n")
    assert done.out == b"id,a\n"
    empty = bytes_of(table_of())
    done = call("mask", "-q", *PARQUET, "--field", "note", input=empty)
    assert read(done.out).to_pydict() == {"id": [], "note": []}


COMMANDS = {
    "mask": ("--field", "b"),
    "fill": ("--marker-text", "x"),
    "vocab": (),
    "audit text": ("--sample", "2"),
    "surrogate": (),
    "export": ("--to", "kaldi", "--out-dir", "o"),
}


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "cp1252"])
def test_no_command_reads_another_encoding_as_noise(call, command, encoding, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    data = '{"id": 1, "b": "é", "text": "Zoë Quill asks"}\n'.encode(encoding)
    done = call(*command.split(), *COMMANDS[command], input=data)
    done.ended(65, f"iconv -f {'WINDOWS-1252' if encoding == 'cp1252' else 'UTF-16'}")


def test_the_recipe_of_the_docs_leaves_no_target_that_looks_finished(tmp_path, program):
    text = (Path(__file__).parents[2] / "docs/records.md").read_text()
    recipe = re.search("```make\n(.*?)```", text, re.DOTALL)[1].replace(
        "; privtool", "\n\tprivtool"
    )
    recipe = recipe.replace("| privtool fill", "| privtool vocab")  # which loads no model
    (tmp_path / "Makefile").write_text(recipe.replace("privtool", program))
    raw, safe = tmp_path / "raw.jsonl", tmp_path / "safe.jsonl"
    for lines, status in (("{}\nno\n", 2), ('{"text": "a"}\nno\n', 2), ('{"text": "a"}\n', 0)):
        raw.write_text(lines)
        done = subprocess.run(["make", "-s", "-C", tmp_path, "safe.jsonl"], stderr=subprocess.PIPE)
        assert (done.returncode, safe.exists()) == (status, not status), done.stderr


def test_records_without_an_id_differ_between_inputs(call, tmp_path):
    for name in ("a", "b"):
        (tmp_path / name).write_text("hello\nthere\n")
    options = ("mask", "-q", "--input-format", "text")
    ids = [row["id"] for row in call(*options, tmp_path / "a", tmp_path / "b").records]
    assert ids == [1, 2, "2-1", "2-2"]
    scale = ("scale", "--out-dir", tmp_path / "o", "--workers", 1, "--", *options)
    call(*scale, tmp_path / "a", tmp_path / "b")
    (tmp_path / "t.csv").write_text("b\nhello\n")
    table = CsvTable(False, NamedFields((("b",),)))
    files = [os.devnull, str(tmp_path / "t.csv")]
    assert [block.line_id(2) for block in table.blocks(files, 99, 9)] == ["2-2"]
    parts = sorted((tmp_path / "o").glob("*.jsonl"))
    assert [json.loads(line)["id"] for part in parts for line in part.open()] == ids
