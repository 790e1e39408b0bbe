"""The table of the sets of private words, and sentences of it in three manners."""

from benchmarks.text.named_talk import HELD_OUT, sentence
from benchmarks.text.talk_sets import talk_sets


def test_every_set_has_lines_with_well_formed_marks():
    sets = talk_sets()
    assert HELD_OUT in sets
    for one in sets.values():
        assert sum("«" in line for line in one.lines) > 20
        assert all(line.count("«") == line.count("»") for line in one.lines)
        assert one.date.tzinfo is not None


def test_blind_sets_are_those_of_models():
    for one in talk_sets().values():
        assert one.author in ("developer", "model")
        assert one.blind == (one.author == "model")


def test_a_line_may_have_line_breaks_and_marks():
    one = sentence(r"Thanks,\n«Anna Bell» | x", "spoken")
    assert one.text == "thanks \nanna bell   x"
    assert [one.text[start:end] for start, end in one.private] == ["anna", "bell"]
