"""Further mentions of private phrases: which are found, and which words stay."""

import pytest

from privtool.audit.values import parts_of
from privtool.core.record import Entity, Record, check_spans
from tests.support.surrogate_stage import process
from tests.support.tables import cases


@pytest.mark.parametrize(("phrase", "label", "mention"), cases("mentions", "replaced"))
def test_a_further_mention_is_replaced(phrase, label, mention):
    text = f"{phrase} and we saw {mention} there"
    new, counts = process(Record(id=1, text=text, entities=(Entity(0, len(phrase), label),)))
    assert counts["mentions"] >= 1
    safe = parts_of(new.text)
    assert not {*_words(phrase), *_words(mention)} & {*safe} - COMMON
    assert "kowalski" not in "".join(safe)
    assert "owalski" not in new.text.lower()
    assert mention not in new.text
    check_spans(new.entities, len(new.text), "entities")
    assert {"and", "we", "saw", "there"} <= set(safe)
    assert process(new)[1]["mentions"] == 0


def _words(phrase):
    """The parts of a phrase but for single letters, which another spelled name may have, too."""
    return (part for part in parts_of(phrase) if len(part) > 1 or not part.isascii())


COMMON = {"the", "with", "or", "s", "and", "we", "saw", "there", "1984", "mutual", "555", *"我叫吗"}


@pytest.mark.parametrize(("phrase", "label", "text"), cases("mentions", "stays"))
def test_words_that_are_no_mention_stay(phrase, label, text):
    record = Record(id=1, text=f"{phrase} and {text}", entities=(Entity(0, len(phrase), label),))
    new, counts = process(record)
    assert new.text.endswith(f" and {text}")
    assert counts["mentions"] == 0


def replaced(phrase: str, text: str) -> str:
    """The text after a private name, with its mentions replaced by `_`."""
    whole = f"{phrase}. {text}"
    record = Record(id=1, text=whole, entities=(Entity(0, len(phrase), "PERSON"),))
    new, _ = process(record)
    pieces, done = [], 0
    for each in new.entities[1:]:
        pieces += (new.text[done : each.start], "_")
        done = each.end
    return "".join([*pieces, new.text[done:]]).partition(". ")[2]


@pytest.mark.parametrize(("phrase", "label", "text", "expected"), cases("mentions", "among words"))
def test_names_that_are_words_and_nicknames(phrase, label, text, expected):
    assert replaced(phrase, text) == expected
