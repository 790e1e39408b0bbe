"""Lines written for the tagger: labels, what is not learned from, and what is held out."""

import importlib
import re

import pytest

from benchmarks.text.talk_sets import talk_sets
from privtool.text.labels import Label

pytestmark = pytest.mark.usefixtures("embedded_scripts")


@pytest.fixture
def written():
    return importlib.import_module("written_lines")


def test_marks_are_names_of_their_label(written):
    line = r"«U:@tam_8»: ask «P:Ann Lee»'s firm, «O:Fell»,\nin «L:4 Elm Road», for «M:Zorb»"
    sentence = written.labeled_line(line, "a:1")
    assert sentence.text == "@tam_8: ask Ann Lee's firm, Fell,\nin 4 Elm Road, for Zorb"
    assert [(sentence.text[n.start : n.end], n.label) for n in sentence.names] == [
        ("@tam_8", None),
        ("Ann Lee", Label.PERSON),
        ("Fell", Label.ORGANIZATION),
        ("4 Elm Road", Label.LOCATION),
        ("Zorb", None),
    ]
    assert sentence.document == "a:1"


def test_every_tenth_line_is_held_out(written):
    train, held_out = (list(written.written_lines(held_out=side)) for side in (False, True))
    assert len(train) > 8 * len(held_out) > 3_000
    assert not {s.text for s in train} & {s.text for s in held_out}


def test_all_lines_are_well_formed(written):
    for side in (False, True):
        for sentence in written.written_lines(held_out=side):
            assert not re.search("[«»]", sentence.text), sentence.document
            for name in sentence.names:
                phrase = sentence.text[name.start : name.end]
                assert phrase, sentence.document
                assert phrase == phrase.strip(), sentence.document


def test_lines_of_the_blind_sets_are_not_among_them(written):
    blind = {
        re.sub("[«»]", "", line).replace("\\n", "\n").casefold()
        for one in talk_sets().values()
        for line in one.lines
    }
    assert len(blind) > 1_000
    for side in (False, True):
        assert not blind & {s.text.casefold() for s in written.written_lines(held_out=side)}
