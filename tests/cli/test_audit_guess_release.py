"""`privtool audit guess --release`: attackers that have a private release."""

import json

import pytest

from privtool.text.word_prior import TOTAL, prior_lines
from tests.support.jsonl import jsonl
from tests.support.releases import made_up

NAMES = ("doctor", "month")


@pytest.fixture
def attack(call, tmp_path, tiny_filler):
    """Attack masked records, with a release of what was masked in most of them."""
    raw, masked = [], []
    for number in range(40):
        name, text = NAMES[number % 4 == 0], f"record {number} said [MASK] today"
        start = text.index("[")
        mask = {"start": start, "end": start + 6, "label": "PERSON", "method": "entityTagger"}
        raw.append({"id": number, "text": text.replace("[MASK]", name)})
        masked.append({"id": number, "text": text, "masks": [mask]})
    for file, records in (("raw", raw), ("masked", masked)):
        (tmp_path / file).write_bytes(jsonl(*records))
    weights = {("PERSON", name): 40.0 - 20 * n for n, name in enumerate(NAMES)}
    release = made_up({**weights, ("PERSON", TOTAL): 61.0})
    (tmp_path / "release").write_bytes(prior_lines(release))
    (tmp_path / "public").write_text("PERSON\tmonday\t98\nPERSON\tdoctor\t1\nPERSON\tmonth\t1\n")
    files = ("--raw", tmp_path / "raw", "--masked", tmp_path / "masked", "--model", tiny_filler)
    return lambda *args: call("audit", "guess", *files, "--device", "cpu", *args)


def figure(done, name):
    assert done.status == 0, done.err
    found = json.loads(done.out)["figures"]
    (value,) = [
        each["value"] for each in found if each["name"] == name and each.get("group") == "model"
    ]
    return value


def test_a_release_helps_to_guess_the_words_in_it(attack, tmp_path):
    without = attack()
    done = attack("--release", tmp_path / "release", "--public", tmp_path / "public")
    assert figure(done, "guess_at_10") >= figure(without, "guess_at_10")
    assert figure(done, "guess_surprisal") < figure(without, "guess_surprisal") - 1
    assert "|release:" in json.loads(done.out)["signature"]
    assert "release" not in json.loads(without.out)["signature"]


def test_a_release_that_is_none(attack, tmp_path):
    attack("--release", tmp_path / "raw").failed(2, "not a private vocabulary")
