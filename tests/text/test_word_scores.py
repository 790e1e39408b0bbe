"""The score that a word needs to be private."""

from __future__ import annotations

import re

import pytest

from privtool.core.errors import UsageError
from privtool.stages.word_priors import TOTAL, WordPrior, header_of, prior_lines, read_prior
from privtool.text.labels import Label
from privtool.text.word_scores import WordScores
from tests.support.releases import release
from tests.support.tables import tabled


@tabled("text", "language text word kind place")
def test_words_have_the_case_of_their_kind_and_place(language, text, word, kind, place):
    start = text.index(word)
    (case,) = WordScores(language).cases(text, [(start, start + len(word))], ["PERSON"])
    assert case == (kind, place, "person")


def test_every_case_has_a_score_for_every_label():
    scores = WordScores("de")
    texts = "Das Haus", "das haus", "DAS HAUS 3", "Im Haus wohnt Ida Öztürk.", "Haus"
    for text in texts:
        words = [match.span() for match in re.finditer(r"\w+", text)]
        for label in Label:
            found = scores.of(text, words, [label.value] * len(words))
            assert all(0 <= score <= 1.1 for score in found)


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
