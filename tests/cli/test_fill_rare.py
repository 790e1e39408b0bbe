"""`fill --rare`: words that the model has no token for."""

import pytest

from tests.support.tiny_causal_lms import tiny_llama
from tests.support.tiny_models import SENTENCES
from tests.support.trainer_runs import lines

PUBLIC = b"quux\t3\nzyx\t2\n1,000,000\t1\nthe\t9\n"


@pytest.fixture
def fill(call, tiny_filler, tmp_path):
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


def test_words_without_a_token_come_from_the_vocabulary(fill):
    done = fill("--provenance").checked()
    fills = [
        record["text"][one["start"] : one["end"]].lower()
        for record in done.records
        for one in record["fills"]
    ]
    # Of the public words that the list does not keep (quux, zyx) none is a token.
    assert set(fills) == {"quux", "zyx"}
    assert f"{len(fills)} of them with words that the model has no token for" in done.err


def test_they_depend_on_the_seed_but_not_on_the_number_of_processes(fill):
    one = fill("-q")
    assert fill("-q", "-j", "2").out == one.out
    assert fill("-q", "--seed", "2").out != one.out


def test_the_embedded_vocabulary_is_one(fill, tmp_path):
    done = fill(rare="vocab-en").checked()
    assert " 0 of them with words that" not in done.err


def test_drawing_nothing_is_reported(fill, tmp_path):
    (tmp_path / "kept.tsv").write_bytes(b"the\t9\n")
    assert " 0 of them with words that the model has no token for" in fill(rare="kept.tsv").err


def test_a_causal_model_spells_them_itself(fill, tmp_path):
    fill("-q", model=tiny_llama(tmp_path / "llama")).failed(2, "--rare is for masked LMs")
