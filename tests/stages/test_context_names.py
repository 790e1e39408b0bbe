"""Names of a context: in any casing, in parts, and in answers that need their question."""

import json
import random

import pytest

from privtool.core.blocks import Format
from privtool.core.pipeline import StreamOptions
from privtool.core.record import Record, UnknownFields
from privtool.stages import context_names
from privtool.stages.context_names import ContextNames, NameCollector, read_names
from privtool.stages.conversations import NameSet
from privtool.stages.languages import english
from privtool.text.detection.names.tagger import NameTagger
from tests.support.fake_taggers import RegexTagger
from tests.support.tables import cases, tabled


def names_in(path, turns, tagger=None, lines_per_block=100, quiet=True) -> ContextNames:
    """Return the names of turns (context, text)."""
    lines = (json.dumps({"d": d, "text": t}) if d else t for d, t in turns)
    path.write_text("".join(f"{line}\n" for line in lines))

    def make():
        return NameCollector(english(tagger or NameTagger()), "d", Format(unknown_fields=True))

    stream = StreamOptions(inputs=(str(path),), quiet=quiet)
    return read_names("d", make, stream, lines_per_block)


def masked(names: ContextNames, text: str, context: str = "a") -> list[str]:
    record = Record(text=text, extra=UnknownFields(d=context))
    return [text[span.start : span.end] for span in names.spans(record, text)]


@pytest.mark.parametrize(("given", "text", "expected"), cases("name_rules", "in a context"))
def test_a_name_is_private_in_any_form(tmp_path, given, text, expected):
    names = names_in(tmp_path / "in.jsonl", [("a", given)])
    assert ", ".join(masked(names, text)) == expected
    assert masked(names, text, "b") == []


QUESTIONS = RegexTagger("(?<=last name\\?\n)\\w+")


@tabled("stages", "turns text expected")
def test_an_answer_is_understood_by_the_question_before_it(tmp_path, turns, text, expected):
    names = names_in(tmp_path / "in.jsonl", turns, QUESTIONS)
    assert masked(names, text) == expected
    assert masked(names, text, "b") == []


@pytest.mark.parametrize("lines_per_block", [1, 2, 3])
def test_blocks_do_not_matter(tmp_path, lines_per_block):
    turns = [("a", "your last name?"), ("a", "stone"), ("b", "hi"), ("", ""), ("b", "i am anna")]
    whole = names_in(tmp_path / "in.jsonl", turns, QUESTIONS)
    cut = names_in(tmp_path / "in.jsonl", turns, QUESTIONS, lines_per_block)
    assert cut.known._bytes == whole.known._bytes
    assert whole.known.size


def test_too_many_names_are_reported(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(context_names, "MOST_NAMES", 2)
    names_in(tmp_path / "in.jsonl", [("a", "I am Anna Kowalski.")], quiet=False)
    assert capsys.readouterr().err == ""
    names_in(tmp_path / "in.jsonl", [("a", "We are Anna, Marek and Ruth.")], quiet=False)
    assert "over 2 names" in capsys.readouterr().err


# A set of names that never loses one, in fixed memory.
def hashes(number: int, seed: int) -> list[int]:
    rng = random.Random(seed)
    return [rng.getrandbits(128) for _ in range(number)]


def test_nothing_is_lost_even_if_it_is_too_small():
    names = NameSet(bits=1 << 8)
    added = hashes(500, 1)
    names.add_all(added)
    assert all(value in names for value in added)
    assert len(names._bytes) == 32


def test_few_other_names_are_in_it():
    names = NameSet(bits=1 << 16)
    names.add_all(hashes(2_000, 1))
    mistakes = sum(value in names for value in hashes(10_000, 2))
    assert 0 <= mistakes < 40
    assert 0.99 * 2_000 < names.size <= 2_000


def test_order_and_repetition_do_not_matter():
    added = hashes(300, 3)
    one, other = NameSet(bits=1 << 12), NameSet(bits=1 << 12)
    one.add_all(added)
    other.add_all([*reversed(added), *added])
    assert one._bytes == other._bytes


def test_an_empty_set_has_nothing():
    assert not any(value in NameSet(bits=64) for value in hashes(100, 4))
