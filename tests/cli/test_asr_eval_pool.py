import json
from pathlib import Path

import pytest

from tests.support.scored_systems import SYSTEMS, lines


def test_other_systems_are_not_pooled(call, score, poolable):
    rows = [score(*poolable, hyp=hyp)[1][0] for hyp in ("hyp", "old")]
    call("asr-eval", "--pool", input=lines(rows)).failed(65, "the summaries differ in 'hyp_field'")


@pytest.mark.parametrize("field", ["model_weights", "lm_weights", "by", "against_field"])
def test_totals_of_other_weights_fields_or_comparisons_are_not_pooled(call, score, poolable, field):
    row = score(*poolable)[1][0]
    done = call("asr-eval", "--pool", input=lines([row, {**row, field: "other"}]))
    done.failed(65, f"the summaries differ in '{field}'")


def test_totals_say_by_what_field_and_against_which(score, tmp_path):
    other = tmp_path / "other.jsonl"
    other.write_bytes(lines(SYSTEMS))
    row = score("--by", "speaker", "--against", other, "--against-field", "old")[1][0]
    assert (row["by"], row["against_field"]) == ("speaker", "old")


def test_shards_are_pooled(call, score, poolable, tmp_path):
    whole = score(*poolable)[1]
    parts = []
    for number, part in enumerate((SYSTEMS[:1], SYSTEMS[1:])):
        parts.append(tmp_path / f"part{number}.json")
        parts[-1].write_text(json.dumps(score(*poolable, input=lines(part))[1][0]))
    done = call("asr-eval", "--pool", "--poolable", "--table", *parts)
    (pooled,) = done.records
    assert done.status == 0
    assert "2 summaries, 1 written" in done.err
    assert pooled == {name: whole[0][name] for name in whole[0] if name != "speakers"}
    other = tmp_path / "other.json"
    other.write_text(json.dumps(score("--seed", "5")[1][0]))
    assert call("asr-eval", "--pool", parts[0], other).status == 65
    other.write_text('{"counts": 3}\nSECRET')
    call("asr-eval", "--pool", other).failed(65)
    assert call("asr-eval", "--pool", input=b"").out == b""


def test_only_samples_of_one_secret_key_are_pooled(call, score, poolable, tmp_path):
    row = score(*poolable)[1][0]
    other = score("--poolable", "--key-file", tmp_path / "new.key", "--make-key")[1][0]
    done = call("asr-eval", "--pool", input=lines([row, other]))
    done.failed(65, "the summaries differ in 'key'")
    del row["key"]  # as versions wrote it that drew weights without a key
    call("asr-eval", "--pool", input=lines([row])).failed(65, "samples without a key")


def test_a_summary_holds_neither_the_key_nor_samples_unless_asked(call, score, poolable):
    row = score(*poolable)[1][0]
    secret = Path(poolable[-1]).read_text().strip()
    assert secret not in json.dumps(row)
    (pooled,) = call("asr-eval", "--pool", input=lines([row, row])).records
    assert "samples" not in pooled
    assert pooled["scores"]["wer"]["low"] is not None


def test_a_shard_with_nothing_to_score_adds_nothing(call, score, poolable, tmp_path):
    old = tmp_path / "old.jsonl"
    old.write_bytes(lines())
    args = (*poolable, "--against", old, "--against-field", "old")
    empty, full = tmp_path / "empty.json", tmp_path / "full.json"
    whole = score(*args)[1][0]
    full.write_text(json.dumps(whole))
    empty.write_text(json.dumps(score(*args, input=lines([{"id": "a", "hyp": "x"}]))[1][0]))
    for shards in ([empty, full], [full, empty], [empty, full, empty]):
        (pooled,) = call("asr-eval", "--pool", "--poolable", *shards).records
        assert pooled == {name: whole[name] for name in whole if name != "speakers"}
    (pooled,) = call("asr-eval", "--pool", empty, empty).records
    assert pooled["counts"] == {}


@pytest.mark.parametrize(
    "part",
    [{"lm_weight": [1]}, {"lm_weight": "1"}, {"lm_weight": True}, {"value": 1}, {"value": {}},
     {"lm_weight": 10**400}],
)  # fmt: skip
def test_a_line_that_is_not_a_summary_is_bad(call, part):
    row = {"counts": {}, "resampled": 10, "seed": 0, **part}
    call("asr-eval", "--pool", input=lines([row])).failed(65, "not a summary of privtool asr-eval")
