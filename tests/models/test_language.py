"""Which language a text has."""

from pathlib import Path

import pytest

from privtool.core.language_marks import MOST_CHARACTERS
from privtool.models.language import language_of
from privtool.text.languages import languages, stated_language
from tests.support.tables import typed_cases

ROOT = Path(__file__).resolve().parent.parent.parent
TEXTS = dict(typed_cases("models", "text of a language"))


@pytest.mark.parametrize(("language", "text"), TEXTS.items())
def test_texts_have_their_language(language, text):
    assert language_of(text) == language


def test_every_language_has_a_text_here():
    assert {*languages()} - {"en"} <= TEXTS.keys()


@pytest.mark.parametrize("text", typed_cases("models", "text of no sure language"))
def test_a_doubtful_text_is_english(text):
    assert language_of(text) == "en"


def test_all_text_of_this_project_is_english():
    files = [*ROOT.glob("tests/data/examples/*"), *ROOT.glob("docs/*.md"), *ROOT.glob("data/*/*")]
    texts = [path.read_text(encoding="utf-8", errors="ignore") for path in files if path.is_file()]
    starts = [text[at : at + MOST_CHARACTERS] for text in texts for at in range(0, 20_000, 4_000)]
    assert len(starts) > 50
    assert {language_of(text) for text in starts} == {"en"}


@pytest.mark.parametrize(
    ("stated", "code"),
    [("de", "de"), ("pt-BR", "pt"), ("EN_us", "en"), ("pl", "pl"), ("Deutsch", ""), (7, "")],
)
def test_a_record_states_its_language_by_a_code(stated, code):
    assert stated_language(stated) == code


def test_letters_one_by_one_are_words_of_no_language(monkeypatch):
    monkeypatch.setattr("privtool.models.language._identifier", lambda: pytest.fail("it is read"))
    spelled = "enter pittsburgh p i t t s b u r g h please and the name is k o w a l c z y k"
    assert language_of(spelled) == "en"
