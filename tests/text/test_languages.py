"""Each language has the data that docs/languages.md names."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from privtool.core.spans import Span
from privtool.text.detection.identifiers import RuleMatcher
from privtool.text.detection.language_rules import (
    added_rules,
    joined_by_particles,
    language_rules,
    without_frequent_words,
    without_small_words,
)
from privtool.text.detection.user_rules import is_slow
from privtool.text.detection.view import TextView
from privtool.text.languages import languages, settings
from privtool.text.lexicon import DATA
from privtool.text.rules.rule import Rule, read_file
from privtool.text.rules.word_classes import FOREIGN_NUMBERS
from tests.support.detection_examples import unmark
from tests.support.tables import tabled

ROOT = Path(__file__).resolve().parent.parent.parent
PAGE = (ROOT / "docs/languages.md").read_text(encoding="utf-8")
OTHER_LANGUAGES = languages()[1:]
RULES: dict[str, dict[str, Rule]] = {}  # by id and language
for code in OTHER_LANGUAGES:
    for each in language_rules(code):
        RULES.setdefault(each.id, {})[code] = each
SHARED = {rule.id for rule in read_file(DATA / "intl" / "other_languages.toml").rule}


@pytest.mark.parametrize("language", OTHER_LANGUAGES)
def test_a_language_has_all_files_of_the_page(language):
    steps = PAGE.partition("## Adding a language")[2]
    files = re.findall(r"`([\w/.-]+XX[\w/.-]+)`", steps)
    assert len(files) > 4
    for name in files:
        assert (ROOT / name.replace("XX", language)).is_file(), name
    assert settings(language)["name"] in PAGE
    assert f"| {language} |" in PAGE or f" {language} " in PAGE


def found(rule, text):
    return [(span.start, span.end) for span in RuleMatcher([rule]).find(TextView(text))]


@pytest.mark.parametrize("name", RULES)
def test_a_rule_finds_its_examples_in_each_language_that_has_it(name):
    filled = RULES[name]
    (rule, *_) = filled.values()
    knowing = set()
    for text, marks in map(unmark, rule.finds):
        finding = {code for code, each in filled.items() if found(each, text) == marks}
        assert finding, text
        knowing |= finding
    assert knowing == filled.keys()
    assert not [
        (code, text) for code, each in filled.items() for text in rule.leaves if found(each, text)
    ]


def test_a_rule_that_a_language_lacks_has_another_form_there():
    lacking = {name: {*OTHER_LANGUAGES} - {*filled} for name, filled in RULES.items()}
    expected = {"street.numbered": {"de", "nl"}}  # where the word for a street comes last
    expected |= {"time.hours": {"es", "it", "pt"}, "time.cued": {"fr"}, "time.before": {"fr"}}
    expected |= {"institution.last": {"es", "it"}}
    assert {name: codes for name, codes in lacking.items() if name in SHARED and codes} == expected


@pytest.mark.parametrize("name", RULES)
def test_no_rule_is_one_that_would_be_refused_as_slow(name):
    """Shared rules of all languages differ in their words alone: they are tried in one of them."""
    filled = list(RULES[name].values())
    assert not any(is_slow(rule.search) for rule in (filled[:1] if name in SHARED else filled))


def test_rules_of_a_language_can_be_off_and_dates_without_a_day_are_on_request():
    text = "Mein Name ist Torben Quast, nächsten Dienstag."
    spans = added_rules("de")(text, [])
    assert [(text[s.start : s.end], s.rule) for s in spans] == [("Torben Quast", "name.stated")]
    assert added_rules("de", off=frozenset(("name.stated", "name.listed")))(text, []) == []
    assert len(added_rules("de", all_dates=True)(text, [])) == 2


@pytest.mark.parametrize("language", OTHER_LANGUAGES)
def test_number_words_and_words_with_digits_are_never_dropped(language):
    kept = [*FOREIGN_NUMBERS, "06-nummer"]
    text = " ".join(kept)
    spans = [Span(text.index(word), text.index(word) + len(word), "NUMBER") for word in kept]
    assert without_frequent_words(language)(text, spans) == spans


def test_particles_join_names_and_frequent_words_are_none():
    text = "Joost van der Berg ten noorden van Ede"
    spans = [Span(0, 5, "PERSON"), Span(14, 18, "PERSON"), Span(35, 38, "LOCATION")]
    assert [span[:2] for span in joined_by_particles("nl")(text, spans)] == [(0, 18), (35, 38)]
    assert without_frequent_words("nl")(text, [Span(19, 22, "NUMBER")]) == []
    (date,) = without_frequent_words("es")("El 3 de mayo", [Span(0, 12, "DATE")])
    assert date[:2] == (3, 12)
    assert without_frequent_words("es")("uno", [Span(0, 3, "NUMBER")]) != []


@tabled("text", "language text label found steps")
def test_a_name_has_its_particles_and_no_other_small_words(language, text, label, found, steps):
    spans = [Span(text.index(found), text.index(found) + len(found), label)]
    for step in (joined_by_particles(language), without_small_words(language)):
        spans = step(text, spans)
    assert [text[each.start : each.end] for each in spans] == steps.split(" | ")
