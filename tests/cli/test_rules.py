"""`privtool rules`, and rules of the user in `privtool mask`."""

import json

import pytest

from privtool.text.rules.files import listed_rules

RULES = r"""
[[rule]]
id = "own.ticket"
label = "TICKET"
pattern = 'TCK-\d{3}'
finds = ["see «TCK-471»"]
"""
RECORD = b'{"id": "1", "text": "ask anna@acme.example about tck-815"}\n'


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "own.toml"
    path.write_text(RULES)
    return path


def test_listed_rules_are_listed(call):
    rows = [line.split("\t") for line in call("rules").out.decode().splitlines()]
    assert [row[0] for row in rows] == [rule.id for rule in listed_rules()]
    assert all("«" in row[2] for row in rows)


def test_rules_of_a_file_are_tested_and_listed(call, file):
    done = call("rules", "--test", str(file), "--output-format", "jsonl")
    row = {"id": "own.ticket", "label": "TICKET", "example": "see «TCK-471»"}
    assert done.records == [row]
    assert "1 rules, each finds its own examples" in done.err
    file.write_text(RULES.replace("«TCK-471»", "«TCK»-471"))
    assert call("rules", "--test", str(file)).status == 65


@pytest.mark.parametrize("mode", [("--marker", "class"), ("--annotate",)])
def test_rules_extend_every_method(call, file, mode):
    args = ("mask", "--method", "entityTagger", "--tagger", "patterns", *mode)
    (record,) = map(json.loads, call(*args, "--rules", str(file), input=RECORD).out.splitlines())
    found = record["masks" if "masks" in record else "entities"]
    assert [each["label"] for each in found] == ["EMAIL", "TICKET"]


def test_rules_of_the_package_can_be_turned_off_and_matches_are_counted(call, tmp_path):
    text = b'{"id": "1", "text": "see 529.982.247-25 and a@example.com"}\n'
    args = ("mask", "--method", "entityTagger", "--tagger", "patterns", "--marker", "class")
    summary = ("--summary", str(tmp_path / "summary.json"))

    def counts():
        found = json.loads((tmp_path / "summary.json").read_bytes())["counts"]
        return {name: number for name, number in found.items() if name.startswith("rule ")}

    assert b"see [NATIONAL_ID] and [EMAIL]" in call(*args, *summary, input=text).out
    assert counts() == {"rule br.cpf": 1, "rule mail.known": 1}
    off = tmp_path / "off.toml"
    off.write_text('disable = ["br.cpf"]\n' + RULES)
    done = call(*args, *summary, "--rules", str(off), input=text)
    assert b"see [PHONE] and [EMAIL]" in done.out
    assert "1 rules off" in done.err
    assert counts() == {"rule mail.known": 1}
    off.write_text('disable = ["br.cfp"]')
    assert "no rule has the id 'br.cfp'" in call(*args, "--rules", str(off), input=text).err
    off.write_text('disable = ["leftover.number"]')
    assert "leftover.number cannot be off" in call(*args, "--rules", str(off), input=text).err
    assert call("rules", "--test", str(off)).status == 65


def test_a_choice_of_classes_holds_for_rules_too(call, file):
    args = ("mask", "--method", "entityTagger", "--tagger", "patterns", "--rules", str(file))
    done = call(*args, "--keep-labels", "EMAIL", "--marker", "class", input=RECORD)
    assert done.row["text"] == "ask anna@acme.example about [TICKET]"
