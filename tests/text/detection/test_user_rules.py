"""Rules that users bring are tried when they are read, and work beside those of the package."""

from __future__ import annotations

import pytest

from privtool.core.errors import DataError
from privtool.text.detection.user_rules import RuleFinder, read_tested_rules
from tests.support.tables import cases

TICKETS = r"""
[[rule]]
id = "own.ticket"
label = "ticket"
pattern = 'TCK-\d{3}'
finds = ["see «TCK-471»"]
leaves = ["see TCK-4711"]
"""
BADGES = r"""
[[rule]]
id = "own.badge"
label = "ID"
cued = '[A-Z]\d{4}'
cues = ["dienstmarke"]
finds = ["Dienstmarke K2207 «K2207»"]
"""


def read(tmp_path, text):
    path = tmp_path / "own.toml"
    path.write_text(text, encoding="utf-8")
    return read_tested_rules([path])


def test_rules_find_with_cues_and_labels_of_their_own(tmp_path):
    rules = read(tmp_path, TICKETS + BADGES.replace("K2207 «", "«"))
    text = "tck-471, K2207, and dienstmarke A1234"
    found = [(text[s.start : s.end], s.label) for s in RuleFinder(rules).find(text)]
    assert found == [("tck-471", "TICKET"), ("A1234", "ID")]


@pytest.mark.parametrize(
    ("old", "new", "message"), cases("text", "a rule that fails is refused with the reason")
)
def test_a_rule_that_fails_is_refused_with_the_reason(tmp_path, old, new, message):
    with pytest.raises(DataError, match=message):
        read(tmp_path, TICKETS.replace(old, new))


def test_rules_may_be_over_words(tmp_path):
    words = """
[[rule]]
id = "own.shift"
label = "SHIFT"
phrases = ['shift «{small}»']
finds = ["the shift «twelve» crew"]

[[rule]]
id = "own.bay"
label = "BAY"
phrases = ['bay «{DIGITS2} (east|west)»']
finds = ["park in bay «12 west» today"]
"""
    text = "shift seven in bay 40 east"
    found = [(text[s.start : s.end], s.label) for s in RuleFinder(read(tmp_path, words)).find(text)]
    assert found == [("seven", "SHIFT"), ("40 east", "BAY")]


def test_a_cued_pattern_needs_its_cue_right_before(tmp_path):
    with pytest.raises(DataError, match=r"own\.badge: it does not find"):
        read(tmp_path, BADGES)
