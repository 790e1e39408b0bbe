"""Counts against examples worked out by hand; jiwer and meeteval against each other."""

from random import Random

import jiwer
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from meeteval.wer import siso_word_error_rate

from privtool.core.record import Entity
from privtool.text.scoring import alignment
from privtool.text.scoring.alignment import (
    NONE,
    PLAIN,
    SPOKEN,
    align_words,
    markup_in,
    scored_words,
)
from privtool.text.scoring.bootstrap import CPWER, WDER, WER, category_rates
from privtool.text.scoring.scorer import (
    Scoring,
    ScoringInput,
    category_counts,
    cp_counts,
    label_counts,
    role_counts,
    word_counts,
)
from tests.support.examples import examples
from tests.support.tables import cases, tabled

ROLES = frozenset(("doctor", "patient"))


def aligned(reference, hypothesis):
    return align_words(*(scored_words(text, PLAIN, ROLES) for text in (reference, hypothesis)))


@tabled("text", "reference hypothesis hits substitutions deletions insertions")
def test_errors_of_words(reference, hypothesis, hits, substitutions, deletions, insertions):
    counts = word_counts(aligned(reference, hypothesis))
    found = [counts[name] for name in ("hits", "substitutions", "deletions", "insertions")]
    assert found == [hits, substitutions, deletions, insertions]
    assert counts["words"] == len(reference.split())
    assert counts["turns"] == 1
    assert counts["wrong_turns"] == (reference != hypothesis)


WORDS = st.lists(st.sampled_from(["a", "b", "c", "d"]), max_size=8).map(" ".join)


@settings(max_examples=examples(60), deadline=None)
@given(st.lists(st.tuples(WORDS, WORDS), min_size=1, max_size=5))
def test_jiwer_and_meeteval_agree_and_so_do_our_counts(pairs):
    counts = sum((word_counts(aligned(*pair)) for pair in pairs), word_counts(aligned("", "")))
    errors = counts["substitutions"] + counts["deletions"] + counts["insertions"]
    by_meeteval = [siso_word_error_rate(*pair) for pair in pairs]
    assert errors == sum(rate.errors for rate in by_meeteval)
    assert counts["words"] == sum(rate.length for rate in by_meeteval)
    if counts["words"]:
        theirs = jiwer.wer([one for one, _ in pairs], [other for _, other in pairs])
        assert float(WER.of(counts)) == pytest.approx(theirs)


@tabled("text", "counting reference hypothesis counts")
def test_roles_and_streams_worked_out_by_hand(counting, reference, hypothesis, counts):
    count = {"role_counts": role_counts, "cp_counts": cp_counts}[counting]
    assert count(aligned(reference, hypothesis)) == counts


def test_rates_of_roles_and_streams_are_of_their_words():
    assert float(WDER.of({"role_words": 4, "role_errors": 2})) == 0.5
    assert float(CPWER.of({"cp_words": 4, "cp_errors": 1})) == 0.25


def test_categories_worked_out_by_hand():
    # two is hit, five becomes nine, ten is left out, six is added.
    counts = category_counts(
        aligned("two and five or ten", "two six and nine or"),
        {"numbers": lambda word: word in ("two", "five", "nine", "ten", "six")},
    )
    assert counts == {"numbers.tp": 1, "numbers.fp": 2, "numbers.fn": 2}
    precision, recall, f1 = (float(rate.of(counts)) for rate in category_rates("numbers"))
    assert (precision, recall) == pytest.approx((1 / 3, 1 / 3))
    assert f1 == pytest.approx(2 * precision * recall / (precision + recall))


