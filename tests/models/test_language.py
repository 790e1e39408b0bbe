"""Which language a text has."""

from pathlib import Path

import pytest

from privtool.core.language_marks import MOST_CHARACTERS
from privtool.models.language import language_of
from privtool.text.languages import languages, stated_language
from tests.support.tables import typed_cases

ROOT = Path(__file__).resolve().parent.parent.parent
TEXTS = {
    "de": "Leider funktioniert der Router seit gestern nicht mehr, können Sie mir bitte helfen?",
    "es": "El paquete llegó ayer pero la caja estaba rota y quiero devolverlo.",
    "fr": "Je n'arrive plus à ouvrir mon compte depuis hier, pouvez-vous m'aider ?",
    "it": "Ho ordinato due sedie la settimana scorsa e non sono ancora arrivate.",
    "nl": "Ik heb gisteren een brief gekregen, maar ik begrijp niet wat ik moet doen.",
    "pt": "O senhor que veio ontem arranjar a máquina não deixou a chave na portaria.",
    "pl": "Mój numer telefonu jest inny niż ten, który państwo mają w systemie. Proszę o jego "
    "zmianę, bo nie mogę odbierać wiadomości od banku ani od lekarza, a czekam już dwa tygodnie.",
    "tr": "Merhaba, dün aldığım telefon bugün açılmıyor ve ekranı da karardı. Faturayı mağazada "
    "bıraktım, acaba yenisiyle değiştirebilir misiniz, yoksa paramı geri alabilir miyim?",
}


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
