"""Values dictated with one digit or letter per turn, with `--context`."""

import pytest

from privtool.core.blocks import Format
from privtool.core.pipeline import StreamOptions
from privtool.core.record import Record, UnknownFields
from privtool.stages import conversations
from privtool.stages.context_names import ContextNames, NameCollector, read_names
from privtool.stages.languages import english
from privtool.text.detection.tagger import PatternTagger
from tests.support.jsonl import jsonl
from tests.support.tables import tabled


def contexts_of(path, turns, lines_per_block=100, dictation=True) -> ContextNames:
    """Read turns (conversation, text)."""
    path.write_bytes(jsonl(*({"d": d, "text": t} for d, t in turns)))

    def make():
        line_format = Format(unknown_fields=True)
        return NameCollector(english(PatternTagger()), "d", line_format, dictation=dictation)

    return read_names("d", make, StreamOptions(inputs=(str(path),), quiet=True), lines_per_block)


def masked(tmp_path, turns, **options) -> list[str]:
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
    assert masked(tmp_path, talk(*texts)) == expected
    assert masked(tmp_path, talk(*texts), dictation=False) == []


def test_letters_of_a_spelled_name_are_private(tmp_path):
    spelled = ("k for kilo", "O", "double u", "a, I think", "a, got it", "L.")
    found = masked(tmp_path, talk("please spell your last name", *spelled))
    assert {"k for kilo", "O"} <= {*found}
    assert found[-3:] == ["a", "a", "L"]


def test_conversations_may_take_turns(tmp_path):
    others = talk("hi", "I saw three films", "we liked them", "four stars", "bye", "see you", "so")
    mixed = [
        pair for two in zip(PHONE, [("b", t) for _, t in others], strict=False) for pair in two
    ]
    assert masked(tmp_path, mixed) == masked(tmp_path, PHONE[:-1])


@pytest.mark.parametrize("lines_per_block", [1, 2, 3])
def test_blocks_do_not_matter(tmp_path, lines_per_block):
    assert masked(tmp_path, PHONE, lines_per_block=lines_per_block) == masked(tmp_path, PHONE)
    short = talk("go ahead", "two", "two", "six")  # a repeated line would make four
    assert masked(tmp_path, short, lines_per_block=lines_per_block) == []


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
