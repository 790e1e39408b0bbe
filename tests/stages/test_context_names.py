"""Names of a context, in any casing, in parts, and in answers; values dictated turn by turn."""

import json
import random

import pytest

from privtool.core.blocks import Format
from privtool.core.pipeline import StreamOptions
from privtool.core.record import Record, UnknownFields
from privtool.stages import context_names, conversations
from privtool.stages.context_names import ContextNames, NameCollector, read_names
from privtool.stages.conversations import NameSet
from privtool.stages.languages import LanguageTaggers, RecordLanguage
from privtool.text.detection.tagger import PatternTagger
from tests.support.fake_taggers import RegexTagger
from tests.support.jsonl import jsonl
from tests.support.tables import cases, tabled

INTRODUCED = RegexTagger(
    r"(?i)(?<=name is )\S+( \S+)?|(?<=this is )\S+( \S+)?|(?<=i am )\S+( \S+)?"
)


def english(tagger):
    return LanguageTaggers(lambda _: tagger, RecordLanguage("en"), ("en",))


def names_in(path, turns, tagger=None, lines_per_block=100, quiet=True) -> ContextNames:
    """Return the names of turns (context, text)."""
    lines = (json.dumps({"d": d, "text": t}) if d else t for d, t in turns)
    path.write_text("".join(f"{line}\n" for line in lines))

    def make():
        return NameCollector(english(tagger or INTRODUCED), "d", Format(unknown_fields=True))

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
    names_in(tmp_path / "in.jsonl", [("a", "I am Anna Kowalski, this is Ruth.")], quiet=False)
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


def contexts_of(path, turns, lines_per_block=100, dictation=True) -> ContextNames:
    """Read turns (conversation, text)."""
    path.write_bytes(jsonl(*({"d": d, "text": t} for d, t in turns)))

    def make():
        line_format = Format(unknown_fields=True)
        return NameCollector(english(PatternTagger()), "d", line_format, dictation=dictation)

    return read_names("d", make, StreamOptions(inputs=(str(path),), quiet=True), lines_per_block)


def masked_turns(tmp_path, turns, **options) -> list[str]:
    """Return the words that are masked in turns (conversation, text)."""
    contexts = contexts_of(tmp_path / "in.jsonl", turns, **options)
    return [
        text[span.start : span.end]
        for conversation, text in turns
        for span in contexts.spans(Record(text=text, extra=UnknownFields(d=conversation)), text)
    ]


def talk(*texts: str) -> list[tuple[str, str]]:
    return [("a", text) for text in texts]


PHONE = talk(
    "my phone number is", "four", "okay", "one", "one?", "and then five", "Oh.", "uh seven"
)


@tabled("stages", "texts expected")
def test_dictated_digits_are_private(tmp_path, texts, expected):
    assert masked_turns(tmp_path, talk(*texts)) == expected
    assert masked_turns(tmp_path, talk(*texts), dictation=False) == []


def test_letters_of_a_spelled_name_are_private(tmp_path):
    spelled = ("k for kilo", "O", "double u", "a, I think", "a, got it", "L.")
    found = masked_turns(tmp_path, talk("please spell your last name", *spelled))
    assert {"k for kilo", "O"} <= {*found}
    assert found[-3:] == ["a", "a", "L"]


def test_conversations_may_take_turns(tmp_path):
    others = talk("hi", "I saw three films", "we liked them", "four stars", "bye", "see you", "so")
    mixed = [
        pair for two in zip(PHONE, [("b", t) for _, t in others], strict=False) for pair in two
    ]
    assert masked_turns(tmp_path, mixed) == masked_turns(tmp_path, PHONE[:-1])


@pytest.mark.parametrize("lines_per_block", [1, 2, 3])
def test_blocks_do_not_matter_for_dictation(tmp_path, lines_per_block):
    assert masked_turns(tmp_path, PHONE, lines_per_block=lines_per_block) == masked_turns(
        tmp_path, PHONE
    )
    short = talk("go ahead", "two", "two", "six")  # a repeated line would make four
    assert masked_turns(tmp_path, short, lines_per_block=lines_per_block) == []


def test_the_oldest_conversation_is_forgotten(monkeypatch):
    monkeypatch.setattr(conversations, "_MOST_OPEN", 1)
    joined = conversations.DictatedTurns()
    found = []
    for number, (group, text) in enumerate(
        [("a", "my pin is"), ("a", "one"), ("b", "hi"), ("a", "two"), ("a", "three")]
    ):
        found += joined.add(conversations.turn_sign(number, group, text))
    assert found == []
    assert len(joined._runs) == 1


def test_memory_of_a_run_is_bounded():
    joined = conversations.DictatedTurns()
    for number in range(500):
        assert not list(joined.add(conversations.turn_sign(number, "a", "my number is oh")))
    assert all(len(run.pending) <= 32 for run in joined._runs.values())
