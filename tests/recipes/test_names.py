"""The embedded list of English names, and the rules of the recipe that builds it."""

import unicodedata
from pathlib import Path
from types import ModuleType

import pytest

import privtool
from tests.support.tables import cases, rows

LISTS = Path(privtool.__file__).parent / "text" / "lists"
RECIPE = Path(__file__).resolve().parents[2] / "recipes" / "wordlists"
HAND_LISTS = RECIPE / "names"
NAMES = frozenset({"PERSON", "LOCATION", "ORGANIZATION", "MISC"})

KNOWN = {label: words for kind, label, words in rows("known_words") if kind == "known"}

(ORDINARY,) = (words for kind, _, words in rows("known_words") if kind == "no name")


def lines() -> list[tuple[str, str]]:
    """Read word and label of each line."""
    rows = (LISTS / "names-en.tsv").read_text(encoding="utf-8").split("\n")
    assert rows.pop() == ""
    return [(word, label) for word, label in (row.split("\t") for row in rows)]


def labels_of() -> dict[str, set[str]]:
    """Collect the labels of each word."""
    labels: dict[str, set[str]] = {}
    for word, label in lines():
        labels.setdefault(word, set()).add(label)
    return labels


def test_lines_are_sorted_and_distinct() -> None:
    assert lines() == sorted(set(lines()))


def test_words_are_single_lower_case_words_of_latin_letters() -> None:
    words = {word for word, _ in lines()}
    assert [word for word in words if not word.isalpha() or word != word.lower()] == []
    letters = {letter for word in words for letter in word}
    assert [x for x in letters if not unicodedata.name(x).startswith("LATIN SMALL LETTER")] == []
    assert [word for word in words if word != unicodedata.normalize("NFC", word)] == []


def test_labels_and_their_sizes() -> None:
    count = {label: sum(of == label for _, of in lines()) for label in KNOWN}
    assert {label for _, label in lines()} == set(KNOWN)
    assert (count["DATE"], count["NUMBER"]) == (19, 28)
    assert count["PERSON"] > 3000
    assert count["LOCATION"] > 900
    assert count["MISC"] > 400
    assert 150 <= count["ORGANIZATION"] <= 300


@pytest.mark.parametrize("label", sorted(KNOWN))
def test_known_examples_have_their_label(label: str) -> None:
    assert set(KNOWN[label].split()) - {word for word, of in lines() if of == label} == set()


def test_ordinary_words_are_not_names() -> None:
    labels = labels_of()
    assert {word for word in ORDINARY.split() if labels.get(word, set()) & NAMES} == set()


@pytest.mark.parametrize(("word", "label"), cases("name_rules", "rare label"))
def test_a_word_lacks_its_rare_label(word: str, label: str) -> None:
    assert label not in labels_of()[word]


def test_names_are_not_in_the_allow_list() -> None:
    common = (LISTS / "common-en.txt").read_text(encoding="utf-8").splitlines()
    assert {word for word, label in lines() if label in NAMES} & set(common) == set()


def test_names_are_among_the_60000_most_frequent_words() -> None:
    rows = (LISTS / "vocab-en.tsv").read_text(encoding="utf-8").splitlines()[:60_000]
    frequent = {row.partition("\t")[0] for row in rows}
    assert {word for word, _ in lines()} - frequent == set()


def test_months_week_days_and_numbers_have_no_other_label() -> None:
    closed = {"DATE", "NUMBER"}
    assert {w: of for w, of in labels_of().items() if of & closed and len(of) > 1} == {}


MODULES = ("case_evidence", "name_rules", "name_sources", "build_names")


@pytest.mark.parametrize(
    ("word", "label", "lower", "alone", "in_run", "verdict"), cases("name_rules", "judged name")
)
def test_the_rules(modules, word, label, lower, alone, in_run, verdict):
    counts = modules["case_evidence"].CaseCounts()
    counts.lower[word], counts.alone[word], counts.in_run[word] = map(int, (lower, alone, in_run))
    evidence = modules["name_rules"].NameEvidence(
        cases=counts,
        frequent={"anna", "stone", "paris", "june", "mp3", "o'brien", "x", "acme"},
        common=frozenset({"stone"}),
        fixed=frozenset({"june"}),
        by_hand={"ORGANIZATION": frozenset({"acme"})},
        refused={"PERSON": frozenset({"paris"})},
    )
    judged = modules["name_rules"].judge_names({label: {word}}, evidence)
    assert {pair: why.name for pair, why in judged.items()} == {(word, label): verdict}


def test_spellings_are_one_word_with_and_without_accents(modules: dict[str, ModuleType]) -> None:
    names = [
        "Zürich",
        "New York",
        "Pointe-Noire",
        "Area51",
        "Łódź",
        "Bogota\N{COMBINING ACUTE ACCENT}",
    ]
    found = list(modules["name_sources"].spellings(names))
    assert found == ["zürich", "zurich", "łódź", "łodz", "bogotá", "bogota"]


def test_sources_are_merged_by_label(modules: dict[str, ModuleType]) -> None:
    merged = modules["build_names"].merged({"A": {"x"}, "B": {"y"}}, {"A": {"z", "x"}})
    assert merged == {"A": {"x", "z"}, "B": {"y"}}


def test_the_hand_kept_lists_are_applied(modules: dict[str, ModuleType]) -> None:
    labels = labels_of()
    sources = modules["name_sources"]
    for label, words in {
        **sources.hand_words(HAND_LISTS),
        **sources.fixed_words(HAND_LISTS),
    }.items():
        assert [word for word in words if label not in labels.get(word, set())] == []
    for label, words in sources.refused_words(HAND_LISTS).items():
        assert [word for word in words if label in labels.get(word, set())] == []
