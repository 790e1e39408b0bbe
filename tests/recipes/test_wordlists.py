"""The embedded English word lists, and the rules and hand lists of their recipe."""

import importlib
import unicodedata
from pathlib import Path
from types import ModuleType

import pytest

import privtool
from tests.support.tables import cases, rows

LISTS = Path(privtool.__file__).parent / "text" / "lists"


WORDS = {kind: words for kind, _, words in rows("known_words")}


JUNK = "www http https com html st inc ltd de la el von und s t re ve ll n't 2 10 00"


def common_words() -> list[str]:
    """Read the entries of the allow list."""
    lines = (LISTS / "common-en.txt").read_text(encoding="utf-8").splitlines()
    return [line for line in lines if not line.startswith("#")]


def vocabulary() -> list[tuple[str, str]]:
    """Read word and count of each line, without parsing the count."""
    lines = (LISTS / "vocab-en.tsv").read_text(encoding="utf-8").split("\n")
    assert lines.pop() == ""
    return [(word, count) for word, count in (line.split("\t") for line in lines)]


def test_common_words_start_with_comments_that_name_the_license() -> None:
    text = (LISTS / "common-en.txt").read_text(encoding="utf-8")
    header, _, rest = text.partition("\nthe\n")
    assert all(line.startswith("#") for line in header.splitlines())
    assert "CC BY-SA 4.0" in header
    assert "#" not in rest


def test_common_words_contain_the_ordinary_ones_and_neither_names_nor_junk() -> None:
    words = set(common_words())
    assert set(WORDS["common"].split()) - words == set()
    assert len(set(WORDS["not common"].split())) > 250
    assert {*WORDS["not common"].split(), *JUNK.split()} & words == set()
    assert {word for word in words if len(word) == 1} == {"a", "i"}


def test_common_words_keep_the_order_of_the_vocabulary() -> None:
    rank = {word: place for place, (word, _) in enumerate(vocabulary())}
    ranks = [rank[word] for word in common_words() if word in rank]
    assert len(ranks) > 4980
    assert ranks == sorted(ranks)


def test_vocabulary_is_a_plain_frequency_list_with_names_and_folded_counts() -> None:
    counts = {word: int(count) for word, count in vocabulary()}
    assert {"london", "google", "o'brien", "café", "mp3"} <= set(counts)
    # "do" and "don't" are 2.2 and 1.6 million in 10^9 words.
    assert counts["do"] > 3_500_000
    # Counts are shares of 10^9 running words.
    assert 0.9e9 < sum(counts.values()) < 1e9


RECIPE = Path(__file__).resolve().parents[2] / "recipes" / "wordlists"


MODULES = (
    *("word_counts", "case_evidence", "name_lists", "curate"),
    *("name_rules", "name_sources", "build_names"),
)


@pytest.mark.parametrize(("token", "base"), cases("name_rules", "base"))
def test_base_of_contractions(modules: dict[str, ModuleType], token: str, base: str) -> None:
    assert modules["word_counts"].base_of(token) == base


def test_counts_are_folded_filtered_rounded_and_sorted(modules: dict[str, ModuleType]) -> None:
    frequencies = {
        "do": 0.5e-6,
        "don't": 0.25e-6,
        "b": 0.5e-6,
        "a": 0.5e-6,
        "0000": 0.1,
        "a00": 0.1,
        "n't": 0.1,
        "u.s": 0.1,
        "😂": 0.1,
        "rare": 1e-10,
    }
    assert modules["word_counts"].count_words(frequencies) == [("do", 750), ("a", 500), ("b", 500)]


def test_cases_are_counted_away_from_sentence_starts(modules: dict[str, ModuleType]) -> None:
    texts = [
        "London calls, and London's mayor left.",
        "He saw Ludwig van Beethoven. London said: London is far; a van came.",
    ]
    cases = modules["case_evidence"].count_cases(texts)
    assert cases.alone["london"] == 1
    assert cases.in_run["london"] == 0
    assert (cases.lower["van"], cases.linking["van"]) == (2, 1)
    assert cases.alone["beethoven"] == 1
    assert cases.capital_share("london") == 1.0
    assert cases.linking_share("van") == 0.5
    assert cases.capital_share("unseen") == 0.0


@pytest.mark.parametrize(
    ("word", "lower", "alone", "in_run", "linking", "verdict"), cases("name_rules", "judged word")
)
def test_the_rules(modules, word, lower, alone, in_run, linking, verdict):
    counts = modules["case_evidence"].CaseCounts()
    counts.lower[word], counts.alone[word] = int(lower), int(alone)
    counts.in_run[word], counts.linking[word] = int(in_run), int(linking)
    names = modules["name_lists"].NameLists(
        given=frozenset({"rose", "mark"}), other=frozenset({"rose", "mark", "white", "paris"})
    )
    assert modules["curate"].judge(word, counts, names).name == verdict


def test_included_words_are_in_and_the_rest_is_chosen_by_rank(modules):
    curate = modules["curate"]
    kept, out = curate.Verdict.KEPT, curate.Verdict.NAME
    judged = {"the": kept, "paris": out, "table": kept, "chair": kept}
    ranked = ["the", "paris", "table", "chair", "uh-huh"]
    assert curate.choose(ranked, 3, ["uh-huh"], judged) == ["the", "table", "uh-huh"]
    with pytest.raises(ValueError, match="4 words for a list of 9"):
        curate.choose(ranked, 9, ["uh-huh"], judged)


def test_the_hand_lists_are_disjoint_and_applied(modules: dict[str, ModuleType]) -> None:
    include = set(modules["curate"].read_hand_list(RECIPE / "include.txt"))
    exclude = set(modules["curate"].read_hand_list(RECIPE / "exclude.txt"))
    words = set(common_words())
    assert include <= words
    assert not exclude & words
    assert not include & exclude


def test_a_hand_list_with_a_duplicate_word_is_rejected(modules, tmp_path):
    path = tmp_path / "twice.txt"
    path.write_text("one two # a comment, one\n# one\nthree one\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"twice\.txt: listed twice: one$"):
        modules["curate"].read_hand_list(path)


def test_ordinary_words_are_in_lower_case_and_no_names(modules: dict[str, ModuleType]) -> None:
    build = importlib.import_module("build_ordinary")
    text = "we saw a gallbladder and rose on a {} boat with Ludwig von Beethoven"
    texts = [text.format(word) for word in ("Tylenol", "tylenol", "tiny", "oak")]
    cases = modules["case_evidence"].count_cases(texts)
    assert build.ordinary_words(cases, {"rose", "with"}) == ["boat", "gallbladder"]


# The embedded list of English names, and the rules of the recipe that builds it.
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


def test_names_are_frequent_words_that_are_not_in_the_allow_list() -> None:
    assert {word for word, label in lines() if label in NAMES} & set(common_words()) == set()
    frequent = {word for word, _ in vocabulary()[:60_000]}
    assert {word for word, _ in lines()} - frequent == set()


def test_months_week_days_and_numbers_have_no_other_label() -> None:
    closed = {"DATE", "NUMBER"}
    assert {w: of for w, of in labels_of().items() if of & closed and len(of) > 1} == {}


@pytest.mark.parametrize(
    ("word", "label", "lower", "alone", "in_run", "verdict"), cases("name_rules", "judged name")
)
def test_the_rules_of_names(modules, word, label, lower, alone, in_run, verdict):
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
