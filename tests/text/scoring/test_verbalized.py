from random import Random

import pytest

from privtool.core.record import Entity
from privtool.text.scoring import verbalized as spoken_forms
from privtool.text.scoring.normalization import SPOKEN
from privtool.text.scoring.scorer import Scoring, ScoringInput


def scored(reference, hypothesis, **more):
    scoring = Scoring(SPOKEN, ("doctor",), ("numbers", "labels"))
    ((aligned, counts),) = scoring.score([ScoringInput(reference, hypothesis, **more)])
    return aligned, counts


@pytest.mark.parametrize(
    ("reference", "hypothesis"),
    [
        ("room two fifteen", "Room 215."),
        ("two hundred and fifteen", "215"),
        ("two hundred fifteen", "215"),
        ("two one five", "215"),
        ("nineteen eighty five or forty two", "1985 or 42"),
        ("it's five dollars and fifty cents", "It's $5.50"),
        ("about fifty percent of them", "about 50% of them"),
        ("on the fifth at ten thirty", "on the 5th at 10:30"),
        ("call five five five oh one two", "call 555012"),
        ("doctor smith's", "Dr. Smith's"),
        ("room 215", "room two fifteen"),
        ("room 215", "room 215"),
        ("on april 7 1982", "on April seventh, nineteen eighty-two".replace("seventh", "seven")),
    ],
)
def test_equal_readings_are_equal(reference, hypothesis):
    aligned, counts = scored(reference, hypothesis)
    assert counts["wrong_turns"] == 0, aligned


def test_errors_stay_errors():
    aligned, counts = scored("room two fifteen", "room 216")
    assert (counts["substitutions"], counts["deletions"], counts["insertions"]) == (1, 0, 0)
    assert (counts["numbers.tp"], counts["numbers.fn"], counts["numbers.fp"]) == (1, 1, 1)
    assert [said.word for said in aligned.hypothesis] == ["room", "two", "sixteen"]


def test_a_verbalized_form_keeps_its_bounds():
    text = "<doctor> room 215 <noise> now"
    entities = (Entity(14, 17, "NUMBER"),)
    aligned, counts = scored(text, "<doctor> room two fifteen now", entities=entities)
    assert [(said.start, said.end) for said in aligned.reference[1:3]] == [(14, 17)] * 2
    assert {said.role for said in aligned.reference} == {"doctor"}
    assert counts["[NUMBER].tp"] == 2
    assert counts["role_errors"] == 0


def test_words_without_readings_stay():
    assert scored("", "")[1]["words"] == 0
    assert scored("- % &", "")[1]["words"] == 0
    long = "9" * 400
    assert scored(long, long)[1]["wrong_turns"] == 0


def test_long_texts_are_compared_in_segments_with_the_same_result(monkeypatch):
    draws = Random(1)
    forms = [("two fifteen", "215"), ("fifty percent", "50%"), ("doctor smith", "Dr. Smith")]

    def text():
        said = []
        for _ in range(12):
            words = [draws.choice("abcdefgh") * 2 for _ in range(draws.randrange(25))]
            said.append((" ".join(words), " ".join(w for w in words if draws.random() > 0.03)))
            said.append(draws.choice(forms)[:: draws.choice((1, -1))])
        return tuple(" ".join(side) for side in zip(*said, strict=True))

    texts = [text() for _ in range(3)]
    found = [scored(*one)[1] for one in texts]
    monkeypatch.setattr(spoken_forms, "_EQUAL_RUN", 10**9)
    assert found == [scored(*one)[1] for one in texts]
