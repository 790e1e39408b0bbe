"""`privtool fill`: its options, and words of a release or without a token of the model."""

import json
import re

import pytest
import torch

from privtool.stages.word_priors import TOTAL, prior_lines
from tests.support.jsonl import jsonl
from tests.support.releases import made_up
from tests.support.tiny_causal_lms import tiny_llama
from tests.support.tiny_masked_lms import ARCHITECTURES, tiny_masked_lm
from tests.support.tiny_models import SENTENCES
from tests.support.trainer_runs import lines

MASKED = (
    b'{"id":"r1","text":"i called the [MASK] and the [PERSON] this morning","masks":'
    b'[{"start":13,"end":19,"label":"WORD","method":"allowList"},'
    b'{"start":28,"end":36,"label":"PERSON","method":"entityTagger"}],"speaker":"agent"}\n'
)


@pytest.fixture(scope="module")
def fill(call, tiny_filler):
    """`privtool fill` with a tiny model."""

    def with_it(*options, input=MASKED):
        return call("fill", "--model", tiny_filler, "--device", "cpu", *options, input=input)

    return with_it


def test_consecutive_markers_are_merged_on_request(fill):
    text = "i called [MASK] [MASK] this morning"
    masks = [{"start": s, "end": s + 6, "label": "WORD", "method": "x"} for s in (9, 16)]
    line = jsonl({"id": 1, "text": text, "masks": masks})
    numbers = [
        len(fill("-q", *options, input=line).records[0]["text"].split())
        for options in ((), ("--merge",), ("--paper",))
    ]
    assert numbers == [6, 5, 5]


def test_the_lists_that_masked_must_be_at_hand(fill, call, tmp_path):
    mine = tmp_path / "mine.txt"
    mine.write_text("i\ncalled\nthe\nthis\nmorning\n")
    raw = b'{"id":1,"text":"i called the doctor this morning"}\n'
    masked = call("mask", "--list", mine, "-q", input=raw).out
    fill(input=masked).failed(65, "word list that is not available")
    (one,) = map(json.loads, masked.splitlines())
    several = jsonl(*({**one, "id": number} for number in range(30)))
    filled = fill("--list", mine, "--topk", "50", "-q", input=several).records
    words = {record["text"].split()[3] for record in filled}
    assert len(words) > 5
    assert not words & {"i", "called", "the", "this", "morning"}


def test_a_vocabulary_that_masked_is_avoided(fill, call, tmp_path):
    vocab = tmp_path / "vocab.tsv"
    vocab.write_text("the\t9\ncalled\t5\ni\t4\ndoctor\t1\n")
    options = ["--vocab", vocab, "--top", "3"]
    raw = b'{"id":1,"text":"i called the doctor"}\n'
    masked = call("mask", "--method", "vocabThres", *options, "-q", input=raw).out
    assert fill(*options, "-q", input=masked).status == 0
    fill("--vocab", vocab, "--top", "2", input=masked).failed(65)


def test_neither_batches_nor_processes_change_the_output(fill, call, sample_lines):
    masked = call("mask", "-q", input=b"".join(sample_lines[::12])).out
    plain = fill("-q", input=masked).out
    for options in (["--batch-size", "1"], ["--batch-size", "7"], ["--jobs", "2"]):
        assert fill("-q", *options, input=masked).out == plain, options


def test_an_error_as_processes_start_keeps_its_status(fill, tmp_path):
    (tmp_path / "config.json").write_text("{}")
    assert fill("--jobs", "2", "--model", tmp_path).status == 69
    assert fill("--jobs", "2", "--adapter", "nowhere").status == 2


def test_a_device_without_enough_memory_is_reported(fill, monkeypatch):
    def full(*args):
        raise torch.OutOfMemoryError("tried to allocate 2.00 GiB")

    monkeypatch.setattr("privtool.models.fillers.masked.lm.MaskedLM.rank", full)
    fill(input=MASKED).failed(69, "out of device memory: reduce --batch-size")


def test_markers_of_another_tool_become_what_they_name(call):
    text = b"call <PHONE_NUMBER>, then <DATE_TIME>, said <PERSON>\n"
    options = ("fill", "--input-format", "text", "--output-format", "text", "--seed", 3)
    named = [o for m in ("<PHONE_NUMBER>", "<DATE_TIME>") for o in ("--marker-text", m)]
    done = call(*options, *named, input=text)
    new = done.out.decode()
    assert "555" in new
    assert "<PERSON>" in new
    assert "1 markers left in the text: name them by --marker-text" in done.err


# `fill` in other languages than English: no English word is filled into their text.
TEXT = "Guten Tag, mein Name ist Torben Quast und ich rufe wegen der Rechnung vom 3. Mai an."
MULTILINGUAL = sorted({"eurobert", "mmbert", "xlm-roberta"}.intersection(ARCHITECTURES))


@pytest.fixture(scope="module")
def masked(call):
    line = json.dumps({"id": 1, "text": TEXT, "language": "de"}).encode()
    return call("mask", "-q", "--method", "entityTagger", input=line).records[0]


