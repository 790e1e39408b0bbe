from privtool.core.blocks import Format, first_error
from privtool.core.reading import Block
from privtool.core.record import Entity, Record, UnknownFields, encode
from privtool.stages.unit_words import AddGathered, GatherBlock, gathered_lines


def record(unit, text, *entities):
    found = tuple(
        Entity(text.index(phrase), text.index(phrase) + len(phrase), label)
        for phrase, label in entities
    )
    extra = UnknownFields() if unit is None else UnknownFields(doc=unit)
    return encode(Record(id=1, text=text, entities=found, extra=extra))


def gather(*lines, keep_going=False):
    block = GatherBlock(("doc",), Format(unknown_fields=True), keep_going)
    return block(Block("file", 1, list(lines)))


ANNA = record("d1", "Anna Smith met Bob.", ("Anna Smith", "PERSON"), ("Bob", "PERSON"))


def test_each_word_of_an_entity_counts_once_per_unit():
    again = record("d1", "Anna called", ("Anna", "PER"))
    found = gather(ANNA, again, record("d2", "nobody"))
    person = {("PERSON", "anna"), ("PERSON", "smith"), ("PERSON", "bob")}
    assert found.units == {"str:d1": person, "str:d2": set()}
    assert found.records == 3


def test_whole_words_are_gathered_where_an_entity_covers_a_part():
    found = gather(record(7, "in Annaville", ("Anna", "GPE")))
    assert found.units == {"int:7": {("LOCATION", "annaville")}}


def test_labels_are_those_of_privtool_alone():
    found = gather(record(7, "Anna", ("Anna", "MYSTERY")))
    assert found.units == {"int:7": {("MISC", "anna")}}


def test_identifying_words_are_left_out():
    text = "Anna a@b.org 123456 k o w a l s k i"
    spans = ("a@b.org", "EMAIL"), ("123456", "NUMBER"), ("k o w a l s k i", "PERSON")
    assert gather(record(1, text, *spans)).units == {"int:1": set()}


def test_a_record_without_its_unit_or_entities_is_bad():
    missing = gather(record(None, "Anna"))
    assert "field 'doc' is missing: `unit` needs it" in str(first_error(missing.rejects))
    raw = gather(encode(Record(id=1, text="x", extra=UnknownFields(doc=1))))
    assert "field 'entities' is missing" in str(first_error(raw.rejects))
    going = gather(record(None, "Anna"), ANNA, keep_going=True)
    assert (list(going.units), len(going.rejects)) == (["str:d1"], 1)


def test_gathered_words_are_read_back():
    units = {"str:d1": {("PERSON", "anna"), ("WORD", "1,200")}, "int:2": set()}
    lines = gathered_lines(units).splitlines()
    assert AddGathered(False)(Block("file", 1, [*lines, b""])).units == units


def test_other_lines_are_not_gathered_words():
    for line in (
        b"SECRET",
        b'{"unit":"SECRET"}',
        b'{"unit":"u","words":[["PERSON","a@b.org"]]}',
        b'{"unit":"u","words":[["SECRET","anna"]]}',
        b'{"unit":"u","words":[],"more":1}',
        None,
    ):
        stopped = AddGathered(False)(Block("file", 1, [line]))
        assert not stopped.units
        assert "SECRET" not in str(first_error(stopped.rejects))
