"""Figures of safe texts, by hand."""

import msgspec
import pytest

from privtool.audit.counts import Key, names_of
from privtool.audit.kept_records import Gold
from privtool.core.record import Entity, Fill, Mask, Record
from privtool.stages.audit_text import AuditTextStage
from tests.support.calls import lines_of
from tests.support.tables import tabled

RAW = "Mr Anna Kowalski of 12 Elm Street called on Monday"
ENTITIES = (Entity(3, 16, "PERSON"), Entity(20, 33, "ADDRESS"), Entity(44, 50, "DATE"))


def gold_of(text=RAW, entities=ENTITIES, **more):
    gold = Gold(())
    gold.add(Record(id=1, text=text, entities=entities, **more))
    return gold


def audit(safe, gold=None, **fields):
    stage = AuditTextStage(gold or gold_of())
    record = msgspec.convert({"id": 1, "text": safe, **fields}, Record)
    (outcome,) = stage.audit([record])
    assert not isinstance(outcome, str), outcome
    return outcome, stage.drain()


def share(outcome, figure, group=""):
    hits, of = names_of(Key(figure, group))
    return outcome.counts[hits], outcome.counts[of]


def test_what_survives_is_counted_by_word_phrase_entity_and_grapheme():
    found, _ = audit("Mr Anna <P> of [A] [A] Street called on Monday")
    assert share(found, "token_leak") == (3, 6)
    assert share(found, "token_leak", "PERSON") == (1, 2)
    assert share(found, "direct") == (2, 5)
    assert share(found, "mention_leak") == (3, 3)
    assert share(found, "entity_leak", "direct") == (2, 2)
    assert share(found, "entity_leak", "quasi") == (1, 1)
    assert share(found, "residual") == (4 + 6 + 6, 12 + 11 + 6)
    assert share(found, "document_leak") == (1, 1)  # Monday is whole
    assert [place["how"] for place in found.places] == ["survives"] * 3


MASKED = "Mr [X] [X] of [X] [X] [X] called on [X]"


@tabled("stages", "text private safe shares")
def test_what_survives_in_a_text(text, private, safe, shares):
    start = text.find(private)
    gold = gold_of(text, (Entity(start, start + len(private), "PERSON"),)) if text else None
    found, _ = audit(safe, gold)
    assert {figure: [*share(found, figure)] for figure in shares} == shares


def test_nothing_survives_in_a_fully_masked_text():
    found, _ = audit(MASKED)
    for figure in ("token_leak", "residual", "reemission", "document_leak_strict", "field_leak"):
        assert share(found, figure)[0] == 0, figure
    assert found.places == []


@pytest.mark.parametrize(
    ("safe", "fields"),
    [
        (f"{MASKED} ( ANNA-KOWALSKI )", {}),
        (MASKED, {"speaker": "anna kowalski"}),
        (MASKED, {"audio_filepath": "x/anna_kowalski.wav"}),
        (MASKED, {"words": [{"word": w, "start": 0, "end": 1} for w in ("Anna", "Kowalski")]}),
    ],
)
def test_a_value_elsewhere_in_the_record_is_re_emitted(safe, fields):
    found, _ = audit(safe, **fields)
    assert share(found, "reemission") == (1, 3)
    assert share(found, "reemission", "PERSON") == (1, 1)
    assert share(found, "document_leak") == (1, 1)
    assert share(found, "mention_leak")[0] == 0
    assert share(found, "field_leak") == (len(fields), 1)
    assert [place["how"] for place in found.places] == ["re-emitted"]


def test_the_side_fields_are_searched_for_values_of_all_records():
    gold = gold_of()
    gold.add(Record(id=2, text="Bo Li", entities=(Entity(0, 5, "PERSON"),)))
    found, _ = audit(MASKED, gold, speaker="Bo Li")
    assert share(found, "field_leak") == (1, 1)
    assert share(found, "reemission") == (0, 3)


def lines_for_words(count):
    """What it takes to audit a text of so many words, of which every second one is private."""
    words = [(f"w{n:05}", n * 7) for n in range(count)]
    entities = tuple(Entity(at, at + 6, "PERSON") for _, at in words[::2])
    text = " ".join(word for word, _ in words)
    return lines_of(lambda: audit(text, gold_of(text, entities)))


def test_the_work_is_linear_in_the_phrases_of_a_record():
    assert lines_for_words(800) < 5 * lines_for_words(200)


def test_replacements_that_bring_private_values_back():
    gold = gold_of()
    gold.add(Record(id=2, text="Bo Li", entities=(Entity(0, 5, "PERSON"),)))
    found, _ = audit("Mr Bo Li of [X] [X] [X] called on Friday", gold)
    assert share(found, "replay") == (2, 6)


def test_masks_are_no_replacements():
    masks = [{"start": 3, "end": 9, "label": "PERSON", "method": "m"}]
    found, _ = audit("Mr [MASK] of 12 Elm Street called on Monday", masks=masks)
    assert share(found, "replay") == (0, 0)


def test_a_fill_that_equals_the_original_does_not_survive():
    fills = [Fill(3, 7, "PERSON"), Fill(8, 11, "PERSON")]
    safe = "Mr Anna Lee of 12 Elm Street called on Monday"
    found, _ = audit(safe, fills=msgspec.to_builtins(fills))
    assert share(found, "token_leak", "PERSON") == (0, 2)


@pytest.mark.parametrize(
    ("record", "why"),
    [
        (Record(id=5, text="x"), "no gold record"),
        (Record(id=1), "'text' is missing"),
        (Record(id=1, text="x", masks=(Mask(0, 9, "W", "m"),)), "masks"),
    ],
)
def test_records_that_do_not_fit_are_rejected(record, why):
    (outcome,) = AuditTextStage(gold_of()).audit([record])
    assert isinstance(outcome, str)
    assert why in outcome