def line(record, **fields) -> bytes:
    return json.dumps({**record, **fields}).encode()


def test_an_english_model_fills_no_words_of_another_language(call, masked):
    for given, options in (
        (masked, ()),
        ({**masked, "language": "pl"}, ()),
        (masked, ("--language", "de")),
    ):
        done = call("fill", *options, input=line(given))
        done.failed(65, "mini writes English: --model takes one of FacebookAI/xlm-roberta-base")
        assert "Guten" not in done.err
    assert call("fill", "--language", "en", input=line(masked)).status == 0
    assert call("fill", "--typed", "none", input=line(masked)).status == 65


def test_values_are_filled_without_a_model_for_words(call, masked):
    values = [each for each in masked["masks"] if each["label"] == "DATE"]
    text = (
        masked["text"][: values[0]["start"]].replace("[MASK] [MASK]", "es so")
        + "[MASK]. [MASK] an."
    )
    at = text.index("[MASK]")
    given = {"id": 1, "text": text, "masks": [
        {**values[0], "start": at, "end": at + 6}, {**values[1], "start": at + 8, "end": at + 14},
    ]}  # fmt: skip
    done = call("fill", input=line(given)).checked()
    day, month = done.records[0]["text"][at:].removesuffix(" an.").split(". ")
    assert day.isdigit()
    assert month[0].isupper()
    assert "2 of them as phrases" in done.err
    assert done.records[0]["language"] == "de"  # as the commands after it need to know


@pytest.mark.parametrize("architecture", MULTILINGUAL)
def test_a_model_of_the_hub_fills_words_and_values_stay_values(
    call, masked, tmp_path, architecture
):
    model = tiny_masked_lm(tmp_path / "model", architecture)
    done = call("fill", "--model", model, input=line(masked, language="de")).checked()
    (filled,) = done.records
    assert "[MASK]" not in filled["text"]
    assert filled["text"].startswith("Guten Tag, mein Name ist ")
    assert "4 filled, 2 of them as phrases" in done.err


FAVORITE = "month"


@pytest.fixture
def fill_by_prior(call, tiny_filler, tmp_path):
    """`privtool fill` of text that was masked as one kind of entity, with a release."""
    weights = {("PERSON", FAVORITE): 60.0, ("PERSON", "quux"): 20.0, ("PERSON", TOTAL): 100.0}
    (tmp_path / "p.prior").write_bytes(prior_lines(made_up(weights)))
    records = []
    for number, text in enumerate(SENTENCES[:12] * 5):
        word = text.split()[1]
        start = text.index(word)
        entity = {"start": start, "end": start + len(word), "label": "PERSON"}
        records.append({"id": number, "text": text, "entities": [entity]})
    masked = []
    for record in records:
        (entity,) = record["entities"]
        text = f"{record['text'][: entity['start']]}[MASK]{record['text'][entity['end'] :]}"
        mask = {**entity, "end": entity["start"] + 6, "method": "entityTagger"}
        masked.append({"id": record["id"], "text": text, "masks": [mask]})
    given = jsonl(*masked)

    def filled(*options, model=tiny_filler, prior="p.prior"):
        options = ("--model", model, "--device", "cpu", *options)
        return call("fill", *options, "--prior", f"{tmp_path}/{prior}", input=given)

    return filled


def words_of(done):
    assert done.status == 0, done.err
    return [
        record["text"][one["start"] : one["end"]].lower()
        for record in done.records
        for one in record["fills"]
    ]


WEIGHTED = ("--topk", "5000", "--provenance")


@pytest.fixture
def public(tmp_path):
    """Words that a tagger masks in public text, where those released are rare."""
    (tmp_path / "labels.tsv").write_text(f"PERSON\t{FAVORITE}\t1\nPERSON\tmonday\t99\n")
    return "--public", tmp_path / "labels.tsv"


def test_released_words_are_preferred_and_those_without_a_token_drawn(fill_by_prior, public):
    preferred = words_of(fill_by_prior(*WEIGHTED, *public, prior="p.prior:1"))
    left_alone = words_of(fill_by_prior(*WEIGHTED, *public, prior="p.prior:0"))
    assert preferred.count(FAVORITE) > left_alone.count(FAVORITE) + 5
    assert 2 <= preferred.count("quux") <= 30  # of 60, a fifth


def test_the_result_depends_on_the_seed_but_not_on_the_number_of_processes(fill_by_prior):
    one = fill_by_prior("-q", *WEIGHTED)
    assert fill_by_prior("-q", "-j", "2", *WEIGHTED).out == one.out
    assert fill_by_prior("-q", "--seed", "2", *WEIGHTED).out != one.out


def test_the_best_word_is_no_draw_even_with_a_prior(fill_by_prior):
    best = ("-q", "--topk", "1", "--provenance")
    one = fill_by_prior(*best)
    assert "quux" not in words_of(one)
    assert fill_by_prior(*best, "--seed", "2").out == one.out


