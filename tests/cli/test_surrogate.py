"""`privtool surrogate`: keys, labels, pools, processes, scopes; and nothing private is left."""

import json
import re
import resource

import pytest

from privtool.text.labels import Label
from tests.support.canary import CANARY, line
from tests.support.jsonl import jsonl
from tests.support.trainer_runs import piped

LABELS = [label.value for label in Label]


LABELS += ["GIVEN_NAME", "SURNAME", "CITY", "HOSPITAL", "STREET", "BIRTH_DATE", "unheard-of"]


NAMED = line(
    id="r1", text="I am Anna Kowalski", entities=[{"start": 5, "end": 18, "label": "PERSON"}]
)


def test_one_key_draws_the_same_and_no_key_does_not(call, key_file):
    keyed = [call("surrogate", "-q", "--key-file", key_file, input=NAMED) for _ in range(2)]
    assert keyed[0] == keyed[1]
    assert keyed[0].status == 0
    drawn = {call("surrogate", "-q", input=NAMED).out for _ in range(4)}
    assert len(drawn) >= 3


def test_without_a_key_there_is_a_warning(call):
    first, summary = call("surrogate", input=NAMED).err.splitlines()
    assert "no --key-file" in first
    assert summary.startswith(
        "privtool surrogate: 1 records, 1 surrogates, 1 without a field of scope, "
        "drawn from 690 given"
    )


def test_a_key_is_made_on_request(call, tmp_path):
    path = tmp_path / "key"
    one = call("surrogate", "-q", "--key-file", path, "--make-key", input=NAMED)
    assert path.stat().st_mode & 0o777 == 0o600
    assert call("surrogate", "-q", "--key-file", path, input=NAMED).out == one.out


def test_the_number_of_processes_and_the_order_make_no_difference(call, key_file, sample_lines):
    args = ("surrogate", "-q", "--key-file", key_file)
    whole = call(*args, input=b"".join(sample_lines))
    split = call(*args, "--jobs", "2", input=b"".join(sample_lines))
    assert split == whole
    backward = call(*args, input=b"".join(reversed(sample_lines)))
    assert backward.out.splitlines() == whole.out.splitlines()[::-1]


def test_the_phrases_of_the_sample_are_gone(call, key_file, sample_lines):
    done = call("surrogate", "--key-file", key_file, input=b"".join(sample_lines)).checked()
    for old, new in zip(map(json.loads, sample_lines), done.records, strict=True):
        for entity in old["entities"]:
            phrase = old["text"][entity["start"] : entity["end"]]
            rest = old["text"][: entity["start"]] + old["text"][entity["end"] :]
            if len(phrase) > 3 and phrase.lower() not in rest.lower():
                assert phrase.lower() not in new["text"].lower()


@pytest.mark.parametrize("label", LABELS)
@pytest.mark.parametrize("form", ["{}", "{}'s", "{} of {}", "{}@{}.com", "4 {} 2", "dr {} jr"])
def test_nothing_private_comes_out_whatever_the_label(call, key_file, label, form):
    phrase = form.format(CANARY, CANARY.upper())
    text = f"well {phrase} ."
    given = line(
        id=1,
        text=text,
        entities=[{"start": 5, "end": 5 + len(phrase), "label": label}],
        speaker=CANARY,
        words=[{"word": w, "start": k, "end": k + 1} for k, w in enumerate(text.split())],
        note=CANARY,
    )
    done = call("surrogate", "--key-file", key_file, input=given).checked()
    assert CANARY.lower() not in done.out.decode().lower()
    (record,) = done.records
    assert phrase.lower() not in record["text"].lower()
    assert CANARY.lower() not in json.dumps([record["text"], record["words"]]).lower()
    assert CANARY.lower() not in done.err.lower()


def test_an_audit_of_the_sample_finds_no_private_phrase(call, key_file, root, tmp_path):
    raw = root / "data/sample/raw.jsonl"
    (tmp_path / "safe").write_bytes(call("surrogate", "-q", "--key-file", key_file, raw).out)
    done = call("audit", "text", "-q", "--samples", "10", "--gold", raw, tmp_path / "safe")
    figures = done.row["figures"]
    hits = {one["name"]: one["attack"]["hits"] for one in figures if not one.get("group")}
    assert hits["reemission"] == hits["field_leak"] == 0


def test_unknown_labels_are_named_once_if_they_look_like_labels(call, key_file):
    labels = ["VEGETABLE", "VEGETABLE", "anna", "PERSON"]
    given = b"".join(
        line(id=n, text="leek", entities=[{"start": 0, "end": 4, "label": label}])
        for n, label in enumerate(labels)
    )
    err = call("surrogate", "--key-file", key_file, input=given).err
    assert err.count("unknown label VEGETABLE: ") == 1
    assert err.count("unknown label") == 2
    assert "anna" not in err


def test_pools(call, key_file, tmp_path):
    mine = tmp_path / "mine"
    mine.write_text("Xanthippe Zed\n")
    args = ("surrogate", "-q", "--key-file", key_file)
    done = call(*args, "--only-pool", f"person={mine}", input=NAMED)
    assert done.records[0]["text"] == "I am Xanthippe Zed"
    assert call(*args, "--pool", f"PERSON={mine}", input=NAMED).status == 0
    with piped(mine.read_bytes()) as pipe:  # which can be read once
        assert call(*args, "--only-pool", f"PERSON={pipe}", input=NAMED).out == done.out


