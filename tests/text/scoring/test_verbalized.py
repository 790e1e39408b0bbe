from random import Random

import pytest

from privtool.core.record import Entity
from privtool.text.scoring import verbalized as spoken_forms
from privtool.text.scoring.normalization import CASE, NONE, PLAIN, SPOKEN, scored_words
from privtool.text.scoring.sclite import markup_in
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


ROLES = frozenset(("doctor", "patient"))


def compared(text, normalization=PLAIN):
    return [said.word for said in scored_words(text, normalization)]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Hello, World!", "hello world"),
        ("it\u2019s  O'Brien\u2019s 'cause", "it's o'brien's cause"),
        ("twenty-four well\u2010known", "twenty four well known"),
        ("1,200.50 at 10:30, 50% of $5.", "1,200.50 at 10:30 50 of 5"),
        ("cafe\u0301 An\u200bna", "caf\u00e9 anna"),
        ("<unk> <noise> <NOISE> a < b", "<unk> a b"),
        ("... -- \u2026", ""),
        ("", ""),
    ],
)
def test_plain_words(text, words):
    assert compared(text) == words.split()


def test_other_normalizations():
    assert compared("Hello,  World <noise>!", CASE) == ["hello,", "world", "!"]
    assert compared("Hello,  World<noise>!", NONE) == ["Hello,", "World", "!"]
    assert compared("a<b <unk>", NONE) == ["a<b", "<unk>"]


@pytest.mark.parametrize("normalization", [PLAIN, SPOKEN, CASE, NONE])
def test_a_word_has_its_bounds_in_the_text(normalization):
    text = "<doctor> Hello, Mr. O'Brien <patient> good-bye 5.5"
    for said in scored_words(text, normalization):
        assert said.word == text[said.start : said.end].lower() or normalization == NONE


def test_only_tags_of_roles_name_the_speaker():
    text = "yes <doctor> how <noise> are <Patient> fine"
    found = [(said.word, said.role) for said in scored_words(text, PLAIN, ROLES)]
    doctor, patient = "doctor", "patient"
    assert found == [("yes", None), ("how", doctor), ("are", doctor), ("fine", patient)]
    assert scored_words(text, PLAIN, ROLES, role="nurse")[0].role == "nurse"
    assert {said.role for said in scored_words(text, PLAIN)} == {None}


# Markup of references: what is no word, what may be left out, what has alternatives.
SCLITE = Scoring("sclite")


def errors(reference, hypothesis, scoring=SCLITE):
    ((_, counts),) = scoring.score([ScoringInput(reference, hypothesis)])
    wrong = sum(counts[name] for name in ("substitutions", "deletions", "insertions"))
    return wrong, counts["words"]


@pytest.mark.parametrize(
    ("reference", "hypothesis", "wrong", "words"),
    [
        ("well (%hesitation) i am %uh here [noise] <unk> now", "well i am here now", 0, 5),
        ("uh hello <laugh> ann", "hello um ann", 0, 2),
        ("(you know) it is (so)", "it is so", 0, 3),
        ("(you know) it is (so)", "you know it is", 0, 4),
        ("(uh) it", "uh it", 0, 1),
        ("{gonna / going to} go", "going to go", 0, 3),
        ("{gonna / going to} go", "gonna go", 0, 2),
        ("{ a / @ } b", "b", 0, 1),
        ("{a / b} c", "d c", 1, 2),
        ("[background speech] a (", "a b", 1, 1),
        ("", "(uh)", 0, 0),
        ("{{a} b", "a b", 0, 2),
    ],
)
def test_markup(reference, hypothesis, wrong, words):
    assert errors(reference, hypothesis) == (wrong, words)


def test_roles_go_on(tmp_path):
    scoring = Scoring("sclite", ("doctor", "patient"))
    text = "<doctor> how [noise] are (uh) you <patient> {fine / good}"
    ((_, counts),) = scoring.score([ScoringInput(text, text.replace("{fine / good}", "good"))])
    assert (counts["role_words"], counts["substitutions"]) == (4, 0)


def test_the_signature_names_fillers():
    assert "words:sclite(without:ah," in SCLITE.signature
    assert "(without" not in Scoring("plain").signature


def test_markup_that_is_scored_as_words_is_counted():
    assert markup_in("(%hes) %uh [noise] <unk> {a / b} [MASK] (so) {c} <doctor> 5 %") == 5
    assert errors("a %uh", "a", Scoring()) == (1, 2)
