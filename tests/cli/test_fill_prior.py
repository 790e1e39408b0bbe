"""`fill --prior`: words of a private release."""

import re

import pytest

from privtool.text.word_prior import TOTAL, prior_lines
from tests.support.jsonl import jsonl
from tests.support.releases import made_up
from tests.support.tiny_causal_lms import tiny_llama
from tests.support.tiny_models import SENTENCES

FAVORITE = "month"


@pytest.fixture
def fill(call, tiny_filler, tmp_path):
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


def test_released_words_are_preferred_and_those_without_a_token_drawn(fill, public):
    preferred = words_of(fill(*WEIGHTED, *public, prior="p.prior:1"))
    left_alone = words_of(fill(*WEIGHTED, *public, prior="p.prior:0"))
    assert preferred.count(FAVORITE) > left_alone.count(FAVORITE) + 5
    assert 2 <= preferred.count("quux") <= 30  # of 60, a fifth


def test_the_result_depends_on_the_seed_but_not_on_the_number_of_processes(fill):
    one = fill("-q", *WEIGHTED)
    assert fill("-q", "-j", "2", *WEIGHTED).out == one.out
    assert fill("-q", "--seed", "2", *WEIGHTED).out != one.out


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


def test_public_text_shows_what_is_frequent_anyway(fill, public):
    rare_elsewhere = words_of(fill(*WEIGHTED, *public))
    public[1].write_text(f"PERSON\t{FAVORITE}\t99\nPERSON\tmonday\t1\n")
    frequent_anyway = words_of(fill(*WEIGHTED, *public))
    assert frequent_anyway.count(FAVORITE) < rare_elsewhere.count(FAVORITE)


def test_causal_models_spell_words_in_pieces(fill, tmp_path):
    folder = tiny_llama(tmp_path / "llama")
    fill(model=folder).failed(2, "--prior is for masked LMs")
