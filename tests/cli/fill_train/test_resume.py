"""A run of fill-train that was stopped, and one that cannot go on."""

import shutil

import pytest

from privtool.stages.word_priors import prior_lines
from tests.support.jsonl import jsonl
from tests.support.messages import one_line
from tests.support.releases import made_up
from tests.support.tiny_models import SENTENCES, tiny_bert
from tests.support.trainer_runs import CANARY, interrupt, lines, masked, weights

CLEAN, MASKED = lines(SENTENCES[:20]), masked(SENTENCES[20:])


@pytest.mark.parametrize(
    ("options", "stop"),
    [((), (1, 7)), (("--lora",), (2, 6)), (("--valid", "{v}", "--eval-every", "3"), (2, 7))],
)
def test_a_resumed_run_ends_as_if_it_had_not_been_interrupted(tune, tmp_path, options, stop):
    (tmp_path / "v").write_bytes(CLEAN)
    options = [o.replace("{v}", str(tmp_path / "v")) for o in options]
    if "--eval-every" not in options:
        options += ["--eval-every", "2"]
    options += ["--rounds", 2, *(["--patience", 99] if "--valid" in options else [])]
    whole = tune(*options, out="whole", epochs=2).checked()
    number, step = stop
    interrupt(step, tune, *options, epochs=2, folder=f"round-{number}")
    assert not (tmp_path / "out").exists()
    assert "--resume to continue it" in one_line(tune(*options, epochs=2).err)
    resumed = tune(*options, "--resume", epochs=2)
    assert resumed.out == whole.out
    assert weights(tmp_path / "whole") == weights(tmp_path / "out")
    assert not (tmp_path / "out.part").exists()


@pytest.mark.parametrize("left", [0, 100])
def test_a_round_that_a_crash_has_damaged_is_trained_again(tune, tmp_path, left):
    options = ("--rounds", 2, "--eval-every", 2)
    whole = tune(*options, out="whole")
    interrupt(2, tune, *options, folder="round-2")
    kept = tmp_path / "out.part" / "round-1.safetensors"
    kept.write_bytes(kept.read_bytes()[:left])
    shutil.rmtree(tmp_path / "out.part" / "round-2")
    assert (
        tune(*options, "--resume", "--offline").records[0]["rounds"] == whole.records[0]["rounds"]
    )
    assert weights(tmp_path / "whole") == weights(tmp_path / "out")


@pytest.mark.parametrize("lora", [(), ("--lora",)])
def test_another_text_model_list_or_prior_cannot_be_resumed(tune, tmp_path, lora):
    text = lines([f"{one} XXX and YYY are here" for one in SENTENCES[:20]])
    for name, content in (
        ("kept", "the\n"), ("more", "the\nof\n"), ("a", "quux\t1\nzyx\t1\n"), ("b", "quux\t2\n"),
    ):  # fmt: skip
        (tmp_path / name).write_text(content)
    (tmp_path / "p").write_bytes(prior_lines(made_up({("WORD", "quux"): 60.0})))

    def tuned(*options, marker="XXX", kept="kept", rare="a", prior="p", input=text, **others):
        how = ("--marker-text", marker, "--list", tmp_path / kept)
        how += ("--rare", tmp_path / rare) if rare else ()
        how += ("--prior", tmp_path / prior) if prior else ("--typed", "values")  # as with one
        return tune(*lora, *how, *options, input=input, **others)

    interrupt(2, tuned, folder="round-1")
    for other in (
        {"marker": "YYY"}, {"kept": "more"}, {"rare": "b"}, {"rare": None}, {"prior": "p:0.5"},
        {"prior": None}, {"input": CLEAN}, {"model": tiny_bert(tmp_path / "other", seed=7)},
    ):  # fmt: skip
        tuned("--resume", **other).failed(2, "different options, model or text")
    assert tuned("--resume").status == 0


def test_no_text_is_left_behind(tune, tmp_path):
    text = lines([f"my name is {CANARY} {CANARY}"] * 3) + MASKED
    interrupt(2, tune, "--rounds", 2, "--eval-every", 1, input=text, folder="round-2")
    tune("--lora", out="done", input=text)
    held = [p for p in tmp_path.rglob("*") if p.is_file()]
    assert len(held) > 8
    for path in held:
        content = path.read_bytes().lower()
        assert CANARY.encode() not in content
        if path.name != "tokenizer.json":
            assert str(tmp_path).encode() not in content or ".part" in str(path)


# Tuning on what a method would mask: `mask --annotate`, then `fill-train --mask entities`.
HIDE = ("--mask", "entities")


def annotated(texts, start=0):
    """Records whose third word is private."""
    made = []
    for number, text in enumerate(texts, start):
        words = text.split()
        place = len(" ".join(words[:2])) + 1
        entity = {"start": place, "end": place + len(words[2]), "label": "PERSON"}
        made.append({"id": number, "text": text, "entities": [entity]})
    return jsonl(*made)


TEXT = annotated(SENTENCES[:20])


@pytest.mark.parametrize("base", ["bert", "llama"])
def test_the_words_of_entities_are_learned(tune, tmp_path, request, base):
    (tmp_path / "v").write_bytes(annotated(SENTENCES[1:20]))
    model = request.getfixturevalue(base)
    done = tune(
        *HIDE, "--valid", tmp_path / "v", "--batch-tokens", 800,
        model=model, epochs=3, input=TEXT,
    )  # fmt: skip
    assert (done.status, done.err) == (0, "")
    (result,) = done.records
    assert result["train"]["words"] == 20
    assert result["valid"]["words"] == 19
    assert result["valid"]["after"]["loss"] < result["valid"]["before"]["loss"]
    assert result["options"]["mask"] == "entities"


def test_other_entities_train_another_model(tune, tmp_path):
    assert tune(*HIDE, out="a", input=TEXT).status == 0
    other = TEXT.replace(b'"start": ', b'"start": 0, "was": ')
    assert tune(*HIDE, out="b", input=other).status == 0
    assert tune(out="c", input=lines(SENTENCES[:20])).status == 0
    assert len({weights(tmp_path / name) for name in "abc"}) == 3


def test_a_record_without_entities_is_not_trained_on(tune, tmp_path):
    bare = jsonl({"text": " ".join(SENTENCES[20:30]), "entities": []})
    assert tune(*HIDE, out="a", input=TEXT).status == 0
    done = tune(*HIDE, out="b", input=TEXT + bare)
    assert done.records[0]["train"]["words"] == 20
    assert weights(tmp_path / "a") == weights(tmp_path / "b")


def test_a_model_tuned_on_a_word_list_fills_its_masks(call, tune, fill, tmp_path):
    """The whole way: annotate public text, tune, and fill private text masked by the same list."""
    public, private = lines(SENTENCES[:20]), lines(SENTENCES[20:])
    (tmp_path / "list").write_text("\n".join(sorted(set(SENTENCES[0].split()))))
    how = ("mask", "-q", "--method", "allowList", "--list", tmp_path / "list")
    marked = call(*how, "--annotate", input=public).checked()
    masks = sum(len(record["masks"]) for record in call(*how, input=public).records)
    done = tune(*HIDE, input=marked.out).checked()
    assert done.records[0]["train"]["words"] == masks
    filled = fill(
        "--model", tmp_path / "out", "--list", tmp_path / "list",
        input=call(*how, input=private).out,
    ).checked()  # fmt: skip
    assert len(filled.records) == len(SENTENCES[20:])
