"""Files of rules: what is wrong with one is said with the rule and the reason."""

from __future__ import annotations

import pytest

from privtool.core.errors import DataError, UsageError
from privtool.text.rules.files import read_rules

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
    (rule,) = read_rules(tmp_path / "rules.toml")
    assert (rule.id, rule.label, rule.score) == ("pt.cc", "NATIONAL_ID", 0.9)
    assert rule.accepts("00000000 0 ZZ4")
    assert not rule.accepts("00000000 0 ZZ5")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("[[rule]]", "[[rule", "TOML|array|Expected"),
        ('"NATIONAL_ID"', '"FISH"', "pt.cc: 'FISH' is not a label"),
        ("stdnum:pt.cc", "stdnum:pt.nothing", "pt.cc: 'stdnum:pt.nothing' is not a check"),
        ("stdnum:pt.cc", "lunn", "pt.cc: 'lunn' is not a check"),
        ("\\d{8}", "(\\d{8}", "pt.cc: its pattern is wrong"),
        ("\\d{8} ?\\d ?[A-Z]{2}\\d", "\\d*", "pt.cc: its pattern matches an empty text"),
        ("pattern", "patern", "unknown key 'patern': there are id, label, pattern"),
        ("[[rule]]", "[[rules]]", "unknown key 'rules': there are rule, disable"),
        ("finds", "#", "missing required field `finds`"),
        ('["cartão de cidadão «00000000 0 ZZ4»"]', "[]", "length >= 1"),
        ("pattern = '\\d{8} ?\\d ?[A-Z]{2}\\d'", "", "neither pattern, cued nor phrases"),
        ("\\d{8}", "{kin.aliens}", "pt.cc: its pattern is wrong: 'kin.aliens'"),
        ("pattern", "phrases = ['{nothing.at-all}']\npattern", "pt.cc: its pattern is wrong"),
        ("pattern", "phrases = ['{unit}? .']\npattern", "no word that each match needs"),
        (GOOD, GOOD * 2, "two rules have the id pt.cc"),
    ],
)
def test_a_wrong_record_is_refused_with_the_reason(tmp_path, old, new, message):
    (tmp_path / "rules.toml").write_text(GOOD.replace(old, new))
    with pytest.raises(DataError, match=message):
        read_rules(tmp_path / "rules.toml")


def test_a_missing_file_is_refused(tmp_path):
    with pytest.raises(UsageError, match=r"rules\.toml: No such file"):
        read_rules(tmp_path / "rules.toml")
