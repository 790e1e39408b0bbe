"""Files of rules: what is wrong with one is said with the rule and the reason."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from privtool.core.errors import DataError, UsageError
from privtool.core.rng import Key
from privtool.text.detection import identifiers
from privtool.text.detection.identifiers import RuleMatcher
from privtool.text.detection.needs import package_needs
from privtool.text.detection.tagger import PatternTagger
from privtool.text.detection.user_rules import is_slow
from privtool.text.detection.view import TextView, mark_expected
from privtool.text.labels import is_known_label
from privtool.text.lexicon import DATA
from privtool.text.rules import candidates
from privtool.text.rules.candidates import Candidates, needed_signs
from privtool.text.rules.checks import is_known, passes
from privtool.text.rules.rule import (
    AFTER_DICTATION,
    FILES,
    ON_REQUEST,
    SAID,
    all_rules,
    package_rules,
    read_rules,
)
from privtool.text.surrogates.generator import PrivatePhrase, SurrogateGenerator
from privtool.text.tokens import HIDDEN
from tests.support.detection_examples import unmark
from tests.support.tables import tabled

GOOD = """
[[rule]]
id = "pt.cc"
label = "NATIONAL_ID"
pattern = '\\d{8} ?\\d ?[A-Z]{2}\\d'
check = ["stdnum:pt.cc"]
finds = ["cartão de cidadão «00000000 0 ZZ4»"]
"""


def test_a_record_is_read(tmp_path):
    (tmp_path / "rules.toml").write_text(GOOD)
    (rule,) = read_rules(tmp_path / "rules.toml").rules()
    assert (rule.id, rule.label, rule.score) == ("pt.cc", "NATIONAL_ID", 0.9)
    assert rule.accepts("00000000 0 ZZ4")
    assert not rule.accepts("00000000 0 ZZ5")


@tabled("text", "old new message")
def test_a_wrong_record_is_refused_with_the_reason(tmp_path, old, new, message):
    (tmp_path / "rules.toml").write_text(GOOD.replace(old, new))
    with pytest.raises(DataError, match=message):
        read_rules(tmp_path / "rules.toml")


def test_two_rules_of_one_id_are_refused(tmp_path):
    (tmp_path / "rules.toml").write_text(GOOD * 2)
    with pytest.raises(DataError, match="two rules have the id pt.cc"):
        read_rules(tmp_path / "rules.toml")


def test_a_missing_file_is_refused(tmp_path):
    with pytest.raises(UsageError, match=r"rules\.toml: no such file"):
        read_rules(tmp_path / "rules.toml")


# Checks of rules: checksums, addresses of machines, words.
@pytest.mark.parametrize("number", ["GB29NWBK60161331926819", "de89 3704 0044 0532 0130 00"])
def test_mod97_agrees_with_the_library(number):
    assert passes("mod97", number)
    assert passes("stdnum:iban", number)
    wrong = number[:-1] + str((int(number[-1]) + 1) % 10)
    assert not passes("mod97", wrong)
    assert not passes("stdnum:iban", wrong)


def test_a_scheme_that_fails_accepts_nothing():
    assert not passes("stdnum:cn.ric", "652492709210264830")  # of a county that does not exist


@tabled("text", "check accepted refused")
def test_a_check_accepts_and_refuses(check, accepted, refused):
    assert is_known(check)
    assert passes(check, accepted)
    assert not passes(check, refused)


def test_unknown_checks_are_known_to_be():
    assert not any(map(is_known, ("stdnum:zz.no", "no", "not:handles.none", "not-all:")))


# Candidates: every pattern that matches a text is one, and few others are.
PATTERNS = [
    re.compile(rule.search.pattern, rule.search.flags) for rule in all_rules() if rule.pattern
]
CANDIDATES = Candidates(PATTERNS)
SIGNS = [*"aKs7_- \0éß", "\N{KELVIN SIGN}", "\u017f", "\u0130"]
ATOMS = [*map(re.escape, SIGNS), ".", r"\d", r"\D", r"\w", r"\W", r"\s", r"\S", r"\b", "^", r"\Z"]
ATOMS += ["[a-k]", "[^a7]", r"[^\W_]", r"[\d-]", "[À-ž]", "[^ß]", "[^À-ž]", "[^k]", "[J-\u212b]"]
ATOMS += [r"(?<![^\W_])", r"(?!\w)", "(?=a|7)", "(?<=-)", "(?<!ss)"]


def _grown(parts):
    pairs = st.tuples(parts, parts)
    return st.one_of(
        pairs.map("".join),
        pairs.map("(?:{0[0]}|{0[1]})".format),
        st.tuples(parts, st.sampled_from(["?", "*", "{2}", "{1,40}", "+?"])).map(
            lambda pair: f"(?:{pair[0]}){pair[1]}"
        ),
        parts.map("(?a:{})".format),
        parts.map("(?-i:{})".format),
        parts.map(r"(?:(a|7){}\1)".format),
    )


@given(
    st.recursive(st.sampled_from(ATOMS), _grown, max_leaves=6),
    st.lists(st.sampled_from(SIGNS), max_size=9).map("".join),
    st.sampled_from([0, re.IGNORECASE]),
)
@example(r"(?:(?:(?:a{1,30}7?){1,30}-?){1,30})", "a", 0)
def test_a_pattern_that_matches_is_a_candidate(source, text, flags):
    try:
        pattern = re.compile(source, flags)
    except re.error:  # such as two references to groups of one number
        return
    if pattern.search(text):
        assert Candidates([pattern]).of(text) == [0]


@given(
    st.recursive(st.sampled_from(ATOMS), _grown, max_leaves=6),
    st.lists(st.sampled_from(SIGNS), max_size=9).map("".join),
    st.lists(st.sampled_from(SIGNS), max_size=9).map("".join),
    st.sampled_from([2, 30]),
)
@example("[^a7]", "-", "7", 2)
@example("(?!s)-", "s", "", 2)
def test_whatever_is_hidden_a_pattern_that_matches_is_a_candidate(source, before, hidden, counted):
    try:
        pattern = re.compile(source)
    except re.error:
        return
    if pattern.search(f"{before}{HIDDEN * len(hidden)}{before}"):
        text = f"{before}{hidden}{before}"
        assert Candidates([pattern], hidden=True, counted=counted).of(text) == [0]


@given(st.data())
def test_a_text_with_a_match_has_the_signs_that_the_rule_needs(data):
    pattern = data.draw(st.sampled_from(PATTERNS))
    text = data.draw(st.from_regex(pattern))
    assert not any(needed.isdisjoint(text) for needed in needed_signs(pattern))


@given(st.data())
def test_a_rule_of_the_package_that_matches_is_a_candidate(data):
    drawn = data.draw(st.sampled_from(PATTERNS))
    text = data.draw(st.from_regex(drawn))
    matching = [number for number, each in enumerate(PATTERNS) if each.search(text)]
    assert not {*matching} - {*CANDIDATES.of(text)}


@tabled("text", "pattern text expected")
def test_how_much_is_ruled_out(pattern, text, expected):
    assert Candidates([re.compile(pattern)]).of(text) == [0] * expected


def test_few_rules_are_candidates_of_plain_text():
    assert len(CANDIDATES.of("we went to the lake last summer, and it was nice")) <= 2


@pytest.mark.parametrize("memory", [1 << 12, 1 << 20, 1 << 25])
def test_without_memory_for_automata_all_patterns_are_candidates(monkeypatch, memory):
    monkeypatch.setattr(candidates, "_MEMORY", memory)
    patterns = [re.compile(rf"[a-z]{{3,25}}{n}[a-z]{{2,28}}") for n in range(200)]
    found = Candidates(patterns).of("abcdef7abc")
    assert [*found] == ([7] if memory == 1 << 25 else [*range(200)])


# Patterns that take much longer than their text is long.
@tabled("text", "pattern slow")
def test_a_pattern_that_explodes_is_slow(pattern, slow):
    written = pattern if slow else rf"(?<![^\W_]){pattern}"
    assert is_slow(re.compile(written, 0 if slow else re.IGNORECASE)) is slow


# The rules of the package: each finds its own examples, and leaves what it must leave.
_GROUPS = [
    tuple(rule for name in names for rule in package_rules(name))
    for names in (*((name,) for name in FILES), SAID, AFTER_DICTATION, ON_REQUEST)
]
_RULES = [(rule, group) for group in _GROUPS for rule in group]
_TAGGER = PatternTagger(all_dates=True)
# Files that are no rules, or have slots for the words of a language.
OTHERS = ("policies/*", "tables/*", "*/language.toml", "*/other_languages.toml", "*/rules.toml")


def _found(rules, text):
    view = TextView(text)
    mark_expected(view)
    return [(span.start, span.end, span.label) for span in RuleMatcher(rules).find(view)]


def _id(value):
    return getattr(value, "id", "")


@pytest.mark.parametrize(
    "file",
    sorted({*DATA.glob("*/*.toml")} - {file for name in OTHERS for file in DATA.glob(name)}),
    ids=lambda file: file.stem,
)
def test_every_record_is_valid(file):
    rules = read_rules(file).rules()
    assert rules
    assert all(is_known_label(rule.label) for rule in rules)


@pytest.mark.parametrize(("rule", "group"), _RULES, ids=_id)
def test_a_rule_finds_its_examples_alone_and_among_others(rule, group):
    for marked in rule.finds:
        text, marks = unmark(marked)
        expected = [(*mark, rule.label) for mark in marks]
        assert _found([rule], text) == expected
        assert set(_found(group, text)) >= set(expected)
        if rule.pattern and "(?P<value>" not in rule.pattern:
            assert all(rule.accepts(text[start:end]) for start, end in marks)


@pytest.mark.parametrize(("rule", "group"), _RULES, ids=_id)
def test_the_tagger_finds_the_examples_of_a_rule(rule, group):
    for text, marks in map(unmark, rule.finds):
        (spans,) = _TAGGER.tag([text])
        for start, end in marks:
            covering = [s.label for s in spans if s.start <= start and end <= s.end]
            assert covering == [rule.label]


@pytest.mark.parametrize("rule", [r for r, _ in _RULES if r.leaves], ids=_id)
def test_a_rule_leaves_what_it_must_leave(rule):
    for text in rule.leaves:
        assert _found([rule], text) == []


# docs/extending.md, followed to the letter: new records are used by `mask` and `surrogate`.
PAGE = Path(__file__).resolve().parents[3] / "docs" / "extending.md"
RECORDS = re.findall(r"^```toml\n(.*?)^```", PAGE.read_text("utf-8"), re.DOTALL | re.MULTILINE)
NUMBER = "00000000 0 ZZ4"


@pytest.fixture
def record(tmp_path, monkeypatch):
    """The record of the page, at the end of a copy of `ids.toml`."""
    for language in ("intl", "en"):
        shutil.copytree(DATA / language, tmp_path / language)
    with (tmp_path / "intl" / "ids.toml").open("a", encoding="utf-8") as file:
        file.write(f"\n{RECORDS[0]}")
    _forget()
    monkeypatch.setattr("privtool.text.rules.rule.DATA", tmp_path)
    yield read_rules(tmp_path / "intl" / "ids.toml").rules()[-1]
    _forget()


def _forget():
    package_rules.cache_clear()
    identifiers.package_matcher.cache_clear()
    package_needs.cache_clear()


def labels(text):
    return [span.label for span in PatternTagger().tag([text])[0]]


def test_without_the_record_the_number_has_no_label_of_its_own():
    assert labels(f"cartão {NUMBER}") != ["NATIONAL_ID"]


def test_mask_and_surrogate_use_a_new_record(record):
    assert labels(f"cartão {NUMBER}") == ["NATIONAL_ID"]
    phrase = PrivatePhrase(NUMBER, "NATIONAL_ID")
    for number in range(5):
        key = Key(f"card {number}".encode().ljust(16, b"\0"))
        (made,) = SurrogateGenerator(key).generate("", [phrase])
        assert made.text != NUMBER
        assert record.accepts(made.text)


def test_a_new_record_of_phrases_finds_its_examples_only(tmp_path):
    (tmp_path / "more_ages.toml").write_text(RECORDS[1], "utf-8")
    (rule,) = read_rules(tmp_path / "more_ages.toml").rules()
    matcher = identifiers.RuleMatcher([rule])
    for text, marks in map(unmark, rule.finds):
        assert [(span.start, span.end) for span in matcher.find(TextView(text))] == marks
    assert not any(matcher.find(TextView(text)) for text in rule.leaves)
