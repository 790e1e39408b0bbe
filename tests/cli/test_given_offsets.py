"""Entities whose offsets other tools counted, in every command that reads them."""

import json

import pytest

from tests.support.canary import line

TEXT = "💩 é Quixley met Zebulon 👩\u200d👧 in Leeds"
NAMES = ("Quixley", "Zebulon", "Leeds")
UNITS = {
    "characters": len,
    "utf16": lambda part: len(part.encode("utf-16-le")) // 2,
    "bytes": lambda part: len(part.encode()),
}
COMMANDS = (
    ("surrogate", "-q"),
    ("surrogate", "-q", "--one-pass"),
    ("mask", "-q", "--method", "entityTagger", "--tagger", "patterns", "--annotate"),
)


def record(unit, number=1, shift=0, **more):
    count = UNITS[unit]
    starts = [TEXT.index(name) + shift for name in NAMES]
    entities = [
        {"start": count(TEXT[:start]), "end": count(TEXT[: start + len(name)]), "label": "PERSON"}
        | more
        for name, start in zip(NAMES, starts, strict=True)
    ]
    return line(id=f"r{number}", text=TEXT, entities=entities)


def left_outside(row):
    """What a row has outside its entities."""
    text, end, parts = row["text"], 0, []
    for entity in row["entities"]:
        parts.append(text[end : entity["start"]])
        end = entity["end"]
    return "".join([*parts, text[end:]])


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("unit", UNITS)
def test_all_units_mark_the_same(call, command, unit):
    done = call(*command, "--offsets", unit, input=record(unit)).checked()
    (row,) = done.records
    assert left_outside(row) == "💩 é  met  👩\u200d👧 in "


@pytest.mark.parametrize("command", COMMANDS)
def test_nothing_of_a_cut_word_is_left(call, command):
    done = call(*[part for part in command if part != "-q"], input=record("characters", shift=1))
    assert done.status == 0
    assert "3 entities cut words: do the offsets count UTF-16 units or bytes?" in done.err
    (row,) = done.records
    assert left_outside(row).split() == ["💩", "é", "met", "👩\u200d👧", "in"]


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_run_in_which_most_entities_cut_words_is_refused(call, tmp_path, command, jobs):
    lines = b"".join(record("characters", n, shift=1) for n in range(9))
    args = (*command, "-j", jobs, "-o", tmp_path / "out")
    done = call(*args, input=lines).failed(65)
    assert done.err == (
        "privtool: 27 of 27 entities begin or end inside a word: if their offsets count UTF-16 "
        "units or bytes, use --offsets utf16 or bytes; if they are right, --offsets characters\n"
    )
    assert not (tmp_path / "out").exists()
    assert call(*args, "--offsets", "characters", input=lines).status == 0


def test_the_text_of_an_entity_is_compared(call, tmp_path):
    bad = line(id="a", text="x Quixley", entities=[{"start": 0, "end": 7, "label": "X",
                                                   "text": "Quixley"}])  # fmt: skip
    done = call("surrogate", "-q", "--rejects", tmp_path / "bad", input=bad)
    assert (done.status, done.out) == (0, b"")
    (row,) = map(json.loads, (tmp_path / "bad").read_text().splitlines())
    assert row["reason"] == (
        "entities[0].text is not what is at its offsets, which may count UTF-16 units or bytes: "
        "see --offsets"
    )


def test_audits_read_the_units_of_gold(call, tmp_path):
    (tmp_path / "gold").write_bytes(record("utf16"))
    safe = line(id="r1", text="💩 é [MASK] met Zebulon 👩\u200d👧 in [MASK]")
    args = ("audit", "text", "--gold", tmp_path / "gold", "--examples", tmp_path / "leaks")
    assert call(*args, "--offsets", "utf16", input=safe).status == 0
    leaks = (tmp_path / "leaks").read_text()
    assert "Zebulon" in leaks
    assert "Leeds" not in leaks
    (tmp_path / "gold").write_bytes(b"".join(record("characters", n, shift=1) for n in range(9)))
    call(*args, input=safe).failed(65, "27 of 27 entities")


def test_a_sample_to_annotate_has_whole_words(call):
    done = call("audit", "text", "--sample", 1, input=record("characters", shift=1))
    assert "3 entities cut words" in done.err
    (row,) = done.records
    assert row["marked"].startswith("💩 é [[Quixley|PERSON]] met")


def test_mask_reads_entities_only_to_annotate(call):
    done = call("mask", "--offsets", "bytes", input=record("bytes"))
    assert (done.status, done.err) == (
        2,
        "privtool: --offsets needs --annotate or entities to mask\n",
    )
