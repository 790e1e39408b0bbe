"""Markup of references: what is no word, what may be left out, what has alternatives."""

import pytest

from privtool.text.scoring.sclite import markup_in
from privtool.text.scoring.scorer import Scoring, ScoringInput

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
