"""Checks of rules: checksums, addresses of machines, words."""

import pytest

from privtool.text.rules.checks import is_known, passes
from tests.support.tables import cases


@pytest.mark.parametrize("number", ["GB29NWBK60161331926819", "de89 3704 0044 0532 0130 00"])
def test_mod97_agrees_with_the_library(number):
    assert passes("mod97", number)
    assert passes("stdnum:iban", number)
    wrong = number[:-1] + str((int(number[-1]) + 1) % 10)
    assert not passes("mod97", wrong)
    assert not passes("stdnum:iban", wrong)


def test_a_scheme_that_fails_accepts_nothing():
    assert not passes("stdnum:cn.ric", "652492709210264830")  # of a county that does not exist


@pytest.mark.parametrize(
    ("check", "accepted", "refused"), cases("text", "a check accepts and refuses")
)
def test_a_check_accepts_and_refuses(check, accepted, refused):
    assert is_known(check)
    assert passes(check, accepted)
    assert not passes(check, refused)


def test_unknown_checks_are_known_to_be():
    assert not any(map(is_known, ("stdnum:zz.no", "no", "not:handles.none", "not-all:")))
