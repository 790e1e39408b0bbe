"""The score that a word needs to be private."""

from __future__ import annotations

import pytest

from privtool.core.errors import UsageError
from privtool.text.word_prior import TOTAL, WordPrior, header_of, prior_lines, read_prior
from privtool.text.word_scores import WordScores
from tests.support.releases import release
from tests.support.tables import cases


@pytest.mark.parametrize(
    ("language", "text", "word", "kind", "place"),
    cases("text", "words need the score of their kind and place"),
)
def test_words_need_the_score_of_their_kind_and_place(language, text, word, kind, place):
    scores = WordScores(language)
    start = text.index(word)
    assert scores.of(text, [(start, start + len(word))]) == [scores._scores[kind, place]]


def test_settings_of_a_language_come_before_those_of_all():
    assert WordScores("de")._scores["word", "middle"] > WordScores("es")._scores["word", "middle"]


def test_epsilons_and_deltas_of_releases_add_up():
    header = header_of(release(4.0), (release(1.0), release(2.0)))
    assert header.epsilon_spent == 7
    assert header.delta_spent == pytest.approx(3e-6)


def test_a_release_is_read_back(tmp_path):
    weights = {("PERSON", "anna"): 9.5, ("PERSON", TOTAL): 40.25, ("WORD", "1,200"): 12.0}
    prior = WordPrior(header_of(release(4.0), (release(1.0),)), weights)
    (tmp_path / "p").write_bytes(prior_lines(prior))
    assert read_prior(tmp_path / "p") == prior


@pytest.mark.parametrize("content", [b"", b"the\t5\n", b"#prior SECRET\n", b"#prior {}\n", b"\xff"])
def test_another_file_is_no_release(tmp_path, content):
    (tmp_path / "p").write_bytes(content)
    with pytest.raises(UsageError, match="p: not a private vocabulary"):
        read_prior(tmp_path / "p")


@pytest.mark.parametrize("line", [b"PERSON\tSECRET", b"PERSON\tSECRET\tx", b"PERSON\tSECRET\t-1"])
def test_a_wrong_line_is_not_quoted(tmp_path, line):
    good = prior_lines(WordPrior(header_of(release(4.0), ()), {}))
    (tmp_path / "p").write_bytes(good + line)
    with pytest.raises(UsageError) as error:
        read_prior(tmp_path / "p")
    assert "SECRET" not in str(error.value)
