"""Listed names, and words next to persons, need a lower score than others."""

from privtool.models.catalog import EMBEDDED
from privtool.models.taggers.weak_names import SHARE, ScoredWord, weak_names

THRESHOLD = 0.2
LOW = THRESHOLD * SHARE


def weak(text: str, *scores: float, label: str = "PERSON") -> list[str]:
    """Return the weak names of a text whose words have these scores."""
    found, start = [], 0
    for word, score in zip(text.split(), scores, strict=True):
        start = text.index(word, start)
        if score >= LOW:
            found.append(ScoredWord(start, start + len(word.strip(",")), score, label))
        start += len(word)
    return [text[found[n].start : found[n].end] for n in weak_names(text, found, THRESHOLD)]


def test_a_listed_name_needs_a_lower_score():
    assert weak("then summer said", 0, 0.1, 0) == ["summer"]
    assert weak("then summer said", 0, 0.01, 0) == []
    assert weak("then chairs said", 0, 0.1, 0) == []


def test_a_word_next_to_a_person_needs_a_lower_score():
    assert weak("with kit chairs today", 0, 0.9, 0.1, 0) == ["chairs"]
    assert weak("with chairs kit today", 0, 0.1, 0.9, 0) == ["chairs"]
    assert weak("kit chairs tables", 0.9, 0.1, 0.1) == ["chairs", "tables"]
    assert weak("with kit \t chairs today", 0, 0.9, 0.1, 0) == ["chairs"]
    assert weak("with chairs   kit today", 0, 0.1, 0.9, 0) == ["chairs"]
    assert weak("with kit, chairs today", 0, 0.9, 0.1, 0) == []
    assert weak("with kit\nchairs today", 0, 0.9, 0.1, 0) == []
    assert weak("with kit chairs today", 0, 0.9, 0.1, 0, label="LOCATION") == []


def test_function_words_and_greetings_do_not():
    assert weak("wow kit and the others", 0.1, 0.9, 0.1, 0.1, 0) == []


def test_the_embedded_tagger_uses_them_next_to_names_only():
    from privtool.core.model_options import ModelSource, Runtime
    from privtool.models.taggers.load import resolve_taggers
    from privtool.workflows.config.taggers import load_tagger

    assert EMBEDDED.is_dir()
    text = "I left the keys with hope at reception"
    covered = {}
    for spec in ("mini-ner", "mini-ner+names"):
        tagger = load_tagger(resolve_taggers(spec, ModelSource()), Runtime("cpu"))
        spans = tagger.tag([text])[0]
        covered[spec] = any(text[span.start : span.end] == "hope" for span in spans)
    assert covered == {"mini-ner": False, "mini-ner+names": True}
