"""Each language has the data that docs/languages.md names."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from privtool.core.spans import Span
from privtool.text.detection.names.particles import NameParticles, WithoutFrequent
from privtool.text.detection.said_ages import SaidAges
from privtool.text.languages import languages, settings

ROOT = Path(__file__).resolve().parent.parent.parent
PAGE = (ROOT / "docs/languages.md").read_text(encoding="utf-8")
ABROAD = languages()[1:]


@pytest.mark.parametrize("language", ABROAD)
def test_a_language_has_all_files_of_the_page(language):
    steps = PAGE.partition("## Adding a language")[2]
    files = re.findall(r"`([\w/.-]+XX[\w/.-]+)`", steps)
    assert len(files) > 4
    for name in files:
        assert (ROOT / name.replace("XX", language)).is_file(), name
    assert settings(language)["name"] in PAGE
    assert f"| {language} |" in PAGE or f" {language} " in PAGE


@pytest.mark.parametrize(
    ("language", "text", "age"),
    [
        ("de", "Sie ist dreiundachtzig Jahre alt.", "dreiundachtzig Jahre"),
        ("es", "mi hijo tiene treinta y nueve años", "treinta y nueve años"),
        ("fr", "Il a quatre-vingt-trois ans.", "quatre-vingt-trois ans"),
        ("it", "ha ottantadue anni", "ottantadue anni"),
        ("nl", "hij is vierenzeventig jaar", "vierenzeventig jaar"),
        ("pt", "O pai tem oitenta e três anos", "oitenta e três anos"),
        ("fr", "il y a trois ans", None),
        ("es", "hace nueve años", None),
        ("de", "das ist viele Jahre her", None),
        ("nl", "het is al lang geleden", None),
    ],
)
def test_ages_in_number_words_need_a_cue(language, text, age):
    found = [text[span.start : span.end] for span in SaidAges(language)(text, [])]
    assert found == ([age] if age else [])


def test_particles_join_names_and_frequent_words_are_none():
    text = "Joost van der Berg ten noorden van Ede"
    spans = [Span(0, 5, "PERSON"), Span(14, 18, "PERSON"), Span(35, 38, "LOCATION")]
    assert [span[:2] for span in NameParticles("nl")(text, spans)] == [(0, 18), (35, 38)]
    assert WithoutFrequent("nl")(text, [Span(19, 22, "NUMBER")]) == []
    (date,) = WithoutFrequent("es")("El 3 de mayo", [Span(0, 12, "DATE")])
    assert date[:2] == (3, 12)
    assert WithoutFrequent("es")("uno", [Span(0, 3, "NUMBER")]) != []
