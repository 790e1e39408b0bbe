"""The score that a word needs to be private."""

from __future__ import annotations

import pytest

from privtool.text.word_scores import WordScores


@pytest.mark.parametrize(
    ("language", "text", "word", "like"),
    [
        ("es", "Hoy vino Etxeberria.", "Etxeberria", ("other", "middle")),
        ("es", "Etxeberria vino hoy.", "Etxeberria", ("other", "start")),
        ("es", "hoy vino etxeberria", "etxeberria", ("other", "spoken")),
        ("es", "HOY VINO ETXEBERRIA", "ETXEBERRIA", ("other", "spoken")),
        ("es", "Dijo: «Hola»", "Hola", ("word", "start")),
        ("es", "La semana", "semana", ("word", "small")),
        ("es", "Vino Cruz", "Cruz", ("name", "middle")),
        ("it", "Per favore, dimmi", "dimmi", ("word", "small")),
        ("de", "Das Haus", "Haus", ("word", "middle")),
        ("nl", "(KDM)", "KDM", ("other", "middle")),
        ("nl", "Daarom niettemin", "niettemin", ("word", "small")),
        ("pt", "Claramente foi", "Claramente", ("word", "start")),
    ],
)
def test_words_need_the_score_of_their_kind_and_place(language, text, word, like):
    scores = WordScores(language)
    start = text.index(word)
    assert scores.of(text, [(start, start + len(word))]) == [scores._scores[like]]


def test_settings_of_a_language_come_before_those_of_all():
    assert WordScores("de")._scores["word", "middle"] > WordScores("es")._scores["word", "middle"]