def test_labels_worked_out_by_hand():
    # anna and marie are hit, x is added between them, kowalski is heard as cow, boston is not.
    text = "my name is anna marie kowalski of boston yes"
    entities = [Entity(11, 30, "PERSON"), Entity(34, 40, "LOCATION")]
    counts = label_counts(aligned(text, "my name is anna x marie cow of yes"), entities)
    assert counts["[PERSON].tp"] == 2  # anna, marie
    assert counts["[PERSON].fn"] == 1  # kowalski
    assert counts["[PERSON].fp"] == 2  # x, cow
    assert (counts["[LOCATION].tp"], counts["[LOCATION].fn"], counts["[LOCATION].fp"]) == (0, 1, 0)
    assert label_counts(aligned("a b", "c a b d"), []) == {}
    # What is added before or after an entity, or between two of them, has no label.
    apart = [Entity(0, 1, "X"), Entity(2, 3, "X")]
    assert label_counts(aligned("a b", "c a d b e"), apart) == {"[X].tp": 2, "[X].fp": 0}
    # In one pass: a recognizer may repeat a word thousands of times.
    one_pass = iter(aligned("a b", "c a d d b e"))
    assert label_counts(one_pass, [Entity(0, 3, "X")]) == {"[X].tp": 2, "[X].fp": 2}


def scored(reference, hypothesis, **more):
    scoring = Scoring(SPOKEN, ("doctor",), ("numbers", "labels"))
    ((aligned, counts),) = scoring.score([ScoringInput(reference, hypothesis, **more)])
    return aligned, counts


@pytest.mark.parametrize(("reference", "hypothesis"), cases("text", "equal readings are equal"))
def test_equal_readings_are_equal(reference, hypothesis):
    aligned, counts = scored(reference, hypothesis)
    assert counts["wrong_turns"] == 0, aligned


def test_errors_stay_errors():
    aligned, counts = scored("room two fifteen", "room 216")
    assert (counts["substitutions"], counts["deletions"], counts["insertions"]) == (1, 0, 0)
    assert (counts["numbers.tp"], counts["numbers.fn"], counts["numbers.fp"]) == (1, 1, 1)
    assert [heard.word for _, heard, _ in aligned] == ["room", "two", "sixteen"]


def test_a_verbalized_form_keeps_its_bounds():
    text = "<doctor> room 215 <noise> now"
    entities = (Entity(14, 17, "NUMBER"),)
    aligned, counts = scored(text, "<doctor> room two fifteen now", entities=entities)
    assert [(said.start, said.end) for said, *_ in aligned[1:3]] == [(14, 17)] * 2
    assert {said.role for said, *_ in aligned} == {"doctor"}
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
    monkeypatch.setattr(alignment, "_EQUAL_RUN", 10**9)
    assert found == [scored(*one)[1] for one in texts]


def compared(text, normalization=PLAIN):
    return [said.word for said in scored_words(text, normalization)]


@tabled("text", "text words")
def test_plain_words(text, words):
    assert compared(text) == words.split()


def test_other_normalizations():
    assert compared("Hello,  World<noise>!", NONE) == ["Hello,", "World", "!"]
    assert compared("a<b <unk>", NONE) == ["a<b", "<unk>"]


@pytest.mark.parametrize("normalization", [PLAIN, SPOKEN, NONE])
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
    ("reference", "hypothesis", "wrong", "words"), cases("text", "markup of sclite")
)
def test_markup(reference, hypothesis, wrong, words):
    assert errors(reference, hypothesis) == (int(wrong), int(words))


def test_roles_go_on(tmp_path):
    scoring = Scoring("sclite", ("doctor", "patient"))
    text = "<doctor> how [noise] are (uh) you <patient> {fine / good}"
    ((_, counts),) = scoring.score([ScoringInput(text, text.replace("{fine / good}", "good"))])
    assert (counts["role_words"], counts["substitutions"]) == (4, 0)


def test_the_signature_names_fillers():
    assert "words:sclite(without:ah," in SCLITE.signature
    assert "(without" not in Scoring("plain").signature


def test_markup_that_is_scored_as_words_is_counted():
    assert markup_in("(%hes) %uh [noise] <unk> {a / b} [MASK] (so) {c} <doctor> 5 % 5%-6%") == 5
    assert errors("a %uh", "a", Scoring()) == (1, 2)
