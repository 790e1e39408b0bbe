"""Candidates: every pattern that matches a text is one, and few others are."""

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from privtool.text.rules import candidates
from privtool.text.rules.candidates import Candidates
from privtool.text.rules.files import all_rules

PATTERNS = [rule.search for rule in all_rules() if rule.pattern]
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


@given(st.data())
def test_a_rule_of_the_package_that_matches_is_a_candidate(data):
    drawn = data.draw(st.sampled_from(PATTERNS))
    text = data.draw(st.from_regex(drawn))
    matching = [number for number, each in enumerate(PATTERNS) if each.search(text)]
    assert not {*matching} - {*CANDIDATES.of(text)}


@pytest.mark.parametrize(
    ("pattern", "text", "expected"),
    [
        (r"(?<!\w)\d{3}(?!\w)", "a 555 b", True),
        (r"(?<!\w)\d{3}(?!\w)", "a 5555 b", False),
        (r"(?<!\w)\d{3}(?!\w)", "é555", True),  # as it may be no letter
        (r"[^%]*%(?:40|2E)", "100 %", False),
        (r"(?i)xk", "X\N{KELVIN SIGN}", True),
        (r"(?ai)xk", "XK", True),
        (r"a(?=b)c", "ac", True),  # look-arounds inside are dropped
    ],
)
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