def test_classes_that_are_kept_stay(call):
    text = "Anna Lee lives in Leeds since May 5"
    entities = [(0, 8, "PERSON"), (18, 23, "LOCATION"), (30, 35, "DATE")]
    record = {
        "id": 1,
        "text": text,
        "entities": [dict(zip(("start", "end", "label"), e, strict=True)) for e in entities],
    }
    given = jsonl(record)
    done = call("surrogate", "--keep-labels", "LOCATION,DATE", input=given)
    (new,) = done.records
    assert new["text"].endswith(" lives in Leeds since May 5")
    assert "Anna" not in new["text"]
    assert [entity["label"] for entity in new["entities"]] == ["PERSON"]
    assert "2 entities kept by choice" in done.err
    (new,) = call("surrogate", "--labels", "DATE", input=given).records
    assert new["text"].startswith("Anna Lee lives in Leeds since ")


def test_scopes_by_field(call, key_file):
    two = NAMED + NAMED.replace(b'"r1"', b'"r2"').replace(b'"text"', b'"call":"c2","text"')
    args = ("surrogate", "-q", "--key-file", key_file)
    same = call(*args, "--scope", "all", input=two).records
    assert same[0]["text"] == same[1]["text"]
    apart = call(*args, "--scope", "call", input=two)
    assert apart.records[0]["text"] != apart.records[1]["text"]
    assert b"call" not in apart.out
    stderr = call("surrogate", "--key-file", key_file, "--scope", "speaker", input=two).err
    assert ", 2 without speaker, " in stderr


DATED = b"".join(
    line(id=n, text="on may 3", entities=[{"start": 3, "end": 8, "label": "DATE"}], **{field: n})
    for n, field in enumerate(["conversation", "dialogue", "doc", "document", "speaker"])
)


def test_all_dates_move_alike_only_on_request_and_with_a_warning(call, key_file):
    args = ("surrogate", "--key-file", key_file)
    apart = call(*args, input=DATED)
    assert len({record["text"] for record in apart.records}) > 1
    assert "--scope all" not in apart.err
    alike = call(*args, "--scope", "all", input=DATED)
    assert len({record["text"] for record in alike.records}) == 1
    assert "--scope all moves all dates by the same days" in alike.err
    assert "--scope all" not in call(*args, "--scope", "all", input=NAMED).err


ANNA = {"start": 5, "end": 18, "label": "PERSON"}


CALL = (
    line(id=1, call=1, text="hello anna and Mr. Kowalski", entities=[]),
    line(id=2, call=1, text="I am Anna Kowalski", entities=[ANNA]),
    line(id=3, call=2, text="hello anna", entities=[]),
)


@pytest.mark.parametrize("given", ["pipe", "file", "jobs"])
def test_names_of_other_records_of_the_scope_are_replaced(run, key_file, tmp_path, given):
    raw = tmp_path / "raw.jsonl"
    raw.write_bytes(b"".join(CALL))
    args = ["surrogate", "-q", "--key-file", key_file, "--scope", "call"]
    args += {"pipe": [], "file": [raw], "jobs": ["--jobs", "2", raw]}[given]
    before, named, other = run(*args, input=b"" if raw in args else raw.read_bytes()).records
    given_name, surname = named["text"].removeprefix("I am ").split()
    assert before["text"] == f"hello {given_name.lower()} and Mr. {surname}"
    assert [entity["label"] for entity in before["entities"]] == ["PERSON", "PERSON"]
    assert other["text"] == "hello anna"


def test_one_pass_knows_the_names_of_a_record_alone(call, key_file):
    args = ("surrogate", "-q", "--key-file", key_file, "--one-pass", "--scope", "call")
    assert call(*args, input=b"".join(CALL)).records[0]["text"] == "hello anna and Mr. Kowalski"


def test_turns_of_the_file_of_an_aligned_turn_keep_its_name(call, key_file, tmp_path):
    """Aligned ones may overlap what is private in them, which `tts` and `splice` look for."""
    lines = (
        line(id=1, text="hello", entities=[], audio_filepath="calls/anna.wav", offset=0.0),
        line(id=2, text="hello", entities=[], audio_filepath="./calls/anna.wav", words=[]),
        line(id=3, text="hello", entities=[], audio_filepath="calls/bob.wav"),
    )
    args = ("surrogate", "-q", "--key-file", key_file)
    paths = [each["audio_filepath"] for each in call(*args, input=b"".join(lines)).records]
    assert paths[:2] == ["calls/anna.wav", "./calls/anna.wav"]
    assert re.fullmatch("file-[a-z]{14}", paths[2])
    once = call(*args, "--one-pass", input=b"".join(lines)).records
    assert [each["audio_filepath"].startswith("file-") for each in once] == [True, False, True]


def test_a_full_disk_for_the_copy_of_standard_input_is_said(run, key_file):
    full = {"preexec_fn": lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (99, 99))}
    done = run("surrogate", "--key-file", key_file, input=NAMED * 9, **full).failed(1)
    assert done.err == "privtool: temporary files: cannot be written (file too large)\n"
