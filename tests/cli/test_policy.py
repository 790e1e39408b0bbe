"""`--policy` of mask, surrogate, redact and audit text."""

import json

import pytest

from privtool.text.rules.rule import listed_rules
from privtool.workflows.config.terms import Terms
from tests.support.jsonl import jsonl
from tests.support.noise import write_noise

TEXT = (
    "Zelda Quill, aged 93, called 415-555-2671 from Boston, MA 02139 on 4 May 1981 at 5 pm ; "
    "born 1 May 1931, paid $40"
)
FIXED = '[mask]\nmethod = "entityTagger"\ntagger = "mini-ner+patterns"\ndates = "all"\n'
COARSE = 'DATE = "generalize"\nAGE = "generalize"\nZIP = "generalize"\nMONEY = "keep"\n'


@pytest.fixture
def policy(tmp_path):
    """A policy that takes no model, with some more actions."""

    def write(actions="", more=""):
        path = tmp_path / "policy.toml"
        path.write_text(f"earliest_year = 1950\n{FIXED}{more}[actions]\n{COARSE}{actions}")
        return path

    return write


def record(text=TEXT, **fields):
    return jsonl({"id": 1, "text": text, **fields})


def test_each_class_has_its_action_and_offsets_are_right(call, policy):
    path = policy('PERSON = "class"\nTIME = "keep"\nPHONE = "mask"\n')
    done = call("mask", "--policy", path, input=record())
    (new,) = done.records
    assert new["text"].startswith("[PERSON] [PERSON], aged 90 or older, called [MASK] from ")
    assert " 021 on 1981 at 5 pm ; born [DATE] [DATE] [DATE], paid $40" in new["text"]
    assert {new["text"][m["start"] : m["end"]] for m in new["masks"]} <= {
        *("[PERSON]", "[DATE]", "[MASK]")
    }
    assert new["text"].count("[") == len(new["masks"])
    assert "3 kept by choice of the policy, 3 phrases generalized" in done.err


def test_surrogates_and_other_actions_in_one_text(call, policy, key_file):
    path = policy('PERSON = "surrogate"\nPHONE = "class"\n')
    found = call("mask", "--policy", path, "--annotate", input=record() * 2).out
    done = call("surrogate", "--policy", path, "--key-file", key_file, input=found)
    alone = call("surrogate", "--key-file", key_file, input=found).records[0]
    for new in done.records:
        name, phrases = new["text"].split(",")[0], []
        for entity in new["entities"]:
            phrases.append((entity["label"], new["text"][entity["start"] : entity["end"]]))
        assert alone["text"].startswith(name)
        assert {("PERSON", name), ("AGE", "90 or older"), ("PHONE", "[PHONE]")} <= {*phrases}
        assert {("DATE", "1981"), ("DATE", "[DATE]"), ("ZIP", "021")} <= {*phrases}
        assert new["text"].endswith("paid $40")
    assert "6 of these generalized" in done.err


def test_options_that_agree_with_a_policy_or_add_to_it(call, policy, tmp_path):
    (tmp_path / "deny").write_text("called")
    options = ("--policy", policy(), "--method", "entityTagger", "--deny", tmp_path / "deny")
    assert " [MASK] [MASK] from" in call("mask", *options, input=record()).records[0]["text"]


def test_the_audit_counts_what_is_left_against_the_policy(call, policy, tmp_path):
    path = policy('PERSON = "class"\nTIME = "keep"\n')
    gold = tmp_path / "gold.jsonl"
    gold.write_bytes(call("mask", "--policy", path, "--annotate", input=record()).out)
    safe = call("mask", "--policy", path, input=record()).records[0]["text"]
    audit = ("audit", "text", "--gold", gold, "--policy", path)

    def left(text):
        (result,) = call(*audit, input=record(text)).records
        found = [each for each in result["figures"] if each["name"] == "policy_left"]
        return {each.get("group", ""): each["attack"]["hits"] for each in found}

    assert set(left(safe).values()) == {0}
    assert "TIME" not in left(safe)
    assert "MONEY" not in left(safe)
    worse = left(safe.replace("on 1981", "on 4 May 1981").replace("[PERSON] [", "Zelda ["))
    assert {label: hits for label, hits in worse.items() if hits} == {"": 2, "DATE": 1, "PERSON": 1}


def test_the_table_of_a_policy(call):
    done = call("rules", "--policy", "hipaa-safe-harbor")
    rows = [line.split("\t") for line in done.out.decode().splitlines()]
    assert ["DATE", "generalize"] in rows
    assert ["(D) telephone numbers", "PHONE"] in rows
    assert sum(row[1].startswith("not covered: ") for row in rows) == 2


def test_redact_keeps_what_the_policy_keeps(call, policy, tmp_path):
    write_noise(tmp_path / "a.wav", 3)
    words = [
        {"word": word, "start": 0.8 * n, "end": 0.8 * n + 0.6, "confidence": 1.0}
        for n, word in enumerate(("zelda", "paid", "forty"))
    ]
    entities = [
        {"start": 0, "end": 5, "label": "PERSON"}, {"start": 11, "end": 16, "label": "MONEY"}
    ]  # fmt: skip
    given = record(
        "zelda paid forty", audio_filepath=str(tmp_path / "a.wav"), words=words, entities=entities
    )
    done = call("redact", "--policy", policy(), "--out-dir", tmp_path / "o", input=given)
    assert [each["text"] for each in done.records] == ["[MASK] paid forty"], done.err
    assert "1 entities kept by choice" in done.err


# `privtool rules`, and rules of the user in `privtool mask`.


def test_listed_rules_are_listed(call):
    rows = [line.split("\t") for line in call("rules").out.decode().splitlines()]
    assert [row[0] for row in rows] == [rule.id for rule in listed_rules()]
    assert all("«" in row[2] for row in rows)


def test_rules_of_the_package_can_be_turned_off_and_matches_are_counted(call, tmp_path):
    text = b'{"id": "1", "text": "see 529.982.247-25 and a@example.com"}\n'
    args = ("mask", "--method", "entityTagger", "--tagger", "patterns")
    summary = ("--summary", str(tmp_path / "summary.json"))

    def counts():
        found = json.loads((tmp_path / "summary.json").read_bytes())["counts"]
        return {name: number for name, number in found.items() if name.startswith("rule ")}

    call(*args, *summary, input=text).checked()
    assert counts() == {"rule br.cpf": 1, "rule mail.known": 1}
    off = tmp_path / "off.toml"
    off.write_text('disable = ["br.cpf"]\n')
    call(*args, *summary, "--rules", str(off), input=text).checked()
    assert counts() == {"rule mail.known": 1}


def test_a_file_of_rules_is_read_once(tmp_path):
    path = tmp_path / "off.toml"
    path.write_text('disable = ["br.cpf"]\n')
    terms = Terms(rules=(path,))
    assert terms.read().off == {"br.cpf"}
    path.unlink()  # as a pipe, it would be empty
    assert terms.rules_off() == {"br.cpf"}