def test_names_are_the_models_and_values_are_phrases(call, tiny_filler, tmp_path):
    weights = {("PERSON", FAVORITE): 90.0, ("PERSON", TOTAL): 100.0, ("MONEY", TOTAL): 100.0}
    (tmp_path / "p.prior").write_bytes(prior_lines(made_up(weights)))
    masks = [
        {"start": 0, "end": 6, "label": "PERSON", "method": "entityTagger", "entity": 1},
        {"start": 13, "end": 19, "label": "MONEY", "method": "entityTagger", "entity": 2},
    ]
    record = {"text": "[MASK] owes $[MASK] .", "masks": masks}
    given = jsonl(*(record | {"id": n} for n in range(30)))

    def fill(*options):
        prior = ("--model", tiny_filler, "--device", "cpu", "--prior", f"{tmp_path}/p.prior")
        return call("fill", *prior, *options, input=given).checked()

    default = fill()
    assert "30 of them as phrases" in default.err
    assert "60 of them as phrases" in fill("--typed", "labels").err
    assert default.out == fill("-q", "--typed", "values").out
    amounts = [each["text"].partition("$")[2].removesuffix(" .") for each in default.records]
    assert all(re.match(r"[\d.,]+( [a-z]+)?$", amount) for amount in amounts), amounts


def test_words_without_a_label_are_drawn_from_all_words_of_the_model(call, tiny_filler, tmp_path):
    (tmp_path / "p.prior").write_bytes(prior_lines(made_up({("PERSON", TOTAL): 100.0})))
    mask = {"start": 4, "end": 10, "label": "WORD", "method": "entityTagger", "entity": 1}
    record = {"text": "the [MASK] is here .", "masks": [mask]}
    given = jsonl(*(record | {"id": n} for n in range(60)))
    options = ("--model", tiny_filler, "--device", "cpu", "--provenance")
    with_prior = call("fill", *options, "--prior", f"{tmp_path}/p.prior", input=given)
    typed = call("fill", *options, input=given)
    assert set(words_of(typed)) < set(words_of(with_prior))


def test_public_text_shows_what_is_frequent_anyway(fill_by_prior, public):
    rare_elsewhere = words_of(fill_by_prior(*WEIGHTED, *public))
    public[1].write_text(f"PERSON\t{FAVORITE}\t99\nPERSON\tmonday\t1\n")
    frequent_anyway = words_of(fill_by_prior(*WEIGHTED, *public))
    assert frequent_anyway.count(FAVORITE) < rare_elsewhere.count(FAVORITE)


def test_causal_models_spell_words_in_pieces(fill_by_prior, tmp_path):
    folder = tiny_llama(tmp_path / "llama")
    fill_by_prior(model=folder).failed(2, "--prior is for masked LMs")


PUBLIC = b"quux\t3\nzyx\t2\n1,000,000\t1\nthe\t9\n"


@pytest.fixture
def fill_rare(call, tiny_filler, tmp_path):
    """`privtool fill` of a text that was masked by a list, with a vocabulary of public text."""
    (tmp_path / "list").write_text("\n".join(sorted(set(SENTENCES[0].split()))))
    (tmp_path / "public.tsv").write_bytes(PUBLIC)
    by = ("--method", "allowList", "--list", tmp_path / "list")
    masked = call("mask", "-q", *by, input=lines(SENTENCES[:10])).out

    def filled(*options, input=masked, rare="public.tsv", model=tiny_filler):
        rare = rare if rare == "vocab-en" else tmp_path / rare
        given = ("--model", model, "--device", "cpu", "--list", tmp_path / "list")
        return call("fill", *given, "--rare", rare, *options, input=input)

    return filled


def test_words_without_a_token_come_from_the_vocabulary(fill_rare):
    done = fill_rare("--provenance").checked()
    fills = [
        record["text"][one["start"] : one["end"]].lower()
        for record in done.records
        for one in record["fills"]
    ]
    # Of the public words that the list does not keep (quux, zyx) none is a token.
    assert set(fills) == {"quux", "zyx"}
    assert f"{len(fills)} of them with words that the model has no token for" in done.err


def test_they_depend_on_the_seed_but_not_on_the_number_of_processes(fill_rare):
    one = fill_rare("-q")
    assert fill_rare("-q", "-j", "2").out == one.out
    assert fill_rare("-q", "--seed", "2").out != one.out


def test_the_embedded_vocabulary_is_one(fill_rare, tmp_path):
    done = fill_rare(rare="vocab-en").checked()
    assert " 0 of them with words that" not in done.err


def test_drawing_nothing_is_reported(fill_rare, tmp_path):
    (tmp_path / "kept.tsv").write_bytes(b"the\t9\n")
    assert " 0 of them with words that the model has no token for" in fill_rare(rare="kept.tsv").err


def test_a_causal_model_spells_them_itself(fill_rare, tmp_path):
    fill_rare("-q", model=tiny_llama(tmp_path / "llama")).failed(2, "--rare is for masked LMs")
